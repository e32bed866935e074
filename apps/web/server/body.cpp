// SPDX-License-Identifier: MIT
#include "web/server/body.h"

#include <fmt/format.h>

#include <cmath>

#include "core/error.h"
#include "engine/json_depth.h"
#include "web/server/http.h"

namespace banyan::web {
namespace {

constexpr std::size_t most_fields = 64;  // of one object: the library looks for each among those before it

std::string kind_of(const Json& value) {
  if (value.is_null()) return "null";
  if (value.is_boolean()) return "a boolean";
  if (value.is_number()) return "a number";
  if (value.is_string()) return "a text";
  return value.is_array() ? "a list" : "an object";
}

std::string text_of(const Json& value, const std::string& path, std::size_t longest) {
  if (!value.is_string()) {
    throw Refusal(400, fmt::format("{}: expected a text, not {}", path, kind_of(value)), path);
  }
  const auto& text = value.get_ref<const std::string&>();
  if (text.size() > longest) {
    throw Refusal(400, fmt::format("{}: expected at most {} bytes, not {}", path, longest, text.size()), path);
  }
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t' && c != '\r') {
      throw Refusal(400, fmt::format("{}: it has a control character", path), path);
    }
  }
  return text;
}

}  // namespace

Json parse_body(std::string_view text) {
  if (text.size() > most_body_bytes) {
    throw Refusal(413, fmt::format("the body has {} bytes, expected at most {}", text.size(), most_body_bytes));
  }
  std::vector<std::size_t> fields;  // of the objects that are open
  const auto check = [&](int depth, Json::parse_event_t event, Json& value) {
    refuse_depth(depth, event, value);
    if (event == Json::parse_event_t::object_start) fields.push_back(0);
    if (event == Json::parse_event_t::object_end) fields.pop_back();
    if (event == Json::parse_event_t::key && ++fields.back() > most_fields) {
      throw Refusal(400, fmt::format("the body has an object of more than {} fields", most_fields));
    }
    return true;
  };
  Json json;
  try {
    json = Json::parse(text, check);
  } catch (const Json::parse_error& error) {
    throw Refusal(400, fmt::format("the body is no JSON from byte {} on", error.byte));
  } catch (const Json::exception&) {  // a number beyond all numbers
    throw Refusal(400, "the body has a number that is too large");
  } catch (const UsageError& error) {
    throw Refusal(400, fmt::format("the body: {}", error.what()));
  }
  if (!json.is_object()) throw Refusal(400, fmt::format("the body: expected an object, not {}", kind_of(json)));
  return json;
}

Fields::Fields(const Json& object, std::string place) : object_(object), place_(std::move(place)) {
  if (!object.is_object()) {
    throw Refusal(400, fmt::format("{}: expected an object, not {}", place_, kind_of(object)), place_);
  }
}

const Json* Fields::find(const std::string& name) {
  known_.insert(name);
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

const Json& Fields::need(const std::string& name) {
  if (const Json* value = find(name)) return *value;
  throw Refusal(400, fmt::format("{} is missing", path(name)), path(name));
}

std::string Fields::text(const std::string& name, std::size_t longest) {
  return text_of(need(name), path(name), longest);
}

std::optional<std::string> Fields::text_if(const std::string& name, std::size_t longest) {
  if (find(name) == nullptr) return std::nullopt;
  return text(name, longest);
}

std::int64_t Fields::integer(const std::string& name, std::int64_t low, std::int64_t high) {
  const Json& value = need(name);
  const bool fits = value.is_number_unsigned() ? value.get<std::uint64_t>() <= INT64_MAX : value.is_number_integer();
  if (!fits || value.get<std::int64_t>() < low || value.get<std::int64_t>() > high) {
    throw Refusal(400, fmt::format("{}: expected a whole number in {}..{}", path(name), low, high), path(name));
  }
  return value.get<std::int64_t>();
}

std::optional<std::int64_t> Fields::integer_if(const std::string& name, std::int64_t low, std::int64_t high) {
  if (find(name) == nullptr) return std::nullopt;
  return integer(name, low, high);
}

std::optional<double> Fields::number_if(const std::string& name, double low, double high) {
  const Json* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number() || !(value->get<double>() >= low && value->get<double>() <= high)) {
    throw Refusal(400, fmt::format("{}: expected a number in {}..{}", path(name), low, high), path(name));
  }
  return value->get<double>();
}

bool Fields::boolean(const std::string& name) {
  const Json& value = need(name);
  if (!value.is_boolean()) throw Refusal(400, fmt::format("{}: expected true or false", path(name)), path(name));
  return value.get<bool>();
}

std::optional<bool> Fields::boolean_if(const std::string& name) {
  if (find(name) == nullptr) return std::nullopt;
  return boolean(name);
}

std::vector<std::string> Fields::texts(const std::string& name, std::size_t most, std::size_t longest) {
  const Json& list = need(name);
  if (!list.is_array()) {
    throw Refusal(400, fmt::format("{}: expected a list, not {}", path(name), kind_of(list)), path(name));
  }
  if (list.size() > most) {
    throw Refusal(400, fmt::format("{}: expected at most {}, not {}", path(name), most, list.size()), path(name));
  }
  std::vector<std::string> all;
  for (const Json& entry : list) all.push_back(text_of(entry, fmt::format("{}[{}]", path(name), all.size()), longest));
  return all;
}

std::optional<std::vector<std::string>> Fields::texts_if(const std::string& name, std::size_t most,
                                                         std::size_t longest) {
  if (find(name) == nullptr) return std::nullopt;
  return texts(name, most, longest);
}

void Fields::done() const {
  for (const auto& [name, value] : object_.items()) {
    if (!known_.contains(name)) throw Refusal(400, fmt::format("{}: there is no such field", path(name)), path(name));
  }
}

}  // namespace banyan::web
