// SPDX-License-Identifier: MIT
// What may be chosen about the card game, and the tables of its cards that all states share.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "core/params.h"
#include "games/cards/deck.h"

namespace banyan::cards {

enum class Start { dealt, reference };
constexpr auto names(Start) { return std::array<std::string_view, 2>{"dealt", "reference"}; }

enum class Deckout { goes_on, loses };
constexpr auto names(Deckout) { return std::array<std::string_view, 2>{"continue", "lose"}; }

enum class ActionOrder { fixed, any };
constexpr auto names(ActionOrder) { return std::array<std::string_view, 2>{"fixed", "any"}; }

enum class TieBreak { attack, heal };
constexpr auto names(TieBreak) { return std::array<std::string_view, 2>{"attack", "heal"}; }

enum class BalanceKind { card_totals, stat_sums };
constexpr auto names(BalanceKind) { return std::array<std::string_view, 2>{"card_totals", "stat_sums"}; }

enum class RmNorm { count, weight };
constexpr auto names(RmNorm) { return std::array<std::string_view, 2>{"count", "weight"}; }

struct Options {
  std::string deck = "standard";
  Start start = Start::dealt;
  int start_hp = 50;
  int start_hand = 5;
  int hand_limit = 5;
  bool draw_when_full = false;
  Deckout deckout = Deckout::goes_on;
  bool allow_pass = true;
  int summon_delay = 0;
  bool removal_needs_target = true;
  bool fight_own = false;
  ActionOrder action_order = ActionOrder::fixed;
  int max_plies = 400;
  double balance_weight = 1.0;
  BalanceKind balance_kind = BalanceKind::card_totals;
  TieBreak tie_break = TieBreak::attack;
  RmNorm rm_norm = RmNorm::count;
  static constexpr auto fields() {
    return std::tuple{
        field(&Options::deck, "deck", "standard, or a file that describes the cards (docs/file-formats.md)"),
        field(&Options::start, "start", "hands are dealt by chance, or both players hold the deck's reference hand"),
        field(&Options::start_hp, "start_hp", 1, 10'000, "health of each player at the start"),
        field(&Options::start_hand, "start_hand", 0, max_cards, "cards dealt to each player"),
        field(&Options::hand_limit, "hand_limit", 1, max_cards, "who holds as many cards does not draw"),
        field(&Options::draw_when_full, "draw_when_full", "a card is drawn with a full hand as well"),
        field(&Options::deckout, "deckout", "who should draw from an empty deck goes on without, or loses"),
        field(&Options::allow_pass, "allow_pass", "a player who could place a card need not"),
        field(&Options::summon_delay, "summon_delay", 0, 1, "turns until a placed card may act"),
        field(&Options::removal_needs_target, "removal_needs_target",
              "a Removal is played on a card only; false: it may be thrown away where there is none"),
        field(&Options::fight_own, "fight_own", "cards may fight cards of their own side"),
        field(&Options::action_order, "action_order", "cards act oldest first, or in any order"),
        field(&Options::max_plies, "max_plies", 1, 5'000, "a game of this many turns is a draw"),
        field(&Options::balance_weight, "balance_weight", 0.0, 100.0,
              "weight of an unbalanced hand in the evaluation; to three decimals"),
        field(&Options::balance_kind, "balance_kind",
              "what is unbalanced: the totals of the cards, or the sums of the three values over the hand"),
        field(&Options::tie_break, "tie_break", "which of equally good actions the evaluation's player takes"),
        field(&Options::rm_norm, "rm_norm",
              "averaged representatives: divide by the number of cards, or by the sum of their weights"),
    };
  }
  bool operator==(const Options&) const = default;
};

/// A won game is worth this less the turns it took.
inline constexpr double win_value = 10'000;

/// Cards are numbered by falling total, so that the range of a hand is that of its lowest and highest bit. Equal cards
/// are twins: which of them lies where makes no difference.
struct Rules {
  Options options;
  int cards = 0;
  std::array<std::int32_t, max_cards> fight{}, heal{}, attack{}, total{};
  std::array<std::uint32_t, max_cards> twins{};  // the card and those equal to it
  std::uint32_t all = 0, removals = 0, reference_hand = 0;
  std::array<std::string, max_cards> labels;  // "6/2/1", "R", "R.2"
  std::int32_t max_attack = 0, max_reach = 0, max_total = 0;
  std::int64_t balance_weight = 0;  // in thousandths, times 3
  double max_balance = 0;           // the most that a hand can cost
  double max_lead = 0;              // the most that an unfinished game is worth
};

/// Made once for each set of options, and there as long as the program. Throws UsageError.
const Rules& rules_for(const Options& options);

}  // namespace banyan::cards
