// SPDX-License-Identifier: MIT
// Reads the TOML files of experiments and surveys: tables whose keys are asked for one by one, grids that are spanned
// by lists, templates in which variables are filled in. docs/experiments.md describes the files. What is wrong with a
// file is told by a UsageError that says where.
#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "arena/panel.h"
#include "core/error.h"

namespace banyan {

/// A table of the file; keys that nobody has asked for are variables, or errors.
class Section {
 public:
  Section(const toml::table& table, std::string place) : table_(table), place_(std::move(place)) {}

  [[noreturn]] void fail(std::string_view key, std::string_view expected) const;

  template <class T>
  std::optional<T> get(std::string_view key, std::string_view expected) {
    const toml::node* node = take(key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->value_exact<T>();
    if (!value) fail(key, expected);
    return *value;
  }
  std::optional<std::string> text(std::string_view key) { return get<std::string>(key, "text"); }
  std::string title();
  std::optional<std::uint64_t> count(std::string_view key, std::uint64_t low, std::uint64_t high);
  const toml::node* take(std::string_view key);
  const toml::node& at(std::string_view key) const { return *table_.get(key); }
  /// Calls `read` with each table of a list such as [[grid]], of which there must be one.
  void for_each_table(std::string_view key, const std::function<void(Section)>& read);

  /// The keys that nobody has asked for, in the order of the file.
  std::vector<std::string> others() const;
  void expect_no_others() const;
  /// The names that were asked for: those that a user may have meant.
  std::string meant(std::string_view key) const;
  const std::string& place() const { return place_; }

 private:
  const toml::table& table_;
  std::string place_;
  std::set<std::string> taken_;
};

/// Reads the panel that a grid belongs to, by its title, and returns its place among `panels`. What it looks like is
/// said by the first grid of the title.
std::size_t read_panel(Section& section, std::vector<Panel>& panels);

/// All keys that are left are variables; those with a list span a grid, in which the first varies slowest. Returns the
/// values of the variables in every cell. A file has so many cells and no more, those of earlier grids included.
std::vector<Values> span_grid(const Section& section, std::size_t cells_before);

/// What was published, by cell, which are `what`, at most `most`; NaN where there is nothing.
std::vector<double> read_published(Section& section, std::string_view what, double most);
void check_published(const Section& section, const std::vector<double>& values, std::size_t cells);

/// Fills templates in: {name} is a variable of the cell, or else a player of the file.
class Templates {
 public:
  Templates(const Values& players, std::string place) : players_(players), place_(std::move(place)) {}

  /// `text` is the name of a player, or a template.
  std::string player(const std::string& text, const Values& variables);
  std::string fill(const std::string& text, const Values& variables);
  bool has_used(const std::string& variable) const { return used_.contains(variable); }

 private:
  std::string fill(const std::string& text, const Values& variables, int depth);
  std::string value(const std::string& name, const Values& variables, int depth);

  const Values& players_;
  std::string place_;
  std::set<std::string> used_;
  std::size_t fillings_ = 0;
};

template <class Read>
auto parse_toml(std::string_view text, const Read& read) {
  try {
    return read(toml::parse(text));
  } catch (const toml::parse_error& error) {
    throw UsageError(fmt::format("line {}: {}", error.source().begin.line, error.description()));
  }
}

}  // namespace banyan
