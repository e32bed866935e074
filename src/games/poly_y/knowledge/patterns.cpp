// SPDX-License-Identifier: MIT
#include "games/poly_y/knowledge/patterns.h"

#include <algorithm>
#include <map>
#include <mutex>
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

/// A search for connections of one stone with one edge within a few cells.
class EdgeSearch {
 public:
  EdgeSearch(const Topology& board, int stone, int edge, int distance) : board_(board), stone_(stone) {
    // As far as a template of that height can reach.
    std::vector<int> steps(static_cast<std::size_t>(board.cells), -1);
    std::vector<int> queue{stone};
    steps[static_cast<std::size_t>(stone)] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const int cell = queue[i];
      const auto at = static_cast<std::size_t>(cell);
      if (cell != stone) {
        cells_.push_back(cell);
        region_.set(at);
      }
      if ((board.edges[at] >> edge & 1) != 0) target_.set(at);
      if (steps[at] > distance) continue;
      for (const int next : around(board, cell)) {
        if (steps[static_cast<std::size_t>(next)] >= 0 || distance_of(board, next) > distance) continue;
        steps[static_cast<std::size_t>(next)] = steps[at] + 1;
        queue.push_back(next);
      }
    }
  }

  /// The cells that may be part of a connection, the nearest to the stone first.
  const std::vector<int>& cells() const { return cells_; }
  const CellSet& region() const { return region_; }

  CellSet stone() const {
    CellSet own;
    own.set(static_cast<std::size_t>(stone_));
    return own;
  }

  /// Whether the own stones get to the edge over free cells, though the opponent begins: the cells that this takes.
  std::optional<CellSet> is_safe(const CellSet& own, const CellSet& free) {
    const CellSet group = group_of(own);
    if ((group & target_).any()) return CellSet{};
    const auto key = std::pair(text(own & region_), text(free));
    const auto known = safe_.find(key);
    if (known != safe_.end()) return known->second;
    std::optional<CellSet> result = look_safe(own, free);
    safe_.emplace(key, result);
    return result;
  }

 private:
  static std::string text(const CellSet& set) { return set.to_string(); }

  /// Own stones that hang together with the stone.
  CellSet group_of(const CellSet& own) const {
    CellSet group;
    std::vector<int> queue{stone_};
    group.set(static_cast<std::size_t>(stone_));
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const int next : around(board_, queue[i])) {
        const auto at = static_cast<std::size_t>(next);
        if (!own[at] || group[at]) continue;
        group.set(at);
        queue.push_back(next);
      }
    }
    return group;
  }

  /// Whether the opponent's stones leave a way.
  bool can_reach(const CellSet& own, const CellSet& free) const { return (group_of(own | free) & target_).any(); }

  /// Every intrusion must have an answer. Only those matter that touch every connection that is there when nobody
  /// intrudes.
  std::optional<CellSet> look_safe(const CellSet& own, const CellSet& free) {
    if (!can_reach(own, free)) return std::nullopt;
    std::optional<CellSet> carrier = connect(own, free);
    if (!carrier) return std::nullopt;
    CellSet must_play = *carrier;
    CellSet all = *carrier;
    for (const int intruder : cells_) {
      const auto at = static_cast<std::size_t>(intruder);
      if (!must_play[at]) continue;
      CellSet left = free;
      left.reset(at);
      carrier = connect(own, left);
      if (!carrier) return std::nullopt;
      must_play &= *carrier;
      all |= *carrier;
      all.set(at);
    }
    return all;
  }

  /// The same if the own side begins.
  std::optional<CellSet> connect(const CellSet& own, const CellSet& free) {
    const auto key = std::pair(text(own & region_), text(free));
    const auto known = connected_.find(key);
    if (known != connected_.end()) return known->second;
    std::optional<CellSet> found;
    if (can_reach(own, free)) {
      const CellSet group = group_of(own);
      for (const int reply : cells_) {
        const auto at = static_cast<std::size_t>(reply);
        if (!free[at] || !is_useful(group, reply)) continue;
        CellSet more = own;
        more.set(at);
        CellSet left = free;
        left.reset(at);
        found = is_safe(more, left);
        if (!found) continue;
        found->set(at);
        break;
      }
    }
    connected_.emplace(key, found);
    return found;
  }

  /// A stone that touches the group or makes a bridge with it.
  bool is_useful(const CellSet& group, int reply) const {
    for (const int next : around(board_, reply)) {
      if (group[static_cast<std::size_t>(next)]) return true;
      for (const int second : around(board_, next)) {
        if (group[static_cast<std::size_t>(second)]) return true;
      }
    }
    return false;
  }

  const Topology& board_;
  int stone_;
  std::vector<int> cells_;
  CellSet region_, target_;
  std::map<std::pair<std::string, std::string>, std::optional<CellSet>> safe_, connected_;
};

/// What is left of the cells when all are given up, in this order, that the connection can do without.
std::optional<CellSet> least_carrier(EdgeSearch& search, const std::vector<int>& order) {
  std::optional<CellSet> carrier = search.is_safe(search.stone(), search.region());
  if (!carrier) return std::nullopt;
  for (const int cell : order) {
    const auto at = static_cast<std::size_t>(cell);
    if (!(*carrier)[at]) continue;
    CellSet less = *carrier;
    less.reset(at);
    if (const auto found = search.is_safe(search.stone(), less)) carrier = *found & less;
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
    for (const int intruder : search.cells()) {
      if (!carrier[static_cast<std::size_t>(intruder)]) continue;
      for (const int reply : search.cells()) {
        if (reply == intruder || !carrier[static_cast<std::size_t>(reply)]) continue;
        CellSet own = search.stone();
        own.set(static_cast<std::size_t>(reply));
        CellSet left = carrier;
        left.reset(static_cast<std::size_t>(intruder));
        left.reset(static_cast<std::size_t>(reply));
        if (!search.is_safe(own, left)) continue;
        Pattern pattern{intruder, reply, {stone}, {}};
        for (const int cell : search.cells()) {
          if (left[static_cast<std::size_t>(cell)]) pattern.clear.push_back(cell);
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
      std::vector<int> near = search.cells();
      std::vector<int> by_index = near;
      std::sort(by_index.begin(), by_index.end());
      for (std::vector<int> order : {near, by_index}) {
        for (int pass = 0; pass < 2; ++pass) {
          std::reverse(order.begin(), order.end());
          const auto carrier = least_carrier(search, order);
          if (!carrier) continue;
          for (std::size_t i = 0; i < board.symmetries.size(); ++i) {
            const auto& symmetry = board.symmetries[i];
            // Edge e runs from corner e to e + 1; turned it begins t later, and mirrored it ends where it began.
            const int turn = static_cast<int>(i) % board.sides;
            const bool is_mirrored = static_cast<int>(i) >= board.sides;
            const int edge_image = (is_mirrored ? turn - edge - 1 + 2 * board.sides : edge + turn) % board.sides;
            const EdgeTemplate image{symmetry[static_cast<std::size_t>(stone)], edge_image,
                                     image_of(*carrier, symmetry)};
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

}  // namespace banyan::poly_y
