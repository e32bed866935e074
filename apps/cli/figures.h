// SPDX-License-Identifier: MIT
// What a match amounts to, as text.
#pragma once

#include <string>
#include <vector>

#include "arena/figures.h"
#include "arena/tally.h"
#include "stats/elo.h"
#include "stats/sprt.h"

namespace banyan::cli {

/// "+170 =2 -142"
std::string score_text(const Score& score);
/// "54.5 % [48.9, 60.0]": the 95 % interval is that of the pairs, where there are any, or else Wilson's.
std::string rate_text(const Score& score, const Pairs& pairs = {});
/// The same of one of three players.
std::string rate_text(const Share& share);
/// The same of A, whether two play or three.
std::string rate_text(const MatchResult& result);
/// "+31 ±39", "+inf"
std::string elo_text(const EloEstimate& elo);
/// "LLR 0.87 [-2.94, 2.94]"
std::string sprt_text(const Sprt& sprt, double ratio);

void print_figures(const Figures& figures);

/// What three players have got, in all and in each seat.
void print_shares(const std::vector<Share>& shares);

/// "0,10" or "0,10,0.05,0.05".
Sprt parse_sprt(const std::string& text);

}  // namespace banyan::cli
