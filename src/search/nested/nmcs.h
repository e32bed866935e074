// SPDX-License-Identifier: MIT
// Nested Monte-Carlo Search [Cazenave 2009]: a search of level l tries every move of a position with a search of level
// l-1, plays the next move of the best sequence it knows, and goes on from there; a search of level 0 is a uniform
// playout. Where a game keeps some moves out of playouts (SlotsMoves), no level tries them.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "game/nested.h"
#include "search/nested/nrpa.h"

namespace banyan {

template <NestedGame S>
class NmcsWorker {
 public:
  using Params = NmcsParams;

  NmcsWorker(const S& root, const NmcsParams& params, std::uint64_t seed)
      : params_(params), rng_(seed), root_(root), best_(static_cast<std::size_t>(params.level) + 1) {}

  Rng& stream() { return rng_; }
  const Solution<S>& solution() const { return solution_; }
  std::uint64_t playouts() const { return playouts_; }
  std::uint64_t playout_moves() const { return playout_moves_; }
  bool stopped() const { return stopped_; }
  std::string_view stopped_by() const { return limits_ == nullptr ? "" : limits_->stopped_by(); }
  /// Moves made by the search of the top level.
  std::vector<int> progress() const { return {depth_}; }

  void limit(Limits& limits, std::function<void()> look = {}) {
    limits_ = &limits;
    look_ = std::move(look);
    stopped_ = false;
  }
  void tell(std::function<void(const Solution<S>&)> listener) { listener_ = std::move(listener); }

  void run(std::uint64_t) { search(params_.level, Slots<S>(root_), 0); }

 private:
  using Moves = std::vector<typename S::Move>;

  struct Line {
    Moves moves;  // from the root
    double score = no_score;
  };

  /// `slots` is what `depth` moves of `line_` lead to. The best line found is in best_[level].
  void search(int level, Slots<S> slots, std::size_t depth) {
    Line& best = best_[static_cast<std::size_t>(level)];
    best.score = no_score;
    if (level == 0) return play(std::move(slots), depth);
    for (; slots.slot_count() > 0 && !stopped_; ++depth) {
      if (level == params_.level) depth_ = static_cast<int>(depth);
      for (int slot = 0; slot < slots.slot_count() && !stopped_; ++slot) {
        Slots<S> next = slots;
        line_.resize(depth);
        line_.push_back(slots.slot_move(slot));
        next.play_slot(slot);
        search(level - 1, std::move(next), depth + 1);
        Line& found = best_[static_cast<std::size_t>(level) - 1];
        if (found.score > best.score) std::swap(best, found);
      }
      // What a lower search left in the line is not where we stand.
      line_.resize(depth);
      line_.push_back(best.moves[depth]);
      int slot = 0;
      while (!(slots.slot_move(slot) == best.moves[depth])) ++slot;
      slots.play_slot(slot);
    }
    if (best.score == no_score) {  // the game was over
      line_.resize(depth);
      best.moves = line_;
      best.score = slots.score();
    }
  }

  void play(Slots<S> slots, std::size_t depth) {
    Line& line = best_[0];
    line.moves.assign(line_.begin(), line_.begin() + static_cast<std::ptrdiff_t>(depth));
    while (slots.slot_count() > 0) {
      const int slot = static_cast<int>(rng_.below(static_cast<std::uint32_t>(slots.slot_count())));
      line.moves.push_back(slots.slot_move(slot));
      slots.play_slot(slot);
      ++playout_moves_;
    }
    line.score = slots.score();
    ++playouts_;
    if (line.score > solution_.score) {
      solution_ = {.moves = line.moves, .score = line.score};
      if (listener_) listener_(solution_);
    }
    if (limits_->reached(playouts_)) stopped_ = true;
    if (look_) look_();
  }

  NmcsParams params_;
  Rng rng_;
  S root_;
  std::vector<Line> best_;  // of each level; of level 0 the last playout
  Moves line_;
  int depth_ = 0;
  Solution<S> solution_;
  std::uint64_t playouts_ = 0, playout_moves_ = 0;
  Limits* limits_ = nullptr;
  bool stopped_ = false;
  std::function<void()> look_;
  std::function<void(const Solution<S>&)> listener_;
};

struct Nmcs {
  static constexpr std::string_view name = "nmcs";
  static constexpr std::string_view summary =
      "nested Monte-Carlo search: every move tried with a search one level lower";
  template <GameState S>
  using Worker = NmcsWorker<S>;

  struct Params {
    LimitParams limits;
    NmcsParams nested;
    auto bind() { return banyan::Params(limits, nested); }
  };

  template <GameState S>
  static constexpr std::string_view missing() {
    return missing_for_nested<S>();
  }

  template <GameState S>
  static std::unique_ptr<Search<S>> make(const Params& params, std::uint64_t seed) {
    return std::make_unique<NestedSearch<S, NmcsWorker<S>>>(params.limits, params.nested, seed);
  }
};

}  // namespace banyan
