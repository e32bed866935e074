// SPDX-License-Identifier: MIT
// Games in files, whichever program wrote them: our own JSON, SGF of Havannah and Poly-Y, the game strings of the
// Universal Hive Protocol, and clicks of SameGame, as `banyan solve` and collections of records write them.
// docs/file-formats.md has what is read of each.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/params.h"
#include "engine/save.h"
#include "engine/session.h"

namespace banyan {

enum class Format { json, sgf, uhp, clicks };
constexpr auto names(Format) { return std::array<std::string_view, 4>{"json", "sgf", "uhp", "clicks"}; }

/// Throws UsageError that names those there are.
Format format_named(std::string_view name);
/// Those that a game can be written in, the one that holds everything first.
std::vector<Format> formats_of(const Session& session);

/// What a text looks like.
Format format_of(std::string_view text);
/// The one game of a text; its format is found out where none is given. A list of clicks does not say what is clicked
/// on: that is `board`, or SameGame's usual board. Throws UsageError that says what is wrong, and where.
SavedGame read_game(std::string_view text, std::optional<Format> format = {}, const std::optional<Spec>& board = {});
/// Throws UsageError where the format is not for the game.
std::string write_game(const SavedGame& game, Format format);

/// One game tree of SGF FF[4]: the properties of its root as they are given, then the moves. The first player is White,
/// as on our boards; moves are in the game's own notation.
std::string sgf_tree(const std::vector<std::pair<std::string_view, std::string>>& properties, const Spec& game,
                     const std::vector<std::string>& moves);

}  // namespace banyan
