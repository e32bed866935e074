// SPDX-License-Identifier: MIT
// Learning from games. An evaluation: the positions of stored games, each with what its game ended as, and the weights
// that tell these results best, which is Texel's method [Oesterlund 2014]. Habits: their moves, each among those that
// could have been played, and how strongly the players were drawn to what moves look like [Coulom 2007]. The games are
// those of ordinary matches, so that a store resumes them and their seeds say which they are; what is learned follows
// from them alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/store.h"
#include "core/params.h"
#include "stats/choices.h"
#include "stats/logistic.h"

namespace banyan {

struct FitSettings {
  std::int64_t skip_last = 2;  // positions of a game, in which all but the result is decided
  double ridge = 10;           // see fit_logistic
};

/// Positions by what their evaluation is the sum of.
struct FitSamples {
  std::vector<std::string> names{};         // of the terms
  std::vector<double> weights{};            // that they have
  LogisticSamples learned{}, kept{};        // every tenth game is kept, to see what the weights are worth on others
  std::vector<std::uint64_t> kept_games{};  // the game that each kept position is from
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

/// What a term brings: how much more a result of the games that were kept costs when the others are fitted without it.
/// Products whose names begin with the same word are one term.
struct TermGain {
  std::string term{};
  double loss = 0, error = 0;  // nats a position; one standard error over games
};

std::vector<TermGain> gains_of_terms(const FitSamples& samples, const FitSettings& settings, const FitResult& fit);

/// Moves by what they look like, each with the others that could have been played.
struct HabitSamples {
  std::vector<std::string> names{};  // of the kinds of traits
  Choices learned{}, kept{};         // every tenth pair of games is kept
  std::uint64_t games = 0;

  /// Adds the moves of a game after its opening. Throws UsageError when the game shows no traits, or when they are not
  /// those of the games before.
  void add(const Spec& game, const GameRecord& record, const FitSettings& settings);
};

struct HabitResult {
  Strengths strengths{};                        // of each trait, by kind
  double old_loss = 0, new_loss = 0;            // a move's on what was learned from; before, all moves are equal
  double old_kept_loss = 0, new_kept_loss = 0;  // and on the games that were not
  double foreseen = 0;                          // the part of the kept moves that were taken for the likeliest
};

HabitResult fit_habits(const HabitSamples& samples);

}  // namespace banyan
