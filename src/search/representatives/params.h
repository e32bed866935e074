// SPDX-License-Identifier: MIT
// Which moves may stand for others, whatever searches them.
#pragma once

#include <array>
#include <string_view>

namespace banyan {

enum class Representatives { none, averaged, chosen, learned };
constexpr auto names(Representatives) {
  return std::array<std::string_view, 4>{"none", "averaged", "chosen", "learned"};
}

}  // namespace banyan
