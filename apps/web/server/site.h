// SPDX-License-Identifier: MIT
// The server without its sockets: a request comes in, a response goes out, as docs/web-api.md says. Any number of
// threads may call handle() at once.
#pragma once

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "core/threads.h"
#include "web/server/analysis.h"
#include "web/server/game.h"
#include "web/server/http.h"
#include "web/server/lab.h"
#include "web/server/searches.h"
#include "web/server/specs.h"
#include "web/server/storage.h"

namespace banyan::web {

struct SiteSettings {
  Bounds bounds = usual_bounds();
  std::string store{};    // the file; empty: nothing is kept
  std::string token{};    // empty: none is asked for
  bool is_local = true;   // only this machine can ask: names of others are refused, which may be an attack
  std::string version{};  // of the program
  LabSettings lab{};
};

class Site {
 public:
  /// Throws Error where the store cannot be used.
  explicit Site(SiteSettings settings);
  ~Site();
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;

  Response handle(const Request& request);
  /// Ends all searches and streams. Everything is in the store already.
  void close();

 private:
  using Parts = std::vector<std::string>;

  Response answer(const Request& request);
  void check_source(const Request& request) const;
  void check_token(const Request& request) const;
  static Response page(const Request& request);
  Response api(const Request& request);
  Response catalogue();
  static Response position(const Request& request);
  static Response convert(const Request& request);
  static Response book(const Request& request, const std::string& game);
  Response games(const Request& request, const Parts& parts);
  Response begin_game_of(const Request& request);
  Response remove_game(const std::string& id);
  Response game_command(const Request& request, Game& game, const std::string& command);
  Response analyses(const Request& request, const Parts& parts);
  Response lab(const Request& request, const Parts& parts);
  Response lab_match(const Request& request, const Parts& parts);

  std::shared_ptr<Game> game(const std::string& id);
  std::shared_ptr<void> stream_guard();
  void tick();
  void drop_idle(double now);
  void make_room();  // under mutex_

  SiteSettings settings_;
  Storage storage_;
  Searches searches_;
  World world_;
  Lab lab_;
  std::string catalogue_;

  std::mutex mutex_;  // for the maps; games and analyses never ask for it
  std::map<std::string, std::shared_ptr<Game>> games_;
  std::map<std::string, std::shared_ptr<Analysis>> analyses_;
  bool is_closed_ = false;
  std::shared_ptr<std::atomic<std::size_t>> streams_;

  std::mutex clock_mutex_;
  std::condition_variable clock_ends_;
  bool clock_is_over_ = false;
  Threads clock_;
};

}  // namespace banyan::web
