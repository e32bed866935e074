// SPDX-License-Identifier: MIT
#include "arena/openings.h"

#include <fmt/format.h>

#include <charconv>

#include "core/error.h"
#include "core/random.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

constexpr int most_random_plies = 1000;
/// Random moves that end the game are thrown away; a game in which they nearly always do needs a shorter opening.
constexpr int attempts = 1000;

}  // namespace

Openings Openings::random(int plies) {
  if (plies < 1 || plies > most_random_plies) {
    throw UsageError(fmt::format("random:{}: expected a number of plies in 1..{}", plies, most_random_plies));
  }
  Openings openings;
  openings.random_plies_ = plies;
  return openings;
}

Openings Openings::list(std::string_view lines) {
  Openings openings;
  std::uint64_t fingerprint = 0;
  for (std::string_view line : split(lines, '\n')) {
    line = line.substr(0, line.find('#'));
    const auto moves = split_moves(line);
    if (moves.empty()) continue;
    openings.lines_.push_back(join_moves(moves));
    for (const char c : openings.lines_.back() + '\n') fingerprint = mix64(fingerprint ^ static_cast<unsigned char>(c));
  }
  if (openings.lines_.empty()) throw UsageError("the list of openings is empty: expected moves, one opening per line");
  openings.fingerprint_ = fingerprint;
  return openings;
}

std::string Openings::text() const {
  if (random_plies_ > 0) return fmt::format("random:{}", random_plies_);
  return fingerprint_ != 0 ? fmt::format("list:{:016x}", fingerprint_) : "none";
}

Openings Openings::from_text(std::string_view text) {
  if (text == "none") return {};
  const std::string_view value = text.substr(std::min(text.find(':'), text.size() - 1) + 1);
  if (text.starts_with("random:")) {
    if (const auto plies = to_integer(value)) return random(static_cast<int>(std::min(*plies, 1'000'000LL)));
  }
  if (text.starts_with("list:") && value.size() == 16) {
    Openings openings;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), openings.fingerprint_, 16);
    if (error == std::errc() && end == value.data() + value.size() && openings.fingerprint_ != 0) return openings;
  }
  throw UsageError(fmt::format("openings '{}': expected none, random:PLIES or list:FINGERPRINT", text));
}

void Openings::check(const Spec& game) const {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const auto session = new_session(game);
    try {
      for (const auto move : split_moves(lines_[i])) session->play(move);
    } catch (const IllegalMove& error) {
      throw UsageError(fmt::format("opening {}, ply {}: {}", i + 1, session->moves().size() + 1, error.what()));
    }
    if (session->result()) throw UsageError(fmt::format("opening {} ends the game", i + 1));
  }
}

std::string Openings::of_group(const Spec& game, std::uint64_t seed, std::uint64_t group) const {
  if (random_plies_ > 0) return random_moves(game, seed);
  if (!lines_.empty()) return lines_[group % lines_.size()];
  if (fingerprint_ != 0) throw Error(fmt::format("the openings {} are known by their fingerprint only", text()));
  return "";
}

std::string Openings::random_moves(const Spec& game, std::uint64_t seed) const {
  Rng rng(seed);
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const auto session = new_session(game);
    for (int ply = 0; ply < random_plies_ && !session->result(); ++ply) {
      if (session->to_move() < 0) {
        session->play(session->chance_move(seed));
        continue;
      }
      const auto moves = session->legal_moves();
      session->play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (session->result()) continue;
    const auto& moves = session->moves();
    return join_moves({moves.begin(), moves.end()});
  }
  throw UsageError(fmt::format("openings {}: so many random moves nearly always end the game", text()));
}

}  // namespace banyan
