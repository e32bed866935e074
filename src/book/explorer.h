// SPDX-License-Identifier: MIT
// Which openings to play next, and what they are worth [Wevers & te Brinke 2014, section 4; Chaslot et al. 2009].
// Openings are a graph: a position is known by itself, whatever order of moves led to it and however the board is
// turned. A game of a player against itself from a position is a sample of what that is worth.
//
// Two ways to explore it:
//   uct     best first, as the paper proposes and did not do: from the start, at each position the reply of the highest
//           upper confidence bound, until one that has had few games. A reply whose 95 % interval lies below that of
//           the best is not played any more. Replies are considered in the order in which a search likes them, the more
//           of them the more games there were.
//   levels  the paper's own way: the same number of games for every first move, then for every reply to it, then for
//           every reply to the best of these where the second player would swap, then once more.
//
// The best of many estimates is too high. So a reply that is chosen is measured again, with fresh games that have not
// helped to choose it, before its value is used; and if it is not what it seemed to be, another one is chosen.
//
// Everything follows from the settings and the results so far: who adds the same results again is at the same point.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/params.h"
#include "engine/book.h"
#include "stats/wilson.h"

namespace banyan {

enum class ExploreBy { uct, levels };
constexpr auto names(ExploreBy) { return std::array<std::string_view, 2>{"uct", "levels"}; }

struct ExploreParams {
  ExploreBy explore = ExploreBy::uct;
  int depth = 4;
  int position_games = 16;
  int fresh_games = 64;
  double exploration = 0.4;
  double widening = 2;
  int order_iterations = 20'000;
  int best = 4;
  int round = 32;

  bool is_used(std::string_view name) const {
    const bool is_uct = explore == ExploreBy::uct;
    if (name == "exploration" || name == "widening" || name == "order_iterations") return is_uct;
    return name != "best" || !is_uct;
  }
  static constexpr auto fields() {
    using P = ExploreParams;
    return std::tuple{
        field(&P::explore, "explore", "best first by upper confidence bounds, or level by level as in the paper"),
        field(&P::depth, "depth", 1, 20, "moves of the longest openings"),
        field(&P::position_games, "position_games", 1, 1'000'000,
              "games that a position gets: by levels, each of them; by uct, before its replies are looked at"),
        field(&P::fresh_games, "fresh_games", 1, 1'000'000,
              "games by which a chosen reply is measured again, before its value is used"),
        field(&P::exploration, "exploration", 0.0, 100.0, "c in w/n + c sqrt(ln N / n)"),
        field(&P::widening, "widening", 0.0, 1e6,
              "c: after N games through a position, c sqrt(N) of its replies are considered; 0 = all"),
        field(&P::order_iterations, "order_iterations", 1, 1'000'000'000,
              "iterations of the search that says which replies are considered first"),
        field(&P::best, "best", 1, 1'000, "the replies of a level that the next one looks at"),
        field(&P::round, "round", 1, 100'000, "games that are planned at a time, from the results of all before them"),
    };
  }
};

/// Games from a position, as the first player fared in them.
struct Sample {
  double wins = 0;
  double games = 0;

  double rate() const { return games > 0 ? wins / games : 0.5; }
  Interval interval() const { return wilson(wins, games); }
  Sample& operator+=(const Sample& other) {
    wins += other.wins;
    games += other.games;
    return *this;
  }
};

class Explorer {
 public:
  /// One game that is to be played.
  struct Task {
    std::string opening{};  // moves of the game without the swap rule
    bool is_fresh = false;
    std::vector<std::size_t> path{};  // the positions that it counts for, the one it begins in last
  };

  /// What a search says of the moves of a position, the best first; may leave some out.
  using Order = std::function<std::vector<std::string>(const Session&)>;

  Explorer(const Spec& game, const ExploreParams& params, Order order);

  /// The next games, at most as many as a round has; none when there is nothing left to find out.
  std::vector<Task> plan();
  /// `wins` is 1, 0.5 or 0 for the first player.
  void add(const Task& task, double wins);

  /// What is known of a position that was looked at.
  struct Line {
    std::vector<std::string> moves{};  // that lead there, in the game without the swap rule
    Sample value{};                    // of its best line as far as that was measured again, else of fresh games or all
    std::string reply{};               // the best; empty where none is known
    bool is_measured = false;          // the reply's value stands on fresh games
    Sample played{};                   // games that have chosen their way there, from there and from below
  };
  /// The start first, in the order of depth.
  std::vector<Line> lines() const;

  /// The book that players use.
  Book book(const std::string& about) const;

 private:
  static constexpr std::size_t no_node = 0;  // the start is no reply

  struct Node {
    std::vector<std::string> moves{};
    Sample own{}, fresh{}, through{};  // games from here; the same, fresh; all that came by here
    double planned = 0;                // of this round, by here
    double planned_fresh = 0;
    bool is_expanded = false;
    std::vector<std::string> replies{};   // in the order in which they are considered
    std::vector<std::size_t> children{};  // where they lead

    bool is_start() const { return moves.empty(); }
    int mover() const { return static_cast<int>(moves.size() % 2); }
  };
  struct Known {
    Sample value{};
    std::size_t best = no_node;
    std::string reply{};
    bool is_measured = false;
  };
  /// What the share of a position's mover is and may be. Of the first move with the swap rule: the share of who plays
  /// it when the other takes the better side.
  struct Worth {
    double mean, low, high;
  };

  std::unique_ptr<Session> session_at(const Node& node) const;
  void expand(std::size_t at);
  std::size_t considered(const Node& node) const;
  Worth worth(const Node& node, const Sample& of_reply) const;
  std::vector<Known> evaluate() const;

  std::vector<std::size_t> descend();
  std::size_t choose_reply(const Node& node) const;
  void ask(std::vector<Task>& tasks, const std::vector<std::size_t>& path, bool is_fresh);
  void ask_own(std::vector<Task>& tasks, std::size_t at);
  void ask_fresh(std::vector<Task>& tasks, std::size_t at);
  bool is_full(const std::vector<Task>& tasks) const;
  void plan_fresh(std::vector<Task>& tasks);
  void plan_levels(std::vector<Task>& tasks);

  Spec game_, plain_game_;
  bool has_swap_;
  ExploreParams params_;
  Order order_;
  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, std::size_t> by_position_;
  std::uint64_t rounds_ = 0;
};

}  // namespace banyan
