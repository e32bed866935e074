// SPDX-License-Identifier: MIT
#include "engine/session.h"

#include <fmt/format.h>

#include "core/random.h"

namespace banyan {
namespace {

constexpr std::uint64_t chance_stream = 101;  // of a game's seed; players have the first ones

/// What a user or a file calls a move may be a whole book; an error sentence shows its beginning.
std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 40;
  return text.size() <= longest ? std::string(text) : std::string(text.substr(0, longest)) + "...";
}

}  // namespace

IllegalMove::IllegalMove(std::string_view move, std::string reason)
    : UsageError(fmt::format("the move '{}' cannot be played: {}", shortened(move), reason)),
      reason_(std::move(reason)) {}

std::vector<std::string> let_chance_play(Session& session, std::uint64_t seed) {
  std::vector<std::string> drawn;
  while (!session.result() && session.to_move() < 0) {
    drawn.push_back(session.chance_move(derive_seed(seed, chance_stream)));
    session.play(drawn.back());
  }
  return drawn;
}

}  // namespace banyan
