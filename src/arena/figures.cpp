// SPDX-License-Identifier: MIT
#include "arena/figures.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinity: null stands for it.
Json finite_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

}  // namespace

EloEstimate Figures::elo() const { return pairs ? elo_estimate(*pairs, score) : elo_estimate(score); }
double Figures::superiority() const {
  return pairs ? likelihood_of_superiority(*pairs) : likelihood_of_superiority(score);
}
double Figures::ratio() const {
  return pairs ? log_likelihood_ratio(*sprt, *pairs) : log_likelihood_ratio(*sprt, score);
}
bool Figures::is_by_pairs() const {
  return pairs && std::accumulate(pairs->begin(), pairs->end(), std::uint64_t{0}) >= 2;
}

std::string_view verdict_text(Verdict verdict) {
  return verdict == Verdict::elo1 ? "elo1 accepted" : verdict == Verdict::elo0 ? "elo0 accepted" : "undecided";
}

void add_figures(Json& json, const Figures& figures) {
  const Score& score = figures.score;
  const Interval interval = rate_interval(score, figures.pairs.value_or(Pairs{}));
  const EloEstimate elo = figures.elo();
  json["games"] = score.games();
  json["wins"] = score.wins;
  json["draws"] = score.draws;
  json["losses"] = score.losses;
  json["rate"] = score.rate();
  json["interval"] = {interval.low, interval.high};
  json["interval_from"] = figures.is_by_pairs() ? "pairs" : "games";
  json["elo"] = finite_or_null(elo.elo);
  json["elo_bounds"] = {finite_or_null(elo.bounds.low), finite_or_null(elo.bounds.high)};
  json["los"] = figures.superiority();
  if (figures.pairs) json["pairs"] = *figures.pairs;
  if (figures.sprt) {
    const Sprt& sprt = *figures.sprt;
    json["sprt"] = {{"elo0", sprt.elo0},
                    {"elo1", sprt.elo1},
                    {"alpha", sprt.alpha},
                    {"beta", sprt.beta},
                    {"llr", figures.ratio()},
                    {"bounds", {sprt.lower_bound(), sprt.upper_bound()}},
                    {"verdict", verdict_text(verdict(sprt, figures.ratio()))}};
  }
}

Json json_of(const Score& score) { return {{"wins", score.wins}, {"draws", score.draws}, {"losses", score.losses}}; }

Json json_of(const Share& share) {
  const Interval interval = share.interval();
  return {{"games", share.games()},
          {"wins", share.wins},
          {"shared", share.shared},
          {"losses", share.losses},
          {"rate", share.rate()},
          {"interval", {interval.low, interval.high}},
          {"interval_from", share.groups >= 2 ? "groups" : "games"},
          {"rates_by_seat", {share.rate_in_seat(0), share.rate_in_seat(1), share.rate_in_seat(2)}}};
}

double per_game(double sum, const MatchResult& result) {
  return sum / static_cast<double>(std::max<std::uint64_t>(result.games(), 1));
}

Json json_of(const MatchResult& result, int players, const std::optional<Sprt>& sprt) {
  Json json;
  if (players == 2) {
    add_figures(json, {.score = result.score, .pairs = result.pairs, .sprt = sprt});
    json["as_first"] = json_of(result.as_first);
    json["as_second"] = json_of(result.as_second);
  } else {
    json["games"] = result.games();
    json["shares"] = Json::array();
    for (const Share& share : result.shares) json["shares"].push_back(json_of(share));
  }
  json["endings"] = Json::object();
  for (const auto& [ending, score] : result.endings) json["endings"][ending] = json_of(score);
  json["distinct"] = result.distinct.size();
  json["mean_plies"] = per_game(static_cast<double>(result.plies), result);
  json["seconds_per_game"] = {{"a", per_game(result.seconds_a, result)}, {"b", per_game(result.seconds_b, result)}};
  if (players == 3) json["seconds_per_game"]["c"] = per_game(result.seconds_c, result);
  json["versions"] = result.versions;
  return json;
}

}  // namespace banyan
