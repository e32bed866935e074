// SPDX-License-Identifier: MIT
// Exported games from arbitrary bytes: they are refused with a sentence, or can be exported and imported again.
#include <cstddef>
#include <cstdint>
#include <string>

#include "arena/exchange.h"
#include "core/error.h"
#include "tests/fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  banyan::Store store(":memory:");
  try {
    banyan::import_text(store, text);
  } catch (const banyan::Error&) {
    check(store.matches().empty());
    return 0;
  }
  std::vector<banyan::MatchId> ids;
  for (const auto& match : store.matches()) ids.push_back(match.id);
  const std::string exported = banyan::export_text(store, ids, banyan::ExportMoves::all);
  banyan::Store other(":memory:");
  banyan::import_text(other, exported);
  check(banyan::export_text(other, ids, banyan::ExportMoves::all) == exported);
  return 0;
}
