// SPDX-License-Identifier: MIT
#include "arena/tally.h"

#include <algorithm>

namespace banyan {
namespace {

constexpr std::size_t whole_point = 6;  // in sixths

using GroupPoints = std::array<std::size_t, most_seats>;

void count(Score& score, std::size_t sixths) {
  ++(sixths == whole_point ? score.wins : sixths > 0 ? score.draws : score.losses);
}

bool is_within(const Interval& interval, double half_width) { return (interval.high - interval.low) / 2 <= half_width; }

bool is_decided(const StopRules& rules, const MatchResult& result) {
  if (rules.sprt && verdict(*rules.sprt, log_likelihood_ratio(*rules.sprt, result.pairs)) != Verdict::undecided) {
    return true;
  }
  if (rules.until <= 0) return false;
  if (result.shares.empty()) return is_within(result.interval(), rules.until);
  return std::all_of(result.shares.begin(), result.shares.end(),
                     [&](const Share& share) { return is_within(share.interval(), rules.until); });
}

double points_per_game(std::uint64_t sixths, std::uint64_t games) {
  return games == 0 ? 1.0 / most_seats : static_cast<double>(sixths) / static_cast<double>(whole_point * games);
}

}  // namespace

double Share::rate() const { return points_per_game(sixths, games()); }
double Share::rate_in_seat(std::size_t seat) const {
  return points_per_game(sixths_by_seat[seat], games_by_seat[seat]);
}

GroupMeans Share::means() const {
  const auto games = static_cast<double>(games_of_group(most_seats));
  const double all = games * static_cast<double>(whole_point);  // what a group is worth
  return {.games = games,
          .count = static_cast<double>(groups),
          .sum = static_cast<double>(sixths_of_groups) / all,
          .squares = static_cast<double>(squares_of_groups) / (all * all)};
}

void Share::add(std::size_t points, int seat) {
  ++(points == whole_point ? wins : points > 0 ? shared : losses);
  sixths += points;
  ++games_by_seat[static_cast<std::size_t>(seat)];
  sixths_by_seat[static_cast<std::size_t>(seat)] += points;
}

void Share::add_group(std::size_t points) {
  ++groups;
  sixths_of_groups += points;
  squares_of_groups += points * points;
}

Share& Share::operator+=(const Share& other) {
  wins += other.wins;
  shared += other.shared;
  losses += other.losses;
  sixths += other.sixths;
  for (std::size_t seat = 0; seat < games_by_seat.size(); ++seat) {
    games_by_seat[seat] += other.games_by_seat[seat];
    sixths_by_seat[seat] += other.sixths_by_seat[seat];
  }
  groups += other.groups;
  sixths_of_groups += other.sixths_of_groups;
  squares_of_groups += other.squares_of_groups;
  return *this;
}

double MatchResult::effective_games() const {
  return shares.empty() ? banyan::effective_games(score, pairs)
                        : banyan::effective_games(static_cast<double>(games()), shares[0].means());
}

void MatchResult::add(const GameRecord& game) {
  const std::size_t points = game.sixths_of(0);
  count(score, points);
  count(endings[std::string(game.kind_of_ending())], points);
  ++versions[game.version];
  plies += game.plies;
  if (game.kind_of_ending() == "length") {
    ++(game.players() == 3 || game.a_moved_first() ? interrupted.as_first : interrupted.as_second);
    interrupted.plies += game.plies;
  }
  seconds_a += game.seconds_a;
  seconds_b += game.seconds_b;
  seconds_c += game.seconds_c.value_or(0);
  distinct.insert(game.hash);
  if (game.players() == 2) {
    count(game.a_moved_first() ? as_first : as_second, points);
    return;
  }
  shares.resize(most_seats);
  for (int player = 0; player < most_seats; ++player) {
    shares[static_cast<std::size_t>(player)].add(game.sixths_of(player), seat_of(player, most_seats, game.number));
  }
}

void MatchResult::add_group(const GroupPoints& sixths) {
  if (shares.empty()) {
    ++pairs[sixths[0] / 3];  // in half points
    return;
  }
  for (std::size_t player = 0; player < shares.size(); ++player) shares[player].add_group(sixths[player]);
}

void Tally::add(const GameRecord& game) {
  if (game.number >= rules_.games || points_[game.number]) return;
  Points points{};
  for (int player = 0; player < players_; ++player) {
    points[static_cast<std::size_t>(player)] = static_cast<std::uint8_t>(game.sixths_of(player));
  }
  points_[game.number] = points;
  so_far_.add(game);
  if (const auto group = group_of(game.number)) so_far_.add_group(*group);
  while (first_missing_ < rules_.games && points_[first_missing_]) {
    if (++first_missing_ % games_of_group_ == 0) close_group();
  }
}

std::optional<GroupPoints> Tally::group_of(std::uint64_t number) const {
  const std::uint64_t first = number - number % games_of_group_;
  GroupPoints sum{};
  for (std::uint64_t i = first; i < first + games_of_group_; ++i) {
    if (i >= points_.size() || !points_[i]) return std::nullopt;
    for (std::size_t player = 0; player < sum.size(); ++player) sum[player] += (*points_[i])[player];
  }
  return sum;
}

void Tally::close_group() {
  for (std::uint64_t i = first_missing_ - games_of_group_; i < first_missing_; ++i) {
    const Points& points = *points_[i];
    count(prefix_.score, points[0]);
    if (players_ == 2) continue;
    prefix_.shares.resize(most_seats);
    for (int player = 0; player < most_seats; ++player) {
      const auto of_player = static_cast<std::size_t>(player);
      prefix_.shares[of_player].add(points[of_player], seat_of(player, most_seats, i));
    }
  }
  prefix_.add_group(group_of(first_missing_ - 1).value());
  if (end_) return;
  if (first_missing_ == rules_.games || is_decided(rules_, prefix_)) end_ = first_missing_;
}

MatchResult summarise(const std::vector<GameRecord>& games, std::uint64_t end) {
  MatchResult result;
  GroupPoints group{};
  std::uint64_t first = 0, found = 0;     // of the group at hand
  for (const GameRecord& game : games) {  // by number, so a group stands side by side
    if (game.number >= end) break;
    result.add(game);
    const std::uint64_t all = games_of_group(game.players());
    if (found == 0 || game.number - game.number % all != first) {
      group = {};
      found = 0;
      first = game.number - game.number % all;
    }
    for (int player = 0; player < game.players(); ++player) {
      group[static_cast<std::size_t>(player)] += game.sixths_of(player);
    }
    if (++found == all) result.add_group(group);
  }
  return result;
}

}  // namespace banyan
