// SPDX-License-Identifier: MIT
// Playout policies: that each changes nothing while it never acts, that each learns what its paper says it does, and
// that the other branch of PPR draws from where it should.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/havannah.h"
#include "game/knowledge.h"
#include "game/playouts.h"
#include "search/mcts/tree_search.h"
#include "search/playout/parts.h"
#include "tests/havannah_helpers.h"
#include "tests/same_search.h"

namespace banyan {
namespace {

// ---- A policy that never acts ---------------------------------------------------------------------------------------

template <class Algorithm, class S>
SearchResult<S> search_with(const PlayoutParams& playout, const S& state) {
  typename Algorithm::Params params;
  params.limits.iterations = is_full_run ? 4000 : 500;
  params.playout = playout;
  return Algorithm::template make<S>(params, 5)->search(state, {}, {});
}

template <class P = PlayoutParams>
P with(std::string_view playout) {
  P p;
  Params(p).set("test", "playout", playout);
  return p;
}

PlayoutParams empty_pool() {
  PlayoutParams p = with("poolrave");
  p.pool_size = 0;
  return p;
}
PlayoutParams always_uniform(std::string_view playout) {
  PlayoutParams p = with(playout);
  p.gram_draw = Draw::greedy;
  p.gram_epsilon = 1;
  return p;
}
PlayoutParams empty_list(Rest rest) {
  PlayoutParams p = with("ppr");
  p.ppr_tw = 1;  // no value is higher
  p.ppr_rest = rest;
  return p;
}

template <class Algorithm>
class NeutralPolicy : public ::testing::Test {};
using TreeSearches = ::testing::Types<Uct, Rave>;
TYPED_TEST_SUITE(NeutralPolicy, TreeSearches);

TYPED_TEST(NeutralPolicy, ReproducesPlainSearchToTheLastVisit) {
  using S = havannah::Small;
  for (const bool swap : {false, true}) {
    S state(havannah::Options{.size = 5, .swap = swap});
    havannah::play_text(state, "e5");
    const auto plain = search_with<TypeParam>(PlayoutParams{}, state);
    for (const PlayoutParams& neutral :
         {empty_pool(), always_uniform("mast"), always_uniform("nast2"), always_uniform("nast3"),
          empty_list(Rest::paper), empty_list(Rest::uniform), empty_list(Rest::shuffled)}) {
      expect_same(search_with<TypeParam>(neutral, state), plain);
    }
    for (const char* acting : {"poolrave", "lgrf1", "lgr", "mast", "ppr"}) {
      EXPECT_NE(search_with<TypeParam>(with(acting), state).playout_moves, plain.playout_moves);
    }
  }
}

TEST(Lgrf, WithoutRepliesIsUniform) {
  using S = havannah::Small;
  const S root(havannah::Options{.size = 6, .swap = false});
  Uniform<S> uniform(root, 3);
  const auto lgrf = make_playout<S>(with("lgrf1"), root, 3);
  const PlayedMove<S> last = played_move(root, root.move_at(40), 1);
  for (int playout = 0; playout < 50; ++playout) {
    S a = root;
    S b = root;
    EXPECT_EQ(uniform.run(a).moves, lgrf->run(b, Descent<S>{{&last, 1}, {}}).moves);
    EXPECT_EQ(a.hash(), b.hash());
  }
}

// ---- Decisive moves ------------------------------------------------------------------------------------------------

TEST(Decisive, TakesEveryWinAndIsUniformUntilThen) {
  using S = havannah::Small;
  const S root(havannah::Options{.size = 4, .swap = false});
  const auto decisive = make_playout<S>(with("decisive"), root, 3);
  for (int playout = 0; playout < 50; ++playout) {
    const auto same = make_playout<S>(with("decisive"), root, static_cast<std::uint64_t>(playout));
    Uniform<S> uniform(root, static_cast<std::uint64_t>(playout));
    S a = root;
    S b = root;
    // The same draws as uniform playouts have, so that a game can only end sooner.
    const std::uint64_t moves = same->run(a).moves;
    EXPECT_LE(moves, uniform.run(b).moves);
  }
  // In a position with a win the next move is one.
  S state = root;
  for (const char* move : {"a1", "d4", "a2", "d5", "a3", "d6"}) havannah::play_text(state, move);
  for (int playout = 0; playout < 20; ++playout) {
    S end = state;
    EXPECT_EQ(decisive->run(end).moves, 1u);
    EXPECT_EQ(havannah::shapes_of(end), std::set<std::string>{"bridge"});
  }
}

// ---- A game that shows what a policy chose
// ---------------------------------------------------------------------------

/// Fourteen cells; the indices have two more that are never played. A game has `length` stones. Whoever places the last
/// one wins if it is on the good cell, and else loses.
class Pick {
 public:
  struct Move {
    std::uint8_t cell;
    bool operator==(const Move&) const = default;
  };
  struct Options {
    int length = 2;
    static constexpr auto fields() { return std::tuple{field(&Options::length, "length", 1, 14, "stones in a game")}; }
  };
  static constexpr int players = 2;
  static constexpr int max_moves = 16;
  static constexpr bool wins_or_loses = true;
  static constexpr std::uint8_t good = 3;

