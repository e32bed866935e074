// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <bit>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "engine/solve.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;
constexpr int checkpoint_version = 2;

[[noreturn]] void refuse_checkpoint(std::string_view what) {
  throw UsageError(fmt::format("not a checkpoint: {}", what));
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
  const Json file{
      {"version", checkpoint_version}, {"game", c.game},       {"options", c.options}, {"algorithm", c.algorithm},
      {"parallel", c.parallel},        {"threads", c.threads}, {"seed", c.seed},       {"playouts", c.playouts},
      {"seconds", c.seconds},          {"score", c.score},     {"moves", c.moves},     {"chains", std::move(chains)}};
  return file.dump() + '\n';
}

Checkpoint read_checkpoint(std::string_view text) {
  Checkpoint c;
  try {
    const Json file = Json::parse(text);
    if (!file.is_object() || !file.contains("version")) refuse_checkpoint("it has no \"version\"");
    if (file["version"] != checkpoint_version) {
      refuse_checkpoint(fmt::format("its version is {}, expected {}", file["version"].dump(), checkpoint_version));
    }
    file.at("game").get_to(c.game);
    file.at("options").get_to(c.options);
    file.at("algorithm").get_to(c.algorithm);
    file.at("parallel").get_to(c.parallel);
    file.at("threads").get_to(c.threads);
    file.at("seed").get_to(c.seed);
    file.at("playouts").get_to(c.playouts);
    file.at("seconds").get_to(c.seconds);
    file.at("score").get_to(c.score);
    file.at("moves").get_to(c.moves);
    for (const Json& entry : file.at("chains")) {
      Checkpoint::Chain chain;
      entry.at("run").get_to(chain.run);
      entry.at("step").get_to(chain.step);
      entry.at("same").get_to(chain.same);
      entry.at("best").get_to(chain.best);
      entry.at("kinds").get_to(chain.kinds);
      entry.at("streams").get_to(chain.streams);
      for (const Json& weight : entry.at("weights")) {
        chain.weights.emplace_back(weight.at(0).get<std::uint64_t>(),
                                   std::bit_cast<float>(weight.at(1).get<std::uint32_t>()));
      }
      c.chains.push_back(std::move(chain));
    }
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
  check("game", found.game + ':' + found.options, expected.game + ':' + expected.options);
  check("algorithm", found.algorithm, expected.algorithm);
  check("parallel search", found.parallel, expected.parallel);
  check("number of threads", found.threads, expected.threads);
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
