// SPDX-License-Identifier: MIT
#include "games/poly_y/knowledge/patterns.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace banyan::poly_y {
namespace {

const std::vector<std::uint8_t>& around(const Topology& board, int cell) {
  return board.neighbours[static_cast<std::size_t>(cell)];
}
int distance_of(const Topology& board, int cell) { return board.edge_distance[static_cast<std::size_t>(cell)]; }

/// The neighbours of a cell that are one nearer to the border.
std::vector<int> outwards(const Topology& board, int cell) {
  std::vector<int> found;
  for (const int next : around(board, cell)) {
    if (distance_of(board, next) == distance_of(board, cell) - 1) found.push_back(next);
  }
  return found;
}

std::vector<Pattern> bridges(const Topology& board) {
  std::vector<Pattern> patterns;
  for (int intruder = 0; intruder < board.cells; ++intruder) {
    // On the border, what joins two stones over two cells there is an edge bridge of each.
    if (board.is_border(intruder)) continue;
    for (const int reply : around(board, intruder)) {
      std::vector<int> common;
      for (const int cell : around(board, intruder)) {
        if (board.are_adjacent(cell, reply)) common.push_back(cell);
      }
      for (std::size_t i = 0; i < common.size(); ++i) {
        for (std::size_t j = i + 1; j < common.size(); ++j) {
          if (board.are_adjacent(common[i], common[j])) continue;
          patterns.push_back({intruder, reply, {common[i], common[j]}, {}});
        }
      }
    }
  }
  return patterns;
}

std::vector<Pattern> edge_bridges(const Topology& board) {
  std::vector<Pattern> patterns;
  for (int stone = 0; stone < board.cells; ++stone) {
    if (distance_of(board, stone) != 1) continue;
    for (const int intruder : outwards(board, stone)) {
      for (const int reply : outwards(board, stone)) {
        if (board.are_adjacent(intruder, reply)) patterns.push_back({intruder, reply, {stone}, {}});
      }
    }
  }
  return patterns;
}

std::vector<Pattern> walk_arounds(const Topology& board) {
  std::vector<Pattern> patterns;
  for (int stone = 0; stone < board.cells; ++stone) {
    const int distance = distance_of(board, stone);
    if (distance != 2 && distance != 3) continue;
    for (const int intruder : outwards(board, stone)) {
      for (const int reply : outwards(board, stone)) {
        if (intruder != reply) patterns.push_back({intruder, reply, {stone}, outwards(board, reply)});
      }
    }
  }
  return patterns;
}

/// A search for connections of one stone with one edge within a few cells. These have numbers of their own here, the
/// stone first and then the nearest, so that a set of them is one word.
class EdgeSearch {
 public:
  using Set = std::uint64_t;

