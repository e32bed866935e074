// SPDX-License-Identifier: MIT
// The kernel for boards up to 16x16 on processors with AVX2 and BMI2. This file alone is compiled for them, whatever
// the rest is compiled for.
#include "games/samegame/vec256.h"

namespace banyan::samegame {
namespace {

struct Avx2 {
  /// Every column moved down by its number of places, of which there are none to move where it is 0. No instruction
  /// shifts 16-bit lanes by different counts, but a multiplication does.
  static __m256i lowered(__m256i columns, __m256i places) {
    return _mm256_mulhi_epu16(columns, two_to_16_less(places));
  }
  /// As bits.
  static unsigned empty_columns(__m256i columns) {
    const __m256i are_empty = _mm256_cmpeq_epi16(columns, _mm256_setzero_si256());
    return _pext_u32(static_cast<unsigned>(_mm256_movemask_epi8(are_empty)), 0x55555555u);
  }

 private:
  /// 2^(16-n) in columns with 1 <= n <= 16, and 0 in those with n = 0.
  static __m256i two_to_16_less(__m256i n) {
    const __m256i index = _mm256_sub_epi16(n, _mm256_set1_epi16(1));  // 0 becomes 0xffff, which selects 0
    const __m256i high_bytes = _mm256_setr_epi8(-128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0,  //
                                                -128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i low_bytes = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, -128, 64, 32, 16, 8, 4, 2, 1,  //
                                               0, 0, 0, 0, 0, 0, 0, 0, -128, 64, 32, 16, 8, 4, 2, 1);
    const __m256i high = _mm256_slli_epi16(_mm256_shuffle_epi8(high_bytes, index), 8);
    const __m256i low = _mm256_and_si256(_mm256_shuffle_epi8(low_bytes, index), _mm256_set1_epi16(255));
    return _mm256_or_si256(high, low);
  }
};

}  // namespace

extern const Kernel<16> avx2_kernel;
constinit const Kernel<16> avx2_kernel{
    .name = "AVX2", .begin = KernelOf<16, Vec256<Avx2>>::begin, .remove = KernelOf<16, Vec256<Avx2>>::remove};

}  // namespace banyan::samegame
