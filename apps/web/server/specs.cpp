// SPDX-License-Identifier: MIT
#include "web/server/specs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <thread>

#include "core/error.h"
#include "core/text.h"
#include "engine/book.h"
#include "engine/catalogue.h"
#include "engine/json.h"
#include "web/server/http.h"

namespace banyan::web {
namespace {

// Options whose value is a text. What is not here may name a file, and is refused: a new option is safe by default.
constexpr std::array<std::string_view, 3> plain_texts{"cells", "guess", "reply_kinds"};

bool contains(const auto& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

void refuse_file(const std::string& key, const std::string& value, const std::string& field) {
  if (contains(plain_texts, key)) return;
  if (key == "book") {
    const auto books = Book::built_in();
    const std::string name = value.substr(0, value.find('@'));
    if (value == "none" || contains(books, name)) return;
    throw Refusal(
        403,
        fmt::format("{}: over HTTP, book is none or the name of one that is built in: {}", field, join(books, ", ")),
        field);
  }
  if (key == "deck") {
    if (value == "standard") return;
    throw Refusal(403, fmt::format("{}: over HTTP, deck is standard and no file", field), field);
  }
  throw Refusal(403, fmt::format("{}: {} may not be set over HTTP", field, key), field);
}

const std::vector<ParamInfo>* params_of(const std::string& algorithm) {
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.name == algorithm) return &info.params;
  }
  return nullptr;
}

const ParamInfo* find_param(const std::vector<ParamInfo>& params, std::string_view name) {
  const auto found =
      std::find_if(params.begin(), params.end(), [&](const ParamInfo& info) { return info.name == name; });
  return found == params.end() ? nullptr : &*found;
}

std::string* find_value(Spec& spec, std::string_view key) {
  for (auto& [name, value] : spec.values) {
    if (name == key) return &value;
  }
  return nullptr;
}

int number_of(const Spec& spec, std::string_view key, int otherwise) {
  for (const auto& [name, value] : spec.values) {
    if (name == key) return static_cast<int>(to_integer(value).value_or(otherwise));
  }
  return otherwise;
}

void require_at_most(const Spec& spec, std::string_view key, double most, const std::string& field) {
  for (const auto& [name, value] : spec.values) {
    const auto number = to_real(value);
    if (name == key && number && *number > most) {
      throw Refusal(403, fmt::format("{}: {}={} is more than the {} that this server allows", field, key, value, most),
                    field);
    }
  }
}

/// What may be set, as far as it may: of a text that could name a file, what else it could be.
Json within_http(Json schema) {
  for (auto field = schema.begin(); field != schema.end();) {
    const bool is_text = field->contains("type") && (*field)["type"] == "string" && !field->contains("pattern");
    if (!is_text || contains(plain_texts, field.key())) {
      ++field;
    } else if (field.key() == "book") {
      Json choices = Book::built_in();
      choices.insert(choices.begin(), "none");
      field->erase("type");
      (*field)["enum"] = std::move(choices);
      ++field;
    } else {
      field = schema.erase(field);
    }
  }
  return schema;
}

}  // namespace

Json games_over_http() {
  Json games = games_json();
  for (Json& game : games) game["options"] = within_http(std::move(game["options"]));
  return games;
}

Json players_over_http() {
  Json players = params_json()["players"];
  for (Json& schema : players) schema = within_http(std::move(schema));
  return players;
}

Bounds usual_bounds() {
  Bounds bounds;
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const auto megabytes = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE) / (1 << 20);
  bounds.threads = cores;
  bounds.searches = cores;
  // A search touches no more of its memory than it has found; all searches at once get half of the machine at most.
  bounds.memory = static_cast<int>(std::clamp<std::int64_t>(megabytes / 4 / cores, 64, 1024));
  bounds.warm_memory = static_cast<int>(std::clamp<std::int64_t>(megabytes / 4, 256, 8192));
  return bounds;
}

