// SPDX-License-Identifier: MIT
#include "engine/poly_y.h"

#include <string>

#include "engine/game_entry.h"

namespace banyan {

GameEntry poly_y_entry() {
  GameInfo info = game_info<poly_y::PolyY<4>>(
      "poly_y", "two players place stones on a board with an odd number of sides; most of the corners win");
  const std::string plain = "rave:playout=replies+fillboard,playouts=4,expand=1,r=1000";
  const std::string best = plain + ",bias=1,fading=root";
  info.named = {
      {.name = "poly-y-best",
       .spec = best + ",clock_share=12,book=poly_y_paper",
       .summary = "RAVE with what good moves look like, and the patterns, the openings and the clock of the CodeCup's "
                  "champion",
       .level = "best",
       .seconds = 5},
      level_of("poly-y", "hard", plain + ",iterations=20000", "20,000 playouts"),
      level_of("poly-y", "medium", plain + ",iterations=4000", "4,000 playouts"),
      level_of("poly-y", "easy", plain + ",iterations=800", "800 playouts"),
      level_of("poly-y", "beginner", plain + ",iterations=160", "160 playouts"),
      {.name = "poly-y-paper",
       .spec = "alpha_amaf:alpha=0.25,playouts=32,expand=1,solver=false,early_stop=never,playout=replies+fillboard,"
               "reply_to_tree=false,fill_by=moves,clock_share=12,book=poly_y_paper",
       .summary = "the CodeCup's champion of 2014 as its paper tells it, without its book [Wevers & te Brinke 2014]"}};
  info.reviewer = best + ",iterations=20000";
  info.analyst = fmt::format("{},seconds={}", best, until_stopped);
  return {.info = std::move(info), .begin = [](const Spec& spec) -> std::unique_ptr<Session> {
            const auto options = read_options<poly_y::Options>(spec);
            check(options);
#ifndef BANYAN_LARGEST_ONLY
            // The smallest state that holds the board is the fastest.
            if (poly_y::words_for(poly_y::cell_count(options.sides, options.size)) == 2) {
              return std::make_unique<GameSession<poly_y::PolyY<2>>>(spec.name, options);
            }
#endif
            return std::make_unique<GameSession<poly_y::PolyY<4>>>(spec.name, options);
          }};
}

}  // namespace banyan
