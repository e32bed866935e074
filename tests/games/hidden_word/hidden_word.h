// SPDX-License-Identifier: MIT
// Write a word letter by letter; every letter that agrees with a hidden word is a point, and two in a row are another.
// A puzzle for one player whose best score is known: twice the length, less one.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "core/random.h"
#include "game/game_state.h"

namespace banyan::hidden_word {

struct Options {
  int length = 30;
  static constexpr auto fields() { return std::tuple{field(&Options::length, "length", 1, 60, "letters of the word")}; }
};

struct Move {
  std::uint8_t place, letter;
  bool operator==(const Move&) const = default;
};

class HiddenWord {
 public:
  using Move = hidden_word::Move;
  using Options = hidden_word::Options;
  static constexpr int players = 1;
  static constexpr int letters = 5;
  static constexpr int max_moves = letters;

  explicit HiddenWord(const Options& options) : length_(options.length) {}

  static std::uint8_t hidden(int place) {
    return static_cast<std::uint8_t>(mix64(static_cast<std::uint64_t>(place)) % letters);
  }
  double best_score() const { return 2 * length_ - 1; }

  Player to_move() const { return 0; }
  bool is_terminal() const { return place_ == length_; }
  double score() const { return points_; }
  double score_of(double reward) const { return reward * best_score(); }
  Rewards<HiddenWord> rewards() const {
    assert(is_terminal());
    return {score() / best_score()};
  }
  void legal_moves(MoveList<HiddenWord>& out) const {
    for (std::uint8_t letter = 0; !is_terminal() && letter < letters; ++letter) {
      out.push_back({static_cast<std::uint8_t>(place_), letter});
    }
  }
  void play(Move m) {
    assert(m.place == place_ && !is_terminal());
    const bool agrees = m.letter == hidden(place_);
    points_ += (agrees ? 1 : 0) + (agrees && last_agreed_ ? 1 : 0);
    last_agreed_ = agrees;
    ++place_;
  }
  std::uint64_t hash() const {
    return mix64(static_cast<std::uint64_t>(length_ << 24 | place_ << 16 | points_ << 1 | (last_agreed_ ? 1 : 0)));
  }
  std::uint64_t code_of(Move m) const { return static_cast<std::uint64_t>(m.place * letters + m.letter); }

  std::string move_text(Move m) const { return std::string(1, static_cast<char>('a' + m.letter)); }
  std::optional<Move> parse_move(std::string_view text) const {
    if (text.size() != 1 || text[0] < 'a' || text[0] >= 'a' + letters) return std::nullopt;
    return Move{static_cast<std::uint8_t>(place_), static_cast<std::uint8_t>(text[0] - 'a')};
  }
  BoardData board_data() const {
    return {.notes = {std::to_string(points_) + " points after " + std::to_string(place_)}};
  }

 private:
  int length_, place_ = 0, points_ = 0;
  bool last_agreed_ = false;
};

}  // namespace banyan::hidden_word
