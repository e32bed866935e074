// SPDX-License-Identifier: MIT
#include "stats/choices.h"

#include <algorithm>
#include <cmath>

namespace banyan {
namespace {

double strength_of(std::span<const std::uint16_t> row, const Strengths& strengths) {
  double product = 1;
  for (std::size_t kind = 0; kind < row.size(); ++kind) product *= strengths[kind][row[kind]];
  return product;
}

/// The strengths of all offers of a choice, and their sum.
double weigh(const Choices& choices, std::size_t choice, const Strengths& strengths, std::vector<double>& each) {
  each.clear();
  double sum = 0;
  for (std::size_t offer = choices.begin_of(choice); offer < choices.ends[choice]; ++offer) {
    each.push_back(strength_of(choices.row(offer), strengths));
    sum += each.back();
  }
  return sum;
}

/// Makes the strengths of one kind fit better.
void improve(const Choices& choices, std::size_t kind, double games, Strengths& strengths) {
  std::vector<double>& own = strengths[kind];
  std::vector<double> wins(own.size(), games), met(own.size());
  std::vector<double> each;
  for (std::size_t choice = 0; choice < choices.size(); ++choice) {
    const double sum = weigh(choices, choice, strengths, each);
    const std::size_t begin = choices.begin_of(choice);
    for (std::size_t i = 0; i < each.size(); ++i) {
      const std::uint16_t trait = choices.row(begin + i)[kind];
      met[trait] += each[i] / own[trait] / sum;
    }
    wins[choices.row(choices.chosen[choice])[kind]] += 1;
  }
  for (std::size_t trait = 0; trait < own.size(); ++trait) {
    const double against_one = 2 * games / (own[trait] + 1);
    own[trait] = wins[trait] / (met[trait] + against_one);
  }
}

}  // namespace

Strengths equal_strengths(const Choices& choices) {
  Strengths strengths;
  for (const std::uint16_t count : choices.counts) strengths.emplace_back(count, 1.0);
  return strengths;
}

double mean_loss(const Choices& choices, const Strengths& strengths) {
  std::vector<double> each;
  double loss = 0;
  for (std::size_t choice = 0; choice < choices.size(); ++choice) {
    const double sum = weigh(choices, choice, strengths, each);
    loss -= std::log(each[choices.chosen[choice] - choices.begin_of(choice)] / sum);
  }
  return loss / static_cast<double>(std::max<std::size_t>(choices.size(), 1));
}

double part_foreseen(const Choices& choices, const Strengths& strengths) {
  std::vector<double> each;
  std::size_t foreseen = 0;
  for (std::size_t choice = 0; choice < choices.size(); ++choice) {
    weigh(choices, choice, strengths, each);
    const auto strongest = static_cast<std::size_t>(std::max_element(each.begin(), each.end()) - each.begin());
    foreseen += choices.begin_of(choice) + strongest == choices.chosen[choice] ? 1 : 0;
  }
  return static_cast<double>(foreseen) / static_cast<double>(std::max<std::size_t>(choices.size(), 1));
}

Strengths fit_choices(const Choices& choices, double games, int rounds, double enough) {
  Strengths strengths = equal_strengths(choices);
  if (choices.size() == 0) return strengths;
  double before = mean_loss(choices, strengths);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t kind = 0; kind < choices.kinds(); ++kind) improve(choices, kind, games, strengths);
    const double now = mean_loss(choices, strengths);
    if (before - now <= enough) break;
    before = now;
  }
  return strengths;
}

}  // namespace banyan
