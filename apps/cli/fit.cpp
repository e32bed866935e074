// SPDX-License-Identifier: MIT
// banyan fit: the weights of a game's evaluation that tell best how stored games ended, or what the moves looked like
// that were played.
#include "arena/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "cli/commands.h"
#include "cli/figures.h"
#include "cli/terminal.h"
#include "core/error.h"
#include "core/text.h"
#include "engine/json.h"

namespace banyan::cli {
namespace {

using Json = nlohmann::ordered_json;

struct FitArguments {
  std::string store = "banyan.db";
  std::int64_t match = 0;
  FitSettings settings;
  bool moves = false;
  bool gains = false;
  bool json = false;
};

Spec game_of(const StoredMatch& match) {
  constexpr std::string_view name = "game ";
  for (const std::string_view line : split(match.key, '\n')) {
    if (line.starts_with(name)) return parse_spec(line.substr(name.size()));
  }
  throw Error(fmt::format("match {} does not say what was played", match.id));
}

/// Adds the games of the store, or of one of its matches.
template <class Samples>
Samples samples_of(const FitArguments& arguments) {
  Store store(arguments.store, Store::Open::to_read);
  Samples samples;
  for (const StoredMatch& match : store.matches()) {
    if (arguments.match != 0 && match.id != arguments.match) continue;
    const Spec game = game_of(match);
    for (const GameRecord& record : store.games(match.id, Store::all_games)) {
      samples.add(game, record, arguments.settings);
    }
  }
  if (samples.games == 0) throw UsageError(fmt::format("'{}': there is no game to learn from", arguments.store));
  return samples;
}

void fit_moves(const FitArguments& arguments) {
  if (arguments.settings.ridge != FitSettings().ridge || arguments.gains) {
    throw UsageError("--ridge and --gains are about the weights of an evaluation, and --moves learns none");
  }
  const auto samples = samples_of<HabitSamples>(arguments);
  const HabitResult fit = fit_habits(samples);
  const auto logarithm = [](double strength) { return std::log(strength); };
  if (arguments.json) {
    Json weights = Json::object();
    for (std::size_t kind = 0; kind < samples.names.size(); ++kind) {
      std::vector<double> of_kind(fit.strengths[kind].size());
      std::transform(fit.strengths[kind].begin(), fit.strengths[kind].end(), of_kind.begin(), logarithm);
      weights[samples.names[kind]] = of_kind;
    }
    fmt::print("{}\n", one_line(Json{{"games", samples.games},
                                     {"moves", samples.learned.size()},
                                     {"loss", {fit.old_loss, fit.new_loss}},
                                     {"kept_loss", {fit.old_kept_loss, fit.new_kept_loss}},
                                     {"foreseen", fit.foreseen},
                                     {"weights", weights}}));
    return;
  }
  fmt::print("games       {}, of which every tenth pair was kept\n", grouped(samples.games));
  fmt::print("moves       {} and {}\n", grouped(std::uint64_t{samples.learned.size()}),
             grouped(std::uint64_t{samples.kept.size()}));
  fmt::print("loss        {:.4f} before, {:.4f} after\n", fit.old_loss, fit.new_loss);
  fmt::print("kept games  {:.4f} before, {:.4f} after; {:.1f} % of the moves foreseen\n\n", fit.old_kept_loss,
             fit.new_kept_loss, 100 * fit.foreseen);
  for (std::size_t kind = 0; kind < samples.names.size(); ++kind) {
    const auto [least, most] = std::minmax_element(fit.strengths[kind].begin(), fit.strengths[kind].end());
    fmt::print("{:<12} {:>4} traits, {:>5.1f} to {:>4.1f}\n", samples.names[kind], fit.strengths[kind].size(),
               logarithm(*least), logarithm(*most));
  }
}

void fit_evaluation(const FitArguments& arguments) {
  const auto samples = samples_of<FitSamples>(arguments);
  const FitResult fit = fit_weights(samples, arguments.settings);
  std::vector<TermGain> gains;
  if (arguments.gains) gains = gains_of_terms(samples, arguments.settings, fit);
  if (arguments.json) {
    Json weights = Json::object();
    for (std::size_t i = 0; i < samples.names.size(); ++i) weights[samples.names[i]] = fit.weights[i];
    Json json{{"games", samples.games},
              {"positions", samples.learned.size()},
              {"scale", fit.scale},
              {"loss", {fit.old_loss, fit.new_loss}},
              {"kept_loss", {fit.old_kept_loss, fit.new_kept_loss}},
              {"weights", weights}};
    for (const TermGain& gain : gains) json["gains"][gain.term] = {gain.loss, gain.error};
    fmt::print("{}\n", one_line(json));
    return;
  }
  fmt::print("games       {}, of which every tenth pair was kept\n", grouped(samples.games));
  fmt::print("positions   {} and {}\n", grouped(std::uint64_t{samples.learned.size()}),
             grouped(std::uint64_t{samples.kept.size()}));
  fmt::print("scale       {:.1f} points\n", fit.scale);
  fmt::print("loss        {:.5f} before, {:.5f} after\n", fit.old_loss, fit.new_loss);
  fmt::print("kept games  {:.5f} before, {:.5f} after\n\n", fit.old_kept_loss, fit.new_kept_loss);
  for (std::size_t i = 0; i < samples.names.size(); ++i) {
    fmt::print("{:<28} {:>8.1f} {:>8.1f}\n", samples.names[i], samples.weights[i], fit.weights[i]);
  }
  if (gains.empty()) return;
  std::stable_sort(gains.begin(), gains.end(), [](const TermGain& a, const TermGain& b) { return a.loss > b.loss; });
  fmt::print("\nWithout a term, kept games cost more by so many millionths (one standard error):\n");
  for (const TermGain& gain : gains) {
    fmt::print("{:<28} {:>8.0f} ({:.0f})\n", gain.term, 1e6 * gain.loss, 1e6 * gain.error);
  }
}

}  // namespace

void add_fit(CommandLine& line) {
  Command command = line.add("fit", "learn the weights of an evaluation from stored games, or what moves look like");
  const auto arguments = std::make_shared<FitArguments>();
  command.text("--store", arguments->store, "FILE", "the store with the games");
  command.integer("--match", arguments->match, 0, std::int64_t{1} << 40, "of this match alone; default: of all");
  command.integer("--skip-last", arguments->settings.skip_last, 0, 1000,
                  "positions at the end of a game that are left out");
  command.real("--ridge", arguments->settings.ridge, 0, 1e12, "how much weights are held where they were");
  command.flag("--moves", arguments->moves,
               "how strongly players are drawn to what moves look like, not the evaluation");
  command.flag("--gains", arguments->gains, "fit again without each term, and say what it brings");
  command.flag("--json", arguments->json, "print JSON, for programs");
  command.footer(
      "Example:\n  banyan match --game hive --a alphabeta:iterations=1200 --b alphabeta:iterations=1000 --openings "
      "random:6 "
      "\\\n    --games 3000 --store hive.db\n  banyan fit --store hive.db");
  command.runs([=] { arguments->moves ? fit_moves(*arguments) : fit_evaluation(*arguments); });
}

}  // namespace banyan::cli
