// SPDX-License-Identifier: MIT
// Conversations with the server that are kept as text, with masks over what differs from run to run.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <iterator>
#include <mutex>
#include <regex>
#include <string>
#include <vector>

#include "core/text.h"
#include "protocol/gtp_server.h"

namespace banyan::testing {
namespace {

constexpr std::string_view analysis_mask = "info move MOVE visits N winrate N order 0 pv MOVES info ..";

/// A line of an analysis, where it is one, as the mask; several in a row are one.
std::string masked(const std::string& output) {
  static const std::regex analysis(
      "(info move [a-z][0-9]+ visits [0-9]+ winrate [0-9]+ order [0-9]+ pv( [a-z][0-9]+)+ ?)+");
  std::vector<std::string_view> lines;
  for (const std::string_view line : split(output, '\n')) {
    const bool is_analysis = std::regex_match(line.begin(), line.end(), analysis);
    if (is_analysis && !lines.empty() && lines.back() == analysis_mask) continue;
    lines.push_back(is_analysis ? analysis_mask : line);
  }
  return join(lines, "\n");
}

/// The server, and whoever waits for its reports.
class Conversation {
 public:
  explicit Conversation(const std::string& game)
      : server_({.game = parse_spec(game), .player = parse_spec("rave:iterations=200"), .version = "1"},
                [this](std::string_view text) {
                  const std::lock_guard lock(mutex_);
                  output_ += text;
                  changed_.notify_all();
                }) {}

  /// Sends a line. Of an analysis, waits for two reports.
  void say(const std::string& line) {
    std::size_t before = 0;
    {
      const std::lock_guard lock(mutex_);
      output_ += line.empty() ? ">\n" : "> " + line + "\n";
      before = output_.size();
    }
    server_.handle(line);
    if (line.find("lz-analyze") == std::string::npos) return;
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(60), [&] {
      const auto lines = std::count(output_.begin() + static_cast<std::ptrdiff_t>(before), output_.end(), '\n');
      return lines >= 3 || output_[before] == '?';
    });
  }
  std::string output() {
    const std::lock_guard lock(mutex_);
    return output_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string output_;
  GtpServer server_;
};

TEST(GtpTranscript, AnAnalysisStartsReportsIsAimedElsewhereAndStops) {
  std::ifstream file(BANYAN_SOURCE_DIR "/tests/golden/gtp/analysis.txt");
  const std::string golden((std::istreambuf_iterator<char>(file)), {});
  Conversation conversation("havannah:size=4");
  // A line is shown when it is said: the last report of an analysis and its end stand after the line that ends it.
  for (const std::string_view line : split(golden, '\n')) {
    if (line.starts_with('>')) conversation.say(std::string(line.substr(std::min<std::size_t>(2, line.size()))));
  }
  EXPECT_EQ(masked(conversation.output()), golden);
}

}  // namespace
}  // namespace banyan::testing
