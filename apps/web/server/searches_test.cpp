// SPDX-License-Identifier: MIT
#include "web/server/searches.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace banyan::web {
namespace {

/// A job that runs until it is told to end.
struct Long {
  std::promise<void> has_begun, may_end;
  Searches::Job job(int threads, bool is_background) {
    return {.run =
                [this] {
                  has_begun.set_value();
                  may_end.get_future().wait();
                },
            .threads = threads,
            .is_background = is_background};
  }
  bool begins() { return has_begun.get_future().wait_for(std::chrono::seconds(5)) == std::future_status::ready; }
};

TEST(Searches, whoever_wants_all_cores_does_not_wait_for_what_does_not_give_way) {
  Long solve, move;
  Searches searches(2, 10);
  searches.add(solve.job(1, true));
  ASSERT_TRUE(solve.begins());
  searches.add(move.job(2, false));
  EXPECT_TRUE(move.begins());
  move.may_end.set_value();
  solve.may_end.set_value();
}

TEST(Searches, moves_wait_for_each_other_in_their_order) {
  Long first, second;
  Searches searches(2, 10);
  searches.add(first.job(2, false));
  ASSERT_TRUE(first.begins());
  const auto ticket = searches.add(second.job(1, false));
  EXPECT_EQ(searches.place(ticket), 1);
  first.may_end.set_value();
  EXPECT_TRUE(second.begins());
  second.may_end.set_value();
}

}  // namespace
}  // namespace banyan::web
