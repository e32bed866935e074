// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "engine/json_depth.h"
#include "engine/solve.h"
#include "search/nested/policy.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;
constexpr int checkpoint_version = 3;
constexpr std::uint64_t most_playouts = 1'000'000'000'000'000'000;

[[noreturn]] void refuse_checkpoint(std::string_view what) {
  throw UsageError(fmt::format("not a checkpoint: {}", what));
}

/// The JSON library casts what it reads: -1, 1e30 and true would all become some count.
template <class T>
T whole(const Json& value) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<T>::max()) {
    refuse_checkpoint("a count is no whole number in its range");
  }
  return value.get<T>();
}

/// Large enough for every score and every clock, and far from where sums lose their meaning.
constexpr double largest_real = 1e15;

double real(const Json& value) {
  if (!value.is_number() || std::abs(value.get<double>()) > largest_real) refuse_checkpoint("a number is out of range");
  return value.get<double>();
}

template <class T, std::size_t count, class Read>
std::array<T, count> array_of(const Json& list, const Read& read) {
  if (!list.is_array() || list.size() != count) refuse_checkpoint("a list is of the wrong length");
  std::array<T, count> values{};
  std::transform(list.begin(), list.end(), values.begin(), read);
  return values;
}

Checkpoint::Chain read_chain(const Json& entry) {
  Checkpoint::Chain chain;
  chain.run = whole<std::uint64_t>(entry.at("run"));
  chain.step = whole<std::uint64_t>(entry.at("step"));
  chain.same = whole<std::uint64_t>(entry.at("same"));
  entry.at("best").get_to(chain.best);
  for (const Json& kind : entry.at("kinds")) chain.kinds.push_back(array_of<double, 3>(kind, real));
  for (const Json& stream : entry.at("streams")) {
    chain.streams.push_back(array_of<std::uint64_t, 4>(stream, whole<std::uint64_t>));
    const auto& words = chain.streams.back();
    // The one state that a generator never leaves.
    if (std::all_of(words.begin(), words.end(), [](std::uint64_t word) { return word == 0; })) {
      refuse_checkpoint("a random stream is all zeros");
    }
  }
  for (const Json& weight : entry.at("weights")) {
    const auto value = std::bit_cast<float>(whole<std::uint32_t>(weight.at(1)));
    if (!(std::abs(value) <= Policy::largest_weight)) refuse_checkpoint("a weight is out of range");
    chain.weights.emplace_back(whole<std::uint64_t>(weight.at(0)), value);
  }
  return chain;
}

/// Of version 2, the text of the algorithm without threads; then "leaf-shared,level=2,adapt_each=false,exchange=0".
Spec earlier_algorithm(const Json& file) {
  Spec spec = parse_spec(file.at("algorithm").get<std::string>());
  const auto shared = file.at("parallel").get<std::string>();
  const Spec how = parse_spec("parallel:parallel=" + shared);
  for (const auto& [key, value] : how.values) spec.values.emplace_back(key == "level" ? "parallel_level" : key, value);
  spec.values.emplace_back("threads", fmt::format("{}", whole<std::uint16_t>(file.at("threads"))));
  return spec;
}

}  // namespace

std::string write_checkpoint(const Checkpoint& c) {
  Json chains = Json::array();
  for (const Checkpoint::Chain& chain : c.chains) {
    Json weights = Json::array();
    // A float's bits: what is read back must be the same to the last one.
    for (const auto& [code, weight] : chain.weights) weights.push_back({code, std::bit_cast<std::uint32_t>(weight)});
    chains.push_back({{"run", chain.run},
                      {"step", chain.step},
                      {"same", chain.same},
                      {"best", chain.best},
                      {"kinds", chain.kinds},
                      {"streams", chain.streams},
                      {"weights", std::move(weights)}});
  }
  const Json file{{"version", checkpoint_version}, {"game", c.game},   {"options", c.options},
                  {"algorithm", c.search},         {"seed", c.seed},   {"playouts", c.playouts},
                  {"seconds", c.seconds},          {"score", c.score}, {"moves", c.moves},
                  {"chains", std::move(chains)}};
  return file.dump() + '\n';
}

Checkpoint read_checkpoint(std::string_view text) {
  Checkpoint c;
  try {
    const Json file = Json::parse(text, refuse_depth);
    if (!file.is_object() || !file.contains("version")) refuse_checkpoint("it has no \"version\"");
    if (file["version"] != checkpoint_version && file["version"] != checkpoint_version - 1) {
      refuse_checkpoint(fmt::format("its version is {}, expected {}", file["version"].dump(), checkpoint_version));
    }
    file.at("game").get_to(c.game);
    file.at("options").get_to(c.options);
    const bool is_earlier = file["version"] != checkpoint_version;
    const SolvePlan plan =
        plan_of(is_earlier ? earlier_algorithm(file) : parse_spec(file.at("algorithm").get<std::string>()));
    c.search = plan.search;
    c.threads = plan.team.threads;
    c.seed = whole<std::uint64_t>(file.at("seed"));
    c.playouts = whole<std::uint64_t>(file.at("playouts"));
    c.seconds = real(file.at("seconds"));
    c.score = real(file.at("score"));
    file.at("moves").get_to(c.moves);
    if (c.playouts > most_playouts || c.seconds < 0) refuse_checkpoint("nobody can have searched for so long");
    for (const Json& entry : file.at("chains")) c.chains.push_back(read_chain(entry));
  } catch (const Json::parse_error& error) {
    refuse_checkpoint(fmt::format("it is no JSON from byte {} on", error.byte));
  } catch (const Json::exception&) {
    refuse_checkpoint("a field is missing or of the wrong kind");
  }
  return c;
}

void check_same_search(const Checkpoint& found, const Checkpoint& expected) {
  const auto check = [](std::string_view what, const auto& was, const auto& is) {
    if (was != is)
      throw UsageError(fmt::format("the checkpoint is of another search: its {} is {}, not {}", what, was, is));
  };
  check("game", spec_text(found.game, found.options), spec_text(expected.game, expected.options));
  check("algorithm", found.search, expected.search);
  check("seed", found.seed, expected.seed);
  if (found.chains.size() != expected.chains.size()) refuse_checkpoint("the number of its chains is wrong");
  for (std::size_t i = 0; i < found.chains.size(); ++i) {
    const std::size_t streams = found.chains[i].streams.size();
    if (streams != 0 && streams != static_cast<std::size_t>(found.threads) / found.chains.size()) {
      refuse_checkpoint("the number of its random streams is wrong");
    }
  }
}

}  // namespace banyan
