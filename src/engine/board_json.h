// SPDX-License-Identifier: MIT
// The board as data, as JSON and back: whoever has the JSON can draw the board, in any language. docs/file-formats.md
// tells the fields.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "game/board.h"

namespace banyan {

nlohmann::ordered_json json_of(const BoardData& board);

/// The same board again. Throws UsageError that names the place and what was expected there.
BoardData read_board(const nlohmann::ordered_json& json);

}  // namespace banyan
