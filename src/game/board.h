// SPDX-License-Identifier: MIT
// The board as data: what a position is to whoever draws it. A terminal draws text from it (board_view.h), a page draws
// pictures and takes clicks, and both know nothing of the game. It travels as JSON (engine/board_json.h).
//
// A game fills it in `BoardData board_data() const`, which GameState asks for:
//   cells   every place that a piece can stand on or a click can mean, each with a name of its own and its centre in
//           the plane: x grows to the right, y downwards, cells side by side are one unit apart. Squares stand at whole
//           numbers (square_at). Hexagons have a corner on top: the next in a row is at (x + 1, y), those below at
//           (x +- 1/2, y + hexagon_row) (hexagon_at). On any other board each cell has its outline. A board that grows
//           (an open plane) lists what is occupied and what can be reached now.
//   pieces  what stands on the cells; in a stack, pieces on one cell with heights 0, 1, 2, ..., the highest on top
//   zones   what is beside the board: hands, fields and decks of cards, health, score
//   labels  names of rows and columns, and whatever else is written beside the cells
//   marks   the winning shape, captured corners, which pieces act now. The last move is marked by the session, what is
//           suggested by whoever suggests it.
//   notes   lines of text below, for what cannot be drawn
//
// Whatever can be clicked or marked has a name: cells always, pieces and zones where a move or a mark means them. A
// name is used once in all three, and stays while the thing stays what it is, so that a page can follow a piece from
// one position to the next. Three in a row needs no more than this:
//
//   for (int i = 0; i < 9; ++i) {
//     board.cells.push_back({.name = name_of(i), .at = square_at(i % 3, i / 3)});
//     if (is_taken(i)) board.pieces.push_back({.cell = name_of(i), .owner = owner_of(i)});
//   }
//
// Moves are not the game's to list here: the session adds the legal ones. A move whose text is the name of a cell is a
// click on that cell, and any other a button. A game whose moves are several clicks (a piece, then where it goes) says
// which in `BoardMove board_move(Move m) const`, for every legal move; text and label may be left empty.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace banyan {

inline constexpr int nobody = -1;

/// How people call the players of a game: "White" and "Black" of two, else "player 1", "player 2", ...
inline std::string player_name(int player, int players) {
  if (players == 2) return player == 0 ? "White" : "Black";
  return "player " + std::to_string(player + 1);
}

/// How far the rows of hexagons are apart: half the square root of 3.
inline constexpr double hexagon_row = 0.86602540378443864676;

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};

constexpr Point square_at(int column, int row) { return {static_cast<double>(column), static_cast<double>(row)}; }
/// `x` counts cells from the left: whole numbers in one row, halves in the next.
constexpr Point hexagon_at(double x, int row) { return {x, row * hexagon_row}; }

enum class CellShape { square, hexagon, polygon };

struct BoardCell {
  std::string name;
  Point at;                         // the centre
  std::vector<Point> outline = {};  // of a polygon: its corners in the plane, in order
  /// Where a text has a polygon, in cells from the left and lines from the top, halves included: for boards whose rows
  /// are curved. Without it, polygons stand where there is room nearest to their place.
  std::optional<Point> text_at = {};
  bool operator==(const BoardCell&) const = default;
};

struct BoardPiece {
  std::string name = {};           // where it can be clicked or marked apart from its cell
  std::string cell = {};           // where it stands; empty in a zone
  int owner = nobody;              // 0 = the first player
  std::string kind = "stone";      // which picture: "stone", "card", "queen", "beetle", ...
  std::string text = {};           // what a terminal shows: short, the same width for all; empty = the owner's stone
  int height = 0;                  // in a stack
  std::optional<int> colour = {};  // of what belongs to nobody: one of eight, 0..7
  bool operator==(const BoardPiece&) const = default;
};

enum class ZoneKind { hand, field, deck, health, score };

struct BoardZone {
  std::string name = {};  // where it can be clicked or marked
  int owner = nobody;
  ZoneKind kind = ZoneKind::hand;
  std::string title = {};                // "hand", "health", "in the deck"
  std::optional<std::int64_t> number{};  // points, or how many pieces there are; a terminal shows it instead of pieces
  std::vector<BoardPiece> pieces = {};   // a deck's are in no order
  bool operator==(const BoardZone&) const = default;
};

/// The name of a row of cells belongs one and a half units before its first cell or beyond its last: a text writes the
/// one so that it ends there, the other so that it begins there. Where there is no cell beside them, as above the
/// board, labels that are too long for their place are written downwards.
struct BoardLabel {
  std::string text;
  Point at;
  bool operator==(const BoardLabel&) const = default;
};

/// In a text, brackets are around the last move and parentheses around a suggestion; what is pruned is an x, and before
/// what acts there is an arrow. A piece in a zone gets brackets only where it is all that the mark names: else the
/// words of the move tell more.
enum class MarkKind { last, suggested, pruned, winning, captured, acting };

struct BoardMark {
  MarkKind kind = MarkKind::last;
  std::vector<std::string> names = {};  // of cells, pieces and zones; those that are not there now are not shown
  int owner = nobody;                   // who captured it
  bool operator==(const BoardMark&) const = default;
};

/// How a legal move is made by clicking.
struct BoardMove {
  std::string text = {};                 // as Session::play takes it; the session fills it in
  std::string label = {};                // in words, for a button and for those who listen; empty = the text
  std::vector<std::string> clicks = {};  // names of cells, pieces and zones, in the order of clicking; none = a button
  std::vector<std::string> area = {};    // what else stands for the last click: the rest of a group
  bool operator==(const BoardMove&) const = default;
};

struct BoardData {
  CellShape shape = CellShape::square;
  std::vector<BoardCell> cells = {};
  std::vector<BoardPiece> pieces = {};
  std::vector<BoardZone> zones = {};
  std::vector<BoardLabel> labels = {};
  std::vector<BoardMark> marks = {};
  std::vector<std::string> notes = {};
  int turn = nobody;                      // whose zones are marked as having the turn
  std::vector<std::string> players = {};  // their names; the session fills them in where the game has none of its own
  int margin = 4;                         // of a text: how many columns there are left of the leftmost cell, for labels
  std::vector<BoardMove> moves = {};      // the session's
  bool operator==(const BoardData&) const = default;
};

}  // namespace banyan
