// SPDX-License-Identifier: MIT
// Checkpoints of a nested search from arbitrary bytes: they are refused with a sentence, or read back as they were
// written, and the search that they are of goes on from them to its end with a sequence that has the score it says.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.h"
#include "engine/catalogue.h"
#include "engine/solve.h"
#include "tests/fuzz/check.h"

namespace {

constexpr std::string_view game = "samegame:board=0,width=6,height=6,colours=3";

void go_on(const std::string& text, const banyan::SolveOptions& search) {
  const auto session = banyan::new_session(banyan::parse_spec(game));
  banyan::SolveOptions options = search;
  options.checkpoint = text;
  banyan::SolveControl control;
  // Every report must be one that a later run can read.
  control.progress = [](const banyan::SolveReport& report, const banyan::SolveHandle& handle) {
    banyan::read_checkpoint(handle.checkpoint(report));
  };
  banyan::SolveReport report;
  try {
    report = session->solve(options, control);
  } catch (const banyan::UsageError& error) {
    check(!std::string_view(error.what()).empty());
    return;
  }
  check(report.playouts >= report.playouts_before && report.seconds >= report.seconds_before);
  for (const std::string& move : report.moves) session->play(move);
  check(session->result() && session->result()->score == report.score);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    const std::string written = banyan::write_checkpoint(banyan::read_checkpoint(text));
    check(banyan::write_checkpoint(banyan::read_checkpoint(written)) == written);
  } catch (const banyan::UsageError&) {
    return 0;
  }
  // What the files of the corpus are of.
  go_on(text, {.algorithm = banyan::parse_spec("nrpa:level=2,n=6,trials=1,iterations=100"), .seed = 5});
  go_on(text, {.algorithm = banyan::parse_spec("nrpa:level=2,n=6,repeats=3,iterations=100,threads=2")});
  go_on(text, {.algorithm = banyan::parse_spec("nmcs:level=1,iterations=300")});
  return 0;
}
