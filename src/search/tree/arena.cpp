// SPDX-License-Identifier: MIT
#include "search/tree/arena.h"

#include <algorithm>
#include <cstring>

namespace banyan {
namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;

}  // namespace

Arena::Arena(std::size_t budget_bytes, bool is_shared)
    : memory_(std::clamp<std::size_t>(budget_bytes / granule, 1, max_index) * granule),
      base_(memory_.begin()),
      end_(static_cast<Index>(memory_.bytes() / granule)),
      is_shared_(is_shared),
      // A large page, or little enough that many threads together leave nearly nothing unused.
      stretch_(static_cast<std::uint32_t>(std::min<std::size_t>(large_page / granule, end_ / 1024))) {}

void Arena::move_blocks() {
  Index target_end = first();
  for (Index index = first(); index < end();) {
    const Block from = block(index);
    if (from.forward != 0) {
      std::memmove(at(from.forward), at(index), std::size_t{from.granules} * granule);
      block(from.forward).forward = 0;
      target_end = from.forward + from.granules;
    }
    index += from.granules;
  }
  end_at(target_end);
}

}  // namespace banyan
