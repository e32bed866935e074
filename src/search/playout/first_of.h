// SPDX-License-Identifier: MIT
// A playout policy that is put together from parts (part.h): they are asked in turn, and what all of them decline is
// drawn uniformly. One virtual call a playout, none a move. With one part, its code stands in the loop, and so it does
// with those that are often asked together; with several others, the loop calls the code of each that is asked. So a
// game is compiled with a sum of loops, not with a product.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/random.h"
#include "search/playout/playout.h"

namespace banyan {

/// The moves of the last playout. Grows with the longest of them, and then no more.
template <GameState S>
class Record {
 public:
  /// Writes one playout. Its places stand in registers while a playout runs: nothing that is not inlined sees them.
  class Writer {
   public:
    explicit Writer(Record& record) : record_(record), at_(record.begin()), end_(record.end()) {}
    [[gnu::always_inline]] void push(const PlayedMove<S>& move) {
      if (at_ == end_) [[unlikely]] {
        at_ = record_.grow();
        end_ = record_.end();
      }
      // One by one: as a whole it would be put together in memory first.
      at_->move = move.move;
      at_->key = move.key;
      at_->mover = move.mover;
      ++at_;
    }
    void finish() { record_.size_ = static_cast<std::size_t>(at_ - record_.begin()); }

   private:
    Record& record_;
    PlayedMove<S>*at_, *end_;
  };

  std::span<const PlayedMove<S>> moves() const { return std::span(moves_).first(size_); }
  void clear() { size_ = 0; }

 private:
  PlayedMove<S>* begin() { return moves_.data(); }
  PlayedMove<S>* end() { return moves_.data() + moves_.size(); }
  /// Where the new places begin.
  [[gnu::noinline]] PlayedMove<S>* grow() {
    const std::size_t full = moves_.size();
    moves_.resize(2 * full + 64);
    return begin() + full;
  }

  std::vector<PlayedMove<S>> moves_;
  std::size_t size_ = 0;
};

namespace detail {

/// Values of any types, each of which may be missing: a tuple of optionals that is sooner compiled.
template <class Numbers, class... T>
struct OptionalsOf;
template <std::size_t Number, class T>
struct NumberedOptional {
  std::optional<T> value;
};
template <std::size_t... Number, class... T>
struct OptionalsOf<std::index_sequence<Number...>, T...> : NumberedOptional<Number, T>... {
  /// use(all of them)
  template <class Use>
  [[gnu::always_inline]] auto with(Use&& use) {
    return use(static_cast<NumberedOptional<Number, T>&>(*this).value...);
  }
  template <class Use>
  [[gnu::always_inline]] auto with(Use&& use) const {
    return use(static_cast<const NumberedOptional<Number, T>&>(*this).value...);
  }
};
template <class... T>
using Optionals = OptionalsOf<std::index_sequence_for<T...>, T...>;

// What a part does once a playout, or once a search, is compiled once, whatever it is combined with; and so are the
// moves of a part among several: the code of all in one loop would push each other's values out of the registers.

template <GameState S, class Work>
[[gnu::noinline]] void prepare(Work& work, const S& root) {
  work.prepare(root);
}
template <GameState S, class Work>
[[gnu::noinline]] void learn(Work& work, const Descent<S>& descent, std::span<const PlayedMove<S>> playout,
                             const Outcome<S>& outcome) {
  work.learn(descent, playout, outcome);
}
template <class Work, GameState S>
using Playing = decltype(std::declval<Work&>().begin(std::declval<const S&>(), std::declval<const Descent<S>&>()));
template <GameState S, class Work>
[[gnu::noinline]] std::optional<Playing<Work, S>> begin(std::optional<Work>& work, const S& state,
                                                        const Descent<S>& descent) {
  if (!work) return std::nullopt;
  return work->begin(state, descent);
}
template <GameState S, class Each>
[[gnu::noinline]] bool propose(Each& playing, const S& now, Player mover, typename S::Move& move) {
  return playing.propose(now, mover, move);
}

}  // namespace detail

/// Whether a policy may have parts that are not asked.
enum class Asked { some, all };

/// `Works` are what the parts of a list make, in their order.
template <GameState S, Asked Which, class... Works>
class FirstOf final : public PlayoutPolicy<S> {
  using Move = typename S::Move;
  template <class Work>
  static constexpr bool does_learn = requires(Work& work, const Descent<S>& descent, const Outcome<S>& outcome) {
    work.learn(descent, std::span<const PlayedMove<S>>{}, outcome);
  };
  template <class Work>
  static constexpr bool reads_path = !requires {
    requires !Work::reads_descent;
  };

