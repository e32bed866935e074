// SPDX-License-Identifier: MIT
#include "cli/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/text.h"

namespace banyan::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_file = 64 << 20;
constexpr int most_links = 40;  // as many as Linux follows
constexpr std::string_view mark = ".banyan-", ending = ".tmp";

/// Where "-" and /dev/stdout are written to.
int output_descriptor = STDOUT_FILENO;

Error failure(std::string_view what, const std::string& path, int reason = errno) {
  return Error(fmt::format("cannot {} '{}': {}", what, path, std::strerror(reason)));
}

/// Closes a file descriptor whatever happens.
class File {
 public:
  File(const std::string& path, int flags) : descriptor_(open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~File() {
    if (is_open()) close(descriptor_);
  }
  File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  File& operator=(File&&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  /// Whether this regular file is what the path names.
  bool is_at(const std::string& path) const {
    struct stat own {
    }, there{};
    return fstat(descriptor_, &own) == 0 && lstat(path.c_str(), &there) == 0 && S_ISREG(own.st_mode) &&
           own.st_dev == there.st_dev && own.st_ino == there.st_ino;
  }

 private:
  int descriptor_;
};

/// While it lives, a reader that has gone is an error of write() and not the end of the program.
class NoBrokenPipe {
 public:
  NoBrokenPipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &earlier_);
  }
  ~NoBrokenPipe() {
    const int reason = errno;
    const timespec at_once{};
    while (sigtimedwait(&pipe_, nullptr, &at_once) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &earlier_, nullptr);
    errno = reason;
  }
  NoBrokenPipe(const NoBrokenPipe&) = delete;
  NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;

 private:
  sigset_t pipe_{}, earlier_{};
};

