// SPDX-License-Identifier: MIT
// banyan params: every parameter of every player and game. docs/parameters.md is what --markdown prints.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "core/error.h"
#include "engine/catalogue.h"
#include "engine/json.h"

namespace banyan::cli {
namespace {

void print_params_as_text(std::string_view kind, std::string_view name, std::string_view summary,
                          const std::vector<ParamInfo>& params) {
  fmt::print("{} {}: {}\n", kind, name, summary);
  for (const ParamInfo& param : params) {
    fmt::print("  {}={}  [{}]\n      {}\n", param.name, param.default_value, param.range(), param.meaning);
  }
  fmt::print("\n");
}

std::string cell(std::string text) {
  for (std::size_t i = 0; (i = text.find('|', i)) != std::string::npos; i += 2) text.insert(i, 1, '\\');
  return text;
}

void print_markdown(std::string_view kind, std::string_view name, std::string_view summary,
                    const std::vector<ParamInfo>& params) {
  fmt::print("\n## {} `{}`\n\n{}\n\n| key | default | range | meaning |\n|---|---|---|---|\n", kind, name, summary);
  for (const ParamInfo& param : params) {
    fmt::print("| `{}` | `{}` | {} | {} |\n", param.name, param.default_value, param.range(), cell(param.meaning));
  }
}

template <class Print>
void print_all(Print print) {
  for (const AlgorithmInfo& algorithm : algorithms()) {
    print("Player", algorithm.name, algorithm.summary, algorithm.params);
  }
  for (const GameInfo& game : games()) print("Game", game.name, game.summary, game.options);
}

}  // namespace

void add_params(CommandLine& line) {
  struct ParamsArguments {
    bool markdown = false, json = false;
  };
  Command command = line.add("params", "list every parameter of every player and game");
  const auto arguments = std::make_shared<ParamsArguments>();
  command.flag("--markdown", arguments->markdown, "print docs/parameters.md");
  add_json(command, arguments->json);
  command.footer("Example:\n  banyan params --markdown > docs/parameters.md");
  command.runs([=] {
    if (arguments->markdown && arguments->json) throw UsageError("--markdown and --json exclude each other");
    if (arguments->json) return fmt::print("{}\n", params_json().dump(2));
    if (!arguments->markdown) return print_all(print_params_as_text);
    fmt::print(
        "# Parameters\n\n"
        "Made by `banyan params --markdown`; the source is the one line of code that declares each parameter.\n\n"
        "A player is written `name:key=value,key=value`, as in `{}:iterations=5000`; a game likewise.\n",
        algorithms().back().name);
    print_all(print_markdown);
  });
}

}  // namespace banyan::cli
