// SPDX-License-Identifier: MIT
#include "arena/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

/// Whether the pair that the game is one of is kept out.
bool is_kept(const GameRecord& record) {
  constexpr std::uint64_t tenth = 10;
  return record.number / 2 % tenth == tenth - 1;
}

/// A game after its opening, and its moves, those left out at the end not counted. Throws UsageError where there are
/// none.
struct Replay {
  Replay(const Spec& game, const GameRecord& record, const FitSettings& settings) : session(new_session(game)) {
    if (!record.moves) throw UsageError(fmt::format("game {} has no moves to learn from", record.number));
    for (const std::string_view move : split_moves(record.opening)) session->play(move);
    moves = split_moves(*record.moves);
    moves.resize(moves.size() - std::min(moves.size(), static_cast<std::size_t>(settings.skip_last)));
  }
  std::unique_ptr<Session> session;
  std::vector<std::string_view> moves;
};

}  // namespace

void FitSamples::add(const Spec& game, const GameRecord& record, const FitSettings& settings) {
  const auto [session, moves] = Replay(game, record, settings);
  LogisticSamples& samples = is_kept(record) ? kept : learned;
  const float result = record.winner == 0 ? 0.5F : record.winner == 1 ? 1.0F : 0.0F;
  for (const std::string_view move : moves) {
    const auto terms = session->evaluation_terms();
    if (terms.empty()) throw UsageError(fmt::format("{} has no evaluation that is a sum of terms", session->game()));
    if (names.empty()) {
      for (const EvaluationTerm& term : terms) {
        names.push_back(term.name);
        weights.push_back(term.weight);
      }
      learned.width = kept.width = terms.size();
    }
    for (std::size_t t = 0; t < terms.size(); ++t) {
      if (t >= names.size() || terms[t].name != names[t] || terms[t].weight != weights[t]) {
        throw UsageError("these games have evaluations of their own, and cannot be learned from together");
      }
      samples.amounts.push_back(static_cast<float>(terms[t].amount));
    }
    samples.results.push_back(result);
    if (is_kept(record)) kept_games.push_back(games);
    session->play(move);
  }
  ++games;
}

FitResult fit_weights(const FitSamples& samples, const FitSettings& settings) {
  if (samples.learned.size() == 0) throw UsageError("there are no positions to learn from");
  FitResult result{.scale = best_scale(samples.learned, samples.weights)};
  result.weights = fit_logistic(samples.learned, samples.weights, result.scale, settings.ridge);
  result.old_loss = mean_loss(samples.learned, samples.weights, result.scale);
  result.new_loss = mean_loss(samples.learned, result.weights, result.scale);
  result.old_kept_loss = mean_loss(samples.kept, samples.weights, result.scale);
  result.new_kept_loss = mean_loss(samples.kept, result.weights, result.scale);
  return result;
}

std::vector<TermGain> gains_of_terms(const FitSamples& samples, const FitSettings& settings, const FitResult& fit) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> terms;
  for (std::size_t i = 0; i < samples.names.size(); ++i) {
    const std::string word = samples.names[i].substr(0, samples.names[i].find(' '));
    if (terms.empty() || terms.back().first != word) terms.push_back({word, {}});
    terms.back().second.push_back(i);
  }
  std::vector<TermGain> gains;
  const auto positions = static_cast<double>(samples.kept.size());
  for (const auto& [term, products] : terms) {
    const auto weights = fit_logistic(samples.learned, samples.weights, fit.scale, settings.ridge, products);
    struct Game {
      double loss = 0, positions = 0;
    };
    std::map<std::uint64_t, Game> games;
    double sum = 0;
    for (std::size_t i = 0; i < samples.kept.size(); ++i) {
      const double more =
          loss_of_sample(samples.kept, i, weights, fit.scale) - loss_of_sample(samples.kept, i, fit.weights, fit.scale);
      Game& game = games[samples.kept_games[i]];
      game.loss += more;
      game.positions += 1;
      sum += more;
    }
    TermGain gain{.term = term, .loss = sum / positions};
    double squares = 0;
    for (const auto& [number, game] : games) squares += std::pow(game.loss - gain.loss * game.positions, 2);
    gain.error = std::sqrt(squares) / positions;
    gains.push_back(gain);
  }
  return gains;
}

void HabitSamples::add(const Spec& game, const GameRecord& record, const FitSettings& settings) {
  const auto [session, moves] = Replay(game, record, settings);
  const std::vector<TraitKind> kinds = session->trait_kinds();
  if (kinds.empty()) throw UsageError(fmt::format("{} does not tell what moves look like", session->game()));
  if (names.empty()) {
    for (const TraitKind& kind : kinds) {
      names.emplace_back(kind.name);
      learned.counts.push_back(kind.count);
    }
    kept.counts = learned.counts;
  }
  const bool are_known = std::equal(kinds.begin(), kinds.end(), names.begin(), names.end(),
                                    [](const TraitKind& kind, const std::string& name) { return kind.name == name; }) &&
                         std::equal(kinds.begin(), kinds.end(), learned.counts.begin(), learned.counts.end(),
                                    [](const TraitKind& kind, std::uint16_t count) { return kind.count == count; });
  if (!are_known) {
    throw UsageError("these games have moves with traits of their own, and cannot be learned from together");
  }
  Choices& choices = is_kept(record) ? kept : learned;
  for (const std::string_view move : moves) {
    const std::size_t before = choices.traits.size();
    const auto row = session->add_traits(move, choices.traits);
    if (row) {
      choices.chosen.push_back(static_cast<std::uint32_t>(before / kinds.size() + *row));
      choices.ends.push_back(static_cast<std::uint32_t>(choices.traits.size() / kinds.size()));
    } else {
      choices.traits.resize(before);
    }
    session->play(move);
  }
  ++games;
}

HabitResult fit_habits(const HabitSamples& samples) {
  if (samples.learned.size() == 0) throw UsageError("there are no moves to learn from");
  constexpr double virtual_games = 1;
  constexpr int most_rounds = 50;
  HabitResult result;
  const Strengths equal = equal_strengths(samples.learned);
  result.strengths = fit_choices(samples.learned, virtual_games, most_rounds);
  result.old_loss = mean_loss(samples.learned, equal);
  result.new_loss = mean_loss(samples.learned, result.strengths);
  result.old_kept_loss = mean_loss(samples.kept, equal);
  result.new_kept_loss = mean_loss(samples.kept, result.strengths);
  result.foreseen = part_foreseen(samples.kept, result.strengths);
  return result;
}

}  // namespace banyan
