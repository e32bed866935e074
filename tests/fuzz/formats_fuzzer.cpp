// SPDX-License-Identifier: MIT
// Games of other programs from arbitrary bytes. Whatever can be read can be written in every format of its game, and is
// the same game when it is read again.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/error.h"
#include "engine/catalogue.h"
#include "engine/review.h"
#include "protocol/formats.h"
#include "tests/fuzz/check.h"

namespace {

bool names_a_file(std::string_view text) {
  return text.find("deck") != std::string_view::npos || text.find("board") != std::string_view::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // Files that are named are read, which is another fuzzer's matter.
  if (names_a_file(text)) return 0;
  std::optional<banyan::SavedGame> game;
  try {
    game = banyan::read_game(text);
    const auto reviews = banyan::reviews_of(*game);
    for (const auto& review : reviews) banyan::keep_review(*game, review);
  } catch (const banyan::UsageError&) {
    if (!game) return 0;
  }
  const banyan::Spec board = banyan::spec_of(*game->session);
  for (const banyan::Format format : banyan::formats_of(*game->session)) {
    const banyan::SavedGame again = banyan::read_game(banyan::write_game(*game, format), format, board);
    check(again.session->moves() == game->session->moves());
    check(again.session->options() == game->session->options());
    if (format != banyan::Format::uhp && format != banyan::Format::clicks) check(again.resigned == game->resigned);
  }
  return 0;
}
