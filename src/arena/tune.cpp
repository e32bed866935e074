// SPDX-License-Identifier: MIT
#include "arena/tune.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.h"
#include "core/text.h"

namespace banyan {
namespace {

constexpr double widest_declared = 1000;

bool is_number(const ParamInfo& info) { return info.kind == ParamKind::integer || info.kind == ParamKind::real; }

/// Three digits that count, as a person would write them.
std::string rounded(double value, ParamKind kind) {
  if (kind == ParamKind::integer) return fmt::format("{:.0f}", value);
  return fmt::format("{}", to_real(fmt::format("{:.2e}", value)).value());
}

std::vector<std::string> range_values(const std::string& place, const ParamInfo& info, std::string_view low_text,
                                      std::string_view high_text, int points) {
  const auto low = to_real(low_text), high = to_real(high_text);
  if (!is_number(info) || !low || !high || *low >= *high) {
    throw UsageError(fmt::format("{}: expected LOW:HIGH, two numbers", place));
  }
  const bool is_log = *low > 0 && *high >= 10 * *low;
  std::vector<std::string> values{std::string(low_text)};
  for (int i = 1; i + 1 < points; ++i) {
    const double share = static_cast<double>(i) / (points - 1);
    const double value = is_log ? *low * std::pow(*high / *low, share) : *low + share * (*high - *low);
    values.push_back(rounded(value, info.kind));
  }
  values.emplace_back(high_text);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<std::string> axis_values(const std::string& place, const ParamInfo& info, std::string_view values,
                                     int points) {
  if (values.find('|') != std::string_view::npos) {
    const auto parts = split(values, '|');
    return {parts.begin(), parts.end()};
  }
  const auto parts = split(values, ':');
  if (parts.size() == 2) return range_values(place, info, parts[0], parts[1], points);
  throw UsageError(fmt::format("{}: expected NAME, NAME=LOW:HIGH or NAME=VALUE|VALUE|..", place));
}

std::vector<std::string> declared_values(const std::string& place, const ParamInfo& info, int points) {
  if (!is_number(info)) return info.choices;
  if (to_real(info.high).value() - to_real(info.low).value() > widest_declared) {
    throw UsageError(fmt::format("{}: {} is too wide for a grid; say {}=LOW:HIGH", place, info.range(), info.name));
  }
  return range_values(place, info, info.low, info.high, points);
}

/// How many points take part in each round.
std::vector<std::size_t> halves(std::size_t points) {
  std::vector<std::size_t> rounds;
  for (; points > 1; points = (points + 1) / 2) rounds.push_back(points);
  return rounds;
}

}  // namespace

std::vector<TuneAxis> parse_axes(std::string_view text, const std::vector<ParamInfo>& params, int points) {
  std::vector<std::string_view> known;
  for (const ParamInfo& info : params) known.emplace_back(info.name);
  std::vector<TuneAxis> axes;
  for (const std::string_view part : split(text, ',')) {
    const std::string place = fmt::format("--over {}", part);
    const std::size_t equals = part.find('=');
    const std::string_view name = part.substr(0, equals);
    const auto info = std::find_if(params.begin(), params.end(), [&](const ParamInfo& p) { return p.name == name; });
    if (info == params.end()) {
      throw UsageError(fmt::format("{}: the player has no such parameter{}", place, did_you_mean(name, known)));
    }
    if (std::any_of(axes.begin(), axes.end(), [&](const TuneAxis& axis) { return axis.name == name; })) {
      throw UsageError(fmt::format("{}: '{}' is given twice", place, name));
    }
    axes.push_back({std::string(name), equals == std::string_view::npos
                                           ? declared_values(place, *info, points)
                                           : axis_values(place, *info, part.substr(equals + 1), points)});
  }
  return axes;
}

std::vector<Spec> grid_of(const Spec& player, const std::vector<TuneAxis>& axes) {
  Spec base = player;
  for (const TuneAxis& axis : axes) {
    std::erase_if(base.values, [&](const auto& value) { return value.first == axis.name; });
  }
  std::vector<Spec> grid{base};
  for (const TuneAxis& axis : axes) {
    std::vector<Spec> finer;
    for (const Spec& spec : grid) {
      for (const std::string& value : axis.values) {
        finer.push_back(spec);
        finer.back().values.emplace_back(axis.name, value);
      }
    }
    grid = std::move(finer);
  }
  return grid;
}

std::uint64_t least_games(std::size_t points) { return 2 * points * halves(points).size(); }

TuneResult sequential_halving(std::size_t points, std::uint64_t games, const Measure& measure) {
  TuneResult result{.scores = std::vector<TuneScore>(points), .rounds = std::vector<int>(points), .order = {}};
  result.order.resize(points);
  std::iota(result.order.begin(), result.order.end(), std::size_t{0});
  const auto rounds = halves(points);
  std::uint64_t games_each = 0;
  for (const std::size_t left : rounds) {
    // The games of a round are shared evenly; games come in pairs.
    games_each += games / rounds.size() / left / 2 * 2;
    const std::vector<std::size_t> candidates(result.order.begin(),
                                              result.order.begin() + static_cast<std::ptrdiff_t>(left));
    const auto scores = measure(candidates, games_each);
    if (!scores) return result;
    for (std::size_t i = 0; i < left; ++i) {
      result.scores[candidates[i]] = scores->at(i);
      ++result.rounds[candidates[i]];
    }
    std::stable_sort(
        result.order.begin(), result.order.begin() + static_cast<std::ptrdiff_t>(left),
        [&](std::size_t a, std::size_t b) { return result.scores[a].score.rate() > result.scores[b].score.rate(); });
  }
  result.is_over = true;
  return result;
}

}  // namespace banyan
