// SPDX-License-Identifier: MIT
#include "engine/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/text.h"
#include "engine/board_json.h"
#include "engine/history_json.h"
#include "engine/moves_json.h"
#include "stats/wilson.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

/// A parameter's text as the JSON value it stands for.
Json typed(ParamKind kind, const std::string& text) {
  switch (kind) {
    case ParamKind::boolean:
      return text == "true";
    case ParamKind::integer:
      return to_integer(text).value();
    case ParamKind::real:
      return to_real(text).value();
    case ParamKind::choice:
    case ParamKind::sum:
    case ParamKind::text:
      break;
  }
  return text;
}

/// The first word alone, or others joined by '+'.
std::string pattern_of(const ParamInfo& sum) {
  const std::vector<std::string_view> words(sum.choices.begin() + 1, sum.choices.end());
  const std::string word = fmt::format("({})", join(words, "|"));
  return fmt::format("^({}|{}(\\+{})*)$", sum.choices[0], word, word);
}

}  // namespace

// ---- Games and parameters ----

Json json_of(const std::vector<ParamInfo>& params) {
  Json all = Json::object();
  for (const ParamInfo& param : params) {
    Json& entry = all[param.name];
    switch (param.kind) {
      case ParamKind::boolean:
        entry["type"] = "boolean";
        break;
      case ParamKind::integer:
      case ParamKind::real:
        entry["type"] = param.kind == ParamKind::integer ? "integer" : "number";
        entry["minimum"] = typed(param.kind, param.low);
        entry["maximum"] = typed(param.kind, param.high);
        break;
      case ParamKind::choice:
        entry["enum"] = param.choices;
        break;
      case ParamKind::sum:
        entry["type"] = "string";
        entry["pattern"] = pattern_of(param);
        break;
      case ParamKind::text:
        entry["type"] = "string";
        break;
    }
    entry["default"] = typed(param.kind, param.default_value);
    entry["description"] = param.meaning;
  }
  return all;
}

Json json_of(const GameInfo& game) {
  Json missing = Json::object();
  for (const auto& [algorithm, capability] : game.missing) missing[algorithm] = capability;
  Json named = Json::object();
  for (const NamedPlayer& player : game.named) named[player.name] = player.spec;
  Json levels_of_game = Json::array();
  for (const Level& level : levels(game)) {
    levels_of_game.push_back({{"name", level.name}, {"title", level.title}, {"spec", level.spec}});
  }
  return {{"name", game.name},
          {"summary", game.summary},
          {"options", json_of(game.options)},
          {"algorithms", game.algorithms},
          {"missing", std::move(missing)},
          {"named", std::move(named)},
          {"levels", std::move(levels_of_game)},
          {"reviewer", game.reviewer},
          {"analyst", game.analyst}};
}

Json games_json() {
  Json all = Json::array();
  for (const GameInfo& game : games()) all.push_back(json_of(game));
  return all;
}

Json params_json() {
  Json players = Json::object();
  for (const AlgorithmInfo& algorithm : algorithms()) players[algorithm.name] = json_of(algorithm.params);
  Json options = Json::object();
  for (const GameInfo& game : games()) options[game.name] = json_of(game.options);
  return {{"players", std::move(players)}, {"games", std::move(options)}};
}

// ---- Positions and results ----

Json json_of(const Result& result) {
  Json json{{"winner", result.winner}, {"rewards", result.rewards}, {"how", result.how}};
  if (result.score) json["score"] = *result.score;
  return json;
}

Json ending_json(const Session& session) {
  // The last ply is the deciding one, unless somebody plays on.
  const auto result = session.result();
  Json json{{"plies", session.moves().size()},
            {"over", result.has_value()},
            {"winner", nullptr},
            {"decided_ply", nullptr},
            {"how", Json::array()}};
  if (result) {
    json["winner"] = result->winner;
    json["decided_ply"] = session.moves().size();
    json["how"] = result->how;
    if (result->score) json["score"] = *result->score;
  }
  return json;
}

