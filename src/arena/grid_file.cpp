// SPDX-License-Identifier: MIT
#include "arena/grid_file.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"

namespace banyan {
namespace {

constexpr int deepest_template = 8;             // templates that name each other in a circle would never end
constexpr std::size_t most_fillings = 1'000;    // of one template: eight deep, they may double every time
constexpr std::size_t longest_filled = 10'000;  // letters
constexpr std::size_t most_cells = 10'000;

std::optional<std::string> scalar_text(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto number = node.value_exact<std::int64_t>()) return fmt::format("{}", *number);
  if (const auto number = node.value_exact<double>()) return fmt::format("{}", *number);
  if (const auto truth = node.value_exact<bool>()) return *truth ? "true" : "false";
  return std::nullopt;
}

/// What a variable runs through: one value, or a list.
std::vector<std::string> axis_values(const Section& section, const std::string& key, const toml::node& node) {
  constexpr std::string_view expected = "text, a number or a boolean, or a list of these";
  std::vector<std::string> values;
  if (const toml::array* list = node.as_array()) {
    for (const toml::node& element : *list) {
      const auto value = scalar_text(element);
      if (!value) section.fail(key, expected);
      values.push_back(*value);
    }
  } else if (const auto value = scalar_text(node)) {
    values.push_back(*value);
  }
  if (values.empty()) section.fail(key, expected);
  return values;
}

}  // namespace

void Section::fail(std::string_view key, std::string_view expected) const {
  if (!table_.contains(key)) throw UsageError(fmt::format("{}: '{}' is missing, expected {}", place_, key, expected));
  throw UsageError(fmt::format("{}, '{}': expected {}", place_, key, expected));
}

std::string Section::title() {
  std::string found = text("title").value_or("");
  if (found.empty()) fail("title", "a text");
  return found;
}

std::optional<std::uint64_t> Section::count(std::string_view key, std::uint64_t low, std::uint64_t high) {
  const std::string expected = fmt::format("a whole number in {}..{}", low, high);
  const auto value = get<std::int64_t>(key, expected);
  if (!value) return std::nullopt;
  if (*value < 0 || static_cast<std::uint64_t>(*value) < low || static_cast<std::uint64_t>(*value) > high) {
    fail(key, expected);
  }
  return static_cast<std::uint64_t>(*value);
}

const toml::node* Section::take(std::string_view key) {
  taken_.emplace(key);
  return table_.get(key);
}

void Section::for_each_table(std::string_view key, const std::function<void(Section)>& read) {
  const std::string expected = fmt::format("one or more [[{}]]", key);
  const toml::node* node = take(key);
  const toml::array* tables = node == nullptr ? nullptr : node->as_array();
  if (tables == nullptr || tables->empty()) fail(key, expected);
  std::size_t number = 0;
  for (const toml::node& table : *tables) {
    if (!table.is_table()) fail(key, expected);
    read(Section(*table.as_table(), fmt::format("[[{}]] {}", key, ++number)));
  }
}

std::vector<std::string> Section::others() const {
  std::vector<std::pair<toml::source_position, std::string>> keys;
  for (const auto& [key, value] : table_) {
    if (!taken_.contains(std::string(key.str()))) keys.emplace_back(key.source().begin, key.str());
  }
  std::sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (auto& [position, name] : keys) names.push_back(std::move(name));
  return names;
}

void Section::expect_no_others() const {
  for (const std::string& key : others()) {
    throw UsageError(fmt::format("{} has an unknown key '{}'{}", place_, key, meant(key)));
  }
}

std::string Section::meant(std::string_view key) const { return did_you_mean(key, {taken_.begin(), taken_.end()}); }

