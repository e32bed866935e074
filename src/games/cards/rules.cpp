// SPDX-License-Identifier: MIT
#include "games/cards/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "core/error.h"

namespace banyan::cards {
namespace {

std::uint32_t bit(std::size_t card) { return std::uint32_t{1} << card; }

struct Card {
  Stats stats;
  bool is_removal;
  std::size_t place;  // in the deck as it was given
  std::size_t first;  // the place of the first card that is equal
};

Rules make_rules(const Options& options) {
  const Deck deck = load_deck(options.deck);
  std::vector<Card> cards;
  const auto add = [&cards](const Stats& stats, bool is_removal) {
    const auto equal = std::find_if(cards.begin(), cards.end(), [&](const Card& card) {
      return card.stats == stats && card.is_removal == is_removal;
    });
    cards.push_back({stats, is_removal, cards.size(), equal == cards.end() ? cards.size() : equal->first});
  };
  for (const Stats& soldier : deck.soldiers) add(soldier, false);
  for (int i = 0; i < deck.removals; ++i) add(deck.removal_worth, true);
  // Equal cards stand side by side.
  std::stable_sort(cards.begin(), cards.end(), [](const Card& a, const Card& b) {
    return a.stats.total() != b.stats.total() ? a.stats.total() > b.stats.total() : a.first < b.first;
  });

  Rules rules;
  rules.options = options;
  rules.cards = static_cast<int>(cards.size());
  rules.all = static_cast<std::uint32_t>((std::uint64_t{1} << cards.size()) - 1);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const auto& [stats, is_removal, place, first] = cards[i];
    rules.fight[i] = stats.fight;
    rules.heal[i] = stats.heal;
    rules.attack[i] = stats.attack;
    rules.total[i] = stats.total();
    if (is_removal) rules.removals |= bit(i);
    int earlier = 0;
    for (std::size_t j = 0; j < cards.size(); ++j) {
      if (cards[j].first != first) continue;
      rules.twins[i] |= bit(j);
      if (j < i) ++earlier;
    }
    rules.labels[i] = is_removal ? "R" : fmt::format("{}/{}/{}", stats.fight, stats.heal, stats.attack);
    if (earlier > 0) rules.labels[i] += fmt::format(".{}", earlier + 1);
    if (std::find(deck.reference_hand.begin(), deck.reference_hand.end(), static_cast<int>(place)) !=
        deck.reference_hand.end()) {
      rules.reference_hand |= bit(i);
    }
    if (is_removal) continue;
    rules.max_attack = std::max(rules.max_attack, stats.attack);
    rules.max_reach = std::max({rules.max_reach, stats.heal, stats.attack});
    rules.max_total = std::max(rules.max_total, stats.total());
  }
  if (options.start == Start::reference && deck.reference_hand.empty()) {
    throw UsageError(fmt::format("start=reference: the deck '{}' has no \"reference_hand\"", options.deck));
  }
  rules.balance_weight = std::llround(3000 * options.balance_weight);
  const int widest = options.balance_kind == BalanceKind::card_totals
                         ? rules.total[0] - rules.total[cards.size() - 1]
                         : std::max(rules.max_total, rules.total[0]) * max_cards;
  rules.max_balance = static_cast<double>(rules.balance_weight) * widest / 3000.0;
  rules.max_lead = win_value - options.max_plies - 1;
  return rules;
}

}  // namespace

const Rules& rules_for(const Options& options) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<const Rules>> known;
  Options copy = options;
  const std::string key = Params(copy).text();
  const std::lock_guard lock(mutex);
  auto& rules = known[key];
  if (!rules) rules = std::make_unique<const Rules>(make_rules(options));
  return *rules;
}

}  // namespace banyan::cards
