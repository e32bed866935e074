// SPDX-License-Identifier: MIT
// The generalised sequential probability ratio test [Wald 1945; Van den Bergh 2017, "A practical introduction to the
// GSPRT"]: is a player worth elo1 or only elo0? Nothing is assumed about draws: under each hypothesis the frequencies
// of the outcomes are those that fit the counts best among all with the expected score of the hypothesis.
#pragma once

#include <span>

#include "stats/elo.h"

namespace banyan {

struct Sprt {
  double elo0 = 0, elo1 = 0;  // logistic Elo; elo0 < elo1
  double alpha = 0.05;        // how often elo1 may be accepted when elo0 is true
  double beta = 0.05;         // how often elo0 may be accepted when elo1 is true

  double lower_bound() const;
  double upper_bound() const;
};

enum class Verdict { undecided, elo0, elo1 };

/// The log-likelihood ratio of elo1 against elo0; 0 without games.
double log_likelihood_ratio(const Sprt& sprt, const Pairs& pairs);
double log_likelihood_ratio(const Sprt& sprt, const Score& score);

Verdict verdict(const Sprt& sprt, double log_likelihood_ratio);

}  // namespace banyan
