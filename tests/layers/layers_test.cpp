// SPDX-License-Identifier: MIT
// The order of the folders, held by reading every #include line under src/ and apps/:
//
//   core, stats <- game <- games | search <- parallel <- engine <- protocol <- arena <- book <- apps
//
// An arrow is the only direction an #include may take. Nothing below apps/ prints, reads the environment or exits,
// and MPI is spoken in parallel/ only. A test beside its subject (*_test.cpp) is free: nothing includes it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text.h"

namespace banyan {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::array<std::string_view, 11> order{"core",   "stats",    "game",  "games", "search", "parallel",
                                                 "engine", "protocol", "arena", "book",  "apps"};

constexpr std::array<std::string_view, 13> forbidden_words{"cout", "cerr",  "clog",      "printf", "fprintf",
                                                           "puts", "fputs", "putchar",   "perror", "getenv",
                                                           "exit", "_exit", "quick_exit"};

bool may_include(std::string_view from, std::string_view to) {
  if (from == to) return true;
  if ((from == "games" && to == "search") || (from == "search" && to == "games")) return false;
  return std::find(order.begin(), order.end(), to) < std::find(order.begin(), order.end(), from);
}

/// The code with comments and what stands between quotes blanked, but for #include lines; line ends stay.
std::string without_comments_and_strings(std::string_view code) {
  std::string plain;
  for (std::size_t i = 0; i < code.size();) {
    const auto skip_to = [&](std::string_view end, std::size_t from) {
      const std::size_t found = code.find(end, from);
      const std::size_t stop = found == std::string_view::npos ? code.size() : found + end.size();
      for (; i < stop; ++i) {
        if (code[i] == '\n') plain += '\n';
      }
    };
    if (code.substr(i, 2) == "//") {
      while (i < code.size() && code[i] != '\n') ++i;
    } else if (code.substr(i, 2) == "/*") {
      skip_to("*/", i + 2);
    } else if (code.substr(i, 3) == "R\"(") {
      skip_to(")\"", i + 3);
    } else if (code.substr(i, 8) == "#include") {
      while (i < code.size() && code[i] != '\n') plain += code[i++];
    } else if (code[i] == '"' ||
               (code[i] == '\'' && (i == 0 || std::isalnum(static_cast<unsigned char>(code[i - 1])) == 0))) {
      const char quote = code[i++];
      while (i < code.size() && code[i] != quote && code[i] != '\n') i += code[i] == '\\' ? 2 : 1;
      ++i;
      plain += ' ';
    } else {
      plain += code[i++];
    }
  }
  return plain;
}

/// The identifiers of a line.
std::vector<std::string> identifiers(std::string_view line) {
  std::vector<std::string> found;
  std::string word;
  for (const char c : std::string(line) + ' ') {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
    } else if (!word.empty()) {
      found.push_back(std::exchange(word, {}));
    }
  }
  return found;
}

/// What is wrong with one file, in sentences that begin with its name and line.
void check_file(const std::string& name, std::string_view layer, const std::string& code,
                std::vector<std::string>& violations) {
  int number = 0;
  for (const std::string_view line : split(code, '\n')) {
    ++number;
    const auto report = [&](const std::string& what) {
      violations.push_back(name);
      violations.back().append(":").append(std::to_string(number)).append(": ").append(what);
    };
    if (line.starts_with("#include")) {
      const std::size_t begin = line.find_first_of("\"<");
      const std::size_t end = line.find_last_of("\">");
      if (begin == std::string_view::npos || end <= begin) continue;
      const std::string header(line.substr(begin + 1, end - begin - 1));
      const std::string target(header.substr(0, header.find('/')));
      const bool is_layer = std::find(order.begin(), order.end(), target) != order.end();
      if (line[begin] == '<') {
        if (header == "iostream" && layer != "apps") report("<iostream> below apps/");
        if (header == "mpi.h" && layer != "parallel") report("<mpi.h> outside parallel/");
      } else if (is_layer) {
        if (!may_include(layer, target)) report(std::string(layer) + "/ must not include " + header);
      } else if (layer != "apps") {
        report("\"" + header + "\" is not a path below src/");
      }
      continue;
    }
    if (line.find("fmt::print") != std::string_view::npos && layer != "apps") report("'fmt::print' below apps/");
    for (const std::string& word : identifiers(line)) {
      const bool forbidden = std::find(forbidden_words.begin(), forbidden_words.end(), word) != forbidden_words.end();
      if (forbidden && layer != "apps") report("'" + word + "' below apps/");
      if (word.starts_with("MPI_") && layer != "parallel") report("'" + word + "' outside parallel/");
    }
  }
}

