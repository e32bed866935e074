// SPDX-License-Identifier: MIT
// All messages pass rank 0. The others tell it a few times a second how far they are ("news") and what they have at the
// end ("last"); it tells them of better sequences ("best"), to stop ("stop"), and that all have ended ("end"), for
// which everybody waits: so no message of one search is left for the next.
#include "engine/cluster.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "core/clock.h"
#include "engine/history_json.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;

std::string message(std::string_view kind, const SolveReport& report) {
  return Json{{"kind", kind},
              {"score", report.score},
              {"moves", report.moves},
              {"playouts", report.playouts},
              {"playouts_before", report.playouts_before},
              {"runs", report.runs},
              {"lost_seconds", report.lost_seconds},
              {"stopped_by", report.stopped_by},
              {"history", history_json(kind == "last" ? report.history : std::vector<Improvement>())}}
      .dump();
}

SolveReport report_of(const Json& message) {
  SolveReport report;
  message.at("score").get_to(report.score);
  message.at("moves").get_to(report.moves);
  message.at("playouts").get_to(report.playouts);
  message.at("playouts_before").get_to(report.playouts_before);
  message.at("runs").get_to(report.runs);
  message.at("lost_seconds").get_to(report.lost_seconds);
  message.at("stopped_by").get_to(report.stopped_by);
  report.history = read_history(message.at("history"));
  return report;
}

/// Of what several ranks found, by the clock, what was better than all before.
void keep_improvements(std::vector<Improvement>& history) {
  std::stable_sort(history.begin(), history.end(),
                   [](const Improvement& a, const Improvement& b) { return a.seconds < b.seconds; });
  double best = -std::numeric_limits<double>::infinity();
  std::erase_if(history,
                [&](const Improvement& each) { return each.score <= std::exchange(best, std::max(best, each.score)); });
}

/// While it lives, another listener listens.
class Listener {
 public:
  Listener(SolveControl& control, decltype(SolveControl::progress) other)
      : control_(control), earlier_(std::exchange(control.progress, std::move(other))) {}
  ~Listener() { control_.progress = std::move(earlier_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  void tell(const SolveReport& report, const SolveHandle& handle) const {
    if (earlier_) earlier_(report, handle);
  }

 private:
  SolveControl& control_;
  decltype(SolveControl::progress) earlier_;
};

/// Rank 0.
class Chief {
 public:
  Chief(const SolveOptions& options, SolveControl& control, Communicator& ranks)
      : exchange_(plan_of(options.algorithm).team.exchange > 0),
        control_(control),
        ranks_(ranks),
        others_(static_cast<std::size_t>(ranks.size()) - 1),
        listener_(control, [this](const SolveReport& own, const SolveHandle& handle) { at_progress(own, handle); }) {}

  SolveReport solve(const Session& session, const SolveOptions& options) {
    own_ = session.solve(options, control_);
    const double ended = wall_seconds();
    for (stop_if_asked(); !have_ended();) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      hear();
      stop_if_asked();
    }
    SolveReport all = together();
    all.seconds += wall_seconds() - ended;
    if (has_stopped_) all.stopped_by = "cancelled";
    listener_.tell(all, {.checkpoint =
                             [&](const SolveReport& best) {
                               Checkpoint checkpoint = read_checkpoint(last_checkpoint_);
                               checkpoint.score = best.score;
                               checkpoint.moves = best.moves;
                               return write_checkpoint(checkpoint);
                             },
                         .offer = {}});
    for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.send(rank, message("end", all));
    return all;
  }

 private:
  bool have_ended() const {
    return std::all_of(others_.begin(), others_.end(),
                       [](const SolveReport& each) { return !each.stopped_by.empty(); });
  }

  void at_progress(const SolveReport& own, const SolveHandle& handle) {
    own_ = own;
    if (!own.stopped_by.empty()) {
      last_checkpoint_ = handle.checkpoint(own);  // the rest of the report is still to come
      return;
    }
    hear();
    const SolveReport all = together();
    if (exchange_ && all.score > told_) {
      told_ = all.score;
      handle.offer(all.score, all.moves);
      for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.send(rank, message("best", all));
    }
    listener_.tell(all, handle);
  }

  void hear() {
    for (int rank = 1; rank < ranks_.size(); ++rank) {
      while (const auto text = ranks_.receive(rank)) {
        others_[static_cast<std::size_t>(rank) - 1] = report_of(Json::parse(*text));
      }
    }
  }

  void stop_if_asked() {
    if (!control_.stop || has_stopped_) return;
    has_stopped_ = true;
    for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.send(rank, message("stop", {}));
  }

  /// The first of the best; sums of what can be summed.
  SolveReport together() const {
    SolveReport all = own_;
    for (const SolveReport& each : others_) {
      if (!each.moves.empty() && each.score > all.score) {
        all.score = each.score;
        all.moves = each.moves;
      }
      all.playouts += each.playouts;
      all.playouts_before += each.playouts_before;
      all.runs += each.runs;
      all.lost_seconds += each.lost_seconds;
      all.history.insert(all.history.end(), each.history.begin(), each.history.end());
    }
    keep_improvements(all.history);
    return all;
  }

  bool exchange_;
  SolveControl& control_;
  Communicator& ranks_;
  SolveReport own_;
  std::vector<SolveReport> others_;  // what was heard last, by rank from 1 on
  double told_ = -std::numeric_limits<double>::infinity();
  bool has_stopped_ = false;
  std::string last_checkpoint_;
  Listener listener_;
};

/// Any other rank.
SolveReport solve_for_chief(const Session& session, const SolveOptions& options, SolveControl& control,
                            Communicator& ranks) {
  const auto hear = [&](const SolveHandle& handle) {
    while (const auto text = ranks.receive(0)) {
      const Json heard = Json::parse(*text);
      if (heard.at("kind") == "stop") control.stop = true;
      if (heard.at("kind") == "best") handle.offer(heard.at("score"), heard.at("moves"));
    }
  };
  const Listener* outer = nullptr;
  const Listener listener(control, [&](const SolveReport& own, const SolveHandle& handle) {
    if (own.stopped_by.empty()) {
      hear(handle);
      ranks.send(0, message("news", own));
    }
    outer->tell(own, handle);
  });
  outer = &listener;
  SolveReport own = session.solve(options, control);
  ranks.send(0, message("last", own));
  for (;;) {
    const Json heard = Json::parse(ranks.wait_for(0));
    if (heard.at("kind") != "end") continue;  // too late
    heard.at("stopped_by").get_to(own.stopped_by);
    return own;
  }
}

}  // namespace

SolveReport solve_together(const Session& session, SolveOptions options, SolveControl& control, Communicator& ranks) {
  options.first_stream =
      static_cast<std::uint64_t>(ranks.rank()) * static_cast<std::uint64_t>(plan_of(options.algorithm).team.threads);
  options.neighbours = ranks.neighbours();
  if (ranks.size() == 1) return session.solve(options, control);
  if (ranks.rank() == 0) return Chief(options, control, ranks).solve(session, options);
  return solve_for_chief(session, options, control, ranks);
}

}  // namespace banyan
