// SPDX-License-Identifier: MIT
// When a search stops: the only part of search that asks the clock. Whichever limit is reached first ends it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/params.h"

namespace banyan {

struct LimitParams {
  std::int64_t iterations = 0;
  double seconds = 0;
  double cpu_seconds = 0;

  bool has_any() const { return iterations > 0 || seconds > 0 || cpu_seconds > 0; }
  static constexpr auto fields() {
    return std::tuple{
        field(
            &LimitParams::iterations, "iterations", 0, 1'000'000'000'000,
            "iterations of one search: playouts, or positions visited by a search to a depth; 0 = no limit, and 10000 "
            "playouts if there is no other limit either"),
        field(&LimitParams::seconds, "seconds", 0.0, 1e7, "wall-clock seconds of one search; 0 = no limit"),
        field(&LimitParams::cpu_seconds, "cpu_seconds", 0.0, 1e7,
              "processor seconds of one search, of each of its threads; 0 = no limit"),
    };
  }
};

/// What a search does that was given no limit.
inline constexpr std::int64_t default_iterations = 10'000;

/// What limits know of a search when they decide whether it ends.
struct SearchFacts {
  std::uint64_t iterations = 0;
  double seconds = 0, cpu_seconds = 0;  // since it began
  bool is_cancelled = false;
  bool is_settled = true;  // the move of the highest value is the most visited one; asked only when it would end
};

/// Decides after every iteration whether to go on; looks at the clock only every so many iterations, as many as
/// take about a millisecond.
class Limits {
 public:
  static constexpr std::uint64_t no_cap = std::numeric_limits<std::uint64_t>::max();

  /// `cap` is the number of iterations the algorithm itself can count, whatever the user asked for.
  Limits(const LimitParams& params, std::uint64_t cap, const std::atomic<bool>* stop);

  /// True when the search must end after `iterations` of them; stopped_by() then names the reason.
  bool reached(std::uint64_t iterations) {
    if (iterations < next_look_) [[likely]]
      return false;
    return look(iterations);
  }
  std::string_view stopped_by() const { return reason_; }
  /// The search ends when it has made so many, if nothing ends it earlier.
  std::uint64_t most_iterations() const { return std::min(max_iterations_, cap_); }

  /// Whether a quarter of a second has passed since this was last true.
  bool report_is_due();

  /// For robust-max [Chaslot 2010]: a search that is not settled when it would end goes on for half as long again,
  /// once.
  void extend_unless_settled(std::function<bool()> is_settled) { ask_settled_ = std::move(is_settled); }

 private:
  bool look(std::uint64_t iterations);
  SearchFacts facts(std::uint64_t iterations) const;
  std::string_view reason_to_end(const SearchFacts& facts) const;
  bool extend_for(const SearchFacts& facts);

  const std::atomic<bool>* stop_;
  std::uint64_t cap_, max_iterations_;
  double max_wall_, max_cpu_;
  double start_wall_, start_cpu_;
  double last_look_wall_, last_report_;
  std::uint64_t next_look_ = 1;
  std::uint64_t step_ = 1;
  std::string_view reason_;
  std::function<bool()> ask_settled_;  // empty: there is nothing more to ask
};

/// Iterates until the search is solved or a limit is reached, and says which. `iterate` returns the number of
/// iterations so far.
template <class Iterate, class IsSolved>
std::string_view iterate_to_limit(Limits& limits, Iterate iterate, IsSolved is_solved) {
  for (std::uint64_t done = 0;; done = iterate()) {
    if (is_solved()) return "solved";
    if (limits.reached(done)) return limits.stopped_by();
  }
}

}  // namespace banyan
