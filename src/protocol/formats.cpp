// SPDX-License-Identifier: MIT
#include "protocol/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "engine/json_depth.h"
#include "engine/moves_json.h"
#include "protocol/uhp_game.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view blanks = " \t\r\n\f\v";
/// Games that SGF is read of. Others that it is written of may name files among their options, which no file that came
/// from elsewhere should open.
constexpr std::array<std::string_view, 2> sgf_games{"havannah", "poly_y"};

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string beginning_of(std::string_view text) {
  constexpr std::size_t longest = 40;
  return text.size() <= longest ? std::string(text) : std::string(text.substr(0, longest)) + "...";
}

bool is_one_of(std::string_view name, const auto& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Plays the moves of a file; `what` is how its format is called.
void play_all(Session& session, const std::vector<std::string>& moves, std::string_view what) {
  for (const std::string& move : moves) {
    try {
      session.play(move);
    } catch (const IllegalMove& error) {
      throw UsageError(fmt::format("{}: at ply {}, {}", what, session.moves().size() + 1, error.what()));
    }
  }
}

// ---- SGF ----

/// A closing bracket or a backslash would end a text early.
std::string sgf_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

struct SgfProperty {
  std::string name;
  std::string value;  // the first, where there are several
};
using SgfNode = std::vector<SgfProperty>;

/// The main line of the first game tree, from byte to byte. Whatever is beside it is read over.
class SgfReader {
 public:
  explicit SgfReader(std::string_view text) : text_(text) {}

  std::vector<SgfNode> read() {
    if (!accept('(')) refuse("expected '('");
    std::vector<SgfNode> line;
    // On the main line until a tree ends: what follows it are other variations.
    bool is_main = true;
    for (std::size_t depth = 1; depth > 0;) {
      if (accept('(')) {
        ++depth;
      } else if (accept(')')) {
        --depth;
        is_main = false;
      } else if (accept(';')) {
        SgfNode node = read_node();
        if (is_main) line.push_back(std::move(node));
      } else {
        refuse("expected ';', '(' or ')'");
      }
    }
    skip_blanks();
    if (at_ != text_.size()) refuse("expected the end: there must be one game only");
    if (line.empty()) refuse("there is no node");
    return line;
  }

 private:
  [[noreturn]] void refuse(std::string_view what) const {
    throw UsageError(fmt::format("not an SGF game: byte {}: {}", at_ + 1, what));
  }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }
  bool accept(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  SgfNode read_node() {
    SgfNode node;
    for (skip_blanks(); at_ < text_.size() && is_letter(text_[at_]); skip_blanks()) {
      SgfProperty property;
      // Small letters are left over from older versions of the format.
      for (; at_ < text_.size() && is_letter(text_[at_]); ++at_) {
        if (text_[at_] < 'a') property.name += text_[at_];
      }
      if (!accept('[')) refuse("expected '[' after the name of a property");
      property.value = read_value();
      while (accept('[')) read_value();
      node.push_back(std::move(property));
    }
    return node;
  }

  std::string read_value() {
    std::string value;
    for (; at_ < text_.size() && text_[at_] != ']'; ++at_) {
      if (text_[at_] == '\\' && ++at_ == text_.size()) break;
      value += text_[at_];
    }
    if (at_ == text_.size()) refuse("a property has no ']'");
    ++at_;
    return value;
  }

  static bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::optional<std::string> property(const SgfNode& node, std::string_view name) {
  for (const SgfProperty& each : node) {
    if (each.name == name) return each.value;
  }
  return std::nullopt;
}

/// What a file says of the game: ours names it in GN, Little Golem's has its own address in SO and the side in SZ.
struct SgfHead {
  Spec game;
  bool is_from_little_golem = false;
};

SgfHead read_head(const SgfNode& root, bool has_swap) {
  const std::string source = lower_case(property(root, "SO").value_or(""));
  if (source.find("littlegolem") != std::string::npos) {
    Spec game{.name = "havannah", .values = {}};
    if (const auto side = property(root, "SZ")) game.values.emplace_back("size", std::string(without_blanks(*side)));
    if (has_swap) game.values.emplace_back("swap", "true");
    return {.game = std::move(game), .is_from_little_golem = true};
  }
  const auto name = property(root, "GN");
  if (!name) throw UsageError("not an SGF game: there is no GN with the game, as GN[havannah:size=6]");
  const Spec game = parse_spec(*name);
  if (!is_one_of(game.name, sgf_games)) {
    throw UsageError(
        fmt::format("not an SGF game: GN is '{}', expected havannah or poly_y and its options", beginning_of(*name)));
  }
  return {.game = game};
}

std::string seat_of(const std::optional<std::string>& name) {
  if (!name) return "human";
  try {
    check_player(parse_spec(*name));
    return *name;
  } catch (const UsageError&) {
    return "human";
  }
}

SavedGame read_sgf(std::string_view text) {
  const std::vector<SgfNode> line = SgfReader(text).read();
  struct Move {
    std::string name, text;
  };
  std::vector<Move> moves;
  for (const SgfNode& node : line) {
    for (const SgfProperty& each : node) {
      if (each.name == "W" || each.name == "B") moves.push_back({each.name, std::string(without_blanks(each.value))});
    }
  }
  const bool has_swap = moves.size() > 1 && lower_case(moves[1].text) == "swap";
  const SgfHead head = read_head(line[0], has_swap);
  SavedGame game{.session = new_session(head.game)};
  for (Move& move : moves) {
    const auto refuse = [&](std::string_view why) {
      throw UsageError(fmt::format("not an SGF game: at ply {}, {}[{}]: {}", game.session->moves().size() + 1,
                                   move.name, beginning_of(move.text), why));
    };
    if (head.is_from_little_golem) {
      if (move.text == "resign") break;
      if (const auto own = game.session->from_notation("littlegolem", move.text)) move.text = *own;
    } else if (!game.session->result()) {
      const std::string_view expected = game.session->to_move() == 0 ? "W" : "B";
      if (move.name != expected) refuse(fmt::format("it is the turn of {}", expected));
    }
    try {
      game.session->play(move.text);
    } catch (const IllegalMove& error) {
      refuse(error.reason());
    }
  }
  const auto white = property(line[0], "PW"), black = property(line[0], "PB");
  if (white || black) game.seats = {{.player = seat_of(white)}, {.player = seat_of(black)}};
  const std::string result = lower_case(property(line[0], "RE").value_or(""));
  if (!game.session->result() && result.find("+r") == 1) game.resigned = result[0] == 'w' ? 1 : 0;
  return game;
}

std::string write_sgf(const SavedGame& game) {
  const Session& session = *game.session;
  std::string result = "?";
  if (const auto known = game.result()) {
    const bool is_resigned = game.resigned && !session.result();
    result = known->winner == 0 ? "Draw" : fmt::format("{}+{}", known->winner == 1 ? 'W' : 'B', is_resigned ? "R" : "");
  }
  const auto seat = [&](std::size_t i) { return game.seats.empty() ? "human" : game.seats[i].player; };
  const Spec spec = spec_of(session);
  return sgf_tree({{"AP", "banyan"}, {"GN", spec.text()}, {"PW", seat(0)}, {"PB", seat(1)}, {"RE", result}}, spec,
                  session.moves());
}

// ---- Clicks ----

SavedGame read_clicks(std::string_view text, const std::optional<Spec>& board) {
  text = without_blanks(text);
  Spec spec = board.value_or(parse_spec("samegame"));
  // A line of `banyan solve --json` says what was solved.
  if (text.starts_with('{')) {
    const Json whole = Json::parse(text, refuse_depth, false);
    if (whole.is_object() && whole.contains("game") && whole["game"] == "samegame" && whole.contains("options") &&
        whole["options"].is_string()) {
      spec = parse_spec(spec_text("samegame", whole["options"].get<std::string>()));
    }
  }
  SavedGame game{.session = new_session(spec)};
  if (game.session->players() != 1) {
    throw UsageError(fmt::format("clicks are of samegame, not of {}", game.session->game()));
  }
  std::vector<std::string> moves;
  try {
    moves = moves_of_line(text);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("not a list of clicks: {}", error.what()));
  }
  play_all(*game.session, moves, "not a list of clicks");
  return game;
}

std::string write_clicks(const Session& session) {
  Json clicks = Json::array();
  for (const std::string& move : session.moves()) clicks.push_back(click_of(move));
  return clicks.dump() + '\n';
}

bool is_for(Format format, const Session& session) {
  switch (format) {
    case Format::json:
      return true;
    case Format::sgf:
      return is_one_of(session.game(), sgf_games);
    case Format::uhp:
      return session.game() == "hive";
    case Format::clicks:
      return session.game() == "samegame";
  }
  return false;
}

}  // namespace

