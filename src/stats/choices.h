// SPDX-License-Identifier: MIT
// Learning from choices: what was offered is sorted by traits, one of each kind, a trait has a strength, and an offer
// is chosen as often as the product of its strengths is to the sum of those of all offers. The strengths that make the
// choices most likely are found by minorisation-maximisation [Coulom 2007]: kind by kind, each step makes them
// likelier. Pure functions: the same choices in the same order give the same strengths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace banyan {

struct Choices {
  std::vector<std::uint16_t> counts{};  // how many traits there are of each kind
  std::vector<std::uint16_t> traits{};  // offers as rows, one behind the other, those of a choice together
  std::vector<std::uint32_t> ends{};    // behind the last offer of each choice
  std::vector<std::uint32_t> chosen{};  // an offer for each choice, counted from the first of all

  std::size_t size() const { return chosen.size(); }
  std::size_t kinds() const { return counts.size(); }
  std::uint32_t begin_of(std::size_t choice) const { return choice == 0 ? 0 : ends[choice - 1]; }
  std::span<const std::uint16_t> row(std::size_t offer) const {
    return std::span(traits).subspan(offer * kinds(), kinds());
  }
};

/// By kind and trait.
using Strengths = std::vector<std::vector<double>>;

/// All of them 1.
Strengths equal_strengths(const Choices& choices);

/// What each choice costs on average, in nats: of so many equal offers, the logarithm of how many.
double mean_loss(const Choices& choices, const Strengths& strengths);
/// The part of choices whose strongest offer was chosen; the first of several.
double part_foreseen(const Choices& choices, const Strengths& strengths);

/// `games` are won and lost once each, as if, by every trait against one of strength 1: what was hardly seen stays
/// there. Ends when a round over all kinds makes choices cost less by no more than `enough` nats, or after `rounds`.
Strengths fit_choices(const Choices& choices, double games, int rounds, double enough = 1e-5);

}  // namespace banyan
