// SPDX-License-Identifier: MIT
// A game of Havannah from arbitrary bytes. Bytes that begin with "{" are a file to load: only a UsageError may come
// out. Otherwise the first byte is the size of the board and the others play legal moves, take moves back, or try
// texts that may be no moves; at the end, the saved game must load as the same position.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.h"
#include "engine/catalogue.h"
#include "engine/save.h"
#include "tests/fuzz/check.h"

namespace {

void check_round_trip(const banyan::SavedGame& game) {
  const banyan::Session& session = *game.session;
  const std::string saved = banyan::save_game(game);
  const banyan::SavedGame loaded = banyan::load_game(saved);
  check(loaded.session->hash() == session.hash());
  check(loaded.session->moves() == session.moves());
  check(loaded.session->to_move() == session.to_move());
  check(loaded.result().has_value() == game.result().has_value());
  check(banyan::save_game(loaded) == saved);
}

void load(const std::string& text) try {
  check_round_trip(banyan::load_game(text));
} catch (const banyan::UsageError&) {
}

void try_text(banyan::Session& session, std::string_view text) {
  const std::uint64_t before = session.hash();
  const std::size_t plies = session.moves().size();
  try {
    session.play(text);
    check(session.moves().size() == plies + 1);
  } catch (const banyan::UsageError&) {
    check(session.hash() == before && session.moves().size() == plies);
  }
}

void take_back_and_again(banyan::Session& session) {
  const std::uint64_t before = session.hash();
  if (!session.undo()) return;
  check(session.redo());
  check(session.hash() == before);
  check(session.undo());
}

void play(std::uint8_t options, std::string_view bytes) {
  const int size = 3 + options % 10;
  const banyan::SavedGame game{
      .session = banyan::new_session(banyan::parse_spec("havannah:size=" + std::to_string(size) +
                                                        (options >= 128 ? ",swap=true" : ",swap=false")))};
  banyan::Session* const session = game.session.get();
  while (!bytes.empty()) {
    const auto byte = static_cast<std::uint8_t>(bytes[0]);
    bytes.remove_prefix(1);
    if (byte == 255) {
      take_back_and_again(*session);
    } else if (byte == 254) {
      const std::string_view text = bytes.substr(0, 3);
      bytes.remove_prefix(text.size());
      try_text(*session, text);
    } else {
      const auto moves = session->legal_moves();
      check(moves.empty() == session->result().has_value());
      if (moves.empty()) continue;
      const std::size_t plies = session->moves().size();
      session->play(moves[byte * moves.size() / 254]);
      check(session->moves().size() == plies + 1);
    }
  }
  check_round_trip(game);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string bytes(data + 1, data + size);
  if (data[0] == '{') {
    load("{" + bytes);
  } else {
    play(data[0], bytes);
  }
  return 0;
}
