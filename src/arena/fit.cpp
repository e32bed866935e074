// SPDX-License-Identifier: MIT
#include "arena/fit.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan {

void FitSamples::add(const Spec& game, const GameRecord& record, const FitSettings& settings) {
  if (!record.moves) throw UsageError(fmt::format("game {} has no moves to learn from", record.number));
  constexpr std::uint64_t tenth = 10;
  LogisticSamples& samples = record.number / 2 % tenth == tenth - 1 ? kept : learned;
  const float result = record.winner == 0 ? 0.5F : record.winner == 1 ? 1.0F : 0.0F;
  const auto session = new_session(game);
  for (const std::string_view move : split_moves(record.opening)) session->play(move);
  const auto moves = split_moves(*record.moves);
  const std::size_t last =
      moves.size() - std::min<std::size_t>(moves.size(), static_cast<std::size_t>(settings.skip_last));
  for (std::size_t i = 0; i < last; ++i) {
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
    session->play(moves[i]);
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

}  // namespace banyan
