// SPDX-License-Identifier: MIT
#include "engine/samegame.h"

#include "engine/game_entry.h"

namespace banyan {

GameEntry samegame_entry() {
  GameInfo info = game_info<samegame::SameGame<20>>(
      "samegame", "one player removes groups of one colour; the larger, the better, and all is best");
  info.named = {{.name = "samegame-best",
                 .spec = "nrpa:level=3,n=100,trials=3",
                 .summary = "in one run of each of the 20 boards, more points than NRPA without trials in equal time; "
                            "docs/reproduction.md",
                 .level = "best",
                 .seconds = 10},
                level_of("samegame", "thorough", "nrpa:level=3,n=100,trials=3,iterations=20000", "20,000 playouts"),
                level_of("samegame", "quick", "nrpa:level=2,n=100,iterations=1000", "1,000 playouts")};
  info.reviewer = "nrpa:level=2,n=100,iterations=5000";
  info.analyst = fmt::format("nrpa:level=3,n=100,trials=3,seconds={}", until_stopped);
  return {.info = std::move(info), .begin = [](const Spec& spec) -> std::unique_ptr<Session> {
            const auto options = read_options<samegame::Options>(spec);
            samegame::Board board;
            try {
              board = samegame::board_of(options);
            } catch (const UsageError& error) {
              throw UsageError(fmt::format("game '{}': {}", spec.name, error.what()));
            }
#ifndef BANYAN_LARGEST_ONLY
            if (std::max(board.width, board.height) <= 16) {
              return std::make_unique<GameSession<samegame::SameGame<16>>>(spec.name, options);
            }
#endif
            return std::make_unique<GameSession<samegame::SameGame<20>>>(spec.name, options);
          }};
}

}  // namespace banyan
