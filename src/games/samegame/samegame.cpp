// SPDX-License-Identifier: MIT
#include "games/samegame/samegame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/text.h"

namespace banyan::samegame {
namespace {

std::array<int, max_colours> count_colours(const Board& board) {
  std::array<int, max_colours> counts{};
  for (const std::uint8_t colour : board.cells) {
    if (colour != no_stone) ++counts[colour];
  }
  return counts;
}

int squares(const Board& board) {
  int sum = 0;
  for (const int n : count_colours(board)) sum += n > 0 ? (n - 2) * (n - 2) : 0;
  return sum;
}

char column_letter(int column) { return static_cast<char>('a' + column); }

}  // namespace

Board board_of(const Options& options) {
  if (!options.cells.empty()) return parse_board(options.cells);
  if (options.board > 0) return standard_board(options.board);
  return random_board(options.width, options.height, options.colours, static_cast<std::uint64_t>(options.deal));
}

ScoreRange score_range(const Board& board, bool penalty) {
  return {.lowest = penalty ? -squares(board) : 0, .highest = squares(board) + clear_bonus};
}

std::string move_text(Move m) { return fmt::format("{}{}", column_letter(m.column), m.row); }

std::optional<Move> parse_click(std::string_view text) {
  if (text.size() < 2 || text.size() > 3 || text[0] < 'a' || text[0] >= 'a' + max_side) return std::nullopt;
  const auto row = to_integer(text.substr(1));
  if (!row || *row < 0 || *row >= max_side || (text[1] == '0' && text.size() > 2)) return std::nullopt;
  return Move{static_cast<std::uint8_t>(text[0] - 'a'), static_cast<std::uint8_t>(*row)};
}

BoardData board_data(const Board& now) {
  BoardData board;
  for (int row = 0; row < now.height; ++row) {
    board.labels.push_back({.text = fmt::format("{}", row), .at = {-1.5, square_at(0, row).y}});
    for (int column = 0; column < now.width; ++column) {
      const std::string name = move_text({static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
      board.cells.push_back({.name = name, .at = square_at(column, row)});
      const std::uint8_t colour = now.at(column, row);
      if (colour == no_stone) continue;
      board.pieces.push_back({.cell = name, .text = fmt::format("{}", colour), .colour = colour});
    }
  }
  for (int column = 0; column < now.width; ++column) {
    board.labels.push_back({.text = std::string(1, column_letter(column)), .at = square_at(column, now.height)});
  }
  return board;
}

template <int Capacity>
SameGame<Capacity>::SameGame(const Options& options, const Kernel<Capacity>& kernel) : p_(), kernel_(&kernel) {
  const Board board = board_of(options);
  if (board.width > Capacity || board.height > Capacity) {
    throw UsageError(
        fmt::format("a board of {}x{} does not fit into {}x{}", board.width, board.height, Capacity, Capacity));
  }
  width_ = static_cast<std::uint8_t>(board.width);
  height_ = static_cast<std::uint8_t>(board.height);
  penalty_ = options.penalty;
  range_ = score_range(board, penalty_);
  p_.coding = options.codes;
  for (int column = 0; column < board.width; ++column) {
    for (int row = 0; row < board.height; ++row) {
      const int position = Set::position(column, board.height - 1 - row);
      const unsigned colour = board.at(column, row);
      p_.occupied.add(position);
      for (unsigned plane = 0; plane < 3; ++plane) {
        if ((colour >> plane & 1) != 0) p_.planes[plane].add(position);
      }
    }
  }
  if (options.tabu) {
    const auto counts = count_colours(board);
    const auto* const most = std::max_element(counts.begin(), counts.end());
    p_.tabu = static_cast<std::uint8_t>(most - counts.begin());
    p_.tabu_left = *most;
  }
  kernel_->begin(p_);
}

template <int Capacity>
Board SameGame<Capacity>::board() const {
  Board board{.width = width_, .height = height_, .cells = {}};
  for (int row = 0; row < height_; ++row) {
    for (int column = 0; column < width_; ++column) {
      const int position = Set::position(column, height_ - 1 - row);
      const int colour = (p_.planes[0].has(position) ? 1 : 0) + (p_.planes[1].has(position) ? 2 : 0) +
                         (p_.planes[2].has(position) ? 4 : 0);
      board.cells.push_back(p_.occupied.has(position) ? static_cast<std::uint8_t>(colour) : no_stone);
    }
  }
  return board;
}

template <int Capacity>
std::vector<std::uint8_t> SameGame<Capacity>::other_colours() const {
  std::vector<std::uint8_t> others;
  if (p_.tabu == Position<Capacity>::no_colour) return others;
  const auto counts = count_colours(board());
  for (std::uint8_t colour = 0; colour < max_colours; ++colour) {
    if (colour != p_.tabu && counts[colour] > 0) others.push_back(colour);
  }
  std::stable_sort(others.begin(), others.end(), [&](std::uint8_t a, std::uint8_t b) { return counts[a] > counts[b]; });
  return others;
}

template <int Capacity>
SameGame<Capacity> SameGame<Capacity>::with_playouts(int kind) const {
  SameGame other = *this;
  if (kind == 0) return other;
  other.p_.tabu = other_colours()[static_cast<std::size_t>(kind) - 1];
  other.p_.tabu_left = count_colours(board())[other.p_.tabu];
  kernel_->begin(other.p_);
  return other;
}

template <int Capacity>
int SameGame<Capacity>::leftover() const {
  return squares(board());
}

template <int Capacity>
std::uint64_t SameGame<Capacity>::hash() const {
  std::uint64_t hash = static_cast<std::uint64_t>(p_.points);
  for (const auto& plane : p_.planes) {
    for (const std::uint64_t word : plane.words) hash = mix64(hash ^ word);
  }
  for (const std::uint64_t word : p_.occupied.words) hash = mix64(hash ^ word);
  return hash;
}

template <int Capacity>
std::optional<Move> SameGame<Capacity>::parse_move(std::string_view text) const {
  const auto clicked = parse_click(text);
  if (!clicked || clicked->column >= width_ || clicked->row >= height_) return std::nullopt;
  const int pocket = pocket_of(*clicked);
  return pocket >= 0 ? click(pocket) : *clicked;
}

template <int Capacity>
BoardMove SameGame<Capacity>::board_move(Move m) const {
  const auto pocket = static_cast<unsigned>(pocket_of(m));
  BoardMove move{.clicks = {samegame::move_text(m)}};
  for (std::uint8_t column = 0; column < width_; ++column) {
    for (std::uint8_t row = 0; row < height_; ++row) {
      const Move other{column, row};
      if (other != m && p_.groups[pocket].has(position_of(other))) move.area.push_back(samegame::move_text(other));
    }
  }
  const std::size_t size = move.area.size() + 1;
  move.label = fmt::format("{}: {} stones, {} points", samegame::move_text(m), size, (size - 2) * (size - 2));
  return move;
}

template <int Capacity>
std::string SameGame<Capacity>::refusal(Move m) const {
  if (m.column >= width_ || m.row >= height_) return "the cell is not on the board";
  return p_.occupied.has(position_of(m)) ? "no neighbour of the cell has its colour" : "the cell is empty";
}

template class SameGame<16>;
template class SameGame<20>;

}  // namespace banyan::samegame
