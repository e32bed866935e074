// SPDX-License-Identifier: MIT
// Lines of the Go Text Protocol from arbitrary bytes. Every answer must be one that a controller can read: `=` or `?`
// first, an empty line at its end and none before.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/text.h"
#include "protocol/gtp_server.h"
#include "tests/fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  std::string output;
  banyan::GtpServer server({.game = banyan::parse_spec("havannah:size=4,swap=true"),
                            .player = banyan::parse_spec("rave:iterations=4,memory=8"),
                            .version = "1"},
                           [&](std::string_view part) { output += part; });
  bool has_clock = false;
  for (const std::string_view line : banyan::split(text, '\n')) {
    // A clock may give a move ten minutes.
    has_clock = has_clock || line.find("time_") != std::string_view::npos;
    if (has_clock && line.find("genmove") != std::string_view::npos) continue;
    const bool goes_on = server.handle(line);
    server.handle("");  // ends an analysis
    if (!output.empty()) {
      check(output[0] == '=' || output[0] == '?');
      check(output.find("\n\n") == output.size() - 2);
    }
    output.clear();
    if (!goes_on) break;
  }
  return 0;
}
