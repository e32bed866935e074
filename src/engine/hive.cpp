// SPDX-License-Identifier: MIT
#include "games/hive/hive.h"

#include "engine/game_entry.h"
#include "game/repetition.h"

namespace banyan {

GameEntry hive_entry() {
  return game_entry<Repeating<hive::Hive>>("hive",
                                           "two players place and move insects; a queen that is surrounded loses");
}

}  // namespace banyan
