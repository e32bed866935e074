// SPDX-License-Identifier: MIT
// The card game of Taucer, Polk and Oommen 2018: players place soldiers that fight, heal and attack; who has no health
// left is out. Rules and parameters: docs/games/cards.md.
//
// A turn is made of small moves: chance draws a card, the player places one or passes, and each card of the player's
// field acts in turn. A state holds what is left in the decks, not their order. Equal cards are kept apart by nothing:
// of n twins in a zone it has the n lowest bits, so positions with the same future are the same bits.
//
// Table<N, true> is the abstract game of representative moves: in place of drawing and placing real cards, a player
// places one of three averaged cards, in fixed point. It is reached by Table<N, false>::abstract() alone.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.h"
#include "game/game_state.h"
#include "games/cards/rules.h"

namespace banyan::cards {

enum class Kind : std::uint8_t { draw, pass, place, remove, waste, idle, heal, attack, fight, end };

/// `card` is the number of a card that is drawn or placed (of a representative: 0 fight, 1 heal, 2 attack), or the
/// place on the own field of the card that acts. `whom` is the player that is struck, `target` the place of the card
/// on that player's field.
struct Move {
  Move() = default;
  constexpr Move(Kind what, unsigned of = 0, unsigned player = 0, unsigned at = 0)
      : kind(what),
        card(static_cast<std::uint8_t>(of)),
        whom(static_cast<std::uint8_t>(player)),
        target(static_cast<std::uint8_t>(at)) {}

  Kind kind;
  std::uint8_t card, whom, target;
  bool operator==(const Move&) const = default;
};

template <int N, bool Abstract>
class Table {
  static_assert(N >= 2 && N <= 4);
  struct Side {
    std::conditional_t<Abstract, std::int64_t, std::int32_t> health = 0;  // in units
    std::int32_t strength = 0;  // the sum of all values on the field, in units
    std::uint32_t hand = 0, deck = 0;
    std::uint8_t count = 0;  // of cards on the field
    bool is_out = false;
    std::array<std::uint8_t, max_cards> field{};  // oldest first; by number where the order of actions is free
  };
  enum class Phase : std::uint8_t { deal, draw, place, act, over };
  static constexpr int nobody = -1;
  /// From this number on, cards on the field are representatives: 3 for each player.
  static constexpr int first_representative = max_cards;

 public:
  using Move = cards::Move;
  using Options = cards::Options;
  static constexpr int players = N;
  static constexpr bool wins_or_loses = N == 2;
  static constexpr int max_moves = max_cards * (1 + (N - 1) * (max_cards + 1) + max_cards) + 1;
  /// One point of health, strength or value. Averages are rounded to this fraction of a point.
  static constexpr std::int32_t unit = Abstract ? 65536 : 1;

  explicit Table(const Options& options) requires(!Abstract) : rules_(&rules_for(options)) {
    for (Side& side : sides_) {
      side.health = options.start_hp;
      side.deck = rules_->all;
      if (options.start != Start::reference) continue;
      side.hand = lowest_twins(rules_->reference_hand);
      side.deck = lowest_twins(rules_->all & ~rules_->reference_hand);
    }
    if (options.start != Start::reference) {
      deal_on();
    } else if (!begin_turn()) {
      end_turn();
    }
  }

  // ---- The rules ----

  Player to_move() const { return phase_ <= Phase::draw ? chance : player_; }
  bool is_terminal() const { return phase_ == Phase::over; }
  /// Whole turns made so far.
  int turn() const { return ply_; }
  /// Whose turn it is, also while a card is drawn.
  Player turn_player() const { return player_; }
  bool is_out(Player p) const { return side(p).is_out; }
  /// The turn passes without a card being drawn, placed or used.
  void skip_turn() {
    assert(!is_terminal());
    end_turn();
  }
  /// Whether the mover may place a card now.
  bool is_placing() const { return phase_ == Phase::place; }

