// SPDX-License-Identifier: MIT
#include "protocol/external.h"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/process.h"

namespace banyan {
namespace {

std::string quoted(std::string_view text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') all += '\\';
    all += c;
  }
  return all + '"';
}

/// Takes a value off the front of `rest`, with or without quotes, and the comma after it.
std::string take_value(std::string_view& rest, std::string_view player) {
  std::string value;
  std::size_t i = 0;
  if (rest.starts_with('"')) {
    for (i = 1; i < rest.size() && rest[i] != '"'; ++i) {
      if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
      value += rest[i];
    }
    if (i == rest.size()) throw UsageError(fmt::format("player '{}' lacks a closing \"", player));
    ++i;
    if (i < rest.size() && rest[i] != ',') {
      throw UsageError(fmt::format("player '{}': expected a comma after a closing \"", player));
    }
  } else {
    i = std::min(rest.find(','), rest.size());
    value = rest.substr(0, i);
  }
  rest.remove_prefix(std::min(i + 1, rest.size()));
  return value;
}

std::string replace_seed(std::string text, const std::string& number) {
  constexpr std::string_view placeholder = "{seed}";
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos; at += number.size()) {
    text.replace(at, placeholder.size(), number);
  }
  return text;
}

}  // namespace

ProgramText ProgramText::with_seed(std::uint64_t seed) const {
  // Few programs take more than 31 bits.
  const std::string number = std::to_string(seed >> 33);
  ProgramText seeded{.command = replace_seed(command, number)};
  for (const std::string& line : setup) seeded.setup.push_back(replace_seed(line, number));
  return seeded;
}

ProgramText parse_program(std::string_view scheme, std::string_view text, Params& params) {
  if (!text.starts_with(scheme)) {
    throw UsageError(fmt::format("'{}': expected {}\"command args\",key=value,...", text, scheme));
  }
  std::string_view rest = text.substr(scheme.size());
  ProgramText program{.command = take_value(rest, text)};
  split_command(program.command);
  std::vector<std::string> seen;
  while (!rest.empty()) {
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw UsageError(fmt::format("player '{}': expected key=value after the command, not '{}'", text, rest));
    }
    const std::string key(rest.substr(0, equals));
    rest.remove_prefix(equals + 1);
    const std::string value = take_value(rest, text);
    if (key == "setup") {
      program.setup.push_back(value);
      continue;
    }
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
      throw UsageError(fmt::format("player '{}' names the key '{}' twice", text, key));
    }
    seen.push_back(key);
    params.set(fmt::format("player '{}'", scheme.substr(0, scheme.size() - 1)), key, value);
  }
  return program;
}

std::string program_text(std::string_view scheme, const ProgramText& program, const Params& params) {
  std::string all = fmt::format("{}{}", scheme, quoted(program.command));
  for (const std::string& line : program.setup) all += ",setup=" + quoted(line);
  return all + ',' + params.text();
}

}  // namespace banyan