  explicit Pick(const Options& options) : length_(options.length) {}

  Player to_move() const { return stones_ % 2; }
  bool is_terminal() const { return stones_ == length_; }
  Rewards<Pick> rewards() const {
    const bool first_wins = ((stones_ - 1) % 2 == 0) == (last_ == good);
    return first_wins ? Rewards<Pick>{1.0, 0.0} : Rewards<Pick>{0.0, 1.0};
  }
  void legal_moves(MoveList<Pick>& out) const {
    for (std::uint8_t cell = 0; cell < 14 && !is_terminal(); ++cell) {
      if (owners_[cell] == 0) out.push_back({cell});
    }
  }
  void play(Move m) {
    owners_[m.cell] = owner_bit(to_move());
    last_ = m.cell;
    ++stones_;
  }
  std::uint64_t hash() const {
    std::uint64_t hash = last_;
    for (const std::uint8_t owner : owners_) hash = mix64(hash ^ owner);
    return hash;
  }
  std::string move_text(Move m) const { return std::to_string(m.cell); }
  std::optional<Move> parse_move(std::string_view text) const { return Move{static_cast<std::uint8_t>(text[0] - '0')}; }
  BoardData board_data() const { return {}; }
  int index_count() const { return 16; }
  int index_of(Move m) const { return m.cell; }
  Move move_at(int index) const { return {static_cast<std::uint8_t>(index)}; }
  const std::uint8_t* owners() const { return owners_.data(); }
  std::uint8_t owner_bit(Player p) const { return static_cast<std::uint8_t>(1 << p); }
  int placement_count() const { return 14; }

  int last() const { return last_; }

 private:
  int length_;
  int stones_ = 0;
  std::uint8_t last_ = 0;
  std::array<std::uint8_t, 16> owners_{};
};
static_assert(FillsBoard<Pick>);

PlayedMove<Pick> stone(std::uint8_t cell, Player mover) { return {{cell}, cell, static_cast<std::int16_t>(mover)}; }

/// The same without the promise that every free cell can be played: two of them never can.
struct LoosePick : Pick {
  using Pick::Pick;
  int placement_count() const = delete;
};
static_assert(KeepsAmafCounts<LoosePick> && !FillsBoard<LoosePick>);

/// A game whose first stone is in the tree and whose second is the playout. Counts are those of one node.
template <class Game, class P = PlayoutParams>
struct TableOf {
  explicit TableOf(const P& params) : policy(make_playout<Game>(params, root, 1)) { policy->prepare(root); }

