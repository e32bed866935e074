// SPDX-License-Identifier: MIT
// Events to many readers. A reader that is slow gets only the newest of each kind: what waits for it does not grow. Any
// call from any thread; nothing here calls back.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "web/server/http.h"

namespace banyan::web {

class Feed {
 public:
  Feed();
  ~Feed();  // ends its streams
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;

  /// An event takes the place of the last one with this key that has not been sent yet, and is what readers begin with
  /// that come later.
  void publish(const std::string& key, const std::string& event, const std::string& data);
  /// The same for an event that is of interest only when it happens.
  void announce(const std::string& key, const std::string& event, const std::string& data);

  /// `guard` lives as long as the stream.
  std::shared_ptr<EventStream> subscribe(std::shared_ptr<void> guard);
  std::size_t readers() const;
  /// When somebody last listened, by wall_seconds(): now, if somebody does.
  double last_heard() const;
  void end();

 private:
  struct State;
  class Reader;
  std::shared_ptr<State> state_;
};

}  // namespace banyan::web
