// SPDX-License-Identifier: MIT
// Requests and responses as values, so that what the server does is a function that tests and fuzzers can call. Sockets
// are in listener.h.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace banyan::web {

struct Request {
  std::string method = "GET";
  std::string path = "/";
  std::map<std::string, std::string> query{};
  std::map<std::string, std::string> headers{};  // names in lower case
  std::string body{};

  /// Empty where there is none.
  std::string_view header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string_view() : std::string_view(found->second);
  }
};

/// Events as they are sent, for one reader.
class EventStream {
 public:
  virtual ~EventStream() = default;
  /// What there is to send now; waits for it for so many seconds, and is then empty. Nothing: the stream is over.
  virtual std::optional<std::string> next(double seconds) = 0;
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body{};
  std::vector<std::pair<std::string, std::string>> headers{};
  std::shared_ptr<EventStream> events{};  // in place of a body
};

/// A request that cannot be done: it has changed nothing.
class Refusal : public std::runtime_error {
 public:
  Refusal(int its_status, const std::string& reason, std::string its_field = {})
      : std::runtime_error(reason), status(its_status), field(std::move(its_field)) {}

  int status;
  std::string field;  // of the body, or empty
};

}  // namespace banyan::web
