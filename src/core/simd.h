// SPDX-License-Identifier: MIT
// Short vectors in GNU notation: one source for every processor, compiled to whatever registers it has, with the
// same result to the last bit on each. Loads and stores need no alignment.
#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>

namespace banyan {

using Bytes8 [[gnu::vector_size(8)]] = std::uint8_t;
using Bytes32 [[gnu::vector_size(32)]] = std::uint8_t;
using Floats4 [[gnu::vector_size(16)]] = float;
using Floats8 [[gnu::vector_size(32)]] = float;
using Ints8 [[gnu::vector_size(32)]] = std::int32_t;

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

/// Correctly rounded, as a scalar square root is.
[[gnu::always_inline]] inline Floats8 square_root(Floats8 x) {
#ifdef __AVX__
  return _mm256_sqrt_ps(x);
#else
  const Floats4 low = _mm_sqrt_ps(__builtin_shufflevector(x, x, 0, 1, 2, 3));
  const Floats4 high = _mm_sqrt_ps(__builtin_shufflevector(x, x, 4, 5, 6, 7));
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}

}  // namespace banyan