  EdgeSearch(const Topology& board, int stone, int edge, int distance) : cells_{stone}, most_stones_(2 * distance) {
    std::map<int, std::size_t> number{{stone, 0}};
    std::vector<int> steps{0};
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      // As far as a template of that height reaches.
      if (steps[i] > distance) continue;
      for (const int next : around(board, cells_[i])) {
        if (number.contains(next) || distance_of(board, next) > distance || cells_.size() == 64) continue;
        number[next] = cells_.size();
        cells_.push_back(next);
        steps.push_back(steps[i] + 1);
      }
    }
    neighbours_.resize(cells_.size());
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if ((board.edges[static_cast<std::size_t>(cells_[i])] >> edge & 1) != 0) {
        target_ |= Set{1} << i;
        is_ahead_ = is_ahead_ || steps[i] == distance;
      }
      for (const int next : around(board, cells_[i])) {
        if (number.contains(next)) neighbours_[i] |= Set{1} << number[next];
      }
    }
  }

  /// Whether the edge is as near as the border is.
  bool is_ahead() const { return is_ahead_; }
  /// By number.
  const std::vector<int>& cells() const { return cells_; }
  /// All but the stone.
  Set region() const { return ((Set{2} << (cells_.size() - 1)) - 1) & ~Set{1}; }

  /// Whether the stone and others get to the edge over free cells, though the opponent begins: the cells that this
  /// takes.
  std::optional<Set> is_safe(Set own, Set free) {
    if ((group_of(own) & target_) != 0) return Set{0};
    if (std::popcount(own) >= most_stones_) return std::nullopt;
    const auto [known, is_new] = safe_.try_emplace({own, free});
    if (!is_new) return known->second;
    const std::optional<Set> found = look_safe(own, free);
    safe_[{own, free}] = found;
    return found;
  }

 private:
  /// What hangs together with the stone.
  Set group_of(Set own) const {
    Set group = 1;
    for (Set front = 1; front != 0;) {
      const Set next = neighbours_[static_cast<std::size_t>(std::countr_zero(front))] & own & ~group;
      front = (front & (front - 1)) | next;
      group |= next;
    }
    return group;
  }

  bool can_reach(Set own, Set free) const { return (group_of(own | free) & target_) != 0; }

  /// Every intrusion must have an answer. Only those matter that touch every connection that is there when nobody
  /// intrudes.
  std::optional<Set> look_safe(Set own, Set free) {
    std::optional<Set> carrier = connect(own, free);
    if (!carrier) return std::nullopt;
    Set must_play = *carrier;
    Set all = *carrier;
    for (std::size_t i = 1; i < cells_.size(); ++i) {
      const Set intruder = Set{1} << i;
      if ((must_play & intruder) == 0) continue;
      carrier = connect(own, free & ~intruder);
      if (!carrier) return std::nullopt;
      must_play &= *carrier;
      all |= *carrier | intruder;
    }
    return all;
  }

  /// The same if the own side begins.
  std::optional<Set> connect(Set own, Set free) {
    if (!can_reach(own, free)) return std::nullopt;
    const auto [known, is_new] = connected_.try_emplace({own, free});
    if (!is_new) return known->second;
    std::optional<Set> found;
    for (Set left = useful(own, free); left != 0 && !found; left &= left - 1) {
      const Set reply = left & -left;
      found = is_safe(own | reply, free & ~reply);
      if (found) *found |= reply;
    }
    connected_[{own, free}] = found;
    return found;
  }

  /// Free cells that touch an own stone or have two free ones between: what is further away does not help yet.
  Set useful(Set own, Set free) const {
    Set beside = 0;
    for (Set left = own; left != 0; left &= left - 1)
      beside |= neighbours_[static_cast<std::size_t>(std::countr_zero(left))];
    beside &= free;
    Set once = 0, twice = 0;
    for (Set left = beside; left != 0; left &= left - 1) {
      const Set next = neighbours_[static_cast<std::size_t>(std::countr_zero(left))];
      twice |= once & next;
      once |= next;
    }
    return beside | (twice & free);
  }

  std::vector<int> cells_;
  std::vector<Set> neighbours_;
  Set target_ = 0;
  int most_stones_;  // own ones, the given one included: longer ways make no template
  bool is_ahead_ = false;
  std::map<std::pair<Set, Set>, std::optional<Set>> safe_, connected_;
};

constexpr EdgeSearch::Set the_stone = 1;

/// What is left of the cells when all are given up, in this order, that the connection can do without.
std::optional<EdgeSearch::Set> least_carrier(EdgeSearch& search, const std::vector<std::size_t>& order) {
  auto carrier = search.is_safe(the_stone, search.region());
  if (!carrier) return std::nullopt;
  for (const std::size_t cell : order) {
    const EdgeSearch::Set less = *carrier & ~(EdgeSearch::Set{1} << cell);
    if (less == *carrier) continue;
    if (const auto found = search.is_safe(the_stone, less)) carrier = *found;
  }
  return carrier;
}

CellSet image_of(const CellSet& set, const std::vector<std::uint8_t>& symmetry) {
  CellSet image;
  for (std::size_t i = 0; i < symmetry.size(); ++i) {
    if (set[i]) image.set(symmetry[i]);
  }
  return image;
}

std::vector<Pattern> template_replies(const Topology& board, int distance) {
  std::vector<Pattern> patterns;
  for (const auto& [stone, edge, carrier] : find_edge_templates(board, distance)) {
    EdgeSearch search(board, stone, edge, distance);
    const std::vector<int>& cells = search.cells();
    EdgeSearch::Set free = 0;
    for (std::size_t i = 1; i < cells.size(); ++i) {
      if (carrier[static_cast<std::size_t>(cells[i])]) free |= EdgeSearch::Set{1} << i;
    }
    for (EdgeSearch::Set intruders = free; intruders != 0; intruders &= intruders - 1) {
      const EdgeSearch::Set intruder = intruders & -intruders;
      for (EdgeSearch::Set replies = free & ~intruder; replies != 0; replies &= replies - 1) {
        const EdgeSearch::Set reply = replies & -replies;
        const EdgeSearch::Set left = free & ~intruder & ~reply;
        if (!search.is_safe(the_stone | reply, left)) continue;
        Pattern pattern{cells[static_cast<std::size_t>(std::countr_zero(intruder))],
                        cells[static_cast<std::size_t>(std::countr_zero(reply))],
                        {stone},
                        {}};
        for (EdgeSearch::Set clear = left; clear != 0; clear &= clear - 1) {
          pattern.clear.push_back(cells[static_cast<std::size_t>(std::countr_zero(clear))]);
        }
        patterns.push_back(std::move(pattern));
      }
    }
  }
  return patterns;
}

}  // namespace

