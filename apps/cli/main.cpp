// SPDX-License-Identifier: MIT
// The program: its subcommands, and what becomes of every error. Exit codes: 0 done, 1 failed, 2 asked for something
// that does not exist.
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <system_error>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "core/error.h"

namespace banyan::cli {
namespace {

int fail(int status, const std::string& sentence) {
  std::fflush(stdout);
  std::fputs(("banyan: " + printable(sentence) + '\n').c_str(), stderr);
  return status;
}

int run(int argc, char** argv) {
  try {
    CommandLine line;
    add_games(line);
    add_params(line);
    add_play(line);
    add_search(line);
    add_replay(line);
    add_review(line);
    add_solve(line);
    add_perft(line);
    add_bench(line);
    add_gtp(line);
    add_uhp(line);
    add_codecup(line);
    add_match(line);
    add_stats(line);
    add_store(line);
    add_experiment(line);
    add_tune(line);
    add_fit(line);
    add_book(line);
    add_serve(line);
    add_version(line);
    line.run(argc, argv);
    errno = 0;
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return 0;
    return fail(1, fmt::format("cannot write to standard output: {}", std::strerror(errno != 0 ? errno : EIO)));
  } catch (const UsageError& error) {
    return fail(2, error.what());
  } catch (const std::system_error& error) {  // fmt::print throws it
    return fail(1, fmt::format("cannot write to standard output: {}", error.code().message()));
  } catch (const std::bad_alloc&) {
    return fail(1, "out of memory");
  } catch (const std::exception& error) {
    return fail(1, error.what());
  }
}

}  // namespace
}  // namespace banyan::cli

int main(int argc, char** argv) {
  // A reader that has gone is no error of ours: end without a word, even if our parent ignores the signal.
  std::signal(SIGPIPE, SIG_DFL);
  // A file that may not grow is an error of whoever writes it.
  std::signal(SIGXFSZ, SIG_IGN);
  return banyan::cli::run(argc, argv);
}
