// SPDX-License-Identifier: MIT
#include "games/hive/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/text.h"

namespace banyan::hive {
namespace {

/// How a cell is named that lies in a direction of a piece: a sign before or after its name.
struct Side {
  char sign;
  bool is_after;
};
constexpr std::array<Side, directions> sides{
    {{'-', true}, {'\\', true}, {'/', false}, {'-', false}, {'\\', false}, {'/', true}}};
constexpr std::string_view signs = "-/\\";

constexpr std::array<std::string_view, 5> state_names{"NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"};

std::string reference_text(Piece piece, unsigned direction) {
  const auto [sign, is_after] = sides[direction];
  return is_after ? piece_name(piece) + sign : sign + piece_name(piece);
}

bool is_turn(std::string_view text) {
  constexpr std::size_t colour = 6;  // letters, as in "White["
  if (!text.starts_with("White[") && !text.starts_with("Black[")) return false;
  if (!text.ends_with(']')) return false;
  const auto number = to_integer(text.substr(colour, text.size() - colour - 1));
  return number && *number >= 1;
}

}  // namespace

std::string piece_name(Piece piece) {
  const auto kind = static_cast<std::size_t>(kind_of(piece));
  std::string name{owner_of(piece) == 0 ? 'w' : 'b', kind_letters[kind]};
  if (copies[kind] > 1) name += static_cast<char>('1' + number_within_side(piece) - first_of_kind[kind]);
  return name;
}

std::optional<Piece> parse_piece(std::string_view text) {
  for (Piece piece = 0; piece < piece_count; ++piece) {
    if (piece_name(piece) == text) return piece;
  }
  return std::nullopt;
}

std::string Hive::move_text(Move m) const {
  if (m == pass) return "pass";
  const auto piece = static_cast<Piece>(m.piece);
  std::string text = piece_name(piece);
  if (m.to >= cell_count) return text;
  if (board_.is_occupied(m.to)) return text + ' ' + piece_name(board_.top(m.to));
  for (unsigned d = 0; d < directions; ++d) {
    // Seen from the neighbour in direction d, the cell lies the other way. The piece itself will have gone.
    if ((board_.around(m.to) >> d & 1) == 0) continue;
    const Piece top = board_.top(neighbour(m.to, d));
    const Piece named = top == piece ? board_.below(top) : top;
    if (named != no_piece) return text + ' ' + reference_text(named, opposite(d));
  }
  return text;
}

std::optional<Move> Hive::parse_move(std::string_view text) const {
  const std::vector<std::string_view> parts = words(text);
  if (parts.size() == 1 && parts[0] == "pass") return pass;
  if (parts.empty() || parts.size() > 2) return std::nullopt;
  const std::optional<Piece> piece = parse_piece(parts[0]);
  if (!piece) return std::nullopt;
  if (parts.size() == 1) return Move{*piece, ply_ == 0 ? first_cell : without_reference};
  std::string_view name = parts[1];
  unsigned direction = directions;
  const bool is_before = signs.find(name.front()) != std::string_view::npos;
  const bool is_after = signs.find(name.back()) != std::string_view::npos;
  if (is_before || is_after) {
    const char sign = is_before ? name.front() : name.back();
    name = is_before ? name.substr(1) : name.substr(0, name.size() - 1);
    for (unsigned d = 0; d < directions; ++d) {
      if (sides[d].sign == sign && sides[d].is_after == !is_before) direction = d;
    }
  }
  const std::optional<Piece> reference = parse_piece(name);
  if (!reference) return std::nullopt;
  if (!board_.is_placed(*reference)) return Move{*piece, beside_unplaced};
  Cell to = board_.cell_of(*reference);
  if (direction < directions) {
    to = neighbour(to, direction);
    if (board_.is_occupied(to)) to = static_cast<Cell>(to | on_occupied);
  }
  return Move{*piece, to};
}

std::string game_type_text(Expansions expansions) {
  std::string text = "Base";
  for (const Kind kind : {Kind::mosquito, Kind::ladybug, Kind::pillbug}) {
    if (!expansions.has(kind)) continue;
    if (text.size() == 4) text += '+';
    text += kind_letters[static_cast<std::size_t>(kind)];
  }
  return text;
}

std::optional<Expansions> parse_game_type(std::string_view text) {
  constexpr std::string_view base = "Base";
  if (!text.starts_with(base)) return std::nullopt;
  text.remove_prefix(base.size());
  Expansions expansions;
  if (text.empty()) return expansions;
  if (text.front() != '+' || text.size() == 1) return std::nullopt;
  for (const char letter : text.substr(1)) {
    const auto found = std::string_view("MLP").find(letter);
    if (found == std::string_view::npos || (expansions.bits >> found & 1) != 0) return std::nullopt;
    expansions.bits |= 1u << found;
  }
  return expansions;
}

GameText parse_game_string(std::string_view text) {
  const std::vector<std::string_view> fields = split(text, ';');
  GameText game;
  const auto expansions = parse_game_type(fields[0]);
  if (!expansions) {
    throw UsageError(fmt::format("game string: '{}' is no type of game, as 'Base' or 'Base+MLP' is", fields[0]));
  }
  game.expansions = *expansions;
  if (fields.size() == 1) return game;
  if (std::find(state_names.begin(), state_names.end(), fields[1]) == state_names.end()) {
    throw UsageError(fmt::format("game string: '{}' is no state of a game, as 'InProgress' is", fields[1]));
  }
  if (fields.size() == 2) throw UsageError("game string: there is no turn, as 'White[1]' is");
  if (!is_turn(fields[2])) {
    throw UsageError(fmt::format("game string: '{}' is no turn, as 'White[1]' is", fields[2]));
  }
  for (std::size_t i = 3; i < fields.size(); ++i) {
    if (words(fields[i]).empty()) throw UsageError(fmt::format("game string: move {} is empty", i - 2));
    game.moves.emplace_back(fields[i]);
  }
  return game;
}

std::string game_string(const Hive& state, const std::optional<Rewards<Hive>>& result,
                        std::span<const std::string> moves) {
  std::size_t name = state.ply() == 0 ? 0 : 1;
  if (result) name = (*result)[0] == 0.5 ? 2 : (*result)[0] == 1 ? 3 : 4;
  std::string text = fmt::format("{};{};{}[{}]", game_type_text(state.expansions()), state_names[name],
                                 state.to_move() == 0 ? "White" : "Black", state.ply() / 2 + 1);
  for (const std::string& move : moves) text += ';' + move;
  return text;
}

}  // namespace banyan::hive