 public:
  /// Those that are nothing are not asked.
  FirstOf(const S& root, std::uint64_t seed, std::optional<Works>... works)
      : drawer_(root), rng_(seed), works_{{std::move(works)}...} {}

  void prepare(const S& root) override {
    drawer_ = Drawer<S>(root);
    for_each_asked([&](auto& work) {
      if constexpr (requires { work.prepare(root); }) detail::prepare(work, root);
    });
  }
  bool reads_descent() const override {
    return works_.with(
        [](const auto&... work) { return ((work && reads_path<std::decay_t<decltype(*work)>>) || ...); });
  }
  void learn(const Descent<S>& descent, const Outcome<S>& outcome) override {
    for_each_asked([&]<class Work>(Work& work) {
      if constexpr (does_learn<Work>) detail::learn(work, descent, record_.moves(), outcome);
    });
    record_.clear();  // what was learnt once
  }
  std::vector<Move> pruned(const S& root, const AmafCounts& counts) const override {
    std::vector<Move> all;
    works_.with([&](const auto&... work) {
      const auto add = [&](const auto& asked) {
        if constexpr (requires { asked->pruned(root, counts); }) {
          if (asked) all = asked->pruned(root, counts);
        }
      };
      (add(work), ...);
    });
    return all;
  }

 private:
  Outcome<S> play_out(S& state, const Descent<S>& descent) override {
    return this->ending().is_cut() ? play<true>(state, descent) : play<false>(state, descent);
  }

  template <bool IsCut>
  [[gnu::noinline]] Outcome<S> play(S& state, const Descent<S>& descent) {
    if constexpr (Which == Asked::all) {
      auto all = works_.with([&](auto&... work) { return std::tuple(work->begin(state, descent)...); });
      return play_with<IsCut>(
          state,
          [&](const S& now, Player mover, Move& move) __attribute__((always_inline)) {
            return std::apply(
                [&](auto&... playing)
                    __attribute__((always_inline)) { return (playing.propose(now, mover, move) || ...); },
                all);
          },
          [&](const PlayedMove<S>& made) __attribute__((always_inline)) {
            std::apply(
                [&](auto&... playing) __attribute__((always_inline)) { (tell(playing, made), ...); }, all);
          });
    } else {
      auto all = works_.with([&](auto&... work) { return AllPlaying{{detail::begin(work, state, descent)}...}; });
      return play_with<IsCut>(
          state,
          [&](const S& now, Player mover, Move& move)
              __attribute__((always_inline)) { return ask_all(all, now, mover, move); },
          [&](const PlayedMove<S>& made) __attribute__((always_inline)) { tell_all(all, made); });
    }
  }

  template <bool IsCut, class Ask, class Tell>
  [[gnu::always_inline]] Outcome<S> play_with(S& state, Ask ask, Tell tell) {
    auto draw = drawer_.begin(rng_);
    typename Record<S>::Writer record(record_);
    const Outcome<S> outcome = finish<IsCut>(
        state, this->ending(), [&](const S& now, Player mover) __attribute__((always_inline)) {
          if constexpr (HasChance<S>) {
            if (mover == chance) return draw(now);
          }
          Move move;
          if (!ask(now, mover, move)) move = draw(now);
          if constexpr (NamesMoves<S>) {
            const PlayedMove<S> made = played_move(now, move, mover);
            if constexpr ((does_learn<Works> || ...)) record.push(made);
            tell(made);
          }
          return move;
        });
    record.finish();
    return outcome;
  }

  using AllPlaying = detail::Optionals<detail::Playing<Works, S>...>;
  static bool ask_all(AllPlaying& all, const S& now, Player mover, Move& move) {
    return all.with(
        [&](auto&... playing) { return ((playing && detail::propose(*playing, now, mover, move)) || ...); });
  }
  static void tell_all(AllPlaying& all, const PlayedMove<S>& made) {
    all.with([&](auto&... playing) { ((playing ? tell(*playing, made) : void()), ...); });
  }

  template <class Each>
  [[gnu::always_inline]] static void tell([[maybe_unused]] Each& playing, [[maybe_unused]] const PlayedMove<S>& made) {
    if constexpr (requires { playing.note(made); }) playing.note(made);
  }

  template <class Visit>
  void for_each_asked(Visit visit) {
    works_.with([&](auto&... work) { ((work ? visit(*work) : void()), ...); });
  }

  Drawer<S> drawer_;
  Rng rng_;
  detail::Optionals<Works...> works_;
  Record<S> record_;
};

}  // namespace banyan
