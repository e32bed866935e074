// SPDX-License-Identifier: MIT
// What the counts of a match amount to, and its JSON: the same from the program and from its server
// (docs/file-formats.md has the fields).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "arena/tally.h"
#include "stats/elo.h"
#include "stats/sprt.h"

namespace banyan {

/// What is worked out from counts: with pairs, intervals and superiority are those of the pairs.
struct Figures {
  Score score;
  std::optional<Pairs> pairs;
  std::optional<Sprt> sprt;

  EloEstimate elo() const;
  double superiority() const;
  double ratio() const;  // only with sprt
  /// Whether there are pairs enough for an interval of theirs.
  bool is_by_pairs() const;
};

/// "elo1 accepted"
std::string_view verdict_text(Verdict verdict);

void add_figures(nlohmann::ordered_json& json, const Figures& figures);
nlohmann::ordered_json json_of(const Score& score);
nlohmann::ordered_json json_of(const Share& share);
/// All of a match of so many players but who they were.
nlohmann::ordered_json json_of(const MatchResult& result, int players, const std::optional<Sprt>& sprt = {});

/// A sum over the games of a match as a mean; 0 where there are none.
double per_game(double sum, const MatchResult& result);

}  // namespace banyan
