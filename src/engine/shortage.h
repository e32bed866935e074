// SPDX-License-Identifier: MIT
// What the user is to hear of a search and no protocol has a place for: it has fewer threads than its player asked for.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "core/threads.h"
#include "engine/session.h"

namespace banyan {

class ShortageNote {
 public:
  /// Is handed a sentence.
  using Listener = std::function<void(const std::string&)>;

  ShortageNote() = default;  // nobody listens
  explicit ShortageNote(Listener listener) : listener_(std::move(listener)) {}

  /// Tells of a shortage once, and of another one again.
  void look(const SearchReport& report) {
    const std::pair now(report.threads, report.threads + report.missing_threads);
    if (!listener_ || report.missing_threads <= 0 || std::exchange(told_, now) == now) return;
    listener_(shortage_text(now.first, now.second));
  }

 private:
  Listener listener_;
  std::pair<int, int> told_{};  // threads that searched, and that were asked for
};

}  // namespace banyan
