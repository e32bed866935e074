// SPDX-License-Identifier: MIT
// What selections share: guesses of the game, and how one is added.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/error.h"
#include "core/params.h"
#include "engine/algorithms.h"
#include "search/mcts/tree_search.h"
#include "search/selection/guess_weights.h"
#include "search/selection/product.h"
#include "search/tree/tree.h"
#include "tests/games/searches.h"
#include "tests/same_search.h"
#include "tests/selections/best_child.h"
#include "tests/share.h"

namespace banyan {
namespace {

using tic_tac_toe::TicTacToe;

/// Tic-tac-toe that takes b1, which is not the best first move, for a sure win, c3 for a good one and all others for
/// lost.
class Guessing : public TicTacToe {
 public:
  using TicTacToe::TicTacToe;
  static constexpr int sure = 1, good = 8;
  void guess_values(std::span<float> values) const {
    std::fill(values.begin(), values.end(), 0.0f);
    values[sure] = 1.0f;
    values[good] = 0.75f;
  }
};
static_assert(GuessesValues<Guessing>);

template <class Algorithm, class S>
auto search_with(const S& state, const std::string& settings) {
  typename Algorithm::Params params;
  auto bound = params.bind();
  apply(parse_spec(std::string(Algorithm::name) + ":" + settings), "player", bound);
  return Algorithm::template make<S>(params, 7)->search(state, {}, {});
}

template <class S>
std::uint64_t visits_of(const SearchResult<S>& result, int square) {
  for (const auto& m : result.moves) {
    if (m.move.square == square) return m.visits;
  }
  return 0;
}

template <class A>
class Guesses : public testing::Test {};

using GuessedSelections = testing::Types<Uct, Rave, AlphaAmaf>;
TYPED_TEST_SUITE(Guesses, GuessedSelections);

TYPED_TEST(Guesses, ThatAreNotAskedForChangeNothing) {
  const auto plain = search_with<TypeParam>(TicTacToe({}), "iterations=500");
  const auto guessing = search_with<TypeParam>(Guessing(TicTacToe::Options{}), "iterations=500");
  EXPECT_EQ(guessing.playout_moves, plain.playout_moves);
  ASSERT_EQ(guessing.moves.size(), plain.moves.size());
  for (std::size_t i = 0; i < plain.moves.size(); ++i) EXPECT_EQ(guessing.moves[i].visits, plain.moves[i].visits);
}

/// Untried moves are weighed against tried ones, and nothing explores.
template <class Algorithm>
std::string greedy() {
  return Algorithm::name == "uct" ? ",k=0,untried=urgency" : "";
}

TYPED_TEST(Guesses, ThatCountForManyVisitsLeadTheSearch) {
  const auto led = search_with<TypeParam>(Guessing(TicTacToe::Options{}),
                                          "iterations=60,solver=false,prior=100000" + greedy<TypeParam>());
  EXPECT_EQ(led.best.move.square, Guessing::sure);
  EXPECT_GT(visits_of(led, Guessing::sure), 50u);
}

TYPED_TEST(Guesses, AddABiasThatFades) {
  const auto early = search_with<TypeParam>(Guessing(TicTacToe::Options{}),
                                            "iterations=12,solver=false,bias=20" + greedy<TypeParam>());
  EXPECT_GE(visits_of(early, Guessing::sure) + visits_of(early, Guessing::good), 11u);
  if (TypeParam::name == "alpha_amaf") return;  // keeps to what was good early: it does not explore
  const std::string plain = fmt::format("iterations={},solver=false,k=0.5", is_full_run ? 100'000 : 30'000);
  const auto late = search_with<TypeParam>(Guessing(TicTacToe::Options{}), plain + ",bias=20");
  const auto without = search_with<TypeParam>(Guessing(TicTacToe::Options{}), plain);
  EXPECT_LT(visits_of(late, Guessing::sure), visits_of(without, Guessing::sure) + 1000u);
}

TEST(GuessParams, AreRefusedWhereTheGameHasNone) {
  EXPECT_THROW(search_with<Uct>(TicTacToe({}), "prior=5"), UsageError);
  EXPECT_THROW(search_with<Rave>(TicTacToe({}), "bias=0.5"), UsageError);
  EXPECT_THROW(search_with<Uct>(Guessing(TicTacToe::Options{}), "prior=5,playout=ppr"), UsageError);
}

TEST(GuessParams, FadeWithVisitsOrWithTheirRoot) {
  GuessParams params{.bias = 2};
  EXPECT_FLOAT_EQ(params.bias_of(0.5f, 0), 1.0f);
  EXPECT_FLOAT_EQ(params.bias_of(0.5f, 3), 0.25f);
  params.fading = Fading::root;
  EXPECT_FLOAT_EQ(params.bias_of(0.5f, 0), 1.0f);
  EXPECT_FLOAT_EQ(params.bias_of(0.5f, 3), 0.5f);
}

/// Tic-tac-toe that guesses by terms.
class Weighing : public TicTacToe {
 public:
  using TicTacToe::TicTacToe;
  static constexpr std::array<std::string_view, 2> guess_terms{"side", "corner"};
  static constexpr std::string_view usual_guess = "0.75*corner";
  static void guess_values(std::span<const float> weights, std::span<float> values) {
    for (std::size_t square = 0; square < values.size(); ++square) {
      const float sum = square == 4 ? 0.0f : square % 2 == 1 ? weights[0] : weights[1];
      values[square] = std::clamp(sum, 0.0f, 1.0f);
    }
  }
};
static_assert(GuessesValues<Weighing> && WeighsGuesses<Weighing> && !WeighsGuesses<Guessing>);

TEST(GuessWeights, AreTheGamesOwnOrThoseThatAreAskedFor) {
  EXPECT_THAT(guess_weights<Weighing>({}), testing::ElementsAre(0.0f, 0.75f));
  EXPECT_THAT(guess_weights<Weighing>({.guess = "0.5*side+corner"}), testing::ElementsAre(0.5f, 1.0f));
  EXPECT_THAT(guess_weights<Weighing>({.guess = "-0.5*side"}), testing::ElementsAre(-0.5f, 0.0f));
  EXPECT_THAT(guess_weights<Guessing>({}), testing::IsEmpty());
}

TEST(GuessWeights, AreRefusedWhereTheyMeanNothing) {
  const auto complaint = [](const std::string& settings) -> std::string {
    try {
      search_with<Rave>(Weighing(TicTacToe::Options{}), settings);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(complaint("bias=1,guess=2*cornr"), testing::HasSubstr("did you mean 'corner'"));
  EXPECT_THAT(complaint("bias=1,guess=two*corner"), testing::HasSubstr("'two' is no number"));
  EXPECT_EQ(complaint("bias=1,guess=2*corner,iterations=10"), "");
  EXPECT_THROW(search_with<Rave>(Guessing(TicTacToe::Options{}), "bias=1,guess=2*corner"), UsageError);
}

TEST(GuessWeights, LeadTheSearch) {
  const auto by = [](const std::string& guess) {
    return search_with<Rave>(Weighing(TicTacToe::Options{}), "iterations=60,solver=false,bias=100,guess=" + guess)
        .best.move.square;
  };
  EXPECT_EQ(by("side") % 2, 1);
  EXPECT_THAT(by("corner"), testing::AnyOf(0, 2, 6, 8));
}

// ---- Product propagation ----

/// A tree in which all is set by hand: what its nodes hold, and what the selection makes of that.
class Products {
 public:
  using Selection = selection::Product;
  using Tree = banyan::Tree<TicTacToe, Selection>;

  explicit Products(const Selection::Params& params) : selection_(params, {}), tree_(1 << 20, 9, selection_) {
    nodes_.push_back(tree_.open(TicTacToe({}), supply_));
  }

  /// A node behind a move of a node; returns its number. The root is 0.
  std::size_t open(std::size_t at, const std::vector<int>& squares) {
    TicTacToe state({});
    for (const int square : squares) state.play(state.move_at(square));
    nodes_.push_back(tree_.open(state, supply_));
    edge(at, static_cast<unsigned>(squares.back())).set_child(nodes_.back());
    return nodes_.size() - 1;
  }

  /// So many playouts through a move, of which its mover won some.
  void count(std::size_t at, unsigned slot, int wins, int playouts) {
    Tree::Node& n = tree_.node(nodes_[at]);
    tree_.make_room(n, supply_);
    tree_.add_edge(n, slot);
    n.visits += static_cast<std::uint32_t>(playouts);
    edge(at, slot).add(wins, static_cast<std::uint32_t>(playouts));
    tree_.amaf_visits(n)[slot] += playouts;
    tree_.amaf_rewards(n)[slot] += 2 * wins;
    weigh(at, slot);
  }
  void weigh(std::size_t at, unsigned slot) { selection_.weigh(tree_, tree_.node(nodes_[at]), slot, edge(at, slot)); }
  void prove(std::size_t at, unsigned slot, Proof proof) {
    edge(at, slot).set_proof(proof);
    edge(at, slot).exclude();
  }
  double value(std::size_t at, unsigned slot) {
    return selection_.value(tree_, tree_.node(nodes_[at]), edge(at, slot));
  }

 private:
  Tree::Edge edge(std::size_t at, unsigned slot) { return tree_.edge(tree_.node(nodes_[at]), slot); }

  Selection selection_;
  Tree tree_;
  Tree::Supply supply_;
  std::vector<Tree::Index> nodes_;
};

/// Move 4 has the replies 0 and 1, and 0 has the reply 8.
double product_of_four(const selection::Product::Params& params, Proof of_the_last = Proof::none) {
  Products tree(params);
  tree.count(0, 4, 7, 10);
  EXPECT_NEAR(tree.value(0, 4), 0.7, 1e-6) << "nothing is known of replies";
  const std::size_t replies = tree.open(0, {4});
  tree.count(replies, 0, 2, 4);
  tree.count(replies, 1, 1, 5);
  const std::size_t last = tree.open(replies, {4, 0});
  tree.count(last, 8, 3, 4);
  if (of_the_last != Proof::none) tree.prove(last, 8, of_the_last);
  tree.weigh(replies, 0);
  tree.weigh(0, 4);
  return tree.value(0, 4);
}

TEST(ProductPropagation, IsTheProductOfWhatTheRepliesLeave) {
  // 8 wins by 3/4, which leaves 1/4 to 0, and 3/4 after it; 1 leaves 4/5.
  for (const double r : {0.0, 130.0, 10'000.0}) {
    selection::Product::Params params;
    params.r = r;
    EXPECT_NEAR(product_of_four(params), 3.0 / 4 * 4 / 5, 1e-4) << r;
    // The first player moves in 4 and in 8.
    EXPECT_NEAR(product_of_four(params, Proof::first_player), 1.0 * 4 / 5, 1e-4) << r;
    EXPECT_NEAR(product_of_four(params, Proof::second_player), 0.0, 1e-4) << r;
    params.enough = 5;  // of the replies 1 alone
    EXPECT_NEAR(product_of_four(params), 4.0 / 5, 1e-4) << r;
    params.enough = 6;
    EXPECT_NEAR(product_of_four(params), 0.7, 1e-4) << r;
    params.enough = 1;
    params.share = 0.5;  // 0 is worth (1/4 + 2/4) / 2
    EXPECT_NEAR(product_of_four(params), (0.7 + (1 - 3.0 / 8) * 4 / 5) / 2, 1e-4) << r;
    params.share = 0;
    EXPECT_NEAR(product_of_four(params), 0.7, 1e-6) << r;
  }
}

TEST(ProductPropagation, WithoutAShareIsRave) {
  using ProductSearch = TreeSearch<selection::Product>;
  for (const std::string settings : {"iterations=3000", "iterations=3000,k=0.3,untried=first,solver=false,r=300"}) {
    expect_same(search_with<ProductSearch>(TicTacToe({}), settings + ",share=0"),
                search_with<Rave>(TicTacToe({}), settings));
  }
  const auto product = search_with<ProductSearch>(TicTacToe({}), "iterations=3000,solver=false,k=0.5");
  const auto rave = search_with<Rave>(TicTacToe({}), "iterations=3000,solver=false,k=0.5");
  EXPECT_NE(product.best.value, rave.best.value);
}

// ---- The one that docs/adding-a-selection.md adds ----

using OwnSelections = std::tuple<selection::Ucb1, selection::BestChild>;

/// What the algorithm finds that is known by this name where the list is the one above.
SearchResult<TicTacToe> search_named(std::string_view name, const std::string& settings) {
  std::optional<SearchResult<TicTacToe>> result;
  for_each_algorithm<TreeSearches<OwnSelections>>([&]<class Algorithm>(Algorithm) {
    if (Algorithm::name == name) result = search_with<Algorithm>(TicTacToe({}), settings);
  });
  return result.value();
}

TEST(AddingASelection, TakesItsFileAndALineInAList) {
  std::vector<std::string> params;
  for_each_algorithm<TreeSearches<OwnSelections>>([&]<class Algorithm>(Algorithm) {
    typename Algorithm::Params own;
    params.push_back(fmt::format("{}: {}", Algorithm::name, own.bind().text()));
  });
  using testing::AllOf, testing::HasSubstr, testing::StartsWith;
  EXPECT_THAT(params,
              testing::ElementsAre(StartsWith("uct: "),
                                   AllOf(StartsWith("best_child: "), HasSubstr("enough=30"), HasSubstr("reuse=true"))));
  // Without the solver a search of everything is as good as the values that it backs up.
  const auto result = search_named("best_child", "iterations=50000,solver=false,final_move=max");
  EXPECT_NEAR(result.best.value, 0.5, 0.02) << "a draw when both play well";
  const auto uct = search_named("uct", "iterations=50000,solver=false,k=0.7,final_move=max");
  EXPECT_GT(uct.best.value, 0.52) << "means lag behind";
}

TEST(AddingASelection, ThatWaitsForEverIsUct) {
  expect_same(search_named("best_child", "iterations=3000,k=0.5,enough=1000000"),
              search_named("uct", "iterations=3000,k=0.5"));
}

}  // namespace
}  // namespace banyan
