// SPDX-License-Identifier: MIT
// The work of a move, written once for any kind of vector. `Vec` is a set of cells in registers; the files that include
// this header bring their own, and are compiled for different processors. Everything here is therefore inlined or a
// template on Vec: no function may be shared between them.
//
// A move changes little: the cells above the removed ones, and what they come to lie beside. Only groups that touch
// this are found again, the others stay in their pockets.
#pragma once

#include "games/samegame/position.h"

namespace banyan::samegame {

template <int Capacity, class Vec>
class KernelOf {
 public:
  static void begin(Position<Capacity>& p) {
    p.playable = p.avoided = p.changes = 0;
    p.relaxed = false;
    const Links links(p);
    find_groups(p, links, links.linked(), nullptr, 0);
    settle(p);
    if (p.coding == Codes::surroundings) recode_all(p);
  }

  static void remove(Position<Capacity>& p, int pocket) {
    const auto s = static_cast<unsigned>(pocket);
    const int size = p.sizes[s];
    p.points += (size - 2) * (size - 2);
    const bool takes_tabu = p.colours[s] == p.tabu;
    if (takes_tabu) p.tabu_left -= size;
    ++p.moves;
    p.changes = 0;

    // Step 1. Gravity. Whatever stood at or above the lowest removed cell of its column is touched.
    const Vec removed = Vec::load(p.groups[s]);
    Vec touched = removed.from_lowest_up() & Vec::load(p.occupied);
    const unsigned emptied = Vec::fall(p, removed);
    if (emptied != 0) {
      // The group's own cells may go with a column; a cell that counts as touched makes sure that it is dropped below.
      touched = close_columns(p, touched, emptied) | Vec::cell(0);
      touched.store(p.groups[s]);
    }

    // Step 2. Groups that contain touched cells, or cells that a touched cell now joins, are no more.
    const Links links(p);
    const Vec affected = links.grown(touched);
    Vec again = affected;
    std::uint16_t holes[static_cast<std::size_t>(Position<Capacity>::max_groups)];
    const int hole_count = drop(p, affected, again, holes);

    // Step 3. Find them again, and whatever is new.
    find_groups(p, links, again & links.linked(), holes, hole_count);
    // What playouts avoid changes when the colour gets less, after ten moves, and when there is nothing else.
    if (takes_tabu || p.moves == 11 || p.relaxed || p.playable == 0) settle(p);
    if (p.coding == Codes::surroundings) recode_all(p);
  }

 private:
  static constexpr int end = Position<Capacity>::max_groups - 1;

  /// Which cells have the colour of the cell above them, below them, to their right and to their left.
  struct Links {
    Vec above, below, right, left;

    explicit Links(const Position<Capacity>& p) {
      const Vec a = Vec::load(p.planes[0]), b = Vec::load(p.planes[1]), c = Vec::load(p.planes[2]);
      const Vec o = Vec::load(p.occupied);
      above = (o & o.lowered()).without((a ^ a.lowered()) | (b ^ b.lowered()) | (c ^ c.lowered()));
      right = (o & o.left()).without((a ^ a.left()) | (b ^ b.left()) | (c ^ c.left()));
      below = above.raised();
      left = right.right();
    }

    /// The cells and those that are linked to them.
    [[gnu::always_inline]] Vec grown(Vec cells) const {
      // No cell of the first column has a link to the left, none of the last one to the right: turning is as good as
      // shifting.
      const auto turned = cells.turned();
      return (cells | (cells.raised() & below) | (cells.lowered() & above)) |
             ((turned.right & left) | (turned.left & right));
    }
    /// Cells that have a neighbour of their colour.
    Vec linked() const { return (above | below) | (right | left); }
  };

  /// Takes empty columns out, the rightmost first; returns what is touched now.
  static Vec close_columns(Position<Capacity>& p, Vec touched, unsigned emptied) {
    unsigned leftmost = 0;
    while (emptied != 0) {
      const auto column = 31u - static_cast<unsigned>(__builtin_clz(emptied));
      emptied ^= 1u << column;
      leftmost = column;
      const Vec stays = Vec::columns_below(column);
      const auto close = [&](Cells<Capacity>& cells) {
        const Vec v = Vec::load(cells);
        ((v & stays) | v.left().without(stays)).store(cells);
      };
      for (auto& plane : p.planes) close(plane);
      close(p.occupied);
      for (int i = 0; i < p.playable; ++i) close(p.groups[static_cast<unsigned>(i)]);
      for (int i = 0; i < p.avoided; ++i) close(p.groups[static_cast<unsigned>(end - i)]);
      // The columns on both sides of the gap have become neighbours.
      const Vec beside = Vec::columns_below(column + 1).without(Vec::columns_below(column == 0 ? 0 : column - 1));
      touched = (touched & stays) | touched.left().without(stays) | (beside & Vec::load(p.occupied));
    }
    // Groups that have moved have another code.
    const Vec stays = Vec::columns_below(leftmost);
    const auto recode = [&](int pocket) {
      const Vec cells = Vec::load(p.groups[static_cast<unsigned>(pocket)]);
      if (!cells.is_within(stays)) p.codes[static_cast<unsigned>(pocket)] = code(p, pocket);
      return !cells.is_within(stays);
    };
    for (int i = 0; i < p.playable; ++i) {
      if (recode(i)) p.changed[static_cast<unsigned>(p.changes++)] = static_cast<std::uint16_t>(i);
    }
    for (int i = 0; i < p.avoided; ++i) recode(end - i);
    return touched;
  }