Json position_json(const Session& session) {
  const auto result = session.result();
  return {{"game", session.game()},
          {"options", session.options()},
          {"played", session.moves()},
          {"to_move", result ? Json(nullptr) : Json(session.to_move() + 1)},
          {"score", number_or_null(session.score())},
          {"result", result ? json_of(*result) : Json(nullptr)},
          {"board", json_of(session.board())}};
}

// ---- Searches ----

std::optional<double> uncertainty(const SearchReport& report, const MoveReport& move) {
  if (move.proven) return 0;
  if (!report.are_means) return std::nullopt;
  const auto visits = static_cast<double>(move.visits);
  const Interval interval = wilson(visits * std::clamp(move.value, 0.0, 1.0), visits);
  return (interval.high - interval.low) / 2;
}

Json json_of(const SearchReport& report) {
  Json moves = Json::array();
  for (const MoveReport& move : report.moves) {
    moves.push_back({{"move", move.move},
                     {"visits", move.visits},
                     {"value", move.value},
                     {"uncertainty", number_or_null(uncertainty(report, move))},
                     {"score", number_or_null(move.score)},
                     {"amaf_visits", move.amaf_visits},
                     {"amaf_value", move.amaf_value},
                     {"proven", number_or_null(move.proven)}});
    if (!move.line.empty()) moves.back()["variation"] = move.line;
  }
  return {{"best_move", report.best_move},
          {"move", report.best_move},
          {"value", report.value},
          {"score", number_or_null(report.score)},
          {"visits", report.visits},
          {"proven", number_or_null(report.proven)},
          {"principal_variation", report.principal_variation},
          {"pruned", report.pruned},
          {"iterations", report.iterations},
          {"playout_moves", report.playout_moves},
          {"nodes", report.nodes},
          {"leaves", report.leaves},
          {"depth", report.depth},
          {"bytes", report.bytes},
          {"memory_full", report.memory_is_full},
          {"threads", report.threads},
          {"missing_threads", report.missing_threads},
          {"seconds", report.wall_seconds},
          {"wall_seconds", report.wall_seconds},
          {"cpu_seconds", report.cpu_seconds},
          {"stopped_by", report.stopped_by},
          {"moves", moves}};
}

Json search_json(const Session& session, const EnginePlayer& player, std::uint64_t seed,
                 const std::vector<std::string>& dealt, const SearchReport& report) {
  Json json{{"game", session.game()}, {"options", session.options()}, {"played", session.moves()},
            {"dealt", dealt},         {"player", player.settings()},  {"seed", seed}};
  json.update(json_of(report));
  json["iterations_per_cpu_second"] = static_cast<double>(report.iterations) / std::max(report.cpu_seconds, 1e-9);
  return json;
}

Json solution_json(const Session& session, const SolvePlan& plan, const SolveSetting& setting,
                   const SolveReport& report) {
  std::string board = setting.board;
  for (const auto& [key, value] : spec_of(session).values) {
    if (board.empty() && key == "board") board = value;
  }
  const auto number = to_integer(board);
  Json moves = Json::array();
  for (const std::string& move : report.moves) moves.push_back(click_of(move));
  return {{"game", session.game()},
          {"board", number ? Json(*number) : Json(board)},
          {"options", session.options()},
          {"algorithm", report.settings},
          {"ranks", setting.ranks},
          {"threads", report.threads},
          {"parallel", plan.strategy()},
          {"seed", setting.seed},
          {"score", report.score},
          {"moves", std::move(moves)},
          {"playouts", report.playouts},
          {"seconds", report.seconds},
          {"playouts_per_second", report.playouts_per_second()},
          {"lost_seconds", report.lost_seconds},
          {"runs", report.runs},
          {"stopped_by", report.stopped_by},
          {"history", history_json(report.history)}};
}

std::string one_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace banyan
