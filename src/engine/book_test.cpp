// SPDX-License-Identifier: MIT
#include "engine/book.h"

#include <gmock/gmock.h>

#include <string>

#include "core/error.h"
#include "engine/catalogue.h"
#include "tests/folder_test.h"

namespace banyan {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

std::unique_ptr<Session> game_at(const std::string& spec, const std::vector<std::string>& moves) {
  auto session = new_session(parse_spec(spec));
  for (const std::string& move : moves) session->play(move);
  return session;
}

const std::string small_book =
    "banyan book 1\ngame poly_y:size=3\nabout a test\n- : 2.1 : 0.5 10\n2.1 : 1.0 swap : 0.6 10\n"
    "2.1 1.0 : 0.0 : 0.7 20\nend 3\n";

TEST(CanonicalHash, IsTheSameForTurnedAndMirroredBoardsAndNoOthers) {
  const std::string spec = "poly_y:size=7";
  const auto hash = [&](const std::vector<std::string>& moves) { return game_at(spec, moves)->canonical_hash(); };
  EXPECT_EQ(hash({"15"}), hash({"11"}));  // as the table of orbits has it
  EXPECT_EQ(hash({"4"}), hash({"2"}));
  EXPECT_NE(hash({"15"}), hash({"14"}));
  EXPECT_EQ(hash({"15", "43", "1"}), hash({"1", "43", "15"}));
  const auto havannah = [&](const std::vector<std::string>& moves) {
    return game_at("havannah:size=5,swap=true", moves)->canonical_hash();
  };
  EXPECT_EQ(havannah({"a1"}), havannah({"a5"}));
  EXPECT_EQ(havannah({"a2", "e5"}), havannah({"a4", "e5"}));
  EXPECT_NE(havannah({"a1"}), havannah({"a2"}));
}

TEST(Book, PlaysOnEveryTurnedBoard) {
  const Book book(small_book);
  // All corners are alike, and so is the way to what the book replies.
  for (const std::string corner : {"2.0", "2.2", "2.4", "2.6", "2.8"}) {
    EXPECT_FALSE(book.reply(*game_at("poly_y:size=3", {corner}))) << corner;
  }
  for (const std::string cell : {"2.1", "2.3", "2.5", "2.7", "2.9"}) {
    const auto session = game_at("poly_y:size=3", {cell});
    const auto reply = book.reply(*session);
    ASSERT_TRUE(reply) << cell;
    session->play(reply->best_move);
    EXPECT_EQ(session->canonical_hash(), game_at("poly_y:size=3", {"2.1", "1.0"})->canonical_hash());
    EXPECT_EQ(reply->stopped_by, "book");
    EXPECT_DOUBLE_EQ(reply->value, 0.4);
    EXPECT_EQ(book.reply(*session)->best_move, "0.0");
  }
}

TEST(Book, KnowsAPositionAfterASwapAsTheSameBoard) {
  const Book book(small_book);
  const auto reply = book.reply(*game_at("poly_y:size=3", {"2.1", "swap"}));
  ASSERT_TRUE(reply);
  EXPECT_NE(reply->best_move, "swap");
  EXPECT_DOUBLE_EQ(reply->value, 0.4);
}

TEST(Book, SwapsOrRefusesTo) {
  const auto paper = Book::load("poly_y_paper");
  const auto start = new_session(parse_spec("poly_y"));
  int swaps = 0;
  for (const std::string& move : start->legal_moves()) {
    start->play(move);
    const auto reply = paper->reply(*start);
    EXPECT_NE(reply.has_value(), paper->refuses_swap(*start)) << move;
    if (reply) {
      EXPECT_EQ(reply->best_move, "swap");
    }
    swaps += reply ? 1 : 0;
    start->undo();
  }
  EXPECT_EQ(swaps, 61);                              // as many as the champion's program swaps
  EXPECT_EQ(paper->reply(*start)->best_move, "11");  // of the orbit of 15
}

TEST(Book, APlayerThatRefusesToSwapSearchesForAnotherMove) {
  const auto session = game_at("poly_y", {"1"});
  const auto player = session->new_player(parse_spec("poly-y-paper:iterations=64"), 1);
  SearchControl control;
  EXPECT_NE(player->search(*session, control).best_move, "swap");
}

TEST(Book, IsWrittenAsItIsRead) {
  const Book book(small_book);
  const Book again(book.game(), book.about(), book.entries());
  EXPECT_EQ(Book(again.text()).text(), again.text());
  EXPECT_EQ(again.entries().size(), 3);
  EXPECT_EQ(again.game().text(), "poly_y:sides=5,size=3,swap=true");
}

class BookFile : public FolderTest {};

TEST_F(BookFile, SaysInOneSentenceWhatIsWrongWithIt) {
  const auto refusal = [&](const std::string& text) {
    const std::string file = write_file("test.book", text);
    return [file] { Book::load(file); };
  };
  const auto replaced = [](const std::string& part, const std::string& by) {
    std::string text = small_book;
    return text.replace(text.find(part), part.size(), by);
  };
  EXPECT_THAT(refusal("hello"), ThrowsMessage<UsageError>(HasSubstr("it is no book of openings")));
  EXPECT_THAT(refusal(""), ThrowsMessage<UsageError>(HasSubstr("it is no book of openings")));
  EXPECT_THAT(refusal(small_book.substr(0, small_book.size() / 2)), ThrowsMessage<UsageError>(HasSubstr("book '")));
  for (std::size_t size = 20; size + 2 < small_book.size(); ++size) {
    EXPECT_THROW(refusal(small_book.substr(0, size))(), UsageError) << size;
  }
  EXPECT_THAT(refusal(replaced("end 3", "end 4")), ThrowsMessage<UsageError>(HasSubstr("it has 3 positions")));
  EXPECT_THAT(refusal(replaced("book 1", "book 7")),
              ThrowsMessage<UsageError>(HasSubstr("version 7, this program reads version 1")));
  EXPECT_THAT(refusal(replaced("2.1 1.0", "2.1 2.1")), ThrowsMessage<UsageError>(HasSubstr("occupied")));
  EXPECT_THAT(refusal(replaced("0.6 10", "1.6 10")),
              ThrowsMessage<UsageError>(HasSubstr("'1.6 10' is not RATE GAMES")));
  EXPECT_THAT(refusal(replaced("poly_y", "chess")), ThrowsMessage<UsageError>(HasSubstr("unknown game 'chess'")));
  EXPECT_THAT([] { Book::load("/no/such/book"); }, ThrowsMessage<UsageError>(HasSubstr("cannot be read")));
}

TEST_F(BookFile, IsKnownByItsContentInAPlayersSettings) {
  const std::string file = write_file("test.book", small_book);
  const auto session = new_session(parse_spec("poly_y:size=3"));
  const std::string settings = session->new_player(parse_spec("rave:book=" + file), 1)->settings();
  EXPECT_THAT(settings, HasSubstr("book=" + file + "@"));
  EXPECT_EQ(session->new_player(parse_spec(settings), 1)->settings(), settings);
  write_file("test.book", small_book.substr(0, small_book.find("2.1 1.0")) + "end 2\n");
  EXPECT_THAT([&] { session->new_player(parse_spec(settings), 1); },
              ThrowsMessage<UsageError>(HasSubstr("it is not the one that was meant")));
  const auto other = new_session(parse_spec("poly_y:size=4"));
  EXPECT_THAT([&] { other->new_player(parse_spec("rave:book=" + file), 1); },
              ThrowsMessage<UsageError>(HasSubstr("the book is for poly_y:sides=5,size=3,swap=true, and this is")));
  EXPECT_THAT(other->new_player(parse_spec("poly-y-paper"), 1)->settings(), Not(HasSubstr("book=")))
      << "what is built in serves its own board";
}

}  // namespace
}  // namespace banyan
