// SPDX-License-Identifier: MIT
#include "cli/describe.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/text.h"

namespace banyan::cli {
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

// The words of JSON Schema, so that a form can be made from it.
Json describe(const std::vector<ParamInfo>& params) {
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

Json describe(const SearchReport& report) {
  Json moves = Json::array();
  for (const MoveReport& move : report.moves) {
    moves.push_back({{"move", move.move},
                     {"visits", move.visits},
                     {"value", move.value},
                     {"score", number_or_null(move.score)},
                     {"amaf_visits", move.amaf_visits},
                     {"amaf_value", move.amaf_value},
                     {"proven", number_or_null(move.proven)}});
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

std::string one_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace banyan::cli
