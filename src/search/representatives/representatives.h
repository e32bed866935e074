// SPDX-License-Identifier: MIT
// A few moves that stand for all [Taucer, Polk and Oommen 2018]: of each class of similar moves its medoid, by the
// moves' features. Classes are the game's own (chosen representatives) or found by k-medoids (learned ones). Any search
// may ask for them; nothing here knows what it does with them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/error.h"
#include "game/game_state.h"
#include "game/knowledge.h"
#include "search/representatives/medoids.h"

namespace banyan {

/// In place of a number of classes: those of the game.
inline constexpr int own_classes = 0;

/// Throws UsageError when the game cannot tell what classes are made from.
template <class S>
void check_classes(int classes) {
  if (classes == own_classes && !ClassifiesMoves<S>) {
    throw UsageError("representatives=chosen: the game has no classes of moves (ClassifiesMoves)");
  }
  if (classes != own_classes && !DescribesMoves<S>) {
    throw UsageError("representatives=learned: the game has no features of moves (DescribesMoves)");
  }
}

/// Keeps one move of each class, or with `weight`, one outcome with the probability of its class. Moves that stand
/// alone stay, and the order stays as it is.
template <class S>
void keep_representatives(const S& state, int classes, MoveList<S>& moves, std::vector<double>* weight) {
  std::vector<int> place;       // of those that have a class
  std::vector<float> features;  // of these
  std::vector<double> weights;
  std::vector<int> class_of;
  int dimensions = 1;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    int own_class = 0;
    if (classes == own_classes) {
      if constexpr (ClassifiesMoves<S>) own_class = state.class_of(moves[i]);
      if (own_class < 0) continue;
    }
    if constexpr (DescribesMoves<S>) {
      const auto described = state.features(moves[i]);
      if (!described) continue;
      features.insert(features.end(), described->begin(), described->end());
      dimensions = static_cast<int>(S::feature_count);
    } else {
      features.push_back(0);  // nothing tells the moves of a class apart: the first stands for all
    }
    class_of.push_back(own_class);
    place.push_back(static_cast<int>(i));
    weights.push_back(weight != nullptr ? (*weight)[i] : 1.0);
  }
  if (place.size() < 2) return;
  std::vector<int> medoids;
  if (classes == own_classes) {
    const int count = *std::max_element(class_of.begin(), class_of.end()) + 1;
    medoids = medoids_of(features, dimensions, weights, class_of, count);
  } else {
    if (place.size() <= static_cast<std::size_t>(classes)) return;
    constexpr std::uint64_t seed = 1;  // the same classes wherever a position is met
    auto clustering = k_medoids(features, dimensions, weights, classes, seed);
    class_of = std::move(clustering.class_of);
    medoids = std::move(clustering.medoids);
  }
  std::vector<double> sums(medoids.size());
  for (std::size_t i = 0; i < place.size(); ++i) sums[static_cast<std::size_t>(class_of[i])] += weights[i];
  std::size_t kept = 0, next = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    double all = weight != nullptr ? (*weight)[i] : 1.0;
    if (next < place.size() && place[next] == static_cast<int>(i)) {
      const auto c = static_cast<std::size_t>(class_of[next]);
      const bool stands = medoids[c] == static_cast<int>(next++);
      if (!stands) continue;
      all = sums[c];
    }
    moves[kept] = moves[i];
    if (weight != nullptr) (*weight)[kept] = all;
    ++kept;
  }
  moves.shrink_to(kept);
  if (weight != nullptr) weight->resize(kept);
}

}  // namespace banyan
