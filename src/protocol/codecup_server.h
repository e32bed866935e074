// SPDX-License-Identifier: MIT
// The protocol of the CodeCup of 2014 as syntax over a host (codecup_game.h): one game of Poly-Y within a budget of
// processor seconds for all of it. Lines come in through handle(), answers go out through the listener.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "core/params.h"
#include "engine/host.h"

namespace banyan {

class CodecupServer {
 public:
  struct Settings {
    Spec player;
    double seconds = 30;  // of the processor, for the whole game
    std::uint64_t seed = 1;
  };
  /// Is handed whole lines.
  using Listener = std::function<void(std::string_view)>;

  /// The contest allows one thread and 64 megabytes in all: what a player's tree may take unless it is told.
  static constexpr int usual_memory = 32;

  /// Throws UsageError when there is no such player, or it does not keep to the rules of the contest.
  CodecupServer(Settings settings, Listener listener);

  /// One line of input, with or without its line end; answers with our move where it is our turn. False after `Quit`.
  /// Throws UsageError for what is no line of the protocol and for a move that cannot be played.
  bool handle(std::string_view line);

 private:
  void answer();

  Settings settings_;
  Listener listener_;
  double start_;  // of the processor's time
  bool has_begun_ = false;
  Host host_;
};

}  // namespace banyan
