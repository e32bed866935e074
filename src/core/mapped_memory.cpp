// SPDX-License-Identifier: MIT
#include "core/mapped_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include "core/error.h"

namespace banyan {

MappedMemory::MappedMemory(std::size_t bytes) : bytes_(bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    throw Error(fmt::format("memory={}: the system refuses that much address space", bytes >> 20));
  }
  madvise(memory, bytes, MADV_HUGEPAGE);  // refusal changes speed only
  begin_ = static_cast<std::byte*>(memory);
}

MappedMemory::~MappedMemory() { munmap(begin_, bytes_); }

}  // namespace banyan
