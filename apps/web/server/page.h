// SPDX-License-Identifier: MIT
// The files of the page, which the build has put into the program; cmake/page.cmake writes them.
#pragma once

#include <span>
#include <string_view>

namespace banyan::web {

struct PageFile {
  std::string_view path;              // "/app.js"
  std::string_view type;              // "text/javascript; charset=utf-8"
  std::string_view etag;              // with its quotes
  std::string_view text, compressed;  // compressed: gzip
};

/// None where the program was built without Node.
std::span<const PageFile> page_files();

}  // namespace banyan::web
