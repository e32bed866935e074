// SPDX-License-Identifier: MIT
// What a SameGame position consists of, as plain data: the board as bit-planes and the list of its groups, both kept up
// to date by a kernel. A column is one lane of a plane, 16 bits wide on boards up to 16x16 and 32 above; bit 0 is its
// bottom cell. There is one kernel for every processor, one for AVX2 and one for AVX-512; all do the same to the last
// bit, order of the groups included, and the best that the processor can run is chosen when the program starts.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace banyan::samegame {

/// Capacity 16 or 20: the longest side.
template <int Capacity>
struct Shape {
  static constexpr int lane_bits = Capacity <= 16 ? 16 : 32;
  static constexpr int columns = Capacity;
  static constexpr int words = lane_bits * columns / 64;
  static constexpr int max_groups = Capacity * Capacity / 2;
};

/// A set of cells.
template <int Capacity>
struct alignas(32) Cells {
  std::array<std::uint64_t, static_cast<std::size_t>(Shape<Capacity>::words)> words;

  static constexpr int position(int column, int height) { return column * Shape<Capacity>::lane_bits + height; }
  bool has(int position) const { return (words[static_cast<unsigned>(position) / 64] >> (position % 64) & 1) != 0; }
  void add(int position) { words[static_cast<unsigned>(position) / 64] |= std::uint64_t{1} << (position % 64); }
  bool operator==(const Cells&) const = default;
};

enum class Codes : std::uint8_t { cells, surroundings };
constexpr auto names(Codes) { return std::array<std::string_view, 2>{"cells", "surroundings"}; }

/// Groups that a playout may choose stand in pockets [0, playable); groups it keeps for later stand at the end of the
/// arrays, the first of them last. The rules allow both.
template <int Capacity>
struct Position {
  static constexpr int max_groups = Shape<Capacity>::max_groups;
  static constexpr std::uint8_t no_colour = 255;

  std::array<Cells<Capacity>, 3> planes{};  // the colour of a cell, one bit each
  Cells<Capacity> occupied{};
  int playable = 0, avoided = 0;
  int changes = 0;                // entries of `changed`
  int moves = 0;                  // made so far
  int points = 0;                 // (n-2)^2 of every group removed
  int tabu_left = 0;              // cells of the tabu colour
  std::uint8_t tabu = no_colour;  // the colour that playouts keep for last
  Codes coding = Codes::cells;
  bool relaxed = false;  // there was nothing but what playouts avoid
  std::array<std::uint16_t, 2 * static_cast<std::size_t>(max_groups)>
      changed{};  // pockets with another group than before
  std::array<std::uint64_t, static_cast<std::size_t>(max_groups)> codes{};
  std::array<std::uint16_t, static_cast<std::size_t>(max_groups)> sizes{};
  std::array<std::uint8_t, static_cast<std::size_t>(max_groups)> colours{};
  std::array<Cells<Capacity>, static_cast<std::size_t>(max_groups)> groups{};
};

template <int Capacity>
struct Kernel {
  std::string_view name;
  /// Finds every group of a board whose planes have been filled in.
  void (*begin)(Position<Capacity>&);
  /// Removes the group in a pocket, lets the rest fall and close up, and updates the groups.
  void (*remove)(Position<Capacity>&, int pocket);
};

/// Every kernel that this processor can run, the fastest first; the last is the portable one.
template <int Capacity>
std::vector<const Kernel<Capacity>*> kernels();

template <int Capacity>
const Kernel<Capacity>& fastest_kernel();

}  // namespace banyan::samegame