  Rewards<Table> rewards() const {
    assert(is_terminal());
    Rewards<Table> all;
    all.fill(1.0 / N);
    if (winner_ == nobody) return all;
    for (Player p = 0; p < N; ++p) all[static_cast<std::size_t>(p)] = winner_ == p ? 1.0 : 0.0;
    return all;
  }

  void legal_moves(MoveList<Table>& out) const {
    switch (phase_) {
      case Phase::deal:
      case Phase::draw:
        for (std::uint32_t left = mine().deck; left != 0; left &= left - 1) out.push_back({Kind::draw, lowest(left)});
        break;
      case Phase::place:
        list_placements(out);
        break;
      case Phase::act:
        if (is_ordered()) {
          out.push_back({Kind::idle, next_});
          list_actions(next_, out);
        } else {
          for (std::uint8_t i = 0; i < mine().count; ++i) {
            if ((acted_ >> i & 1) == 0) list_actions(i, out);
          }
          out.push_back(Kind::end);
        }
        break;
      case Phase::over:
        break;
    }
  }

  bool is_legal(Move m) const;
  std::string refusal(Move m) const;
  double probability(Move) const { return 1.0 / std::popcount(mine().deck); }

  void play(Move m) {
    assert(!is_terminal());
    switch (m.kind) {
      case Kind::draw:
        take(mine().deck, m.card);
        give(mine().hand, m.card);
        if (phase_ == Phase::deal) {
          deal_on();
        } else if (can_place()) {
          phase_ = Phase::place;
        } else {
          begin_acting();
        }
        return;
      case Kind::place:
        place(m.card);
        begin_acting();
        return;
      case Kind::remove:
        take(mine().hand, m.card);
        discard(sides_[m.whom], m.target);
        begin_acting();
        return;
      case Kind::waste:
        take(mine().hand, m.card);
        begin_acting();
        return;
      case Kind::pass:
        begin_acting();
        return;
      case Kind::end:
        end_turn();
        return;
      case Kind::idle:
        break;
      case Kind::heal:
        mine().health += heal_of(mine().field[m.card]);
        break;
      case Kind::attack:
        sides_[m.whom].health -= attack_of(mine().field[m.card]);
        if (sides_[m.whom].health <= 0 && knock_out(m.whom)) return;
        break;
      case Kind::fight:
        fight(m);
        finish_action();
        return;
    }
    mark_acted(m.card);
    finish_action();
  }

  std::uint64_t hash() const;

  // ---- Text ----

  std::string move_text(Move m) const;
  std::optional<Move> parse_move(std::string_view text) const;
  BoardData board_data() const;
  BoardMove board_move(Move m) const;
  std::vector<std::string> how() const;

  // ---- What is known about playing well ----

  /// The evaluation of the paper, for `player`: health, a third of the values on the field, less for an unbalanced
  /// hand; the difference to the opponent, or to the mean of the opponents. Quick wins are worth more than late ones.
  double evaluate(Player player) const {
    const auto p = static_cast<std::size_t>(player);
    if (phase_ == Phase::over) {
      if (winner_ == nobody) return 0;
      return winner_ == player ? win_value - ply_ : ply_ - win_value;
    }
    if constexpr (N == 2) {
      return unfinished((worth(sides_[p]) - worth(sides_[1 - p])) * point);
    } else {
      if (sides_[p].is_out) return -win_value;
      double others = 0;
      for (std::size_t i = 0; i < N; ++i) {
        if (i != p && !sides_[i].is_out) others += worth(sides_[i]);
      }
      const int left = static_cast<int>(std::count_if(sides_.begin(), sides_.end(), [](auto& s) { return !s.is_out; }));
      return unfinished((worth(sides_[p]) - others / (left - 1)) * point);
    }
  }

  /// What evaluate(0) can be at turn `end` or at the end of the game before it, whatever is played. Two players.
  struct Bounds {
    double low, high;
  };
  Bounds value_bounds(int end) const requires(N == 2);

