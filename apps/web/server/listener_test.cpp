// SPDX-License-Identifier: MIT
// The server through its sockets.
#include "web/server/listener.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "web/server/test_site.h"

namespace banyan::web {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A connection that sends what it is told.
class Client {
 public:
  explicit Client(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    const timeval patience{.tv_sec = 10, .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~Client() { close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void send(const std::string& text) const {
    EXPECT_EQ(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL), static_cast<ssize_t>(text.size()));
  }
  /// Until this has come, or the other end has closed.
  std::string read_until(const std::string& text) {
    while (got_.find(text) == std::string::npos) {
      char block[4096];
      const ssize_t count = recv(socket_, block, sizeof block, 0);
      if (count <= 0) break;
      got_.append(block, static_cast<std::size_t>(count));
    }
    return got_;
  }

 private:
  int socket_;
  std::string got_;
};

class ListenerTest : public SiteTest {
 protected:
  void SetUp() override {
    open();
    listener_ = std::make_unique<Listener>(*site, "127.0.0.1", 0);
  }
  void TearDown() override {
    site->close();
    listener_.reset();
  }
  std::string answer(const std::string& request) const {
    Client client(listener_->port());
    client.send(request);
    return client.read_until("\r\n\r\nNEVER");  // until it closes
  }
  static std::string post(const std::string& path, const std::string& body) {
    return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n" +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }

  std::unique_ptr<Listener> listener_;
};

TEST_F(ListenerTest, requests_are_answered) {
  EXPECT_THAT(answer("GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
              AllOf(StartsWith("HTTP/1.1 200"), HasSubstr("{\"games\":[]}")));
  EXPECT_THAT(answer(post("/api/positions", R"({"game": "havannah", "moves": ["d4"]})")),
              AllOf(StartsWith("HTTP/1.1 200"), HasSubstr("\"played\":[\"d4\"]")));
}

TEST_F(ListenerTest, a_stream_tells_what_others_do_and_takes_nobodys_place) {
  const std::string id = begin("havannah", "size=4", {"human", "human"})["id"];
  std::vector<std::unique_ptr<Client>> streams;
  for (int i = 0; i < 40; ++i) {
    streams.push_back(std::make_unique<Client>(listener_->port()));
    streams.back()->send("GET /api/games/" + id + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  for (const auto& stream : streams) EXPECT_THAT(stream->read_until("event: game"), HasSubstr("text/event-stream"));
  EXPECT_THAT(answer(post("/api/games/" + id + "/play", R"({"move": "d4", "revision": 1})")),
              StartsWith("HTTP/1.1 200"));
  for (const auto& stream : streams) EXPECT_THAT(stream->read_until("\"revision\":2"), HasSubstr("\"revision\":2"));
}

TEST_F(ListenerTest, a_body_that_was_not_read_is_never_taken_for_a_request) {
  const std::string hidden = "GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const auto once = [&](const std::string& text) {
    std::string all = answer(text);
    EXPECT_EQ(all.find("HTTP/1.1"), all.rfind("HTTP/1.1")) << all;
    return all;
  };
  const std::string length = "Content-Length: " + std::to_string(hidden.size()) + "\r\n";
  EXPECT_THAT(
      once("POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n" + length + "\r\n" + hidden),
      StartsWith("HTTP/1.1 415"));
  EXPECT_THAT(once("GET /api/games HTTP/1.1\r\nHost: localhost\r\n" + length + "\r\n" + hidden),
              StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(once("POST /api/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + hidden),
              StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(once("POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\n" + hidden),
              StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(once("POST /api/games HTTP/1.1\r\nHost: localhost\r\n" + length + "Content-Length: 0\r\n\r\n" + hidden),
              StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(once("nonsense\r\n\r\n" + hidden), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(once("GET /" + std::string(500, 'a') + " HTTP/1.1\r\nHost: localhost\r\n\r\n"),
              StartsWith("HTTP/1.1 404"));
}

TEST_F(ListenerTest, a_port_in_use_is_an_error) {
  EXPECT_THROW(Listener(*site, "127.0.0.1", listener_->port()), std::exception);
}

}  // namespace
}  // namespace banyan::web