std::unique_ptr<Session> begin_game(const std::string& game, const std::string& options) {
  const Spec spec = refusing("options", [&] { return parse_spec(spec_text(game, options)); });
  for (const GameInfo& info : games()) {
    if (info.name != spec.name) continue;
    for (const auto& [key, value] : spec.values) {
      const ParamInfo* option = find_param(info.options, key);
      if (option != nullptr && option->kind == ParamKind::text) refuse_file(key, value, "options");
    }
    return refusing("options", [&] { return new_session(spec); });
  }
  return refusing("game", [&] { return new_session(spec); });  // which says what there is
}

void play_all(Session& session, const std::vector<std::string>& moves, const std::string& field) {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    refusing(fmt::format("{}[{}]", field, i), [&] { session.play(moves[i]); });
  }
}

Spec checked_spec(const std::string& text, const Bounds& bounds, const std::string& field, LimitedBy by) {
  const std::string scheme = text.substr(0, text.find(':'));
  if (scheme == "gtp" || scheme == "uhp" || scheme == "codecup") {
    throw Refusal(403, fmt::format("{}: over HTTP no player may start a program ({}:)", field, scheme), field);
  }
  Spec spec = refusing(field, [&] { return resolve_player(parse_spec(text)); });
  const auto* params = params_of(spec.name);
  if (params == nullptr) refusing(field, [&] { check_player(spec); });
  for (const auto& [key, value] : spec.values) {
    const ParamInfo* param = find_param(*params, key);
    if (param != nullptr && param->kind == ParamKind::text) refuse_file(key, value, field);
  }
  refusing(field, [&] { check_player(spec); });
  if (by == LimitedBy::server) {
    std::erase_if(spec.values, [](const auto& value) {
      return value.first == "seconds" || value.first == "cpu_seconds" || value.first == "iterations";
    });
  }
  require_at_most(spec, "threads", bounds.threads, field);
  require_at_most(spec, "memory", bounds.memory, field);
  require_at_most(spec, "seconds", bounds.seconds, field);
  require_at_most(spec, "cpu_seconds", bounds.seconds, field);
  const ParamInfo* memory = find_param(*params, "memory");
  if (memory != nullptr && find_value(spec, "memory") == nullptr) {
    const auto usual = static_cast<int>(to_integer(memory->default_value).value_or(bounds.memory));
    spec.values.emplace_back("memory", fmt::format("{}", std::min(usual, bounds.memory)));
  }
  return spec;
}

std::optional<HostedPlayer> seat_player(const Session& session, const std::string& text, std::uint64_t seed,
                                        const Bounds& bounds, const std::string& field) {
  if (text == "human") return std::nullopt;
  return searching_player(session, text, seed, bounds, field);
}

HostedPlayer searching_player(const Session& session, const std::string& text, std::uint64_t seed, const Bounds& bounds,
                              const std::string& field, LimitedBy by) {
  Spec spec = checked_spec(text.empty() ? usual_player(session.game()) : text, bounds, field, by);
  return refusing(field, [&] { return HostedPlayer(session, std::move(spec), seed); });
}

std::string usual_player(const std::string& game) {
  const GameInfo& info = game_named(game);
  if (const auto all = levels(info); !all.empty()) return all.back().spec;
  return info.named.empty() ? info.algorithms.front() : info.named.front().name;
}

std::string level_of(const std::string& game, const std::string& player) {
  for (const Level& level : levels(game_named(game))) {
    if (player == level.spec || player == level.name) return level.name;
  }
  return {};
}

int threads_of(const Spec& spec) { return number_of(spec, "threads", 1); }

TimeControl parse_control(const std::string& text, const std::string& field) {
  return refusing(field, [&] {
    const std::size_t plus = text.find('+');
    TimeControl time{.main_seconds = read_clock_seconds(text.substr(0, plus))};
    if (plus != std::string::npos) {
      time.period_seconds = read_clock_seconds(text.substr(plus + 1));
      time.period_moves = 1;
    }
    time.check();
    if (time.is_unlimited()) throw UsageError(fmt::format("clock '{}': expected seconds, as 300 or 300+5", text));
    return time;
  });
}

}  // namespace banyan::web
