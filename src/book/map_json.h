// SPDX-License-Identifier: MIT
// What a book knows of the first moves, as JSON: for pages that show it on the board. docs/file-formats.md has the
// fields.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "engine/book.h"
#include "engine/session.h"

namespace banyan {

/// The name of the book that is built in for exactly the game of a session; empty where there is none.
std::string book_for(const Session& session);

/// Rates are those of the first player in the game without the swap rule, with intervals of 95 %; replies are those of
/// the game with it. `name` is how the book was asked for.
nlohmann::ordered_json map_json(const Book& book, std::string_view name);

}  // namespace banyan
