// SPDX-License-Identifier: MIT
#include "game/board_view.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace banyan {
namespace {

std::vector<std::string> characters(std::string_view text) {
  std::vector<std::string> all;
  for (const char byte : text) {
    const bool continues = (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
    if (!continues || all.empty()) all.emplace_back();
    all.back() += byte;
  }
  return all;
}

int width_of(std::string_view text) { return static_cast<int>(characters(text).size()); }

Ink ink_of(int owner) {
  constexpr std::array<Ink, 3> inks{Ink::first_player, Ink::second_player, Ink::third_player};
  return owner >= 0 && owner < 3 ? inks[static_cast<std::size_t>(owner)] : Ink::plain;
}

Ink ink_of(const BoardPiece& piece) {
  if (piece.owner == nobody && piece.colour && *piece.colour >= 0 && *piece.colour < 8) {
    return static_cast<Ink>(static_cast<int>(Ink::stone_0) + *piece.colour);
  }
  return ink_of(piece.owner);
}

std::string text_of(const BoardPiece& piece) {
  if (!piece.text.empty()) return piece.text;
  if (piece.owner == 0) return sign::first;
  return piece.owner == 1 ? sign::second : std::to_string(piece.owner + 1);
}

/// Characters in lines and columns; what is outside of it grows it.
class Canvas {
 public:
  /// What stands at a place as one thing, which marks can be put around.
  struct Thing {
    int line, column, width;
    bool is_last, is_suggested;
  };

  void write(int line, int column, std::string_view text, Ink ink, const std::string& name = {}) {
    for (std::string& character : characters(text)) at(line, column++) = {std::move(character), ink, name};
  }
  void add_blank_line() { lines_.emplace_back(); }

  /// The blanks beside a thing hold its marks, so that the board keeps its shape. Between two things that are marked,
  /// what opens says more; on one that is both, the suggestion does. From left to right.
  void mark(const std::vector<Thing>& things) {
    for (const Thing& thing : things) {
      if (!thing.is_last && !thing.is_suggested) continue;
      const Ink ink = thing.is_suggested ? Ink::suggestion : Ink::mark;
      write(thing.line, thing.column - 1, thing.is_suggested ? "(" : "[", ink);
      write(thing.line, thing.column + thing.width, thing.is_suggested ? ")" : "]", ink);
    }
  }

  int lines() const { return static_cast<int>(lines_.size()); }
  BoardView take() { return std::move(lines_); }

 private:
  Span& at(int line, int column) {
    if (line >= lines()) lines_.resize(static_cast<std::size_t>(line) + 1);
    BoardLine& row = lines_[static_cast<std::size_t>(line)];
    if (column >= static_cast<int>(row.size())) {
      row.resize(static_cast<std::size_t>(column) + 1, Span{" ", Ink::plain, ""});
    }
    return row[static_cast<std::size_t>(column)];
  }

  BoardView lines_;  // a span for each character
};

/// Which names the marks of a board name.
class Marked {
 public:
  explicit Marked(const BoardData& board) {
    for (const BoardMark& mark : board.marks) {
      for (const std::string& name : mark.names) {
        names_[mark.kind].insert(name);
        if (mark.names.size() == 1) alone_[mark.kind].insert(name);
      }
    }
  }
  bool has(MarkKind kind, const std::string& name) const { return has(names_, kind, name); }
  /// The mark names nothing else.
  bool has_alone(MarkKind kind, const std::string& name) const { return has(alone_, kind, name); }

 private:
  using Names = std::map<MarkKind, std::set<std::string>>;
  static bool has(const Names& names, MarkKind kind, const std::string& name) {
    const auto found = names.find(kind);
    return !name.empty() && found != names.end() && found->second.contains(name);
  }
  Names names_, alone_;
};

// ---- The grid ----

class Grid {
 public:
  Grid(const BoardData& board, const Marked& marked) : board_(board), marked_(marked) {
    for (const BoardPiece& piece : board.pieces) stacks_[piece.cell].push_back(&piece);
    for (auto& [cell, stack] : stacks_) {
      std::stable_sort(stack.begin(), stack.end(),
                       [](const BoardPiece* a, const BoardPiece* b) { return a->height > b->height; });
    }
    if (board.cells.empty()) left_ = 0;
    for (const BoardCell& cell : board.cells) {
      if (const BoardPiece* top = top_of(cell.name)) width_ = std::max(width_, width_of(text_of(*top)));
      left_ = std::min(left_, place_of(cell).x);
    }
    pitch_ = width_ + 1;
    if (board.shape != CellShape::square && pitch_ % 2 != 0) ++pitch_;  // the next row stands half a cell apart
    if (board.shape == CellShape::hexagon) scale_.y = 1 / hexagon_row;
    if (board.shape == CellShape::polygon) stretch();
    sort_into_rows();
  }

  void draw_on(Canvas& canvas) const {
    if (rows_.empty()) return;
    // Long labels may reach further to the left than the margin does.
    int margin = std::max(board_.margin, 1);  // a mark needs a column
    for (const auto& [line, row] : rows_) {
      for (const BoardLabel* label : row.labels) margin = std::max(margin, -begin_of(*label, row));
    }
    int line = rows_.begin()->first;
    for (const auto& [next, row] : rows_) {
      for (; line < next; ++line) canvas.add_blank_line();
      write_row(canvas, margin, row);
      ++line;
    }
  }

  /// What lies under what is seen.
  void write_stacks(Canvas& canvas) const {
    for (const BoardCell& cell : board_.cells) {
      const auto found = stacks_.find(cell.name);
      if (found == stacks_.end() || found->second.size() < 2) continue;
      std::string text;
      for (const BoardPiece* piece : found->second) text += (text.empty() ? "  " : " on ") + text_of(*piece);
      canvas.write(canvas.lines(), 0, text, Ink::label);
    }
  }

 private:
  struct Row {
    std::vector<const BoardCell*> cells;
    std::vector<const BoardLabel*> labels;
  };

  const BoardPiece* top_of(const std::string& cell) const {
    const auto found = stacks_.find(cell);
    return found == stacks_.end() ? nullptr : found->second.front();
  }

  static Point place_of(const BoardCell& cell) { return cell.text_at.value_or(cell.at); }
  int line_of(Point at) const { return static_cast<int>(std::lround(at.y * scale_.y)); }
  /// Counted from the leftmost cell.
  int column_of(Point at) const { return static_cast<int>(std::lround((at.x - left_) * scale_.x * pitch_)); }

  void sort_into_rows() {
    rows_.clear();
    for (const BoardCell& cell : board_.cells) rows_[line_of(place_of(cell))].cells.push_back(&cell);
    for (const BoardLabel& label : board_.labels) rows_[line_of(label.at)].labels.push_back(&label);
    for (auto& [line, row] : rows_) {
      std::stable_sort(row.cells.begin(), row.cells.end(),
                       [](const BoardCell* a, const BoardCell* b) { return place_of(*a).x < place_of(*b).x; });
    }
  }

  /// Until no two cells of a line touch.
  void stretch() {
    constexpr double most = 8;
    constexpr double step = 0.125;
    for (sort_into_rows(); has_touching_cells() && scale_.x < most; sort_into_rows()) scale_.x = scale_.y += step;
  }
  bool has_touching_cells() const {
    return std::any_of(rows_.begin(), rows_.end(), [&](const auto& numbered) {
      const auto& cells = numbered.second.cells;
      return std::adjacent_find(cells.begin(), cells.end(), [&](const BoardCell* a, const BoardCell* b) {
               return column_of(place_of(*b)) - column_of(place_of(*a)) < pitch_;
             }) != cells.end();
    });
  }

  /// The column of a label's first character, counted from the leftmost cell.
  int begin_of(const BoardLabel& label, const Row& row) const {
    const bool is_before = !row.cells.empty() && label.at.x < place_of(*row.cells.front()).x;
    return is_before ? column_of(label.at) - width_of(label.text) + 1 : column_of(label.at);
  }

  void write_row(Canvas& canvas, int margin, const Row& row) const {
    int longest = 0;
    for (const BoardLabel* label : row.labels) longest = std::max(longest, width_of(label->text));
    const bool is_upright = row.cells.empty() && row.labels.size() > 1 && longest >= pitch_;
    const int line = canvas.lines() + (is_upright ? longest - 1 : 0);
    canvas.write(line, 0, " ", Ink::plain);
    for (const BoardLabel* label : row.labels) {
      const int begin = margin + begin_of(*label, row);
      if (is_upright) {
        int at = line - width_of(label->text);
        for (const std::string& character : characters(label->text)) canvas.write(++at, begin, character, Ink::label);
      } else {
        canvas.write(line, begin, label->text, Ink::label);
      }
    }
    std::vector<Canvas::Thing> things;
    for (const BoardCell* cell : row.cells) things.push_back(write_cell(canvas, line, margin, *cell));
    canvas.mark(things);
  }

  Canvas::Thing write_cell(Canvas& canvas, int line, int margin, const BoardCell& cell) const {
    const BoardPiece* piece = top_of(cell.name);
    const auto is_marked = [&](MarkKind kind) {
      return marked_.has(kind, cell.name) || (piece != nullptr && marked_.has(kind, piece->name));
    };
    std::string text = piece == nullptr ? sign::empty : text_of(*piece);
    if (is_marked(MarkKind::pruned)) text = "x";
    const int column = margin + column_of(place_of(cell)) + (width_ - width_of(text)) / 2;
    canvas.write(line, column, text, piece == nullptr ? Ink::empty : ink_of(*piece), cell.name);
    if (is_marked(MarkKind::acting)) canvas.write(line, column - 1, ">", Ink::plain);
    if (piece != nullptr && piece->height > 0) canvas.write(line, column + width_of(text), "+", Ink::label);
    return {line, column, width_of(text), is_marked(MarkKind::last), is_marked(MarkKind::suggested)};
  }

  const BoardData& board_;
  const Marked& marked_;
  std::map<std::string, std::vector<const BoardPiece*>> stacks_;  // by cell, the highest first
  std::map<int, Row> rows_;                                       // by line
  double left_ = HUGE_VAL;                                        // of all cells
  int width_ = 1;                                                 // columns of the widest piece
  int pitch_ = 2;                                                 // columns from one cell to the next
  Point scale_{1, 1};
};

// ---- Zones ----

std::string padded(std::string text, int width) {
  for (int i = width_of(text); i < width; ++i) text += ' ';
  return text;
}

std::string number_text(std::int64_t number, std::size_t width) {
  std::string text = std::to_string(number);
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

void write_list(Canvas& canvas, const BoardZone& zone, int title_width, const Marked& marked) {
  const int line = canvas.lines();
  const std::string title = "    " + padded(zone.title, title_width);
  canvas.write(line, 0, title, Ink::label);
  int column = width_of(title);
  std::vector<Canvas::Thing> things;
  for (const BoardPiece& piece : zone.pieces) {
    const std::string text = text_of(piece);
    canvas.write(line, column, marked.has(MarkKind::acting, piece.name) ? ">" : " ", Ink::plain);
    canvas.write(line, column + 1, text, zone.kind == ZoneKind::hand ? Ink::plain : ink_of(piece), piece.name);
    things.push_back({line, column + 1, width_of(text), marked.has_alone(MarkKind::last, piece.name),
                      marked.has_alone(MarkKind::suggested, piece.name)});
    column += width_of(text) + 2;
  }
  canvas.mark(things);
}

void write_zones(Canvas& canvas, const BoardData& board, const Marked& marked) {
  int name_width = 7;
  int title_width = 0;
  for (const std::string& name : board.players) name_width = std::max(name_width, width_of(name));
  for (const BoardZone& zone : board.zones) {
    if (!zone.number) title_width = std::max(title_width, width_of(zone.title) + 1);
  }
  const int players = static_cast<int>(board.players.size());
  // What belongs to nobody comes last.
  for (int seat = 0; seat <= players; ++seat) {
    const int owner = seat < players ? seat : nobody;
    const auto is_of_owner = [&](const BoardZone& zone) { return zone.owner == owner; };
    if (std::none_of(board.zones.begin(), board.zones.end(), is_of_owner)) continue;
    const int line = canvas.lines();
    canvas.write(line, 0, owner != nobody && owner == board.turn ? "> " : "  ", Ink::plain);
    const std::string name = owner == nobody ? "" : board.players[static_cast<std::size_t>(owner)];
    canvas.write(line, 2, padded(name, name_width), ink_of(owner));
    int column = 2 + name_width;
    std::size_t digits = 4;  // the first number stands nearer to the name than the others to each other
    for (const BoardZone& zone : board.zones) {
      if (!is_of_owner(zone) || !zone.number) continue;
      const std::string text = number_text(*zone.number, digits) + ' ' + zone.title;
      canvas.write(line, column, text, zone.kind == ZoneKind::deck ? Ink::label : ink_of(owner), zone.name);
      column += width_of(text);
      digits = 5;
    }
    for (const BoardZone& zone : board.zones) {
      if (is_of_owner(zone) && !zone.number) write_list(canvas, zone, title_width, marked);
    }
  }
}

/// Neighbours of the same kind become one span.
BoardView joined(BoardView characters) {
  BoardView view;
  for (BoardLine& line : characters) {
    BoardLine& spans = view.emplace_back();
    for (Span& next : line) {
      if (!spans.empty() && spans.back().ink == next.ink && spans.back().name == next.name) {
        spans.back().text += next.text;
      } else {
        spans.push_back(std::move(next));
      }
    }
  }
  return view;
}

}  // namespace

BoardView draw(const BoardData& board) {
  const Marked marked(board);
  Canvas canvas;
  const Grid grid(board, marked);
  grid.draw_on(canvas);
  if (!board.zones.empty()) {
    if (canvas.lines() > 0) canvas.add_blank_line();
    write_zones(canvas, board, marked);
  }
  grid.write_stacks(canvas);
  for (const std::string& note : board.notes) canvas.write(canvas.lines(), 0, "  " + note, Ink::label);
  return joined(canvas.take());
}

std::string to_ascii(std::string_view text) {
  std::string ascii;
  while (!text.empty()) {
    std::size_t length = 1;
    char shown = text[0];
    if ((static_cast<unsigned char>(text[0]) & 0x80) != 0) {
      shown = '?';
      while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) ++length;
      for (const auto& [known, twin] : sign::in_ascii) {
        if (text.substr(0, length) == known) shown = twin;
      }
    }
    ascii += shown;
    text.remove_prefix(length);
  }
  return ascii;
}

std::string plain_text(const BoardView& view) {
  std::string text;
  for (const BoardLine& line : view) {
    std::string row;
    for (const Span& span : line) row += span.text;
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  }
  return text;
}

}  // namespace banyan
