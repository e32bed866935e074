// SPDX-License-Identifier: MIT
#include <cstdio>

#include "engine/catalogue.h"

int main() {
  const auto session = banyan::new_session(banyan::parse_spec("havannah:size=4"));
  session->play("a1");
  std::printf("%zu legal moves\n", session->legal_moves().size());
}
