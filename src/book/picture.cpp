// SPDX-License-Identifier: MIT
#include "book/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>

#include "core/text.h"
#include "engine/catalogue.h"
#include "game/board.h"
#include "game/board_view.h"
#include "stats/wilson.h"

namespace banyan {
namespace {

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

/// Blue where the first player loses, white in the middle, red where it wins.
std::string colour_of(double rate) {
  const double far = std::min(1.0, 2 * std::abs(rate - 0.5));
  const int pale = static_cast<int>(std::lround(255 - 175 * far));
  return rate < 0.5 ? fmt::format("rgb({},{},255)", pale, pale) : fmt::format("rgb(255,{},{})", pale, pale);
}

std::vector<Point> outline_of(const BoardCell& cell, CellShape shape) {
  if (!cell.outline.empty()) return cell.outline;
  std::vector<Point> corners;
  const int count = shape == CellShape::hexagon ? 6 : 4;
  const double radius = shape == CellShape::hexagon ? 1 / std::sqrt(3.0) : std::sqrt(0.5);
  for (int i = 0; i < count; ++i) {
    const double angle = std::numbers::pi * (2.0 * i / count + (count == 6 ? 0.5 : 0.25));
    corners.push_back({cell.at.x + radius * std::cos(angle), cell.at.y + radius * std::sin(angle)});
  }
  return corners;
}

std::string interval_text(const BookRate& rate) {
  const auto games = static_cast<double>(rate.games);
  const auto [low, high] = wilson(rate.rate * games, games);
  return fmt::format("{:>7} [{:4.1f}, {:4.1f}] {:>7}", percent(rate.rate), 100 * low, 100 * high, rate.games);
}

}  // namespace

std::vector<MapCell> map_of(const Book& book, BookMap map) {
  std::vector<MapCell> cells;
  const auto session = new_session(without_swap(book.game()));
  for (const std::string& move : session->legal_moves()) {
    session->play(move);
    const BookEntry* const entry = book.find(*session);
    session->undo();
    MapCell cell{.cell = move};
    if (entry != nullptr && entry->rate.games > 0) {
      const double rate = entry->rate.rate;
      cell.rate = map == BookMap::swap ? std::min(rate, 1 - rate) : rate;
    }
    cells.push_back(std::move(cell));
  }
  return cells;
}

std::string map_svg(const Book& book, BookMap map) {
  constexpr double unit = 44, margin = 30, heading = 24;
  const BoardData board = new_session(book.game())->board();
  std::map<std::string, std::optional<double>> rates;
  for (const MapCell& cell : map_of(book, map)) rates[cell.cell] = cell.rate;
  double left = 0, right = 0, top = 0, bottom = 0;
  for (const BoardCell& cell : board.cells) {
    for (const Point& corner : outline_of(cell, board.shape)) {
      left = std::min(left, corner.x);
      right = std::max(right, corner.x);
      top = std::min(top, corner.y);
      bottom = std::max(bottom, corner.y);
    }
  }
  const auto x = [&](double at) { return margin + unit * (at - left); };
  const auto y = [&](double at) { return margin + heading + unit * (at - top); };
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"sans-serif\" text-anchor=\"middle\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"{2:.1f}\" y=\"{3:.1f}\" font-size=\"15\">{4}: the first player's rate by first move, {5}</text>\n",
      x(right) + margin, y(bottom) + margin, (x(right) + margin) / 2, margin * 0.8, book.game().name,
      map == BookMap::swap ? "with the swap rule" : "without swap");
  for (const BoardCell& cell : board.cells) {
    std::string points;
    for (const Point& corner : outline_of(cell, board.shape)) {
      points += fmt::format("{:.1f},{:.1f} ", x(corner.x), y(corner.y));
    }
    const auto found = rates.find(cell.name);
    const bool is_known = found != rates.end() && found->second;
    svg += fmt::format("<polygon points=\"{}\" fill=\"{}\" stroke=\"#444\"/>\n", points,
                       is_known ? colour_of(*found->second) : "#eee");
    if (is_known) {
      svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"13\">{:.0f}</text>\n", x(cell.at.x),
                         y(cell.at.y) + 4, 100 * *found->second);
    }
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"7\" fill=\"#777\">{}</text>\n", x(cell.at.x),
                       y(cell.at.y) + 14, cell.name);
  }
  return svg + "</svg>\n";
}

std::string map_text(const Book& book, BookMap map) {
  BoardData board = new_session(book.game())->board();
  board.moves.clear();
  for (const MapCell& cell : map_of(book, map)) {
    if (!cell.rate) continue;
    board.pieces.push_back(
        {.cell = cell.cell, .kind = "rate", .text = fmt::format("{:2.0f}", std::min(99.0, 100 * *cell.rate))});
  }
  return plain_text(board);
}

std::string table_text(const Book& book) {
  struct Row {
    const BookEntry* entry;
    double worth;
  };
  const bool swaps = has_swap(book.game());
  std::vector<Row> rows;
  for (const BookEntry& entry : book.entries()) {
    if (entry.moves.size() != 1) continue;
    const double rate = entry.rate.rate;
    rows.push_back({.entry = &entry, .worth = swaps ? std::min(rate, 1 - rate) : rate});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.worth > b.worth; });
  std::string text = fmt::format("{:<8} {:<20} {:>7}  {}\n", "opening", "rate [95 %]", "games", "reply");
  for (const Row& row : rows) {
    const auto& replies = row.entry->replies;
    text += fmt::format("{:<8} {}  {}\n", row.entry->moves[0], interval_text(row.entry->rate),
                        join({replies.begin(), replies.end()}, ", else "));
  }
  return text;
}

std::string tree_text(const Book& book, std::size_t depth) {
  std::vector<const BookEntry*> entries;
  for (const BookEntry& entry : book.entries()) {
    if (entry.moves.size() <= depth) entries.push_back(&entry);
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const BookEntry* a, const BookEntry* b) { return a->moves < b->moves; });
  std::string text;
  for (const BookEntry* const entry : entries) {
    const std::string name = entry->moves.empty() ? "start" : entry->moves.back();
    const std::string indent(2 * entry->moves.size(), ' ');
    text += fmt::format(
        "{:<20} {}  {}\n", indent + name, interval_text(entry->rate),
        entry->replies.empty() ? "" : "-> " + join({entry->replies.begin(), entry->replies.end()}, ", else "));
  }
  return text;
}

}  // namespace banyan