std::size_t read_panel(Section& section, std::vector<Panel>& panels) {
  Panel panel{.title = section.title(), .text = section.text("text").value_or("")};
  panel.x = section.text("x").value_or("");
  panel.x_label = section.text("x_label").value_or(panel.x);
  panel.has_log_axis = section.get<bool>("log", "true or false").value_or(false);
  const auto same = std::find_if(panels.begin(), panels.end(), [&](const Panel& p) { return p.title == panel.title; });
  if (same == panels.end()) {
    panels.push_back(std::move(panel));
    return panels.size() - 1;
  }
  if (!panel.text.empty() || !panel.x.empty() || panel.has_log_axis) {
    section.fail("title", "another title, or text, x and log with the first of this title alone");
  }
  return static_cast<std::size_t>(same - panels.begin());
}

std::vector<Values> span_grid(const Section& section, std::size_t cells_before) {
  std::vector<std::pair<std::string, std::vector<std::string>>> axes;
  std::size_t count = 1;
  for (const std::string& key : section.others()) {
    axes.emplace_back(key, axis_values(section, key, section.at(key)));
    count *= axes.back().second.size();
    if (cells_before + count > most_cells) {
      throw UsageError(fmt::format("{}: there are more than {} cells", section.place(), most_cells));
    }
  }
  std::vector<Values> cells;
  for (std::size_t index = 0; index < count; ++index) {
    Values& variables = cells.emplace_back();
    std::size_t rest = index, block = count;
    for (const auto& [key, values] : axes) {
      block /= values.size();
      variables.emplace_back(key, values[rest / block]);
      rest %= block;
    }
  }
  return cells;
}

std::vector<double> read_published(Section& section, std::string_view what, double most) {
  const std::string expected = fmt::format("a list of {}, nan where none is known", what);
  const toml::node* node = section.take("paper");
  std::vector<double> values;
  if (node == nullptr) return values;
  if (!node->is_array()) section.fail("paper", expected);
  for (const toml::node& element : *node->as_array()) {
    const auto value = element.value<double>();
    if (!value || *value < 0 || *value > most) section.fail("paper", expected);
    values.push_back(*value);
  }
  return values;
}

void check_published(const Section& section, const std::vector<double>& values, std::size_t cells) {
  if (values.empty() || values.size() == cells) return;
  section.fail("paper", fmt::format("a value for each of the {} cells, not {} of them", cells, values.size()));
}

std::string Templates::player(const std::string& text, const Values& variables) {
  const std::string* named = find_value(players_, text);
  return fill(named != nullptr ? *named : text, variables);
}

std::string Templates::fill(const std::string& text, const Values& variables) {
  fillings_ = 0;
  return fill(text, variables, 0);
}

std::string Templates::fill(const std::string& text, const Values& variables, int depth) {
  if (depth > deepest_template) throw UsageError(fmt::format("{}: the template '{}' never ends", place_, text));
  std::string filled;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('{', at), text.size());
    filled += text.substr(at, open - at);
    if (open == text.size()) break;
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) throw UsageError(fmt::format("{}: '{}' has a {{ without }}", place_, text));
    filled += value(text.substr(open + 1, close - open - 1), variables, depth);
    at = close + 1;
    if (++fillings_ > most_fillings || filled.size() > longest_filled) {
      throw UsageError(fmt::format("{}: a template grows beyond {} letters", place_, longest_filled));
    }
  }
  return filled;
}

std::string Templates::value(const std::string& name, const Values& variables, int depth) {
  if (name == "seed") return "{seed}";  // of an external program: Match puts it in
  const std::string* found = find_value(variables, name);
  if (found != nullptr) {
    used_.insert(name);
  } else {
    found = find_value(players_, name);
  }
  if (found != nullptr) return fill(*found, variables, depth + 1);
  std::vector<std::string_view> known;
  for (const Values* values : {&variables, &players_}) {
    for (const auto& [key, unused] : *values) known.emplace_back(key);
  }
  throw UsageError(fmt::format("{}: nothing is called '{}'{}", place_, name, did_you_mean(name, known)));
}

}  // namespace banyan
