// SPDX-License-Identifier: MIT
#include "engine/session.h"

#include <fmt/format.h>

namespace banyan {
namespace {

/// What a user or a file calls a move may be a whole book; an error sentence shows its beginning.
std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 40;
  return text.size() <= longest ? std::string(text) : std::string(text.substr(0, longest)) + "...";
}

}  // namespace

IllegalMove::IllegalMove(std::string_view move, std::string reason)
    : UsageError(fmt::format("the move '{}' cannot be played: {}", shortened(move), reason)),
      reason_(std::move(reason)) {}

}  // namespace banyan
