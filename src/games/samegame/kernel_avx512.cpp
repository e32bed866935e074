// SPDX-License-Identifier: MIT
// The kernel for boards up to 16x16 on processors with AVX-512 (F, BW and VL) and BMI2. This file alone is compiled for
// them. Registers stay those of AVX2, which hold a whole board; what is new are shifts by lane, comparisons into masks,
// and, by the compiler, three operands in one logical instruction.
#include "games/samegame/vec256.h"

namespace banyan::samegame {
namespace {

struct Avx512 {
  /// Every column moved down by its number of places.
  static __m256i lowered(__m256i columns, __m256i places) { return _mm256_srlv_epi16(columns, places); }
  /// As bits.
  static unsigned empty_columns(__m256i columns) {
    return _cvtmask16_u32(_mm256_cmpeq_epi16_mask(columns, _mm256_setzero_si256()));
  }
};

}  // namespace

extern const Kernel<16> avx512_kernel;
constinit const Kernel<16> avx512_kernel{
    .name = "AVX-512", .begin = KernelOf<16, Vec256<Avx512>>::begin, .remove = KernelOf<16, Vec256<Avx512>>::remove};

}  // namespace banyan::samegame
