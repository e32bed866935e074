// SPDX-License-Identifier: MIT
// The page with one game: tic-tac-toe, as docs/adding-a-game.md adds it. `tic_tac_toe_server FILE` keeps games in FILE
// and prints the address where it listens.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <vector>

#include "engine/game_entries.h"
#include "tests/games/searches.h"
#include "web/server/listener.h"
#include "web/server/site.h"

namespace banyan {

const std::vector<GameEntry>& game_entries() {
  static const std::vector<GameEntry> all{game_entry<tic_tac_toe::TicTacToe>("tic_tac_toe", "three in a row")};
  return all;
}

}  // namespace banyan

int main(int count, char** arguments) try {
  if (count != 2) {
    fmt::print(stderr, "usage: tic_tac_toe_server FILE\n");
    return 2;
  }
  banyan::web::Site site({.store = arguments[1]});
  const banyan::web::Listener listener(site, "127.0.0.1", 0);
  fmt::print("http://127.0.0.1:{}/\n", listener.port());
  std::fflush(stdout);
  while (true) pause();  // until a signal ends it
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
