// SPDX-License-Identifier: MIT
#include "book/explorer.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/math.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

/// One round in so many is for fresh games, where somebody wants them.
constexpr std::uint64_t fresh_round = 4;

}  // namespace

Explorer::Explorer(const Spec& game, const ExploreParams& params, Order order)
    : game_(spec_of(*new_session(game))),
      plain_game_(without_swap(game)),
      has_swap_(has_swap(game)),
      params_(params),
      order_(std::move(order)) {
  by_position_.emplace(new_session(plain_game_)->canonical_hash(), nodes_.size());
  nodes_.emplace_back();
}

std::unique_ptr<Session> Explorer::session_at(const Node& node) const {
  auto session = new_session(plain_game_);
  for (const std::string& move : node.moves) session->play(move);
  return session;
}

// Of replies that lead to the same position, the first is enough.
void Explorer::expand(std::size_t at) {
  if (nodes_[at].is_expanded) return;
  nodes_[at].is_expanded = true;
  const auto session = session_at(nodes_[at]);
  const auto legal = session->legal_moves();
  std::vector<std::string> order = params_.explore == ExploreBy::uct ? order_(*session) : std::vector<std::string>{};
  for (const std::string& move : legal) {
    if (std::find(order.begin(), order.end(), move) == order.end()) order.push_back(move);
  }
  std::vector<std::string> replies;
  std::vector<std::size_t> children;
  for (const std::string& move : order) {
    session->play(move);
    if (!session->result()) {
      const auto [found, is_new] = by_position_.emplace(session->canonical_hash(), nodes_.size());
      if (is_new) nodes_.push_back({.moves = session->moves()});
      if (std::find(children.begin(), children.end(), found->second) == children.end()) {
        children.push_back(found->second);
        replies.push_back(move);
      }
    }
    session->undo();
  }
  nodes_[at].replies = std::move(replies);
  nodes_[at].children = std::move(children);
}

std::size_t Explorer::considered(const Node& node) const {
  if (params_.widening == 0) return node.children.size();
  const double wide = std::ceil(params_.widening * std::sqrt(node.through.games + node.planned + 1));
  return std::min(node.children.size(), static_cast<std::size_t>(std::min(wide, 1e6)));
}

Explorer::Worth Explorer::worth(const Node& node, const Sample& of_reply) const {
  const double rate = of_reply.rate();
  const auto [low, high] = of_reply.interval();
  if (node.is_start() && has_swap_) {
    return {.mean = std::min(rate, 1 - rate),
            .low = std::min(low, 1 - high),
            .high = high < 0.5  ? high
                    : low > 0.5 ? 1 - low
                                : 0.5};
  }
  if (node.mover() == 0) return {.mean = rate, .low = low, .high = high};
  return {.mean = 1 - rate, .low = 1 - high, .high = 1 - low};
}

// ---- What is known ----

// From the longest openings to the start, so that what a position is worth is known when one above asks.
std::vector<Explorer::Known> Explorer::evaluate() const {
  std::vector<std::size_t> order(nodes_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return nodes_[a].moves.size() > nodes_[b].moves.size(); });
  std::vector<Known> all(nodes_.size());
  for (const std::size_t at : order) {
    const Node& node = nodes_[at];
    Known& known = all[at];
    double best = -1;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const Node& child = nodes_[node.children[i]];
      if (child.own.games < params_.position_games) continue;
      const double low = worth(node, all[node.children[i]].value).low;
      if (low <= best) continue;
      best = low;
      known.best = node.children[i];
      known.reply = node.replies[i];
    }
    known.is_measured = known.best != no_node && nodes_[known.best].fresh.games >= params_.fresh_games;
    if (known.is_measured) {
      known.value = all[known.best].value;
    } else {
      known.value = node.fresh.games >= params_.fresh_games ? node.fresh : node.through;
    }
  }
  return all;
}

std::vector<Explorer::Line> Explorer::lines() const {
  const auto known = evaluate();
  std::vector<Line> all;
  for (std::size_t at = 0; at < nodes_.size(); ++at) {
    if (nodes_[at].through.games + nodes_[at].fresh.games == 0 && at != 0) continue;
    all.push_back({.moves = nodes_[at].moves,
                   .value = known[at].value,
                   .reply = known[at].reply,
                   .is_measured = known[at].is_measured,
                   .played = nodes_[at].through});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Line& a, const Line& b) { return a.moves.size() < b.moves.size(); });
  return all;
}

Book Explorer::book(const std::string& about) const {
  std::vector<BookEntry> entries;
  for (const Line& line : lines()) {
    const bool is_first_move = line.moves.size() == 1;
    if (line.reply.empty() && !is_first_move) continue;
    BookEntry entry{.moves = line.moves,
                    .rate = {.rate = line.value.rate(), .games = static_cast<std::uint64_t>(line.value.games)}};
    if (is_first_move && has_swap_ && line.value.rate() > 0.5) entry.replies.emplace_back(Book::swap_text);
    if (!line.reply.empty()) entry.replies.push_back(line.reply);
    entries.push_back(std::move(entry));
  }
  return {game_, about, std::move(entries)};
}

// ---- What to play next ----

