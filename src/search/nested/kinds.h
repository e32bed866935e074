// SPDX-License-Identifier: MIT
// Which of a game's kinds of playouts (VariesPlayouts) the next search uses, from what searches with each have shown.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace banyan {

/// What is known of a kind: the mean of its trials, and the whole searches with it.
struct PlayoutKind {
  double trial = 0;
  double sum = 0;  // of the scores of `searches`
  std::uint64_t searches = 0;
  bool operator==(const PlayoutKind&) const = default;
};

/// Of all searches half use the kind that looks best when they begin, a quarter the second, and so on; `number` were
/// made before. Without any, it is the usual kind, 0. A kind without a search is taken to gain as much over its trials
/// as the others did.
inline int choose_kind(std::span<const PlayoutKind> kinds, std::uint64_t number) {
  if (kinds.empty()) return 0;
  double gain = 0;
  std::uint64_t searches = 0;
  for (const PlayoutKind& kind : kinds) {
    gain += kind.sum - static_cast<double>(kind.searches) * kind.trial;
    searches += kind.searches;
  }
  if (searches > 0) gain /= static_cast<double>(searches);
  std::vector<double> expected;
  for (const PlayoutKind& kind : kinds) {
    expected.push_back(kind.searches > 0 ? kind.sum / static_cast<double>(kind.searches) : kind.trial + gain);
  }
  std::vector<int> order(kinds.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return expected[static_cast<std::size_t>(a)] > expected[static_cast<std::size_t>(b)];
  });
  return order[std::min(static_cast<std::size_t>(std::countr_zero(number + 1)), order.size() - 1)];
}

}  // namespace banyan
