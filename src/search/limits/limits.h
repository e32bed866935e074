// SPDX-License-Identifier: MIT
// When a search stops: the only part of search that asks the clock. Budgets of what it may use up and other stoppers
// stand in lists; whichever is reached first ends it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

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

/// How often a search reports when nobody says how often.
inline constexpr double usual_report_interval = 0.25;  // seconds

/// What stoppers know of a search.
struct SearchFacts {
  double iterations = 0;
  double seconds = 0, cpu_seconds = 0;  // since it began
  double iterations_left = 0;           // at the speed it has had so far, an extension included that it may get
  bool is_cancelled = false;
};

/// A reason to end a search, whatever it has used.
struct Stopper {
  std::string_view name;  // what the search is said to have been stopped by
  std::function<bool(const SearchFacts&)> holds;
};

/// What a search may use up of something. It can be extended, and tells what is left.
struct Budget {
  std::string_view name;
  double SearchFacts::*used;
  double limit;
};

/// Decides after every iteration whether to go on; looks at the clock only every so many iterations, as many as
/// take about a millisecond.
class Limits {
 public:
  static constexpr std::uint64_t no_cap = std::numeric_limits<std::uint64_t>::max();

  /// `cap` is the number of iterations the algorithm itself can count, whatever the user asked for.
  Limits(const LimitParams& params, std::uint64_t cap, const std::atomic<bool>* stop,
         double report_interval = usual_report_interval);

  /// True when the search must end after `iterations` of them; stopped_by() then names the reason.
  bool reached(std::uint64_t iterations) {
    if (iterations < next_look_) [[likely]]
      return false;
    return look(iterations);
  }
  std::string_view stopped_by() const { return reason_; }
  /// The search ends when it has made so many, if nothing ends it earlier.
  std::uint64_t most_iterations() const;

  /// Whether the interval of reports has passed since this was last true.
  bool report_is_due();

  /// One more reason to end, which is never extended. It is asked whenever the search has grown by a sixteenth: at
  /// iterations that do not depend on the clock, so that a search of so many iterations ends at the same one every
  /// time.
  void add(Stopper stopper) { stoppers_.push_back(std::move(stopper)); }

  /// For robust-max [Chaslot 2010]: a search that is not settled when it would end (the move of the highest value is
  /// not the most visited one) goes on for half as long again, once.
  void extend_unless_settled(std::function<bool()> is_settled) { ask_settled_ = std::move(is_settled); }

 private:
  bool look(std::uint64_t iterations);
  SearchFacts facts(std::uint64_t iterations) const;
  bool is_ended_by_stopper(const SearchFacts& facts, std::size_t asked);
  bool is_ended_by_budget(const SearchFacts& facts);

  const std::atomic<bool>* stop_;
  std::uint64_t cap_;
  std::vector<Budget> budgets_;
  std::vector<Stopper> stoppers_;
  bool asks_cpu_;
  double report_interval_;
  double start_wall_, start_cpu_;
  double last_look_wall_, last_report_;
  std::uint64_t next_look_ = 1;        // the first of those below
  std::uint64_t next_clock_look_ = 1;  // and step_ iterations later
  std::uint64_t next_ask_ = 1;         // of the stoppers that were added
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
