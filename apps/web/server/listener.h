// SPDX-License-Identifier: MIT
// The sockets of the server. cpp-httplib stays behind this header.
#pragma once

#include <memory>
#include <string>

#include "web/server/site.h"

namespace banyan::web {

class Listener {
 public:
  /// Port 0: any that is free. Throws Error when it cannot be had.
  Listener(Site& site, const std::string& host, int port);
  /// Ends the connections; the site must have been closed, or streams go on.
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  int port() const { return port_; }

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
  int port_ = 0;
};

}  // namespace banyan::web
