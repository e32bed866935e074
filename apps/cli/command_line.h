// SPDX-License-Identifier: MIT
// The command line. CLI11 stays behind this header: reading it takes a compiler ten seconds, and every subcommand
// would pay. Values arrive as text and are read here, so that every error says what was expected.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace banyan::cli {

/// One subcommand. Every variable given to it must live until the command has run; its value is the default.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(app) {}

  void positional(const std::string& name, std::string& value, const std::string& meaning, bool may_be_absent = false);
  void flag(const std::string& name, bool& value, const std::string& meaning);
  void text(const std::string& name, std::string& value, const std::string& type, const std::string& meaning,
            bool may_be_empty = false);
  /// May be given several times.
  void texts(const std::string& name, std::vector<std::string>& values, const std::string& type,
             const std::string& meaning);
  void integer(const std::string& name, std::int64_t& value, std::int64_t low, std::int64_t high,
               const std::string& meaning);
  /// Left empty when the option is not given.
  void integer(const std::string& name, std::optional<std::int64_t>& value, std::int64_t low, std::int64_t high,
               const std::string& meaning);
  void real(const std::string& name, double& value, double low, double high, const std::string& meaning);
  /// A time, as to_seconds reads it.
  void seconds(const std::string& name, double& value, double low, double high, const std::string& meaning);

  /// The end of the help, with an example.
  void footer(const std::string& text);
  void runs(std::function<void()> action);

 private:
  CLI::App& app_;
};

class CommandLine {
 public:
  CommandLine();
  ~CommandLine();

  Command add(const std::string& name, const std::string& summary);

  /// Runs the command that was named, or prints help or version; throws UsageError when the arguments make no sense.
  void run(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace banyan::cli
