// SPDX-License-Identifier: MIT
#include "web/server/feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>

#include "core/clock.h"

namespace banyan::web {
namespace {

constexpr double seconds_between_signs = 2;  // of life: without them nobody would see that a reader has gone

struct Event {
  std::string key;
  std::shared_ptr<const std::string> text;
};

void put(std::vector<Event>& events, const Event& event) {
  std::erase_if(events, [&](const Event& earlier) { return earlier.key == event.key; });
  events.push_back(event);
}

}  // namespace

struct Feed::State {
  std::mutex mutex;
  std::vector<Event> newest;
  std::vector<Reader*> readers;
  double last_heard = wall_seconds();
  bool is_over = false;
};

class Feed::Reader : public EventStream {
 public:
  Reader(std::shared_ptr<State> state, std::shared_ptr<void> guard)
      : state_(std::move(state)), guard_(std::move(guard)), last_sign_(wall_seconds()) {
    const std::lock_guard lock(state_->mutex);
    waiting = state_->newest;
    state_->readers.push_back(this);
  }
  ~Reader() override {
    const std::lock_guard lock(state_->mutex);
    std::erase(state_->readers, this);
    state_->last_heard = wall_seconds();
  }

  std::optional<std::string> next(double seconds) override {
    std::unique_lock lock(state_->mutex);
    news.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return !waiting.empty() || state_->is_over; });
    if (waiting.empty() && state_->is_over) return std::nullopt;
    std::string text;
    for (const Event& event : waiting) text += *event.text;
    waiting.clear();
    const double now = wall_seconds();
    if (text.empty() && now - last_sign_ >= seconds_between_signs) text = ":\n\n";
    if (!text.empty()) last_sign_ = now;
    return text;
  }

  std::condition_variable news;
  std::vector<Event> waiting;

 private:
  std::shared_ptr<State> state_;
  std::shared_ptr<void> guard_;
  double last_sign_;
};

Feed::Feed() : state_(std::make_shared<State>()) {}

Feed::~Feed() { end(); }

void Feed::publish(const std::string& key, const std::string& event, const std::string& data) {
  const Event entry{key, std::make_shared<const std::string>(fmt::format("event: {}\ndata: {}\n\n", event, data))};
  const std::lock_guard lock(state_->mutex);
  put(state_->newest, entry);
  for (Reader* reader : state_->readers) {
    put(reader->waiting, entry);
    reader->news.notify_one();
  }
}

void Feed::announce(const std::string& key, const std::string& event, const std::string& data) {
  const Event entry{key, std::make_shared<const std::string>(fmt::format("event: {}\ndata: {}\n\n", event, data))};
  const std::lock_guard lock(state_->mutex);
  for (Reader* reader : state_->readers) {
    put(reader->waiting, entry);
    reader->news.notify_one();
  }
}

std::shared_ptr<EventStream> Feed::subscribe(std::shared_ptr<void> guard) {
  return std::make_shared<Reader>(state_, std::move(guard));
}

std::size_t Feed::readers() const {
  const std::lock_guard lock(state_->mutex);
  return state_->readers.size();
}

double Feed::last_heard() const {
  const std::lock_guard lock(state_->mutex);
  return state_->readers.empty() ? state_->last_heard : wall_seconds();
}

void Feed::end() {
  const std::lock_guard lock(state_->mutex);
  state_->is_over = true;
  for (Reader* reader : state_->readers) reader->news.notify_one();
}

}  // namespace banyan::web
