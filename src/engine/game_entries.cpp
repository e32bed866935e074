// SPDX-License-Identifier: MIT
#include "engine/game_entries.h"

namespace banyan {

// Each game is defined in a source file of its own, which alone pays for compiling it.
GameEntry cards_entry();
GameEntry cards3_entry();
GameEntry havannah_entry();
GameEntry hive_entry();
GameEntry poly_y_entry();
GameEntry samegame_entry();

const std::vector<GameEntry>& game_entries() {
  static const std::vector<GameEntry> all{
      havannah_entry(), samegame_entry(), cards_entry(), cards3_entry(), hive_entry(), poly_y_entry(),
  };
  return all;
}

}  // namespace banyan
