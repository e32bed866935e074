// SPDX-License-Identifier: MIT
#include "stats/mean.h"

#include <gtest/gtest.h>

#include <vector>

namespace banyan {
namespace {

TEST(Mean, HasStudentsInterval) {
  const std::vector<double> values{1, 2, 3, 4};
  const Mean mean = mean_of(values);
  EXPECT_EQ(mean.count, 4u);
  EXPECT_DOUBLE_EQ(mean.mean, 2.5);
  EXPECT_NEAR(mean.deviation, 1.2909944, 1e-6);
  EXPECT_NEAR(mean.half_width, 3.182446 * 1.2909944 / 2, 0.005);
}

TEST(Mean, OfOneOrNoneHasNoInterval) {
  const std::vector<double> one{7};
  EXPECT_EQ(mean_of(one).mean, 7);
  EXPECT_EQ(mean_of(one).half_width, 0);
  EXPECT_EQ(mean_of({}).count, 0u);
}

// As tables of the distribution print it.
TEST(Mean, QuantilesOfStudentAreThoseOfTables) {
  EXPECT_NEAR(student_t(1), 12.706, 0.0005);
  EXPECT_NEAR(student_t(2), 4.303, 0.0005);
  EXPECT_NEAR(student_t(3), 3.182, 0.005);
  EXPECT_NEAR(student_t(5), 2.571, 0.0008);
  EXPECT_NEAR(student_t(19), 2.093, 0.0005);
  EXPECT_NEAR(student_t(1000), 1.962, 0.0005);
}

}  // namespace
}  // namespace banyan
