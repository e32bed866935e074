// SPDX-License-Identifier: MIT
// The rules of the card game once more, slow and obvious: whole turns on lists of cards. Tests compare the fast rules
// with it. Nothing here knows masks, small moves or pruning.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "games/cards/rules.h"

namespace banyan::cards::reference {

struct Card {
  int fight, heal, attack;
  bool is_removal;
  std::string name;
  int total() const { return fight + heal + attack; }
};

struct Side {
  int health = 0;
  std::vector<Card> hand, deck, field;
};

struct Position {
  std::vector<Side> sides = std::vector<Side>(2);
  int mover = 0;
  int ply = 0;
  int winner = -1;
  Side& own() { return sides[static_cast<std::size_t>(mover)]; }
  Side& other() { return sides[static_cast<std::size_t>(1 - mover)]; }
  const Side& own() const { return sides[static_cast<std::size_t>(mover)]; }
  const Side& other() const { return sides[static_cast<std::size_t>(1 - mover)]; }
};

inline std::string text_of(const std::vector<Card>& cards, bool sorted) {
  std::vector<std::string> names;
  for (const Card& card : cards) names.push_back(card.name.substr(0, card.name.find('.')));
  if (sorted) std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += name + ' ';
  return text;
}

/// Without the ply: the fast rules pass over turns in which there is nothing to do.
inline std::string text_of(const Position& p, bool sorted_fields) {
  std::string text = p.winner < 0 ? "" : "won by " + std::to_string(p.winner);
  for (const Side& side : p.sides) {
    text += " | " + std::to_string(side.health) + " hand " + text_of(side.hand, true) + "deck " +
            text_of(side.deck, true) + "field " + text_of(side.field, sorted_fields);
  }
  return text;
}

class Game {
 public:
  using Visit = std::function<void(const Position&)>;
  explicit Game(Options options, bool idles = true) : options_(std::move(options)), idles_(idles) {}

  bool must_draw(const Position& p) const {
    const auto held = static_cast<int>(p.own().hand.size());
    return !p.own().deck.empty() && (options_.draw_when_full || held < options_.hand_limit);
  }

  /// Every way to play the turn after the draw; a way that gives what another gave is visited again.
  void each_turn(const Position& p, const Visit& visit) const {
    bool could_place = false;
    for (std::size_t i = 0; i < p.own().hand.size(); ++i) {
      const Card card = p.own().hand[i];
      Position next = p;
      next.own().hand.erase(next.own().hand.begin() + static_cast<std::ptrdiff_t>(i));
      if (!card.is_removal) {
        could_place = true;
        next.own().field.push_back(card);
        act(next, std::vector<bool>(next.own().field.size() - 1, false), options_.summon_delay > 0, visit);
      } else if (!p.other().field.empty()) {
        could_place = true;
        for (std::size_t j = 0; j < p.other().field.size(); ++j) {
          Position hit = next;
          hit.other().field.erase(hit.other().field.begin() + static_cast<std::ptrdiff_t>(j));
          act(hit, std::vector<bool>(hit.own().field.size(), false), false, visit);
        }
      } else if (!options_.removal_needs_target) {
        could_place = true;
        act(next, std::vector<bool>(next.own().field.size(), false), false, visit);
      }
    }
    if (options_.allow_pass || !could_place) act(p, std::vector<bool>(p.own().field.size(), false), false, visit);
  }

  long count(const Position& p, int turns) const {
    if (turns == 0 || p.winner >= 0 || p.ply >= options_.max_plies) return 1;
    long sum = 0;
    each_draw(p, [&](const Position& drawn) {
      each_turn(drawn, [&](const Position& next) { sum += count(next, turns - 1); });
    });
    return sum;
  }

