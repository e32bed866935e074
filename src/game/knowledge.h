// SPDX-License-Identifier: MIT
// What a game may know about playing it well.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/chance.h"
#include "game/game_state.h"
#include "game/results.h"

namespace banyan {

/// Finds moves by which the player to move wins at once, without trying them all: up to out.size() of them. Who moves
/// is told, because a state that runs its own playout may not know it on the way.
template <class S>
concept FindsWins = WinsOrLoses<S> && requires(const S c, Player mover, std::span<typename S::Move> out) {
  { c.find_wins(mover, out) } -> std::same_as<std::size_t>;
};

/// Finds moves by which the player to move takes a place where the other would win at once, were it the other's turn:
/// up to out.size() of them. Short of winning, nothing else stops such a win, and no move stops two. So it is where
/// stones are placed, and not where pieces move.
template <class S>
concept BlocksWins = FindsWins<S> && requires(const S c, Player mover, std::span<typename S::Move> out) {
  { c.find_threats(mover, out) } -> std::same_as<std::size_t>;
};

/// Says what a position is worth to one of two players, in points of its own; the other player's worth is the negative.
/// A finished game is worth more or less than any that goes on.
template <class S>
concept EvaluatesPositions = requires(const S c, Player p) {
  { c.evaluate(p) } -> std::same_as<double>;
};

/// Says, beside its evaluation, what a position is worth by nothing but how much can be moved: one's own moves less the
/// other's, in points of its own.
template <class S>
concept WeighsMobility = requires(const S c, Player p) {
  { c.mobility(p) } -> std::same_as<double>;
};

/// One product of an evaluation that is a sum of them: how much of something there is for the first player, and what
/// one of it is worth.
struct EvaluationTerm {
  std::string name;
  double amount = 0;
  double weight = 0;
};

/// Takes its evaluation apart, so that the weights can be learned from games.
template <class S>
concept SumsTerms = EvaluatesPositions<S> && requires(const S c) {
  { c.evaluation_terms() } -> std::same_as<std::vector<EvaluationTerm>>;
};

/// Games whose evaluation can stand for a reward.
template <class S>
concept EvaluatesLeaves = GameState<S> && EvaluatesPositions<S> &&(S::players == 2);

/// Guesses which moves are good: higher is tried first.
template <class S>
concept OrdersMoves = requires(const S c, typename S::Move m) {
  { c.urgency(m) } -> std::same_as<int>;
};

/// Looks at a position once to judge many of its moves: what it answers has urgency(m), and is_noisy(m) where the game
/// names noisy moves, as the state has them. It is good for as long as the position stays as it is.
template <class S>
concept JudgesMoves = OrdersMoves<S> && requires(const S c, typename S::Move m) {
  { c.move_judge().urgency(m) } -> std::same_as<int>;
};

/// Guesses what every move of a position is worth to its mover by a weighted sum of terms that have names, cut off at 0
/// and 1. `usual_guess` has the game's own weights, written as users do: 0.2*this+0.3*that.
template <class S>
concept WeighsGuesses = GameState<S> && requires(const S c, std::span<const float> weights, std::span<float> values) {
  { S::guess_terms[0] } -> std::convertible_to<std::string_view>;
  { S::usual_guess } -> std::convertible_to<std::string_view>;
  { c.guess_values(weights, values) } -> std::same_as<void>;
};

/// Something that moves may look like in several ways, and in how many.
struct TraitKind {
  std::string_view name;
  std::uint16_t count;
};
inline constexpr std::uint16_t no_trait = 0xffff;

/// Sorts every move of a position by what it looks like: by index, a trait of each kind, or no_trait for a move that
/// stands alone. How strongly good players are drawn to what looks so can then be learned from games.
template <class S>
concept ShowsTraits = GameState<S> && requires(const S c, std::span<std::uint16_t> traits) {
  { S::trait_kinds[0] } -> std::convertible_to<TraitKind>;
  { c.move_traits(traits) } -> std::same_as<void>;
};

/// Guesses what every move of a position is worth to its mover, from 0 to 1: by index where the game numbers its moves,
/// else in the order of legal_moves.
template <class S>
concept GuessesValues = WeighsGuesses<S> ||(GameState<S>&& requires(const S c, std::span<float> values) {
  { c.guess_values(values) } -> std::same_as<void>;
});

/// Its nodes can begin with a few outcomes or moves and widen. Those of other games could as well, at a cost for their
/// selection.
template <class S>
concept WidensNodes = HasChance<S> || OrdersMoves<S>;

/// Describes moves by numbers, from which classes of similar moves can be learned; nothing for a move that stands
/// alone.
template <class S>
concept DescribesMoves = requires(const S c, typename S::Move m) {
  { c.features(m) } -> std::same_as<std::optional<std::array<float, S::feature_count>>>;
};

/// Sorts moves into classes of its own; -1 for a move that stands alone.
template <class S>
concept ClassifiesMoves = requires(const S c, typename S::Move m) {
  { c.class_of(m) } -> std::same_as<int>;
};

}  // namespace banyan
