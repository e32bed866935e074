// SPDX-License-Identifier: MIT
// What a game is to the rest of the tree: a value that can be copied, played on and asked, and a set of
// capabilities it may claim on top where it does a thing better than the generic way. Search never asks which game
// it plays; it asks what the game can do, with `if constexpr`.
//
// One concept serves all kinds of game:
//   several players    rewards() holds one number per player; nothing negates, nothing assumes that turns alternate
//   compound turns     small moves that keep to_move() until the turn is over
//   chance             to_move() is `chance`; legal_moves() lists the outcomes, probability() weighs them
//   one player, score  players == 1; rewards() is the score mapped into [0, 1], score() the number people see
//   expensive lists    a Drawer draws one random move without listing them
//   dense moves        index_of / move_at number every move of the game; tables are arrays
//   coded moves        code_of gives 64 bits that name the move; tables are hashed
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/fixed_list.h"
#include "core/params.h"
#include "core/random.h"
#include "game/board_view.h"

namespace banyan {

using Player = int;
inline constexpr Player chance = -1;

template <class S>
using Rewards = std::array<double, static_cast<std::size_t>(S::players)>;

template <class S>
using MoveList = FixedList<typename S::Move, static_cast<std::size_t>(S::max_moves)>;

/// `players` and `max_moves` (the longest list of moves) are constants of the type. `Options` is a parameter struct:
/// what a user may choose about the rules. A state is built from its options and stands at the start of the game.
template <class S>
concept GameState = std::copyable<S> && ParamStruct<typename S::Options> &&
                    std::constructible_from<S, typename S::Options> && std::is_trivially_copyable_v<typename S::Move> &&
                    (sizeof(typename S::Move) <= 8) &&
                    std::equality_comparable<typename S::Move>&& requires(S s, const S c, typename S::Move m,
                                                                          MoveList<S>& out, std::string_view text) {
  requires S::players >= 1;
  { c.to_move() } -> std::same_as<Player>;
  { c.is_terminal() } -> std::same_as<bool>;
  { c.rewards() } -> std::same_as<Rewards<S>>;   // each in [0, 1]; only when terminal
  { c.legal_moves(out) } -> std::same_as<void>;  // fills an empty list; none when terminal
  { s.play(m) } -> std::same_as<void>;           // m must be legal; checked in debug builds
  { c.hash() } -> std::same_as<std::uint64_t>;   // equal for positions with the same future
  { c.move_text(m) } -> std::same_as<std::string>;
  { c.parse_move(text) } -> std::same_as<std::optional<typename S::Move>>;  // legal or not
  { c.board_view() } -> std::same_as<BoardView>;
};

// ---- Capabilities --------------------------------------------------------------------------------------------

/// Tests one move without listing all.
template <class S>
concept TestsMoves = GameState<S> && requires(const S c, typename S::Move m) {
  { c.is_legal(m) } -> std::same_as<bool>;
};

/// Says why a move cannot be played here: "the cell is occupied".
template <class S>
concept ExplainsRefusals = GameState<S> && requires(const S c, typename S::Move m) {
  { c.refusal(m) } -> std::same_as<std::string>;
};

/// Draws uniformly random legal moves without listing them. A drawer is made for one position and serves every
/// playout that starts at or below it: `auto draw = drawer.begin(rng)`, then `draw(state)` for each move.
template <class S>
concept DrawsMoves = GameState<S> && requires(const S c, typename S::Drawer d, Rng& rng) {
  requires std::constructible_from<typename S::Drawer, const S&>;
  { d.begin(rng)(c) } -> std::same_as<typename S::Move>;
};

/// Runs its own playout loop, because it can do so faster than `while (!terminal) play(choose(state))`.
template <class S>
concept RunsPlayouts = GameState<S> && requires(S s, typename S::Move (*choose)(const S&, Player)) {
  s.run_playout(choose);
};

/// Numbers its moves densely: an index in [0, index_count()) for every move of the whole game, the same in every
/// position.
template <class S>
concept IndexesMoves = GameState<S> && requires(const S c, typename S::Move m, int i) {
  { c.index_count() } -> std::same_as<int>;  // the same for every state of one game
  { c.index_of(m) } -> std::same_as<int>;
  { c.move_at(i) } -> std::same_as<typename S::Move>;
};

/// Writes the set of legal indices as bits, 64 to a word, faster than a list. Bits past the last index are 0.
template <class S>
concept MasksMoves = IndexesMoves<S> && requires(const S c, std::span<std::uint64_t> words) {
  { c.legal_mask(words) } -> std::same_as<void>;
};

/// Each index is played at most once in a game and the board shows by whom: one byte per index, padded to a
/// multiple of 8, with bit owner_bit(p) set where player p's move stands. All-moves-as-first counts read it directly.
template <class S>
concept ShowsOwners = IndexesMoves<S> && requires(const S c, Player p) {
  { c.owners() } -> std::same_as<const std::uint8_t*>;
  { c.owner_bit(p) } -> std::same_as<std::uint8_t>;
};

/// Two players; every game ends with rewards (1, 0), (0, 1) or (1/2, 1/2). Proven values and counts in half points
/// need no more than this.
template <class S>
concept WinsOrLoses = GameState<S> &&(S::players == 2) && S::wins_or_loses;

/// Finds moves that would win at once, were it the player's turn, without trying them all: up to out.size() of them.
template <class S>
concept FindsWins = WinsOrLoses<S> && requires(const S c, Player p, std::span<typename S::Move> out) {
  { c.find_wins(p, out) } -> std::same_as<std::size_t>;
};

/// The indices below placement_count() are all legal until they have an owner or the game is over, and playouts play
/// nothing else. What learns from playouts can then do without lists of moves.
template <class S>
concept FillsBoard = ShowsOwners<S> && WinsOrLoses<S> && requires(const S c) {
  { c.placement_count() } -> std::same_as<int>;
};

/// Names a move with 64 bits, equal for equal moves wherever they occur.
template <class S>
concept CodesMoves = GameState<S> && requires(const S c, typename S::Move m) {
  { c.code_of(m) } -> std::same_as<std::uint64_t>;
};

/// Keeps its moves in numbered slots and says after every play which of them hold another move than before, so that a
/// playout with a policy looks up only those. What playouts should avoid is not among the slots; there is one at least
/// until the game is over.
template <class S>
concept SlotsMoves = CodesMoves<S> && requires(S s, const S c, int slot) {
  { c.slot_count() } -> std::same_as<int>;  // slots [0, slot_count()) are filled
  { c.slot_move(slot) } -> std::same_as<typename S::Move>;
  { c.slot_code(slot) } -> std::same_as<std::uint64_t>;
  { s.play_slot(slot) } -> std::same_as<void>;
  { c.changed_slots() } -> std::same_as<std::span<const std::uint16_t>>;  // by the last play; of slots still filled
};

/// Has states where chance moves. The probabilities of the legal moves of such a state sum to 1.
template <class S>
concept HasChance = GameState<S> && requires(const S c, typename S::Move m) {
  { c.probability(m) } -> std::same_as<double>;
};

/// Is played for points: score() is what people compare, so far or at the end; rewards() is its image in [0, 1] on a
/// straight line, so that score_of() tells what a reward, or a mean of rewards, is in points.
template <class S>
concept HasScore = GameState<S> && requires(const S c, double reward) {
  { c.score() } -> std::same_as<double>;
  { c.score_of(reward) } -> std::same_as<double>;
};

/// Tells how the game was decided: "ring", "fork", ...
template <class S>
concept ExplainsResults = GameState<S> && requires(const S c) {
  { c.how() } -> std::same_as<std::vector<std::string>>;
};

/// Counts whole turns, where a turn is several moves of a player.
template <class S>
concept CountsTurns = requires(const S c) {
  { c.turn() } -> std::same_as<int>;
};

/// Says what a position is worth to one of two players, in points of its own; the other player's worth is the negative.
/// A finished game is worth more or less than any that goes on.
template <class S>
concept EvaluatesPositions = requires(const S c, Player p) {
  { c.evaluate(p) } -> std::same_as<double>;
};

/// Bounds evaluate(0) for all positions that can be reached by turn number `end`.
template <class S>
concept BoundsValues = EvaluatesPositions<S> && CountsTurns<S> && requires(const S c, int end) {
  { c.value_bounds(end).low } -> std::convertible_to<double>;
  { c.value_bounds(end).high } -> std::convertible_to<double>;
};

/// Guesses which moves are good: higher is tried first.
template <class S>
concept OrdersMoves = requires(const S c, typename S::Move m) {
  { c.urgency(m) } -> std::same_as<int>;
};

/// Says which of equally good moves is to be played: the one with the highest number, and of these the first listed.
template <class S>
concept PrefersMoves = requires(const S c, typename S::Move m) {
  { c.preference(m) } -> std::same_as<int>;
};

/// Knows moves that are never better than another one.
template <class S>
concept KnowsDominated = requires(const S c, typename S::Move m) {
  { c.is_dominated(m) } -> std::same_as<bool>;
};

/// Knows moves that lead to the same as the one listed before them.
template <class S>
concept KnowsDuplicates = requires(const S c, typename S::Move m) {
  { c.is_duplicate(m) } -> std::same_as<bool>;
};

/// Has several kinds of playouts, none of which is best everywhere. The rules are the same for all; kind 0 is the state
/// as it is.
template <class S>
concept VariesPlayouts = requires(const S c, int kind) {
  { c.playout_kinds() } -> std::same_as<int>;
  { c.with_playouts(kind) } -> std::same_as<S>;
};

/// Has an abstract game, of a type of its own, in which a few averaged moves stand for all. Asked for between turns.
template <class S>
concept HasAbstract = requires(const S c) {
  c.abstract().is_terminal();
};

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

/// Has decks: what is drawn follows from a seed, whoever plays, so that games can be mirrored.
template <class S>
concept DealsCards = requires(const S c, std::uint64_t seed) {
  { c.deal(seed) } -> std::same_as<typename S::Move>;
};

// ---- The generic ways ----------------------------------------------------------------------------------------

template <GameState S>
bool is_legal(const S& state, typename S::Move move) {
  if constexpr (TestsMoves<S>) {
    return state.is_legal(move);
  } else {
    MoveList<S> moves;
    state.legal_moves(moves);
    for (const auto& m : moves) {
      if (m == move) return true;
    }
    return false;
  }
}

/// One outcome of a chance state, drawn by its probability.
template <HasChance S>
typename S::Move draw_outcome(const S& state, const MoveList<S>& outcomes, Rng& rng) {
  double left = rng.unit();
  for (const auto& m : outcomes) {
    left -= state.probability(m);
    if (left < 0) return m;
  }
  return outcomes[outcomes.size() - 1];  // rounding: the probabilities summed to a hair less than 1
}

/// The drawer of games that have none of their own: lists the moves, and weighs them where chance moves.
template <GameState S>
class ListDrawer {
 public:
  explicit ListDrawer(const S&) {}

  auto begin(Rng& rng) {
    return [&rng](const S& state) {
      MoveList<S> moves;
      state.legal_moves(moves);
      if constexpr (HasChance<S>) {
        if (state.to_move() == chance) return draw_outcome(state, moves, rng);
      }
      return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    };
  }
};

namespace detail {
template <class S>
struct DrawerOf {
  using Type = ListDrawer<S>;
};
template <DrawsMoves S>
struct DrawerOf<S> {
  using Type = typename S::Drawer;
};
}  // namespace detail

template <GameState S>
using Drawer = typename detail::DrawerOf<S>::Type;

/// Plays to the end with moves from `choose(state, mover)`; returns how many. Inlined, so that what `choose` keeps can
/// stay in registers.
template <GameState S, class Choose>
[[gnu::always_inline]] inline std::uint64_t run_playout(S& state, Choose&& choose) {
  if constexpr (RunsPlayouts<S>) {
    return state.run_playout(choose);
  } else {
    std::uint64_t moves = 0;
    for (; !state.is_terminal(); ++moves) state.play(choose(static_cast<const S&>(state), state.to_move()));
    return moves;
  }
}

}  // namespace banyan
