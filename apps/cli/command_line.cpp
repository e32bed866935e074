// SPDX-License-Identifier: MIT
#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/version.h"
#include "core/error.h"
#include "core/text.h"

namespace banyan::cli {
namespace {

template <class T, class Number, class Read>
CLI::Option* add_number(CLI::App& app, const std::string& name, T& value, Number low, Number high,
                        const std::string& meaning, std::string_view kind, Read read) {
  const auto set = [=, &value](const std::string& text) {
    const auto number = read(text);
    if (!number || *number < low || *number > high) {
      throw UsageError(fmt::format("{} {}: expected {} in {}..{}", name, text, kind, low, high));
    }
    value = static_cast<Number>(*number);
  };
  return app.add_option_function<std::string>(name, set, meaning)->type_name("N");
}

/// CLI11's errors in our words.
std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.back();
  const std::string see =
      fmt::format("; see '{}{} --help'", app.get_name(), chosen.empty() ? "" : ' ' + command.get_name());
  const std::string said = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    if (said.ends_with("disallowed flag override")) {
      return fmt::format("--{} takes no value{}", said.substr(0, said.find(' ')), see);
    }
    const std::string option = said.substr(0, said.find(':'));
    return fmt::format("{} {}{}", option,
                       said.find("received") == std::string_view::npos ? "needs a value" : "is given twice", see);
  }
  const auto extras = app.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr || extras.empty()) return said + see;

  const std::string& word = extras.front();
  const bool is_option = word.starts_with('-');
  if (!is_option && !chosen.empty()) return fmt::format("'{}' is one argument too many{}", word, see);
  std::vector<std::string> names;
  if (is_option) {
    for (const CLI::Option* option : command.get_options()) {
      for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    }
  } else {
    for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  }
  return fmt::format("unknown {} '{}'{}{}", is_option ? "option" : "command", word,
                     did_you_mean(word, {names.begin(), names.end()}), see);
}

}  // namespace

void Command::positional(const std::string& name, std::string& value, const std::string& meaning, bool may_be_absent) {
  app_.add_option(name, value, meaning)->required(!may_be_absent)->type_name("");
}

void Command::flag(const std::string& name, bool& value, const std::string& meaning) {
  app_.add_flag(name, value, meaning)->disable_flag_override();
}

void Command::text(const std::string& name, std::string& value, const std::string& type, const std::string& meaning,
                   bool may_be_empty) {
  const auto set = [=, &value](const std::string& text) {
    if (text.empty() && !may_be_empty) throw UsageError(fmt::format("{} needs a value", name));
    value = text;
  };
  app_.add_option_function<std::string>(name, set, meaning)->type_name(type)->default_str(value);
}

void Command::texts(const std::string& name, std::vector<std::string>& values, const std::string& type,
                    const std::string& meaning) {
  app_.add_option(name, values, meaning)->type_name(type)->expected(1)->take_all()->allow_extra_args(false);
}

void Command::integer(const std::string& name, std::int64_t& value, std::int64_t low, std::int64_t high,
                      const std::string& meaning) {
  add_number(app_, name, value, low, high, meaning, "a whole number", to_integer)->default_str(std::to_string(value));
}

void Command::integer(const std::string& name, std::optional<std::int64_t>& value, std::int64_t low, std::int64_t high,
                      const std::string& meaning) {
  add_number(app_, name, value, low, high, meaning, "a whole number", to_integer);
}

void Command::real(const std::string& name, double& value, double low, double high, const std::string& meaning) {
  add_number(app_, name, value, low, high, meaning, "a number", to_real)->default_str(fmt::format("{}", value));
}

void Command::seconds(const std::string& name, double& value, double low, double high, const std::string& meaning) {
  add_number(app_, name, value, low, high, meaning, "seconds, or a number with s, m or h,", to_seconds)
      ->type_name("TIME")
      ->default_str(fmt::format("{}", value));
}

void Command::footer(const std::string& text) { app_.footer(text); }
void Command::runs(std::function<void()> action) { app_.callback(std::move(action)); }

CommandLine::CommandLine()
    : app_(std::make_unique<CLI::App>("Banyan: Monte-Carlo search for games and puzzles.", "banyan")) {
  app_->set_version_flag("--version", "banyan " + version_text(), "print the version and exit");
  app_->set_help_flag("-h,--help", "print this help and exit");
  app_->require_subcommand(0, 1);
  app_->get_formatter()->column_width(26);
  app_->get_formatter()->label("REQUIRED", "");
  app_->get_formatter()->label("OPTIONS", "OPTION..");
  app_->get_formatter()->label("SUBCOMMAND", "COMMAND");
  app_->footer("Example:\n  banyan play havannah --size 6\n\n'banyan COMMAND --help' tells more about a command.");
}

CommandLine::~CommandLine() = default;

Command CommandLine::add(const std::string& name, const std::string& summary) {
  return Command(*app_->add_subcommand(name, summary)->group("Commands"));
}

void CommandLine::run(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
    if (app_->get_subcommands().empty()) fmt::print("{}", app_->help());
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app_->help());
  } catch (const CLI::CallForVersion&) {
    fmt::print("{}\n", app_->version());
  } catch (const CLI::ParseError& error) {
    throw UsageError(explain(*app_, error));
  }
}

}  // namespace banyan::cli