std::string sgf_tree(const std::vector<std::pair<std::string_view, std::string>>& properties, const Spec& game,
                     const std::vector<std::string>& moves) {
  std::string text = "(;FF[4]CA[UTF-8]";
  for (const auto& [name, value] : properties) text += fmt::format("{}[{}]", name, sgf_text(value));
  text += '\n';
  const auto session = new_session(game);
  for (const std::string& move : moves) {
    text += fmt::format(";{}[{}]", session->to_move() == 0 ? 'W' : 'B', sgf_text(move));
    session->play(move);
  }
  return text + ")\n";
}

Format format_named(std::string_view name) {
  constexpr auto all = names(Format{});
  const auto* const found = std::find(all.begin(), all.end(), name);
  if (found == all.end()) throw unknown_name("format", name, {all.begin(), all.end()});
  return static_cast<Format>(found - all.begin());
}

std::vector<Format> formats_of(const Session& session) {
  std::vector<Format> all;
  for (std::size_t i = 0; i < names(Format{}).size(); ++i) {
    if (is_for(static_cast<Format>(i), session)) all.push_back(static_cast<Format>(i));
  }
  return all;
}

Format format_of(std::string_view text) {
  text = without_blanks(text);
  if (text.starts_with('(')) return Format::sgf;
  if (text.starts_with("Base")) return Format::uhp;
  if (text.starts_with('[')) return Format::clicks;
  // What `banyan solve --json` prints is an object, too, but no saved game.
  if (text.starts_with('{') && text.find("\"version\"") == std::string_view::npos &&
      text.find("\"algorithm\"") != std::string_view::npos) {
    return Format::clicks;
  }
  return Format::json;
}