  /// Higher is tried first: kills, Removals, attacks, healing, idling.
  int urgency(Move m) const;
  /// Higher is taken first among moves of equal value.
  int preference(Move m) const {
    switch (m.kind) {
      case Kind::attack:
        return rules_->options.tie_break == TieBreak::attack ? 4 : 3;
      case Kind::heal:
        return rules_->options.tie_break == TieBreak::attack ? 3 : 4;
      case Kind::idle:
      case Kind::end:
        return 1;
      default:
        return 2;
    }
  }
  /// Healing is never worse than doing nothing.
  bool is_dominated(Move m) const {
    if (m.kind == Kind::idle) return mine().field[m.card] < first_representative;
    return m.kind == Kind::end && has_idle_soldier();
  }
  /// An equal move stands earlier in the list of legal moves.
  bool is_duplicate(Move m) const;

  // ---- Representative moves ----

  /// The game in which averaged cards stand for those in hand and deck. Only between turns.
  Table<N, true> abstract() const requires(!Abstract);

  static constexpr int feature_count = 6;
  /// Cards to be drawn or placed: their three values, how many cards they beat and the best of these, and what they
  /// gain at once.
  std::optional<std::array<float, feature_count>> features(Move m) const;
  /// The strongest of the three values of a card that is drawn or placed; -1 for any other move, which stands alone.
  int class_of(Move m) const;

  // ---- The referee ----

  /// The card that is drawn next when the decks were shuffled with `seed`: each player's cards have an order.
  Move deal(std::uint64_t seed) const {
    const auto count = static_cast<unsigned>(std::popcount(mine().deck));
    return nth_draw(Rng(derive_seed(derive_seed(seed, static_cast<std::uint64_t>(player_)), count)).below(count));
  }

  /// Draws the move at a random place of the list of legal moves, which the usual rules for two need not make.
  class Drawer {
   public:
    explicit Drawer(const Table&) {}
    auto begin(Rng& rng) {
      return [&rng](const Table& state) { return state.draw_move(rng); };
    }
  };

  // ---- What tests and other programs may ask ----

  int health(Player p) const { return static_cast<int>(side(p).health / unit); }
  std::vector<std::string> hand(Player p) const { return labels_of(side(p).hand); }
  std::vector<std::string> deck(Player p) const { return labels_of(side(p).deck); }
  std::vector<std::string> field(Player p) const;
  double representative(Player p, int stat) const {
    return static_cast<double>(averages_[static_cast<std::size_t>(p)][static_cast<std::size_t>(stat)]) / unit;
  }

 private:
  template <int, bool>
  friend class Table;
  Table() = default;

  static std::uint8_t lowest(std::uint32_t cards) { return static_cast<std::uint8_t>(std::countr_zero(cards)); }
  Side& mine() { return sides_[player_]; }
  const Side& mine() const { return sides_[player_]; }
  const Side& side(Player p) const { return sides_[static_cast<std::size_t>(p)]; }
  bool is_ordered() const { return rules_->options.action_order == ActionOrder::fixed; }

  std::int32_t fight_of(std::uint8_t card) const { return value_of(card, rules_->fight, 0); }
  std::int32_t heal_of(std::uint8_t card) const { return value_of(card, rules_->heal, 1); }
  std::int32_t attack_of(std::uint8_t card) const { return value_of(card, rules_->attack, 2); }
  std::int32_t total_of(std::uint8_t card) const {
    if constexpr (Abstract) {
      if (card >= first_representative) return average_of(card);
    }
    return unit * rules_->total[card];
  }
  std::int32_t value_of(std::uint8_t card, const std::array<std::int32_t, max_cards>& table, int stat) const {
    if constexpr (Abstract) {
      if (card >= first_representative) return stat_of(card) == stat ? average_of(card) : 0;
    }
    return unit * table[card];
  }
  static int stat_of(std::uint8_t card) { return (card - first_representative) % 3; }
  std::int32_t average_of(std::uint8_t card) const {
    return averages_[static_cast<std::size_t>((card - first_representative) / 3)]
                    [static_cast<std::size_t>(stat_of(card))];
  }
  bool is_soldier(std::uint8_t card) const { return card < first_representative; }

