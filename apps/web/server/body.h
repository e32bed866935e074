// SPDX-License-Identifier: MIT
// What clients send as JSON, read strictly: every field has a type and a bound, and one that nobody knows is refused by
// name. Everything here throws Refusal.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace banyan::web {

using Json = nlohmann::ordered_json;

inline constexpr std::size_t most_body_bytes = 1 << 20;
inline constexpr std::size_t most_moves = 2000;  // of a game

/// An object. Throws where the text is none, is no UTF-8, or has objects with so many fields that reading them is work.
Json parse_body(std::string_view text);

class Fields {
 public:
  explicit Fields(const Json& object, std::string place = "");

  /// Null where it is not there; a field with null is not there.
  const Json* find(const std::string& name);
  const Json& need(const std::string& name);

  std::string text(const std::string& name, std::size_t longest = 1000);
  std::optional<std::string> text_if(const std::string& name, std::size_t longest = 1000);
  std::int64_t integer(const std::string& name, std::int64_t low, std::int64_t high);
  std::optional<std::int64_t> integer_if(const std::string& name, std::int64_t low, std::int64_t high);
  std::optional<double> number_if(const std::string& name, double low, double high);
  bool boolean(const std::string& name);
  std::optional<bool> boolean_if(const std::string& name);
  std::vector<std::string> texts(const std::string& name, std::size_t most, std::size_t longest = 100);
  std::optional<std::vector<std::string>> texts_if(const std::string& name, std::size_t most,
                                                   std::size_t longest = 100);

  /// Throws when there are fields that nobody has asked for.
  void done() const;
  /// How errors name a field.
  std::string path(const std::string& name) const { return place_.empty() ? name : place_ + '.' + name; }

 private:
  const Json& object_;
  std::string place_;
  std::set<std::string> known_;
};

}  // namespace banyan::web