SavedGame read_game(std::string_view text, std::optional<Format> format, const std::optional<Spec>& board) {
  switch (format.value_or(format_of(text))) {
    case Format::json:
      return load_game(text);
    case Format::sgf:
      return read_sgf(text);
    case Format::uhp: {
      const std::string_view whole = without_blanks(text);
      const std::string_view line = whole.substr(0, whole.find_first_of("\r\n"));
      try {
        return {.session = read_game_string(parse_spec("hive"), line)};
      } catch (const UsageError& error) {
        throw UsageError(fmt::format("not a game string: {}", error.what()));
      }
    }
    case Format::clicks:
      break;
  }
  return read_clicks(text, board);
}

std::string write_game(const SavedGame& game, Format format) {
  const Session& session = *game.session;
  if (!is_for(format, session)) {
    std::vector<std::string_view> known;
    for (const Format each : formats_of(session)) known.push_back(names(Format{})[static_cast<std::size_t>(each)]);
    throw UsageError(fmt::format("{} cannot be written as {}; it can as {}", session.game(),
                                 names(Format{})[static_cast<std::size_t>(format)], join(known, ", ")));
  }
  switch (format) {
    case Format::json:
      break;
    case Format::sgf:
      return write_sgf(game);
    case Format::uhp:
      return game_string_of(session) + '\n';
    case Format::clicks:
      return write_clicks(session);
  }
  return save_game(game);
}

}  // namespace banyan
