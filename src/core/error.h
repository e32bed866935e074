// SPDX-License-Identifier: MIT
// The two ways a call can fail. The text is one sentence that names the place and what was expected; the
// program prints it as it is.
#pragma once

#include <stdexcept>

namespace banyan {

/// Something outside the caller's words went wrong: a file, the memory, a search that cannot go on.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The caller asked for something that does not exist: a name, a key, a value, a move.
class UsageError : public Error {
 public:
  using Error::Error;
};

}  // namespace banyan
