// SPDX-License-Identifier: MIT
#include "arena/match.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <ctime>

#include "arena/game_clocks.h"
#include "core/clock.h"
#include "core/random.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

/// Grows when the same key would begin to mean other games.
constexpr std::string_view rules_version = "1";

// The streams below a game's seed. Those of the openings and of chance are taken from the group's first game, so that
// dice and shuffles are mirrored.
constexpr std::array<std::uint64_t, most_seats> streams_of_players{1, 2, 5};
constexpr std::uint64_t stream_of_opening = 3, stream_of_chance = 4;

/// Ends a game of two when both players have agreed for a while who will lose it.
class Resignation {
 public:
  explicit Resignation(const Adjudication& rules) : rules_(rules) {}

  void hear(int player, const std::optional<double>& value) {
    const bool is_low = value && *value <= rules_.resign_value;
    const bool is_high = value && *value >= 1 - rules_.resign_value;
    count(low_, player, is_low);
    count(high_, player, is_high);
  }
  bool resigns(int player) const {
    return rules_.resign_moves > 0 && at(low_, player) >= rules_.resign_moves &&
           at(high_, 1 - player) >= rules_.resign_moves;
  }

 private:
  using Counts = std::array<std::uint64_t, most_seats>;
  static std::uint64_t at(const Counts& counts, int player) { return counts[static_cast<std::size_t>(player)]; }
  static void count(Counts& counts, int player, bool again) {
    auto& n = counts[static_cast<std::size_t>(player)];
    n = again ? n + 1 : 0;
  }

  const Adjudication& rules_;
  Counts low_{}, high_{};
};

std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  }
  return text;
}

std::string ending_of(const Result& result) {
  if (!result.how.empty()) return join({result.how.begin(), result.how.end()}, "+");
  return result.winner == 0 ? "draw" : "win";
}

/// One game from its opening to its end.
class RunningGame {
 public:
  RunningGame(const Spec& game, const Adjudication& adjudication, const std::optional<TimeControl>& time,
              std::uint64_t chance_seed)
      : session_(new_session(game)),
        adjudication_(adjudication),
        resignation_(adjudication_),
        time_(time),
        clocks_(time, session_->players()),
        chance_seed_(chance_seed) {}

  void begin(const std::string& opening) {
    for (const auto move : split_moves(opening)) session_->play(move);
    opening_plies_ = session_->moves().size();
    play_chance();
  }

  /// Brings the player that moves first (0), second (1) or third (2).
  void seat(int player, const Contestant& contestant, std::uint64_t seed) {
    guarded(player, [&] { seats_[static_cast<std::size_t>(player)] = contestant.take_seat(*session_, seed, time_); });
  }

  /// False when the game was given up unfinished.
  bool run(SearchControl& control) {
    while (!is_over()) {
      const int mover = session_->to_move();
      guarded(mover, [&] { move(mover, control); });
      if (control.stop) return false;
    }
    return true;
  }

  void write_to(GameRecord& record) const {
    const auto& moves = session_->moves();
    record.moves = join_moves({moves.begin() + static_cast<std::ptrdiff_t>(opening_plies_), moves.end()});
    record.plies = moves.size();
    record.winner = winner_;
    record.ending = one_line(ending_);
  }
  double seconds(int player) const { return seconds_[static_cast<std::size_t>(player)]; }

 private:
  bool is_over() {
    if (!ending_.empty()) return true;
    if (const auto result = session_->result()) {
      end(winner_of(*result), ending_of(*result));
    } else if (adjudication_.max_plies > 0 && session_->moves().size() >= adjudication_.max_plies) {
      end(0, "length");
    } else if (resignation_.resigns(0) || resignation_.resigns(1)) {
      lose(resignation_.resigns(0) ? 0 : 1, "resignation");
    }
    return !ending_.empty();
  }