void Explorer::add(const Task& task, double wins) {
  Node& node = nodes_[task.path.back()];
  if (task.is_fresh) {
    node.fresh += {wins, 1};
    return;
  }
  node.own += {wins, 1};
  for (const std::size_t at : task.path) nodes_[at].through += {wins, 1};
}

bool Explorer::is_full(const std::vector<Task>& tasks) const {
  return tasks.size() >= static_cast<std::size_t>(params_.round);
}

void Explorer::ask(std::vector<Task>& tasks, const std::vector<std::size_t>& path, bool is_fresh) {
  const Node& node = nodes_[path.back()];
  tasks.push_back({.opening = join_moves({node.moves.begin(), node.moves.end()}), .is_fresh = is_fresh, .path = path});
  for (const std::size_t at : path) ++(is_fresh ? nodes_[at].planned_fresh : nodes_[at].planned);
}

void Explorer::ask_own(std::vector<Task>& tasks, std::size_t at) {
  while (!is_full(tasks) && nodes_[at].own.games + nodes_[at].planned < params_.position_games) ask(tasks, {at}, false);
}

void Explorer::ask_fresh(std::vector<Task>& tasks, std::size_t at) {
  while (!is_full(tasks) && nodes_[at].fresh.games + nodes_[at].planned_fresh < params_.fresh_games) {
    ask(tasks, {at}, true);
  }
}

std::vector<Explorer::Task> Explorer::plan() {
  for (Node& node : nodes_) node.planned = node.planned_fresh = 0;
  std::vector<Task> tasks;
  ++rounds_;
  if (params_.explore == ExploreBy::levels) {
    plan_levels(tasks);
    return tasks;
  }
  if (rounds_ % fresh_round == 0) plan_fresh(tasks);
  while (!is_full(tasks)) ask(tasks, descend(), false);
  return tasks;
}

/// The positions that most games came by first: what is chosen there matters most.
void Explorer::plan_fresh(std::vector<Task>& tasks) {
  const auto known = evaluate();
  std::vector<std::size_t> order;
  for (std::size_t at = 0; at < nodes_.size(); ++at) {
    if (known[at].best != no_node && nodes_[at].through.games >= 2 * params_.position_games) order.push_back(at);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return nodes_[a].through.games > nodes_[b].through.games; });
  for (const std::size_t at : order) ask_fresh(tasks, known[at].best);
}

std::vector<std::size_t> Explorer::descend() {
  std::vector<std::size_t> path{0};
  for (;;) {
    const std::size_t at = path.back();
    const bool wants_own_games = at != 0 && nodes_[at].own.games + nodes_[at].planned < params_.position_games;
    if (wants_own_games || nodes_[at].moves.size() >= static_cast<std::size_t>(params_.depth)) return path;
    expand(at);
    if (nodes_[at].children.empty()) return path;
    path.push_back(choose_reply(nodes_[at]));
  }
}

// What cannot become the best within the 95 % intervals is left alone.
std::size_t Explorer::choose_reply(const Node& node) const {
  const std::size_t count = considered(node);
  double best_low = 0;
  for (std::size_t i = 0; i < count; ++i) {
    best_low = std::max(best_low, worth(node, nodes_[node.children[i]].through).low);
  }
  const double log_games = banyan::log(node.through.games + node.planned + 1);
  std::size_t best = node.children[0];
  double highest = -1;
  for (std::size_t i = 0; i < count; ++i) {
    const Node& child = nodes_[node.children[i]];
    const double games = child.through.games + child.planned;
    if (games == 0) return node.children[i];
    const Worth value = worth(node, child.through);
    if (value.high < best_low) continue;
    const double score = value.mean + params_.exploration * std::sqrt(log_games / games);
    if (score <= highest) continue;
    highest = score;
    best = node.children[i];
  }
  return best;
}

// A level is finished, its choices measured again, before the next one begins.
void Explorer::plan_levels(std::vector<Task>& tasks) {
  std::vector<std::size_t> parents{0};
  for (int level = 1; level <= params_.depth; ++level) {
    for (const std::size_t at : parents) {
      expand(at);
      for (const std::size_t child : nodes_[at].children) ask_own(tasks, child);
    }
    if (!tasks.empty()) return;
    auto known = evaluate();
    for (const std::size_t at : parents) {
      if (known[at].best != no_node) ask_fresh(tasks, known[at].best);
    }
    if (!tasks.empty()) return;
    std::vector<std::size_t> next;
    for (const std::size_t at : parents) {
      auto children = nodes_[at].children;
      // After the first move every position is looked at; later those that follow a first move that is swapped, and
      // of these the best.
      if (level > 1) {
        const auto low = [&](std::size_t child) { return worth(nodes_[at], known[child].value).low; };
        std::stable_sort(children.begin(), children.end(), [&](auto a, auto b) { return low(a) > low(b); });
        children.resize(std::min(children.size(), static_cast<std::size_t>(params_.best)));
      }
      if (level == 2 && has_swap_ && known[at].value.rate() <= 0.5) continue;
      next.insert(next.end(), children.begin(), children.end());
    }
    parents = std::move(next);
  }
}

}  // namespace banyan
