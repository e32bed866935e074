// SPDX-License-Identifier: MIT
#include "search/nested/policy.h"

#include <atomic>

#include "core/math.h"
#include "core/random.h"
#include "core/simd.h"

namespace banyan {
namespace {

constexpr std::size_t smallest_table = 512;
constexpr std::size_t first_weights = 256;

/// Room for the work of one adapt; every thread has its own, so that nothing is allocated after the first few.
struct Scratch {
  std::vector<float> factors, sums;
};
thread_local Scratch scratch;

std::uint64_t new_order() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace

Policy::Policy(double spread, std::uint64_t seed)
    : entries_(smallest_table), shift_(64 - std::countr_zero(smallest_table)), order_(new_order()) {
  Rng rng(seed);
  first_.resize(spread > 0 ? first_weights : 1);
  for (auto& [weight, factor] : first_) {
    weight = spread > 0 ? static_cast<float>(spread * rng.unit()) : 0.0f;
    factor = static_cast<float>(banyan::exp(weight));
  }
}

Policy::Policy(const Policy& other)
    : entries_(other.entries_), count_(other.count_), shift_(other.shift_), order_(new_order()), first_(other.first_) {}

Policy& Policy::operator=(const Policy& other) {
  entries_ = other.entries_;
  count_ = other.count_;
  shift_ = other.shift_;
  order_ = new_order();
  first_ = other.first_;
  return *this;
}

void Policy::clear() {
  order_ = new_order();
  entries_.assign(smallest_table, Entry{});
  shift_ = 64 - std::countr_zero(smallest_table);
  count_ = 0;
}

std::size_t Policy::insert(std::uint64_t code) {
  const std::size_t i = find(code);
  if (entries_[i].code == 0) {
    const auto [weight, factor] = first(code);
    entries_[i] = {.code = used(code), .weight = weight, .factor = factor};
    ++count_;
  }
  return i;
}

void Policy::grow() {
  std::vector<Entry> old(2 * entries_.size());
  old.swap(entries_);
  --shift_;
  order_ = new_order();
  for (const Entry& entry : old) {
    if (entry.code != 0) entries_[find(entry.code)] = entry;
  }
}

/// Finds or makes a place for each entry. Half of the table stays free.
void Policy::find_places(Trace& trace) {
  const std::size_t n = trace.entries.size();
  if (trace.places.size() < n) trace.places.resize(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    trace.places[i] = static_cast<std::uint32_t>(insert(trace.entries[i].code));
    if (2 * count_ > entries_.size()) {
      grow();
      i = static_cast<std::size_t>(-1);  // all have moved
    }
  }
  trace.places_in = order_;
}

void Policy::adapt(Trace& trace, double alpha) {
  const std::size_t n = trace.entries.size();
  const std::size_t padded = (n + 7) / 8 * 8;
  Scratch& s = scratch;
  if (s.factors.size() < padded) {
    s.factors.resize(2 * padded);
    s.sums.resize(2 * padded);
  }
  // A best sequence is adapted to again and again: mostly the places are known.
  if (trace.places_in != order_) find_places(trace);
  const std::uint32_t* places = trace.places.data();
  float* factors = s.factors.data();
  float* sums = s.sums.data();
  for (std::size_t i = 0; i < n; ++i) factors[i] = entries_[places[i]].factor * trace.entries[i].bias;
  std::fill_n(sums, n, 0.0f);

  // What each step takes from every move that was legal, before its own probability: alpha / z.
  std::size_t begin = 0;
  for (std::size_t t = 0; t < trace.steps.size(); ++t) {
    const std::size_t end = trace.steps[t].end;
    const std::uint32_t* legal = &trace.legal[begin];
    const std::size_t count = end - begin;
    float z0 = 0, z1 = 0, z2 = 0, z3 = 0;
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
      z0 += factors[legal[i]];
      z1 += factors[legal[i + 1]];
      z2 += factors[legal[i + 2]];
      z3 += factors[legal[i + 3]];
    }
    for (; i < count; ++i) z0 += factors[legal[i]];
    const float share = static_cast<float>(alpha) / ((z0 + z1) + (z2 + z3));
    for (i = 0; i < count; ++i) sums[legal[i]] += share;
    begin = end;
  }

  // The new weights. A code may have several entries of the trace.
  for (std::size_t i = 0; i < n; ++i) entries_[places[i]].weight -= factors[i] * sums[i];
  for (std::size_t t = 0; t < trace.steps.size(); ++t) {
    entries_[places[trace.steps[t].chosen]].weight += static_cast<float>(alpha);
  }
  for (std::size_t i = 0; i < n; ++i) {
    float& weight = entries_[places[i]].weight;
    weight = std::min(std::max(weight, -largest_weight), largest_weight);
    sums[i] = weight;
  }
  std::fill(sums + n, sums + padded, 0.0f);
  for (std::size_t i = 0; i < padded; i += 8) store(sums + i, exp(load<Floats8>(sums + i)));
  for (std::size_t i = 0; i < n; ++i) entries_[places[i]].factor = sums[i];
}

std::vector<std::pair<std::uint64_t, float>> Policy::weights() const {
  std::vector<std::pair<std::uint64_t, float>> all;
  for (const Entry& entry : entries_) {
    if (entry.code != 0) all.emplace_back(entry.code, entry.weight);
  }
  std::sort(all.begin(), all.end());
  return all;
}

void Policy::set_weights(std::span<const std::pair<std::uint64_t, float>> weights) {
  clear();
  for (const auto& [code, weight] : weights) {
    if (2 * (count_ + 1) > entries_.size()) grow();
    Entry& entry = entries_[insert(code)];
    entry.weight = weight;
    entry.factor = exp(Floats8{} + weight)[0];
  }
}

}  // namespace banyan
