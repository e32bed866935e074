// SPDX-License-Identifier: MIT
// Searches of any position, for readers of their events: an analysis, which can be aimed elsewhere and keeps what it
// knows, and the solving of a puzzle. They run in Searches, in the background, and end when nobody listens.
//
// Any call from any thread; what is said of mutexes in game.h holds here.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/host.h"
#include "engine/solve.h"
#include "web/server/body.h"
#include "web/server/feed.h"
#include "web/server/game.h"
#include "web/server/searches.h"

namespace banyan::web {

class Analysis {
 public:
  virtual ~Analysis() = default;
  std::shared_ptr<EventStream> subscribe(std::shared_ptr<void> guard) { return feed_.subscribe(std::move(guard)); }
  double last_heard() const { return feed_.last_heard(); }
  /// Aims it at another position, or at some of its moves; throws Refusal.
  virtual void aim(const std::vector<std::string>& moves, std::vector<std::string> only,
                   std::optional<double> seconds) = 0;
  /// What it remembers and does not use now, in bytes.
  virtual std::uint64_t idle_bytes() { return 0; }
  virtual void forget() {}
  /// Ends it for good.
  virtual void close() = 0;

 protected:
  Feed feed_;
};

/// What to search.
struct Question {
  std::string game, options;
  std::vector<std::string> moves{};
  std::string player{};  // empty: the usual one
  std::vector<std::string> only{};
  std::uint64_t seed = 1;
  std::optional<double> seconds{};
};

/// They begin at once, or wait. Throw Refusal.
std::shared_ptr<Analysis> begin_analysis(World& world, const Question& question);
std::shared_ptr<Analysis> begin_solve(World& world, const Question& question);

}  // namespace banyan::web
