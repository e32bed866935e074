// SPDX-License-Identifier: MIT
#include "web/server/analysis.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/clock.h"
#include "core/error.h"
#include "engine/catalogue.h"
#include "engine/json.h"
#include "web/server/http.h"

namespace banyan::web {
namespace {

/// Of how many moves an analysis tells the value and the line, at least.
constexpr std::size_t lines_told = 10;

/// The position after the moves, and what chance plays then.
std::unique_ptr<Session> session_at(const Question& question) {
  auto session = begin_game(question.game, question.options);
  play_all(*session, question.moves, "moves");
  let_chance_play(*session, question.seed);
  return session;
}

void check_only(const Session& session, const std::vector<std::string>& only) {
  if (only.empty()) return;
  const auto legal = session.legal_moves();
  for (std::size_t i = 0; i < only.size(); ++i) {
    if (std::find(legal.begin(), legal.end(), only[i]) != legal.end()) continue;
    const std::string field = fmt::format("only[{}]", i);
    throw Refusal(422, fmt::format("{}: '{}' is no legal move there", field, only[i]), field);
  }
}

class PositionAnalysis : public Analysis, public std::enable_shared_from_this<PositionAnalysis> {
 public:
  PositionAnalysis(World& world, const Question& question) : world_(world), question_(question) {
    SavedGame game{.session = session_at(question), .seed = question.seed};
    player_ = question.player.empty() ? game_named(game.session->game()).analyst : question.player;
    HostedPlayer player =
        searching_player(*game.session, player_, question.seed, world.bounds, "player", LimitedBy::server);
    check_only(*game.session, question.only);
    only_ = question.only;
    threads_ = threads_of(player.spec);
    HostedGame hosted{.game = std::move(game)};
    hosted.players.push_back(std::move(player));
    host_ = std::make_unique<Host>(std::move(hosted));
    seconds_left_ = std::min(question.seconds.value_or(world.bounds.seconds), world.bounds.seconds);
  }

  void go_on() {
    const std::lock_guard lock(mutex_);
    begin();
  }

  void aim(const std::vector<std::string>& moves, std::vector<std::string> only,
           std::optional<double> seconds) override {
    Question question = question_;
    question.moves = moves;
    const auto target = session_at(question);  // throws before anything is changed
    check_only(*target, only);
    const std::lock_guard lock(mutex_);
    if (is_closed_) throw Refusal(404, "there is no such analysis");
    end_search();
    const auto played = [&] { return host_->read([](const SavedGame& game) { return game.session->moves(); }); };
    const auto& wanted = target->moves();
    const auto now = played();
    const auto common = static_cast<std::size_t>(
        std::mismatch(now.begin(), now.end(), wanted.begin(), wanted.end()).first - now.begin());
    for (std::size_t i = now.size(); i > common; --i) host_->undo();
    for (std::size_t i = common; i < wanted.size(); ++i) host_->play(wanted[i]);
    only_ = std::move(only);
    seconds_left_ = std::min(seconds.value_or(world_.bounds.seconds), world_.bounds.seconds);
    begin();
  }

  std::uint64_t idle_bytes() override {
    const std::lock_guard lock(mutex_);
    return run_ ? 0 : bytes_.load();
  }

  void forget() override {
    const std::lock_guard lock(mutex_);
    if (run_) return;
    host_->forget();
    bytes_ = 0;
  }

  void close() override {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    end_search();
    feed_.end();
  }

 private:
  struct Run {
    std::atomic<bool> is_cancelled{false}, is_hurried{false}, gives_way{false}, has_waited{false};
    Searches::Ticket ticket{};
  };

  // Under the mutex.
  void begin() {
    if (host_->read([](const SavedGame& game) { return game.result().has_value(); })) {
      return fail("there is nothing to search: the game is over");
    }
    const auto run = std::make_shared<Run>();
    run->ticket = world_.searches.add({.run = [self = shared_from_this(), run] { self->search(run); },
                                       .waits =
                                           [self = shared_from_this(), run](int place) {
                                             if (!run->is_cancelled) self->wait(*run, place);
                                           },
                                       .hurry =
                                           [self = shared_from_this(), run] {
                                             run->is_hurried = true;
                                             self->host_->hurry() = true;
                                           },
                                       .give_way =
                                           [self = shared_from_this(), run] {
                                             run->gives_way = run->is_hurried = true;
                                             self->host_->hurry() = true;
                                           },
                                       .threads = threads_,
                                       .is_background = true,
                                       .seconds = seconds_left_ + 1});
    run_ = run;
    if (const int place = world_.searches.place(run->ticket); place > 0) wait(*run, place);
  }

  void wait(Run& run, int place) {
    run.has_waited = true;
    feed_.publish("report", "waiting", one_line({{"place", place}}));
  }

  void end_search() {
    if (const auto run = std::exchange(run_, nullptr)) {
      run->is_cancelled = true;
      world_.searches.cancel(run->ticket);
    }
    host_->stop();
  }

  void fail(const std::string& reason) { feed_.publish("report", "failed", one_line({{"reason", reason}})); }

