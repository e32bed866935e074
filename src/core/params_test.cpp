// SPDX-License-Identifier: MIT
#include "core/params.h"

#include <gmock/gmock.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "core/error.h"

namespace banyan {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

enum class Colour { red, green, blue };
constexpr std::array<std::string_view, 3> names(Colour) { return {"red", "green", "blue"}; }

struct Paint {
  int layers = 2;
  double gloss = 0.25;
  bool dries = true;
  Colour colour = Colour::green;
  std::int64_t drops = 1'000'000'000'000;
  static constexpr auto fields() {
    return std::tuple{
        field(&Paint::layers, "layers", 1, 9, "how often it is painted"),
        field(&Paint::gloss, "gloss", 0.0, 1.0, "how much it shines"),
        field(&Paint::dries, "dries", "whether it dries"),
        field(&Paint::colour, "colour", "what it looks like"),
        field(&Paint::drops, "drops", 0, 2'000'000'000'000, "how much it takes"),
    };
  }
};

struct Brush {
  int width = 5;
  static constexpr auto fields() { return std::tuple{field(&Brush::width, "width", 1, 100, "in millimetres")}; }
};

struct Nothing {
  static constexpr auto fields() { return std::tuple{}; }
};

static_assert(ParamStruct<Paint> && ParamStruct<Nothing> && !ParamStruct<Colour>);

/// The sentence that setting a value fails with, or "" when it does not fail.
std::string refusal(std::string_view key, std::string_view value) {
  Paint paint;
  Params params(paint);
  const std::string before = params.text();
  try {
    params.set("player 'roller'", key, value);
  } catch (const UsageError& error) {
    EXPECT_EQ(params.text(), before) << "a refused value must change nothing";
    return error.what();
  }
  return "";
}

TEST(Params, KnowEverythingThatWasDeclared) {
  Paint paint{.layers = 5};
  const Params params(paint);
  ASSERT_EQ(params.items().size(), 5u);
  const ParamInfo& layers = params.items()[0].info;
  EXPECT_EQ(layers.name, "layers");
  EXPECT_EQ(layers.kind, ParamKind::integer);
  EXPECT_EQ(layers.default_value, "2");  // of the struct, whatever this object holds
  EXPECT_EQ(layers.range(), "1..9");
  EXPECT_EQ(layers.meaning, "how often it is painted");
  EXPECT_EQ(params.items()[1].info.kind, ParamKind::real);
  EXPECT_EQ(params.items()[1].info.range(), "0..1");
  EXPECT_EQ(params.items()[2].info.kind, ParamKind::boolean);
  EXPECT_EQ(params.items()[2].info.range(), "false or true");
  EXPECT_EQ(params.items()[3].info.kind, ParamKind::choice);
  EXPECT_EQ(params.items()[3].info.range(), "red, green or blue");
  EXPECT_EQ(params.items()[3].info.default_value, "green");
  EXPECT_EQ(params.items()[4].info.range(), "0..2000000000000");
}

TEST(Params, WriteIntoTheStructTheyWereMadeFrom) {
  Paint paint;
  Params params(paint);
  params.set("", "layers", "9");
  params.set("", "gloss", "0.1");
  params.set("", "dries", "false");
  params.set("", "colour", "blue");
  params.set("", "drops", "2000000000000");
  EXPECT_EQ(paint.layers, 9);
  EXPECT_EQ(paint.gloss, 0.1);
  EXPECT_FALSE(paint.dries);
  EXPECT_EQ(paint.colour, Colour::blue);
  EXPECT_EQ(paint.drops, 2'000'000'000'000);
}

TEST(Params, ReadBackWhatWasSet) {
  Paint paint, copy;
  Params params(paint), copied(copy);
  EXPECT_EQ(params.text(), "layers=2,gloss=0.25,dries=true,colour=green,drops=1000000000000");
  params.set("", "gloss", "0.30000000000000004");
  params.set("", "colour", "red");
  for (const auto& item : params.items()) copied.set("", item.info.name, item.get());
  EXPECT_EQ(copied.text(), params.text());
  EXPECT_EQ(copy.gloss, 0.30000000000000004);  // to the last bit
}

TEST(Params, TextIsASpecThatGivesTheSameValues) {
  Paint paint{.layers = 7, .gloss = 1.0 / 3, .dries = false, .colour = Colour::blue, .drops = 5};
  Paint copy;
  Params params(paint), copied(copy);
  apply(parse_spec("paint:" + params.text()), "paint", copied);
  EXPECT_EQ(copied.text(), params.text());
  EXPECT_EQ(copy.gloss, 1.0 / 3);
}

TEST(Params, JoinSeveralStructs) {
  Paint paint;
  Brush brush;
  Params params(paint, brush);
  params.set("", "width", "30");
  params.set("", "layers", "3");
  EXPECT_EQ(brush.width, 30);
  EXPECT_EQ(paint.layers, 3);
  EXPECT_EQ(params.items().back().info.name, "width");
}

TEST(Params, RefuseAValueOutOfRangeNamingPlaceKeyAndRange) {
  EXPECT_EQ(refusal("layers", "10"), "player 'roller': 'layers=10' does not fit: expected a whole number in 1..9");
  for (const char* value : {"0", "-1", "1.5", "", "two", "3x", "99999999999999999999"}) {
    EXPECT_THAT(refusal("layers", value), AllOf(HasSubstr("layers"), HasSubstr("1..9"))) << value;
  }
  EXPECT_EQ(refusal("gloss", "1.5"), "player 'roller': 'gloss=1.5' does not fit: expected a number in 0..1");
  for (const char* value : {"-0.1", "nan", "inf", "", "x", "1e999"}) {
    EXPECT_THAT(refusal("gloss", value), AllOf(HasSubstr("gloss"), HasSubstr("0..1"))) << value;
  }
  EXPECT_EQ(refusal("dries", "yes"), "player 'roller': 'dries=yes' does not fit: expected false or true");
  EXPECT_EQ(refusal("drops", "2000000000001"),
            "player 'roller': 'drops=2000000000001' does not fit: expected a whole number in 0..2000000000000");
}

TEST(Params, AcceptTheEndsOfARange) {
  for (const char* value : {"1", "9"}) EXPECT_EQ(refusal("layers", value), "");
  for (const char* value : {"0", "1", "-0", "1e-300"}) EXPECT_EQ(refusal("gloss", value), "");
}

TEST(Params, RefuseAnUnknownChoiceNamingTheNearest) {
  EXPECT_EQ(refusal("colour", "gren"),
            "player 'roller': 'colour=gren' does not fit: expected red, green or blue (did you mean 'green'?)");
  EXPECT_EQ(refusal("colour", "violet"), "player 'roller': 'colour=violet' does not fit: expected red, green or blue");
}

TEST(Params, RefuseAnUnknownKeyNamingTheNearest) {
  EXPECT_EQ(refusal("layer", "3"), "player 'roller': unknown key 'layer' (did you mean 'layers'?)");
  EXPECT_EQ(refusal("temperature", "3"),
            "player 'roller': unknown key 'temperature'; known keys: layers, gloss, dries, colour, drops");
  Nothing nothing;
  Params none(nothing);
  EXPECT_THAT([&] { none.set("game 'x'", "size", "3"); },
              testing::ThrowsMessage<UsageError>("game 'x': unknown key 'size': there are none"));
}

TEST(ParseSpec, ReadsNameAndValues) {
  const Spec plain = parse_spec("rave");
  EXPECT_EQ(plain.name, "rave");
  EXPECT_THAT(plain.values, IsEmpty());
  const Spec full = parse_spec("rave:iterations=100,r=130");
  EXPECT_EQ(full.name, "rave");
  EXPECT_THAT(full.values, ElementsAre(Pair("iterations", "100"), Pair("r", "130")));
  EXPECT_THAT(parse_spec("rave:r=").values, ElementsAre(Pair("r", "")));
  EXPECT_THAT(parse_spec("x:path=a=b:c").values, ElementsAre(Pair("path", "a=b:c")));
}

TEST(ParseSpec, RefusesWhatHasNoNameOrNoKey) {
  for (const char* text : {"", ":", ":r=1"}) {
    EXPECT_THAT([&] { parse_spec(text); }, testing::ThrowsMessage<UsageError>(HasSubstr("has no name"))) << text;
  }
  for (const char* text : {"rave:", "rave:r", "rave:=1", "rave:r=1,", "rave:,r=1"}) {
    EXPECT_THAT([&] { parse_spec(text); },
                testing::ThrowsMessage<UsageError>(AllOf(HasSubstr(text), HasSubstr("expected key=value"))))
        << text;
  }
}

TEST(ParseSpec, RefusesAKeyNamedTwice) {
  EXPECT_THAT([] { parse_spec("rave:r=1,k=2,r=3"); },
              testing::ThrowsMessage<UsageError>("'rave:r=1,k=2,r=3' names the key 'r' twice"));
}

TEST(ParseSpec, HasAReverse) {
  for (const char* text : {"rave", "rave:r=130", "rave:r=130,k=0", "x:path=a=b:c,empty="}) {
    EXPECT_EQ(parse_spec(text).text(), text);
  }
  EXPECT_EQ(spec_text("havannah", "size=6,swap=false"), "havannah:size=6,swap=false");
  EXPECT_EQ(spec_text("havannah", ""), "havannah");
}

TEST(ParseSpec, ErrorsOfItsValuesNameThePlace) {
  Paint paint;
  Params params(paint);
  EXPECT_THAT([&] { apply(parse_spec("roller:layers=99"), "player 'roller'", params); },
              testing::ThrowsMessage<UsageError>(HasSubstr("player 'roller': 'layers=99'")));
}

struct Label {
  std::string words = "plain";
  static constexpr auto fields() { return std::tuple{field(&Label::words, "words", "what is written on it")}; }
};

struct Trim {
  struct Where {
    static constexpr std::string_view none = "plain";
    static constexpr auto names() { return std::array<std::string_view, 3>{"rim", "lid", "handle"}; }
    std::uint32_t bits = 0;
  };
  Where trim;
};

/// Inherits what it is painted with.
struct Pot : Paint, Trim {
  static constexpr auto fields() {
    return std::tuple_cat(std::tuple{field(&Pot::trim, "trim", "where it has a trim")}, Paint::fields());
  }
};

TEST(Params, SumsAreReadInAnyOrderAndWrittenInOne) {
  Pot pot;
  Params params(pot);
  const ParamInfo& info = params.items()[0].info;
  EXPECT_EQ(info.kind, ParamKind::sum);
  EXPECT_EQ(info.range(), "plain, or rim, lid, handle joined by +");
  EXPECT_EQ(info.default_value, "plain");
  EXPECT_THAT(params.text(), testing::StartsWith("trim=plain,layers=2,"));
  params.set("a pot", "trim", "handle+rim");
  EXPECT_EQ(pot.trim.bits, 5u);
  EXPECT_THAT(params.text(), testing::StartsWith("trim=rim+handle,"));
  params.set("a pot", "trim", "lid");
  EXPECT_EQ(pot.trim.bits, 2u);
  const auto refused = [&](std::string_view value, std::string_view why) {
    EXPECT_THAT([&] { params.set("a pot", "trim", value); },
                testing::ThrowsMessage<UsageError>(HasSubstr(std::string(why))));
    EXPECT_EQ(pot.trim.bits, 2u);
  };
  refused("lid+hande", "'trim=hande' does not fit: expected plain, or rim, lid, handle joined by +");
  refused("lid+lid", "'trim=lid+lid' names lid twice");
  refused("lid+plain", "plain is what is left without the others, and stands alone");
  refused("", "does not fit");
  refused("lid+", "does not fit");
  params.set("a pot", "trim", "plain");
  EXPECT_EQ(pot.trim.bits, 0u);
}

TEST(Params, AreInherited) {
  Pot pot;
  Params params(pot);
  params.set("a pot", "layers", "7");
  EXPECT_EQ(pot.layers, 7);
}

TEST(Params, TextsAreKeptAsTheyAreAndReadBack) {
  Label label;
  Params params(label);
  EXPECT_EQ(params.items()[0].info.kind, ParamKind::text);
  EXPECT_EQ(params.items()[0].info.range(), "text");
  params.set("a label", "words", "a/b c:d=e");
  EXPECT_EQ(label.words, "a/b c:d=e");
  EXPECT_EQ(params.text(), "words=a/b c:d=e");
  for (const char* bad : {"", "a,b", "a\nb"}) EXPECT_THROW(params.set("a label", "words", bad), UsageError);
  EXPECT_EQ(label.words, "a/b c:d=e");
}

TEST(Spec, TakesValuesFromElsewhereUnlessTheyContradictIt) {
  Spec spec = parse_spec("nrpa:seconds=5,parallel=root");
  add_value(spec, "threads", "2", "--threads");
  add_value(spec, "seconds", "5.0", "--seconds");
  add_value(spec, "parallel", "root", "--parallel");
  EXPECT_EQ(spec.values.size(), 3u);
  EXPECT_EQ(spec.values[2], std::pair(std::string("threads"), std::string("2")));
  EXPECT_THAT([&] { add_value(spec, "seconds", "6", "--seconds"); },
              testing::ThrowsMessage<UsageError>("--seconds 6 contradicts 'nrpa:seconds=5': give one of the two"));
  EXPECT_THAT([&] { add_value(spec, "parallel", "leaf-local", "--parallel"); },
              testing::ThrowsMessage<UsageError>(testing::HasSubstr("contradicts 'nrpa:parallel=root'")));
}

}  // namespace
}  // namespace banyan
