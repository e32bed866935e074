// SPDX-License-Identifier: MIT
#include "cli/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "core/error.h"

namespace banyan::cli {
namespace {

constexpr std::size_t largest_file = 64 << 20;

Error failure(std::string_view what, const std::string& path) {
  return Error(fmt::format("cannot {} '{}': {}", what, path, std::strerror(errno)));
}

/// Closes a file descriptor whatever happens.
class File {
 public:
  File(const std::string& path, int flags) : descriptor_(open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  bool close() {
    const int descriptor = std::exchange(descriptor_, -1);
    return descriptor < 0 || ::close(descriptor) == 0;
  }

 private:
  int descriptor_;
};

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return fsync(descriptor) == 0;
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
  const std::string beside = fmt::format("{}.{}.tmp", path, getpid());
  File file(beside, O_WRONLY | O_CREAT | O_EXCL);
  if (!file.is_open()) throw failure("write", path);
  if (write_all(file.descriptor(), text) && file.close() && std::rename(beside.c_str(), path.c_str()) == 0) return;
  const int reason = errno;
  unlink(beside.c_str());
  errno = reason;
  throw failure("write", path);
}

}  // namespace banyan::cli
