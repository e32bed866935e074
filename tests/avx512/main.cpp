// SPDX-License-Identifier: MIT
// Names the kernels that the processor can run, then runs the tests of SameGame, which compare them.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "games/samegame/position.h"

int main(int argc, char** argv) {
  for (const auto* kernel : banyan::samegame::kernels<16>()) {
    std::printf("kernel %s\n", std::string(kernel->name).c_str());
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
