// SPDX-License-Identifier: MIT
// A typed game behind the Session boundary, and a typed search behind EnginePlayer. Everything a game and an
// algorithm compile to is instantiated here, so this header is included by one source file per game.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/clock.h"
#include "core/error.h"
#include "core/params.h"
#include "engine/algorithms.h"
#include "engine/book.h"
#include "engine/catalogue.h"
#include "engine/game_solve.h"
#include "engine/session.h"
#include "engine/solve.h"
#include "game/chance.h"
#include "game/drawing.h"
#include "game/game_state.h"
#include "game/length.h"
#include "game/moves.h"
#include "game/nested.h"
#include "game/perft.h"
#include "game/results.h"
#include "search/playout/playout.h"
#include "search/search.h"

namespace banyan {

template <GameState S>
class GameSession final : public Session {
 public:
  GameSession(std::string name, const typename S::Options& options)
      : name_(std::move(name)), options_(options), state_(options) {}

  const S& state() const { return state_; }
  const std::vector<typename S::Move>& history() const { return history_; }
  /// The move that a text stands for; throws IllegalMove.
  typename S::Move legal_move(std::string_view text) const;

  const std::string& game() const override { return name_; }
  std::string options() const override {
    auto options = options_;
    return Params(options).text();
  }
  int players() const override { return S::players; }
  bool has_chance() const override { return HasChance<S>; }
  int to_move() const override { return state_.to_move(); }

  std::vector<std::string> legal_moves() const override {
    MoveList<S> moves;
    state_.legal_moves(moves);
    std::vector<std::string> texts;
    for (const auto& move : moves) texts.push_back(state_.move_text(move));
    return texts;
  }
  const std::vector<std::string>& moves() const override { return texts_; }

  void play(std::string_view text) override {
    make(legal_move(text));
    undone_.clear();
  }

  void play_after_end(std::string_view text) override {
    if constexpr (FollowsEnd<S>) {
      const auto move = parse(text);
      if (!state_.can_follow_end(move)) throw IllegalMove(text, state_.refusal(move));
      make(move);
    } else {
      throw IllegalMove(text, "the game is over");
    }
  }

  std::string chance_move(std::uint64_t seed) const override {
    if constexpr (DealsCards<S>) {
      return state_.move_text(state_.deal(seed));
    } else if constexpr (HasChance<S>) {
      MoveList<S> outcomes;
      state_.legal_moves(outcomes);
      Rng rng(derive_seed(seed, history_.size()));
      return state_.move_text(draw_outcome(state_, outcomes, rng));
    } else {
      throw UsageError(fmt::format("{}: chance has no moves in this game", name_));
    }
  }
  bool undo() override {
    if (history_.empty()) return false;
    undone_.push_back(std::move(texts_.back()));
    texts_.pop_back();
    history_.pop_back();
    // States are not kept: replaying a whole game costs microseconds, and undoing is rare.
    state_ = S(options_);
    for (const auto& move : history_) advance(move);
    return true;
  }

  bool redo() override {
    if (undone_.empty()) return false;
    if (state_.is_terminal()) {
      play_after_end(undone_.back());
    } else {
      make(legal_move(undone_.back()));
    }
    undone_.pop_back();
    return true;
  }

  std::optional<Result> result() const override;
  std::optional<int> moves_left() const override {
    if constexpr (BoundsLength<S>) return state_.moves_left();
    return std::nullopt;
  }
  std::optional<double> score() const override {
    if constexpr (HasScore<S>) return state_.score();
    return std::nullopt;
  }
  BoardData board() const override;
  std::uint64_t hash() const override { return state_.hash(); }
  std::uint64_t canonical_hash() const override {
    std::uint64_t smallest = state_.hash();
    if constexpr (HasSymmetries<S>) {
      for (int symmetry = 0; symmetry < state_.symmetry_count(); ++symmetry) {
        S image(options_);
        for (const auto& move : history_) image.play(state_.image(symmetry, move));
        smallest = std::min(smallest, image.hash());
      }
    }
    return smallest;
  }

  std::unique_ptr<EnginePlayer> new_player(const Spec& given, std::uint64_t seed) const override;
  std::uint64_t perft(int depth) const override { return banyan::perft(state_, depth); }
  PlayoutReport playouts(std::uint64_t count, std::uint64_t seed) const override;
  SolveReport solve(const SolveOptions& asked, SolveControl& control) const override;

