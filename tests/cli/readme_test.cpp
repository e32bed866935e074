// SPDX-License-Identifier: MIT
// Every command of README.md is run, in its order and in one folder, and must print what is shown below it.
//
// A command is an indented line with ./run; its sample is the fenced block after it, if one stands before the next
// command. In a sample, a line of "..." stands for any lines, and "..." within a line for any text. What depends on the
// machine is not compared: numbers before a unit of time, speed or memory, and columns whose heading is one per second.
// When the program prints something else, the failure shows both; copy the lines that begin with + into README.md.
#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <regex>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/folder_test.h"
#include "tests/share.h"

namespace banyan::testing {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  std::istringstream in(text);
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

struct ReadmeCommand {
  std::string text;  // as the shell gets it
  Lines sample;
};

std::vector<ReadmeCommand> readme_commands() {
  std::ifstream file(BANYAN_SOURCE_DIR "/README.md");
  std::vector<ReadmeCommand> commands;
  bool in_sample = false;
  bool sample_is_next = false;
  bool goes_on = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) {
      if (in_sample) sample_is_next = false;
      in_sample = !in_sample;
    } else if (in_sample) {
      if (sample_is_next) commands.back().sample.push_back(line);
    } else if (goes_on || (line.starts_with("    ") && line.find("./run") != std::string::npos)) {
      if (!goes_on) commands.emplace_back();
      goes_on = line.ends_with('\\');
      commands.back().text += line + '\n';
      sample_is_next = true;
    }
  }
  return commands;
}

/// What lines say on every machine. Within a line, and at its end, how many blanks there are depends on what is left
/// out.
Lines without_measurements(const Lines& lines) {
  static const std::regex measured(R"(\b[0-9][0-9,.]*(k|M)? ?(s|ms|MB|games/s|playouts per CPU-second)\b)");
  static const std::regex last_word(R"(\S+ *$)");
  static const std::regex blanks_within(R"((\S) +)");
  Lines kept;
  bool is_speed = false;
  for (const std::string& line : lines) {
    std::string rest = std::regex_replace(line, measured, "# $2");
    if (is_speed) rest = std::regex_replace(rest, last_word, "#");
    is_speed = line.ends_with("/s") || (is_speed && !line.empty());
    rest = std::regex_replace(rest, blanks_within, "$1 ");
    if (rest.ends_with(' ')) rest.pop_back();
    kept.push_back(rest);
  }
  return kept;
}

/// Whether a line is as the sample has it, in which "..." stands for any text.
bool fits(const std::string& sample, const std::string& line) {
  static const std::regex special(R"([.^$|()\[\]{}*+?\\])");
  std::string pattern = std::regex_replace(sample, special, R"(\$&)");
  for (std::size_t at = 0; (at = pattern.find(R"(\.\.\.)")) != std::string::npos;) pattern.replace(at, 6, ".*");
  return std::regex_match(line, std::regex(pattern));
}

/// Lines of a sample that stand together, between lines of "...".
struct Passage {
  Lines lines;
  bool follows_at_once;  // what came before
};

std::vector<Passage> passages_of(const Lines& sample) {
  std::vector<Passage> passages{{{}, true}};
  for (const std::string& line : sample) {
    if (line == "...") {
      passages.push_back({{}, false});
    } else {
      passages.back().lines.push_back(line);
    }
  }
  return passages;
}

/// What is wrong with the output, as a difference; nothing if it is as the sample says.
std::string difference(const Lines& sample, const Lines& output) {
  const Lines shown = without_measurements(output);
  const auto passages = passages_of(sample);
  std::size_t at = 0;
  for (const Passage& passage : passages) {
    const Lines wanted = without_measurements(passage.lines);
    const bool ends_it = &passage == &passages.back() && !wanted.empty();
    std::size_t best =
        ends_it && !passage.follows_at_once ? std::max(at + wanted.size(), shown.size()) - wanted.size() : at;
    std::size_t most = 0;
    bool found = wanted.empty();
    for (std::size_t start = at; start < shown.size() && !found; ++start) {
      std::size_t fitting = 0;
      for (std::size_t i = 0; i < wanted.size() && start + i < shown.size(); ++i)
        fitting += fits(wanted[i], shown[start + i]);
      found = fitting == wanted.size() && (!ends_it || start + wanted.size() == shown.size());
      if (fitting > most || found) {
        best = start;
        most = fitting;
      }
      if (passage.follows_at_once) break;
    }
    if (!found) {
      std::string text;
      const std::size_t count = ends_it ? std::max(wanted.size(), shown.size() - best) : wanted.size();
      for (std::size_t i = 0; i < count; ++i) {
        const bool has = best + i < shown.size();
        if (i < wanted.size() && has && fits(wanted[i], shown[best + i])) {
          text += "  " + output[best + i] + '\n';
          continue;
        }
        if (i < wanted.size()) text += "- " + passage.lines[i] + '\n';
        if (has) text += "+ " + output[best + i] + '\n';
      }
      return text;
    }
    at = best + wanted.size();
  }
  return {};
}