  /// The cell that the policy answers with.
  int answer_to(std::uint8_t cell, bool learns) {
    Game state = root;
    state.play({cell});
    const PlayedMove<Game> move{{cell}, cell, 0};
    const AmafCounts node{playouts, visits.data(), half_points.data()};
    const Descent<Game> descent{{&move, 1}, {&node, 1}};
    const Outcome<Game> outcome = policy->run(state, descent);
    EXPECT_EQ(outcome.moves, 1u);
    if (learns) policy->learn(descent, outcome);
    return state.last();
  }
  /// How often each cell was the answer.
  std::map<int, int> answers_to(std::uint8_t cell, int games, bool learns) {
    std::map<int, int> seen;
    for (int i = 0; i < games; ++i) ++seen[answer_to(cell, learns)];
    return seen;
  }

  Game root{Pick::Options{}};
  std::unique_ptr<PlayoutPolicy<Game>> policy;
  std::uint32_t playouts = 100;
  std::array<std::int32_t, 16> visits{}, half_points{};
};
using Table = TableOf<Pick>;
using CountingParams = PartParams<PartList<PoolRave, Ppr>>;
using LooseTable = TableOf<LoosePick, CountingParams>;

// ---- That they learn
// --------------------------------------------------------------------------------------------------

TEST(Lgrf, AnswersWithTheReplyThatWonAndForgetsTheOneThatLost) {
  Table forgets(with("lgrf1"));
  // Once the good answer to cell 5 has been found by chance, it is given for ever; the answer to 6 is not known.
  forgets.answers_to(5, 200, true);
  EXPECT_EQ(forgets.answers_to(5, 100, true), (std::map<int, int>{{Pick::good, 100}}));
  EXPECT_GT(forgets.answers_to(6, 100, false).size(), 5u);
}

TEST(Lgrf, ForgettingDropsOnlyTheLosersReplyThatIsStored) {
  for (const bool forgets : {true, false}) {
    Table table(with(forgets ? "lgrf1" : "lgr"));
    table.answers_to(5, 200, true);
    // The same reply loses: three stones, the last of them not on the good cell, so that player 1's reply lost.
    Pick longer(Pick::Options{.length = 3});
    const std::array<PlayedMove<Pick>, 3> lost{stone(5, 0), stone(Pick::good, 1), stone(7, 0)};
    for (const PlayedMove<Pick>& move : lost) longer.play(move.move);
    ASSERT_EQ(longer.rewards()[1], 1.0);  // player 0 missed the good cell: player 1 won, and its reply is kept
    table.policy->learn(Descent<Pick>{lost, {}}, outcome_of(longer, 0));
    EXPECT_EQ(table.answer_to(5, false), Pick::good);
    Pick won(Pick::Options{.length = 3});
    const std::array<PlayedMove<Pick>, 3> first_wins{stone(5, 0), stone(4, 1), stone(Pick::good, 0)};
    for (const PlayedMove<Pick>& move : first_wins) won.play(move.move);
    table.policy->learn(Descent<Pick>{first_wins, {}}, outcome_of(won, 0));  // another reply lost: the stored one stays
    EXPECT_EQ(table.answer_to(5, false), Pick::good);
    Pick other(Pick::Options{.length = 5});
    const std::array<PlayedMove<Pick>, 5> reply_lost{stone(5, 0), stone(Pick::good, 1), stone(8, 0), stone(9, 1),
                                                     stone(10, 0)};
    for (const PlayedMove<Pick>& move : reply_lost) other.play(move.move);
    ASSERT_EQ(other.rewards()[1], 1.0);
    Pick even(Pick::Options{.length = 4});
    const std::array<PlayedMove<Pick>, 4> reply_loses{stone(5, 0), stone(Pick::good, 1), stone(8, 0), stone(9, 1)};
    for (const PlayedMove<Pick>& move : reply_loses) even.play(move.move);
    ASSERT_EQ(even.rewards()[0], 1.0);  // player 1 placed the last stone and missed: its replies lost
    table.policy->learn(Descent<Pick>{reply_loses, {}}, outcome_of(even, 0));
    const auto answers = table.answers_to(5, 100, false);
    if (forgets) {
      EXPECT_GT(answers.size(), 5u);
    } else {
      EXPECT_EQ(answers, (std::map<int, int>{{Pick::good, 100}}));
    }
  }
}

TEST(Mast, GreedilyTakesTheMoveOfTheHighestMean) {
  PlayoutParams params = with("mast");
  params.gram_draw = Draw::greedy;
  params.gram_epsilon = 0;
  params.gram_unseen = 2;  // unseen moves first
  Table table(params);
  const auto first = table.answers_to(5, 13, true);  // every answer once, the good one among them
  EXPECT_EQ(first.size(), 13u);
  EXPECT_EQ(table.answers_to(5, 100, true), (std::map<int, int>{{Pick::good, 100}}));
  EXPECT_EQ(table.answer_to(6, true), 5);  // the one answer that could not be given to 5
  EXPECT_EQ(table.answers_to(6, 100, true), (std::map<int, int>{{Pick::good, 100}}));  // whatever came before
}

TEST(Mast, EpsilonIsTheShareOfUniformMoves) {
  PlayoutParams params = with("mast");
  params.gram_draw = Draw::greedy;
  params.gram_epsilon = 0.4;
  Table table(params);
  table.answers_to(5, 300, true);
  const int games = 4000;
  const double expected = games * (0.6 + 0.4 / 13);
  const double sigma = std::sqrt(games * 0.63 * 0.37);
  EXPECT_NEAR(table.answers_to(5, games, false)[Pick::good], expected, 4 * sigma);
}

TEST(Mast, GibbsDrawsInProportionToExp) {
  PlayoutParams params = with("mast");
  params.gram_draw = Draw::gibbs;
  params.gram_tau = 0.5;
  Table table(params);
  table.answers_to(5, 2000, true);  // the good cell has a mean of 1, the others of 0
  const int games = 4000;
  const double good = std::exp(1 / 0.5);
  const double expected = games * good / (good + 12);
  auto answers = table.answers_to(5, games, false);
  EXPECT_NEAR(answers[Pick::good], expected, 4 * std::sqrt(expected));
  EXPECT_NEAR(answers[0], (games - expected) / 12, 4 * std::sqrt((games - expected) / 12));
  EXPECT_EQ(answers.count(5), 0u);   // taken
  EXPECT_EQ(answers.count(14), 0u);  // not a placement
}

/// Counts as a policy should have them, weighed one by one.
struct PlainGrams {
  PlainGrams(const GramParams& p, bool has_pairs) : params(p), counts_pairs(has_pairs) {}

