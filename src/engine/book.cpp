// SPDX-License-Identifier: MIT
#include "engine/book.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>

#include "core/error.h"
#include "core/random.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan {

// Made by CMake from data/books.
namespace books {
extern const char* const poly_y_paper;
}

namespace {

constexpr std::string_view swap_text = Book::swap_text;
constexpr std::string_view format_name = "banyan book ";
constexpr std::string_view format_version = "1";
constexpr std::string_view no_moves = "-";

struct BuiltIn {
  std::string_view name;
  const char* text;
};
std::vector<BuiltIn> all_built_in() { return {{"poly_y_paper", books::poly_y_paper}}; }

std::uint64_t fingerprint_of(std::string_view text) {
  std::uint64_t fingerprint = 0;
  for (const char c : text) fingerprint = mix64(fingerprint ^ static_cast<unsigned char>(c));
  return fingerprint;
}

std::vector<std::string> moves_in(std::string_view text) {
  if (text == no_moves) return {};
  std::vector<std::string> moves;
  for (const std::string_view move : split_moves(text)) moves.emplace_back(move);
  return moves;
}
std::string moves_text(const std::vector<std::string>& moves) {
  return moves.empty() ? std::string(no_moves) : join_moves({moves.begin(), moves.end()});
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// What stands after a word at the beginning of a line.
std::string after(std::string_view line, std::string_view word) {
  if (!line.starts_with(word) || line.size() <= word.size() || line[word.size()] != ' ') {
    throw UsageError(fmt::format("expected '{} ...', not '{}'", word, line.substr(0, 40)));
  }
  return std::string(trimmed(line.substr(word.size())));
}

/// "15 31 : 27 40 : 0.53 256"
BookEntry read_entry(std::string_view line) {
  const auto parts = split(line, ':');
  if (parts.size() != 3) throw UsageError("expected MOVES : REPLIES : RATE GAMES");
  BookEntry entry{.moves = moves_in(trimmed(parts[0])), .replies = moves_in(trimmed(parts[1]))};
  const auto numbers = words(parts[2]);
  const auto rate = numbers.size() == 2 ? to_real(numbers[0]) : std::nullopt;
  const auto games = numbers.size() == 2 ? to_integer(numbers[1]) : std::nullopt;
  if (!rate || !games || !(*rate >= 0 && *rate <= 1) || *games < 0) {
    throw UsageError(fmt::format("'{}' is not RATE GAMES, as 0.53 256", trimmed(parts[2])));
  }
  entry.rate = {.rate = *rate, .games = static_cast<std::uint64_t>(*games)};
  return entry;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError("it cannot be read, and no such book is built in");
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) throw UsageError("it cannot be read");
  return text;
}

}  // namespace

bool has_swap(const Spec& game) {
  const Spec whole = spec_of(*new_session(game));
  return std::any_of(whole.values.begin(), whole.values.end(),
                     [](const auto& option) { return option.first == swap_text && option.second == "true"; });
}

Spec without_swap(const Spec& game) {
  Spec plain = spec_of(*new_session(game));
  for (auto& [key, value] : plain.values) {
    if (key == swap_text) value = "false";
  }
  return plain;
}

Book::Book(const Spec& game, std::string about, std::vector<BookEntry> entries)
    : game_(spec_of(*new_session(game))),
      plain_game_(without_swap(game)),
      about_(std::move(about)),
      entries_(std::move(entries)) {
  text_ = fmt::format("{}{}\ngame {}\nabout {}\n", format_name, format_version, game_.text(), about_);
  for (const BookEntry& entry : entries_) {
    text_ += fmt::format("{} : {} : {:.4f} {}\n", moves_text(entry.moves), moves_text(entry.replies), entry.rate.rate,
                         entry.rate.games);
  }
  text_ += fmt::format("end {}\n", entries_.size());
  index();
}

Book::Book(std::string_view text) : text_(text) {
  const auto lines = split(text_, '\n');
  std::size_t at = 0;
  const auto next = [&]() -> std::string_view {
    while (at < lines.size() && (trimmed(lines[at]).empty() || lines[at].starts_with('#'))) ++at;
    if (at == lines.size()) throw UsageError("it is cut short: expected 'end' and how many positions there are");
    return trimmed(lines[at++]);
  };
  const std::string_view head = lines[at];
  if (!head.starts_with(format_name)) throw UsageError("it is no book of openings");
  if (const auto version = trimmed(head.substr(format_name.size())); version != format_version) {
    throw UsageError(fmt::format("it is a book of version {}, this program reads version {}", version, format_version));
  }
  ++at;
  try {
    const Spec game = parse_spec(after(next(), "game"));
    game_ = spec_of(*new_session(game));
    plain_game_ = without_swap(game_);
    about_ = after(next(), "about");
    for (;;) {
      const std::string_view line = next();
      if (line.starts_with("end ")) {
        const auto count = to_integer(trimmed(line.substr(4)));
        if (!count || *count != static_cast<long long>(entries_.size())) {
          throw UsageError(
              fmt::format("it has {} positions, and its end speaks of {}", entries_.size(), trimmed(line.substr(4))));
        }
        break;
      }
      entries_.push_back(read_entry(line));
    }
    index();
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("line {}: {}", std::min(at, lines.size()), error.what()));
  }
}