class Readme : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    std::filesystem::create_symlink(BANYAN_PROGRAM, path("run"));
    std::filesystem::copy(BANYAN_SOURCE_DIR "/experiments", path("experiments"),
                          std::filesystem::copy_options::recursive);
  }

  /// What the shell prints; nothing is typed but "quit".
  std::pair<int, std::string> shell(const std::string& command) const {
    write_file("typed", "quit\n");
    const std::string whole =
        "cd '" + folder_ + "' && export LC_ALL=C.UTF-8 && {\n" + command + "\n} < typed 2> errors";
    std::FILE* const out = popen(whole.c_str(), "r");
    std::string text;
    std::array<char, 4096> block{};
    for (std::size_t count = 0; (count = std::fread(block.data(), 1, block.size(), out)) > 0;)
      text.append(block.data(), count);
    return {pclose(out), text};
  }
};

TEST_F(Readme, shows_what_its_commands_print) {
  const auto commands = readme_commands();
  ASSERT_GT(commands.size(), 15u);
  for (const ReadmeCommand& command : commands) {
    // All searches take very long with sanitizers; tests/fingerprint runs them in every other build.
    if (!is_full_run && command.text == "    ./run bench\n") continue;
    // The page is served until somebody ends it; that is what happens without arguments, too.
    if (command.text.starts_with("    ./run serve") || command.text.starts_with("    ./run  ")) continue;
    const auto [status, out] = shell(command.text);
    EXPECT_EQ(status, 0) << command.text << content("errors");
    const Lines sample = command.sample.empty() ? Lines{"..."} : command.sample;
    const std::string wrong = difference(sample, lines_of(out));
    if (!wrong.empty()) ADD_FAILURE() << command.text << "\nREADME.md (-) and the program (+):\n" << wrong;
  }
}

TEST_F(Readme, has_every_command) {
  std::string all;
  for (const ReadmeCommand& command : readme_commands()) all += command.text;
  const std::string help = output({});
  std::istringstream lines(help.substr(help.find("\nCommands:\n") + 11));
  for (std::string line; std::getline(lines, line) && line.starts_with("  ");) {
    if (line[2] == ' ') continue;  // a summary goes on
    EXPECT_THAT(all, ::testing::HasSubstr("./run " + line.substr(2, line.find(' ', 2) - 2)));
  }
}

TEST(ReadmeSamples, are_compared_but_for_what_is_left_out) {
  const Lines output = {"a   1",    "b 2", "c 3",  "took 1.5 s, 2,000 playouts per CPU-second", "", "n  leaves/s",
                        "1     99", "",    "end 7"};
  EXPECT_EQ(difference(output, output), "");
  EXPECT_EQ(difference({"..."}, output), "");
  EXPECT_EQ(difference({"a   1", "...", "c ...", "took 22.0 s, 9 playouts per CPU-second", "..."}, output), "");
  EXPECT_EQ(difference({"...", "n  leaves/s", "1  5", "", "end 7"}, output), "");
  EXPECT_EQ(difference({"a   1", "b 3", "..."}, output), "  a   1\n- b 3\n+ b 2\n");
  EXPECT_EQ(difference({"...", "c 3", "took 1 s", "..."}, output),
            "  c 3\n- took 1 s\n+ took 1.5 s, 2,000 playouts per CPU-second\n");
  EXPECT_EQ(difference({"...", "end 8"}, output), "- end 8\n+ end 7\n");
}

}  // namespace
}  // namespace banyan::testing
