// SPDX-License-Identifier: MIT
#include "engine/solve.h"

#include <fmt/format.h>

#include "core/text.h"
#include "engine/algorithms.h"
#include "engine/catalogue.h"

namespace banyan {

SolvePlan plan_of(const Spec& algorithm) {
  const Spec spec = resolve_player(algorithm);
  std::optional<SolvePlan> plan;
  std::vector<std::string_view> known;
  for_each_algorithm([&]<class Algorithm>(Algorithm) {
    if constexpr (Solves<Algorithm>) {
      known.push_back(Algorithm::name);
      if (Algorithm::name != spec.name) return;
      auto params = read_params<Algorithm>(spec);
      plan = {.settings = spec_text(Algorithm::name, params.bind().text()),
              .search = spec_text(Algorithm::name, Params(params.nested, params.team).text()),
              .limits = params.limits,
              .team = params.team,
              .playouts = params.nested.playouts()};
      if (plan->playouts && plan->team.is_root()) *plan->playouts *= plan->team.threads;
    }
  });
  if (!plan) throw UsageError(fmt::format("'{}' does not solve; known: {}", spec.name, join(known, ", ")));
  return *plan;
}

}  // namespace banyan