  // Of n twins a zone holds the n lowest.
  std::uint32_t lowest_twins(std::uint32_t cards) const {
    std::uint32_t all = 0;
    for (; cards != 0; cards &= cards - 1) give(all, lowest(cards));
    return all;
  }
  void give(std::uint32_t& zone, std::uint8_t card) const {
    const std::uint32_t free = rules_->twins[card] & ~zone;
    zone |= free & (~free + 1);
  }
  void take(std::uint32_t& zone, std::uint8_t card) const {
    const std::uint32_t held = rules_->twins[card] & zone;
    assert(held != 0);
    zone &= ~std::bit_floor(held);
  }

  void deal_on() {
    phase_ = Phase::deal;
    while (player_ < N) {
      if (std::popcount(mine().hand) < rules_->options.start_hand && mine().deck != 0) return;
      ++player_;
    }
    player_ = 0;
    if (!begin_turn()) end_turn();
  }

  /// False when there is nothing to do in this turn.
  bool begin_turn() {
    if (ply_ >= rules_->options.max_plies) {
      finish(nobody);
      return true;
    }
    if constexpr (!Abstract) {
      if (rules_->options.draw_when_full || std::popcount(mine().hand) < rules_->options.hand_limit) {
        if (mine().deck != 0) {
          phase_ = Phase::draw;
          return true;
        }
        if (rules_->options.deckout == Deckout::loses) return knock_out(player_);
      }
    }
    phase_ = can_place() ? Phase::place : Phase::act;
    return phase_ == Phase::place || mine().count > 0;
  }

  bool can_place() const {
    if constexpr (Abstract) {
      return (mine().hand | mine().deck) != 0 && mine().count < max_cards;  // averages never run out
    } else {
      if ((mine().hand & ~rules_->removals) != 0) return true;
      return mine().hand != 0 && (!rules_->options.removal_needs_target || has_target());
    }
  }
  bool has_target() const {
    for (int p = 0; p < N; ++p) {
      if (p != player_ && sides_[static_cast<std::size_t>(p)].count > 0) return true;
    }
    return false;
  }

  void list_placements(MoveList<Table>& out) const {
    if (rules_->options.allow_pass) out.push_back(Kind::pass);
    if constexpr (Abstract) {
      for (std::uint8_t stat = 0; stat < 3; ++stat) out.push_back({Kind::place, stat});
    } else {
      for (std::uint32_t left = mine().hand; left != 0; left &= left - 1) {
        const std::uint8_t card = lowest(left);
        if ((rules_->removals >> card & 1) == 0) {
          out.push_back({Kind::place, card});
          continue;
        }
        for_each_target([&](std::uint8_t whom, std::uint8_t target) {
          out.push_back({Kind::remove, card, whom, target});
        });
        if (!rules_->options.removal_needs_target && !has_target()) out.push_back({Kind::waste, card});
      }
    }
  }

  Move nth_draw(std::uint32_t number) const {
    std::uint32_t left = mine().deck;
    for (; number > 0; --number) left &= left - 1;
    return {Kind::draw, lowest(left)};
  }