  /// Takes out the groups that are affected and adds their cells to `again`. Pockets of playable groups are left as
  /// holes in ascending order; returns how many. Hits are rare and cannot be foreseen, so they are counted without a
  /// branch.
  static int drop(Position<Capacity>& p, Vec affected, Vec& again, std::uint16_t* holes) {
    int count = 0;
    for (int i = 0; i < p.playable; ++i) {
      holes[count] = static_cast<std::uint16_t>(i);
      count += static_cast<int>(Vec::load(p.groups[static_cast<unsigned>(i)]).meets(affected));
    }
    for (int h = 0; h < count; ++h) again = again | Vec::load(p.groups[holes[h]]);
    std::uint16_t hits[static_cast<std::size_t>(Position<Capacity>::max_groups)];
    int hit_count = 0;
    for (int i = 0; i < p.avoided; ++i) {
      hits[hit_count] = static_cast<std::uint16_t>(i);
      hit_count += static_cast<int>(Vec::load(p.groups[static_cast<unsigned>(end - i)]).meets(affected));
    }
    for (int h = hit_count - 1; h >= 0; --h) {
      const int pocket = end - hits[h];
      again = again | Vec::load(p.groups[static_cast<unsigned>(pocket)]);
      move_group(p, end - --p.avoided, pocket);
    }
    return count;
  }

  static void find_groups(Position<Capacity>& p, const Links& links, Vec seeds, const std::uint16_t* holes,
                          int hole_count) {
    int used = 0;
    const int already = p.changes;
    const auto add = [&](Vec group, unsigned position) {
      const auto w = position / 64, bit = position % 64;
      const auto colour =
          static_cast<std::uint8_t>((p.planes[0].words[w] >> bit & 1) | (p.planes[1].words[w] >> bit & 1) << 1 |
                                    (p.planes[2].words[w] >> bit & 1) << 2);
      const int size = group.count();
      int pocket;
      if (colour == p.tabu && is_avoided(p, size)) {
        pocket = end - p.avoided++;
      } else {
        pocket = used < hole_count ? holes[used] : p.playable++;
        ++used;
        p.changed[static_cast<unsigned>(p.changes++)] = static_cast<std::uint16_t>(pocket);
      }
      const auto s = static_cast<unsigned>(pocket);
      group.store(p.groups[s]);
      p.sizes[s] = static_cast<std::uint16_t>(size);
      p.colours[s] = colour;
      p.codes[s] = code(p, pocket);
    };
    // Two at a time, from both ends: a flood is a chain of steps that wait for each other, and two chains fit beside
    // each other.
    Cells<Capacity> left;
    seeds.store(left);
    constexpr unsigned words = static_cast<unsigned>(Shape<Capacity>::words);
    for (unsigned low = 0, high = words - 1; low < words;) {
      if (left.words[low] == 0) {
        ++low;
        continue;
      }
      while (left.words[high] == 0) --high;
      const unsigned first = low * 64 + static_cast<unsigned>(__builtin_ctzll(left.words[low]));
      const unsigned second = high * 64 + 63 - static_cast<unsigned>(__builtin_clzll(left.words[high]));
      Vec a = links.grown(Vec::cell(first)), b = links.grown(Vec::cell(second));
      a = links.grown(a), b = links.grown(b);
      a = links.grown(a), b = links.grown(b);
      for (;;) {
        const Vec more_a = links.grown(a), more_b = links.grown(b);
        const bool same = ((more_a ^ a) | (more_b ^ b)).is_empty();
        a = more_a, b = more_b;
        if (same) break;
      }
      seeds = seeds.without(a | b);
      seeds.store(left);
      add(a, first);
      if (!b.meets(a)) add(b, second);
    }
    // Close the holes that are left with groups from the end; those that were just found stand further down.
    for (int low = used, high = hole_count - 1; low <= high;) {
      if (const int last = --p.playable; holes[high] == last) {
        --high;
      } else {
        move_group(p, last, holes[low]);
        p.changed[static_cast<unsigned>(p.changes++)] = holes[low++];
      }
    }
    if (already > 0) forget_stale_changes(p, already);
  }

  /// Pockets that were recoded may have been given up or been listed again since.
  static void forget_stale_changes(Position<Capacity>& p, int already) {
    int kept = 0;
    for (int i = 0; i < p.changes; ++i) {
      const std::uint16_t pocket = p.changed[static_cast<unsigned>(i)];
      bool stale = pocket >= p.playable;
      for (int j = already; i < already && j < p.changes; ++j) stale |= p.changed[static_cast<unsigned>(j)] == pocket;
      if (!stale) p.changed[static_cast<unsigned>(kept++)] = pocket;
    }
    p.changes = kept;
  }