  void count(std::span<const PlayedMove<Pick>> moves, const Rewards<Pick>& rewards) {
    const auto add = [&](const PlayedMove<Pick>& move, std::size_t last) {
      const auto mover = static_cast<std::size_t>(move.mover);
      visits[mover][last][move.key] += 1;
      sums[mover][last][move.key] += rewards[mover];
    };
    for (std::size_t i = 0; i < moves.size(); ++i) {
      add(moves[i], 0);
      if (i > 0) add(moves[i], moves[i - 1].key + std::size_t{1});
    }
  }
  double value(std::size_t mover, std::size_t last, std::size_t move) const {
    const double singles = visits[mover][0][move];
    const double one = singles == 0 ? params.gram_unseen : sums[mover][0][move] / singles;
    const double pairs = visits[mover][last][move];
    if (!counts_pairs || last == 0 || pairs < params.gram_visits) return one;
    return (one + sums[mover][last][move] / pairs) / 2;
  }
  /// Adds, to each cell's chance of being the stone number `length`, what the games that go on from here have.
  void follow(std::vector<bool>& taken, std::size_t mover, std::size_t last, int length, double chance,
              std::array<double, 14>& chances) const {
    std::array<double, 14> weights{};
    double total = 0;
    for (std::size_t i = 0; i < 14; ++i) {
      if (!taken[i]) total += weights[i] = std::exp((value(mover, last, i) - 1) / params.gram_tau);
    }
    for (std::size_t i = 0; i < 14; ++i) {
      if (taken[i]) continue;
      if (length == 1) {
        chances[i] += chance * weights[i] / total;
      } else {
        taken[i] = true;
        follow(taken, 1 - mover, i + 1, length - 1, chance * weights[i] / total, chances);
        taken[i] = false;
      }
    }
  }

