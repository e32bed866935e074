// SPDX-License-Identifier: MIT
#include "engine/havannah.h"

#include <utility>

#include "engine/game_entry.h"

namespace banyan {
namespace {

#ifdef BANYAN_LARGEST_ONLY
using Capacities = std::integer_sequence<int, 12>;
#else
using Capacities = std::integer_sequence<int, 6, 8, 10, 12>;
#endif

/// The smallest state that holds the board is the fastest.
template <int Capacity, int... Larger>
std::unique_ptr<Session> begin_smallest(std::integer_sequence<int, Capacity, Larger...>, const Spec& spec,
                                        const havannah::Options& options) {
  if constexpr (sizeof...(Larger) > 0) {
    if (options.size > Capacity) return begin_smallest(std::integer_sequence<int, Larger...>{}, spec, options);
  }
  return std::make_unique<GameSession<havannah::Havannah<Capacity>>>(spec.name, options);
}

}  // namespace

GameEntry havannah_entry() {
  GameInfo info = game_info<havannah::Havannah<12>>(
      "havannah", "two players place stones on a hexagonal board; a ring, a bridge or a fork wins");
  info.named = {
      {.name = "havannah-best",
       .spec = "rave:r=1000",
       .summary = "won against RAVE and PPR of the literature in equal time; docs/reproduction.md has the matches",
       .level = "best",
       .seconds = 5},
      level_of("havannah", "hard", "rave:r=1000,iterations=12500", "12,500 playouts"),
      level_of("havannah", "medium", "rave:r=1000,iterations=2500", "2,500 playouts"),
      level_of("havannah", "easy", "rave:r=1000,iterations=1000", "1,000 playouts"),
      level_of("havannah", "beginner", "rave:r=1000,iterations=400", "400 playouts")};
  info.reviewer = "rave:r=1000,iterations=50000";
  info.analyst = fmt::format("rave:r=1000,seconds={}", until_stopped);
  return {.info = std::move(info), .begin = [](const Spec& spec) {
            return begin_smallest(Capacities{}, spec, read_options<havannah::Options>(spec));
          }};
}

}  // namespace banyan
