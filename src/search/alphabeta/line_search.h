// SPDX-License-Identifier: MIT
// The values of positions by alpha-beta, for play: one thread's part of a search, with what it alone writes. Values are
// points of the game's evaluation, whole ones, as the player to move sees them; where a player moves twice in a row
// nothing is negated. A won game is worth win_value less the moves it takes.
//
// Of games that may repeat, the states here are without their past: the root knows what has occurred before it, and
// the line from there is kept beside it. A value may rest on the line that led to it, because a position of the line
// has occurred again, or because the game ends after a number of turns. Such values are of use to those above it on
// the same line and to nobody else, so they never enter the table: `rests_on_` says how far up the line the last value
// reaches.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/math.h"
#include "core/random.h"
#include "game/depth.h"
#include "game/knowledge.h"
#include "game/move_key.h"
#include "game/moves.h"
#include "game/repetition.h"
#include "search/alphabeta/params.h"
#include "search/alphabeta/shared_table.h"
#include "search/limits/limits.h"
#include "search/search.h"

namespace banyan {

namespace detail {
template <class S>
struct WithoutPast {
  using Type = S;
};
template <class S>
struct WithoutPast<Repeating<S>> {
  using Type = S;
};
}  // namespace detail

inline constexpr int win_value = 500'000;
/// No evaluation is beyond this, and no win within it.
inline constexpr int highest_evaluation = 400'000;

/// What all threads of a search see.
struct SharedSearch {
  std::atomic<bool> is_stopped{false};
  std::atomic<std::uint64_t> helpers_nodes{0};  // of all but the first thread, rounded down
};

template <GameState S>
class LineSearch {
 public:
  using Move = typename S::Move;
  using Game = typename detail::WithoutPast<S>::Type;
  using Table = SharedTable<Move>;
  static constexpr int most_plies = 120;
  static constexpr int infinity = win_value + 1;

  struct RootMove {
    Move move;
    int value = -infinity;
    bool is_exact = false;
    std::uint64_t nodes = 0;  // that the last search of it took
    std::vector<Move> line;   // from this move on, while it is the best
  };

  LineSearch(const AlphaBetaParams& params, Table* table, SharedSearch& shared)
      : params_(params), table_(table), shared_(shared), lines_(most_plies + 2) {
    for (std::size_t depth = 1; depth < reductions_.size(); ++depth) {
      for (std::size_t place = 1; place < reductions_[depth].size(); ++place) {
        reductions_[depth][place] = static_cast<std::int8_t>(params.reduce * banyan::log(static_cast<double>(depth)) *
                                                             banyan::log(static_cast<double>(place)));
      }
    }
  }

  /// One thread has limits, and stops all; `report` is what it does as often as these say, if it is not null, while it
  /// searches. `only` are the root moves that the search is about; empty: all. The best `lines` of them get values that
  /// are exact and lines of their own, one at least.
  void begin(const S& root, std::span<const Move> only, std::size_t lines, Limits* limits,
             const std::function<void()>* report) {
    root_ = &root;
    exact_moves_ = std::max<std::size_t>(lines, 1);
    limits_ = limits;
    report_ = report;
    has_answer_ = false;
    states_.assign(TakesBack<Game> ? 1 : most_plies + 2, static_cast<const Game&>(root));
    movers_[0] = root.to_move();
    if constexpr (repeats) keys_[0] = state(0).repetition_key();
    nodes_ = leaves_ = 0;
    for (auto& pair : killers_) pair = {};
    for (std::int16_t& value : history_) value = static_cast<std::int16_t>(value / 2);
    root_moves_.clear();
    for (const Move& move : moves_at_root(root, only)) root_moves_.push_back({.move = move, .line = {move}});
    order_root();
  }

  /// The best root move to this depth. When it is stopped, what had been found by then stays, and the answer is false.
  bool search_root(int depth) {
    root_depth_ = depth;
    int low = -infinity, high = infinity;
    int width = params_.aspiration;
    if (width > 0 && depth >= 3 && exact_moves_ == 1) {
      low = std::max(-infinity, root_moves_[0].value - width);
      high = std::min(infinity, root_moves_[0].value + width);
    }
    for (;;) {
      const int value = search_root_within(depth, low, high);
      if (is_stopped()) return false;
      if (value > low && value < high) return true;
      // Outside of the window: open it on that side, wider and wider.
      width *= 4;
      if (value <= low) low = width > highest_evaluation ? -infinity : std::max(-infinity, value - width);
      if (value >= high) high = width > highest_evaluation ? infinity : std::min(infinity, value + width);
    }
  }

