// SPDX-License-Identifier: MIT
// A stretch of address space whose pages are taken from the system when they are first touched, in large ones where it
// has them, and are zero then. For what is large and touched all over: a walk through small pages waits for their
// addresses, and a fresh page costs more than most of what is written into it.
#pragma once

#include <cstddef>

namespace banyan {

class MappedMemory {
 public:
  /// Throws Error when the address space cannot be had.
  explicit MappedMemory(std::size_t bytes);
  ~MappedMemory();
  MappedMemory(const MappedMemory&) = delete;
  MappedMemory& operator=(const MappedMemory&) = delete;

  std::byte* begin() const { return begin_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* begin_;
  std::size_t bytes_;
};

}  // namespace banyan
