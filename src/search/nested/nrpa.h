// SPDX-License-Identifier: MIT
// NRPA as an algorithm of the list; nrpa_worker.h tells what it does.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/random.h"
#include "game/moves.h"
#include "game/nested.h"
#include "game/results.h"
#include "search/limits/limits.h"
#include "search/nested/kinds.h"
#include "search/nested/levels.h"
#include "search/nested/nested_search.h"
#include "search/nested/nrpa_worker.h"
#include "search/nested/params.h"

namespace banyan {

struct Nrpa {
  static constexpr std::string_view name = "nrpa";
  static constexpr std::string_view summary = "nested rollout policy adaptation: learns the best sequence it has found";
  using Params = NestedParams<NrpaParams>;

  template <GameState S>
  static constexpr std::string_view missing() {
    return missing_for_nested<S>();
  }

  template <NestedGame S>
  static NestedSetup<S> setup(const Params& params) {
    check(params);
    if (params.nested.trials > 0 && !VariesPlayouts<S>) {
      throw UsageError("trials: the game has only one kind of playouts (VariesPlayouts)");
    }
    return {.limits = params.limits,
            .team = params.team,
            .steps = params.nested.n,
            .workers = [params](const S& root, const std::vector<std::uint64_t>& seeds, Team& team) {
              NestedWorkers<S> workers;
              std::vector<NrpaWorker<S>*> typed;
              for (const std::uint64_t seed : seeds) {
                auto worker = std::make_unique<NrpaWorker<S>>(root, params.nested, seed);
                typed.push_back(worker.get());
                workers.push_back(std::move(worker));
              }
              if (!params.team.is_root()) typed[0]->share(params.team.level(), shared_level(params.team, team, typed));
              return workers;
            }};
  }

  template <GameState S>
  static std::unique_ptr<Search<S>> make(const Params& params, std::uint64_t seed) {
    return std::make_unique<NestedSearch<S>>(setup<S>(params), seed);
  }

 private:
  static void check(const Params& params) {
    const TeamParams& team = params.team;
    if (!team.is_node()) return;
    if (team.parallel_level > params.nested.level) {
      throw UsageError(fmt::format("the level of the parallel search, {}, is above the level of the algorithm, {}",
                                   team.parallel_level, params.nested.level));
    }
    if (team.exchange > 0 && team.parallel_level == params.nested.level) {
      throw UsageError("sequences are exchanged between steps of the top level, and here its steps are shared out");
    }
  }

  template <NestedGame S>
  static std::unique_ptr<ParallelLevel> shared_level(const TeamParams& params, Team& team,
                                                     std::vector<NrpaWorker<S>*> workers) {
    if (params.is_shared()) {
      return std::make_unique<SharedLevel<S>>(team, std::move(workers), params.level(), params.adapt_each);
    }
    return std::make_unique<LocalLevel<S>>(team, std::move(workers), params.level());
  }
};

}  // namespace banyan
