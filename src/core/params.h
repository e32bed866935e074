// SPDX-License-Identifier: MIT
// Parameters: declared once, on one line each, inside the struct that holds them. Help texts, the JSON schema,
// docs/parameters.md, result headers and the checks on what a user typed are all made from that line.
//
//   struct UctParams {
//     double k = 0.7;
//     static constexpr auto fields() {
//       return std::tuple{field(&UctParams::k, "k", 0.0, 10.0, "exploration: K in w/n + K sqrt(ln N / n)")};
//     }
//   };
//
// A choice is an enum with a function `names(E)` beside it, found by argument-dependent look-up. Several at once are a
// struct of bits, as ChoosesSeveral has it. A struct may inherit parameters: fields() then joins those of its bases.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace banyan {

enum class ParamKind { boolean, integer, real, choice, sum, text };

/// What is known of one parameter, as text wherever it is shown as text.
struct ParamInfo {
  std::string name;
  ParamKind kind{};
  std::string default_value;
  std::string low, high;             // numbers only
  std::vector<std::string> choices;  // choices, and sums: first what none of the others is called
  std::string meaning;

  /// "0..10", "false or true", "max, robust or secure", "plain, or ring, fork joined by +", "text".
  std::string range() const;
};

/// Any of several words, a bit each in the order of names(), and `none` where no bit is set. As text they are joined by
/// '+', in any order when read and in that of names() when written.
template <class T>
concept ChoosesSeveral = requires(T value) {
  { T::none } -> std::convertible_to<std::string_view>;
  { T::names()[0] } -> std::convertible_to<std::string_view>;
  { value.bits } -> std::same_as<std::uint32_t&>;
};

template <class P, class T>
struct Field {
  // A text has no bounds, and would not be a constant.
  using Bound = std::conditional_t<std::same_as<T, std::string> || ChoosesSeveral<T>, std::monostate, T>;
  T P::*member;
  std::string_view name;
  Bound low, high;
  std::string_view meaning;
};

/// The numbers that a parameter can be.
template <class T>
concept ParamNumber = std::same_as<T, int> || std::same_as<T, std::int64_t> || std::same_as<T, double>;

template <class P, ParamNumber T>
constexpr auto field(T P::*member, std::string_view name, std::type_identity_t<T> low, std::type_identity_t<T> high,
                     std::string_view meaning) {
  return Field<P, T>{member, name, low, high, meaning};
}

/// Booleans, choices and texts have no bounds of their own.
template <class P, class T>
requires std::same_as<T, bool> || std::is_enum_v<T> || ChoosesSeveral<T> || std::same_as<T, std::string>
constexpr auto field(T P::*member, std::string_view name, std::string_view meaning) {
  return Field<P, T>{member, name, {}, {}, meaning};
}

template <class P>
concept ParamStruct = requires {
  P::fields();
};

/// A type-erased view of one or more parameter structs. It refers to them, and must not outlive them.
class Params {
 public:
  struct Item {
    ParamInfo info;
    std::function<void(std::string_view)> set;  // throws UsageError on a value that does not fit
    std::function<std::string()> get;
    std::function<bool()> is_used{};  // empty: always
  };

  template <ParamStruct... P>
  explicit Params(P&... structs) {
    (bind(structs), ...);
  }

  /// The parameters of one more struct, after the others.
  template <ParamStruct P>
  void append(P& object) {
    bind(object);
  }

  const std::vector<Item>& items() const { return items_; }
  std::vector<ParamInfo> infos() const;

  /// `place` begins the error sentence, such as "player 'rave'".
  void set(std::string_view place, std::string_view key, std::string_view value);

  /// "iterations=10000,r=130,...": every value that matters, in the order of declaration. A struct that has
  /// `bool is_used(std::string_view name) const` says which of its values do.
  std::string text() const;

 private:
  template <class P>
  void bind(P& object) {
    const P defaults{};
    std::apply([&](const auto&... fields) { (add(object, defaults, fields), ...); }, P::fields());
    if constexpr (requires { object.is_used(std::string_view{}); }) {
      constexpr std::size_t count = std::tuple_size_v<decltype(P::fields())>;
      for (std::size_t i = items_.size() - count; i < items_.size(); ++i) {
        items_[i].is_used = [&object, name = items_[i].info.name] { return object.is_used(name); };
      }
    }
  }

  template <class P, class Base, class T>
  void add(P& object, const P& defaults, const Field<Base, T>& field);

  static ParamInfo named(std::string_view name, std::string_view meaning);
  // By the type of the value, not of its struct: most are compiled once, in params.cpp.
  void add_value(ParamInfo info, bool& value, bool standard);
  void add_value(ParamInfo info, std::string& value, const std::string& standard);
  void add_sum(ParamInfo info, std::uint32_t& bits, std::uint32_t standard);
  template <ParamNumber T>
  void add_number(ParamInfo info, T& value, T low, T high, T standard);
  template <class E>
  void add_enum(ParamInfo info, E& value, E standard);
  void add_choice(ParamInfo info, std::function<void(std::size_t)> set, std::function<std::size_t()> get,
                  std::size_t standard);

  std::vector<Item> items_;
};

extern template void Params::add_number(ParamInfo, int&, int, int, int);
extern template void Params::add_number(ParamInfo, std::int64_t&, std::int64_t, std::int64_t, std::int64_t);
extern template void Params::add_number(ParamInfo, double&, double, double, double);

template <class E>
void Params::add_enum(ParamInfo info, E& value, E standard) {
  info.kind = ParamKind::choice;
  for (const std::string_view name : names(E{})) info.choices.emplace_back(name);
  add_choice(
      std::move(info), [&value](std::size_t i) { value = static_cast<E>(i); },
      [&value] { return static_cast<std::size_t>(value); }, static_cast<std::size_t>(standard));
}

template <class P, class Base, class T>
void Params::add(P& object, const P& defaults, const Field<Base, T>& f) {
  T& value = object.*f.member;
  const T& standard = defaults.*f.member;
  ParamInfo info = named(f.name, f.meaning);
  if constexpr (std::is_enum_v<T>) {
    add_enum(std::move(info), value, standard);
  } else if constexpr (ChoosesSeveral<T>) {
    info.choices.emplace_back(T::none);
    for (const std::string_view name : T::names()) info.choices.emplace_back(name);
    add_sum(std::move(info), value.bits, standard.bits);
  } else if constexpr (std::same_as<T, bool> || std::same_as<T, std::string>) {
    add_value(std::move(info), value, standard);
  } else {
    add_number(std::move(info), value, f.low, f.high, standard);
  }
}

/// What a user typed for a player or a game: `name:key=value,key=value`.
struct Spec {
  std::string name;
  std::vector<std::pair<std::string, std::string>> values;

  /// As it would be typed: the reverse of parse_spec.
  std::string text() const;
};

/// The text of a spec whose values are a text already, such as that of Params: "havannah" and "size=6,swap=false".
std::string spec_text(std::string_view name, std::string_view values);

/// Throws UsageError when the text is not of that form or names a key twice.
Spec parse_spec(std::string_view text);

/// Gives the spec a value that was written elsewhere, at `place`; throws UsageError where the spec has another one.
void add_value(Spec& spec, std::string_view key, std::string_view value, std::string_view place);

/// Writes the values of `spec` into `params`; errors name `place`.
void apply(const Spec& spec, std::string_view place, Params& params);

}  // namespace banyan
