// SPDX-License-Identifier: MIT
#include "search/representatives/medoids.h"

#include <gmock/gmock.h>

#include <set>

namespace banyan {
namespace {

using ::testing::ElementsAre;

TEST(Medoids, find_groups_that_lie_apart) {
  const std::vector<float> points{0, 0, 1, 0, 0, 1, 10, 10, 11, 10, 10, 11, -20, 5, -21, 5};
  const std::vector<double> weights(8, 1.0);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Clustering c = k_medoids(points, 2, weights, 3, seed);
    ASSERT_EQ(c.medoids.size(), 3u);
    const auto same = [&](std::size_t a, std::size_t b) { return c.class_of[a] == c.class_of[b]; };
    EXPECT_TRUE(same(0, 1) && same(0, 2) && same(3, 4) && same(3, 5) && same(6, 7)) << seed;
    EXPECT_FALSE(same(0, 3) || same(0, 6) || same(3, 6)) << seed;
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(c.class_of[static_cast<std::size_t>(c.medoids[k])], static_cast<int>(k));
    }
  }
}

TEST(Medoids, one_class_is_stood_for_by_its_middle) {
  const std::vector<float> points{0, 1, 2, 3, 100};
  EXPECT_THAT(k_medoids(points, 1, std::vector<double>(5, 1.0), 1, 1).medoids, ElementsAre(2));
  EXPECT_THAT(k_medoids(points, 1, std::vector<double>{1, 1, 1, 1, 10}, 1, 1).medoids, ElementsAre(4));
}

TEST(Medoids, equal_points_make_no_classes_of_their_own) {
  const std::vector<float> points{1, 1, 1, 2};
  const Clustering c = k_medoids(points, 1, std::vector<double>(4, 1.0), 3, 1);
  EXPECT_EQ(c.medoids.size(), 2u);
  EXPECT_THAT(k_medoids({}, 1, {}, 3, 1).medoids, ElementsAre());
}

TEST(Medoids, the_same_seed_gives_the_same_classes) {
  std::vector<float> points;
  for (int i = 0; i < 40; ++i) points.push_back(static_cast<float>(i * i % 17));
  const std::vector<double> weights(20, 1.0);
  const Clustering a = k_medoids(points, 2, weights, 5, 3), b = k_medoids(points, 2, weights, 5, 3);
  EXPECT_EQ(a.class_of, b.class_of);
  EXPECT_EQ(a.medoids, b.medoids);
}

}  // namespace
}  // namespace banyan
