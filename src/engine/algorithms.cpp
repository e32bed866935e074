// SPDX-License-Identifier: MIT
// What of each algorithm does not depend on the game, so that it is compiled once.
#include "engine/algorithms.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan {

template <class Algorithm>
Params SettingsOf<Algorithm>::bind() {
  Params all = algorithm.bind();
  all.append(player);
  return all;
}

const std::vector<AlgorithmInfo>& algorithms() {
  static const std::vector<AlgorithmInfo> all = [] {
    std::vector<AlgorithmInfo> infos;
    for_each_algorithm([&]<class Algorithm>(Algorithm) {
      infos.push_back({.name = std::string(Algorithm::name),
                       .summary = std::string(Algorithm::summary),
                       .params = SettingsOf<Algorithm>{}.bind().infos()});
    });
    return infos;
  }();
  return all;
}

std::unique_ptr<PlayerSettings> read_player(const Spec& spec) {
  std::unique_ptr<PlayerSettings> settings;
  bool keeps_searches = false;  // goes on from what the last one found
  const auto read = [&](Params bound) { apply(spec, fmt::format("player '{}'", spec.name), bound); };
  for_each_algorithm([&]<class Algorithm>(Algorithm) {
    if (Algorithm::name != spec.name) return;
    auto own = std::make_unique<SettingsOf<Algorithm>>();
    read(own->bind());
    if constexpr (requires { own->algorithm.tree.reuse; }) keeps_searches = own->algorithm.tree.reuse;
    settings = std::move(own);
  });
  if (!settings) throw unknown_algorithm(spec.name);
  if (settings->player.ponder && !keeps_searches) {
    throw UsageError(
        fmt::format("player '{}': ponder=true is for players that keep their tree, with reuse=true; what "
                    "this one finds is lost when its next search begins",
                    spec.name));
  }
  return settings;
}

ClockSharing clock_sharing_of(PlayerSettings& settings) {
  ClockSharing sharing = settings.player.sharing();
  const Params all = settings.bind();
  for (const Params::Item& item : all.items()) {
    if (item.info.name == "threads") sharing.threads = static_cast<int>(to_integer(item.get()).value_or(1));
  }
  return sharing;
}

void check_player(const Spec& given) { static_cast<void>(read_player(resolve_player(given))); }

}  // namespace banyan
