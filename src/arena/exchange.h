// SPDX-License-Identifier: MIT
// The store as text that can be committed: a header per match, a line per game, described in docs/file-formats.md. What
// is read is checked: seeds against the match, moves against the rules and their fingerprint.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/store.h"

namespace banyan {

/// Without moves a line is a third as long, and each game can still be played again from its seed.
enum class ExportMoves { all, none };
std::string export_text(Store& store, const std::vector<MatchId>& matches, ExportMoves moves);

struct ImportReport {
  std::uint64_t matches = 0;
  std::uint64_t added = 0;  // games
  std::uint64_t known = 0;  // games that the store had already
};

/// All of the text or nothing of it. Throws UsageError that names the line when it is not such a text, or holds another
/// game than the store does under the same number.
ImportReport import_text(Store& store, std::string_view text);

/// A game with its moves as one line of such a text, and back; both sides must know the version that played it, and how
/// many players. Throws UsageError.
std::string record_line(const GameRecord& game);
GameRecord read_record_line(std::string_view line, const std::string& version, int players);

/// Throws UsageError when the record contradicts the rules of its game or itself.
void check_record(const Match& match, const GameRecord& game);

}  // namespace banyan
