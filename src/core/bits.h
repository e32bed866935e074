// SPDX-License-Identifier: MIT
// Bits of a word gathered and compared: one instruction where the processor has it, the same result where not.
#pragma once

#include <immintrin.h>

#include <bit>
#include <cstdint>

namespace banyan {

/// The bits of `word` that `mask` marks, moved together at the low end in their order.
[[gnu::always_inline]] inline std::uint64_t extract_bits(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
  return _pext_u64(word, mask);
#else
  std::uint64_t bits = 0;
  for (unsigned i = 0; mask != 0; ++i, mask &= mask - 1) bits |= (word >> std::countr_zero(mask) & 1) << i;
  return bits;
#endif
}

/// The n-th of the bits that are set, from 0, by itself; there are more than n of them.
[[gnu::always_inline]] inline std::uint64_t nth_bit(std::uint64_t word, unsigned n) {
#ifdef __BMI2__
  return _pdep_u64(std::uint64_t{1} << n, word);  // NOLINT(clang-analyzer-core.UndefinedBinaryOperatorResult): n < 64
#else
  for (; n != 0; --n) word &= word - 1;
  return word & -word;
#endif
}

/// The eight lowest bits, each in the lowest bit of a byte.
[[gnu::always_inline]] inline std::uint64_t spread_bits(std::uint64_t word) {
#ifdef __BMI2__
  return _pdep_u64(word, 0x0101010101010101);
#else
  // A copy in every byte, of which each keeps its own bit; the highest bit of a byte then tells whether it is set.
  const std::uint64_t bits = (word & 0xff) * 0x0101010101010101 & 0x8040201008040201;
  return (((bits & 0x7f7f7f7f7f7f7f7f) + 0x7f7f7f7f7f7f7f7f) | bits) >> 7 & 0x0101010101010101;
#endif
}

/// Of sixteen words, which ones equal `value` where `mask` has bits: bit i says so of the i-th.
[[gnu::always_inline]] inline unsigned equal_lanes(const std::uint32_t* masks, const std::uint32_t* values,
                                                   std::uint32_t word) {
#ifdef __AVX512F__
  const __m512i masked = _mm512_and_si512(_mm512_loadu_si512(masks), _mm512_set1_epi32(static_cast<int>(word)));
  return _mm512_cmpeq_epi32_mask(masked, _mm512_loadu_si512(values));
#elif defined(__AVX2__)
  const __m256i all = _mm256_set1_epi32(static_cast<int>(word));
  unsigned equal = 0;
  for (unsigned i = 0; i < 16; i += 8) {
    const __m256i masked = _mm256_and_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(masks + i)), all);
    const __m256i same = _mm256_cmpeq_epi32(masked, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values + i)));
    equal |= static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(same))) << i;
  }
  return equal;
#else
  unsigned equal = 0;
  for (unsigned i = 0; i < 16; ++i) equal |= ((word & masks[i]) == values[i] ? 1u : 0u) << i;
  return equal;
#endif
}

}  // namespace banyan
