// SPDX-License-Identifier: MIT
// A set of cells of a board up to 16x16 in one register, for processors with AVX2 and BMI2 at least. `Extra` is what
// they do in different ways: a type that each file with a kernel defines for itself, so that none of the functions here
// is shared between files that are compiled for different processors.
#pragma once

#include <immintrin.h>

#include "games/samegame/kernel.h"

namespace banyan::samegame {

template <class Extra>
class Vec256 {
 public:
  using Set = Cells<16>;

  Vec256() = default;
  Vec256(__m256i v) : v_(v) {}  // NOLINT(google-explicit-constructor): every operation ends here
  static Vec256 load(const Set& from) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(&from)); }
  void store(Set& to) const { _mm256_store_si256(reinterpret_cast<__m256i*>(&to), v_); }

  static Vec256 cell(unsigned position) {
    // A shift by 64 or more, or by less than nothing, leaves no bit.
    const __m256i counts =
        _mm256_sub_epi64(_mm256_set1_epi64x(static_cast<long long>(position)), _mm256_setr_epi64x(0, 64, 128, 192));
    return _mm256_sllv_epi64(_mm256_set1_epi64x(1), counts);
  }
  static Vec256 columns_below(unsigned column) {
    const __m256i numbers = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return _mm256_cmpgt_epi16(_mm256_set1_epi16(static_cast<short>(column)), numbers);
  }

  Vec256 operator&(Vec256 o) const { return _mm256_and_si256(v_, o.v_); }
  Vec256 operator|(Vec256 o) const { return _mm256_or_si256(v_, o.v_); }
  Vec256 operator^(Vec256 o) const { return _mm256_xor_si256(v_, o.v_); }
  Vec256 without(Vec256 o) const { return _mm256_andnot_si256(o.v_, v_); }

  Vec256 raised() const { return _mm256_slli_epi16(v_, 1); }
  Vec256 lowered() const { return _mm256_srli_epi16(v_, 1); }
  Vec256 right() const { return _mm256_alignr_epi8(v_, _mm256_permute2x128_si256(v_, v_, 0x08), 14); }
  Vec256 left() const { return _mm256_alignr_epi8(_mm256_permute2x128_si256(v_, v_, 0x81), v_, 2); }

  struct Turned;
  Turned turned() const;

  bool meets(Vec256 o) const { return _mm256_testz_si256(v_, o.v_) == 0; }
  bool is_empty() const { return _mm256_testz_si256(v_, v_) != 0; }
  bool is_within(Vec256 o) const { return _mm256_testc_si256(o.v_, v_) != 0; }
  int count() const {
    Set set;
    store(set);
    return __builtin_popcountll(set.words[0]) + __builtin_popcountll(set.words[1]) +
           __builtin_popcountll(set.words[2]) + __builtin_popcountll(set.words[3]);
  }

  Vec256 from_lowest_up() const {
    // x | -x is the lowest bit and everything above it; an empty column stays empty.
    return _mm256_or_si256(v_, _mm256_sub_epi16(_mm256_setzero_si256(), v_));
  }

  /// Mostly the removed cells of a column lie one upon the other. Then what is above them moves down by their number.
  /// Columns written one by one would have to reach memory before a register could be read from there.
  static unsigned fall(Position<16>& p, Vec256 removed) {
    const __m256i r = removed.v_;
    const __m256i lowest = _mm256_and_si256(r, _mm256_sub_epi16(_mm256_setzero_si256(), r));
    if (_mm256_testz_si256(_mm256_add_epi16(r, lowest), r) == 0) return fall_by_column(p, removed);
    const __m256i below = _mm256_sub_epi16(lowest, _mm256_set1_epi16(1));  // everything, where nothing is removed
    const __m256i above = _mm256_andnot_si256(_mm256_or_si256(r, below), _mm256_set1_epi16(-1));
    const __m256i counts = count_in_columns(r);
    const auto drop = [&](Set& set) {
      const __m256i cells = load(set).v_;
      const __m256i fallen = Extra::lowered(_mm256_and_si256(cells, above), counts);
      const __m256i now = _mm256_or_si256(_mm256_and_si256(cells, below), fallen);
      Vec256(now).store(set);
      return now;
    };
    for (auto& plane : p.planes) drop(plane);
    return Extra::empty_columns(drop(p.occupied)) & ~Extra::empty_columns(r);
  }

 private:
  /// How many cells there are in each column.
  static __m256i count_in_columns(__m256i v) {
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_shuffle_epi8(counts, _mm256_and_si256(v, nibble));
    const __m256i high = _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble));
    const __m256i bytes = _mm256_add_epi8(low, high);
    return _mm256_and_si256(_mm256_add_epi8(bytes, _mm256_srli_epi16(bytes, 8)), _mm256_set1_epi16(255));
  }

  static unsigned fall_by_column(Position<16>& p, Vec256 removed) {
    unsigned columns = ~Extra::empty_columns(removed.v_) & 0xffff;
    Set out;
    removed.store(out);
    unsigned emptied = 0;
    for (; columns != 0; columns &= columns - 1) {
      const auto c = static_cast<unsigned>(__builtin_ctz(columns));
      const unsigned keep = 0xffff & ~lane(out, c);
      for (auto& plane : p.planes) set_lane(plane, c, _pext_u32(lane(plane, c), keep));
      const unsigned left = _pext_u32(lane(p.occupied, c), keep);
      set_lane(p.occupied, c, left);
      emptied |= (left == 0 ? 1u : 0u) << c;
    }
    return emptied;
  }

  static unsigned lane(const Set& set, unsigned c) {
    std::uint16_t value;
    __builtin_memcpy(&value, reinterpret_cast<const char*>(&set) + std::size_t{2} * c, 2);
    return value;
  }
  static void set_lane(Set& set, unsigned c, unsigned value) {
    const auto narrow = static_cast<std::uint16_t>(value);
    __builtin_memcpy(reinterpret_cast<char*>(&set) + std::size_t{2} * c, &narrow, 2);
  }

  __m256i v_;
};

template <class Extra>
struct Vec256<Extra>::Turned {
  Vec256 right, left;
};

template <class Extra>
typename Vec256<Extra>::Turned Vec256<Extra>::turned() const {
  const __m256i swapped = _mm256_permute4x64_epi64(v_, 0x4e);
  return {_mm256_alignr_epi8(v_, swapped, 14), _mm256_alignr_epi8(swapped, v_, 2)};
}

}  // namespace banyan::samegame
