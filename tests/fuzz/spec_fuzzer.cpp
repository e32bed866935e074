// SPDX-License-Identifier: MIT
// What a user types for a player or a game, as arbitrary bytes. Only a UsageError may come out, and what was accepted
// must read back as the same settings.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "core/error.h"
#include "core/params.h"
#include "engine/catalogue.h"
#include "search/limits/limits.h"
#include "tests/fuzz/check.h"

namespace {

/// The kinds of parameter that LimitParams lacks.
struct Options {
  int size = 8;
  bool swap = false;
  static constexpr auto fields() {
    return std::tuple{banyan::field(&Options::size, "size", -100, 100, ""), banyan::field(&Options::swap, "swap", "")};
  }
};

struct Settings {
  banyan::LimitParams limits;
  Options options;
  banyan::Params params{limits, options};
};

void apply_and_read_back(const banyan::Spec& spec) try {
  Settings first;
  banyan::apply(spec, "fuzzer", first.params);
  Settings second;
  banyan::apply(banyan::parse_spec("again:" + first.params.text()), "fuzzer", second.params);
  check(first.params.text() == second.params.text());
} catch (const banyan::UsageError& error) {
  check(!std::string_view(error.what()).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  banyan::Spec spec;
  try {
    spec = banyan::parse_spec(std::string(data, data + size));
  } catch (const banyan::UsageError&) {
    return 0;
  }
  check(!spec.name.empty());
  apply_and_read_back(spec);
  try {
    banyan::check_player(spec);
  } catch (const banyan::UsageError&) {
  }
  try {
    banyan::new_session(spec);
  } catch (const banyan::UsageError&) {
  }
  return 0;
}