  std::vector<EvaluationTerm> evaluation_terms() const override {
    if constexpr (SumsTerms<S>) {
      return state_.evaluation_terms();
    } else {
      return {};
    }
  }

  std::vector<TraitKind> trait_kinds() const override {
    if constexpr (ShowsTraits<S>) return {std::begin(S::trait_kinds), std::end(S::trait_kinds)};
    return {};
  }
  std::optional<std::size_t> add_traits(std::string_view move, std::vector<std::uint16_t>& traits) const override {
    std::optional<std::size_t> row;
    if constexpr (ShowsTraits<S>) {
      constexpr std::size_t kinds = std::size(S::trait_kinds);
      const auto played = static_cast<std::size_t>(state_.index_of(legal_move(move)));
      const auto moves = static_cast<std::size_t>(state_.index_count());
      std::vector<std::uint16_t> all(moves * kinds);
      state_.move_traits(all);
      std::size_t rows = 0;
      for (std::size_t index = 0; index < moves; ++index) {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(index * kinds);
        if (*first == no_trait) continue;
        if (index == played) row = rows;
        traits.insert(traits.end(), first, first + kinds);
        ++rows;
      }
    }
    return row;
  }

  std::vector<std::string> notations() const override {
    std::vector<std::string> names;
    if constexpr (HasNotations<S>) {
      for (const std::string_view name : S::notations()) names.emplace_back(name);
    }
    return names;
  }
  std::string to_notation(std::string_view notation, std::string_view move) const override {
    if constexpr (HasNotations<S>) return state_.to_notation(notation, move);
    return Session::to_notation(notation, move);
  }
  std::optional<std::string> from_notation(std::string_view notation, std::string_view text) const override {
    if constexpr (HasNotations<S>) return state_.from_notation(notation, text);
    return Session::from_notation(notation, text);
  }

 private:
  typename S::Move parse(std::string_view text) const;
  void make(typename S::Move move) {
    std::string canonical = state_.move_text(move);
    advance(move);
    history_.push_back(move);
    texts_.push_back(std::move(canonical));
  }
  void advance(typename S::Move move) {
    if constexpr (FollowsEnd<S>) {
      if (state_.is_terminal()) return state_.follow_end(move);
    }
    state_.play(move);
  }

  std::string name_;
  typename S::Options options_;
  S state_;
  std::vector<typename S::Move> history_;
  std::vector<std::string> texts_;   // of history_
  std::vector<std::string> undone_;  // the last one was taken back last
};

template <GameState S>
class GamePlayer final : public EnginePlayer {
 public:
  using MakeSearch = std::unique_ptr<Search<S>> (*)(const PlayerSettings&, std::uint64_t seed);

  GamePlayer(const GameSession<S>& session, const Spec& spec, MakeSearch make, std::uint64_t seed)
      : game_(spec_text(session.game(), session.options())) {
    const auto settings = read_player(spec);
    params_ = settings->player;
    if (params_.has_book()) {
      book_ = Book::load_for(session, params_.book);
      settings->player.book = params_.book = book_ ? book_->settings(params_.book) : "none";
    }
    settings_ = spec_text(spec.name, settings->bind().text());
    sharing_ = clock_sharing_of(*settings);
    search_ = make(*settings, seed);
  }

  SearchReport search(const Session& session, SearchControl& control) override {
    if (spec_text(session.game(), session.options()) != game_) {
      throw UsageError(fmt::format("a player made for {} cannot play {}:{}", game_, session.game(), session.options()));
    }
    const auto& typed = dynamic_cast<const GameSession<S>&>(session);
    const S& state = typed.state();
    if (state.is_terminal()) throw UsageError("there is nothing to search: the game is over");
    if (state.to_move() == chance) throw UsageError("there is nothing to search: chance moves");
    const double start_wall = wall_seconds();
    const double start_cpu = thread_cpu_seconds();
    std::vector<typename S::Move> only;
    for (const std::string& text : control.only) {
      const auto move = typed.legal_move(text);
      if (std::find(only.begin(), only.end(), move) == only.end()) only.push_back(move);
    }
    if (book_ && only.empty()) {
      if (auto known = book_->reply(session)) {
        known->wall_seconds = wall_seconds() - start_wall;
        known->cpu_seconds = thread_cpu_seconds() - start_cpu;
        return *known;
      }
    }
    const auto report = [&](const SearchResult<S>& result) {
      SearchReport all = to_report(state, result);
      all.wall_seconds = wall_seconds() - start_wall;
      all.cpu_seconds = thread_cpu_seconds() - start_cpu + result.helpers_cpu_seconds;
      return all;
    };
    Watch<S> watch{.stop = control.shared_stop != nullptr ? control.shared_stop : &control.stop,
                   .progress = {},
                   .limits = control.limits,
                   .report_interval = control.report_interval,
                   .saves_time = control.saves_time,
                   .lines = control.lines,
                   .only = only};
    if (control.progress) watch.progress = [&](const SearchResult<S>& result) { control.progress(report(result)); };
    SearchReport found = report(search_->search(state, typed.history(), watch));
    if (book_ && only.empty() && book_->refuses_swap(session)) play_best_but_swap(found);
    return found;
  }

