// SPDX-License-Identifier: MIT
#include "core/text.h"

#include <gmock/gmock.h>

namespace banyan {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Split, KeepsEmptyParts) {
  EXPECT_THAT(split("a,b,c", ','), ElementsAre("a", "b", "c"));
  EXPECT_THAT(split("a,,c,", ','), ElementsAre("a", "", "c", ""));
  EXPECT_THAT(split("", ','), ElementsAre(""));
  EXPECT_THAT(split("abc", ','), ElementsAre("abc"));
}

TEST(Words, AreSeparatedByAnyWhiteSpace) {
  EXPECT_THAT(words("a1 b2"), ElementsAre("a1", "b2"));
  EXPECT_THAT(words("  a1\t\tb2\r\n"), ElementsAre("a1", "b2"));
  EXPECT_THAT(words(""), IsEmpty());
  EXPECT_THAT(words(" \n"), IsEmpty());
}

TEST(Moves, AreWordsOrSeparatedBySemicolons) {
  EXPECT_THAT(split_moves(" a1  b2 "), ElementsAre("a1", "b2"));
  EXPECT_THAT(split_moves("wS1; bS1 wS1- ;"), ElementsAre("wS1", "bS1 wS1-"));
  EXPECT_THAT(split_moves(";"), IsEmpty());
  EXPECT_EQ(join_moves({"a1", "b2"}), "a1 b2");
  EXPECT_EQ(join_moves({"wS1", "bS1 wS1-"}), "wS1;bS1 wS1-");
  EXPECT_THAT(split_moves(join_moves({"wS1 -bS1"})), ElementsAre("wS1 -bS1"));
  EXPECT_EQ(join_moves({}), "");
}

TEST(LowerCase, ChangesCapitalsOnly) { EXPECT_EQ(lower_case("A1 z[\xC4"), "a1 z[\xC4"); }

TEST(ToInteger, ReadsWholeNumbersOnly) {
  EXPECT_EQ(to_integer("0"), 0);
  EXPECT_EQ(to_integer("-12"), -12);
  EXPECT_EQ(to_integer("9223372036854775807"), 9223372036854775807);
  for (const char* text : {"", " 3", "3 ", "12x", "1.5", "1e3", "+3", "--3", "9223372036854775808"}) {
    EXPECT_EQ(to_integer(text), std::nullopt) << text;
  }
}

TEST(ToSeconds, ReadsNumbersWithOrWithoutAUnit) {
  EXPECT_EQ(to_seconds("3600"), 3600.0);
  EXPECT_EQ(to_seconds("3600s"), 3600.0);
  EXPECT_EQ(to_seconds("1.5m"), 90.0);
  EXPECT_EQ(to_seconds("2h"), 7200.0);
  for (const char* text : {"", "s", "1d", "1hm", "1 h", "h1", "3600S"})
    EXPECT_EQ(to_seconds(text), std::nullopt) << text;
}

TEST(ToReal, ReadsFiniteNumbersOnly) {
  EXPECT_EQ(to_real("0.25"), 0.25);
  EXPECT_EQ(to_real("-3"), -3.0);
  EXPECT_EQ(to_real("1e-3"), 0.001);
  for (const char* text : {"", " 3", "0.5x", "inf", "-inf", "nan", "1e400", "0,5", "."}) {
    EXPECT_EQ(to_real(text), std::nullopt) << text;
  }
}

TEST(Nearest, FindsTheNameThatWasMeant) {
  EXPECT_EQ(nearest("rvae", {"uct", "rave", "flat"}), "rave");
  EXPECT_EQ(nearest("iteration", {"seconds", "iterations"}), "iterations");
  EXPECT_EQ(nearest("hav", {"hive", "havannah"}), "havannah");  // a beginning, whatever is missing
  EXPECT_EQ(nearest("size", {"size", "sides"}), "size");
  EXPECT_EQ(nearest("havana", {"hive", "havannah"}), "havannah");  // six letters, two edits
  EXPECT_EQ(nearest("--verison", {"--help", "--version"}), "--version");
}

TEST(Nearest, FindsNothingWhereNothingIsNear) {
  EXPECT_EQ(nearest("chess", {"rave", "uct"}), "");
  EXPECT_EQ(nearest("--load", {"--help", "--seed", "--size"}), "");
  EXPECT_EQ(nearest("--swap", {"--help", "--seed", "--size"}), "");
  EXPECT_EQ(nearest("avre", {"rave"}), "");
  EXPECT_EQ(nearest("x", {"k", "r"}), "");  // one letter is no hint at another
  EXPECT_EQ(nearest("", {"rave"}), "");
  EXPECT_EQ(nearest("rave", {}), "");
}

TEST(DidYouMean, IsAHintOrNothing) {
  EXPECT_EQ(did_you_mean("rvae", {"uct", "rave"}), " (did you mean 'rave'?)");
  EXPECT_EQ(did_you_mean("chess", {"uct", "rave"}), "");
}

TEST(Join, PutsTheSeparatorBetween) {
  EXPECT_EQ(join({"a", "b", "c"}, ", "), "a, b, c");
  EXPECT_EQ(join({"a"}, ", "), "a");
  EXPECT_EQ(join({}, ", "), "");
  EXPECT_EQ(join({"", "b"}, ","), ",b");
}

}  // namespace
}  // namespace banyan
