// SPDX-License-Identifier: MIT
// What experiments and surveys have in common: cells that are told apart by the values of their variables, and panels
// that show some of them in one table and one plot.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace banyan {

/// The variables of a cell, as its file has them, in its order.
using Values = std::vector<std::pair<std::string, std::string>>;

/// The value of a variable, or nothing where there is none of this name.
const std::string* find_value(const Values& values, std::string_view name);
std::string value_of(const Values& values, std::string_view name);

/// "size=6, b=mast": those of these names that there are.
std::string label_of(const Values& values, const std::vector<std::string>& names);

/// The variables of some cells, split into those that differ between them and those that do not.
struct VariableNames {
  std::vector<std::string> varying{}, fixed{};
};
VariableNames variable_names(const std::vector<const Values*>& cells);

/// Cells that are shown together: those of all grids of the same title.
struct Panel {
  std::string title{}, text{};
  std::string x{};  // what is on the plot's axis: a variable, or what a search has spent; empty = no plot
  std::string x_label{};
  bool has_log_axis = false;
};

}  // namespace banyan
