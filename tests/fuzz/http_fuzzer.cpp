// SPDX-License-Identifier: MIT
// Requests over HTTP from arbitrary bytes, several to one server: each is answered, and never with a failure of the
// server's own. Requests stand one after the other, with a line of --- between them:
//
//   POST /api/games/{game}/play
//   content-type: application/json
//
//   {"move": "d4", "revision": {revision}}
//
// {game}, {revision} and {analysis} stand for what the requests before have begun.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tests/fuzz/check.h"
#include "web/server/site.h"

namespace {

using banyan::web::Request;
using banyan::web::Response;

banyan::web::Bounds bounds() {
  banyan::web::Bounds bounds;
  bounds.memory = 8;
  bounds.seconds = 0.02;
  bounds.searches = 1;
  bounds.waiting = 4;
  bounds.games = 8;
  bounds.loaded = 6;
  bounds.analyses = 3;
  bounds.streams = 4;
  bounds.store_mb = 1;
  bounds.warm_memory = 8;
  bounds.unheard_seconds = 0.05;
  bounds.idle_seconds = 0.01;
  bounds.event_interval = 0.005;
  bounds.look_interval = 0.005;
  return bounds;
}

struct Names {
  std::string game = "none", revision = "1", analysis = "none";
};

std::string with_names(std::string text, const Names& names) {
  const auto replace = [&](std::string_view mark, const std::string& name) {
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += name.size()) {
      text.replace(at, mark.size(), name);
    }
  };
  replace("{game}", names.game);
  replace("{revision}", names.revision);
  replace("{analysis}", names.analysis);
  return text;
}

std::string take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string line(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

Request read_request(std::string_view text, const Names& names) {
  const std::string first = take_line(text);
  const std::size_t blank = std::min(first.find(' '), first.size());
  Request request{.method = first.substr(0, blank),
                  .path = with_names(first.substr(std::min(blank + 1, first.size())), names)};
  if (!request.path.starts_with('/')) request.path.insert(0, 1, '/');
  if (const std::size_t mark = request.path.find('?'); mark != std::string::npos) {
    const std::string query = request.path.substr(mark + 1);
    request.path.resize(mark);
    const std::size_t equals = std::min(query.find('='), query.size());
    request.query[query.substr(0, equals)] = query.substr(std::min(equals + 1, query.size()));
  }
  request.headers["host"] = "localhost";
  while (!text.empty()) {
    const std::string line = take_line(text);
    if (line.empty()) break;
    const std::size_t colon = std::min(line.find(':'), line.size());
    const std::size_t value = std::min(line.find_first_not_of(' ', std::min(colon + 1, line.size())), line.size());
    request.headers[line.substr(0, colon)] = line.substr(value);
  }
  request.body = with_names(std::string(text), names);
  return request;
}

void look_at(const Response& response, Names& names) {
  check(response.status >= 200 && response.status < 500);
  if (response.events) {
    static_cast<void>(response.events->next(0));
    return;
  }
  if (response.type != "application/json" || response.status == 204) return;
  const auto json = nlohmann::json::parse(response.body);
  if (response.status >= 400) check(!json.at("error").at("reason").get<std::string>().empty());
  if (json.contains("revision")) {
    names.game = json["id"];
    names.revision = std::to_string(json["revision"].get<std::uint64_t>());
  } else if (json.contains("id")) {
    names.analysis = json["id"];
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  banyan::web::Site site({.bounds = bounds()});
  Names names;
  constexpr std::string_view between = "\n---\n";
  std::string_view rest = text;
  for (int i = 0; i < 12 && !rest.empty(); ++i) {
    const std::size_t end = std::min(rest.find(between), rest.size());
    look_at(site.handle(read_request(rest.substr(0, end), names)), names);
    rest.remove_prefix(std::min(end + between.size(), rest.size()));
  }
  return 0;
}
