// SPDX-License-Identifier: MIT
#include "arena/tally.h"

namespace banyan {
namespace {

void count(Score& score, std::size_t half_points) {
  ++(half_points == 2 ? score.wins : half_points == 1 ? score.draws : score.losses);
}

bool is_decided(const StopRules& rules, const Score& score, const Pairs& pairs) {
  if (rules.sprt && verdict(*rules.sprt, log_likelihood_ratio(*rules.sprt, pairs)) != Verdict::undecided) return true;
  if (rules.until <= 0) return false;
  const Interval interval = rate_interval(score, pairs);
  return (interval.high - interval.low) / 2 <= rules.until;
}

}  // namespace

void MatchResult::add(const GameRecord& game) {
  const std::size_t points = game.half_points_of_a();
  count(score, points);
  count(game.a_moved_first() ? as_first : as_second, points);
  count(endings[std::string(game.kind_of_ending())], points);
  ++versions[game.version];
  plies += game.plies;
  seconds_a += game.seconds_a;
  seconds_b += game.seconds_b;
  distinct.insert(game.hash);
}

void Tally::add(const GameRecord& game) {
  if (game.number >= rules_.games || half_points_[game.number] != not_played) return;
  half_points_[game.number] = static_cast<std::uint8_t>(game.half_points_of_a());
  so_far_.add(game);
  const std::size_t one = half_points_[game.number], other = half_points_[game.number ^ 1];
  if (other != not_played) so_far_.add_pair(one + other);
  while (first_missing_ < rules_.games && half_points_[first_missing_] != not_played) {
    if (++first_missing_ % 2 == 0) close_pair();
  }
}

void Tally::close_pair() {
  const std::size_t first = half_points_[first_missing_ - 2], second = half_points_[first_missing_ - 1];
  count(prefix_score_, first);
  count(prefix_score_, second);
  ++prefix_pairs_[first + second];
  if (end_) return;
  if (first_missing_ == rules_.games || is_decided(rules_, prefix_score_, prefix_pairs_)) end_ = first_missing_;
}

MatchResult summarise(const std::vector<GameRecord>& games, std::uint64_t end) {
  MatchResult result;
  const GameRecord* partner = nullptr;
  for (const GameRecord& game : games) {  // by number, so a pair stands side by side
    if (game.number >= end) break;
    result.add(game);
    if (partner != nullptr && game.number % 2 == 1 && partner->number == game.number - 1) {
      result.add_pair(partner->half_points_of_a() + game.half_points_of_a());
    }
    partner = &game;
  }
  return result;
}

}  // namespace banyan
