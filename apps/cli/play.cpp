// SPDX-License-Identifier: MIT
// banyan play: a game in the terminal, between people, players of ours, or both.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iostream>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "core/error.h"
#include "core/random.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan::cli {
namespace {

constexpr std::string_view commands =
    "  MOVE         play it, or its number; 'moves' lists what is legal\n"
    "  undo         take back, to your last turn\n"
    "  redo         play again what was taken back\n"
    "  hint         ask for a good move\n"
    "  save FILE    write the game to a file\n"
    "  load FILE    go on with a saved game\n"
    "  board        show the board again\n"
    "  resign       give up\n"
    "  quit         leave\n";

struct PlayArguments {
  GameArguments game;
  std::array<std::string, 2> players{"human", ""};
  std::int64_t seed = 1;
};

/// Who sits in a seat; null for a person.
std::unique_ptr<EnginePlayer> new_player(const Session& session, const std::string& text, std::uint64_t seed) {
  const Spec spec = parse_spec(text);
  if (spec.name == "human") {
    if (!spec.values.empty()) throw UsageError(fmt::format("player '{}': a human has no parameters", text));
    return nullptr;
  }
  std::vector<std::string_view> known = player_names();
  known.insert(known.begin(), "human");
  if (std::find(known.begin(), known.end(), spec.name) == known.end()) throw unknown_name("player", spec.name, known);
  return session.new_player(spec, seed);
}

/// The beginning of what was typed, for a sentence that fits a line; a letter of several bytes stays whole.
std::string beginning(std::string_view text) {
  constexpr std::size_t longest = 14;
  if (text.size() <= longest) return std::string(text);
  std::size_t end = longest - 2;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "..";
}

class Match {
 public:
  explicit Match(const PlayArguments& arguments)
      : seed_(static_cast<std::uint64_t>(arguments.seed)), colours_(has_colours(stdout)) {
    if (arguments.game.game.empty() && arguments.game.file.empty()) {
      throw UsageError("GAME or --load FILE is required; see 'banyan play --help'");
    }
    auto session = arguments.game.begin();
    if (session->players() > 2) {
      throw UsageError(fmt::format("play seats two players, {} has {}", session->game(), session->players()));
    }
    for (std::size_t i = 0; i < arguments.players.size(); ++i) {
      specs_[i] = arguments.players[i].empty() ? default_player(session->game()) : arguments.players[i];
    }
    sit_down(std::move(session));
  }

  void run() {
    fmt::print("{}\n", introduction());
    if (has_human()) fmt::print("Type a move, or 'help'.\n");
    if (session_->result() || session_->to_move() >= 0) show_board();  // else when the cards are dealt
    while (!left_) {
      let_chance_play();
      if (const auto result = session_->result(); result && !ask_after_the_end()) return;
      EnginePlayer* engine = session_->result() ? nullptr : engine_to_move();
      if (engine != nullptr) {
        let_play(*engine);
      } else {
        ask();
      }
    }
  }

 private:
  bool is_human(int player) const { return player < 0 || engines_[static_cast<std::size_t>(player)] == nullptr; }
  bool has_human() const { return is_human(0) || (session_->players() > 1 && is_human(1)); }
  EnginePlayer* engine_to_move() const {
    return is_human(session_->to_move()) ? nullptr : engines_[static_cast<std::size_t>(session_->to_move())].get();
  }

  /// Makes the players of a session; if one cannot be made, everything stays as it was.
  void sit_down(std::unique_ptr<Session> session) {
    std::array<std::unique_ptr<EnginePlayer>, 2> engines;
    for (int i = 0; i < session->players(); ++i) {
      const auto seat = static_cast<std::size_t>(i);
      engines[seat] = new_player(*session, specs_[seat], derive_seed(seed_, seat));
    }
    session_ = std::move(session);
    engines_ = std::move(engines);
    hint_giver_ = nullptr;
  }

  /// The cards and dice of this game follow from the seed.
  void let_chance_play() {
    const bool is_dealing = !session_->result() && session_->to_move() < 0;
    std::vector<std::string> drawn;
    while (!session_->result() && session_->to_move() < 0) {
      drawn.push_back(session_->chance_move(derive_seed(seed_, engines_.size() + 1)));
      session_->play(drawn.back());
    }
    if (!is_dealing) return;
    fmt::print("chance: {}\n", join({drawn.begin(), drawn.end()}, " "));
    if (!session_->result() && is_human(session_->to_move())) show_board();
  }

  std::string introduction() const {
    std::string text = bold(short_text(*session_), colours_);
    for (int i = 0; i < session_->players(); ++i) {
      text += fmt::format("\n{}: {}", player_sign(*session_, i, colours_), specs_[static_cast<std::size_t>(i)]);
    }
    return text;
  }

