// SPDX-License-Identifier: MIT
// banyan book from outside.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <thread>

#include "tests/cli/program.h"
#include "tests/folder_test.h"

namespace banyan::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class CliBook : public FolderTest {};

TEST_F(CliBook, is_built_shown_and_played_with) {
  const Words build{"book",
                    "build",
                    "poly_y",
                    "--size",
                    "3",
                    "--player",
                    "rave:iterations=20",
                    "--explore",
                    "depth=2,position_games=2,fresh_games=4,order_iterations=20,round=8",
                    "--games",
                    "64",
                    "--store",
                    path("games.db"),
                    "--out",
                    path("small.book")};
  EXPECT_THAT(output(build), AllOf(HasSubstr("positions from 64 games"), HasSubstr("opening")));
  const std::string first = content("small.book");
  EXPECT_THAT(output(build), HasSubstr("from 64 games"));
  EXPECT_EQ(content("small.book"), first);
  EXPECT_THAT(output({"book", "show", path("small.book"), "--svg", path("map.svg"), "--svg-swap", path("swap.svg")}),
              AllOf(HasSubstr("poly_y:sides=5,size=3,swap=true"), HasSubstr("with swap")));
  EXPECT_THAT(content("map.svg"), HasSubstr("</svg>"));
  EXPECT_THAT(content("swap.svg"), HasSubstr("with the swap rule"));
  EXPECT_THAT(output({"search", "poly_y", "--size", "3", "--player", "rave:book=" + path("small.book")}),
              HasSubstr("book"));
  EXPECT_THAT(refusal({"search", "poly_y", "--player", "rave:book=" + path("small.book")}),
              HasSubstr("the book is for poly_y:sides=5,size=3"));
}

TEST_F(CliBook, is_built_on_a_board_of_two_numbers_within_a_time) {
  const Words build{"book",
                    "build",
                    "poly_y",
                    "--board",
                    "5,3",
                    "--player",
                    "rave:iterations=5",
                    "--explore",
                    "position_games=2,fresh_games=4,order_iterations=20,round=8",
                    "--budget",
                    "0.2s",
                    "--store",
                    path("games.db"),
                    "--out",
                    path("small.book")};
  EXPECT_THAT(output(build), HasSubstr("positions from"));
  EXPECT_THAT(content("small.book"), HasSubstr("poly_y:sides=5,size=3"));
}

TEST_F(CliBook, knows_before_the_first_game_that_it_cannot_write) {
  const auto build = [&](const std::string& out) {
    return refusal({"book", "build", "poly_y", "--size", "3", "--player", "rave:iterations=20", "--games", "8",
                    "--store", path("games.db"), "--out", out},
                   1);
  };
  EXPECT_THAT(build(path("no/folder/x")), HasSubstr("cannot write"));
  EXPECT_THAT(build(folder_), HasSubstr("cannot write"));
  EXPECT_FALSE(std::filesystem::exists(path("games.db"))) << "nothing was played";
}

TEST_F(CliBook, warns_of_crowded_cores) {
  const std::string cores = std::to_string(std::max(std::thread::hardware_concurrency(), 2u));
  const Outcome built = run({"book", "build", "poly_y", "--size", "3", "--player", "rave:iterations=20,threads=2",
                             "--games", "2", "--concurrency", cores, "--store", path("s"), "--out", path("b")});
  EXPECT_EQ(built.status, 0);
  EXPECT_THAT(built.err, HasSubstr(cores + " games at a time with players of 2 threads are more than"));
}

TEST_F(CliBook, refuses_in_one_sentence) {
  EXPECT_THAT(refusal({"book", "build", "poly_y"}), HasSubstr("--out FILE is missing"));
  EXPECT_THAT(refusal({"book", "build", "poly_y", "--out", path("x")}), HasSubstr("--games N or --budget"));
  EXPECT_THAT(refusal({"book", "burn", "poly_y"}), HasSubstr("expected build or show"));
  EXPECT_THAT(refusal({"book", "show", path("none")}), HasSubstr("cannot be read"));
  write_file("half", "banyan book 1\ngame poly_y\nabout x\n1 : - : 0.5 1\n");
  EXPECT_THAT(refusal({"book", "show", path("half")}), HasSubstr("it is cut short"));
  EXPECT_THAT(refusal({"book", "build", "poly_y", "--out", path("x"), "--games", "2", "--explore", "dept=3"}),
              HasSubstr("did you mean 'depth'"));
  EXPECT_THAT(refusal({"book", "build", "poly_y", "--out", path("x"), "--budget", "1d"}),
              HasSubstr("--budget 1d: expected seconds, or a number with s, m or h, in 0..10000000"));
  EXPECT_THAT(refusal({"book", "build", "poly_y", "--board", "5,70", "--out", path("x"), "--games", "2"}),
              HasSubstr("'size=70' does not fit"));
  EXPECT_THAT(refusal({"book", "build", "poly_y", "--board", "5,7", "--size", "7", "--out", path("x"), "--games", "2"}),
              HasSubstr("the size is given twice"));
}

}  // namespace
}  // namespace banyan::testing
