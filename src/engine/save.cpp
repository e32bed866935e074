// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "engine/catalogue.h"
#include "engine/session.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;
constexpr int save_version = 1;

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
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    refuse_save(fmt::format("it is no JSON from byte {} on", error.byte));
  }
}

}  // namespace

std::string save_session(const Session& session) {
  Json file{{"version", save_version},
            {"game", session.game()},
            {"options", session.options()},
            {"moves", session.moves()},
            {"result", nullptr}};
  if (const auto result = session.result()) {
    Json& entry = file["result"] = {{"winner", result->winner}, {"rewards", result->rewards}, {"how", result->how}};
    if (result->score) entry["score"] = *result->score;
  }
  return file.dump(2) + '\n';
}

std::unique_ptr<Session> load_session(std::string_view text) {
  const Json file = parse(text);
  if (!file.is_object()) refuse_save("expected an object with version, game, options and moves");
  const Json& version = member(file, "version");
  if (version != save_version) {
    refuse_save(fmt::format("its version is {}, expected {}", version.dump(), save_version));
  }
  const std::string options = text_member(file, "options");
  auto session = new_session(parse_spec(text_member(file, "game") + (options.empty() ? "" : ":" + options)));
  const Json& moves = member(file, "moves");
  if (!moves.is_array()) refuse_save("\"moves\" is not a list");
  for (const Json& move : moves) {
    if (!move.is_string()) refuse_save(fmt::format("move {} is not a text", session->moves().size() + 1));
    try {
      session->play(move.get<std::string>());
    } catch (const IllegalMove& error) {
      refuse_save(fmt::format("at ply {}, {}", session->moves().size() + 1, error.what()));
    }
  }
  return session;
}

}  // namespace banyan