  const std::vector<RootMove>& root_moves() const { return root_moves_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t leaves() const { return leaves_; }

 private:
  static constexpr bool repeats = Repeats<Game>;
  static constexpr int nothing = std::numeric_limits<int>::max();  // what a value rests on
  static constexpr std::size_t history_size = 1 << 14;
  static constexpr int most_history = 8192;
  static constexpr int near_end = 3;  // moves left where an evaluation may do instead of a search

  bool is_stopped() const { return shared_.is_stopped.load(std::memory_order_relaxed); }
  void count_node() {
    ++nodes_;
    if (limits_ != nullptr) {
      // One move is searched whatever the limits are, so that there is an answer even where other threads were quicker.
      if (limits_->reached(nodes_ + shared_.helpers_nodes.load(std::memory_order_relaxed)) && has_answer_) {
        shared_.is_stopped.store(true, std::memory_order_relaxed);
      } else if (report_ != nullptr && has_answer_ && limits_->report_is_due()) {
        (*report_)();
      }
    } else if (nodes_ % 64 == 0) {
      shared_.helpers_nodes.fetch_add(64, std::memory_order_relaxed);
    }
  }
  /// The last position of the line; where moves are taken back, there is only one.
  const Game& state([[maybe_unused]] int ply) const {
    if constexpr (TakesBack<Game>) {
      return states_[0];
    } else {
      return states_[static_cast<std::size_t>(ply)];
    }
  }

  // ---- The root ----

  void order_root() {
    const auto& judge = judge_of(state(0));
    for (RootMove& move : root_moves_) move.value = order_of(judge, 0, move.move, {});
    sort_by_value(root_moves_);
    for (RootMove& move : root_moves_) move.value = -infinity;
  }

  int search_root_within(int depth, int low, int high) {
    int best = -infinity;
    for (std::size_t i = 0; i < root_moves_.size(); ++i) {
      const std::uint64_t before = nodes_;
      const Move move = root_moves_[i].move;
      made_[0] = move;
      // The best ones so far stand first, in order.
      const int from = std::max(low, i < exact_moves_ ? -infinity : root_moves_[exact_moves_ - 1].value);
      const int value = value_of_move(0, move, depth, static_cast<int>(i), 0, from, high, true);
      if (is_stopped()) return best;
      RootMove& searched = root_moves_[i];
      searched.nodes = nodes_ - before;
      searched.value = value;
      searched.is_exact = value > from && value < high;
      has_answer_ = true;
      best = std::max(best, value);
      if (value > from) {
        searched.line = lines_[1];
        searched.line.insert(searched.line.begin(), move);
        // The best move so far stands first, so that it is known when the search is stopped; the others keep their
        // order.
        const auto at = root_moves_.begin() + static_cast<std::ptrdiff_t>(i);
        const auto place = std::find_if(root_moves_.begin(), at, [&](const RootMove& m) { return m.value < value; });
        std::rotate(place, at, at + 1);
      }
      if (best >= high) break;
    }
    return best;
  }

  // ---- Below ----

  /// The value of the `place`-th move of a position to its mover. Within (low, high) it is exact, apart from what
  /// reductions overlook; at or below low, and at or above high, it is a bound.
  int value_of_move(int ply, const Move& move, int depth, int place, int reduction, int low, int high,
                    bool is_on_main_line) {
    if (place == 0 || !params_.scout) return value_after(ply, move, depth - 1, low, high, is_on_main_line);
    if (low == -infinity) return value_after(ply, move, depth - 1, low, high, is_on_main_line);
    int value = value_after(ply, move, depth - 1 - reduction, low, low + 1, false);
    if (value > low && reduction > 0) value = value_after(ply, move, depth - 1, low, low + 1, false);
    if (value > low && value < high && high - low > 1) {
      value = value_after(ply, move, depth - 1, low, high, is_on_main_line);
    }
    return value;
  }

  int value_after(int ply, const Move& move, int depth, int low, int high, bool is_on_main_line) {
    if constexpr (TakesBack<Game>) {
      const auto before = states_[0].play_noting(move);
      const int value = value_after_made(ply, depth, low, high, is_on_main_line);
      states_[0].take_back(move, before);
      return value;
    } else {
      const auto at = static_cast<std::size_t>(ply);
      states_[at + 1] = states_[at];
      states_[at + 1].play(move);
      return value_after_made(ply, depth, low, high, is_on_main_line);
    }
  }

  int value_after_made(int ply, int depth, int low, int high, bool is_on_main_line) {
    const auto at = static_cast<std::size_t>(ply);
    const Game& next = state(ply + 1);
    count_node();
    lines_[at + 1].clear();
    const Player mover = movers_[at];
    rests_on_ = nothing;
    if (next.is_terminal()) {
      ++leaves_;
      if constexpr (CapsTurns<Game>) {
        if (next.is_capped()) rests_on_ = -1;
      }
      const double reward = next.rewards()[static_cast<std::size_t>(mover)];
      return reward == 0.5 ? 0 : reward > 0.5 ? win_value - (ply + 1) : -(win_value - (ply + 1));
    }
    if constexpr (repeats) {
      keys_[at + 1] = next.repetition_key();
      if (has_occurred(ply + 1)) return 0;
    }
    movers_[at + 1] = next.to_move();
    if (movers_[at + 1] == mover) return value_of(ply + 1, depth, low, high, is_on_main_line);
    return -value_of(ply + 1, depth, -high, -low, is_on_main_line);
  }

  /// Whether the position is a draw because it has occurred before.
  bool has_occurred(int ply) requires repeats {
    const int last = state(ply).repetitions();
    if (last == 0) return false;
    const std::uint64_t key = keys_[static_cast<std::size_t>(ply)];
    int earliest = nothing, occurrences = 1;
    for (int i = ply - 1; i > 0; --i) {
      if (keys_[static_cast<std::size_t>(i)] != key) continue;
      earliest = i;
      ++occurrences;
    }
    int before = key == keys_[0] ? 1 : 0;
    if constexpr (requires { root_->occurrences(key); }) before = root_->occurrences(key);
    if (key == keys_[0]) earliest = 0;
    if (occurrences + before >= last) {
      rests_on_ = before > (key == keys_[0] ? 1 : 0) ? -1 : earliest;
      return true;
    }
    if (!params_.twofold || earliest == nothing) return false;
    rests_on_ = earliest;
    return true;
  }

  double judged(const Game& position, Player player) const {
    if constexpr (WeighsMobility<Game>) {
      if (params_.judge == Judgement::mobility) return position.mobility(player);
    }
    return position.evaluate(player);
  }

  int evaluation(int ply) {
    ++leaves_;
    rests_on_ = nothing;
    const double points = judged(state(ply), movers_[static_cast<std::size_t>(ply)]);
    return std::clamp(static_cast<int>(std::lround(points)), -highest_evaluation, highest_evaluation);
  }

  int value_of(int ply, int depth, int low, int high, bool is_on_main_line) {
    if (is_stopped()) return 0;
    if (table_ != nullptr && depth > 0) table_->prefetch(hash_of(state(ply)));
    if constexpr (FindsWins<Game>) {
      if (depth > 0 || params_.quiescence + depth > 0) {
        Move win{};
        if (state(ply).find_wins(movers_[static_cast<std::size_t>(ply)], std::span(&win, 1)) > 0) {
          lines_[static_cast<std::size_t>(ply)] = {win};
          rests_on_ = nothing;
          return win_value - (ply + 1);
        }
      }
    }
    if constexpr (KnowsCrises<Game>) {
      if (params_.extend && depth >= 0 && ply < 2 * root_depth_ && is_crisis(ply)) ++depth;
    }
    if (ply >= most_plies) return evaluation(ply);
    if (depth <= 0) return value_when_quiet(ply, depth, low, high);
    return value_of_decision(ply, depth, low, high, is_on_main_line);
  }

  /// The value of the position, or of the noisy moves from here if one of them is better for who moves.
  int value_when_quiet(int ply, int depth, int low, int high) {
    int best = evaluation(ply);
    if constexpr (NamesNoisyMoves<Game>) {
      if (best >= high || params_.quiescence + depth <= 0) return best;
      int rests_on = nothing;
      MoveList<Game> moves;
      state(ply).noisy_moves(moves);
      Ordered ordered(*this, judge_of(state(ply)), ply, moves, {});
      for (std::size_t i = 0; i < moves.size(); ++i) {
        const int value = value_after(ply, ordered.next(), depth - 1, std::max(low, best), high, false);
        if (is_stopped()) return best;
        if (value > best) {
          best = value;
          if (best >= high) return best;
        }
        rests_on = std::min(rests_on, rests_on_);
      }
      rests_on_ = rests_on < ply ? rests_on : nothing;
    }
    return best;
  }

  int value_of_decision(int ply, int depth, int low, int high, bool is_on_main_line) {
    const auto at = static_cast<std::size_t>(ply);
    const std::uint64_t key = table_ != nullptr ? hash_of(state(ply)) : 0;
    std::optional<Move> known;
    if (table_ != nullptr) {
      if (const auto found = table_->find(key)) {
        const bool is_deep = params_.deeper ? found->depth >= depth : found->depth == depth;
        const int value = from_table(found->value, ply);
        if (is_deep && !is_on_main_line &&
            (found->bound == Bound::exact || (found->bound == Bound::lower && value >= high) ||
             (found->bound == Bound::upper && value <= low))) {
          rests_on_ = nothing;
          return value;
        }
        if (is_legal(state(ply), found->move)) known = found->move;
      }
    }

    int best = -infinity, rests_on = nothing;
    const int low_before = low;
    // What is judged by its evaluation alone: not the line that is to be played, nor what is about to be decided.
    const bool is_calm = !is_on_main_line && std::abs(high) < highest_evaluation && !is_crisis(ply);
    bool skips_quiet = false;
    if (is_calm && (params_.futility > 0 || params_.null_move > 0)) {
      const int guess = evaluation(ply);
      const int margin = params_.futility * depth;
      const bool is_near_end = params_.futility > 0 && depth <= near_end;
      if (is_near_end && guess - margin >= high) return guess;
      if (guess >= high && holds_without_a_move(ply, depth, high)) return high;
      if (is_stopped()) return 0;
      skips_quiet = is_near_end && guess + margin <= low;
      if (skips_quiet) best = guess + margin;
    }
    const int most_quiet =
        is_calm && params_.late_moves > 0 && depth <= near_end ? params_.late_moves * depth : nothing;
    Move best_move{};
    int place = 0, quiet = 0;
    // True when the move refutes the position.
    const auto search = [&](const Move& move, int reduction) {
      made_[at] = move;
      const int value = value_of_move(ply, move, depth, place, reduction, low, high, is_on_main_line);
      ++place;
      if (is_stopped()) return true;
      if (value > best) {
        best = value;
        best_move = move;
        if (value > low) {
          low = value;
          if (is_on_main_line || value >= high) note_line(ply, move);
        }
      }
      if (value >= high) {
        rests_on = rests_on_;  // on nothing but this
        return true;
      }
      rests_on = std::min(rests_on, rests_on_);
      return false;
    };

    bool is_refuted = known && search(*known, 0);
    if (!is_refuted) {
      MoveList<Game> moves;
      list(ply, skips_quiet, moves);
      if (known) drop(moves, *known);
      const auto& judge = judge_of(state(ply));
      Ordered ordered(*this, judge, ply, moves, reply_to_last(ply));
      for (std::size_t i = 0; i < moves.size() && !is_refuted; ++i) {
        const Move move = ordered.next();
        // A loss is certain only where every reply was searched.
        if (quiet >= most_quiet && best > -highest_evaluation && !is_noisy(judge, move)) continue;
        ++quiet;
        is_refuted = search(move, reduction_for(judge, move, depth, place, is_on_main_line));
        if (is_refuted && !is_stopped()) blame(judge, ply, moves, i, depth);
      }
    }
    if (is_stopped()) return best;
    if (is_refuted) learn(ply, best_move, depth);
    rests_on_ = rests_on < ply ? rests_on : nothing;
    if (table_ != nullptr && rests_on_ == nothing) {
      const Bound bound = best >= high ? Bound::lower : best > low_before ? Bound::exact : Bound::upper;
      table_->store(key, {.move = best_move,
                          .value = to_table(best, ply),
                          .depth = std::min(depth, Table::max_depth),
                          .bound = bound});
    }
    return best;
  }

  /// All moves, or the noisy ones alone; where the game names none, there are none.
  void list(int ply, bool only_noisy, MoveList<Game>& moves) const {
    if (!only_noisy) {
      state(ply).legal_moves(moves);
    } else if constexpr (NamesNoisyMoves<Game>) {
      state(ply).noisy_moves(moves);
    }
  }

  bool is_crisis([[maybe_unused]] int ply) const {
    if constexpr (KnowsCrises<Game>) {
      return state(ply).is_crisis();
    } else {
      return false;
    }
  }

  /// Whether the position is worth `high` or more to its mover even after a move that does nothing. What that rests on
  /// is in rests_on_.
  bool holds_without_a_move([[maybe_unused]] int ply, [[maybe_unused]] int depth, [[maybe_unused]] int high) {
    if constexpr (HasNullMove<Game>) {
      constexpr int least_depth = 3;
      const auto at = static_cast<std::size_t>(ply);
      const Move move = Game::null_move();
      if (params_.null_move == 0 || depth < least_depth || ply == 0 || made_[at - 1] == move) return false;
      made_[at] = move;
      const int left = std::max(depth - 1 - params_.null_move - depth / 6, 0);
      if (value_after(ply, move, left, high - 1, high, false) < high || is_stopped()) return false;
      if (rests_on_ >= ply) rests_on_ = nothing;
      return true;
    }
    return false;
  }

  static void drop(MoveList<Game>& moves, const Move& move) {
    Move* const found = std::find(moves.begin(), moves.end(), move);
    if (found == moves.end()) return;
    *found = moves[moves.size() - 1];
    moves.shrink_to(moves.size() - 1);
  }

  void note_line(int ply, const Move& move) {
    std::vector<Move>& line = lines_[static_cast<std::size_t>(ply)];
    const std::vector<Move>& rest = lines_[static_cast<std::size_t>(ply) + 1];
    line.assign(1, move);
    line.insert(line.end(), rest.begin(), rest.end());
  }

  static std::uint64_t hash_of(const Game& state) {
    if constexpr (CapsTurns<Game>) {
      return state.hash_without_turn();
    } else {
      return state.hash();
    }
  }
  /// In the table, a win is so many moves away from its position, not from the root.
  static int to_table(int value, int ply) {
    return value > highest_evaluation ? value + ply : value < -highest_evaluation ? value - ply : value;
  }
  static int from_table(int value, int ply) {
    return value > highest_evaluation ? value - ply : value < -highest_evaluation ? value + ply : value;
  }

  // ---- Order ----

  /// Picks one move after the other, the most promising first.
  class Ordered {
   public:
    template <class Judge>
    Ordered(LineSearch& search, const Judge& judge, int ply, MoveList<Game>& moves, const std::optional<Move>& reply)
        : moves_(moves) {
      for (std::size_t i = 0; i < moves.size(); ++i) keys_[i] = key(search.order_of(judge, ply, moves[i], reply), i);
    }
    const Move& next() {
      std::int64_t best = keys_[at_];
      for (std::size_t i = at_ + 1; i < moves_.size(); ++i) best = std::max(best, keys_[i]);
      const std::size_t place = most - 1 - static_cast<std::size_t>(best) % most;
      keys_[place] = key(keys_[at_] >> place_bits, place);
      std::swap(moves_[at_], moves_[place]);
      return moves_[at_++];
    }

   private:
    static constexpr int place_bits = 16;
    static constexpr std::size_t most = std::size_t{1} << place_bits;
    static_assert(Game::max_moves <= static_cast<int>(most));
    /// The highest of the keys is that of the highest value, of equal ones of the first.
    static std::int64_t key(std::int64_t value, std::size_t place) {
      return value * static_cast<std::int64_t>(most) + static_cast<std::int64_t>(most - 1 - place);
    }

    MoveList<Game>& moves_;
    std::array<std::int64_t, static_cast<std::size_t>(Game::max_moves)> keys_;
    std::size_t at_ = 0;
  };

  /// Who says what the moves of a position are like: the state itself, where the game has nobody quicker.
  static decltype(auto) judge_of(const Game& state) {
    if constexpr (JudgesMoves<Game>) {
      return state.move_judge();
    } else {
      return (state);
    }
  }

  /// Noisy moves, then killers, then the usual reply; else what the game thinks, of which a point weighs as much as 16
  /// of history, which reaches from -8192 to 8192.
  template <class Judge>
  int order_of(const Judge& judge, int ply, const Move& move, const std::optional<Move>& reply) const {
    int value = 0;
    if (is_noisy(judge, move)) value += 1 << 22;
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (params_.killers && killers[0] == move) {
      value += (1 << 21) + 1;
    } else if (params_.killers && killers[1] == move) {
      value += 1 << 21;
    } else if (reply == move) {
      value += 1 << 20;
    }
    if constexpr (OrdersMoves<Game>) value += 16 * std::clamp(judge.urgency(move), -10'000, 10'000);
    if (params_.history) value += history_[place_in_history(ply, move)];
    return value;
  }

  template <class Judge>
  static bool is_noisy([[maybe_unused]] const Judge& judge, [[maybe_unused]] const Move& move) {
    if constexpr (NamesNoisyMoves<Game>) {
      return judge.is_noisy(move);
    } else {
      return false;
    }
  }

  template <class Judge>
  int reduction_for(const Judge& judge, const Move& move, int depth, int place, bool is_on_main_line) const {
    if (params_.reduce <= 0 || depth < 3 || place < 3 || is_noisy(judge, move)) return 0;
    const auto& row = reductions_[std::min<std::size_t>(static_cast<std::size_t>(depth), reductions_.size() - 1)];
    int reduction = row[std::min<std::size_t>(static_cast<std::size_t>(place), row.size() - 1)];
    if (is_on_main_line && reduction > 0) --reduction;
    return std::clamp(reduction, 0, depth - 2);
  }

  std::size_t place_in_history(int ply, const Move& move) const {
    const auto mover = static_cast<std::uint64_t>(movers_[static_cast<std::size_t>(ply)]);
    // The key of a move is the same in every position.
    return mix64(2 * static_cast<std::uint64_t>(key_of(states_[0], move)) + mover) % history_size;
  }
  std::optional<Move> reply_to_last(int ply) const {
    if (!params_.countermoves || ply == 0) return std::nullopt;
    return replies_[place_in_history(ply - 1, made_[static_cast<std::size_t>(ply) - 1])];
  }

  void learn(int ply, const Move& move, int depth) {
    if (is_noisy(judge_of(state(ply)), move)) return;
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != move) killers = {move, killers[0]};
    add_to_history(ply, move, depth * depth);
    if (params_.countermoves && ply > 0) {
      replies_[place_in_history(ply - 1, made_[static_cast<std::size_t>(ply) - 1])] = move;
    }
  }
  /// Those that were tried before the one that refuted it.
  template <class Judge>
  void blame(const Judge& judge, int ply, const MoveList<Game>& moves, std::size_t count, int depth) {
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_noisy(judge, moves[i])) add_to_history(ply, moves[i], -depth * depth);
    }
  }
  void add_to_history(int ply, const Move& move, int bonus) {
    bonus = std::clamp(bonus, -1024, 1024);
    std::int16_t& value = history_[place_in_history(ply, move)];
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / most_history);
  }

  const AlphaBetaParams& params_;
  Table* table_;
  SharedSearch& shared_;
  const S* root_ = nullptr;
  Limits* limits_ = nullptr;
  const std::function<void()>* report_ = nullptr;
  bool has_answer_ = false;
  int root_depth_ = 0;
  int rests_on_ = nothing;  // the earliest ply that the value found last depends on; -1: what was before the root
  std::uint64_t nodes_ = 0, leaves_ = 0;

  // By ply.
  std::vector<Game> states_;
  std::array<Player, most_plies + 2> movers_{};
  std::array<Move, most_plies + 2> made_{};
  std::array<std::uint64_t, most_plies + 2> keys_{};
  std::array<std::array<std::optional<Move>, 2>, most_plies + 2> killers_{};
  std::vector<std::vector<Move>> lines_;

  std::vector<RootMove> root_moves_;
  std::size_t exact_moves_ = 1;
  std::vector<std::int16_t> history_ = std::vector<std::int16_t>(history_size);
  std::vector<std::optional<Move>> replies_ = std::vector<std::optional<Move>>(history_size);
  std::array<std::array<std::int8_t, 64>, 64> reductions_{};  // by depth and place
};

}  // namespace banyan
