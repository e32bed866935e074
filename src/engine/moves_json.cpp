// SPDX-License-Identifier: MIT
#include "engine/moves_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/text.h"
#include "engine/json_depth.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;

std::string move_of(const Json& click, std::size_t number) {
  if (click.is_string()) return click.get<std::string>();
  if (click.is_array() && click.size() == 2 && click[0].is_number_integer() && click[1].is_number_integer()) {
    const auto column = click[0].get<std::int64_t>(), row = click[1].get<std::int64_t>();
    if (column >= 0 && column < 26 && row >= 0) return fmt::format("{}{}", static_cast<char>('a' + column), row);
  }
  throw UsageError(fmt::format("move {} is {}, expected [column, row] or a text", number, click.dump()));
}

}  // namespace

Json click_of(const std::string& move) {
  const auto row = to_integer(std::string_view(move).substr(std::min<std::size_t>(1, move.size())));
  if (!row || move[0] < 'a' || move[0] > 'z') return move;
  return Json::array({move[0] - 'a', *row});
}

std::vector<std::string> moves_of_line(std::string_view line) {
  std::vector<std::string> moves;
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos || (line[begin] != '[' && line[begin] != '{')) {
    for (const std::string_view word : split_moves(line)) moves.emplace_back(word);
    return moves;
  }
  const Json all = Json::parse(line, refuse_depth, false);
  if (all.is_discarded()) throw UsageError("the line begins like JSON and is none");
  const auto named = all.is_object() ? all.find("moves") : all.end();
  const Json& list = named != all.end() ? *named : all;
  if (!list.is_array()) throw UsageError("there is no list of moves");
  for (const Json& click : list) moves.push_back(move_of(click, moves.size() + 1));
  return moves;
}

}  // namespace banyan
