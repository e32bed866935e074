// SPDX-License-Identifier: MIT
// Lines of the CodeCup's protocol from arbitrary bytes: each is refused with a sentence or answered with one number.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/text.h"
#include "protocol/codecup_game.h"
#include "protocol/codecup_server.h"
#include "tests/fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  std::string output;
  banyan::CodecupServer server({.player = banyan::parse_spec("rave:memory=8"), .seconds = 0.05},
                               [&](std::string_view part) { output += part; });
  try {
    for (const std::string_view line : banyan::split(text, '\n')) {
      output.clear();
      if (!server.handle(line)) break;
      if (output.empty()) continue;
      check(output.back() == '\n');
      check(banyan::from_codecup(std::string_view(output).substr(0, output.size() - 1)).has_value());
    }
  } catch (const banyan::UsageError& error) {
    check(!std::string_view(error.what()).empty());
  }
  return 0;
}
