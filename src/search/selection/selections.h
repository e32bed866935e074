// SPDX-License-Identifier: MIT
// The list of selections. Each is an algorithm that users can name.
#pragma once

#include <tuple>

#include "search/selection/alpha_amaf.h"
#include "search/selection/product.h"
#include "search/selection/rave.h"
#include "search/selection/sums.h"
#include "search/selection/ucb1.h"

namespace banyan {

using Selections =
    std::tuple<selection::Ucb1, selection::Rave, selection::AlphaAmaf, selection::Product, selection::Sums>;

}  // namespace banyan
