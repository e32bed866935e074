// SPDX-License-Identifier: MIT
// The program: subcommands, and what becomes of every error. Exit codes: 0 done, 1 failed, 2 asked for what is not.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <system_error>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "core/error.h"
#include "core/text.h"

namespace {

/// One sentence on standard error.
void complain(const std::string& sentence) {
  std::fflush(stdout);
  std::fputs(("banyan: " + banyan::cli::printable(sentence) + '\n').c_str(), stderr);
}

std::string call_of(const CLI::App& command) {
  return command.get_parent() == nullptr ? command.get_name()
                                         : call_of(*command.get_parent()) + ' ' + command.get_name();
}

/// CLI11's errors in our words.
std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.back();
  const std::string see = fmt::format("; see '{} --help'", call_of(command));
  const auto extras = app.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr || extras.empty()) return error.what() + see;

  const std::string& word = extras.front();
  std::vector<std::string> names;
  const bool is_option = word.starts_with('-');
  if (is_option) {
    for (const CLI::Option* option : command.get_options()) {
      for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    }
  } else {
    for (const CLI::App* sub : command.get_subcommands({})) names.push_back(sub->get_name());
  }
  const std::string hint = banyan::did_you_mean(word, {names.begin(), names.end()});
  if (is_option) return fmt::format("unknown option '{}'{}{}", word, hint, see);
  if (chosen.empty()) return fmt::format("unknown command '{}'{}{}", word, hint, see);
  return fmt::format("'{}' is one argument too many{}", word, see);
}

int run(int argc, char** argv) {
  CLI::App app("Monte-Carlo search for games and puzzles.", "banyan");
  app.set_version_flag("--version", "banyan " BANYAN_VERSION, "print the version and exit");
  app.set_help_flag("-h,--help", "print this help and exit");
  app.get_formatter()->column_width(28);
  app.require_subcommand(0, 1);
  app.footer("Example:\n  banyan play havannah --size 6\n\n'banyan COMMAND --help' tells more about a command.");
  banyan::cli::add_games(app);
  banyan::cli::add_params(app);
  banyan::cli::add_play(app);
  banyan::cli::add_search(app);
  banyan::cli::add_replay(app);
  banyan::cli::add_perft(app);
  banyan::cli::add_bench(app);
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) fmt::print("{}", app.help());
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
  } catch (const CLI::CallForVersion&) {
    fmt::print("{}\n", app.version());
  } catch (const CLI::ParseError& error) {
    complain(explain(app, error));
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that has gone is no error of ours: end without a word, even if our parent ignores the signal.
  std::signal(SIGPIPE, SIG_DFL);
  int status = 1;
  try {
    status = run(argc, argv);
  } catch (const banyan::UsageError& error) {
    complain(error.what());
    status = 2;
  } catch (const std::system_error& error) {
    complain(fmt::format("cannot write: {}", error.code().message()));
  } catch (const std::bad_alloc&) {
    complain("out of memory");
  } catch (const std::exception& error) {
    complain(error.what());
  }
  errno = 0;
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (!written && status == 0) {
    complain(fmt::format("cannot write to standard output: {}", std::strerror(errno != 0 ? errno : EIO)));
    status = 1;
  }
  return status;
}
