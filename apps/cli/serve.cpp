// SPDX-License-Identifier: MIT
// banyan serve: the page, and the interface under it (docs/web-api.md).
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "core/error.h"
#include "web/server/listener.h"
#include "web/server/page.h"
#include "web/server/site.h"

namespace banyan::cli {
namespace {

constexpr std::size_t shortest_token = 8;

struct ServeArguments {
  std::int64_t port = 8080;
  std::string host = "127.0.0.1";
  bool opens = false;
  std::string token;
  std::string data;
};

std::string usual_data_file() {
  if (const char* folder = std::getenv("XDG_DATA_HOME"); folder != nullptr && *folder == '/') {
    return std::string(folder) + "/banyan/games.db";
  }
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == 0)
    throw UsageError("there is no home folder for the games; --data FILE names a file");
  return std::string(home) + "/.local/share/banyan/games.db";
}

void check(const ServeArguments& arguments) {
  for (const char c : arguments.token) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                          c == '_' || c == '.' || c == '~';
    if (!is_plain) throw UsageError("--token: expected letters, digits and -_.~ only");
  }
  if (!arguments.token.empty() && arguments.token.size() < shortest_token) {
    throw UsageError(fmt::format("--token: expected at least {} characters", shortest_token));
  }
}

bool is_loopback(const std::string& host) { return host == "127.0.0.1" || host == "localhost" || host == "::1"; }

/// Shows the address in a browser, where there is one; what it has to say is nobody's business.
void open_browser(const std::string& address) {
  const pid_t child = fork();
  if (child != 0) {
    if (child > 0) waitpid(child, nullptr, 0);
    return;
  }
  if (fork() != 0) _exit(0);  // the browser is nobody's child
  if (const int nowhere = open("/dev/null", O_RDWR); nowhere >= 0) {
    for (int descriptor = 0; descriptor < 3; ++descriptor) dup2(nowhere, descriptor);
  }
  execlp("xdg-open", "xdg-open", address.c_str(), static_cast<char*>(nullptr));
  _exit(0);
}

void serve(const ServeArguments& arguments) {
  check(arguments);
  const bool is_local = is_loopback(arguments.host);
  if (!is_local && arguments.token.empty()) {
    throw UsageError(fmt::format("--host {}: others can reach this address, so it needs --token", arguments.host));
  }
  const std::string data = arguments.data.empty() ? usual_data_file() : arguments.data;
  if (arguments.data.empty()) {
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(data).parent_path(), error);
    if (error) throw Error(fmt::format("cannot make a folder for '{}': {}", data, error.message()));
  }

  std::atomic<bool> stop{false};
  const StopOnInterrupt interrupt(stop, EndedBy::anybody);
  web::Site site({.store = data,
                  .token = arguments.token,
                  .is_local = is_local,
                  .version = version_text(),
                  .lab = {.experiments = "experiments", .matches = data + ".matches", .version = version_text()}});
  {
    const web::Listener listener(site, arguments.host, static_cast<int>(arguments.port));
    const bool is_v6 = arguments.host.find(':') != std::string::npos;
    const std::string name = is_v6 ? '[' + arguments.host + ']' : arguments.host;
    std::string address = fmt::format("http://{}:{}/", name, listener.port());
    fmt::print("games       {}\n", printable(data));
    if (web::page_files().empty()) fmt::print("page        none: the program was built without Node\n");
    fmt::print("address     {}\n", address);
    std::fflush(stdout);
    if (!arguments.token.empty()) address += "?token=" + arguments.token;
    if (arguments.opens) open_browser(address);
    while (!stop) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    site.close();
  }
}

}  // namespace

void add_serve(CommandLine& line) {
  auto arguments = std::make_shared<ServeArguments>();
  Command command = line.add("serve", "serve the page, to play and understand games in a browser");
  command.integer("--port", arguments->port, 0, 65535, "where to listen; 0 = any that is free");
  command.text("--host", arguments->host, "ADDRESS",
               "the address to listen at; one that others can reach needs --token");
  command.flag("--open", arguments->opens, "show the page in a browser, where there is one");
  command.text("--token", arguments->token, "TEXT", "whoever asks must know it; the page takes it as /?token=TEXT");
  command.text("--data", arguments->data, "FILE",
               "where games are kept; by default banyan/games.db in $XDG_DATA_HOME or ~/.local/share");
  command.footer(
      "Ctrl-C, SIGTERM or SIGHUP end it. Every finished move is kept at once.\n\n"
      "Example:\n  banyan serve --port 8080 --open");
  command.runs([=] { serve(*arguments); });
}

}  // namespace banyan::cli
