// SPDX-License-Identifier: MIT
// The kernel for every processor, in 64-bit words, and the choice between the kernels.
#include "games/samegame/kernel.h"

namespace banyan::samegame {
namespace {

template <int Capacity>
class PortableVec {
 public:
  using Set = Cells<Capacity>;
  static constexpr int lane = Shape<Capacity>::lane_bits;
  static constexpr unsigned words = static_cast<unsigned>(Shape<Capacity>::words);
  static constexpr std::uint64_t bottoms = lane == 16 ? 0x0001000100010001ULL : 0x0000000100000001ULL;
  static constexpr std::uint64_t lane_mask = lane == 16 ? 0xffff : 0xffffffff;

  static PortableVec load(const Set& from) {
    PortableVec v{};
    v.set_ = from;
    return v;
  }
  void store(Set& to) const { to = set_; }

  static PortableVec cell(unsigned position) {
    PortableVec v{};
    v.set_.add(static_cast<int>(position));
    return v;
  }
  static PortableVec columns_below(unsigned column) {
    PortableVec v{};
    for (unsigned c = 0; c < column; ++c) v.set_.words[c * lane / 64] |= lane_mask << (c * lane % 64);
    return v;
  }

  PortableVec operator&(PortableVec o) const {
    return map([](auto a, auto b) { return a & b; }, o);
  }
  PortableVec operator|(PortableVec o) const {
    return map([](auto a, auto b) { return a | b; }, o);
  }
  PortableVec operator^(PortableVec o) const {
    return map([](auto a, auto b) { return a ^ b; }, o);
  }
  PortableVec without(PortableVec o) const {
    return map([](auto a, auto b) { return a & ~b; }, o);
  }

  /// Every cell moves one up, down, left or right.
  PortableVec raised() const {
    return map([](auto a, auto) { return a << 1 & ~bottoms; }, *this);
  }
  PortableVec lowered() const {
    return map([](auto a, auto) { return a >> 1 & ~(bottoms << (lane - 1)); }, *this);
  }
  PortableVec right() const {
    PortableVec v{};
    for (unsigned w = 0; w < words; ++w) {
      v.set_.words[w] = set_.words[w] << lane | (w > 0 ? set_.words[w - 1] >> (64 - lane) : 0);
    }
    return v;
  }
  PortableVec left() const {
    PortableVec v{};
    for (unsigned w = 0; w < words; ++w) {
      v.set_.words[w] = set_.words[w] >> lane | (w + 1 < words ? set_.words[w + 1] << (64 - lane) : 0);
    }
    return v;
  }

  /// Both at once; what leaves on one side may come in on the other.
  struct Turned;
  Turned turned() const;

  bool meets(PortableVec o) const { return (*this & o).set_ != Set{}; }
  bool is_empty() const { return set_ == Set{}; }
  bool is_within(PortableVec o) const { return without(o).set_ == Set{}; }
  int count() const {
    int n = 0;
    for (const std::uint64_t word : set_.words) n += __builtin_popcountll(word);
    return n;
  }

  /// In every column: the lowest cell and all places above it.
  PortableVec from_lowest_up() const {
    PortableVec v = *this;
    for (unsigned c = 0; c < static_cast<unsigned>(Shape<Capacity>::columns); ++c) {
      const std::uint64_t cells = set_.words[c * lane / 64] >> (c * lane % 64) & lane_mask;
      const std::uint64_t up = cells == 0 ? 0 : lane_mask & ~((cells & (~cells + 1)) - 1);
      v.set_.words[c * lane / 64] |= up << (c * lane % 64);
    }
    return v;
  }

  /// Takes the cells out and lets what is above them fall; returns the columns that are now empty, as bits.
  static unsigned fall(Position<Capacity>& p, PortableVec removed) {
    unsigned emptied = 0;
    for (unsigned c = 0; c < static_cast<unsigned>(Shape<Capacity>::columns); ++c) {
      const unsigned w = c * lane / 64, shift = c * lane % 64;
      std::uint64_t out = removed.set_.words[w] >> shift & lane_mask;
      if (out == 0) continue;
      const auto drop = [&](Set& set) {
        std::uint64_t cells = set.words[w] >> shift & lane_mask;
        for (std::uint64_t left = out; left != 0;) {  // from the top, so that places below keep their meaning
          const std::uint64_t bit = std::uint64_t{1} << (63 - __builtin_clzll(left));
          cells = (cells & (bit - 1)) | (cells >> 1 & ~(bit - 1));
          left ^= bit;
        }
        set.words[w] = (set.words[w] & ~(lane_mask << shift)) | cells << shift;
        return cells;
      };
      for (auto& plane : p.planes) drop(plane);
      if (drop(p.occupied) == 0) emptied |= 1u << c;
    }
    return emptied;
  }

 private:
  template <class F>
  PortableVec map(F f, const PortableVec& o) const {
    PortableVec v{};
    for (unsigned w = 0; w < words; ++w) v.set_.words[w] = f(set_.words[w], o.set_.words[w]);
    return v;
  }

  Set set_;
};

template <int Capacity>
struct PortableVec<Capacity>::Turned {
  PortableVec right, left;
};

template <int Capacity>
typename PortableVec<Capacity>::Turned PortableVec<Capacity>::turned() const {
  return {right(), left()};
}

}  // namespace

/// Each defined in the file that is compiled for it; only to be called where the processor has what it needs.
extern const Kernel<16> avx512_kernel;
extern const Kernel<16> avx2_kernel;

namespace {

template <int Capacity>
constexpr Kernel<Capacity> portable_kernel{.name = "portable",
                                           .begin = KernelOf<Capacity, PortableVec<Capacity>>::begin,
                                           .remove = KernelOf<Capacity, PortableVec<Capacity>>::remove};

}  // namespace

template <>
std::vector<const Kernel<16>*> kernels<16>() {
  std::vector<const Kernel<16>*> all;
  const bool has_bmi2 = __builtin_cpu_supports("bmi2") != 0;
  if (has_bmi2 && __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0) {
    all.push_back(&avx512_kernel);
  }
  if (has_bmi2 && __builtin_cpu_supports("avx2") != 0) all.push_back(&avx2_kernel);
  all.push_back(&portable_kernel<16>);
  return all;
}

template <>
std::vector<const Kernel<20>*> kernels<20>() {
  return {&portable_kernel<20>};
}

template <int Capacity>
const Kernel<Capacity>& fastest_kernel() {
  static const Kernel<Capacity>& it = *kernels<Capacity>().front();
  return it;
}

template const Kernel<16>& fastest_kernel<16>();
template const Kernel<20>& fastest_kernel<20>();

}  // namespace banyan::samegame
