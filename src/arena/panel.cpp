// SPDX-License-Identifier: MIT
#include "arena/panel.h"

#include <fmt/format.h>

#include <algorithm>

namespace banyan {

const std::string* find_value(const Values& values, std::string_view name) {
  const auto found = std::find_if(values.begin(), values.end(), [&](const auto& value) { return value.first == name; });
  return found == values.end() ? nullptr : &found->second;
}

std::string value_of(const Values& values, std::string_view name) {
  const std::string* found = find_value(values, name);
  return found == nullptr ? "" : *found;
}

std::string label_of(const Values& values, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    const std::string value = value_of(values, name);
    if (!value.empty()) text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

VariableNames variable_names(const std::vector<const Values*>& cells) {
  std::vector<std::string> names;
  for (const Values* cell : cells) {
    for (const auto& [name, value] : *cell) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  VariableNames split;
  for (std::string& name : names) {
    const std::string first = value_of(*cells[0], name);
    const bool is_fixed =
        std::all_of(cells.begin(), cells.end(), [&](const Values* cell) { return value_of(*cell, name) == first; });
    (is_fixed ? split.fixed : split.varying).push_back(std::move(name));
  }
  return split;
}

}  // namespace banyan