  void search(const std::shared_ptr<Run>& run) {
    Host::Order order{.interval = world_.bounds.event_interval, .lines = lines_told};
    {
      const std::lock_guard lock(mutex_);
      if (run != run_) return;
      if (run->has_waited) feed_.publish("report", "waiting", one_line({{"place", 0}}));
      order.position = host_->position();
      order.limits = LimitParams{.seconds = seconds_left_};
      order.only = only_;
    }
    Json last;
    order.listener = [&](const Host::Event& event) {
      if (run->is_cancelled || run->is_hurried) host_->hurry() = true;
      if (run->is_cancelled) return;
      bytes_ = event.report.bytes;
      last = host_->read([&](const SavedGame& game) { return searched_json(*game.session, player_, event.report); });
      if (!event.is_last) feed_.publish("report", "report", one_line(last));
    };
    const double start = wall_seconds();
    std::string failure;
    try {
      host_->think(order);
    } catch (...) {
      failure = failure_text();
    }
    const std::lock_guard lock(mutex_);
    if (run != run_) return;
    run_.reset();
    seconds_left_ -= wall_seconds() - start;
    if (!failure.empty()) return fail(failure);
    if (run->gives_way && seconds_left_ > 0) {
      try {
        return begin();
      } catch (const Refusal&) {  // then this is its end
      }
    }
    feed_.publish("report", "end", one_line(last));
  }

  World& world_;
  const Question question_;
  std::string player_;
  int threads_ = 1;
  std::mutex mutex_;
  std::unique_ptr<Host> host_;
  std::shared_ptr<Run> run_;
  std::vector<std::string> only_;
  double seconds_left_ = 0;
  std::atomic<std::uint64_t> bytes_{0};  // of the last search
  bool is_closed_ = false;
};

class Solving : public Analysis, public std::enable_shared_from_this<Solving> {
 public:
  Solving(World& world, const Question& question) : world_(world), session_(session_at(question)) {
    std::string solver = question.player.empty() ? usual_player(session_->game()) : question.player;
    options_.algorithm = checked_spec(solver, world.bounds, "player");
    options_.seed = question.seed;
    try {
      static_cast<void>(plan_of(options_.algorithm));
    } catch (const UsageError& error) {
      throw Refusal(422, error.what(), "player");
    }
    if (session_->result()) throw Refusal(422, "there is nothing to solve: the game is over");
    if (session_->players() != 1) throw Refusal(422, "there is nothing to solve: the game is not for one player");
    if (question.seconds) {
      std::erase_if(options_.algorithm.values, [](const auto& value) { return value.first == "seconds"; });
      options_.algorithm.values.emplace_back("seconds",
                                             fmt::format("{}", std::min(*question.seconds, world.bounds.seconds)));
    }
    threads_ = threads_of(options_.algorithm);
  }

  void go_on() {
    const std::lock_guard lock(mutex_);
    ticket_ = world_.searches.add({.run = [self = shared_from_this()] { self->solve(); },
                                   .waits =
                                       [self = shared_from_this()](int place) {
                                         self->feed_.publish("report", "waiting", one_line({{"place", place}}));
                                       },
                                   .hurry = [self = shared_from_this()] { self->control_.stop = true; },
                                   .threads = threads_,
                                   .is_background = true,
                                   .seconds = world_.bounds.seconds});
    if (const int place = world_.searches.place(ticket_); place > 0) {
      feed_.publish("report", "waiting", one_line({{"place", place}}));
    }
  }

  void aim(const std::vector<std::string>& /*moves*/, std::vector<std::string> /*only*/,
           std::optional<double> /*seconds*/) override {
    throw Refusal(405, "a solution is looked for from where it was begun: begin another one");
  }

  void close() override {
    const std::lock_guard lock(mutex_);
    world_.searches.cancel(ticket_);
    control_.stop = true;
    feed_.end();
  }

 private:
  static Json solution(const SolveReport& report) {
    return {{"score", report.score},
            {"moves", report.moves},
            {"seconds", report.seconds},
            {"playouts", report.playouts},
            {"stopped_by", report.stopped_by}};
  }

  void solve() {
    double best = -1e300;
    control_.progress = [&](const SolveReport& report, const SolveHandle&) {
      if (report.moves.empty() || report.score <= best) return;
      best = report.score;
      feed_.publish("report", "solution", one_line(solution(report)));
    };
    try {
      feed_.publish("report", "end", one_line(solution(session_->solve(options_, control_))));
    } catch (...) {
      feed_.publish("report", "failed", one_line({{"reason", failure_text()}}));
    }
  }

  World& world_;
  std::unique_ptr<Session> session_;
  SolveOptions options_;
  int threads_ = 1;
  SolveControl control_;
  std::mutex mutex_;
  Searches::Ticket ticket_;
};

}  // namespace

std::shared_ptr<Analysis> begin_analysis(World& world, const Question& question) {
  auto analysis = std::make_shared<PositionAnalysis>(world, question);
  analysis->go_on();
  return analysis;
}

std::shared_ptr<Analysis> begin_solve(World& world, const Question& question) {
  auto solving = std::make_shared<Solving>(world, question);
  solving->go_on();
  return solving;
}

}  // namespace banyan::web
