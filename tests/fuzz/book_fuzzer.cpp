// SPDX-License-Identifier: MIT
// Books of openings from arbitrary bytes: they are refused with a sentence, or written and read again as they are.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.h"
#include "engine/book.h"
#include "tests/fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    const banyan::Book book(text);
    const banyan::Book again(book.game(), book.about(), book.entries());
    check(banyan::Book(again.text()).text() == again.text());
    check(again.entries().size() == book.entries().size());
  } catch (const banyan::UsageError& error) {
    check(!std::string_view(error.what()).empty());
  }
  return 0;
}