  void show_board(const std::string& suggested = "") const {
    const std::string last = session_->moves().empty() ? "" : session_->moves().back();
    fmt::print("\n{}\n", render(session_->board(), {.last = last, .suggested = suggested}, colours_));
    if (!session_->result() && session_->to_move() >= 0 && is_human(session_->to_move()) && has_numbered_moves())
      show_numbers();
  }

  /// Where moves are more than places on a board, they are chosen by number.
  void show_numbers() const {
    const auto moves = session_->legal_moves();
    for (std::size_t i = 0; i < moves.size(); ++i) fmt::print("{:>4}  {}\n", i + 1, moves[i]);
  }
  bool has_numbered_moves() const {
    return std::any_of(games().begin(), games().end(),
                       [&](const GameInfo& info) { return info.name == session_->game() && info.numbers_moves; });
  }

  std::string mover() const { return player_sign(*session_, session_->to_move(), colours_); }

  SearchReport think(EnginePlayer& engine) {
    std::fflush(stdout);
    SearchControl control;
    const StopOnInterrupt interrupt(control.stop);
    const ProgressLine progress(control);
    return engine.search(*session_, control);
  }

  static std::string opinion(const SearchReport& report) {
    std::string text = fmt::format("{}, {}", value_text(report), effort_text(report));
    const auto& line = report.principal_variation;
    if (line.size() > 1) text += "; then " + join({line.begin() + 1, line.end()}, " ");
    return text;
  }

  void let_play(EnginePlayer& engine) {
    const int player = session_->to_move();
    const SearchReport report = think(engine);
    // Between engines nobody else could end the game. With a person at the board, Ctrl-C only hurries the engine.
    if (report.stopped_by == "cancelled" && !has_human()) throw Error("the game was interrupted");
    session_->play(report.best_move);
    fmt::print("{:>3}. {} plays {}  {}\n", session_->moves().size(), player_sign(*session_, player, colours_),
               bold(report.best_move, colours_), dim(opinion(report), colours_));
    if (has_human() && !session_->result() && session_->to_move() >= 0 && engine_to_move() == nullptr) show_board();
  }

  /// Announces the end once; true when there is somebody to ask what comes next.
  bool ask_after_the_end() {
    if (!announced_) {
      show_board();
      const auto result = session_->result();
      std::string text = result->winner == 0 ? (session_->players() > 1 ? "A draw." : "The end.")
                                             : player_sign(*session_, result->winner - 1, colours_) + " wins";
      if (!result->how.empty()) text += " with a " + join({result->how.begin(), result->how.end()}, " and a ");
      if (result->winner != 0) text += fmt::format(" at move {}.", session_->moves().size());
      if (result->score) text += fmt::format(" Score: {}.", *result->score);
      fmt::print("{}\n", text);
      announced_ = true;
    }
    return has_human();
  }

  void ask() {
    if (isatty(STDIN_FILENO) != 0) {
      fmt::print("{} ", session_->result() ? "undo, save FILE or quit>" : mover() + '>');
      std::fflush(stdout);
    }
    std::string line;
    if (!std::getline(std::cin, line)) {
      fmt::print("{}\n", session_->result() ? "" : "The input has ended; the game is left unfinished.");
      left_ = true;
      return;
    }
    const auto parts = words(line);
    if (parts.empty()) return;
    try {
      obey(parts, line);
    } catch (const Error& error) {
      fmt::print("{}\n", printable(error.what()));
    }
  }

  void obey(const std::vector<std::string_view>& parts, std::string_view line) {
    const std::string_view command = parts[0];
    const bool alone = parts.size() == 1;
    if (command == "save" || command == "load") {
      if (alone) throw UsageError(fmt::format("{} what? Type '{} FILE'", command, command));
      // A file's name may hold blanks: everything after the command.
      const std::string path(parts[1].data(), parts.back().data() + parts.back().size());
      command == "save" ? save(path) : load(path);
    } else if (command == "undo" && alone) {
      undo();
    } else if (command == "redo" && alone) {
      redo();
    } else if (command == "hint" && alone) {
      hint();
    } else if (command == "moves" && alone) {
      const auto moves = session_->legal_moves();
      has_numbered_moves() ? show_numbers() : fmt::print("{}\n", join({moves.begin(), moves.end()}, " "));
    } else if (command == "board" && alone) {
      show_board();
    } else if (command == "help" && alone) {
      fmt::print("{}", commands);
    } else if (command == "resign" && alone) {
      resign();
    } else if (command == "quit" && alone) {
      left_ = true;
    } else {
      const std::size_t begin = line.find_first_not_of(" \t");
      play(line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin));
    }
  }

