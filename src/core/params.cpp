// SPDX-License-Identifier: MIT
#include "core/params.h"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <utility>

#include "core/error.h"
#include "core/text.h"

namespace banyan {
namespace {

std::string list_with_or(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

[[noreturn]] void refuse(const ParamInfo& info, std::string_view value) {
  const std::string_view kind = info.kind == ParamKind::integer ? "a whole number in "
                                : info.kind == ParamKind::real  ? "a number in "
                                : info.kind == ParamKind::text  ? "a line without commas, a "
                                                                : "";
  const std::vector<std::string_view> choices(info.choices.begin(), info.choices.end());
  throw UsageError(fmt::format("'{}={}' does not fit: expected {}{}{}", info.name, value, kind, info.range(),
                               did_you_mean(value, choices)));
}

/// The bits of a sum's words. The first of the choices is none of them.
std::uint32_t read_sum(const ParamInfo& info, std::string_view text) {
  if (text == info.choices[0]) return 0;
  std::uint32_t bits = 0;
  for (const std::string_view word : split(text, '+')) {
    const auto found = std::find(info.choices.begin(), info.choices.end(), word);
    if (found == info.choices.end()) refuse(info, word);
    if (found == info.choices.begin()) {
      throw UsageError(fmt::format("'{}={}' does not fit: {} is what is left without the others, and stands alone",
                                   info.name, text, word));
    }
    const std::uint32_t bit = std::uint32_t{1} << (found - info.choices.begin() - 1);
    if ((bits & bit) != 0) throw UsageError(fmt::format("'{}={}' names {} twice", info.name, text, word));
    bits |= bit;
  }
  return bits;
}

std::string sum_text(const std::vector<std::string>& choices, std::uint32_t bits) {
  std::string text;
  for (std::size_t i = 1; i < choices.size(); ++i) {
    if ((bits >> (i - 1) & 1) == 0) continue;
    if (!text.empty()) text += '+';
    text += choices[i];
  }
  return text.empty() ? choices[0] : text;
}

}  // namespace

std::string ParamInfo::range() const {
  if (kind == ParamKind::text) return "text";
  if (kind == ParamKind::sum) {
    const std::vector<std::string_view> words(choices.begin() + 1, choices.end());
    return fmt::format("{}, or {} joined by +", choices[0], join(words, ", "));
  }
  return choices.empty() ? fmt::format("{}..{}", low, high) : list_with_or(choices);
}

ParamInfo Params::named(std::string_view name, std::string_view meaning) {
  ParamInfo info;
  info.name = name;
  info.meaning = meaning;
  return info;
}

/// A number is read whole, checked against its bounds and written back as it is printed.
template <ParamNumber T>
void Params::add_number(ParamInfo info, T& value, T low, T high, T standard) {
  info.kind = std::integral<T> ? ParamKind::integer : ParamKind::real;
  info.low = fmt::format("{}", low);
  info.high = fmt::format("{}", high);
  info.default_value = fmt::format("{}", standard);
  auto set = [info, &value, low, high](std::string_view text) {
    const auto number = [&] {
      if constexpr (std::integral<T>) {
        return to_integer(text);
      } else {
        return to_real(text);
      }
    }();
    if (!number || *number < low || *number > high) refuse(info, text);
    value = static_cast<T>(*number);
  };
  items_.push_back({info, std::move(set), [&value] { return fmt::format("{}", value); }});
}

template void Params::add_number(ParamInfo, int&, int, int, int);
template void Params::add_number(ParamInfo, std::int64_t&, std::int64_t, std::int64_t, std::int64_t);
template void Params::add_number(ParamInfo, double&, double, double, double);

void Params::add_value(ParamInfo info, bool& value, bool standard) {
  info.kind = ParamKind::boolean;
  info.choices = {"false", "true"};
  add_choice(
      std::move(info), [&value](std::size_t i) { value = i != 0; }, [&value] { return std::size_t{value}; },
      std::size_t{standard});
}

void Params::add_choice(ParamInfo info, std::function<void(std::size_t)> set, std::function<std::size_t()> get,
                        std::size_t standard) {
  info.default_value = info.choices[standard];
  auto checked = [info, set = std::move(set)](std::string_view text) {
    const auto found = std::find(info.choices.begin(), info.choices.end(), text);
    if (found == info.choices.end()) refuse(info, text);
    set(static_cast<std::size_t>(found - info.choices.begin()));
  };
  auto read = [choices = info.choices, get = std::move(get)] { return choices[get()]; };
  items_.push_back({std::move(info), std::move(checked), std::move(read)});
}

void Params::add_sum(ParamInfo info, std::uint32_t& bits, std::uint32_t standard) {
  info.kind = ParamKind::sum;
  info.default_value = sum_text(info.choices, standard);
  auto read = [choices = info.choices, &bits] { return sum_text(choices, bits); };
  items_.push_back({info, [info, &bits](std::string_view text) { bits = read_sum(info, text); }, std::move(read)});
}

void Params::add_value(ParamInfo info, std::string& value, const std::string& standard) {
  info.kind = ParamKind::text;
  info.default_value = standard;
  auto set = [info, &value](std::string_view text) {
    // Settings are written as key=value,key=value on one line, and must read back.
    if ((text.empty() && !info.default_value.empty()) || text.find_first_of(",\n") != std::string_view::npos)
      refuse(info, text);
    value = text;
  };
  items_.push_back({info, std::move(set), [&value] { return value; }});
}

void Params::set(std::string_view place, std::string_view key, std::string_view value) {
  std::vector<std::string_view> known;
  for (const Item& item : items_) {
    if (item.info.name == key) {
      try {
        item.set(value);
      } catch (const UsageError& error) {
        throw UsageError(fmt::format("{}: {}", place, error.what()));
      }
      return;
    }
    known.push_back(item.info.name);
  }
  std::string help = did_you_mean(key, known);
  if (help.empty()) help = known.empty() ? ": there are none" : "; known keys: " + join(known, ", ");
  throw UsageError(fmt::format("{}: unknown key '{}'{}", place, key, help));
}

std::vector<ParamInfo> Params::infos() const {
  std::vector<ParamInfo> all;
  for (const Item& item : items_) all.push_back(item.info);
  return all;
}

std::string Params::text() const {
  std::string all;
  for (const Item& item : items_) {
    if (item.is_used && !item.is_used()) continue;
    if (!all.empty()) all += ',';
    all += item.info.name + '=' + item.get();
  }
  return all;
}

Spec parse_spec(std::string_view text) {
  const std::size_t colon = text.find(':');
  Spec spec{.name = std::string(text.substr(0, colon)), .values = {}};
  if (spec.name.empty()) {
    throw UsageError(fmt::format("'{}' has no name: expected name or name:key=value,key=value", text));
  }
  if (colon == std::string_view::npos) return spec;
  for (const auto part : split(text.substr(colon + 1), ',')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw UsageError(fmt::format("'{}': expected key=value after the colon, not '{}'", text, part));
    }
    std::string key(part.substr(0, equals));
    for (const auto& [earlier, value] : spec.values) {
      if (earlier == key) throw UsageError(fmt::format("'{}' names the key '{}' twice", text, key));
    }
    spec.values.emplace_back(std::move(key), part.substr(equals + 1));
  }
  return spec;
}

void add_value(Spec& spec, std::string_view key, std::string_view value, std::string_view place) {
  for (const auto& [own_key, own] : spec.values) {
    if (own_key != key) continue;
    const auto number = to_real(own);
    if (own == value || (number && number == to_real(value))) return;
    throw UsageError(
        fmt::format("{} {} contradicts '{}:{}={}': give one of the two", place, value, spec.name, key, own));
  }
  spec.values.emplace_back(key, value);
}

std::string Spec::text() const {
  std::string all;
  for (const auto& [key, value] : values) all += fmt::format("{}{}={}", all.empty() ? "" : ",", key, value);
  return spec_text(name, all);
}

std::string spec_text(std::string_view name, std::string_view values) {
  return fmt::format("{}{}{}", name, values.empty() ? "" : ":", values);
}

void apply(const Spec& spec, std::string_view place, Params& params) {
  for (const auto& [key, value] : spec.values) params.set(place, key, value);
}

}  // namespace banyan
