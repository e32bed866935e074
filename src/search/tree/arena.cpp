// SPDX-License-Identifier: MIT
#include "search/tree/arena.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "core/error.h"

namespace banyan {
namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;

}  // namespace

Arena::Arena(std::size_t budget_bytes, bool is_shared) : is_shared_(is_shared) {
  const std::size_t granules = std::min<std::size_t>(budget_bytes / granule, max_index);
  mapped_bytes_ = std::max<std::size_t>(granules, 1) * granule;
  void* memory =
      mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    throw Error(fmt::format("memory={}: the system refuses that much address space", budget_bytes >> 20));
  }
  // Large pages where the system has them: a tree walk touches memory all over. Refusal changes speed only.
  madvise(memory, mapped_bytes_, MADV_HUGEPAGE);
  base_ = static_cast<std::byte*>(memory);
  end_ = static_cast<Index>(std::max<std::size_t>(granules, 1));
  // A large page, or little enough that many threads together leave nearly nothing unused.
  stretch_ = static_cast<std::uint32_t>(std::min<std::size_t>(large_page / granule, granules / 1024));
}

Arena::~Arena() { munmap(base_, mapped_bytes_); }

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
