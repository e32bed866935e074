// SPDX-License-Identifier: MIT
#include "games/cards/cards.h"

#include <fmt/format.h>

#include "core/text.h"

namespace banyan::cards {
namespace {

/// What can be clicked: "2:hand", "2:hand:6/2/1".
std::string zone_name(unsigned player, std::string_view zone) { return fmt::format("{}:{}", player + 1, zone); }
std::string card_name(unsigned player, std::string_view zone, std::string_view card) {
  return fmt::format("{}:{}", zone_name(player, zone), card);
}

}  // namespace

template <int N, bool Abstract>
std::uint64_t Table<N, Abstract>::hash() const {
  std::uint64_t h = mix64(std::uint64_t{ply_} | std::uint64_t{player_} << 16 | std::uint64_t{next_} << 24 |
                          std::uint64_t{waiting_} << 32 | static_cast<std::uint64_t>(phase_) << 40 |
                          static_cast<std::uint64_t>(static_cast<std::uint8_t>(winner_)) << 48);
  if (acted_ != 0) h = mix64(h ^ acted_ ^ std::uint64_t{1} << 63);
  for (const Side& side : sides_) {
    h = mix64(h ^ (std::uint64_t{side.hand} | std::uint64_t{side.deck} << 32));
    h = mix64(h ^ static_cast<std::uint64_t>(side.health) ^ std::uint64_t{side.count} << 48 ^
              std::uint64_t{side.is_out} << 56);
    for (unsigned i = 0; i < side.count; i += 8) {
      std::uint64_t cards = 0;
      std::memcpy(&cards, side.field.data() + i, sizeof cards);
      h = mix64(h ^ cards);
    }
  }
  if constexpr (Abstract) {
    for (const auto& average : averages_) {
      h = mix64(h ^ (static_cast<std::uint64_t>(average[0]) << 32 | static_cast<std::uint32_t>(average[1])));
      h = mix64(h ^ static_cast<std::uint64_t>(average[2]));
    }
  }
  return h;
}

// ---- Text ----

template <int N, bool Abstract>
std::string Table<N, Abstract>::label_on_field(std::uint8_t card) const {
  if constexpr (Abstract) {
    if (card >= first_representative) {
      return fmt::format("{}{:.3f}", "FHA"[stat_of(card)], static_cast<double>(average_of(card)) / unit);
    }
  }
  return rules_->labels[card];
}

template <int N, bool Abstract>
std::vector<std::string> Table<N, Abstract>::labels_of(std::uint32_t cards) const {
  std::vector<std::string> labels;
  for (; cards != 0; cards &= cards - 1) labels.push_back(rules_->labels[lowest(cards)]);
  return labels;
}

template <int N, bool Abstract>
std::vector<std::string> Table<N, Abstract>::field(Player p) const {
  std::vector<std::string> labels;
  for (unsigned i = 0; i < side(p).count; ++i) labels.push_back(label_on_field(side(p).field[i]));
  return labels;
}

// A card on a field is named by its values, and its place from 1 on where an equal one stands before it: "2/1/1@3".
template <int N, bool Abstract>
std::string Table<N, Abstract>::on_field(unsigned player, std::uint8_t at) const {
  const Side& owner = sides_[player];
  std::string text = label_on_field(owner.field[at]);
  for (unsigned i = 0; i < at; ++i) {
    if (owner.field[i] == owner.field[at]) return fmt::format("{}@{}", text, at + 1);
  }
  return text;
}

template <int N, bool Abstract>
std::string Table<N, Abstract>::move_text(Move m) const {
  const auto struck = [&] {
    std::string text = m.kind == Kind::attack ? "" : on_field(m.whom, m.target);
    if (m.whom == player_) return text + ":own";
    return N == 2 ? text : fmt::format("{}{}{}", text, text.empty() ? "" : ":", m.whom + 1);
  };
  switch (m.kind) {
    case Kind::draw:
      return "draw:" + rules_->labels[m.card];
    case Kind::pass:
      return "pass";
    case Kind::place:
      return Abstract ? fmt::format("place:{}", "FHA"[m.card]) : "place:" + rules_->labels[m.card];
    case Kind::remove:
      return fmt::format("remove:{}:{}", rules_->labels[m.card], struck());
    case Kind::waste:
      return "waste:" + rules_->labels[m.card];
    case Kind::idle:
      return on_field(player_, m.card) + ":idle";
    case Kind::heal:
      return on_field(player_, m.card) + ":heal";
    case Kind::attack:
      return fmt::format("{}:attack{}", on_field(player_, m.card), N == 2 ? "" : ":" + struck());
    case Kind::fight:
      return fmt::format("{}:fight:{}", on_field(player_, m.card), struck());
    case Kind::end:
      break;
  }
  return "end";
}

// What a text means depends on the fields, so the moves of the game that can be meant are those that are legal now, and
// the cards of the deck.
template <int N, bool Abstract>
std::optional<Move> Table<N, Abstract>::parse_move(std::string_view text) const {
  MoveList<Table> moves;
  legal_moves(moves);
  for (const Move& m : moves) {
    if (move_text(m) == text) return m;
  }
  for (int card = 0; card < rules_->cards; ++card) {
    for (const Kind kind : {Kind::draw, Kind::place, Kind::waste}) {
      const Move m(kind, static_cast<unsigned>(card));
      if (move_text(m) == text) return m;
    }
  }
  if (text == "pass") return Move{Kind::pass};
  if (text == "end") return Move{Kind::end};
  return std::nullopt;
}

template <int N, bool Abstract>
bool Table<N, Abstract>::is_legal(Move m) const {
  MoveList<Table> moves;
  legal_moves(moves);
  return std::find(moves.begin(), moves.end(), m) != moves.end();
}

template <int N, bool Abstract>
std::string Table<N, Abstract>::refusal(Move m) const {
  if (is_terminal()) return "the game is over";
  if (m.kind == Kind::draw) {
    return to_move() == chance ? "the card is not in the deck" : "it is not time to draw a card";
  }
  if (to_move() == chance) return "a card is to be drawn first";
  switch (m.kind) {
    case Kind::place:
    case Kind::waste:
      return phase_ == Phase::place ? "the card is not in the hand, or cannot be used so" : "no card may be placed now";
    case Kind::pass:
      return phase_ == Phase::place ? "this game has no passing" : "there is nothing to pass";
    default:
      return "it is not what comes next";
  }
}

template <int N, bool Abstract>
BoardData Table<N, Abstract>::board_data() const {
  BoardData board{.turn = is_terminal() ? banyan::nobody : player_};
  BoardMark acting{.kind = MarkKind::acting};
  const auto cards_of = [this](std::uint32_t cards, int owner) {
    std::vector<BoardPiece> pieces;
    for (const std::string& label : labels_of(cards)) {
      pieces.push_back({.owner = owner, .kind = "card", .text = label});
    }
    return pieces;
  };
  for (unsigned p = 0; p < N; ++p) {
    const Side& s = sides_[p];
    const int owner = static_cast<int>(p);
    board.zones.push_back({.name = zone_name(p, "health"),
                           .owner = owner,
                           .kind = ZoneKind::health,
                           .title = "health",
                           .number = s.health / unit});
    board.zones.push_back({.name = zone_name(p, "deck"),
                           .owner = owner,
                           .kind = ZoneKind::deck,
                           .title = "in the deck",
                           .number = std::popcount(s.deck),
                           .pieces = cards_of(s.deck, owner)});
    BoardZone hand{.name = zone_name(p, "hand"), .owner = owner, .kind = ZoneKind::hand, .title = "hand"};
    hand.pieces = cards_of(s.hand, owner);
    for (BoardPiece& card : hand.pieces) card.name = card_name(p, "hand", card.text);
    board.zones.push_back(std::move(hand));
    BoardZone on_table{.name = zone_name(p, "field"), .owner = owner, .kind = ZoneKind::field, .title = "field"};
    for (std::uint8_t i = 0; i < s.count; ++i) {
      const std::string name = card_name(p, "field", on_field(p, i));
      on_table.pieces.push_back({.name = name, .owner = owner, .kind = "card", .text = label_on_field(s.field[i])});
      const bool has_turn = p == player_ && phase_ == Phase::act;
      if (has_turn && (is_ordered() ? i == next_ : (acted_ >> i & 1) == 0)) acting.names.push_back(name);
    }
    board.zones.push_back(std::move(on_table));
  }
  if (!acting.names.empty()) board.marks.push_back(std::move(acting));
  board.notes = {fmt::format("turn {}; cards are fight/heal/attack, R is a Removal", ply_ + 1)};
  return board;
}

// Who acts is clicked first, then whom it is done to. What is done to nobody is a button.
template <int N, bool Abstract>
BoardMove Table<N, Abstract>::board_move(Move m) const {
  const auto in_hand = [&] { return card_name(player_, "hand", rules_->labels[m.card]); };
  const auto actor = [&] { return card_name(player_, "field", on_field(player_, m.card)); };
  const auto target = [&] { return card_name(m.whom, "field", on_field(m.whom, m.target)); };
  switch (m.kind) {
    case Kind::draw:
      return {.label = fmt::format("draw {}", rules_->labels[m.card])};
    case Kind::pass:
      return {.label = "place no card"};
    case Kind::place:
      if (Abstract) return {};
      return {.label = fmt::format("place {}", rules_->labels[m.card]), .clicks = {in_hand()}};
    case Kind::remove:
      return {.label = fmt::format("remove {}", on_field(m.whom, m.target)), .clicks = {in_hand(), target()}};
    case Kind::waste:
      return {.label = fmt::format("throw {} away", rules_->labels[m.card])};
    case Kind::idle:
      return {.label = fmt::format("{} does nothing", on_field(player_, m.card))};
    case Kind::heal:
      return {.label = fmt::format("{} heals", on_field(player_, m.card)),
              .clicks = {actor(), zone_name(player_, "health")}};
    case Kind::attack:
      return {.label = fmt::format("{} attacks {}", on_field(player_, m.card), player_name(m.whom, N)),
              .clicks = {actor(), zone_name(m.whom, "health")}};
    case Kind::fight:
      return {.label = fmt::format("{} fights {}", on_field(player_, m.card), on_field(m.whom, m.target)),
              .clicks = {actor(), target()}};
    case Kind::end:
      break;
  }
  return {.label = "end the turn"};
}

template <int N, bool Abstract>
std::vector<std::string> Table<N, Abstract>::how() const {
  if (winner_ == nobody) return {};
  const bool by_health = std::any_of(sides_.begin(), sides_.end(), [](const Side& s) { return s.health <= 0; });
  return {by_health ? "knockout" : "deckout"};
}

// ---- What is known about playing well ----

template <int N, bool Abstract>
std::int64_t Table<N, Abstract>::range_of_sums(std::uint32_t hand) const {
  std::array<std::int64_t, 3> sums{};
  for (; hand != 0; hand &= hand - 1) {
    const auto card = static_cast<std::size_t>(lowest(hand));
    sums[0] += rules_->fight[card];
    sums[1] += rules_->heal[card];
    sums[2] += rules_->attack[card];
  }
  const auto [low, high] = std::minmax_element(sums.begin(), sums.end());
  return *high - *low;
}

// In n turns of a side, each card on its field acts n times at most and moves the difference of healths by the larger
// of heal and attack; a card placed in the k-th of them acts n+1-k times. At best all own cards stay and all others go.
template <int N, bool Abstract>
typename Table<N, Abstract>::Bounds Table<N, Abstract>::value_bounds(int end) const requires(N == 2) {
  const int turns = std::max(end - ply_, 0);
  const unsigned first = phase_ == Phase::deal ? 0 : player_;  // while hands are dealt, nobody has moved
  std::array<double, 2> most{};                                // for each side
  bool may_end = rules_->options.deckout == Deckout::loses;
  for (unsigned p = 0; p < 2; ++p) {
    const Side& own = sides_[p];
    const Side& other = sides_[1 - p];
    const double n = p == first ? (turns + 1) / 2 : turns / 2;
    double reach = 0, attack = 0;
    for (unsigned i = 0; i < own.count; ++i) {
      reach += std::max(heal_of(own.field[i]), attack_of(own.field[i]));
      attack += attack_of(own.field[i]);
    }
    const double late = n * (n + 1) / 2;
    most[p] = (static_cast<double>(own.health - other.health) + n * reach + own.strength / 3.0) / unit +
              late * rules_->max_reach + n * rules_->max_total / 3.0 + rules_->max_balance;
    may_end = may_end || n * attack / unit + late * rules_->max_attack >= static_cast<double>(other.health) / unit;
  }
  if (may_end) return {-win_value, win_value};
  // Where nobody has anything left to do the game is a draw; and sums of thirds are rounded.
  return {std::min(-most[1], 0.0) - 1e-6, std::max(most[0], 0.0) + 1e-6};
}

template <int N, bool Abstract>
int Table<N, Abstract>::urgency(Move m) const {
  switch (m.kind) {
    case Kind::place:
      return Abstract ? 100 : 100 + rules_->total[m.card];
    case Kind::remove:
      return 100 + total_of(sides_[m.whom].field[m.target]) / unit;
    case Kind::attack:
      return 100 + attack_of(mine().field[m.card]) / unit;
    case Kind::heal:
      return 50 + heal_of(mine().field[m.card]) / unit;
    case Kind::fight: {
      const std::uint8_t own = mine().field[m.card];
      const std::uint8_t other = sides_[m.whom].field[m.target];
      if (m.whom == player_ || fight_of(own) < fight_of(other)) return 0;
      if (fight_of(own) > fight_of(other)) return 200 + total_of(other) / unit;
      return total_of(other) > total_of(own) ? 150 : 60;
    }
    case Kind::pass:
    case Kind::waste:
      return 20;
    case Kind::draw:
    case Kind::idle:
    case Kind::end:
      break;
  }
  return 10;
}

template <int N, bool Abstract>
bool Table<N, Abstract>::is_duplicate(Move m) const {
  const auto twin_before = [](const Side& s, std::uint8_t at) { return at > 0 && s.field[at - 1] == s.field[at]; };
  const std::uint32_t before = (std::uint32_t{1} << m.card) - 1;
  switch (m.kind) {
    case Kind::draw:
      return (rules_->twins[m.card] & mine().deck & before) != 0;
    case Kind::place:
    case Kind::waste:
      return !Abstract && (rules_->twins[m.card] & mine().hand & before) != 0;
    case Kind::remove:
      return (rules_->twins[m.card] & mine().hand & before) != 0 || twin_before(sides_[m.whom], m.target);
    case Kind::heal:
    case Kind::attack:
    case Kind::fight: {
      // Of equal cards side by side that may act, the first does. In a fixed order there is only one.
      const bool waits = !is_ordered() && twin_before(mine(), m.card) && (acted_ >> (m.card - 1) & 1) == 0;
      if (waits && (m.kind != Kind::fight || m.whom != player_)) return true;
      return m.kind == Kind::fight && m.whom != player_ && twin_before(sides_[m.whom], m.target);
    }
    default:
      return false;
  }
}

// ---- Representative moves ----

template <int N, bool Abstract>
Table<N, true> Table<N, Abstract>::abstract() const requires(!Abstract) {
  Table<N, true> game;
  constexpr std::int64_t fraction = Table<N, true>::unit;
  game.rules_ = rules_;
  game.ply_ = ply_;
  game.player_ = player_;
  game.winner_ = winner_;
  for (unsigned p = 0; p < N; ++p) {
    const Side& from = sides_[p];
    auto& to = game.sides_[p];
    to.health = from.health * fraction;
    to.strength = from.strength * static_cast<std::int32_t>(fraction);
    to.hand = from.hand;
    to.deck = from.deck;
    to.count = from.count;
    to.is_out = from.is_out;
    to.field = from.field;
    // Cards in hand count double.
    std::array<std::int64_t, 3> sums{};
    for (const auto& [zone, weight] : {std::pair{from.deck, 1}, {from.hand, 2}}) {
      for (std::uint32_t left = zone; left != 0; left &= left - 1) {
        const auto card = static_cast<std::size_t>(lowest(left));
        sums[0] += weight * rules_->fight[card];
        sums[1] += weight * rules_->heal[card];
        sums[2] += weight * rules_->attack[card];
      }
    }
    const int held = std::popcount(from.hand);
    const std::int64_t divisor =
        std::popcount(from.deck) + (rules_->options.rm_norm == RmNorm::count ? held : 2 * held);
    if (divisor == 0) continue;
    for (std::size_t stat = 0; stat < 3; ++stat) {
      game.averages_[p][stat] = static_cast<std::int32_t>((2 * fraction * sums[stat] + divisor) / (2 * divisor));
    }
  }
  using AbstractPhase = typename Table<N, true>::Phase;
  game.phase_ = AbstractPhase::over;
  if (phase_ != Phase::over && !game.begin_turn()) game.end_turn();
  return game;
}

template <int N, bool Abstract>
std::optional<std::array<float, Table<N, Abstract>::feature_count>> Table<N, Abstract>::features(Move m) const {
  if (class_of(m) < 0) return std::nullopt;
  const auto card = static_cast<std::size_t>(m.card);
  const bool is_removal = (rules_->removals >> card & 1) != 0;
  int beaten = 0, best = 0;
  for_each_target([&](std::uint8_t whom, std::uint8_t target) {
    const std::uint8_t other = sides_[whom].field[target];
    if (!is_removal && fight_of(other) / unit >= rules_->fight[card]) return;
    ++beaten;
    best = std::max(best, total_of(other) / unit);
  });
  if (is_removal) {
    beaten = std::min(beaten, 1);
    if (m.kind == Kind::remove) best = total_of(sides_[m.whom].field[m.target]) / unit;
  }
  const float action =
      std::max({static_cast<float>(best) / 3, is_removal ? 0.0f : static_cast<float>(rules_->heal[card]),
                is_removal ? 0.0f : static_cast<float>(rules_->attack[card])});
  const float gain = action + (is_removal ? 0.0f : static_cast<float>(rules_->total[card]) / 3);
  return std::array{static_cast<float>(rules_->fight[card]),
                    static_cast<float>(rules_->heal[card]),
                    static_cast<float>(rules_->attack[card]),
                    static_cast<float>(beaten),
                    static_cast<float>(best),
                    gain};
}

template <int N, bool Abstract>
int Table<N, Abstract>::class_of(Move m) const {
  if (m.kind != Kind::draw && m.kind != Kind::place && m.kind != Kind::remove) return -1;
  const std::array values{rules_->fight[m.card], rules_->heal[m.card], rules_->attack[m.card]};
  return static_cast<int>(std::max_element(values.begin(), values.end()) - values.begin());
}

template class Table<2, false>;
template class Table<2, true>;
template class Table<3, false>;

}  // namespace banyan::cards