  void play(std::string_view move) {
    try {
      const auto moves = session_->legal_moves();
      const auto number = has_numbered_moves() ? to_integer(move) : std::nullopt;
      if (number && (*number < 1 || *number > static_cast<long long>(moves.size()))) {
        throw UsageError(fmt::format("'{}': expected a number in 1..{}, or a move", beginning(move), moves.size()));
      }
      session_->play(number ? moves[static_cast<std::size_t>(*number) - 1] : move);
    } catch (const IllegalMove& error) {
      throw UsageError(fmt::format("'{}': {}; try 'help'", beginning(move), error.reason()));
    }
    if (!session_->result() && session_->to_move() >= 0) show_board();
  }

  void save(const std::string& path) const {
    write_text_file(path, save_session(*session_));
    fmt::print("Saved to {}.\n", printable(path));
  }

  void load(const std::string& path) {
    auto loaded = load_session(read_text_file(path));
    if (loaded->players() > 2) throw UsageError(fmt::format("play seats two players, {} has more", loaded->game()));
    sit_down(std::move(loaded));
    announced_ = false;
    fmt::print("{}\n", introduction());
    if (!session_->result()) show_board();
  }

  void undo() {
    int taken = 0;
    do {
      if (!session_->undo()) {
        for (; taken > 0; --taken) session_->redo();
        throw UsageError("there is no turn of yours to take back");
      }
      ++taken;
    } while (session_->to_move() < 0 || !is_human(session_->to_move()));
    announced_ = false;
    fmt::print("Took back {} move{}.\n", taken, taken == 1 ? "" : "s");
    show_board();
  }

  void redo() {
    int played = 0;
    do {
      if (!session_->redo()) break;
      ++played;
    } while (!session_->result() && (session_->to_move() < 0 || !is_human(session_->to_move())));
    if (played == 0) throw UsageError("there is nothing to play again");
    fmt::print("Played {} move{} again.\n", played, played == 1 ? "" : "s");
    if (!session_->result()) show_board();
  }

  void hint() {
    if (session_->result()) throw UsageError("the game is over");
    if (hint_giver_ == nullptr) {
      // As strong as the opponent is; among people, the usual player.
      const auto* const spec = std::find_if(specs_.begin(), specs_.end(), [](const auto& s) { return s != "human"; });
      hint_giver_ = session_->new_player(parse_spec(spec == specs_.end() ? default_player(session_->game()) : *spec),
                                         derive_seed(seed_, specs_.size()));
    }
    const SearchReport report = think(*hint_giver_);
    show_board(report.best_move);
    fmt::print("Hint: {}  {}\n", bold(report.best_move, colours_), dim(opinion(report), colours_));
  }

  void resign() {
    if (session_->result()) throw UsageError("the game is over");
    const int player = session_->to_move();
    fmt::print("{} resigns{}\n", mover(),
               session_->players() == 2 && player >= 0
                   ? fmt::format("; {} wins.", player_sign(*session_, 1 - player, colours_))
                   : ".");
    left_ = true;
  }

  std::uint64_t seed_;
  bool colours_;
  std::array<std::string, 2> specs_;
  std::unique_ptr<Session> session_;
  std::array<std::unique_ptr<EnginePlayer>, 2> engines_;  // null where a person plays
  std::unique_ptr<EnginePlayer> hint_giver_;
  bool announced_ = false;
  bool left_ = false;
};

}  // namespace

void add_play(CommandLine& line) {
  Command command = line.add("play", "play in the terminal, or watch two players");
  const auto arguments = std::make_shared<PlayArguments>();
  arguments->game.add_or_load_to(command);
  arguments->game.add_moves_to(command);
  command.text("--white,--first", arguments->players[0], "SPEC",
               "who moves first: human, or name:key=value,... (see 'banyan params')");
  const std::string& game = games().front().name;
  command.text("--black,--second", arguments->players[1], "SPEC",
               fmt::format("who moves second; default: the game's best, for {} {}", game, default_player(game)));
  add_seed(command, arguments->seed);
  command.footer(
      fmt::format("While playing:\n{}"
                  "Ctrl-C makes an opponent that thinks move at once; at any other time it ends the program.\n\n"
                  "Example:\n  banyan play havannah --size 6 --white human --black rave:seconds=5\n"
                  "  banyan play cards --black expectiminimax:depth=4",
                  commands));
  command.runs([=] { Match(*arguments).run(); });
}

}  // namespace banyan::cli