  GramParams params;
  bool counts_pairs;
  // By player, the last move plus 1 or 0 for whatever came before, and move.
  std::array<std::array<std::array<double, 14>, 15>, 2> visits{}, sums{};
};

TEST(Mast, GibbsDrawsEveryMoveOfAPlayoutAsPlainWeighingDoes) {
  for (const std::string_view playout : {"mast", "nast2"}) {
    for (const double tau : {0.5, 0.1, 0.02, 0.01}) {
      PlayoutParams params = with(playout);
      params.gram_draw = Draw::gibbs;
      params.gram_tau = tau;
      Table table(params);
      PlainGrams plain(params, playout == "nast2");
      Rng rng(7);
      // What was drawn from before must follow what is learnt then.
      for (int games_learnt = 0; games_learnt < 180;) {
        for (int game = 0; game < 60; ++game, ++games_learnt) {
          std::array<PlayedMove<Pick>, 5> moves{};
          for (std::size_t i = 0; i < moves.size(); ++i) {
            const auto is_new = [&](std::uint16_t cell) {
              return std::none_of(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(i),
                                  [&](const PlayedMove<Pick>& m) { return m.key == cell; });
            };
            do {
              moves[i] = stone(static_cast<std::uint8_t>(rng.below(13)), static_cast<Player>(i % 2));
            } while (!is_new(moves[i].key));
          }
          const double first = rng.unit() < 0.04 * moves[0].key + 0.3 ? 1 : 0;
          const Outcome<Pick> outcome{.rewards = {first, 1 - first}};
          table.policy->learn(Descent<Pick>{moves, {}}, outcome);
          plain.count(moves, outcome.rewards);
        }
        for (int length = 1; length <= 4; ++length) {
          std::array<double, 14> chances{};
          std::vector<bool> taken(14);
          plain.follow(taken, 0, 0, length, 1, chances);
          const int games = is_full_run ? 100'000 : 4'000;
          std::array<int, 14> counts{};
          for (int game = 0; game < games; ++game) {
            Pick state(Pick::Options{.length = length});
            table.policy->run(state);
            ++counts[static_cast<std::size_t>(state.last())];
          }
          for (std::size_t i = 0; i < 14; ++i) {
            const double sigma = std::sqrt(games * chances[i] * (1 - chances[i]));
            EXPECT_NEAR(counts[i], games * chances[i], 4.5 * sigma + 3) << tau << ' ' << length << ' ' << i;
          }
        }
        // The last playout is still to be learnt.
        Pick state(Pick::Options{.length = 1});
        const Outcome<Pick> outcome = table.policy->run(state);
        table.policy->learn({}, outcome);
        const PlayedMove<Pick> made = stone(static_cast<std::uint8_t>(state.last()), 0);
        plain.count({&made, 1}, outcome.rewards);
      }
    }
  }
}

/// `times` games of these stones, which the second player wins or loses.
void teach_reply(Table& table, std::uint8_t before, bool wins, int times) {
  // What a game's end says is its last stone's business: three stones, or four.
  const std::array<PlayedMove<Pick>, 4> moves{stone(before, 0), stone(8, 1), stone(10, 0), stone(11, 1)};
  const std::size_t length = wins ? 3 : 4;
  Pick end(Pick::Options{.length = static_cast<int>(length)});
  for (std::size_t i = 0; i < length; ++i) end.play(moves[i].move);
  ASSERT_EQ(end.rewards()[1], wins ? 1.0 : 0.0);
  for (int i = 0; i < times; ++i)
    table.policy->learn(Descent<Pick>{std::span(moves).first(length), {}}, outcome_of(end, 0));
}

TEST(Nast, LearnsWhatFollowsOnWhat) {
  for (const char* playout : {"nast2", "nast3"}) {
    for (const int visits : {2, 3}) {
      PlayoutParams params = with(playout);
      params.gram_draw = Draw::greedy;
      params.gram_epsilon = 0;
      params.gram_visits = 3;
      Table table(params);
      // After 5 the answer 8 wins, after 6 it loses. Singly, 8 wins as often as it loses: as good as the unseen.
      teach_reply(table, 5, true, 10);
      teach_reply(table, 6, false, 10);
      teach_reply(table, 7, true, visits);
      teach_reply(table, 9, false, visits);
      EXPECT_EQ(table.answers_to(5, 50, false), (std::map<int, int>{{8, 50}}));
      EXPECT_EQ(table.answers_to(6, 50, false).count(8), 0u);
      if (visits < 3) {  // the pair (7, 8) does not count yet
        EXPECT_LT(table.answers_to(7, 200, false)[8], 60);
      } else {
        EXPECT_EQ(table.answers_to(7, 50, false), (std::map<int, int>{{8, 50}}));
      }
    }
  }
}

TEST(Nast, TriplesLearnWhatPairsCannot) {
  PlayoutParams params = with("nast3");
  params.gram_draw = Draw::greedy;
  params.gram_epsilon = 0;
  params.gram_visits = 1;
  Table table(params);
  const auto teach = [&](std::uint8_t first, bool wins) {
    // first, 1, 8 by player 0: good after 4, bad after 5; the pair (1, 8) is even.
    Pick end(Pick::Options{.length = wins ? 4 : 5});
    const std::array<PlayedMove<Pick>, 5> moves{stone(first, 0), stone(1, 1), stone(8, 0), stone(10, 1), stone(11, 0)};
    const std::size_t length = wins ? 4 : 5;
    for (std::size_t i = 0; i < length; ++i) end.play(moves[i].move);
    ASSERT_EQ(end.rewards()[0], wins ? 1.0 : 0.0);
    for (int i = 0; i < 5; ++i)
      table.policy->learn(Descent<Pick>{std::span(moves).first(length), {}}, outcome_of(end, 0));
  };
  teach(4, true);
  teach(5, false);
  const auto third = [&](std::uint8_t first) {
    Pick state(Pick::Options{.length = 3});
    const std::array<PlayedMove<Pick>, 2> moves{stone(first, 0), stone(1, 1)};
    for (const PlayedMove<Pick>& move : moves) state.play(move.move);
    table.policy->run(state, Descent<Pick>{moves, {}});
    return state.last();
  };
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(third(4), 8);
    EXPECT_NE(third(5), 8);
  }
}

TEST(Mast, MeansStayWhatTheyAreHoweverOftenAMoveIsMade) {
  float visits = 0x1p22f - 1000, rewards = visits / 2;
  for (int i = 0; i < 10'000'000; ++i) count_gram(visits, rewards, i % 2 == 0 ? 1.0f : 0.0f);
  EXPECT_NEAR(rewards / visits, 0.5, 1e-3);
  // And they still learn: as many losses again as are counted.
  const auto losses = static_cast<int>(visits);
  for (int i = 0; i < losses; ++i) count_gram(visits, rewards, 0);
  EXPECT_LT(rewards / visits, 0.3);
}

TEST(Mast, DecayForgetsBetweenSearches) {
  PlayoutParams params = with("mast");
  params.gram_draw = Draw::greedy;
  params.gram_epsilon = 0;
  params.gram_decay = 0;
  Table table(params);
  table.answers_to(5, 300, true);
  EXPECT_EQ(table.answers_to(5, 50, false).size(), 1u);
  table.policy->prepare(table.root);
  EXPECT_GT(table.answers_to(5, 50, false).size(), 5u);
}

// ---- PoolRave and PPR
// -------------------------------------------------------------------------------------------------

TEST(PoolRave, TakesTheBestMovesOfTheNode) {
  PlayoutParams params = with("poolrave");
  params.pool_size = 3;
  params.pool_p = 1;
  params.pool_playouts = 50;
  Table table(params);
  table.visits.fill(100);
  table.visits[14] = table.visits[15] = 0;
  for (std::size_t i = 0; i < 14; ++i) table.half_points[i] = static_cast<std::int32_t>(10 * i);
  auto answers = table.answers_to(12, 900, false);  // 12 is taken: the pool is 13, 11, 10
  EXPECT_EQ(answers.size(), 3u);
  for (const int cell : {10, 11, 13}) EXPECT_NEAR(answers[cell], 300, 60);
  table.playouts = 49;  // too few: uniform
  EXPECT_EQ(table.answers_to(12, 900, false).size(), 13u);
}

TEST(PoolRave, ProbabilityIsTheShareOfThePool) {
  PlayoutParams params = with("poolrave");
  params.pool_size = 1;
  params.pool_p = 0.7;
  Table table(params);
  table.visits.fill(100);
  table.half_points[2] = 100;
  EXPECT_NEAR(table.answers_to(12, 4000, false)[2], 4000 * (0.7 + 0.3 / 13), 4 * std::sqrt(4000 * 0.72 * 0.28));
}

TEST(Ppr, PlaysOnlyWhatIsNotPruned) {
  PlayoutParams params = with("ppr");
  params.ppr_p = 1;
  params.ppr_tw = 0.25;
  Table table(params);
  table.visits.fill(100);
  table.half_points[2] = 50;  // exactly the threshold: pruned
  table.half_points[4] = 51;
  table.half_points[6] = 200;
  table.half_points[9] = 120;  // taken by the tree's move
  table.visits[11] = 0;        // nothing is known of it
  auto answers = table.answers_to(9, 1000, false);
  EXPECT_EQ(answers.size(), 2u);
  EXPECT_NEAR(answers[4], 500, 70);
  EXPECT_NEAR(answers[6], 500, 70);
  const AmafCounts node{100, table.visits.data(), table.half_points.data()};
  EXPECT_EQ(table.policy->pruned(table.root, node).size(), 11u);
}

TEST(Ppr, ReadsTheLastNodeWithEnoughPlayouts) {
  PlayoutParams params = with("ppr");
  params.ppr_p = 1;
  params.ppr_tn = 0.1;
  Table table(params);
  std::array<std::array<std::int32_t, 16>, 3> visits{}, half_points{};
  std::array<AmafCounts, 3> nodes{};
  for (std::size_t i = 0; i < 3; ++i) {
    visits[i].fill(10);
    half_points[i][i] = 20;  // node i knows one good move, number i
    nodes[i] = {i == 0 ? 1000u : i == 1 ? 100u : 99u, visits[i].data(), half_points[i].data()};
  }
  const auto answer = [&] {
    Pick state = table.root;
    state.play({5});
    const PlayedMove<Pick> move = stone(5, 0);
    table.policy->run(state, Descent<Pick>{{&move, 1}, nodes});
    return state.last();
  };
  EXPECT_EQ(answer(), 1);  // 99 of 1000 are not a tenth
  nodes[2].playouts = 100;
  EXPECT_EQ(answer(), 2);
  nodes[1].playouts = nodes[2].playouts = 3;
  EXPECT_EQ(answer(), 0);
}

TEST(Ppr, PrunesNothingWhereThePathIsEmpty) {
  Table table(with("ppr"));
  Pick state = table.root;
  table.policy->run(state, {});
  EXPECT_TRUE(state.is_terminal());
}

/// With p = 0 and one listed move every move is of the rest. The last (1 - xi) part of m cells, xi uniform, is one of
/// 1..m cells with equal chance, so the j-th from the last is drawn with probability (1/m) sum over k >= j of 1/k.
TEST(Ppr, TheRestOfThePaperIsTheLastPartOfTheBoard) {
  for (const Rest rest : {Rest::paper, Rest::uniform, Rest::shuffled}) {
    PlayoutParams params = with("ppr");
    params.ppr_p = 0;
    params.ppr_rest = rest;
    Table table(params);
    table.visits.fill(100);
    table.half_points[0] = 200;
    const int games = 20'000;
    auto answers = table.answers_to(13, games, false);  // cells 0..12 are free
    std::vector<int> counts;
    for (int cell = 12; cell >= 0; --cell) counts.push_back(answers[cell]);
    if (rest == Rest::shuffled) {
      EXPECT_FALSE(std::is_sorted(counts.rbegin(), counts.rend()));
      std::sort(counts.rbegin(), counts.rend());
    }
    for (std::size_t j = 0; j < 13; ++j) {
      double share = 0;
      for (std::size_t k = j; k < 13; ++k) share += 1.0 / 13 / static_cast<double>(k + 1);
      if (rest == Rest::uniform) share = 1.0 / 13;
      EXPECT_NEAR(counts[j], games * share, 5 * std::sqrt(games * share)) << j;
    }
  }
}

TEST(Ppr, PassesOverMovesThatCannotBeMade) {
  for (const char* playout : {"ppr", "poolrave"}) {
    for (const Rest rest : {Rest::paper, Rest::uniform, Rest::shuffled}) {
      for (const double p : {0.0, 0.5, 1.0}) {
        auto params = with<CountingParams>(playout);
        params.ppr_p = params.pool_p = p;
        params.ppr_rest = rest;
        LooseTable table(params);
        table.visits.fill(100);
        for (const std::size_t cell : {2, 9, 14, 15})
          table.half_points[cell] = 200;  // 9 is taken, 14 and 15 are no cells
        auto answers = table.answers_to(9, 300, false);
        for (const int cell : {9, 14, 15}) EXPECT_EQ(answers.count(cell), 0u) << playout;
        if (p == 1 && params.playout.bits == with<CountingParams>("ppr").playout.bits) {
          EXPECT_EQ(answers, (std::map<int, int>{{2, 300}}));
        } else if (p == 0) {
          EXPECT_GT(answers.size(), 8u);
        }
      }
    }
  }
}

TEST(Ppr, IsTheSameWhereMovesAreListed) {
  Table filled(with("ppr"));
  LooseTable listed(with<CountingParams>("ppr"));
  filled.visits.fill(100);
  for (std::size_t i = 0; i < 7; ++i) filled.half_points[2 * i] = 200;
  listed.visits = filled.visits;
  listed.half_points = filled.half_points;
  for (int i = 0; i < 500; ++i) {
    const auto cell = static_cast<std::uint8_t>(i % 14);
    EXPECT_EQ(listed.answer_to(cell, false), filled.answer_to(cell, false));
  }
}

TEST(Ppr, TheShuffledOrderIsDrawnOncePerSearch) {
  PlayoutParams params = with("ppr");
  params.ppr_p = 0;
  params.ppr_rest = Rest::shuffled;
  Table table(params);
  table.visits.fill(100);
  table.half_points[0] = 200;
  const auto favourite = [&] {
    auto answers = table.answers_to(13, 2000, false);
    return std::max_element(answers.begin(), answers.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
  };
  std::map<int, int> favourites;
  for (int searches = 0; searches < 20; ++searches) {
    table.policy->prepare(table.root);
    const int first = favourite();
    EXPECT_EQ(favourite(), first);
    ++favourites[first];
  }
  EXPECT_GT(favourites.size(), 5u);
}

TEST(Playouts, EveryPolicyPlaysEveryCellAtMostOnce) {
  using S = havannah::Small;
  for (const std::string_view name : decltype(PlayoutParams::playout)::names()) {
    if (name == "scored" || name == "alive" || name == "piece") continue;  // the game has none
    for (const Draw draw : {Draw::greedy, Draw::gibbs}) {
      PlayoutParams params = with(name);
      params.gram_draw = draw;
      Rave::Params rave;
      rave.limits.iterations = is_full_run ? 1500 : 150;
      rave.playout = params;
      // The largest board of its capacity and a small one; positions with a swap at the root.
      for (const int side : {3, 6}) {
        S state(havannah::Options{.size = side, .swap = true});
        havannah::play_text(state, "b2");
        const auto result = Rave::make<S>(rave, 2)->search(state, {}, {});
        EXPECT_GT(result.iterations, 0u);
      }
    }
  }
}

TEST(Decisive, TriesEveryMoveOfAGameThatDoesNotFindItsWins) {
  Table table(with("decisive"));
  EXPECT_EQ(table.answers_to(5, 50, false), (std::map<int, int>{{Pick::good, 50}}));
}

}  // namespace
}  // namespace banyan
