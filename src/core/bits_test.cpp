// SPDX-License-Identifier: MIT
#include "core/bits.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "core/random.h"

namespace banyan {
namespace {

TEST(Bits, AreGatheredInTheirOrder) {
  EXPECT_EQ(extract_bits(0b1011'0110, 0b1111'0000), 0b1011u);
  EXPECT_EQ(extract_bits(0b1011'0110, 0b0101'0101), 0b0110u);
  EXPECT_EQ(extract_bits(~std::uint64_t{0}, 0), 0u);
  EXPECT_EQ(extract_bits(~std::uint64_t{0}, ~std::uint64_t{0}), ~std::uint64_t{0});
}

TEST(Bits, TheNthStandsAlone) {
  EXPECT_EQ(nth_bit(0b1011'0100, 0), 0b100u);
  EXPECT_EQ(nth_bit(0b1011'0100, 3), 0b1000'0000u);
  EXPECT_EQ(nth_bit(~std::uint64_t{0}, 63), std::uint64_t{1} << 63);
}

TEST(Bits, AreSpreadOverBytes) {
  for (std::uint64_t word = 0; word < 512; ++word) {
    const std::uint64_t spread = spread_bits(word);
    for (unsigned i = 0; i < 8; ++i) ASSERT_EQ(spread >> (8 * i) & 0xff, word >> i & 1);
  }
}

TEST(Bits, EqualLanesAreThoseWithTheirValuesUnderTheirMasks) {
  Rng rng(1);
  for (int round = 0; round < 1000; ++round) {
    std::array<std::uint32_t, 16> masks{}, values{};
    const auto word = static_cast<std::uint32_t>(rng.next());
    unsigned expected = 0;
    for (unsigned i = 0; i < 16; ++i) {
      masks[i] = static_cast<std::uint32_t>(rng.next());
      values[i] = word & masks[i];
      if (rng.below(2) == 0) {
        values[i] ^= std::uint32_t{1} << rng.below(32);
      } else {
        expected |= 1u << i;
      }
    }
    ASSERT_EQ(equal_lanes(masks.data(), values.data(), word), expected);
  }
}

}  // namespace
}  // namespace banyan