  std::string settings() const override { return settings_; }
  PlayerParams params() const override { return params_; }
  ClockSharing sharing() const override { return sharing_; }

 private:
  static void play_best_but_swap(SearchReport& report) {
    if (report.best_move != Book::swap_text) return;
    const auto other = std::find_if(report.moves.begin(), report.moves.end(),
                                    [](const MoveReport& move) { return move.move != Book::swap_text; });
    if (other == report.moves.end()) return;
    report.best_move = other->move;
    report.value = other->value;
    report.visits = other->visits;
    report.proven = other->proven;
    report.principal_variation = {other->move};
  }

  /// An evaluation is in points of its own.
  static std::optional<double> points_of([[maybe_unused]] const S& root, [[maybe_unused]] const SearchResult<S>& result,
                                         [[maybe_unused]] double value) {
    if constexpr (HasScore<S>) {
      if (!result.is_evaluation) return root.score_of(value);
    }
    return std::nullopt;
  }

  /// A move's text may depend on the position it is played in.
  static std::vector<std::string> texts_of(S state, const std::vector<typename S::Move>& line) {
    std::vector<std::string> texts;
    for (const auto& move : line) {
      texts.push_back(state.move_text(move));
      state.play(move);
    }
    return texts;
  }

  static SearchReport to_report(const S& root, const SearchResult<S>& result) {
    SearchReport report;
    report.best_move = root.move_text(result.best.move);
    report.value = result.best.value;
    report.visits = result.best.visits;
    report.proven = result.proven;
    report.score = points_of(root, result, result.best.value);
    report.principal_variation = texts_of(root, result.principal_variation);
    for (const auto& child : result.moves) {
      report.moves.push_back({.move = root.move_text(child.move),
                              .visits = child.visits,
                              .value = child.value,
                              .amaf_visits = child.amaf_visits,
                              .amaf_value = child.amaf_value,
                              .proven = child.proven,
                              .score = points_of(root, result, child.value)});
    }
    for (std::size_t i = 0; i < result.lines.size(); ++i) report.moves[i].line = texts_of(root, result.lines[i]);
    for (const auto& move : result.pruned) report.pruned.push_back(root.move_text(move));
    report.iterations = result.iterations;
    report.playout_moves = result.playout_moves;
    report.nodes = result.nodes;
    report.leaves = result.leaves;
    report.depth = result.depth;
    report.is_evaluation = result.is_evaluation;
    report.are_means = result.are_means;
    report.bytes = result.bytes;
    report.memory_is_full = result.memory_is_full;
    report.threads = result.threads;
    report.missing_threads = result.missing_threads;
    report.stopped_by = result.stopped_by;
    return report;
  }

