// SPDX-License-Identifier: MIT
#include "engine/save.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "engine/catalogue.h"
#include "engine/json.h"
#include "engine/json_depth.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;
constexpr int save_version = 2;
constexpr double max_seconds = 1e9;

/// What this version writes itself.
constexpr std::array<std::string_view, 7> own_fields{"version", "game",  "options", "seed",
                                                     "players", "moves", "result"};

[[noreturn]] void refuse_save(std::string_view what) { throw UsageError(fmt::format("not a saved game: {}", what)); }

const Json& member(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) refuse_save(fmt::format("it has no \"{}\"", key));
  return *found;
}

std::string text_member(const Json& object, const char* key) {
  const Json& value = member(object, key);
  if (!value.is_string()) refuse_save(fmt::format("\"{}\" is not a text", key));
  return value.get<std::string>();
}

Json parse(std::string_view text) {
  try {
    return Json::parse(text, refuse_depth);
  } catch (const UsageError& error) {
    refuse_save(error.what());
  } catch (const Json::parse_error& error) {
    refuse_save(fmt::format("it is no JSON from byte {} on", error.byte));
  } catch (const Json::exception& error) {  // a number beyond all numbers
    refuse_save(error.what());
  }
}

void play_moves(Session& session, const Json& moves) {
  if (!moves.is_array()) refuse_save("\"moves\" is not a list");
  for (const Json& move : moves) {
    if (!move.is_string()) refuse_save(fmt::format("move {} is not a text", session.moves().size() + 1));
    try {
      session.play(move.get<std::string>());
    } catch (const IllegalMove& error) {
      refuse_save(fmt::format("at ply {}, {}", session.moves().size() + 1, error.what()));
    }
  }
}

// ---- Since version 2 ----

std::vector<SavedSeat> read_seats(const Json& players, int count) {
  if (!players.is_array() || players.size() != static_cast<std::size_t>(count)) {
    refuse_save(fmt::format("\"players\" is no list of {}", count));
  }
  std::vector<SavedSeat> seats;
  for (const Json& player : players) {
    if (!player.is_object()) refuse_save(fmt::format("player {} is not an object", seats.size() + 1));
    SavedSeat seat{.player = text_member(player, "player")};
    if (const auto seconds = player.find("seconds"); seconds != player.end()) {
      if (!seconds->is_number() || !(seconds->get<double>() >= 0 && seconds->get<double>() <= max_seconds)) {
        refuse_save(fmt::format("the seconds of player {} are {}, expected a number in 0..{}", seats.size() + 1,
                                seconds->dump(), max_seconds));
      }
      seat.seconds = seconds->get<double>();
    }
    seats.push_back(std::move(seat));
  }
  return seats;
}

std::uint64_t read_number(const Json& value, std::string_view name, std::uint64_t low, std::uint64_t high) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() < low || value.get<std::uint64_t>() > high) {
    refuse_save(fmt::format("{} is {}, expected a whole number in {}..{}", name, value.dump(), low, high));
  }
  return value.get<std::uint64_t>();
}

void read_sitting(const Json& file, SavedGame& game) {
  const int players = game.session->players();
  if (const auto found = file.find("players"); found != file.end()) game.seats = read_seats(*found, players);
  if (const auto seed = file.find("seed"); seed != file.end() && !seed->is_null()) {
    game.seed = read_number(*seed, "the seed", 0, std::numeric_limits<std::int64_t>::max());
  }
  const auto result = file.find("result");
  if (result == file.end() || result->is_null()) return;
  if (!result->is_object()) refuse_save("\"result\" is not an object");
  const auto resigned = result->find("resigned");
  if (resigned == result->end()) return;
  if (game.session->result()) refuse_save("somebody resigns after the end of the game");
  const auto who = read_number(*resigned, "who resigned", 1, static_cast<std::uint64_t>(players));
  game.resigned = static_cast<int>(who) - 1;
}

}  // namespace

std::optional<Result> SavedGame::result() const {
  if (!resigned || session->result()) return session->result();
  const auto count = static_cast<std::size_t>(session->players());
  Result result{.rewards = std::vector<double>(count, 1.0 / std::max(1.0, static_cast<double>(count) - 1)),
                .score = session->score(),
                .how = {"resignation"}};
  result.rewards[static_cast<std::size_t>(*resigned)] = 0;
  if (count == 2) result.winner = 2 - *resigned;
  return result;
}

std::string save_game(const SavedGame& game) {
  const Session& session = *game.session;
  Json file{{"version", save_version}, {"game", session.game()}, {"options", session.options()}};
  if (game.seed) file["seed"] = *game.seed;
  for (const SavedSeat& seat : game.seats) {
    file["players"].push_back({{"player", seat.player}, {"seconds", std::round(1000 * seat.seconds) / 1000}});
  }
  file["moves"] = session.moves();
  file["result"] = nullptr;
  if (const auto result = game.result()) {
    Json& entry = file["result"] = json_of(*result);
    if (game.resigned && !session.result()) entry["resigned"] = *game.resigned + 1;
  }
  if (!game.others.empty()) file.update(Json::parse(game.others));
  return file.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

SavedGame load_game(std::string_view text) {
  Json file = parse(text);
  if (!file.is_object()) refuse_save("expected an object with version, game, options and moves");
  const Json& version = member(file, "version");
  if (version != 1 && version != save_version) {
    refuse_save(fmt::format("its version is {}, expected 1 or {}", version.dump(), save_version));
  }
  const std::string options = text_member(file, "options");
  SavedGame game{.session = new_session(parse_spec(spec_text(text_member(file, "game"), options)))};
  play_moves(*game.session, member(file, "moves"));
  if (version != 1) read_sitting(file, game);
  for (const std::string_view field : own_fields) file.erase(std::string(field));
  if (!file.empty()) game.others = file.dump();
  return game;
}

}  // namespace banyan
