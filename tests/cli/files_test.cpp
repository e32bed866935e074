// SPDX-License-Identifier: MIT
// Files that the program writes: whatever a path names stays what it is.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/cli/program.h"
#include "tests/folder_test.h"

namespace banyan::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

namespace fs = std::filesystem;

/// A store with two games, and what `store export` makes of it.
class CliOutput : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    output(match());
    ASSERT_EQ(run(export_to(path("expected"))).status, 0);
    expected_ = content("expected");
    ASSERT_THAT(expected_, HasSubstr("havannah:size=3"));
  }

  Words match(const Words& more = {}) const {
    Words words{"match",   "--game", "havannah:size=3", "--a",    "flat:iterations=1", "--b", "flat:iterations=2",
                "--games", "2",      "--store",         path("s")};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  Words export_to(const std::string& file) const { return {"store", "export", file, "--store", path("s")}; }

  static mode_t kind(const std::string& file) {
    struct stat found {};
    return lstat(file.c_str(), &found) == 0 ? found.st_mode & S_IFMT : 0;
  }
  static mode_t permissions(const std::string& file) {
    struct stat found {};
    return stat(file.c_str(), &found) == 0 ? found.st_mode & 07777 : 0;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(folder_)) all.push_back(entry.path().filename());
    return all;
  }

  std::string expected_;
};

TEST_F(CliOutput, a_device_stays_a_device) {
  const std::string file = path("null");
  if (mknod(file.c_str(), S_IFCHR | 0666, makedev(1, 3)) != 0) GTEST_SKIP() << "only root makes devices";
  EXPECT_THAT(output(export_to(file)), StartsWith("wrote '"));
  EXPECT_EQ(kind(file), mode_t{S_IFCHR});
  output(match({"--csv", file, "--sgf", file, "--moves", file}));
  EXPECT_EQ(kind(file), mode_t{S_IFCHR});
  output({"play", "havannah:size=3", "--black", "human"}, {.input = "save " + file + "\nquit\n"});
  EXPECT_EQ(kind(file), mode_t{S_IFCHR});
  output({"solve", "samegame", "--algorithm", "nrpa:level=1,n=3", "--checkpoint", file});
  EXPECT_EQ(kind(file), mode_t{S_IFCHR});
}

TEST_F(CliOutput, a_fifo_gets_the_text) {
  const std::string file = path("fifo");
  ASSERT_EQ(mkfifo(file.c_str(), 0666), 0);
  std::string text;
  // Open for both, so that the reader does not wait for ever if nobody writes.
  const int fifo = open(file.c_str(), O_RDWR | O_NONBLOCK);
  output(export_to(file));
  char block[65536];
  const ssize_t count = read(fifo, block, sizeof block);
  close(fifo);
  EXPECT_EQ(std::string(block, count > 0 ? static_cast<std::size_t>(count) : 0), expected_);
  EXPECT_EQ(kind(file), mode_t{S_IFIFO});
}

TEST_F(CliOutput, a_reader_that_leaves_is_one_sentence) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  const Outcome outcome = run(export_to("-"), {.out = ends[1]});
  close(ends[1]);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "banyan: cannot write '-': Broken pipe\n");
}

TEST_F(CliOutput, links_are_followed_and_stay) {
  fs::create_directory(path("folder"));
  fs::create_symlink("second", path("first"));
  fs::create_symlink("folder/third", path("second"));
  fs::create_symlink("../target", path("folder/third"));
  for (const std::string before : {"", "something else"}) {  // the first time, the links lead to nothing
    if (!before.empty()) write_file("target", before);
    output(export_to(path("first")));
    EXPECT_EQ(content("target"), expected_);
    EXPECT_EQ(kind(path("target")), mode_t{S_IFREG});
    for (const char* link : {"first", "second", "folder/third"}) EXPECT_EQ(kind(path(link)), mode_t{S_IFLNK});
  }
  fs::create_symlink("round", path("round"));
  EXPECT_THAT(refusal(export_to(path("round")), 1), HasSubstr("Too many levels of symbolic links"));
}

TEST_F(CliOutput, a_file_keeps_its_permissions) {
  const std::string file = write_file("kept", "something else");
  chmod(file.c_str(), 0640);
  output(export_to(file));
  EXPECT_EQ(content("kept"), expected_);
  EXPECT_EQ(permissions(file), mode_t{0640});
}

