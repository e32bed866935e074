// SPDX-License-Identifier: MIT
#include "core/random.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace banyan {
namespace {

// The generators once more, as their authors publish them (prng.di.unimi.it): written apart from ours, and held to
// outputs that other libraries print for the same state.

struct SplitMix64 {
  std::uint64_t x;
  std::uint64_t next() {
    std::uint64_t z = (x += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
};

struct Xoshiro256PlusPlus {
  std::array<std::uint64_t, 4> s;
  static std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t next() {
    const std::uint64_t result = rotl(s[0] + s[3], 23) + s[0];
    const std::uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
  }
};

TEST(Rng, TheGeneratorsItIsHeldToGiveTheirPublishedOutputs) {
  SplitMix64 seeder{1234567};
  for (const std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                       4593380528125082431u, 16408922859458223821u}) {
    EXPECT_EQ(seeder.next(), expected);
  }
  Xoshiro256PlusPlus generator{{1, 2, 3, 4}};
  for (const std::uint64_t expected :
       {std::uint64_t{41943041}, std::uint64_t{58720359}, 3588806011781223u, 3591011842654386u, 9228616714210784205u,
        9973669472204895162u, 14011001112246962877u, 12406186145184390807u, 15849039046786891736u,
        10450023813501588000u}) {
    EXPECT_EQ(generator.next(), expected);
  }
}

TEST(Rng, IsXoshiroSeededBySplitMix) {
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1234567}, ~std::uint64_t{0}}) {
    SplitMix64 seeder{seed};
    Xoshiro256PlusPlus expected{};
    for (auto& word : expected.s) word = seeder.next();
    Rng rng(seed);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(rng.next(), expected.next()) << "seed " << seed << ", draw " << i;
  }
}

TEST(Rng, GivesTheSameNumbersForTheSameSeed) {
  Rng one(5), two(5), other(6);
  EXPECT_EQ(one, two);
  EXPECT_NE(one, other);
  EXPECT_EQ(one.next(), two.next());
  EXPECT_NE(one.next(), other.next());
}

TEST(Rng, DrawsBelowItsBound) {
  Rng rng(3);
  for (const std::uint32_t bound : {1u, 2u, 3u, 7u, 64u, 397u, 1u << 31, 0xffffffffu}) {
    for (int i = 0; i < 10'000; ++i) ASSERT_LT(rng.below(bound), bound);
  }
  for (int i = 0; i < 100; ++i) ASSERT_EQ(rng.below(1), 0u);
}

TEST(Rng, BoundedDrawsAreUniform) {
  Rng rng(4);
  constexpr int draws = 200'000;
  for (const std::uint32_t bound : {2u, 3u, 6u, 19u, 37u, 91u, 397u}) {
    std::vector<int> counts(bound);
    for (int i = 0; i < draws; ++i) ++counts[rng.below(bound)];
    const double expected = static_cast<double>(draws) / bound;
    double chi_square = 0;
    for (const int count : counts) chi_square += (count - expected) * (count - expected) / expected;
    const double freedom = bound - 1;
    EXPECT_LT(chi_square, freedom + 4 * std::sqrt(2 * freedom)) << "bound " << bound;
  }
}

TEST(Rng, UnitNumbersFillTheUnitInterval) {
  Rng rng(5);
  double sum = 0, low = 1, high = 0;
  constexpr int draws = 100'000;
  for (int i = 0; i < draws; ++i) {
    const double x = rng.unit();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
    ASSERT_EQ(x * 0x1p53, std::floor(x * 0x1p53));
    sum += x;
    low = std::min(low, x);
    high = std::max(high, x);
  }
  EXPECT_NEAR(sum / draws, 0.5, 0.004);  // more than four standard errors
  EXPECT_LT(low, 0.001);
  EXPECT_GT(high, 0.999);
}

TEST(DeriveSeed, GivesEveryStreamOfEverySeedItsOwn) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    for (std::uint64_t stream = 0; stream < 300; ++stream) seeds.insert(derive_seed(seed, stream));
  }
  EXPECT_EQ(seeds.size(), 90'000u);
}

TEST(DeriveSeed, StreamsShareNoNumbers) {
  std::set<std::uint64_t> numbers;
  for (std::uint64_t stream = 0; stream < 100; ++stream) {
    Rng rng(derive_seed(1, stream));
    for (int i = 0; i < 100; ++i) numbers.insert(rng.next());
  }
  EXPECT_EQ(numbers.size(), 10'000u);
}

TEST(DeriveSeed, StaysWhatItWas) {  // every recorded result depends on it
  EXPECT_EQ(derive_seed(0, 0), 0xd300120a5ea35cac);
  EXPECT_EQ(derive_seed(1, 2), 0x129bd1c756f7fae2);
}

TEST(NextWord, SpreadsEveryBit) {
  // Each of the 64 bits is set in about half of the words, and neighbouring states give unrelated words.
  constexpr int words = 20'000;
  std::uint64_t state = 1;
  std::array<int, 64> ones{};
  int changed = 0;
  std::uint64_t before = next_word(state);
  for (int i = 0; i < words; ++i) {
    const std::uint64_t word = next_word(state);
    for (unsigned bit = 0; bit < 64; ++bit) ones[bit] += static_cast<int>(word >> bit & 1);
    changed += std::popcount(word ^ before);
    before = word;
  }
  for (const int count : ones) EXPECT_NEAR(count, words / 2.0, 400);
  EXPECT_NEAR(changed / static_cast<double>(words), 32.0, 0.2);
}

}  // namespace
}  // namespace banyan
