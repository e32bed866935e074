// SPDX-License-Identifier: MIT
#include "engine/cards.h"

#include "engine/game_entry.h"

namespace banyan {

BANYAN_SEARCHES(, cards::Cards);
BANYAN_SEARCH(, Expectiminimax, cards::Cards);

GameEntry cards_entry() {
  GameEntry entry =
      game_entry<cards::Cards>("cards", "two players place cards that fight, heal and attack; no health left loses");
  // Late in a game a turn has thousands of ways: without a limit, a fixed depth may take minutes.
  entry.info.named = {
      {.name = "cards-best",
       .spec = "uct",
       .summary = "won against representative moves five turns deep, in 24 times their time; docs/reproduction.md",
       .level = "best",
       .seconds = 5},
      level_of("cards", "hard", "uct:iterations=8000", "8,000 playouts"),
      level_of("cards", "medium", "uct:iterations=1000", "1,000 playouts"),
      level_of("cards", "easy", "uct:iterations=200", "200 playouts"),
      level_of("cards", "beginner", "uct:iterations=80", "80 playouts"),
      {.name = "cards-usual",
       .spec = "expectiminimax:depth=6,representatives=averaged,iterations=2000000",
       .summary = "representative moves, six turns deep or until two million positions were visited"}};
  entry.info.reviewer = "uct:iterations=20000";
  entry.info.analyst = fmt::format("uct:seconds={}", until_stopped);
  entry.info.numbers_moves = true;
  return entry;
}

GameEntry cards3_entry() {
  GameEntry entry = game_entry<cards::Cards3>("cards3", "the card game for three; the last one with health left wins");
  entry.info.named = {{.name = "cards3-usual",
                       .spec = "best_reply:depth=2,iterations=2000000",
                       .summary = "best replies, two turns deep"},
                      {.name = "cards3-best",
                       .spec = "uct",
                       .summary = "UCT; whether it is the best for three is not measured yet",
                       .level = "best",
                       .seconds = 5},
                      level_of("cards3", "hard", "uct:iterations=8000", "8,000 playouts"),
                      level_of("cards3", "medium", "uct:iterations=1000", "1,000 playouts"),
                      level_of("cards3", "easy", "uct:iterations=200", "200 playouts"),
                      level_of("cards3", "beginner", "uct:iterations=80", "80 playouts")};
  entry.info.reviewer = "uct:iterations=10000";
  entry.info.analyst = fmt::format("uct:seconds={}", until_stopped);
  entry.info.numbers_moves = true;
  return entry;
}

}  // namespace banyan
