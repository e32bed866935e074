// SPDX-License-Identifier: MIT
#include "search/mcts/candidates.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace banyan {

std::vector<bool> kept_candidates(const std::vector<double>& scores, const CandidateParams& params) {
  std::vector<bool> kept(scores.size(), false);
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  const std::size_t most = params.keep > 0 ? static_cast<std::size_t>(params.keep) : scores.size();
  const double sum = std::accumulate(scores.begin(), scores.end(), 0.0);
  const double least = params.keep_mean * sum / static_cast<double>(std::max<std::size_t>(scores.size(), 1));
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i) {
    kept[order[i]] = i == 0 || params.keep_mean <= 0 || scores[order[i]] >= least;
  }
  return kept;
}

}  // namespace banyan