  /// For the first player; by its definition.
  double value(const Position& p, int turns) const {
    if (p.winner >= 0) return p.winner == 0 ? 10'000 - p.ply : p.ply - 10'000;
    if (p.ply >= options_.max_plies) return 0;
    if (turns == 0) return side_value(p.sides[0]) - side_value(p.sides[1]);
    double sum = 0;
    int draws = 0;
    each_draw(p, [&](const Position& drawn) {
      double best = p.mover == 0 ? -1e9 : 1e9;
      each_turn(drawn, [&](const Position& next) {
        const double v = value(next, turns - 1);
        best = p.mover == 0 ? std::max(best, v) : std::min(best, v);
      });
      sum += best;
      ++draws;
    });
    return sum / draws;
  }

 private:
  void each_draw(const Position& p, const Visit& visit) const {
    if (!must_draw(p)) return visit(p);
    for (std::size_t i = 0; i < p.own().deck.size(); ++i) {
      Position next = p;
      next.own().hand.push_back(p.own().deck[i]);
      next.own().deck.erase(next.own().deck.begin() + static_cast<std::ptrdiff_t>(i));
      visit(next);
    }
  }

  double side_value(const Side& side) const {
    double value = side.health;
    for (const Card& card : side.field) value += card.total() / 3.0;
    if (side.hand.empty()) return value;
    int low = 1000, high = -1000;
    for (const Card& card : side.hand) {
      low = std::min(low, card.total());
      high = std::max(high, card.total());
    }
    return value - options_.balance_weight * (high - low);
  }

  /// `acted` is by place on the field; a new card that has to wait stands behind them.
  void act(const Position& p, std::vector<bool> acted, bool newest_waits, const Visit& visit) const {
    while (acted.size() < p.own().field.size()) acted.push_back(newest_waits);
    const bool in_order = options_.action_order == ActionOrder::fixed;
    const auto next = std::find(acted.begin(), acted.end(), false);
    if (next == acted.end()) return end(p, visit);
    if (!in_order) end(p, visit);  // the rest does nothing
    for (std::size_t i = 0; i < acted.size(); ++i) {
      if (acted[i]) continue;
      act_with(p, acted, i, visit);
      if (in_order) return;
    }
  }

  void act_with(const Position& p, const std::vector<bool>& acted, std::size_t i, const Visit& visit) const {
    std::vector<bool> then = acted;
    then[i] = true;
    const Card card = p.own().field[i];
    if (options_.action_order == ActionOrder::fixed && idles_) act(p, then, false, visit);
    Position healed = p;
    healed.own().health += card.heal;
    act(healed, then, false, visit);
    Position struck = p;
    struck.other().health -= card.attack;
    if (struck.other().health <= 0) {
      struck.winner = p.mover;
      visit(struck);
    } else {
      act(struck, then, false, visit);
    }
    for (int whom = 0; whom < 2; ++whom) {
      if (whom == p.mover && !options_.fight_own) continue;
      const auto& targets = p.sides[static_cast<std::size_t>(whom)].field;
      for (std::size_t j = 0; j < targets.size(); ++j) {
        if (whom == p.mover && j == i) continue;
        fight(p, then, i, whom, j, visit);
      }
    }
  }

  void fight(const Position& p, const std::vector<bool>& acted, std::size_t i, int whom, std::size_t j,
             const Visit& visit) const {
    const int own = p.own().field[i].fight;
    const int other = p.sides[static_cast<std::size_t>(whom)].field[j].fight;
    Position next = p;
    std::vector<bool> then = acted;
    std::vector<std::size_t> lost;  // of the mover's own
    if (own <= other) lost.push_back(i);
    if (own >= other && whom == p.mover) lost.push_back(j);
    if (own >= other && whom != p.mover)
      next.other().field.erase(next.other().field.begin() + static_cast<std::ptrdiff_t>(j));
    std::sort(lost.rbegin(), lost.rend());
    for (const std::size_t place : lost) {
      next.own().field.erase(next.own().field.begin() + static_cast<std::ptrdiff_t>(place));
      then.erase(then.begin() + static_cast<std::ptrdiff_t>(place));
    }
    act(next, then, false, visit);
  }

  static void end(const Position& p, const Visit& visit) {
    Position next = p;
    ++next.ply;
    next.mover = 1 - p.mover;
    visit(next);
  }

  Options options_;
  bool idles_;
};

}  // namespace banyan::cards::reference