void Book::index() {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const BookEntry& entry = entries_[i];
    const auto session = new_session(plain_game_);
    for (const std::string& move : entry.moves) session->play(move);
    if (session->result()) throw UsageError(fmt::format("position '{}': the game is over", moves_text(entry.moves)));
    for (const std::string& reply : entry.replies) {
      if (reply == swap_text) continue;
      session->play(reply);
      session->undo();
    }
    by_position_.emplace(session->canonical_hash(), i);
    longest_ = std::max(longest_, entry.moves.size());
  }
}

std::vector<std::string_view> Book::built_in() {
  std::vector<std::string_view> names;
  for (const BuiltIn& book : all_built_in()) names.push_back(book.name);
  return names;
}

// Books stay in memory: a match makes players for every game, and to look all positions of a book up takes longer than
// some games.
std::shared_ptr<const Book> Book::load(std::string_view name) {
  static std::mutex guard;
  static std::map<std::string, std::shared_ptr<const Book>> known;  // by text
  const std::size_t mark = name.rfind('@');
  const std::string place(name.substr(0, mark));
  const auto in_words = [&](const UsageError& error) {
    return UsageError(fmt::format("book '{}': {}", place, error.what()));
  };
  try {
    std::string text;
    const auto books = all_built_in();
    const auto found =
        std::find_if(books.begin(), books.end(), [&](const BuiltIn& book) { return book.name == place; });
    text = found != books.end() ? std::string(found->text) : read_file(place);
    const std::scoped_lock lock(guard);
    auto& book = known[text];
    if (!book) {
      try {
        book = std::make_shared<const Book>(text);
      } catch (...) {
        known.erase(text);
        throw;
      }
    }
    if (mark != std::string_view::npos && book->settings(place) != name) {
      throw UsageError(fmt::format("it is not the one that was meant; that had the fingerprint {}, this has {}",
                                   name.substr(mark + 1), book->settings(place).substr(place.size() + 1)));
    }
    return book;
  } catch (const UsageError& error) {
    throw in_words(error);
  }
}

std::shared_ptr<const Book> Book::load_for(const Session& session, std::string_view name) {
  auto book = load(name);
  const auto names = built_in();
  const bool is_built_in = std::find(names.begin(), names.end(), name.substr(0, name.rfind('@'))) != names.end();
  if (is_built_in && spec_of(session).text() != book->game().text()) return nullptr;
  book->check(session);
  return book;
}

std::string Book::settings(std::string_view name) const {
  return fmt::format("{}@{:016x}", name.substr(0, name.rfind('@')), fingerprint_of(text_));
}

void Book::check(const Session& session) const {
  if (spec_of(session).text() == game_.text()) return;
  throw UsageError(fmt::format("the book is for {}, and this is {}", game_.text(), spec_of(session).text()));
}

const BookEntry* Book::find(const Session& plain) const {
  if (plain.moves().size() > longest_ || plain.result()) return nullptr;
  const auto found = by_position_.find(plain.canonical_hash());
  return found == by_position_.end() ? nullptr : &entries_[found->second];
}

std::unique_ptr<Session> Book::plain_of(const Session& session) const {
  auto plain = new_session(plain_game_);
  for (const std::string& move : session.moves()) {
    if (move != swap_text) plain->play(move);
  }
  return plain;
}

bool Book::refuses_swap(const Session& session) const {
  if (session.moves().size() != 1) return false;
  const BookEntry* const entry = find(*plain_of(session));
  return entry != nullptr && std::find(entry->replies.begin(), entry->replies.end(), swap_text) == entry->replies.end();
}

std::optional<SearchReport> Book::reply(const Session& session) const {
  if (session.moves().size() > longest_ + 1) return std::nullopt;  // a swap is one move more
  const auto plain = plain_of(session);
  const BookEntry* const entry = find(*plain);
  if (entry == nullptr) return std::nullopt;
  const auto legal = session.legal_moves();
  // Where the entry leads to, on a board that may be turned another way.
  const auto original = new_session(plain_game_);
  for (const std::string& move : entry->moves) original->play(move);
  std::string chosen;
  for (const std::string& reply : entry->replies) {
    if (reply == swap_text) {
      if (std::find(legal.begin(), legal.end(), swap_text) == legal.end()) continue;
      chosen = swap_text;
      break;
    }
    original->play(reply);
    const std::uint64_t wanted = original->canonical_hash();
    original->undo();
    for (const std::string& move : plain->legal_moves()) {
      plain->play(move);
      const bool is_it = !plain->result() && plain->canonical_hash() == wanted;
      plain->undo();
      if (!is_it) continue;
      chosen = move;
      break;
    }
    if (!chosen.empty()) break;
  }
  if (chosen.empty()) return std::nullopt;
  SearchReport report;
  report.best_move = chosen;
  report.principal_variation = {chosen};
  report.visits = entry->rate.games;
  // Who sits first at the board without the swap rule is who has the first colour.
  const bool is_first = (plain->to_move() == 0) != (chosen == swap_text);
  report.value = is_first ? entry->rate.rate : 1 - entry->rate.rate;
  report.moves.resize(1);
  report.moves[0].move = chosen;
  report.moves[0].visits = report.visits;
  report.moves[0].value = report.value;
  report.are_means = true;
  report.stopped_by = "book";
  return report;
}

}  // namespace banyan
