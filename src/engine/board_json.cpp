// SPDX-License-Identifier: MIT
#include "engine/board_json.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/error.h"
#include "core/text.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;

// The names of kinds, in the order of their enums.
constexpr std::array<std::string_view, 3> shape_words{"square", "hexagon", "polygon"};
constexpr std::array<std::string_view, 5> zone_words{"hand", "field", "deck", "health", "score"};
constexpr std::array<std::string_view, 6> mark_words{"last", "suggested", "pruned", "winning", "captured", "acting"};

// ---- Writing: what has its default is left out, but for lists of the board itself ----

template <class Kind, std::size_t N>
std::string_view word_of(Kind kind, const std::array<std::string_view, N>& words) {
  return words[static_cast<std::size_t>(kind)];
}

void add_text(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = text;
}
void add_list(Json& json, const char* key, const std::vector<std::string>& list) {
  if (!list.empty()) json[key] = list;
}
/// Players are counted from 1.
void add_owner(Json& json, int owner) {
  if (owner != nobody) json["owner"] = owner + 1;
}

Json written(const BoardZone& zone);

Json written(const BoardCell& cell) {
  Json json{{"name", cell.name}, {"x", cell.at.x}, {"y", cell.at.y}};
  for (const Point& corner : cell.outline) json["outline"].push_back({corner.x, corner.y});
  if (cell.text_at) json["text_at"] = {cell.text_at->x, cell.text_at->y};
  return json;
}

Json written(const BoardPiece& piece) {
  Json json = Json::object();
  add_text(json, "name", piece.name);
  add_text(json, "cell", piece.cell);
  add_owner(json, piece.owner);
  json["kind"] = piece.kind;
  add_text(json, "text", piece.text);
  if (piece.height != 0) json["height"] = piece.height;
  if (piece.colour) json["colour"] = *piece.colour;
  return json;
}

Json written(const BoardLabel& label) { return {{"text", label.text}, {"x", label.at.x}, {"y", label.at.y}}; }

Json written(const BoardMark& mark) {
  Json json{{"kind", word_of(mark.kind, mark_words)}, {"names", mark.names}};
  add_owner(json, mark.owner);
  return json;
}

Json written(const BoardMove& move) {
  Json json{{"text", move.text}, {"label", move.label}, {"clicks", move.clicks}};
  add_list(json, "area", move.area);
  return json;
}

template <class Parts>
Json all_written(const Parts& parts) {
  Json list = Json::array();
  for (const auto& part : parts) list.push_back(written(part));
  return list;
}

Json written(const BoardZone& zone) {
  Json json = Json::object();
  add_text(json, "name", zone.name);
  add_owner(json, zone.owner);
  json["kind"] = word_of(zone.kind, zone_words);
  json["title"] = zone.title;
  if (zone.number) json["number"] = *zone.number;
  if (!zone.pieces.empty()) json["pieces"] = all_written(zone.pieces);
  return json;
}

// ---- Reading ----

// No board is larger than this many cells wide, and a text of it must not take all memory.
constexpr double farthest = 1000;
constexpr std::int64_t most_players = 100;

/// An object of the board, with its place for whoever wrote it.
class Reader {
 public:
  Reader(const Json& json, std::string place) : json_(json), place_(std::move(place)) {
    if (!json.is_object()) refuse("an object");
  }

  bool has(const char* key) const { return json_.contains(key); }

  std::string text(const char* key, std::string otherwise = {}) const {
    if (!has(key)) return otherwise;
    if (!json_[key].is_string()) refuse("a text", key);
    return json_[key].get<std::string>();
  }
  std::int64_t whole(const char* key, std::int64_t low, std::int64_t high) const {
    if (!has(key)) refuse(fmt::format("a whole number in {}..{}", low, high), key);
    const Json& value = json_[key];
    const bool fits = value.is_number_integer() &&
                      (!value.is_number_unsigned() || value.get<std::uint64_t>() < 1ull << 62) &&
                      value.get<std::int64_t>() >= low && value.get<std::int64_t>() <= high;
    if (!fits) refuse(fmt::format("a whole number in {}..{}", low, high), key);
    return value.get<std::int64_t>();
  }
  int player(const char* key) const { return has(key) ? static_cast<int>(whole(key, 1, most_players)) - 1 : nobody; }
  double coordinate(const char* key) const {
    if (!has(key)) refuse("a number", key);
    return coordinate(json_[key], key);
  }
  Point at() const { return {coordinate("x"), coordinate("y")}; }
  std::vector<Point> outline(const char* key) const {
    std::vector<Point> corners;
    for (const Json& corner : list(key)) corners.push_back(point(corner, key));
    return corners;
  }
  Point point(const char* key) const { return point(json_[key], key); }
  std::vector<std::string> texts(const char* key) const {
    std::vector<std::string> all;
    for (const Json& each : list(key)) {
      if (!each.is_string()) refuse("a list of texts", key);
      all.push_back(each.get<std::string>());
    }
    return all;
  }
  template <class Kind, std::size_t N>
  Kind kind(const char* key, const std::array<std::string_view, N>& words) const {
    const std::string word = text(key);
    for (std::size_t i = 0; i < N; ++i) {
      if (words[i] == word) return static_cast<Kind>(i);
    }
    refuse("one of " + join({words.begin(), words.end()}, ", "), key);
  }
  template <class Part>
  std::vector<Part> parts(const char* key, Part (*read)(const Reader&)) const {
    std::vector<Part> all;
    for (const Json& each : list(key)) all.push_back(read(Reader(each, fmt::format("{}[{}]", key, all.size()))));
    return all;
  }

