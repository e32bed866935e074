// SPDX-License-Identifier: MIT
#include "parallel/communicator.h"

#include <gtest/gtest.h>

#include <thread>

namespace banyan {
namespace {

TEST(Communicator, DeliversInOrderToWhomItWasSent) {
  const auto all = local_communicators(3);
  ASSERT_EQ(all.size(), 3u);
  for (int rank = 0; rank < 3; ++rank) {
    EXPECT_EQ(all[static_cast<std::size_t>(rank)]->rank(), rank);
    EXPECT_EQ(all[static_cast<std::size_t>(rank)]->size(), 3);
    EXPECT_EQ(all[static_cast<std::size_t>(rank)]->neighbours(), 3);
  }
  all[1]->send(0, "one");
  all[1]->send(0, "");
  all[2]->send(0, "two");
  EXPECT_EQ(all[0]->receive(2), "two");
  EXPECT_EQ(all[0]->receive(2), std::nullopt);
  EXPECT_EQ(all[0]->receive(1), "one");
  EXPECT_EQ(all[0]->receive(1), "");
  EXPECT_EQ(all[1]->receive(0), std::nullopt);
}

TEST(Communicator, WaitsForWhatIsStillToCome) {
  const auto all = local_communicators(2);
  std::thread other([&] { all[1]->send(0, all[1]->wait_for(0) + " and back"); });
  all[0]->send(1, "there");
  EXPECT_EQ(all[0]->wait_for(1), "there and back");
  other.join();
}

}  // namespace
}  // namespace banyan
