// SPDX-License-Identifier: MIT
#include "book/map_json.h"

#include <nlohmann/json.hpp>

#include "engine/catalogue.h"
#include "stats/wilson.h"

namespace banyan {

using Json = nlohmann::ordered_json;

std::string book_for(const Session& session) {
  for (const std::string_view name : Book::built_in()) {
    if (Book::load_for(session, name)) return std::string(name);
  }
  return {};
}

Json map_json(const Book& book, std::string_view name) {
  std::uint64_t games = 0;
  for (const BookEntry& entry : book.entries()) games += entry.moves.size() == 1 ? entry.rate.games : 0;
  Json moves = Json::array();
  const auto plain = new_session(without_swap(book.game()));
  const auto session = new_session(book.game());
  for (const std::string& move : plain->legal_moves()) {
    plain->play(move);
    const BookEntry* const entry = book.find(*plain);
    plain->undo();
    if (entry == nullptr) continue;
    Json known{
        {"move", move}, {"win_rate", nullptr}, {"low", nullptr}, {"high", nullptr}, {"games", entry->rate.games}};
    if (entry->rate.games > 0) {
      const auto played = static_cast<double>(entry->rate.games);
      const Interval interval = wilson(entry->rate.rate * played, played);
      known["win_rate"] = entry->rate.rate;
      known["low"] = interval.low;
      known["high"] = interval.high;
    }
    session->play(move);
    const auto reply = book.reply(*session);
    session->undo();
    known["reply"] = reply ? Json(reply->best_move) : Json(nullptr);
    moves.push_back(std::move(known));
  }
  return {{"name", name},          {"game", book.game().name}, {"options", session->options()},
          {"about", book.about()}, {"games", games},           {"moves", std::move(moves)}};
}

}  // namespace banyan
