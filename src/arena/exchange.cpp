// SPDX-License-Identifier: MIT
#include "arena/exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

constexpr std::string_view first_line = "banyan-games 1";
constexpr std::size_t most_key_lines = 9;

template <class T>
T number(std::string_view name, std::string_view text, int base = 10) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw UsageError(fmt::format("the {} '{}' is no number", name, text));
  }
  return value;
}

std::string game_line(const GameRecord& game, std::size_t version, ExportMoves moves) {
  const std::string third = game.seconds_c ? fmt::format("\t{:.0f}", 1000 * *game.seconds_c) : "";
  std::string line = fmt::format("{}\t{}\t{}\t{}\t{}\t{:016x}\t{:.0f}\t{:.0f}{}\t{}\t{}\t{}", game.number, game.winner,
                                 game.ending, game.plies, game.seed, game.hash, 1000 * game.seconds_a,
                                 1000 * game.seconds_b, third, version, game.finished, game.opening);
  if (moves == ExportMoves::all && game.moves) line += '\t' + *game.moves;
  return line + '\n';
}

double seconds(std::string_view name, std::string_view milliseconds) {
  return 1e-3 * static_cast<double>(number<std::uint32_t>(name, milliseconds));
}

GameRecord read_game_line(std::string_view line, const std::vector<std::string>& versions, int players) {
  auto fields = split(line, '\t');
  const std::size_t third = players == 3 ? 1 : 0;
  if (fields.size() != 11 + third && fields.size() != 12 + third) {
    throw UsageError(
        fmt::format("a game has {} or {} fields between tabs, not {}", 11 + third, 12 + third, fields.size()));
  }
  GameRecord game;
  if (players == 3) {
    game.seconds_c = seconds("time of C", fields[8]);
    fields.erase(fields.begin() + 8);
  }
  game.number = number<std::uint64_t>("number", fields[0]);
  game.winner = number<int>("winner", fields[1]);
  game.ending = fields[2];
  game.plies = number<std::uint32_t>("length", fields[3]);
  game.seed = number<std::uint64_t>("seed", fields[4]);
  game.hash = number<std::uint64_t>("fingerprint", fields[5], 16);
  game.seconds_a = seconds("time of A", fields[6]);
  game.seconds_b = seconds("time of B", fields[7]);
  const auto version = number<std::size_t>("version", fields[8]);
  if (version >= versions.size()) throw UsageError(fmt::format("there is no version {} above", version));
  game.version = versions[version];
  game.finished = number<std::int64_t>("date", fields[9]);
  game.opening = fields[10];
  if (fields.size() == 12) game.moves = fields[11];
  return game;
}

/// Reads an exported text line by line into a store.
class Importer {
 public:
  Importer(Store& store, std::string_view text) : store_(store), lines_(split(text, '\n')) {}

  ImportReport run() {
    try {
      if (lines_[0] != first_line) throw UsageError(fmt::format("expected '{}'", first_line));
      for (at_ = 1; at_ < lines_.size(); ++at_) read_line(lines_[at_]);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("line {}: {}", at_ + 1, error.what()));
    }
    return report_;
  }

 private:
  void read_line(std::string_view line) {
    if (line.empty()) return;
    if (line == "match") {
      begin_match();
    } else if (match_ == nullptr) {
      throw UsageError("expected 'match'");
    } else if (line.starts_with("version ")) {
      versions_.emplace_back(line.substr(line.find(' ') + 1));
    } else {
      add_game(read_game_line(line, versions_, match_->players()));
    }
  }

  void begin_match() {
    std::string key;
    for (std::size_t i = 0; i < most_key_lines && at_ + 1 < lines_.size(); ++i) {
      key.append(lines_[++at_]) += '\n';
      if (lines_[at_].starts_with("rules ")) break;  // the last one
    }
    if (at_ + 1 < lines_.size() && lines_[at_ + 1].starts_with(Match::clock_line)) key.append(lines_[++at_]) += '\n';
    match_ = std::make_unique<Match>(Match::from_key(key));
    id_ = store_.add(*match_);
    versions_.clear();
    ++report_.matches;
  }

  void add_game(const GameRecord& game) {
    check_record(*match_, game);
    const auto known = store_.game(id_, game.number);
    if (!known) {
      store_.finish(id_, game);
      ++report_.added;
      return;
    }
    if (known->hash != game.hash || known->winner != game.winner) {
      throw UsageError(fmt::format("the store holds another game {} of match {}", game.number, id_));
    }
    ++report_.known;
  }

  Store& store_;
  std::vector<std::string_view> lines_;
  std::size_t at_ = 0;
  std::unique_ptr<Match> match_;
  MatchId id_ = 0;
  std::vector<std::string> versions_;
  ImportReport report_;
};

}  // namespace

std::string export_text(Store& store, const std::vector<MatchId>& matches, ExportMoves moves) {
  std::string text = fmt::format("{}\n", first_line);
  for (const StoredMatch& match : store.matches()) {
    if (std::find(matches.begin(), matches.end(), match.id) == matches.end()) continue;
    text += "match\n" + match.key;
    std::vector<std::string> versions;
    for (const GameRecord& game : store.games(match.id, Store::all_games)) {
      auto version = std::find(versions.begin(), versions.end(), game.version);
      if (version == versions.end()) {
        text += fmt::format("version {}\n", game.version);
        version = versions.insert(versions.end(), game.version);
      }
      text += game_line(game, static_cast<std::size_t>(version - versions.begin()), moves);
    }
  }
  return text;
}

ImportReport import_text(Store& store, std::string_view text) {
  ImportReport report;
  store.in_one_step([&] { report = Importer(store, text).run(); });
  return report;
}

std::string record_line(const GameRecord& game) { return game_line(game, 0, ExportMoves::all); }

GameRecord read_record_line(std::string_view line, const std::string& version, int players) {
  return read_game_line(line.substr(0, line.find('\n')), {version}, players);
}

void check_record(const Match& match, const GameRecord& game) {
  if (game.number >= Store::all_games) throw UsageError(fmt::format("the number {} is too large", game.number));
  if (game.seed != match.seed_of(game.number)) {
    throw UsageError(fmt::format("game {} has not the seed that its match gives it", game.number));
  }
  if (!is_winner(game.winner, match.players())) {
    throw UsageError(fmt::format("winner {}: expected {}", game.winner,
                                 match.players() == 3 ? "0, 1, 2, 3, 12, 13 or 23" : "0, 1 or 2"));
  }
  if (game.ending.empty()) throw UsageError(fmt::format("game {} does not say how it ended", game.number));
  if (!game.moves) return;
  if (hash_moves(game.opening, *game.moves) != game.hash) {
    throw UsageError(fmt::format("the moves of game {} do not fit their fingerprint", game.number));
  }
  const auto session = new_session(parse_spec(match.contest().game));
  for (const std::string_view part : {std::string_view(game.opening), std::string_view(*game.moves)}) {
    for (const std::string_view move : split_moves(part)) session->play(move);
  }
  const auto result = session->result();
  if (session->moves().size() != game.plies || (result && winner_of(*result) != game.winner)) {
    throw UsageError(fmt::format("game {} has another length or winner than its moves tell", game.number));
  }
}

}  // namespace banyan