 private:
  [[noreturn]] void refuse(std::string_view expected, std::string_view key = {}) const {
    throw UsageError(fmt::format("not a board: expected {} at {}{}{}", expected, place_, key.empty() ? "" : ".", key));
  }
  const Json& list(const char* key) const {
    static const Json none = Json::array();
    if (!has(key)) return none;
    if (!json_[key].is_array()) refuse("a list", key);
    return json_[key];
  }
  Point point(const Json& pair, const char* key) const {
    if (!pair.is_array() || pair.size() != 2) refuse("[x, y]", key);
    return {coordinate(pair[0], key), coordinate(pair[1], key)};
  }
  double coordinate(const Json& value, const char* key) const {
    if (!value.is_number() || !(std::abs(value.get<double>()) <= farthest)) {
      refuse(fmt::format("a number in -{}..{}", farthest, farthest), key);
    }
    return value.get<double>();
  }

  const Json& json_;
  std::string place_;
};

BoardCell read_cell(const Reader& in) {
  BoardCell cell{.name = in.text("name"), .at = in.at(), .outline = in.outline("outline")};
  if (in.has("text_at")) cell.text_at = in.point("text_at");
  return cell;
}

BoardPiece read_piece(const Reader& in) {
  BoardPiece piece{.name = in.text("name"),
                   .cell = in.text("cell"),
                   .owner = in.player("owner"),
                   .kind = in.text("kind", "stone"),
                   .text = in.text("text")};
  if (in.has("height")) piece.height = static_cast<int>(in.whole("height", 0, 1000));
  if (in.has("colour")) piece.colour = static_cast<int>(in.whole("colour", 0, 7));
  return piece;
}

BoardZone read_zone(const Reader& in) {
  BoardZone zone{.name = in.text("name"),
                 .owner = in.player("owner"),
                 .kind = in.kind<ZoneKind>("kind", zone_words),
                 .title = in.text("title")};
  constexpr std::int64_t most = std::int64_t{1} << 53;
  if (in.has("number")) zone.number = in.whole("number", -most, most);
  zone.pieces = in.parts("pieces", read_piece);
  return zone;
}

BoardLabel read_label(const Reader& in) { return {.text = in.text("text"), .at = in.at()}; }

BoardMark read_mark(const Reader& in) {
  return {.kind = in.kind<MarkKind>("kind", mark_words), .names = in.texts("names"), .owner = in.player("owner")};
}

BoardMove read_move(const Reader& in) {
  return {.text = in.text("text"), .label = in.text("label"), .clicks = in.texts("clicks"), .area = in.texts("area")};
}

}  // namespace

Json json_of(const BoardData& board) {
  Json json{{"shape", word_of(board.shape, shape_words)},
            {"cells", all_written(board.cells)},
            {"pieces", all_written(board.pieces)},
            {"zones", all_written(board.zones)},
            {"labels", all_written(board.labels)},
            {"marks", all_written(board.marks)},
            {"notes", board.notes},
            {"players", board.players}};
  if (board.turn != nobody) json["turn"] = board.turn + 1;
  json["margin"] = board.margin;
  json["moves"] = all_written(board.moves);
  return json;
}

BoardData read_board(const Json& json) {
  const Reader in(json, "board");
  BoardData board;
  board.shape = in.kind<CellShape>("shape", shape_words);
  board.cells = in.parts("cells", read_cell);
  board.pieces = in.parts("pieces", read_piece);
  board.zones = in.parts("zones", read_zone);
  board.labels = in.parts("labels", read_label);
  board.marks = in.parts("marks", read_mark);
  board.notes = in.texts("notes");
  board.players = in.texts("players");
  board.turn = in.player("turn");
  board.margin = static_cast<int>(in.whole("margin", 0, 1000));
  board.moves = in.parts("moves", read_move);
  return board;
}

}  // namespace banyan
