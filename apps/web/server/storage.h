// SPDX-License-Identifier: MIT
// The games of the server in a file, SQLite with a write-ahead log: what put() has returned from is there after
// SIGKILL. One server at a time has a file. Any call from any thread; all throw Error.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace banyan::web {

struct StoredGame {
  std::string id;
  std::int64_t updated = 0;  // seconds since 1970
  std::string summary;       // JSON, as lists of games show it
  std::string body;          // JSON, all else
};

class Storage {
 public:
  /// `most_mb` bounds the file; an empty path is a store in memory.
  Storage(const std::string& path, std::int64_t most_mb);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  /// False when there is no room for it: then nothing has changed.
  bool put(const StoredGame& game);
  std::optional<StoredGame> get(const std::string& id);
  bool remove(const std::string& id);
  std::size_t count();
  /// Without their bodies, newest first.
  std::vector<StoredGame> list(std::size_t most);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace banyan::web
