// SPDX-License-Identifier: MIT
#include "web/server/listener.h"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <thread>

#include "core/error.h"
#include "core/threads.h"
#include "engine/json.h"
#include "web/server/body.h"

namespace banyan::web {
namespace {

constexpr int most_connections = 600;  // a thread each, which stays
constexpr std::size_t longest_path = 300;

/// The library gives each connection a worker for as long as it is open, streams included. So there are as many workers
/// as connections, up to a bound; further ones wait.
class Connections : public httplib::TaskQueue {
 public:
  void enqueue(std::function<void()> work) override {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(work));
    // Where the system has no room for another thread, those that are there do it.
    if (waiting_.size() > idle_ && threads_.size() < most_connections) {
      static_cast<void>(threads_.start([this] { this->work(); }));
    }
    changed_.notify_one();
  }

  void shutdown() override {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
      changed_.notify_all();
    }
    threads_.join();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      ++idle_;
      changed_.wait(lock, [&] { return is_over_ || !waiting_.empty(); });
      --idle_;
      if (is_over_) return;
      const auto connection = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      connection();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  std::size_t idle_ = 0;
  bool is_over_ = false;
  Threads threads_;
};

Request request_of(const httplib::Request& from, std::string body) {
  Request request{.method = from.method, .path = from.path, .body = std::move(body)};
  for (const auto& [name, value] : from.params) request.query.emplace(name, value);
  for (const auto& [name, value] : from.headers) {
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    request.headers.emplace(std::move(lower), value);
  }
  return request;
}

/// Answers and closes the connection: for requests whose body has not been read to its end, so that the rest of it is
/// not taken for another request.
void close_with(httplib::Response& to, int status, const std::string& reason) {
  to.status = status;
  to.set_header("Connection", "close");
  to.set_header("X-Content-Type-Options", "nosniff");
  std::string text = one_line({{"error", {{"reason", reason}}}});
  const std::size_t size = text.size();
  to.set_content_provider(size, "application/json",
                          [text = std::move(text)](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                            sink.write(text.data() + offset, length);
                            return false;
                          });
}

void send(Response response, httplib::Response& to) {
  to.status = response.status;
  for (const auto& [name, value] : response.headers) to.set_header(name, value);
  if (const auto events = response.events) {
    to.set_header("Cache-Control", "no-store");
    to.set_header("X-Accel-Buffering", "no");
    to.set_chunked_content_provider(response.type, [events](std::size_t, httplib::DataSink& sink) {
      const auto text = events->next(0.5);
      if (!text) {
        sink.done();
        return true;
      }
      return text->empty() || sink.write(text->data(), text->size());
    });
    return;
  }
  if (response.status == 204 || response.status == 304) return;
  // A provider's content is sent as it is; the library would compress a body at each request.
  auto body = std::make_shared<const std::string>(std::move(response.body));
  to.set_content_provider(body->size(), response.type,
                          [body](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                            return sink.write(body->data() + offset, length);
                          });
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Why a request is refused before its body is read, and with which status.
std::pair<int, std::string> objection(const httplib::Request& request) {
  if (request.path.size() > longest_path) return {404, "there is nothing at this address"};
  for (const char* name : {"Host", "Content-Length", "Content-Type", "Origin", "Authorization"}) {
    if (request.get_header_value_count(name) > 1) return {400, fmt::format("{} is given twice", name)};
  }
  if (request.has_header("Transfer-Encoding")) return {400, "a body needs Content-Length, and no Transfer-Encoding"};
  if (request.has_header("Content-Encoding")) return {415, "a body may not be compressed"};
  if (!request.has_header("Content-Length")) return {0, ""};
  const std::string length = request.get_header_value("Content-Length");
  if (!is_number(length)) return {400, "Content-Length: expected a number"};
  if (std::stoul(length) > most_body_bytes) {
    return {413, fmt::format("the body has {} bytes, expected at most {}", length, most_body_bytes)};
  }
  const bool may_have_body = request.method == "POST" || request.method == "PUT" || request.method == "DELETE";
  if (length != "0" && !may_have_body) return {400, fmt::format("{} has no body", request.method)};
  const std::string type = request.get_header_value("Content-Type");
  if (length != "0" && type.substr(0, type.find(';')) != "application/json") {
    return {415, "a request with a body needs Content-Type: application/json"};
  }
  return {0, ""};
}

}  // namespace

class Listener::Implementation {
 public:
  explicit Implementation(Site& site) : site_(site) {
    server.new_task_queue = [] { return new Connections; };
    server.set_keep_alive_max_count(1000);
    server.set_keep_alive_timeout(2);
    server.set_read_timeout(5);
    server.set_write_timeout(5);
    server.set_payload_max_length(most_body_bytes);
    server.set_tcp_nodelay(true);
    server.set_socket_options([this](socket_t socket) {
      listening = socket;
      const int yes = 1;  // not SO_REUSEPORT: two servers on one port would share its requests
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    using Done = httplib::Server::HandlerResponse;
    server.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      // Parts of answers are not for us; the library would cut them out by itself.
      const_cast<httplib::Request&>(request).ranges.clear();
      if (const auto [status, reason] = objection(request); status != 0) {
        close_with(response, status, reason);
        return Done::Handled;
      }
      const std::string length = request.get_header_value("Content-Length");
      if (!length.empty() && length != "0") return Done::Unhandled;  // its body is read, and answer() called
      send(site_.handle(request_of(request, {})), response);
      return Done::Handled;
    });
    const auto answer = [this](const httplib::Request& request, httplib::Response& response) {
      send(site_.handle(request_of(request, request.body)), response);
    };
    server.Post(".*", answer);
    server.Put(".*", answer);
    server.Delete(".*", answer);
    // What the library itself refuses: a request line or a header that is none, or too long.
    server.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (response.content_provider_) return;
      close_with(response, response.status >= 500 ? 400 : response.status, "this is no request that can be read");
    });
  }

  httplib::Server server;
  socket_t listening = -1;
  Threads thread;

 private:
  Site& site_;
};

Listener::Listener(Site& site, const std::string& host, int port)
    : implementation_(std::make_unique<Implementation>(site)) {
  httplib::Server& server = implementation_->server;
  if (port == 0) {
    port_ = server.bind_to_any_port(host);
  } else {
    port_ = server.bind_to_port(host, port) ? port : -1;
  }
  if (port_ < 0) {
    throw Error(fmt::format("cannot listen at {}:{}: is it in use? --port takes another one", host, port));
  }
  // The library lets five connections wait to be accepted; of more that come at once, the system would lose some.
  if (::listen(implementation_->listening, most_connections) != 0) throw Error("cannot let connections wait");
  if (!implementation_->thread.start([&server] { server.listen_after_bind(); })) {
    throw Error("no thread can be started");
  }
  while (!server.is_running()) std::this_thread::yield();
}

Listener::~Listener() {
  implementation_->server.stop();
  implementation_->thread.join();
}

}  // namespace banyan::web
