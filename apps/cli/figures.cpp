// SPDX-License-Identifier: MIT
#include "cli/figures.h"

#include <fmt/format.h>

#include <cmath>

#include "core/error.h"
#include "core/text.h"

namespace banyan::cli {
namespace {

std::string signed_number(double value) {
  return std::isfinite(value) ? fmt::format("{:+.1f}", value) : value > 0 ? "+inf" : "-inf";
}

std::string rate_text(double rate, const Interval& interval) {
  return fmt::format("{:.1f} % [{:.1f}, {:.1f}]", 100 * rate, 100 * interval.low, 100 * interval.high);
}

}  // namespace

std::string score_text(const Score& score) { return fmt::format("+{} ={} -{}", score.wins, score.draws, score.losses); }

std::string rate_text(const Score& score, const Pairs& pairs) {
  return rate_text(score.rate(), rate_interval(score, pairs));
}
std::string rate_text(const Share& share) { return rate_text(share.rate(), share.interval()); }
std::string rate_text(const MatchResult& result) { return rate_text(result.rate(), result.interval()); }

std::string elo_text(const EloEstimate& elo) {
  if (!std::isfinite(elo.elo)) return signed_number(elo.elo);
  return fmt::format("{:+.0f} ±{:.0f}", elo.elo, elo.error());
}

std::string sprt_text(const Sprt& sprt, double ratio) {
  return fmt::format("LLR {:.2f} [{:.2f}, {:.2f}]", ratio, sprt.lower_bound(), sprt.upper_bound());
}

void print_figures(const Figures& figures) {
  const EloEstimate elo = figures.elo();
  fmt::print("score       {}\n", score_text(figures.score));
  fmt::print("win rate    {}, {}\n", rate_text(figures.score, figures.pairs.value_or(Pairs{})),
             figures.is_by_pairs() ? "95 %, pairs" : "Wilson 95 %");
  fmt::print("Elo         {} [{}, {}], 95 %\n", signed_number(elo.elo), signed_number(elo.bounds.low),
             signed_number(elo.bounds.high));
  fmt::print("LOS         {:.2f} %\n", 100 * figures.superiority());
  if (figures.pairs) {
    const Pairs& p = *figures.pairs;
    fmt::print("pairs       {} {} {} {} {} with 0, 1/2, 1, 3/2 and 2 points\n", p[0], p[1], p[2], p[3], p[4]);
  }
  if (figures.sprt) {
    fmt::print("SPRT        {}, Elo {} or {}: {}\n", sprt_text(*figures.sprt, figures.ratio()), figures.sprt->elo0,
               figures.sprt->elo1, verdict_text(verdict(*figures.sprt, figures.ratio())));
  }
}

void print_shares(const std::vector<Share>& shares) {
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const Share& share = shares[i];
    fmt::print("{:<11} {} {}, {}; +{} ={} -{}\n", i == 0 ? "points" : "", "ABC"[i], rate_text(share),
               share.groups >= 2 ? "95 %, sixes" : "Wilson 95 %", share.wins, share.shared, share.losses);
  }
  for (std::size_t i = 0; i < shares.size(); ++i) {
    fmt::print("{:<11} {} first {:.1f} %, second {:.1f} %, third {:.1f} %\n", i == 0 ? "by seat" : "", "ABC"[i],
               100 * shares[i].rate_in_seat(0), 100 * shares[i].rate_in_seat(1), 100 * shares[i].rate_in_seat(2));
  }
}

Sprt parse_sprt(const std::string& text) {
  std::vector<double> numbers;
  for (const auto part : split(text, ',')) {
    const auto number = to_real(part);
    if (number) numbers.push_back(*number);
  }
  const auto is_small = [](double p) { return p > 0 && p < 0.5; };
  const bool is_complete = numbers.size() == split(text, ',').size() && (numbers.size() == 2 || numbers.size() == 4);
  if (!is_complete || numbers[0] >= numbers[1] || std::abs(numbers[0]) > 1000 || std::abs(numbers[1]) > 1000 ||
      (numbers.size() == 4 && (!is_small(numbers[2]) || !is_small(numbers[3])))) {
    throw UsageError(
        fmt::format("--sprt {}: expected ELO0,ELO1 with ELO0 below ELO1 within -1000..1000, or "
                    "ELO0,ELO1,ALPHA,BETA with errors between 0 and 0.5",
                    text));
  }
  Sprt sprt{.elo0 = numbers[0], .elo1 = numbers[1]};
  if (numbers.size() == 4) {
    sprt.alpha = numbers[2];
    sprt.beta = numbers[3];
  }
  return sprt;
}

}  // namespace banyan::cli
