// SPDX-License-Identifier: MIT
#include "protocol/uhp_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.h"
#include "core/random.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "games/hive/notation.h"
#include "protocol/uhp_game.h"
#include "search/limits/limits.h"

namespace banyan {
namespace {

constexpr double shortest_seconds = 0.01, longest_seconds = 86'400;
constexpr int deepest = 100, deepest_perft = 12;

/// A move that the rules do not allow, which the protocol tells from other errors.
struct InvalidMove {
  std::string reason;
};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// "00:00:05", with a fraction of a second where somebody wants one.
double read_time(std::string_view text) {
  const auto parts = split(text, ':');
  double seconds = 0;
  bool is_time = parts.size() == 3;
  for (const std::string_view part : parts) {
    const auto number = to_real(part);
    is_time = is_time && number && *number >= 0 && *number < 1e6;
    seconds = 60 * seconds + number.value_or(0);
  }
  if (!is_time) throw UsageError(fmt::format("'{}' is no time: expected hh:mm:ss", text));
  if (seconds > longest_seconds) throw UsageError(fmt::format("'{}' is more than a day", text));
  return std::max(seconds, shortest_seconds);
}

int read_count(std::string_view text, int most, std::string_view what) {
  const auto number = to_integer(text);
  if (!number || *number < 1 || *number > most) {
    throw UsageError(fmt::format("'{}': expected {} from 1 to {}", text, what, most));
  }
  return static_cast<int>(*number);
}

void remove_value(Spec& spec, std::string_view key) {
  std::erase_if(spec.values, [&](const auto& value) { return value.first == key; });
}
Spec with_value(Spec spec, std::string_view key, std::string value) {
  remove_value(spec, key);
  spec.values.emplace_back(key, std::move(value));
  return spec;
}

std::string bool_text(bool value) { return value ? "True" : "False"; }

}  // namespace

const std::vector<UhpServer::Command>& UhpServer::commands() {
  static const std::vector<Command> all{
      {"info", &UhpServer::info},  {"newgame", &UhpServer::newgame},       {"play", &UhpServer::play},
      {"pass", &UhpServer::pass},  {"validmoves", &UhpServer::validmoves}, {"bestmove", &UhpServer::bestmove},
      {"undo", &UhpServer::undo},  {"options", &UhpServer::options},       {"perft", &UhpServer::perft},
      {"exit", &UhpServer::leave},
  };
  return all;
}

UhpServer::UhpServer(Settings settings, Listener listener)
    : settings_(std::move(settings)), listener_(std::move(listener)), host_(new_game(expansions_), settings_.shortage) {
  host_.set_time(settings_.clock);
  listener_(info({}) + "\nok\n");
}

bool UhpServer::handle(std::string_view line) {
  line = trimmed(line);
  if (line.empty()) return true;
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  const std::string_view arguments = trimmed(line.substr(word.size()));
  std::string answer;
  try {
    const auto found =
        std::find_if(commands().begin(), commands().end(), [&](const Command& c) { return c.name == word; });
    if (found == commands().end()) throw UsageError(fmt::format("unknown command '{}'", word));
    answer = (this->*found->answer)(arguments);
  } catch (const InvalidMove& move) {
    answer = "invalidmove " + move.reason;
  } catch (...) {
    answer = "err " + failure_text();
  }
  // An answer is whole lines of text, whatever a name or an error contained.
  std::replace_if(
      answer.begin(), answer.end(), [](char c) { return static_cast<unsigned char>(c) < 32 && c != '\n'; }, ' ');
  listener_(answer.empty() ? "ok\n" : answer + "\nok\n");
  return !left_;
}

std::string UhpServer::info(std::string_view) {
  return fmt::format("id Banyan {}\nMosquito;Ladybug;Pillbug", settings_.version);
}

std::string UhpServer::leave(std::string_view) {
  left_ = true;
  return {};
}

// ---- The game ----

HostedGame UhpServer::new_game(std::string_view game_string) const {
  HostedGame next{.game = {.session = read_game_string(settings_.game, game_string)}};
  next.players.emplace_back(*next.game.session, settings_.player, settings_.seed);
  return next;
}

void UhpServer::require_game() const {
  if (!has_game_) throw UsageError("there is no game; 'newgame' begins one");
}

std::string UhpServer::game_string() const { return ask(game_string_of); }

std::string UhpServer::newgame(std::string_view arguments) {
  host_.begin(new_game(arguments.empty() ? expansions_ : arguments));
  player_ = 0;
  for_depth_.clear();
  has_game_ = true;
  return game_string();
}

std::string UhpServer::play(std::string_view arguments) {
  require_game();
  if (arguments.empty()) throw UsageError("play takes a move, such as wS1 or 'bA1 wQ-'");
  if (ask([](const Session& session) { return session.result().has_value(); })) {
    throw UsageError("the game is over; 'newgame' begins another");
  }
  try {
    host_.play(arguments);
  } catch (const IllegalMove& error) {
    throw InvalidMove{error.reason()};
  }
  return game_string();
}

std::string UhpServer::pass(std::string_view) { return play("pass"); }

std::string UhpServer::validmoves(std::string_view) {
  require_game();
  const auto moves = ask([](const Session& session) { return session.legal_moves(); });
  if (moves.empty()) throw UsageError("the game is over; there are no moves");
  return join({moves.begin(), moves.end()}, ";");
}

std::string UhpServer::undo(std::string_view arguments) {
  require_game();
  const std::size_t plies = ask([](const Session& session) { return session.moves().size(); });
  const int count = arguments.empty() ? 1 : read_count(arguments, 1'000'000, "a number of moves");
  if (static_cast<std::size_t>(count) > plies) {
    throw UsageError(fmt::format("{} moves cannot be taken back: {} were made", count, plies));
  }
  for (int i = 0; i < count; ++i) host_.undo();
  return game_string();
}

std::string UhpServer::perft(std::string_view arguments) {
  require_game();
  const int depth = arguments.empty() ? 1 : read_count(arguments, deepest_perft, "a depth");
  std::string text;
  for (int d = 0; d <= depth; ++d) {
    const auto count = ask([&](const Session& session) { return session.perft(d); });
    text += fmt::format("{}perft({}) = {}", d == 0 ? "" : "\n", d, count);
  }
  return text;
}

// ---- Search ----

std::string UhpServer::bestmove(std::string_view arguments) {
  require_game();
  if (ask([](const Session& session) { return session.result().has_value(); })) {
    throw UsageError("there is nothing to search: the game is over");
  }
  const Words parts = words(arguments);
  // A player who is limited by work, as the weaker ones are, does no more in whatever time there is.
  const std::int64_t work = own_iterations();
  Host::Order order{.player = player_,
                    .limits = LimitParams{.iterations = work, .seconds = settings_.seconds},
                    .by_clock = parts.empty()};
  if (parts.size() == 2 && parts[0] == "time") {
    order.limits->seconds = read_time(parts[1]);
  } else if (parts.size() == 2 && parts[0] == "depth") {
    order.player = player_for_depth(read_count(parts[1], deepest, "a depth"));
    order.limits.reset();
  } else if (!parts.empty()) {
    throw UsageError("expected bestmove, bestmove time hh:mm:ss or bestmove depth N");
  }
  return host_.think(order).best_move;
}

std::optional<ParamInfo> UhpServer::parameter(const Spec& player, std::string_view name) {
  const Spec spec = resolve_player(player);
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (algorithm.name != spec.name) continue;
    for (const ParamInfo& info : algorithm.params) {
      if (info.name == name) return info;
    }
  }
  return std::nullopt;
}

