// SPDX-License-Identifier: MIT
// Averaged representatives [Taucer, Polk and Oommen 2018] for searches that know nothing of them: a game whose first
// turn goes by the real rules and all after it by those of the game's abstract game, and a search of the real game that
// searches it.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "game/chance.h"
#include "game/depth.h"
#include "game/game_state.h"
#include "search/search.h"

namespace banyan {

template <PlaysAbstract S>
class AveragedGame {
  using Abstract = decltype(std::declval<const S&>().abstract());

 public:
  using Move = typename S::Move;
  using Options = typename S::Options;
  static constexpr int players = S::players;
  static constexpr int max_moves = S::max_moves;

  /// The turn of `root` is the one that is real.
  explicit AveragedGame(const S& root) : now_(root), turn_(root.turn()) {}
  explicit AveragedGame(const Options& options) : AveragedGame(S(options)) {}

  Player to_move() const {
    return ask([](const auto& state) { return state.to_move(); });
  }
  bool is_terminal() const {
    return ask([](const auto& state) { return state.is_terminal(); });
  }
  Rewards<AveragedGame> rewards() const {
    return ask([](const auto& state) { return state.rewards(); });
  }
  void legal_moves(MoveList<AveragedGame>& out) const {
    ask([&](const auto& state) { state.legal_moves(out); });
  }
  double probability(Move m) const requires HasChance<S> {
    return ask([&](const auto& state) { return state.probability(m); });
  }
  void play(Move m) {
    std::visit([&](auto& state) { state.play(m); }, now_);
    if (const S* real = std::get_if<S>(&now_); real != nullptr && real->turn() != turn_ && !real->is_terminal()) {
      now_ = real->abstract();
    }
  }
  std::uint64_t hash() const {
    return ask([&](const auto& state) { return state.hash() ^ static_cast<std::uint64_t>(now_.index()); });
  }
  std::string move_text(Move m) const {
    return ask([&](const auto& state) { return state.move_text(m); });
  }
  std::optional<Move> parse_move(std::string_view text) const {
    return ask([&](const auto& state) { return state.parse_move(text); });
  }
  BoardData board_data() const {
    return ask([](const auto& state) { return state.board_data(); });
  }

 private:
  template <class Question>
  decltype(auto) ask(Question question) const {
    return std::visit(question, now_);
  }

  std::variant<S, Abstract> now_;
  int turn_;
};

/// A search of a game by way of one of its AveragedGame.
template <PlaysAbstract S>
class AveragedSearch final : public Search<S> {
  using Game = AveragedGame<S>;
  using Move = typename S::Move;

 public:
  /// `below` must not recognise positions by their history: with each turn it is another game.
  explicit AveragedSearch(std::unique_ptr<Search<Game>> below) : below_(std::move(below)) {}

  SearchResult<S> search(const S& state, std::span<const Move>, const Watch<S>& watch) override {
    Watch<Game> inner{.stop = watch.stop,
                      .progress = {},
                      .limits = watch.limits,
                      .report_interval = watch.report_interval,
                      .saves_time = watch.saves_time,
                      .lines = watch.lines,
                      .only = watch.only};
    if (watch.progress) {
      inner.progress = [&](const SearchResult<Game>& now) { watch.progress(of_real_game(now, state)); };
    }
    return of_real_game(below_->search(Game(state), {}, inner), state);
  }

 private:
  static MoveStatistics<S> of_real_game(const MoveStatistics<Game>& m) {
    return {m.move, m.visits, m.value, m.amaf_visits, m.amaf_value, m.proven};
  }

  static SearchResult<S> of_real_game(const SearchResult<Game>& found, const S& state) {
    SearchResult<S> all;
    all.best = of_real_game(found.best);
    for (const auto& move : found.moves) all.moves.push_back(of_real_game(move));
    all.principal_variation = of_this_turn(found.principal_variation, state);
    for (const auto& line : found.lines) all.lines.push_back(of_this_turn(line, state));
    all.iterations = found.iterations;
    all.playout_moves = found.playout_moves;
    all.nodes = found.nodes;
    all.bytes = found.bytes;
    all.memory_is_full = found.memory_is_full;
    all.threads = found.threads;
    all.missing_threads = found.missing_threads;
    all.helpers_cpu_seconds = found.helpers_cpu_seconds;
    all.are_means = found.are_means;
    all.stopped_by = found.stopped_by;
    return all;
  }

  /// What is expected after the turn are moves of the abstract game.
  static std::vector<Move> of_this_turn(const std::vector<Move>& line, S state) {
    std::vector<Move> begin;
    const int turn = state.turn();
    for (const Move& move : line) {
      if (state.is_terminal() || state.turn() != turn) break;
      begin.push_back(move);
      state.play(move);
    }
    return begin;
  }

  std::unique_ptr<Search<Game>> below_;
};

}  // namespace banyan
