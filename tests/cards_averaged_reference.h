// SPDX-License-Identifier: MIT
// The search with averaged representatives once more, slow and obvious: plain alpha-beta from the reference position,
// over any kind of number. Nothing here knows masks, small moves or whole-number evaluations.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace banyan::cards::reference {

/// `unit` is what one point counts: 1 in floating point, or a multiple of every denominator in whole numbers.
template <typename Number>
class AveragedSearch {
 public:
  explicit AveragedSearch(Number unit) : unit_(unit) {
    for (const auto& stats :
         {std::array{6, 6, 6}, std::array{2, 1, 1}, std::array{4, 1, 1}, std::array{2, 3, 2}, std::array{1, 3, 3}}) {
      hand_.push_back({{points(stats[fight]), points(stats[heal]), points(stats[attack])}, true});
    }
  }

  /// The value for the first player, `turns` deep.
  Number value(int turns) {
    Position start;
    for (Side& side : start.sides) side = {points(50), hand_, {}};
    return place(start, turns, points(-20'000), points(20'000), true);
  }
  std::uint64_t leaves() const { return leaves_; }

 private:
  enum Stat : std::size_t { fight, heal, attack };
  struct Card {
    std::array<Number, 3> stats;
    bool is_real;
    bool can(Stat stat) const { return is_real || stats[stat] > 0; }
  };
  struct Side {
    Number health{};
    std::vector<Card> hand, field;
  };
  struct Position {
    std::array<Side, 2> sides;  // the mover's first
    int turn = 0;
  };

  Number points(int count) const { return unit_ * static_cast<Number>(count); }

  static Number total(const Card& card) { return card.stats[fight] + card.stats[heal] + card.stats[attack]; }
  static Number worth(const Side& side) {
    Number on_field{}, most{}, least{};
    for (const Card& card : side.field) on_field += total(card);
    if (!side.hand.empty()) most = least = total(side.hand.front());
    for (const Card& card : side.hand) {
      most = std::max(most, total(card));
      least = std::min(least, total(card));
    }
    return side.health + on_field / 3 - (most - least);
  }

  /// All cards but those of the reference hand are in the deck: of each stat, 67 points in 23 soldiers, and two
  /// Removals that count as 5/0/0.
  Number representative(const Side& side, Stat stat) const {
    Number sum = points(stat == fight ? 77 : 67);
    for (const Card& card : hand_) sum -= card.stats[stat];
    for (const Card& card : side.hand) sum += 2 * card.stats[stat];
    return sum / static_cast<Number>(20 + side.hand.size());
  }

  /// Of the ways to go on, tried one after the other.
  class Best {
   public:
    Best(Number alpha, Number beta) : alpha_(alpha), beta_(beta), value_(alpha) {}
    Number alpha() const { return is_first_ ? alpha_ : std::max(alpha_, value_); }
    /// Whether the others need not be tried.
    bool take(Number value) {
      value_ = is_first_ ? value : std::max(value_, value);
      is_first_ = false;
      return value_ >= beta_;
    }
    Number value() const { return value_; }

   private:
    Number alpha_, beta_, value_;
    bool is_first_ = true;
  };

  Number place(const Position& p, int turns, Number alpha, Number beta, bool is_root) {
    if (turns == 0) {
      ++leaves_;
      return worth(p.sides[0]) - worth(p.sides[1]);
    }
    Best best(alpha, beta);
    if (best.take(act(p, 0, turns, best.alpha(), beta))) return best.value();
    const std::size_t count = is_root ? p.sides[0].hand.size() : 3;
    for (std::size_t i = 0; i < count; ++i) {
      Position next = p;
      Side& own = next.sides[0];
      if (is_root) {
        own.field.push_back(own.hand[i]);
        own.hand.erase(own.hand.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        Card card{{}, false};
        card.stats[i] = representative(own, static_cast<Stat>(i));
        own.field.push_back(card);
      }
      if (best.take(act(next, 0, turns, best.alpha(), beta))) break;
    }
    return best.value();
  }

  /// The card at `index` of the mover's field acts, then those behind it.
  Number act(const Position& p, std::size_t index, int turns, Number alpha, Number beta) {
    if (p.sides[1].health <= 0) {
      ++leaves_;
      return points(10'000 - p.turn);
    }
    if (index == p.sides[0].field.size()) {
      return -place({{p.sides[1], p.sides[0]}, p.turn + 1}, turns - 1, -beta, -alpha, false);
    }
    const Card card = p.sides[0].field[index];
    Best best(alpha, beta);
    const auto ends = [&](const Position& next, std::size_t then) {
      return best.take(act(next, then, turns, best.alpha(), beta));
    };
    if (ends(p, index + 1)) return best.value();
    if (card.can(heal)) {
      Position next = p;
      next.sides[0].health += card.stats[heal];
      if (ends(next, index + 1)) return best.value();
    }
    if (card.can(attack)) {
      Position next = p;
      next.sides[1].health -= card.stats[attack];
      if (ends(next, index + 1)) return best.value();
    }
    for (std::size_t i = 0; card.can(fight) && i < p.sides[1].field.size(); ++i) {
      const Number other = p.sides[1].field[i].stats[fight];
      Position next = p;
      std::vector<Card>&own = next.sides[0].field, &others = next.sides[1].field;
      if (card.stats[fight] >= other) others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      if (card.stats[fight] <= other) own.erase(own.begin() + static_cast<std::ptrdiff_t>(index));
      if (ends(next, card.stats[fight] > other ? index + 1 : index)) break;
    }
    return best.value();
  }

  Number unit_;
  std::vector<Card> hand_;
  std::uint64_t leaves_ = 0;
};

}  // namespace banyan::cards::reference