std::int64_t UhpServer::own_iterations() const {
  for (const auto& [key, value] : resolve_player(settings_.player).values) {
    if (key == "iterations") return to_integer(value).value_or(0);
  }
  return 0;
}

/// A player that has no depth gets four times the iterations for each ply.
std::size_t UhpServer::player_for_depth(int depth) {
  if (const auto known = for_depth_.find(depth); known != for_depth_.end()) return known->second;
  Spec spec = resolve_player(settings_.player);
  for (const std::string_view limit : {"iterations", "seconds", "cpu_seconds"}) remove_value(spec, limit);
  if (parameter(spec, "depth")) {
    spec = with_value(spec, "depth", std::to_string(depth));
  } else {
    spec = with_value(spec, "iterations", std::to_string(std::int64_t{250} << (2 * std::min(depth, 10))));
  }
  auto player = ask([&](const Session& session) { return HostedPlayer(session, spec, settings_.seed); });
  return for_depth_[depth] = host_.add(std::move(player));
}

// ---- Options ----

std::string UhpServer::Option::line() const {
  std::string text = fmt::format("{};{};{};{}", name, type, value, standard);
  for (const std::string& word : range) text += ';' + word;
  return text;
}

std::vector<UhpServer::Option> UhpServer::all_options() const {
  std::vector<Option> all;
  const std::string player = settings_.player.text();
  Option who{.name = "Player", .type = "enum", .value = player, .standard = "", .range = {}};
  for (const GameInfo& game : games()) {
    if (game.name != settings_.game.name) continue;
    for (const NamedPlayer& named : game.named) who.range.push_back(named.name);
    for (const std::string& algorithm : game.algorithms) who.range.push_back(algorithm);
  }
  who.standard = who.range.at(0);
  if (std::find(who.range.begin(), who.range.end(), player) == who.range.end()) who.range.push_back(player);
  all.push_back(std::move(who));
  all.push_back({.name = "Seconds",
                 .type = "double",
                 .value = fmt::format("{}", settings_.seconds),
                 .standard = "5",
                 .range = {fmt::format("{}", shortest_seconds), fmt::format("{}", longest_seconds)}});
  const Spec spec = resolve_player(settings_.player);
  for (const auto& [name, key] : {std::pair{"Threads", "threads"}, std::pair{"Memory", "memory"}}) {
    const auto info = parameter(spec, key);
    if (!info) continue;
    Option option{.name = name,
                  .type = "int",
                  .value = info->default_value,
                  .standard = info->default_value,
                  .range = {info->low, info->high}};
    for (const auto& [given, value] : spec.values) {
      if (given == key) option.value = value;
    }
    all.push_back(std::move(option));
  }
  Option pieces{.name = "Expansions", .type = "enum", .value = expansions_, .standard = "Base", .range = {}};
  for (std::uint32_t bits = 0; bits < 8; ++bits) pieces.range.push_back(hive::game_type_text({bits}));
  all.push_back(std::move(pieces));
  bool draws = true;
  for (const auto& [key, value] : settings_.game.values) draws = draws && (key != "repetitions" || value != "0");
  all.push_back({.name = "Repetition", .type = "bool", .value = bool_text(draws), .standard = "True", .range = {}});
  return all;
}

