// SPDX-License-Identifier: MIT
// Last good replies, LGR [Drake 2009], and with forgetting, LGRF1 [Baier & Drake 2010]: the reply to the opponent's
// last move that the winner of an earlier playout made is made again when it can be. Every reply of the winner in tree
// and playout is stored; with forgetting, every reply of the loser is dropped where it is still the one stored. A draw
// changes nothing. The first move below the root has no predecessor here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/random.h"
#include "search/playout/hashed.h"
#include "search/playout/part.h"
#include "search/playout/playout.h"

namespace banyan {

/// Replies by the opponent's last move and player, where moves are numbered.
template <IndexesMoves S>
class NumberedReplies {
 public:
  NumberedReplies(const S& root, std::size_t)
      : indices_(playout_indices(root)), replies_(2 * static_cast<std::size_t>(root.index_count()), none) {}

  /// The replies of all players, for as long as a playout or what is learnt from it lasts.
  class View {
   public:
    explicit View(NumberedReplies& replies) : replies_(replies.replies_.data()), indices_(replies.indices_) {}

    [[gnu::always_inline]] bool find(const S& now, Player mover, std::uint16_t last, typename S::Move& move) const {
      const std::uint16_t index = at(mover, last);
      if (index == none || !can_play(now, index)) return false;
      move = now.move_at(index);
      return true;
    }
    void keep(std::uint16_t last, const PlayedMove<S>& reply) const {
      if (reply.key < indices_) at(reply.mover, last) = reply.key;
    }
    void drop(std::uint16_t last, const PlayedMove<S>& reply) const {
      if (at(reply.mover, last) == reply.key) at(reply.mover, last) = none;
    }

   private:
    std::uint16_t& at(Player mover, std::uint16_t last) const {
      return replies_[std::size_t{2} * last + static_cast<std::size_t>(mover)];
    }
    std::uint16_t* replies_;
    unsigned indices_;
  };

 private:
  static constexpr std::uint16_t none = 0xffff;
  unsigned indices_;
  std::vector<std::uint16_t> replies_;
};

/// The same where moves have no numbers. They may be legal in one position and not in another.
template <NamesMoves S>
class HashedReplies {
  using Move = typename S::Move;

 public:
  HashedReplies(const S&, std::size_t bytes) : table_(bytes) {}

  class View {
   public:
    explicit View(HashedReplies& replies) : table_(replies.table_) {}

    bool find(const S& now, Player mover, std::uint64_t last, Move& move) const {
      const std::optional<Move>* const reply = table_.find(key(mover, last));
      if (reply == nullptr || !*reply || !is_legal(now, **reply)) return false;
      move = **reply;
      return true;
    }
    void keep(std::uint64_t last, const PlayedMove<S>& reply) const {
      if (std::optional<Move>* const kept = table_.find_or_add(key(reply.mover, last))) *kept = reply.move;
    }
    void drop(std::uint64_t last, const PlayedMove<S>& reply) const {
      if (std::optional<Move>* const kept = table_.find(key(reply.mover, last));
          kept != nullptr && *kept == reply.move) {
        kept->reset();
      }
    }

   private:
    static std::uint64_t key(Player mover, std::uint64_t last) {
      return derive_seed(last, static_cast<std::uint64_t>(mover));
    }
    HashedTable<std::optional<Move>>& table_;
  };

 private:
  HashedTable<std::optional<Move>> table_;
};

namespace detail {
template <class S>
struct ReplyTable {
  using Type = HashedReplies<S>;
};
template <IndexesMoves S>
struct ReplyTable<S> {
  using Type = NumberedReplies<S>;
};
}  // namespace detail

template <NamesMoves S>
class Lgrf {
  using Table = typename detail::ReplyTable<S>::Type;

 public:
  Lgrf(bool forgets, const S& root, std::size_t bytes) : replies_(root, bytes), forgets_(forgets) {}

  struct Playing {
    typename Table::View replies;
    MoveKey<S> last = 0;
    std::int16_t last_mover = -1;

    [[gnu::always_inline]] bool propose(const S& now, Player mover, typename S::Move& move) const {
      return last_mover == 1 - mover && replies.find(now, mover, last, move);
    }
    [[gnu::always_inline]] void note(const PlayedMove<S>& made) {
      last = made.key;
      last_mover = made.mover;
    }
  };
  Playing begin(const S&, const Descent<S>& descent) {
    Playing playing{.replies = typename Table::View(replies_)};
    if (!descent.moves.empty()) playing.note(descent.moves.back());
    return playing;
  }

  void learn(const Descent<S>& descent, std::span<const PlayedMove<S>> playout, const Outcome<S>& outcome) {
    if (outcome.rewards[0] == outcome.rewards[1]) return;
    const int winner = outcome.rewards[0] > outcome.rewards[1] ? 0 : 1;
    const typename Table::View replies(replies_);
    const bool forgets = forgets_;
    MoveKey<S> last = 0;
    Player last_mover = -1;
    for (const auto& moves : {descent.moves, playout}) {
      for (const PlayedMove<S>& move : moves) {
        const Player mover = move.mover;
        if (last_mover == 1 - mover) {
          if (mover == winner) {
            replies.keep(last, move);
          } else if (forgets) {
            replies.drop(last, move);
          }
        }
        last = move.key;
        last_mover = mover;
      }
    }
  }

 private:
  Table replies_;
  bool forgets_;
};

struct Lgrf1 {
  static constexpr std::string_view name = "lgrf1";
  static constexpr std::string_view summary =
      "the last reply to this move that won, with forgetting [Baier & Drake 2010]";
  using Params = NoParams;

  template <GameState S>
  static constexpr std::string_view missing() {
    return missing_keys<S>();
  }
  template <GameState S>
  static constexpr bool grows() {
    return !IndexesMoves<S>;
  }
  template <GameState S>
  static Lgrf<S> make(const Params&, PartSetup<S>& setup) {
    return {true, setup.root, setup.table_bytes};
  }
};

struct Lgr {
  static constexpr std::string_view name = "lgr";
  static constexpr std::string_view summary = "the same without forgetting [Drake 2009]";
  using Params = NoParams;

  template <GameState S>
  static constexpr std::string_view missing() {
    return missing_keys<S>();
  }
  template <GameState S>
  static constexpr bool grows() {
    return !IndexesMoves<S>;
  }
  template <GameState S>
  static Lgrf<S> make(const Params&, PartSetup<S>& setup) {
    return {false, setup.root, setup.table_bytes};
  }
};

}  // namespace banyan