bool write_all(int descriptor, std::string_view text) {
  const NoBrokenPipe no_broken_pipe;
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// What a path leads to: an open file of this process, or a place where there is no link any more.
struct Place {
  std::optional<int> descriptor{};
  std::string path{};
};

/// Follows links, also those to nothing. Those of /proc/self/fd are not followed: they name an open file, which may
/// have no other name, or one that must not be replaced, or be closed to whoever would open it anew.
Place follow(const std::string& path) {
  if (path == "-") return {.descriptor = STDOUT_FILENO};
  std::error_code error;
  const fs::path open_files = fs::canonical("/proc/self/fd", error);
  fs::path target = path;
  for (int links = 0; links <= most_links; ++links) {
    const fs::path folder = fs::canonical(target.has_parent_path() ? target.parent_path() : ".", error);
    if (error) throw failure("write", path, error.value());
    if (!target.has_filename()) throw failure("write", path, EISDIR);
    target = folder / target.filename();
    if (const auto number = to_integer(target.filename().string()); number && folder == open_files) {
      return {.descriptor = static_cast<int>(*number)};
    }
    if (folder.string().starts_with("/proc/") || !fs::is_symlink(target, error)) return {.path = target.string()};
    const fs::path next = fs::read_symlink(target, error);
    if (error) throw failure("write", path, error.value());
    target = folder / next;  // which is `next` alone where that is absolute
  }
  throw failure("write", path, ELOOP);
}

/// The same, if that is an open file; of a path that cannot be followed, whoever writes there will say so.
std::optional<int> descriptor_of(const std::string& path) {
  try {
    return follow(path).descriptor;
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// Removes what writers of this file have left that were killed. One that lives holds a lock, which dies with it: a
/// process number could be another's by now.
void remove_left_over(const std::string& target) {
  const fs::path path(target);
  const std::string start = path.filename().string() + std::string(mark);
  std::error_code error;
  for (fs::directory_iterator it(path.parent_path(), error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with(start) || !name.ends_with(ending) || name.size() <= start.size() + ending.size()) continue;
    if (!to_integer(name.substr(start.size(), name.size() - start.size() - ending.size()))) continue;
    const File file(it->path().string(), O_RDWR | O_NOFOLLOW | O_NONBLOCK);
    if (!file.is_open() || flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0) continue;
    if (file.is_at(it->path().string())) unlink(it->path().c_str());
  }
}

/// A new file beside the target, locked until it is closed.
std::pair<File, std::string> open_beside(const std::string& path, const std::string& target) {
  for (long number = getpid();; ++number) {
    std::string beside = fmt::format("{}{}{}{}", target, mark, number, ending);
    File file(beside, O_WRONLY | O_CREAT | O_EXCL);
    if (!file.is_open() && errno == EEXIST) continue;
    if (!file.is_open()) throw failure("write", path);
    while (flock(file.descriptor(), LOCK_EX) != 0 && errno == EINTR) {
    }
    if (file.is_at(beside)) return {std::move(file), std::move(beside)};  // else it was removed before it was locked
  }
}

bool may_write(const std::string& target) { return faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) == 0; }

/// What is there now, if anything; a folder cannot be written into.
std::optional<struct stat> status_of(const std::string& path, const Place& place) {
  struct stat found {};
  if (stat(place.path.c_str(), &found) != 0) {
    if (errno != ENOENT) throw failure("write", path);
    return std::nullopt;
  }
  if (S_ISDIR(found.st_mode)) throw failure("write", path, EISDIR);
  return found;
}

/// Puts a new file in the place of a regular one, or where there is none.
void replace(const std::string& path, const std::string& target, const struct stat* earlier, std::string_view text) {
  if (earlier != nullptr && !may_write(target)) throw failure("write", path);
  remove_left_over(target);
  const auto [file, beside] = open_beside(path, target);
  if (earlier != nullptr) {
    // Only root may give a file away; for others it is theirs from now on.
    [[maybe_unused]] const int owned = fchown(file.descriptor(), earlier->st_uid, earlier->st_gid);
    fchmod(file.descriptor(), earlier->st_mode & 0777);
  }
  if (write_all(file.descriptor(), text) && fsync(file.descriptor()) == 0 &&
      std::rename(beside.c_str(), target.c_str()) == 0) {
    return;
  }
  const int reason = errno;
  unlink(beside.c_str());
  throw failure("write", path, reason);
}

}  // namespace

std::string read_text_file(const std::string& path) {
  const File file(path, O_RDONLY);
  if (!file.is_open()) throw failure("read", path);
  std::string text;
  char block[4096];
  for (;;) {
    const ssize_t count = read(file.descriptor(), block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw failure("read", path);
    if (count == 0) return text;
    text.append(block, static_cast<std::size_t>(count));
    if (text.size() > largest_file) throw Error(fmt::format("cannot read '{}': it is too large for a game", path));
  }
}

void write_text_file(const std::string& path, std::string_view text) {
  const Place place = follow(path);
  if (place.descriptor) {
    std::fflush(stdout);  // what was printed before stands before
    if (!write_all(*place.descriptor == STDOUT_FILENO ? output_descriptor : *place.descriptor, text)) {
      throw failure("write", path);
    }
    return;
  }
  const auto found = status_of(path, place);
  if (!found || S_ISREG(found->st_mode)) return replace(path, place.path, found ? &*found : nullptr, text);
  const File file(place.path, O_WRONLY | O_NOCTTY);
  if (!file.is_open() || !write_all(file.descriptor(), text)) throw failure("write", path);
}

void check_writable(const std::string& path) {
  const Place place = follow(path);
  if (place.descriptor) return;
  const auto found = status_of(path, place);
  if (found && !may_write(place.path)) throw failure("write", path);
  if (found && !S_ISREG(found->st_mode)) return;
  // A new file is made beside it.
  if (!may_write(fs::path(place.path).parent_path().string())) throw failure("write", path);
}

void make_folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) throw Error(fmt::format("cannot create the folder '{}': {}", folder.string(), error.message()));
}

void keep_standard_output_for(std::initializer_list<std::string> files) {
  const auto is_standard_output = [](const std::string& path) { return descriptor_of(path) == STDOUT_FILENO; };
  if (std::none_of(files.begin(), files.end(), is_standard_output)) return;
  std::fflush(stdout);
  const int kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (kept < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) throw failure("keep", "standard output");
  output_descriptor = kept;
}

FileKind kind_of_file(const std::string& path) {
  struct stat found {};
  if (descriptor_of(path)) return FileKind::other;
  if (stat(path.c_str(), &found) != 0) return FileKind::none;
  return S_ISREG(found.st_mode) ? FileKind::regular : FileKind::other;
}

}  // namespace banyan::cli