std::string UhpServer::options(std::string_view arguments) {
  std::vector<Option> all = all_options();
  const Words parts = words(arguments);
  if (parts.empty()) {
    std::string text;
    for (const Option& option : all) text += (text.empty() ? "" : "\n") + option.line();
    return text;
  }
  const bool sets = parts[0] == "set";
  if ((!sets || parts.size() < 3) && (parts[0] != "get" || parts.size() != 2)) {
    throw UsageError("expected options, options get NAME or options set NAME VALUE");
  }
  const auto find = [&] {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Option& o) { return o.name == parts[1]; });
    if (found == all.end()) throw UsageError(fmt::format("there is no option '{}'", parts[1]));
    return *found;
  };
  if (!sets) return find().line();
  set_option(find(), std::string(trimmed(arguments.substr(arguments.find(parts[1]) + parts[1].size()))));
  all = all_options();
  return find().line();
}

void UhpServer::change_player(Spec player) {
  auto hosted = ask([&](const Session& session) { return HostedPlayer(session, player, settings_.seed); });
  player_ = host_.add(std::move(hosted));
  for_depth_.clear();
  settings_.player = std::move(player);
}

void UhpServer::set_option(const Option& option, const std::string& value) {
  const auto refuse = [&](std::string_view expected) {
    throw UsageError(fmt::format("{}: '{}' is not {}", option.name, value, expected));
  };
  if (option.name == "Player") {
    change_player(parse_spec(value));
  } else if (option.name == "Seconds") {
    const auto seconds = to_real(value);
    if (!seconds || !(*seconds >= shortest_seconds) || *seconds > longest_seconds) refuse("a time within the range");
    settings_.seconds = *seconds;
  } else if (option.name == "Threads" || option.name == "Memory") {
    change_player(with_value(resolve_player(settings_.player), option.name == "Threads" ? "threads" : "memory", value));
  } else if (option.name == "Expansions") {
    if (std::find(option.range.begin(), option.range.end(), value) == option.range.end())
      refuse("one of those there are");
    expansions_ = value;
  } else {
    if (value != "True" && value != "False") refuse("True or False");
    settings_.game = with_value(settings_.game, "repetitions", value == "True" ? "3" : "0");
  }
}

}  // namespace banyan
