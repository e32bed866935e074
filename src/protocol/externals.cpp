// SPDX-License-Identifier: MIT
// The schemes of external programs, a line each.
#include "protocol/codecup_engine.h"
#include "protocol/external.h"
#include "protocol/gtp_engine.h"
#include "protocol/uhp_engine.h"

namespace banyan {
namespace {

struct Scheme {
  std::string_view prefix;
  std::unique_ptr<ExternalProgram> (*parse)(std::string_view text);
};

constexpr Scheme schemes[]{
    {gtp_scheme, parse_gtp_program},
    {uhp_scheme, parse_uhp_program},
    {codecup_scheme, parse_codecup_program},
};

}  // namespace

std::unique_ptr<ExternalProgram> parse_external(std::string_view text) {
  for (const Scheme& scheme : schemes) {
    if (text.starts_with(scheme.prefix)) return scheme.parse(text);
  }
  return nullptr;
}

}  // namespace banyan
