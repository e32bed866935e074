// SPDX-License-Identifier: MIT
// Replies around the last move that the game suggests, such as patterns: one of them at random, if there is one. Which
// kinds of them, a parameter says by the names that the game has given them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/error.h"
#include "core/params.h"
#include "core/random.h"
#include "core/text.h"
#include "game/suggestions.h"
#include "search/playout/part.h"
#include "search/playout/playout.h"

namespace banyan {

struct ReplyParams {
  std::string reply_kinds = "usual";
  bool reply_to_tree = true;
  static constexpr auto fields() {
    using P = ReplyParams;
    return std::tuple{
        field(&P::reply_kinds, "reply_kinds",
              "the kinds of replies that are given, by the game's names for them joined by +; usual = those that the "
              "game has chosen"),
        field(&P::reply_to_tree, "reply_to_tree", "the first move of a playout may reply to the last one of the tree"),
    };
  }
};

/// A bit for each of the game's kinds that the parameters name; throws UsageError where there is no such kind.
template <SuggestsReplies S>
std::uint32_t reply_bits(const ReplyParams& params) {
  const std::vector<std::string_view> known(std::begin(S::reply_kinds), std::end(S::reply_kinds));
  if (params.reply_kinds == "usual") return S::usual_replies;
  std::uint32_t bits = 0;
  for (const std::string_view name : split(params.reply_kinds, '+')) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      throw UsageError(fmt::format("reply_kinds={}: this game has no replies '{}'{}; known: usual, or {} joined by +",
                                   params.reply_kinds, name, did_you_mean(name, known), join(known, ", ")));
    }
    bits |= std::uint32_t{1} << (found - known.begin());
  }
  return bits;
}

/// Throws UsageError where a kind that was asked for by its name is one that this board has no replies of: it would be
/// without effect.
template <SuggestsReplies S>
void check_replies(const ReplyParams& params, const S& root) {
  if (params.reply_kinds == "usual") return;
  const std::uint32_t asked = reply_bits<S>(params);
  for (std::size_t kind = 0; kind < std::size(S::reply_kinds); ++kind) {
    const std::uint32_t bit = std::uint32_t{1} << kind;
    if ((asked & bit) == 0 || !typename S::Replier(root, bit).is_empty()) continue;
    throw UsageError(fmt::format("reply_kinds={}: on this board no replies '{}' are known; leave them out",
                                 params.reply_kinds, S::reply_kinds[kind]));
  }
}

template <SuggestsReplies S>
class SuggestedReplies {
  using Move = typename S::Move;

 public:
  SuggestedReplies(const S& root, std::uint32_t kinds, bool to_tree, std::uint64_t seed)
      : replier_(root, kinds), to_tree_(to_tree), rng_(seed) {}

  struct Playing {
    const typename S::Replier& replier;
    Rng& rng;
    bool has_last = false;  // not before the first move of a search without a path
    Move last{};

    [[gnu::always_inline]] bool propose(const S& now, Player, Move& move) {
      if (!has_last) return false;
      std::array<Move, static_cast<std::size_t>(S::max_replies)> replies;
      const std::size_t count = replier.suggest(now, last, replies);
      if (count == 0) return false;
      move = replies[count == 1 ? 0 : rng.below(static_cast<std::uint32_t>(count))];
      return true;
    }
    void note(const PlayedMove<S>& made) {
      last = made.move;
      has_last = true;
    }
  };
  Playing begin(const S&, const Descent<S>& descent) {
    Playing playing{.replier = replier_, .rng = rng_};
    if (to_tree_ && !descent.moves.empty()) playing.note(descent.moves.back());
    return playing;
  }

 private:
  typename S::Replier replier_;
  bool to_tree_;
  Rng rng_;
};

struct Replies {
  static constexpr std::string_view name = "replies";
  static constexpr std::string_view summary = "a reply around the last move that the game suggests";
  using Params = ReplyParams;

  template <GameState S>
  static constexpr std::string_view missing() {
    return SuggestsReplies<S> ? "" : "suggestions of replies to the last move (SuggestsReplies)";
  }
  template <SuggestsReplies S>
  static void check(const Params& params) {
    reply_bits<S>(params);
  }
  template <SuggestsReplies S>
  static SuggestedReplies<S> make(const Params& params, PartSetup<S>& setup) {
    check_replies<S>(params, setup.root);
    return SuggestedReplies<S>(setup.root, reply_bits<S>(params), params.reply_to_tree, setup.next_seed());
  }
};

}  // namespace banyan