  std::string game_;
  PlayerParams params_;
  ClockSharing sharing_;
  std::string settings_;
  std::shared_ptr<const Book> book_;  // null: none
  std::unique_ptr<Search<S>> search_;
};

template <GameState S>
typename S::Move GameSession<S>::parse(std::string_view text) const {
  const auto move = state_.parse_move(text);
  if (!move) {
    const S start(options_);
    MoveList<S> moves;
    (state_.is_terminal() ? start : state_).legal_moves(moves);
    throw IllegalMove(text, fmt::format("it is no move of this game, as '{}' would be", start.move_text(moves[0])));
  }
  return *move;
}

template <GameState S>
typename S::Move GameSession<S>::legal_move(std::string_view text) const {
  if (state_.is_terminal()) throw IllegalMove(text, "the game is over");
  const auto move = parse(text);
  if (!is_legal(state_, move)) {
    if constexpr (ExplainsRefusals<S>) {
      throw IllegalMove(text, state_.refusal(move));
    } else {
      throw IllegalMove(text, "the rules do not allow it here");
    }
  }
  return move;
}

template <GameState S>
BoardData GameSession<S>::board() const {
  BoardData board = board_of(state_);
  const Clicks<S> clicks(state_, board);
  MoveList<S> moves;
  state_.legal_moves(moves);
  for (const auto& move : moves) board.moves.push_back(clicks(move));
  if (history_.empty()) return board;
  // How the last move was made can be told in the position before it.
  S before(options_);
  for (std::size_t i = 0; i + 1 < history_.size(); ++i) before.play(history_[i]);
  const BoardMove last = Clicks<S>(before, board_of(before))(history_.back());
  if (!last.clicks.empty()) board.marks.push_back({.kind = MarkKind::last, .names = last.clicks});
  return board;
}

template <GameState S>
std::optional<Result> GameSession<S>::result() const {
  if (!state_.is_terminal()) return std::nullopt;
  const auto rewards = state_.rewards();
  Result result;
  result.rewards.assign(rewards.begin(), rewards.end());
  const auto best = std::max_element(rewards.begin(), rewards.end());
  // Who plays alone has a score, and nobody to win against.
  if (S::players > 1 && std::count(rewards.begin(), rewards.end(), *best) == 1) {
    result.winner = static_cast<int>(best - rewards.begin()) + 1;
  }
  result.score = score();
  if constexpr (ExplainsResults<S>) result.how = state_.how();
  return result;
}

template <GameState S>
std::unique_ptr<EnginePlayer> GameSession<S>::new_player(const Spec& given, std::uint64_t seed) const {
  const Spec spec = resolve_player(given);
  typename GamePlayer<S>::MakeSearch make_search = nullptr;
  for_each_algorithm([&]<class Algorithm>(Algorithm) {
    if (Algorithm::name != spec.name) return;
    constexpr std::string_view missing = Algorithm::template missing<S>();
    if constexpr (missing.empty()) {
      make_search = [](const PlayerSettings& settings, std::uint64_t own_seed) {
        return Algorithm::template make<S>(static_cast<const SettingsOf<Algorithm>&>(settings).algorithm, own_seed);
      };
    } else {
      throw UsageError(fmt::format("player '{}' cannot play {}: {}", spec.name, name_, missing));
    }
  });
  if (make_search == nullptr) throw unknown_algorithm(spec.name);
  return std::make_unique<GamePlayer<S>>(*this, spec, make_search, seed);
}

template <GameState S>
PlayoutReport GameSession<S>::playouts(std::uint64_t count, std::uint64_t seed) const {
  if (state_.is_terminal()) throw UsageError("there is nothing to play out: the game is over");
  PlayoutReport report{.playouts = count, .mean_rewards = std::vector<double>(S::players)};
  const double start = thread_cpu_seconds();
  std::uint64_t done = 0;
  if constexpr (FillsManyAtRandom<S>) {
    using Many = typename S::ManyFilled;
    const auto many = std::make_unique<Many>(state_);
    Rng rng(seed);
    for (; done + Many::count <= count; done += Many::count) {
      const auto wins = static_cast<double>(many->fill(state_, rng.next()));
      report.mean_rewards[0] += wins;
      report.mean_rewards[1] += static_cast<double>(Many::count) - wins;
    }
    report.moves = done * static_cast<std::uint64_t>(state_.moves_left());
  }
  Uniform<S> playout(state_, seed);
  for (; done < count; ++done) {
    S state = state_;
    const Outcome<S> outcome = playout.run(state);
    report.moves += outcome.moves;
    for (std::size_t p = 0; p < outcome.rewards.size(); ++p) report.mean_rewards[p] += outcome.rewards[p];
  }
  for (double& mean : report.mean_rewards) mean /= static_cast<double>(std::max<std::uint64_t>(count, 1));
  report.cpu_seconds = thread_cpu_seconds() - start;
  return report;
}

template <GameState S>
SolveReport GameSession<S>::solve([[maybe_unused]] const SolveOptions& asked,
                                  [[maybe_unused]] SolveControl& control) const {
  if constexpr (NestedGame<S>) {
    Checkpoint head;
    head.game = name_;
    head.options = options();
    return solve_game(state_, std::move(head), asked, control);
  } else {
    throw UsageError(fmt::format("{} cannot be solved: it lacks {}", name_, missing_for_nested<S>()));
  }
}

}  // namespace banyan
