// SPDX-License-Identifier: MIT
// Short vectors in GNU notation: one source for every processor, compiled to whatever registers it has, with the
// same result to the last bit on each. Loads and stores need no alignment.
#pragma once

#include <immintrin.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace banyan {

using Bytes8 [[gnu::vector_size(8)]] = std::uint8_t;
using Bytes32 [[gnu::vector_size(32)]] = std::uint8_t;
using Shorts8 [[gnu::vector_size(16)]] = std::uint16_t;
using Floats4 [[gnu::vector_size(16)]] = float;
using Floats8 [[gnu::vector_size(32)]] = float;
using Ints4 [[gnu::vector_size(16)]] = std::int32_t;
using Ints8 [[gnu::vector_size(32)]] = std::int32_t;
using Ints16 [[gnu::vector_size(64)]] = std::int32_t;

template <class V, class T>
[[gnu::always_inline]] inline V load(const T* from) {
  V v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

template <class V, class T>
[[gnu::always_inline]] inline void store(T* to, V v) {
  std::memcpy(to, &v, sizeof v);
}

/// mask ? a : b by lane; a lane of the mask is all ones or all zeros.
template <class V>
[[gnu::always_inline]] inline V select(Ints8 mask, V a, V b) {
  return mask ? a : b;
}

/// The same for one lane, so that a formula can be written for one and for eight.
template <class T>
[[gnu::always_inline]] inline T select(bool mask, T a, T b) {
  return mask ? a : b;
}
[[gnu::always_inline]] inline float to_floats(std::int32_t x) { return static_cast<float>(x); }
[[gnu::always_inline]] inline Floats8 to_floats(Ints8 x) { return __builtin_convertvector(x, Floats8); }

/// The same value, of which the compiler forgets what it knows, such as that it once was a byte and could be widened
/// again at each use.
template <class T>
[[gnu::always_inline]] inline T opaque(T value) {
  asm("" : "+r"(value));
  return value;
}

/// Eight bytes as integers.
[[gnu::always_inline]] inline Ints8 load_bytes(const std::uint8_t* from) {
#ifdef __AVX2__
  // g++ 12 would take the bytes apart one by one.
  return reinterpret_cast<Ints8>(_mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from))));
#else
  return __builtin_convertvector(load<Bytes8>(from), Ints8);
#endif
}

/// Eight numbers of 16 bits as integers.
[[gnu::always_inline]] inline Ints8 load_shorts(const std::uint16_t* from) {
#ifdef __AVX2__
  return reinterpret_cast<Ints8>(_mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))));
#else
  return __builtin_convertvector(load<Shorts8>(from), Ints8);
#endif
}

/// Which of eight bytes are zero, the first one in the lowest bit.
[[gnu::always_inline]] inline unsigned zero_bytes(const std::uint8_t* from) {
  const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, __m128i{}))) & 0xff;
}

[[gnu::always_inline]] inline float square_root(float x) { return std::sqrt(x); }
/// Correctly rounded, as that of one number is.
[[gnu::always_inline]] inline Floats8 square_root(Floats8 x) {
#ifdef __AVX__
  return _mm256_sqrt_ps(x);
#else
  const Floats4 low = _mm_sqrt_ps(__builtin_shufflevector(x, x, 0, 1, 2, 3));
  const Floats4 high = _mm_sqrt_ps(__builtin_shufflevector(x, x, 4, 5, 6, 7));
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}

/// How many lanes are at most `limit`.
[[gnu::always_inline]] inline unsigned count_up_to(Ints16 x, std::int32_t limit) {
#ifdef __AVX512F__
  const __mmask16 mask = _mm512_cmple_epi32_mask(reinterpret_cast<__m512i>(x), _mm512_set1_epi32(limit));
  return static_cast<unsigned>(std::popcount(static_cast<unsigned>(mask)));
#else
  unsigned above = 0;
  for (unsigned i = 0; i < 16; i += 4) {
    Ints4 four;
    std::memcpy(&four, reinterpret_cast<const char*>(&x) + i * sizeof limit, sizeof four);
    const int signs = _mm_movemask_ps(reinterpret_cast<__m128>(four > limit));
    above += static_cast<unsigned>(std::popcount(static_cast<unsigned>(signs)));
  }
  return 16 - above;
#endif
}

struct Scored {
  float score;
  std::uint32_t slot;
};

/// The highest of many scores, offered eight at a time, and its slot: of equal ones the first.
struct Highest {
  Floats8 score = Floats8{} - std::numeric_limits<float>::infinity();
  Ints8 slot{};

  [[gnu::always_inline]] void offer(Floats8 scores, unsigned first_slot) {
    const Ints8 is_better = scores > score;
    score = select(is_better, scores, score);
    slot = select(is_better, Ints8{0, 1, 2, 3, 4, 5, 6, 7} + static_cast<std::int32_t>(first_slot), slot);
  }

  Scored winner() const {
    Scored best{score[0], static_cast<std::uint32_t>(slot[0])};
    for (unsigned lane = 1; lane < 8; ++lane) {
      const auto s = static_cast<std::uint32_t>(slot[lane]);
      if (score[lane] > best.score || (score[lane] == best.score && s < best.slot)) best = {score[lane], s};
    }
    return best;
  }
};

/// e^x for x in [-80, 80], lower ones taken as -80, to within two units in the last place of a float: 2^n times a
/// polynomial on [-ln 2 / 2, ln 2 / 2].
[[gnu::always_inline]] inline Floats8 exp(Floats8 x) {
  x = select(x < -80.0f, Floats8{} - 80.0f, x);
  constexpr float shift = 0x1.8p23f;  // adding it rounds to an integer, which is then in the low bits
  const Floats8 rounded = x * 0x1.715476p0f + shift;
  const Floats8 n = rounded - shift;
  const Floats8 r = (x - n * 0x1.62e400p-1f) - n * 0x1.7f7d1cp-20f;
  const Floats8 p =
      1.0f +
      r * (1.0f + r * (0.5f + r * (0x1.55555p-3f + r * (0x1.5555ap-5f + r * (0x1.1137p-7f + r * 0x1.6d8p-10f)))));
  const Ints8 exponent = (reinterpret_cast<Ints8>(rounded) << 23) + (127 << 23);
  return p * reinterpret_cast<Floats8>(exponent);
}

}  // namespace banyan