TEST_F(CliOutput, a_folder_is_refused) {
  EXPECT_EQ(refusal(export_to(folder_), 1), "banyan: cannot write '" + folder_ + "': Is a directory\n");
  EXPECT_THAT(refusal(export_to(path("none/")), 1), HasSubstr("cannot write"));
  EXPECT_THAT(refusal(export_to(path("none/x")), 1), HasSubstr("No such file or directory"));
}

TEST_F(CliOutput, standard_output_is_a_file_like_any_other) {
  // What /dev/stdout is on Linux. Root does not try that one itself: a program that replaced it would harm the machine.
  fs::create_symlink("/proc/self/fd/1", path("stdout"));
  fs::create_symlink("stdout", path("link"));
  for (const std::string& file : {std::string("-"), std::string("/dev/fd/1"), path("stdout"), path("link")}) {
    const Outcome outcome = run(export_to(file));
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out, expected_) << file;
    EXPECT_EQ(outcome.err, "wrote '" + file + "': matches 1, games 2\n");
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    EXPECT_EQ(run(export_to(file), {.out = ends[1]}).status, 0);
    close(ends[1]);
    char block[65536];
    const ssize_t count = read(ends[0], block, sizeof block);
    close(ends[0]);
    EXPECT_EQ(std::string(block, count > 0 ? static_cast<std::size_t>(count) : 0), expected_) << file;
  }
  // What the shell has opened is written to where it stands, and not replaced.
  write_file("log", "first\n");
  const int log = open(path("log").c_str(), O_WRONLY | O_APPEND);
  EXPECT_EQ(run(export_to(path("stdout")), {.out = log}).status, 0);
  close(log);
  EXPECT_EQ(content("log"), "first\n" + expected_);
  EXPECT_FALSE(fs::exists("-"));
}

TEST_F(CliOutput, an_ordinary_user_may_write_to_standard_output) {
  const Words launcher = as_ordinary_user();
  if (launcher.empty()) GTEST_SKIP() << "only root can be another user";
  chmod(folder_.c_str(), 0777);
  chmod(path("s").c_str(), 0666);
  for (const char* file : {"-", "/dev/stdout"}) {
    // The file behind standard output belongs to root and could not be opened again.
    const Outcome outcome = run(export_to(file), {.launcher = launcher});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, expected_);
  }
  EXPECT_EQ(run(export_to("/dev/null"), {.launcher = launcher}).status, 0);
  chmod(path("expected").c_str(), 0444);
  EXPECT_THAT(run(export_to(path("expected")), {.launcher = launcher}).err, HasSubstr("Permission denied"));
}

TEST_F(CliOutput, a_table_on_standard_output_is_alone_there) {
  const Outcome outcome = run(match({"--csv", "-"}));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, StartsWith("match,"));
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 3);
  EXPECT_THAT(outcome.err, HasSubstr("\nwin rate"));
}

TEST_F(CliOutput, what_killed_writers_left_is_removed) {
  const std::string file = path("expected");
  write_file("expected.banyan-1.tmp", "its writer is dead");
  write_file("expected.banyan-2.tmp", "its writer lives");
  const Words others{"expected.2024.tmp", "expected.banyan-x.tmp", "expected.banyan-.tmp", "other.banyan-1.tmp"};
  for (const std::string& name : others) write_file(name, "not ours");
  const int lock = open(path("expected.banyan-2.tmp").c_str(), O_RDWR);
  ASSERT_EQ(flock(lock, LOCK_EX), 0);
  output(export_to(file));
  auto left = names();
  EXPECT_THAT(left, Not(::testing::Contains("expected.banyan-1.tmp")));
  EXPECT_THAT(left, ::testing::Contains("expected.banyan-2.tmp"));
  for (const std::string& name : others) EXPECT_THAT(left, ::testing::Contains(name));
  close(lock);
  output(export_to(file));
  EXPECT_THAT(names(), Not(::testing::Contains("expected.banyan-2.tmp")));
  EXPECT_EQ(content("expected"), expected_);
}

}  // namespace
}  // namespace banyan::testing
