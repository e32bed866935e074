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
       .summary = "won against representative moves five turns deep, in 24 times their time; docs/reproduction.md"},
      {.name = "cards-usual",
       .spec = "expectiminimax:depth=6,representatives=averaged,iterations=2000000",
       .summary = "representative moves, six turns deep or until two million positions were visited"}};
  entry.info.numbers_moves = true;
  return entry;
}

GameEntry cards3_entry() {
  GameEntry entry = game_entry<cards::Cards3>("cards3", "the card game for three; the last one with health left wins");
  entry.info.named = {{.name = "cards3-usual",
                       .spec = "best_reply:depth=2,iterations=2000000",
                       .summary = "best replies, two turns deep"}};
  entry.info.numbers_moves = true;
  return entry;
}

}  // namespace banyan
