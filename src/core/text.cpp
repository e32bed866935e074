// SPDX-License-Identifier: MIT
#include "core/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

namespace banyan {
namespace {

constexpr std::string_view white_space = " \t\r\n\v\f";

template <class T>
std::optional<T> read_whole(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Letters to add, drop, replace or exchange with their neighbour (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), above[j] + 1, row[j - 1] + 1});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = above;
    above = row;
  }
  return above.back();
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t begin = text.find_first_not_of(white_space);
    if (begin == std::string_view::npos) return parts;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(white_space), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::vector<std::string_view> split_moves(std::string_view line) {
  if (line.find(';') == std::string_view::npos) return words(line);
  std::vector<std::string_view> moves;
  for (const std::string_view part : split(line, ';')) {
    const std::size_t begin = part.find_first_not_of(white_space);
    if (begin != std::string_view::npos)
      moves.push_back(part.substr(begin, part.find_last_not_of(white_space) + 1 - begin));
  }
  return moves;
}

std::string join_moves(const std::vector<std::string_view>& moves) {
  const bool has_words = std::any_of(moves.begin(), moves.end(), [](std::string_view move) {
    return move.find_first_of(white_space) != std::string_view::npos;
  });
  if (!has_words) return join(moves, " ");
  return moves.size() == 1 ? std::string(moves[0]) + ';' : join(moves, ";");
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return lower;
}

std::optional<long long> to_integer(std::string_view text) { return read_whole<long long>(text); }

std::optional<double> to_real(std::string_view text) {
  const auto value = read_whole<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<double> to_seconds(std::string_view text) {
  double unit = 1;
  for (const auto& [ending, seconds] : {std::pair{'s', 1.0}, std::pair{'m', 60.0}, std::pair{'h', 3600.0}}) {
    if (!text.ends_with(ending)) continue;
    unit = seconds;
    text.remove_suffix(1);
    break;
  }
  const auto number = to_real(text);
  if (!number) return std::nullopt;
  return unit * *number;
}

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto candidate : candidates) {
    // A word that begins a candidate is meant as it, whatever is missing.
    const bool begins = !word.empty() && candidate.starts_with(word);
    const std::size_t distance = begins ? 1 : edit_distance(word, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  const auto near = nearest(word, candidates);
  return near.empty() ? std::string() : " (did you mean '" + std::string(near) + "'?)";
}

std::string join(const std::vector<std::string_view>& parts, std::string_view separator) {
  std::string all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) all += separator;
    all += parts[i];
  }
  return all;
}

}  // namespace banyan
