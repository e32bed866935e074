// SPDX-License-Identifier: MIT
// The raw results in experiments/results, counted without the code that writes the reports.
#pragma once

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/text.h"
#include "stats/mean.h"
#include "stats/win_rate.h"

namespace banyan::reproduction {

using Keys = std::vector<std::string>;  // key=value, or a name

inline bool has_all(const std::vector<std::string_view>& words, const Keys& wanted) {
  return std::all_of(wanted.begin(), wanted.end(),
                     [&](const std::string& word) { return std::count(words.begin(), words.end(), word) > 0; });
}

/// The games of one match, from the side of A.
struct PlayedMatch {
  std::string game, a, b;                    // as the match has them
  std::map<std::uint64_t, double> points{};  // of A, by the number of the game
  std::vector<double> seconds_a{}, seconds_b{};
  std::vector<double> plies{};  // of the games that were not interrupted
  std::size_t interrupted = 0;
  double all_plies = 0;

  double seconds_a_ply() const {
    double seconds = 0;
    for (std::size_t i = 0; i < seconds_a.size(); ++i) seconds += seconds_a[i] + seconds_b[i];
    return seconds / all_plies;
  }
  Score score() const {
    Score score;
    for (const auto& [number, value] : points) ++(value == 1 ? score.wins : value == 0 ? score.losses : score.draws);
    return score;
  }
  /// Games 2k and 2k + 1 are a pair.
  Pairs pairs() const {
    Pairs pairs{};
    for (const auto& [number, value] : points) {
      const auto second = points.find(number + 1);
      if (number % 2 == 0 && second != points.end()) ++pairs[static_cast<std::size_t>(2 * (value + second->second))];
    }
    return pairs;
  }
  double rate() const { return score().rate(); }
  Interval interval() const { return rate_interval(score(), pairs()); }
  MeasuredRate measured() const { return {rate(), effective_games(score(), pairs())}; }
};

/// NAME.games of an experiment.
class PlayedGames {
 public:
  explicit PlayedGames(const std::string& name) : name_(name) {
    std::ifstream file(BANYAN_SOURCE_DIR "/experiments/results/" + name + ".games");
    std::vector<PlayedMatch> all;
    for (std::string line; std::getline(file, line);) {
      if (line == "match") all.emplace_back();
      if (line.starts_with("game ")) all.back().game = line.substr(5);
      if (line.starts_with("a ")) all.back().a = line.substr(2);
      if (line.starts_with("b ")) all.back().b = line.substr(2);
      const auto fields = split(line, '\t');
      if (fields.size() < 8) continue;
      const auto number = std::stoull(std::string(fields[0]));
      const int winner = std::stoi(std::string(fields[1]));  // 1 = who moved first: A in games with even numbers
      all.back().points[number] = winner == 0 ? 0.5 : (winner == 1) == (number % 2 == 0) ? 1 : 0;
      const double plies = std::stod(std::string(fields[3]));
      all.back().all_plies += plies;
      if (fields[2] == "length") {
        ++all.back().interrupted;
      } else {
        all.back().plies.push_back(plies);
      }
      all.back().seconds_a.push_back(std::stod(std::string(fields[6])) / 1000);
      all.back().seconds_b.push_back(std::stod(std::string(fields[7])) / 1000);
    }
    for (PlayedMatch& match : all) {
      if (!match.points.empty()) matches_.push_back(std::move(match));
    }
  }

  /// Every match that has games.
  const std::vector<PlayedMatch>& matches() const { return matches_; }

  /// The one match whose game and players have these keys. Throws Error when there is none, or several.
  const PlayedMatch& match(const Keys& game, const Keys& a, const Keys& b) const {
    const PlayedMatch* found = find(game, a, b);
    if (found == nullptr) throw Error(name_ + ".games: no match of " + text(game) + text(a) + "against " + text(b));
    return *found;
  }
  /// Null when it has not been played.
  const PlayedMatch* find(const Keys& game, const Keys& a, const Keys& b) const {
    const PlayedMatch* found = nullptr;
    for (const PlayedMatch& match : matches_) {
      if (!has(match.game, game) || !has(match.a, a) || !has(match.b, b)) continue;
      if (found != nullptr) throw Error(name_ + ".games: two matches are '" + match.a + "' against '" + match.b + "'");
      found = &match;
    }
    return found;
  }

 private:
  static bool has(std::string spec, const Keys& wanted) {
    std::replace(spec.begin(), spec.end(), ':', ',');
    return has_all(split(spec, ','), wanted);
  }
  static std::string text(const Keys& keys) {
    std::string all;
    for (const std::string& key : keys) all += key + ' ';
    return all;
  }

  std::string name_;
  std::vector<PlayedMatch> matches_;
};

/// One search of a puzzle.
struct SolveRun {
  std::string search;
  std::uint64_t seed = 0;
  double score = 0, playouts = 0, seconds = 0, lost_seconds = 0;
  std::vector<std::array<double, 3>> history{};  // playouts, seconds and score of each improvement
};
using SolveRuns = std::vector<SolveRun>;

/// NAME.jsonl of a survey.
inline SolveRuns solve_runs(const std::string& name) {
  std::ifstream file(BANYAN_SOURCE_DIR "/experiments/results/" + name + ".jsonl");
  SolveRuns runs;
  for (std::string line; std::getline(file, line);) {
    const auto json = nlohmann::json::parse(line);
    runs.push_back({json["search"], json["seed"], json["score"], json["playouts"], json["seconds"],
                    json["lost_seconds"], json["history"]});
  }
  return runs;
}

/// Those whose search has all of these words.
inline SolveRuns with(const SolveRuns& runs, const Keys& words) {
  SolveRuns found;
  std::copy_if(runs.begin(), runs.end(), std::back_inserter(found),
               [&](const SolveRun& run) { return has_all(split(run.search, ' '), words); });
  return found;
}

inline double sum_of(const SolveRuns& runs, double SolveRun::*field) {
  double sum = 0;
  for (const SolveRun& run : runs) sum += run.*field;
  return sum;
}

inline Mean mean_score(const SolveRuns& runs) {
  std::vector<double> scores;
  for (const SolveRun& run : runs) scores.push_back(run.score);
  return mean_of(scores);
}

}  // namespace banyan::reproduction
