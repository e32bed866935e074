// SPDX-License-Identifier: MIT
#include "engine/poly_y.h"

#include "engine/game_entry.h"

namespace banyan {

GameEntry poly_y_entry() {
  GameInfo info = game_info<poly_y::PolyY<4>>(
      "poly_y", "two players place stones on a board with an odd number of sides; most of the corners win");
  return {.info = std::move(info), .begin = [](const Spec& spec) -> std::unique_ptr<Session> {
            const auto options = read_options<poly_y::Options>(spec);
            check(options);
#ifndef BANYAN_LARGEST_ONLY
            // The smallest state that holds the board is the fastest. One bit is the swap's.
            if (poly_y::cell_count(options.sides, options.size) < 128) {
              return std::make_unique<GameSession<poly_y::PolyY<2>>>(spec.name, options);
            }
#endif
            return std::make_unique<GameSession<poly_y::PolyY<4>>>(spec.name, options);
          }};
}

}  // namespace banyan
