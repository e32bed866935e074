// SPDX-License-Identifier: MIT
// Which moves of the root a search is about [Nijssen 2007, as Konz 2012 reads it]: those of the highest scores (fixed
// selectivity), or those whose score is not far below the mean (variable selectivity).
#pragma once

#include <vector>

#include "search/mcts/params.h"

namespace banyan {

/// By place in `scores`: whether it is kept. The best always is; of equals, the first come first.
std::vector<bool> kept_candidates(const std::vector<double>& scores, const CandidateParams& params);

}  // namespace banyan
