// SPDX-License-Identifier: MIT
// Programs of the CodeCup of 2014 as external engines. Such a program plays one game, from its beginning, and knows its
// time by itself: it is started anew for every game.
#pragma once

#include <memory>
#include <string_view>
#include <tuple>

#include "core/params.h"
#include "protocol/external.h"

namespace banyan {

/// What the text of such a program begins with.
inline constexpr std::string_view codecup_scheme = "codecup:";

struct CodecupParams {
  double patience = 60;
  static constexpr auto fields() {
    return std::tuple{field(&CodecupParams::patience, "patience", 0.01, 1e6,
                            "seconds after which a program without an answer has stalled")};
  }
};

/// codecup:"command args",key=value,..; throws UsageError.
std::unique_ptr<ExternalProgram> parse_codecup_program(std::string_view text);

}  // namespace banyan