  void move(int mover, SearchControl& control) {
    const double start = wall_seconds();
    const Choice choice = seats_[static_cast<std::size_t>(mover)]->choose(*session_, control, clocks_.of(mover));
    const double seconds = wall_seconds() - start;
    seconds_[static_cast<std::size_t>(mover)] += seconds;
    if (control.stop) return;
    if (!clocks_.spend(mover, seconds, choice.cpu_seconds)) {
      throw PlayerFailure(Forfeit::time,
                          fmt::format("it has had {:.2f} s more than its clock", -clocks_.of(mover)->seconds_left()));
    }
    if (choice.resigns) {
      lose(mover, "resignation");
      return;
    }
    try {
      session_->play(choice.move);
    } catch (const IllegalMove& error) {
      throw PlayerFailure(Forfeit::illegal, error.what());
    }
    resignation_.hear(mover, choice.value);
    play_chance();
  }

  void play_chance() {
    while (!session_->result() && session_->to_move() < 0) session_->play(session_->chance_move(chance_seed_));
  }

  template <class Action>
  void guarded(int player, Action action) {
    if (!ending_.empty()) return;
    try {
      action();
    } catch (const PlayerFailure& failure) {
      lose(player, fmt::format("{}: {}", name_of(failure.forfeit()), failure.what()));
    }
  }

  /// The others share what is left.
  void lose(int player, std::string how) {
    std::vector<int> others;
    for (int other = 0; other < session_->players(); ++other) {
      if (other != player) others.push_back(other);
    }
    end(winner_of_seats(others, session_->players()), std::move(how));
  }
  void end(int winner, std::string how) {
    winner_ = winner;
    ending_ = std::move(how);
  }

  std::unique_ptr<Session> session_;
  const Adjudication adjudication_;
  Resignation resignation_;
  const std::optional<TimeControl> time_;
  GameClocks clocks_;
  std::uint64_t chance_seed_;
  std::size_t opening_plies_ = 0;
  std::array<std::unique_ptr<Seat>, most_seats> seats_;
  std::array<double, most_seats> seconds_{};
  int winner_ = 0;
  std::string ending_;  // empty while the game goes on
};

std::uint64_t whole_number(std::string_view name, std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw UsageError(fmt::format("match key: '{} {}' is no whole number", name, text));
  }
  return value;
}

void check_players(const Session& session, const MatchSettings& settings) {
  const int players = session.players();
  if (players < 2 || players > most_seats) {
    throw UsageError(fmt::format("a match is between two or three; {} has {} player{}", session.game(), players,
                                 players == 1 ? "" : "s"));
  }
  if (players == 2 && !settings.c.empty()) {
    throw UsageError(fmt::format("{} is a game for two, and a third player is named", session.game()));
  }
  if (players == 3 && settings.c.empty()) {
    throw UsageError(fmt::format("{} is a game for three, and no third player is named", session.game()));
  }
  if (players == 3 && settings.adjudication.resign_moves > 0) {
    throw UsageError(fmt::format("{} is a game for three, and only two can agree on who resigns", session.game()));
  }
}

}  // namespace

Match::Match(const MatchSettings& settings)
    : game_(parse_spec(settings.game)),
      openings_(settings.openings),
      seed_(settings.seed),
      adjudication_(settings.adjudication),
      clock_(settings.clock) {
  const auto session = new_session(game_);
  check_players(*session, settings);
  contest_.game = spec_text(session->game(), session->options());
  const auto bring = [&](const std::string& text) {
    contestants_.push_back(new_contestant(text, *session));
    return contestants_.back()->settings();
  };
  contest_.a = bring(settings.a);
  contest_.b = bring(settings.b);
  if (session->players() == 3) contest_.c = bring(settings.c);
  openings_.check(game_);
  if (clock_) check_clock();
  key_ = fmt::format("game {}\na {}\nb {}\n{}openings {}\nseed {}\nmax_plies {}\nresign {},{}\nrules {}\n",
                     contest_.game, contest_.a, contest_.b, contest_.c.empty() ? "" : fmt::format("c {}\n", contest_.c),
                     openings_.text(), seed_, adjudication_.max_plies, adjudication_.resign_value,
                     adjudication_.resign_moves, rules_version);
  if (clock_) key_ += fmt::format("{}{}\n", clock_line, clock_text(*clock_));
}