  Move draw_move(Rng& rng) const {
    if (phase_ <= Phase::draw) return nth_draw(rng.below(static_cast<std::uint32_t>(std::popcount(mine().deck))));
    if constexpr (N == 2 && !Abstract) {
      const auto other = static_cast<unsigned>(1 - player_);
      const std::uint32_t targets = sides_[other].count;
      if (phase_ == Phase::act && is_ordered() && !rules_->options.fight_own) {
        const std::uint32_t number = rng.below(3 + targets);
        if (number >= 3) return {Kind::fight, next_, other, number - 3};
        return {std::array{Kind::idle, Kind::heal, Kind::attack}[number], next_, number == 2 ? other : 0};
      }
      if (phase_ == Phase::place && rules_->options.allow_pass && rules_->options.removal_needs_target) {
        const std::uint32_t removals = mine().hand & rules_->removals;
        const auto soldiers = static_cast<std::uint32_t>(std::popcount(mine().hand ^ removals));
        std::uint32_t number = rng.below(1 + soldiers + static_cast<std::uint32_t>(std::popcount(removals)) * targets);
        if (number-- == 0) return Kind::pass;
        for (std::uint32_t left = mine().hand;; left &= left - 1) {
          const std::uint8_t card = lowest(left);
          const bool removes = (removals >> card & 1) != 0;
          const std::uint32_t uses = removes ? targets : 1;
          if (number < uses) return removes ? Move{Kind::remove, card, other, number} : Move{Kind::place, card};
          number -= uses;
        }
      }
    }
    MoveList<Table> moves;
    legal_moves(moves);
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
  }

  template <class Visit>
  void for_each_target(Visit visit) const {
    for (std::uint8_t p = 0; p < std::uint8_t{N}; ++p) {
      if (p == player_) continue;
      for (std::uint8_t i = 0; i < sides_[p].count; ++i) visit(p, i);
    }
  }

  /// What the card at place `i` of the mover's field can do, but for doing nothing.
  void list_actions(std::uint8_t i, MoveList<Table>& out) const {
    const std::uint8_t card = mine().field[i];
    const int only = is_soldier(card) ? -1 : stat_of(card);
    if (only < 0 || only == 1) out.push_back({Kind::heal, i});
    if (only < 0 || only == 2) {
      for (std::uint8_t p = 0; p < std::uint8_t{N}; ++p) {
        if (p != player_ && (N == 2 || !sides_[p].is_out)) out.push_back({Kind::attack, i, p});
      }
    }
    if (only > 0) return;
    for_each_target([&](std::uint8_t whom, std::uint8_t target) { out.push_back({Kind::fight, i, whom, target}); });
    if (!rules_->options.fight_own) return;
    for (std::uint8_t j = 0; j < mine().count; ++j) {
      if (j != i) out.push_back({Kind::fight, i, player_, j});
    }
  }

  void place(std::uint8_t card) {
    Side& own = mine();
    std::uint8_t number = card;
    if constexpr (Abstract) {
      number = static_cast<std::uint8_t>(first_representative + 3 * player_ + card);
    } else {
      take(own.hand, card);
      number = lowest(rules_->twins[card]);
    }
    unsigned at = own.count++;
    if (!is_ordered()) {
      for (; at > 0 && own.field[at - 1] > number; --at) own.field[at] = own.field[at - 1];
    }
    own.field[at] = number;
    own.strength += total_of(number);
    placed_ = static_cast<std::uint8_t>(at + 1);
  }

  void begin_acting() {
    phase_ = Phase::act;
    const bool waits = placed_ != 0 && rules_->options.summon_delay > 0;
    waiting_ = waits && is_ordered() ? 1 : 0;  // the last one on the field
    if (waits && !is_ordered()) acted_ = std::uint32_t{1} << (placed_ - 1);
    finish_action();
  }

  /// Takes a card off a field. Of the mover's own, what has acted moves up with the places.
  void discard(Side& owner, std::uint8_t at) {
    owner.strength -= total_of(owner.field[at]);
    --owner.count;
    for (unsigned i = at; i < owner.count; ++i) owner.field[i] = owner.field[i + 1];
    owner.field[owner.count] = 0;
    if (&owner != &mine()) return;
    const std::uint32_t below = (std::uint32_t{1} << at) - 1;
    acted_ = (acted_ & below) | (acted_ >> 1 & ~below);
    if (waiting_ != 0 && at == owner.count) waiting_ = 0;
    if (at < next_) --next_;
  }

  void mark_acted(std::uint8_t at) { is_ordered() ? void(++next_) : void(acted_ |= std::uint32_t{1} << at); }