  /// Whether playouts keep a group of the tabu colour for later: not when it is all that is left of the colour, and no
  /// pairs once more than ten moves have been made.
  static bool is_avoided(const Position<Capacity>& p, int size) {
    return size != p.tabu_left && (size > 2 || p.moves <= 10);
  }

  /// Lets playouts have the groups they need no longer avoid, or all when there is nothing else.
  static void settle(Position<Capacity>& p) {
    if (p.relaxed) {
      p.relaxed = false;
      for (int i = p.playable - 1; i >= 0; --i) {
        const auto pocket = static_cast<unsigned>(i);
        if (p.colours[pocket] != p.tabu || !is_avoided(p, p.sizes[pocket])) continue;
        move_group(p, i, end - p.avoided++);
        move_group(p, --p.playable, i);
      }
      list_all(p);
    }
    for (int i = p.avoided - 1; i >= 0; --i) {
      if (!is_avoided(p, p.sizes[static_cast<unsigned>(end - i)])) admit(p, i);
    }
    if (p.playable == 0) {
      p.relaxed = p.avoided > 0;
      while (p.avoided > 0) admit(p, p.avoided - 1);
    }
  }

  /// The colours around a group may have changed though the group has not.
  static void recode_all(Position<Capacity>& p) {
    for (int i = 0; i < p.playable; ++i) p.codes[static_cast<unsigned>(i)] = code(p, i);
    for (int i = 0; i < p.avoided; ++i) p.codes[static_cast<unsigned>(end - i)] = code(p, end - i);
    list_all(p);
  }

  static void list_all(Position<Capacity>& p) {
    for (p.changes = 0; p.changes < p.playable; ++p.changes) {
      p.changed[static_cast<unsigned>(p.changes)] = static_cast<std::uint16_t>(p.changes);
    }
  }

  /// Makes avoided group number i playable.
  static void admit(Position<Capacity>& p, int i) {
    // The arrays hold as many groups as there can be, so that one moves through a place of its own.
    const auto from = static_cast<unsigned>(end - i);
    const Cells<Capacity> cells = p.groups[from];
    const auto size = p.sizes[from];
    const auto colour = p.colours[from];
    const auto its_code = p.codes[from];
    move_group(p, end - --p.avoided, end - i);
    const auto to = static_cast<unsigned>(p.playable++);
    p.groups[to] = cells;
    p.sizes[to] = size;
    p.colours[to] = colour;
    p.codes[to] = its_code;
    p.changed[static_cast<unsigned>(p.changes++)] = static_cast<std::uint16_t>(to);
  }

  static void move_group(Position<Capacity>& p, int from, int to) {
    const auto f = static_cast<unsigned>(from), t = static_cast<unsigned>(to);
    p.groups[t] = p.groups[f];
    p.sizes[t] = p.sizes[f];
    p.colours[t] = p.colours[f];
    p.codes[t] = p.codes[f];
  }

  /// 64 bits that name a group: its cells and its colour, as the paper has it, and where asked for the colours around.
  static std::uint64_t code(const Position<Capacity>& p, int pocket) {
    const auto s = static_cast<unsigned>(pocket);
    std::uint64_t hash = fold(p.groups[s]) ^ p.colours[s];
    if (p.coding == Codes::surroundings) {
      const Vec cells = Vec::load(p.groups[s]);
      const Vec around = (cells.raised() | cells.lowered() | cells.left() | cells.right()).without(cells);
      for (const auto& plane : p.planes) hash = mixed(hash, masked(around, plane));
      hash = mixed(hash, masked(around, p.occupied));
    }
    return mixed(hash, 0x2d358dccaa6c78a5ULL);
  }

  static std::uint64_t masked(Vec around, const Cells<Capacity>& plane) {
    Cells<Capacity> part;
    (around & Vec::load(plane)).store(part);
    return fold(part) ^ 0x8bb84b93962eacc9ULL;
  }

  /// The two halves of a product, as in wyhash [Wang Yi 2019].
  static std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  static std::uint64_t fold(const Cells<Capacity>& cells) {
    constexpr std::uint64_t keys[] = {0xa0761d6478bd642fULL, 0xe7037ed1a0b428dbULL, 0x8ebc6af09c88c6e3ULL,
                                      0x589965cc75374cc3ULL, 0x1d8e4e27c47d124fULL};
    std::uint64_t hash = 0;
    for (unsigned w = 0; w < cells.words.size(); w += 2) {
      hash = (hash << 7 | hash >> 57) ^ mixed(cells.words[w] ^ keys[w / 2], cells.words[w + 1] ^ keys[(w / 2 + 1) % 5]);
    }
    return hash;
  }
};

}  // namespace banyan::samegame