void Match::check_clock() const {
  clock_->check();
  for (std::size_t i = 0; i < contestants_.size(); ++i) {
    if (!contestants_[i]->has_limits()) continue;
    throw UsageError(
        fmt::format("clock {}: player {} has a limit for each move as well ({}); expected one or the other",
                    clock_text(*clock_), "ABC"[i], contestants_[i] -> settings()));
  }
}

Match Match::from_key(std::string_view key) {
  constexpr std::array<std::string_view, 8> names{"game", "a", "b", "openings", "seed", "max_plies", "resign", "rules"};
  auto lines = split(key, '\n');
  std::string third;
  if (lines.size() > 3 && lines[3].starts_with("c ")) {
    third = lines[3].substr(2);
    lines.erase(lines.begin() + 3);
  }
  std::array<std::string_view, names.size()> values;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i >= lines.size() || !lines[i].starts_with(names[i]) || lines[i].substr(names[i].size(), 1) != " ") {
      throw UsageError(fmt::format("match key: expected '{}' in line {}", names[i], i + 1));
    }
    values[i] = lines[i].substr(names[i].size() + 1);
  }
  if (values[7] != rules_version) {
    throw UsageError(fmt::format("match key: rules {}, this program plays by rules {}", values[7], rules_version));
  }
  MatchSettings settings{
      .game = std::string(values[0]), .a = std::string(values[1]), .b = std::string(values[2]), .c = std::move(third)};
  settings.openings = Openings::from_text(values[3]);
  settings.seed = whole_number(names[4], values[4]);
  settings.adjudication.max_plies = whole_number(names[5], values[5]);
  const auto resign = split(values[6], ',');
  const auto value = to_real(resign[0]);
  if (resign.size() != 2 || !value)
    throw UsageError(fmt::format("match key: 'resign {}' is not VALUE,MOVES", values[6]));
  settings.adjudication.resign_value = *value;
  settings.adjudication.resign_moves = whole_number(names[6], resign[1]);
  if (lines.size() > names.size() && lines[names.size()].starts_with(clock_line)) {
    settings.clock = parse_clock(lines[names.size()].substr(clock_line.size()));
  }
  return Match(settings);
}

void Match::try_players() const {
  const auto session = new_session(game_);
  for (std::size_t i = 0; i < contestants_.size(); ++i) {
    try {
      contestants_[i]->take_seat(*session, seed_, clock_);
    } catch (const PlayerFailure& failure) {
      throw Error(fmt::format("player {} cannot begin a game: {}", "ABC"[i], failure.what()));
    }
  }
}

std::uint64_t Match::seed_of(std::uint64_t number) const { return derive_seed(seed_, number); }

std::string Match::opening_of(std::uint64_t number) const {
  const std::uint64_t games = games_of_group(players()), group = number / games;
  return openings_.of_group(game_, derive_seed(seed_of(games * group), stream_of_opening), group);
}

std::optional<GameRecord> Match::play(std::uint64_t number, const std::string& opening, SearchControl& control,
                                      const std::string& version) const {
  GameRecord record{.number = number, .seed = seed_of(number), .opening = opening, .version = version};
  const std::uint64_t first_of_group = number - number % games_of_group(players());
  RunningGame running(game_, adjudication_, clock_, derive_seed(seed_of(first_of_group), stream_of_chance));
  running.begin(opening);
  for (std::size_t i = 0; i < contestants_.size(); ++i) {
    running.seat(seat_of(static_cast<int>(i), players(), number), *contestants_[i],
                 derive_seed(record.seed, streams_of_players[i]));
  }
  if (!running.run(control)) return std::nullopt;
  running.write_to(record);
  record.hash = hash_moves(record.opening, *record.moves);
  const auto seconds = [&](int player) { return running.seconds(seat_of(player, players(), number)); };
  record.seconds_a = seconds(0);
  record.seconds_b = seconds(1);
  if (players() == 3) record.seconds_c = seconds(2);
  record.finished = std::time(nullptr);
  return record;
}

}  // namespace banyan
