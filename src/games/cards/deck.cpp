// SPDX-License-Identifier: MIT
#include "games/cards/deck.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/text.h"

namespace banyan::cards {
namespace {

using Json = nlohmann::json;
constexpr std::string_view format_name = "tcg-cards/1";
constexpr int highest_value = 99, highest_id = 1'000'000;
constexpr std::size_t most_bytes = 1 << 20;

class Reader {
 public:
  explicit Reader(std::string_view place) : place_(place) {}

  Deck read(std::string_view text) {
    const Json file = parse(text);
    if (!file.is_object()) fail("expected an object with format, soldiers and removal");
    const auto format = file.find("format");
    if (format == file.end() || *format != format_name) fail(fmt::format(R"("format" is not "{}")", format_name));
    check_keys(file,
               {"format", "source", "value_range", "soldiers", "removal", "reference_hand", "reference_hand_values"},
               "it");
    read_range(file);
    read_soldiers(file);
    read_removal(file);
    const auto cards = deck_.soldiers.size() + static_cast<std::size_t>(deck_.removals);
    if (cards > max_cards) fail(fmt::format("it has {} cards, expected at most {}", cards, max_cards));
    read_hand(file);
    return std::move(deck_);
  }

 private:
  [[noreturn]] void fail(std::string_view what) const { throw UsageError(fmt::format("{}: {}", place_, what)); }

  Json parse(std::string_view text) const {
    try {
      return Json::parse(text);
    } catch (const Json::parse_error& error) {
      fail(fmt::format("it is no JSON from byte {} on", error.byte));
    } catch (const Json::exception&) {
      fail("it has a number beyond all numbers");
    }
  }

  /// To write a deep list would take a deep stack.
  static std::string text_of(const Json& value) { return value.is_structured() ? value.type_name() : value.dump(); }

  /// Other keys are notes, unless they look like one that is mistyped.
  void check_keys(const Json& object, const std::vector<std::string_view>& known, std::string_view where) const {
    for (const auto& [key, value] : object.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      const std::string meant = did_you_mean(key, known);
      if (!meant.empty()) fail(fmt::format("{} has the unknown key '{}'{}", where, key, meant));
    }
  }

  int whole_number(const Json& object, const char* key, int low, int high, const std::string& where) const {
    const auto found = object.find(key);
    if (found == object.end()) fail(fmt::format("{} has no \"{}\"", where, key));
    return whole_number(*found, low, high, fmt::format("\"{}\" of {}", key, where));
  }
  int whole_number(const Json& value, int low, int high, const std::string& what) const {
    if (!value.is_number_integer() || value < low || value > high) {
      fail(fmt::format("{} is {}, expected a whole number in {}..{}", what, text_of(value), low, high));
    }
    return value.get<int>();
  }

  Stats stats(const Json& object, int low, int high, const std::string& where) const {
    if (!object.is_object()) fail(fmt::format("{} is not an object", where));
    return {.fight = whole_number(object, "fight", low, high, where),
            .heal = whole_number(object, "heal", low, high, where),
            .attack = whole_number(object, "attack", low, high, where)};
  }

  void read_range(const Json& file) {
    const auto range = file.find("value_range");
    if (range == file.end()) return;
    if (!range->is_array() || range->size() != 2) fail("\"value_range\" is not a list of two numbers");
    low_ = whole_number((*range)[0], 0, highest_value, "the lower end of \"value_range\"");
    high_ = whole_number((*range)[1], low_, highest_value, "the upper end of \"value_range\"");
  }

  void add_id(int id, int index) {
    if (!index_of_.emplace(id, index).second) fail(fmt::format("two cards have the id {}", id));
  }

