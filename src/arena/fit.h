// SPDX-License-Identifier: MIT
// Learning an evaluation from games: Texel's method [Oesterlund 2014]. The positions of stored games, each with what
// its game ended as, and the weights that tell these results best. The games are those of ordinary matches, so that a
// store resumes them and their seeds say which they are; what is learned follows from them alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/store.h"
#include "core/params.h"
#include "stats/logistic.h"

namespace banyan {

struct FitSettings {
  std::int64_t skip_last = 2;  // positions of a game, in which all but the result is decided
  double ridge = 10;           // see fit_logistic
};

/// Positions by what their evaluation is the sum of.
struct FitSamples {
  std::vector<std::string> names{};   // of the terms
  std::vector<double> weights{};      // that they have
  LogisticSamples learned{}, kept{};  // every tenth game is kept, to see what the weights are worth on others
  std::uint64_t games = 0;

  /// Adds the positions of a game after its opening. Throws UsageError when the game's evaluation is no sum, or when
  /// the terms are not those of the games before.
  void add(const Spec& game, const GameRecord& record, const FitSettings& settings);
};

struct FitResult {
  double scale = 0;                   // of points, which fits the old weights best and is that of the new ones
  std::vector<double> weights{};      // new
  double old_loss = 0, new_loss = 0;  // on what was learned from
  double old_kept_loss = 0, new_kept_loss = 0;  // and on the games that were not
};

FitResult fit_weights(const FitSamples& samples, const FitSettings& settings);

}  // namespace banyan
