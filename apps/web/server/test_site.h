// SPDX-License-Identifier: MIT
// A site in memory and how tests talk to it, without sockets.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "web/server/site.h"

namespace banyan::web {

inline Bounds small_bounds() {
  Bounds bounds;
  bounds.threads = 2;
  bounds.memory = 64;
  bounds.seconds = 20;
  bounds.searches = 2;
  bounds.event_interval = 0.01;
  bounds.look_interval = 0.02;
  return bounds;
}

class SiteTest : public ::testing::Test {
 protected:
  void open(SiteSettings settings = {.bounds = small_bounds()}) {
    site.reset();
    site = std::make_unique<Site>(std::move(settings));
  }
  void SetUp() override { open(); }

  Response ask(const std::string& method, const std::string& path, const std::string& body = "") const {
    Request request{.method = method, .path = path, .headers = {{"host", "localhost:8080"}}, .body = body};
    if (!body.empty()) request.headers["content-type"] = "application/json";
    const std::size_t mark = path.find('?');
    if (mark != std::string::npos) {
      request.path = path.substr(0, mark);
      const std::size_t equals = path.find('=', mark);
      request.query[path.substr(mark + 1, equals - mark - 1)] = path.substr(equals + 1);
    }
    return site->handle(request);
  }
  Json ask_json(const std::string& method, const std::string& path, const Json& body = {}, int status = 200) const {
    const Response response = ask(method, path, body.is_null() ? "" : body.dump());
    EXPECT_EQ(response.status, status) << method << ' ' << path << ' ' << body << '\n' << response.body;
    return Json::parse(response.body, nullptr, false);
  }

  Json begin(const std::string& game, const std::string& options, const std::vector<std::string>& seats,
             bool plays_by_itself = true) const {
    return ask_json("POST", "/api/games",
                    {{"game", game}, {"options", options}, {"seats", seats}, {"seed", 7}, {"auto", plays_by_itself}},
                    201);
  }
  Json game(const std::string& id) const { return ask_json("GET", "/api/games/" + id); }
  /// A command at the revision that the game has.
  Json command(const std::string& id, const std::string& name, Json body, int status = 200) const {
    body["revision"] = game(id)["revision"];
    return ask_json("POST", "/api/games/" + id + '/' + name, body, status);
  }
  Json wait_until(const std::string& id, const std::function<bool(const Json&)>& holds) const {
    for (int i = 0; i < 2000; ++i) {
      Json now = game(id);
      if (holds(now)) return now;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << "what was waited for has not come: " << game(id);
    return game(id);
  }
  /// Until there is such an event, or the stream is over.
  static Json wait_for(EventStream& stream, const std::string& name) {
    std::string all;
    for (int i = 0; i < 400; ++i) {
      const auto text = stream.next(0.05);
      if (!text) break;
      all += *text;
      const std::string head = "event: " + name + "\ndata: ";
      const std::size_t found = all.rfind(head);
      if (found == std::string::npos) continue;
      const std::size_t start = found + head.size();
      return Json::parse(all.substr(start, all.find('\n', start) - start));
    }
    ADD_FAILURE() << "no event " << name << " among " << all;
    return {};
  }

  std::unique_ptr<Site> site;
};

}  // namespace banyan::web