  void fight(Move m) {
    const std::int32_t own = fight_of(mine().field[m.card]);
    const std::int32_t other = fight_of(sides_[m.whom].field[m.target]);
    std::uint8_t at = m.card;
    if (own >= other) {
      discard(sides_[m.whom], m.target);
      if (m.whom == player_ && m.target < at) --at;
    }
    own > other ? mark_acted(at) : discard(mine(), at);
  }

  /// True when the game is over.
  bool knock_out(int player) {
    Side& loser = sides_[static_cast<std::size_t>(player)];
    loser.is_out = true;
    int left = 0, last = nobody;
    for (int p = 0; p < N; ++p) {
      if (!sides_[static_cast<std::size_t>(p)].is_out) {
        ++left;
        last = p;
      }
    }
    if (left == 1) {
      finish(last);
      return true;
    }
    loser.count = 0;
    loser.strength = 0;
    loser.field.fill(0);
    return false;
  }

  void finish(int winner) {
    phase_ = Phase::over;
    winner_ = static_cast<std::int8_t>(winner);
  }

  void finish_action() {
    const bool is_done =
        is_ordered() ? next_ + waiting_ >= mine().count : acted_ == (std::uint64_t{1} << mine().count) - 1;
    if (is_done) end_turn();
  }

  void end_turn() {
    next_ = waiting_ = placed_ = 0;
    acted_ = 0;
    do {
      ++ply_;
      do {
        player_ = static_cast<std::uint8_t>(player_ + 1 == N ? 0 : player_ + 1);
      } while (N > 2 && mine().is_out);
    } while (!begin_turn());
  }

  bool has_idle_soldier() const {
    for (unsigned i = 0; i < mine().count; ++i) {
      if ((acted_ >> i & 1) == 0 && is_soldier(mine().field[i])) return true;
    }
    return false;
  }

  // ---- Evaluation ----

  /// Whole numbers, so that equal positions are exactly equal whatever the order of their sums.
  static constexpr double point = 1 / (3000.0 * unit);
  /// No lead is worth as much as a win.
  double unfinished(double value) const { return std::clamp(value, -rules_->max_lead, rules_->max_lead); }
  double worth(const Side& s) const {
    const std::int64_t board = std::int64_t{3000} * s.health + std::int64_t{1000} * s.strength;
    return static_cast<double>(board - rules_->balance_weight * unit * imbalance(s.hand));
  }
  std::int64_t imbalance(std::uint32_t hand) const {
    if (hand == 0) return 0;
    if (rules_->options.balance_kind == BalanceKind::stat_sums) return range_of_sums(hand);
    return rules_->total[lowest(hand)] - rules_->total[static_cast<std::size_t>(std::bit_width(hand) - 1)];
  }
  std::int64_t range_of_sums(std::uint32_t hand) const;

  std::vector<std::string> labels_of(std::uint32_t cards) const;
  std::string label_on_field(std::uint8_t card) const;
  /// The name of the card at a place of a player's field.
  std::string on_field(unsigned player, std::uint8_t at) const;

  const Rules* rules_ = nullptr;
  std::uint16_t ply_ = 0;
  std::uint8_t player_ = 0;
  Phase phase_ = Phase::deal;
  std::int8_t winner_ = nobody;
  std::uint8_t next_ = 0;     // ordered actions: the place of the card that acts
  std::uint8_t waiting_ = 0;  // ordered actions: 1 when the newest card may not act yet
  std::uint8_t placed_ = 0;   // the place of this turn's card, from 1 on
  std::uint32_t acted_ = 0;   // free order: the places whose cards have acted
  std::array<Side, N> sides_{};
  [[no_unique_address]] std::array<std::array<std::int32_t, 3>, Abstract ? N : 0> averages_{};
};

using Cards = Table<2, false>;
using AbstractCards = Table<2, true>;

/// For three players; an attack names its victim.
using Cards3 = Table<3, false>;

extern template class Table<2, false>;
extern template class Table<2, true>;
extern template class Table<3, false>;

}  // namespace banyan::cards
