// SPDX-License-Identifier: MIT
// What the protocol of the CodeCup of 2014 is about: Poly-Y on its board, with the swap. A line is a number: a cell,
// or -1 for the swap. Who moves first is told `Start`, and everybody is told `Quit` at the end.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/params.h"
#include "engine/session.h"

namespace banyan {

inline constexpr std::string_view codecup_start = "Start", codecup_quit = "Quit";

Spec codecup_game();
/// One of our moves as the protocol has it, and the reverse: nothing for what can be no move.
std::string to_codecup(std::string_view move);
std::optional<std::string> from_codecup(std::string_view line);

}  // namespace banyan