std::vector<std::string> layer_violations(const fs::path& root) {
  std::vector<std::string> violations;
  for (const char* top : {"src", "apps"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cpp") continue;
      if (entry.path().stem().string().ends_with("_test")) continue;
      const fs::path name = fs::relative(entry.path(), root);
      const std::string layer = (name.begin()->string() == "apps" ? name.begin() : std::next(name.begin()))->string();
      if (std::find(order.begin(), order.end(), layer) == order.end()) {
        violations.push_back(name.string() + ": '" + layer + "' is not a known folder of src/");
        continue;
      }
      std::ostringstream code;
      code << std::ifstream(entry.path()).rdbuf();
      check_file(name.string(), layer, without_comments_and_strings(code.str()), violations);
    }
  }
  std::sort(violations.begin(), violations.end());
  return violations;
}

/// A small tree on disk that goes away with the test.
class LayersTest : public testing::Test {
 protected:
  LayersTest() {
    fs::create_directories(root_ / "src");
    fs::create_directories(root_ / "apps");
  }
  ~LayersTest() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& code) {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << code;
  }

  fs::path root_ = testing::TempDir() + "banyan_layers_" +
                   testing::UnitTest::GetInstance()->current_test_info()->name() + std::to_string(getpid());
};

TEST_F(LayersTest, ThisTreeKeepsTheOrder) { EXPECT_THAT(layer_violations(BANYAN_SOURCE_DIR), IsEmpty()); }

TEST_F(LayersTest, AnIncludeAgainstTheOrderIsNamed) {
  write("src/core/text.h", "#pragma once\n#include \"game/perft.h\"\n");
  EXPECT_THAT(layer_violations(root_), ElementsAre("src/core/text.h:2: core/ must not include game/perft.h"));
}

TEST_F(LayersTest, GamesAndSearchAreStrangers) {
  write("src/games/havannah/a.cpp", "#include \"search/search.h\"\n");
  write("src/search/mcts/b.h", "#include \"games/havannah/havannah.h\"\n");
  EXPECT_THAT(layer_violations(root_),
              ElementsAre("src/games/havannah/a.cpp:1: games/ must not include search/search.h",
                          "src/search/mcts/b.h:1: search/ must not include games/havannah/havannah.h"));
}

TEST_F(LayersTest, NothingBelowAppsPrintsOrReadsTheEnvironmentOrExits) {
  write("src/engine/a.cpp", "#include <iostream>\nvoid f() { std::printf(\"x\"); }\nauto e = std::getenv(\"HOME\");\n");
  write("src/engine/b.cpp", "void g() { std::exit(1); }\n");
  write("apps/cli/main.cpp", "#include <iostream>\n#include \"cli/options.h\"\nint main() { std::exit(1); }\n");
  EXPECT_THAT(layer_violations(root_),
              ElementsAre("src/engine/a.cpp:1: <iostream> below apps/", "src/engine/a.cpp:2: 'printf' below apps/",
                          "src/engine/a.cpp:3: 'getenv' below apps/", "src/engine/b.cpp:1: 'exit' below apps/"));
}

TEST_F(LayersTest, MpiIsSpokenInParallelOnly) {
  write("src/parallel/a.cpp", "#include <mpi.h>\nint a = MPI_SUCCESS;\n");
  write("src/arena/b.cpp", "#include <mpi.h>\nint b = MPI_SUCCESS;\n");
  EXPECT_THAT(layer_violations(root_), ElementsAre("src/arena/b.cpp:1: <mpi.h> outside parallel/",
                                                   "src/arena/b.cpp:2: 'MPI_SUCCESS' outside parallel/"));
}

TEST_F(LayersTest, CommentsStringsTestsAndTheRightDirectionAreFine) {
  write("src/engine/a.cpp",
        "#include \"core/text.h\"\n#include \"games/havannah/havannah.h\"\n#include \"search/search.h\"\n"
        "// exit(1) and printf\n/* #include \"apps/x.h\"\n getenv */\nauto s = \"printf(\\\"exit\\\")\";\nint n = "
        "1'000;\n"
        "int k = std::snprintf(p, 3, \"%d\", n);\n");
  write("src/core/text_test.cpp", "#include \"engine/session.h\"\n");
  EXPECT_THAT(layer_violations(root_), IsEmpty());
}

TEST_F(LayersTest, AFolderOutsideTheOrderIsNamed) {
  write("src/util/a.h", "");
  EXPECT_THAT(layer_violations(root_), ElementsAre("src/util/a.h: 'util' is not a known folder of src/"));
}

}  // namespace
}  // namespace banyan
