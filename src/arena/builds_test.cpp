// SPDX-License-Identifier: MIT
#include "arena/builds.h"

#include <gmock/gmock.h>

namespace banyan {
namespace {

TEST(Builds, AreKnownByTheirFingerprints) {
  EXPECT_EQ(build_of("0.1.0+130b40d0c1a2 (bench d45c755f)"), "bench d45c755f");
  EXPECT_EQ(build_of("0.1.0+130b40d0c1a2"), "0.1.0+130b40d0c1a2");
  EXPECT_EQ(build_of("0.1.0+130b40d0c1a2.changed"), "0.1.0+130b40d0c1a2.changed");
  EXPECT_EQ(build_of("(bench "), "(bench ");
  EXPECT_EQ(build_of(""), "");
}

TEST(Builds, OfOneFingerprintAreOneWhateverTheirVersion) {
  EXPECT_FALSE(is_of_several_builds({}));
  EXPECT_FALSE(is_of_several_builds({{"0.1.0+a (bench 1)", 3}, {"0.2.0+b (bench 1)", 4}}));
  EXPECT_TRUE(is_of_several_builds({{"0.1.0+a (bench 1)", 3}, {"0.1.0+a (bench 2)", 4}}));
  EXPECT_TRUE(is_of_several_builds({{"0.1.0+a (bench 1)", 3}, {"0.1.0+a", 4}}));
  EXPECT_TRUE(is_of_several_builds({{"0.1.0+a", 3}, {"0.1.0+b", 4}}));
  EXPECT_EQ(builds_text({{"0.1.0+a (bench 1)", 3}, {"0.2.0+b (bench 1)", 4}, {"0.1.0+a", 5}}),
            "0.1.0+a: 5, bench 1: 7");
}

}  // namespace
}  // namespace banyan
