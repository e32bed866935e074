// SPDX-License-Identifier: MIT
// The one source of chance: xoshiro256++ [Blackman & Vigna 2019], seeded by splitmix64, with a bounded draw of
// our own, so that a seed gives the same game with every compiler and library.
#pragma once

#include <array>
#include <cstdint>

namespace banyan {

inline constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15ULL;

/// One step of splitmix64: also our mixer for hash keys and derived seeds.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += golden_ratio;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// The seed of stream number `stream` below `seed`: a policy, a game of a match, a thread.
constexpr std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t stream) {
  return mix64(mix64(seed) ^ mix64(stream * 0xd1342543de82ef95ULL + 1));
}

/// wyrand [Wang Yi 2019]: a word for one multiplication and one word of state, for the innermost loops.
constexpr std::uint64_t next_word(std::uint64_t& state) {
  __extension__ using Wide = unsigned __int128;
  state += 0xa0761d6478bd642fULL;
  const Wide product = Wide{state} * (state ^ 0xe7037ed1a0b428dbULL);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) {
    for (std::uint64_t i = 0; i < 4; ++i) state_[i] = mix64(seed + i * golden_ratio);
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// A number in [0, n), n below 2^32. Multiply and shift: a value is off its share by less than n / 2^32,
  /// far below what any number of playouts can see, and there is no loop to mispredict.
  constexpr std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32); }

  /// A number in [0, 1), a multiple of 2^-53.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  bool operator==(const Rng&) const = default;

 private:
  static constexpr std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

  std::array<std::uint64_t, 4> state_{};
};

}  // namespace banyan
