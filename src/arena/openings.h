// SPDX-License-Identifier: MIT
// How the games of a match begin: with the empty board, with a number of random moves, or with lines from a list. The
// games of a group begin alike.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"

namespace banyan {

class Openings {
 public:
  Openings() = default;  // the empty board
  static Openings random(int plies);
  /// One opening per line, moves separated by spaces; empty lines and what follows a # are skipped.
  static Openings list(std::string_view lines);

  /// "none", "random:4", "list:0123456789abcdef": everything that decides what the openings are.
  std::string text() const;
  /// The reverse. A list is known by its fingerprint alone and can be compared, but gives no openings.
  static Openings from_text(std::string_view text);

  /// Throws UsageError that names the line when one cannot be played or ends the game.
  void check(const Spec& game) const;

  /// The moves, separated by spaces. Group n begins with line n of a list, and after the last line with the first
  /// again.
  std::string of_group(const Spec& game, std::uint64_t seed, std::uint64_t group) const;

 private:
  std::string random_moves(const Spec& game, std::uint64_t seed) const;

  int random_plies_ = 0;
  std::vector<std::string> lines_;
  std::uint64_t fingerprint_ = 0;  // of the list; 0 = no list
};

}  // namespace banyan