  void read_soldiers(const Json& file) {
    const auto soldiers = file.find("soldiers");
    if (soldiers == file.end() || !soldiers->is_array()) fail("\"soldiers\" is not a list");
    if (soldiers->empty()) fail("it has no soldiers");
    for (const Json& soldier : *soldiers) {
      const auto index = static_cast<int>(deck_.soldiers.size());
      const std::string where = fmt::format("soldier {}", index + 1);
      deck_.soldiers.push_back(stats(soldier, low_, high_, where));
      if (soldier.contains("id")) add_id(whole_number(soldier, "id", 0, highest_id, where), index);
    }
  }

  void read_removal(const Json& file) {
    const auto removal = file.find("removal");
    if (removal == file.end()) return;
    if (!removal->is_object()) fail("\"removal\" is not an object");
    check_keys(*removal, {"count", "ids", "rm_equivalent"}, "\"removal\"");
    deck_.removals = whole_number(*removal, "count", 0, max_cards, "\"removal\"");
    if (const auto worth = removal->find("rm_equivalent"); worth != removal->end()) {
      deck_.removal_worth = stats(*worth, 0, highest_value, "\"rm_equivalent\"");
    }
    const auto ids = removal->find("ids");
    if (ids == removal->end()) return;
    if (!ids->is_array() || ids->size() != static_cast<std::size_t>(deck_.removals)) {
      fail(fmt::format(R"("ids" of "removal" is not a list of {} numbers)", deck_.removals));
    }
    auto index = static_cast<int>(deck_.soldiers.size());
    for (const Json& id : *ids) add_id(whole_number(id, 0, highest_id, "an id of \"removal\""), index++);
  }

  void read_hand(const Json& file) {
    const auto hand = file.find("reference_hand");
    if (hand == file.end()) return;
    if (!hand->is_array()) fail("\"reference_hand\" is not a list");
    for (const Json& id : *hand) {
      const auto found =
          id.is_number_integer() && id >= 0 && id <= highest_id ? index_of_.find(id.get<int>()) : index_of_.end();
      if (found == index_of_.end())
        fail(fmt::format("\"reference_hand\" names {}, which is no card's id", text_of(id)));
      const bool is_new = std::find(deck_.reference_hand.begin(), deck_.reference_hand.end(), found->second) ==
                          deck_.reference_hand.end();
      if (!is_new) fail(fmt::format("\"reference_hand\" names {} twice", text_of(id)));
      deck_.reference_hand.push_back(found->second);
    }
  }

  std::string_view place_;
  Deck deck_;
  int low_ = 0, high_ = highest_value;
  std::map<int, int> index_of_;  // by id
};

}  // namespace

const Deck& standard_deck() {
  static const Deck deck{
      .soldiers = {{6, 6, 6}, {3, 5, 5}, {5, 3, 5}, {5, 5, 3}, {4, 4, 4}, {2, 5, 4}, {4, 2, 5}, {5, 4, 2},
                   {1, 6, 2}, {2, 1, 6}, {6, 2, 1}, {1, 3, 3}, {2, 2, 3}, {2, 3, 2}, {3, 1, 3}, {3, 2, 2},
                   {3, 3, 1}, {1, 1, 4}, {1, 4, 1}, {4, 1, 1}, {1, 1, 2}, {1, 2, 1}, {2, 1, 1}},
      .removals = 2,
      .removal_worth = {5, 0, 0},
      .reference_hand = {0, 22, 19, 13, 11}};
  return deck;
}

Deck parse_deck(std::string_view json, std::string_view place) { return Reader(place).read(json); }

Deck load_deck(const std::string& name) {
  if (name == "standard") return standard_deck();
  std::ifstream file(name, std::ios::binary);
  std::string text(most_bytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad()) {  // bad: a folder
    throw UsageError(
        fmt::format("deck '{}': there is no such file that can be read; expected standard or a path", name));
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > most_bytes) throw UsageError(fmt::format("deck '{}': it has more than {} bytes", name, most_bytes));
  return parse_deck(text, fmt::format("deck '{}'", name));
}

}  // namespace banyan::cards
