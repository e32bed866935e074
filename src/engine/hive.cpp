// SPDX-License-Identifier: MIT
#include "games/hive/hive.h"

#include "engine/game_entry.h"
#include "game/repetition.h"

namespace banyan {

GameEntry hive_entry() {
  GameEntry entry =
      game_entry<Repeating<hive::Hive>>("hive", "two players place and move insects; a queen that is surrounded loses");
  entry.info.named = {{.name = "hive-best",
                       .spec = "alphabeta",
                       .summary = "search to a depth with everything that is known about Hive"}};
  return entry;
}

}  // namespace banyan