// One stone of each orbit is searched; symmetries tell the rest.
std::vector<EdgeTemplate> find_edge_templates(const Topology& board, int distance) {
  std::vector<EdgeTemplate> found;
  std::set<std::tuple<int, int, std::string>> known;
  std::set<int> done;
  for (int stone = 0; stone < board.cells; ++stone) {
    if (distance_of(board, stone) != distance || done.contains(stone)) continue;
    for (const auto& symmetry : board.symmetries) done.insert(symmetry[static_cast<std::size_t>(stone)]);
    for (int edge = 0; edge < board.sides; ++edge) {
      EdgeSearch search(board, stone, edge, distance);
      if (!search.is_ahead()) continue;
      std::vector<std::size_t> by_nearness(search.cells().size() - 1);
      std::iota(by_nearness.begin(), by_nearness.end(), std::size_t{1});
      std::vector<std::size_t> around_board = by_nearness;
      std::sort(around_board.begin(), around_board.end(),
                [&](std::size_t a, std::size_t b) { return search.cells()[a] < search.cells()[b]; });
      for (std::vector<std::size_t> order : {by_nearness, around_board}) {
        for (int pass = 0; pass < 2; ++pass) {
          std::reverse(order.begin(), order.end());
          const auto numbers = least_carrier(search, order);
          if (!numbers) continue;
          CellSet carrier;
          for (EdgeSearch::Set left = *numbers; left != 0; left &= left - 1) {
            carrier.set(static_cast<std::size_t>(search.cells()[static_cast<std::size_t>(std::countr_zero(left))]));
          }
          for (std::size_t i = 0; i < board.symmetries.size(); ++i) {
            const auto& symmetry = board.symmetries[i];
            // Edge e runs from corner e to e + 1; turned it begins t later, and mirrored it ends where it began.
            const int turn = static_cast<int>(i) % board.sides;
            const bool is_mirrored = static_cast<int>(i) >= board.sides;
            const int edge_image = (is_mirrored ? turn - edge - 1 + 2 * board.sides : edge + turn) % board.sides;
            const EdgeTemplate image{symmetry[static_cast<std::size_t>(stone)], edge_image,
                                     image_of(carrier, symmetry)};
            if (known.emplace(image.stone, image.edge, image.carrier.to_string()).second) found.push_back(image);
          }
        }
      }
    }
  }
  return found;
}

const std::vector<Pattern>& patterns_of(const Topology& board, std::size_t kind) {
  static std::mutex guard;
  static std::map<std::pair<const Topology*, std::size_t>, std::vector<Pattern>> all;
  const std::scoped_lock lock(guard);
  const auto [found, is_new] = all.try_emplace({&board, kind});
  if (is_new) {
    found->second = kind == 0   ? bridges(board)
                    : kind == 1 ? edge_bridges(board)
                    : kind == 2 ? walk_arounds(board)
                                : template_replies(board, static_cast<int>(kind) - 1);
  }
  return found->second;
}

const std::vector<Pair>& pairs_of(const Topology& board) {
  static std::mutex guard;
  static std::map<const Topology*, std::vector<Pair>> all;
  const std::scoped_lock lock(guard);
  const auto [found, is_new] = all.try_emplace(&board);
  if (is_new) {
    // A pattern for either of the two cells, but where one of them is on the border.
    std::set<std::tuple<int, int, std::vector<int>>> seen;
    for (const std::size_t kind : {0, 1}) {
      for (const Pattern& pattern : patterns_of(board, kind)) {
        std::vector<int> own = pattern.own;
        std::sort(own.begin(), own.end());
        const auto [low, high] = std::minmax(pattern.intruder, pattern.reply);
        if (seen.emplace(low, high, own).second) found->second.push_back({.cell = low, .other = high, .own = own});
      }
    }
  }
  return found->second;
}

}  // namespace banyan::poly_y
