// SPDX-License-Identifier: MIT
// banyan play: a game in the terminal, between people, players of ours, or both.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <random>
#include <set>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/line_reader.h"
#include "cli/terminal.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/random.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "engine/host.h"
#include "engine/save.h"

namespace banyan::cli {
namespace {

constexpr std::string_view commands =
    "  MOVE         play it, or its number; 'moves' lists what is legal\n"
    "  PIECE        see where it can go, where pieces move; a number then takes it there\n"
    "  undo         take back, to your last turn\n"
    "  redo         play again what was taken back\n"
    "  hint         ask for a good move\n"
    "  save FILE    write the game to a file; as a game string of Hive if it ends with .uhp, as SGF with .sgf\n"
    "  load FILE    go on with a saved game\n"
    "  board        show the board again\n"
    "  cells        show it with the names of its empty cells\n"
    "  resign       give up\n"
    "  quit         leave\n";

constexpr std::array<std::string_view, 11> command_words{"undo",  "redo",  "hint",   "save", "load", "moves",
                                                         "board", "cells", "resign", "quit", "help"};
constexpr std::size_t max_seats = 3;
constexpr std::array<std::string_view, max_seats> seat_options{"--white", "--black", "--third"};
constexpr std::uint64_t hint_stream = 100;  // of the seed; each seat has the one of its number

struct PlayArguments {
  GameArguments game;
  std::array<std::string, max_seats> players;  // empty: who sits there in the file, or usually
  std::optional<std::int64_t> seed;
  std::string clock;
  bool ascii = false;
};

/// Who sits in a seat; nobody of ours where a person does.
std::optional<HostedPlayer> new_player(const Session& session, const std::string& text, std::uint64_t seed) {
  const Spec spec = parse_spec(text);
  if (spec.name == "human") {
    if (!spec.values.empty()) throw UsageError(fmt::format("player '{}': a human has no parameters", text));
    return std::nullopt;
  }
  std::vector<std::string_view> known = player_names();
  known.insert(known.begin(), "human");
  if (std::find(known.begin(), known.end(), spec.name) == known.end()) throw unknown_name("player", spec.name, known);
  return HostedPlayer(session, spec, seed);
}

/// The beginning of what was typed, for a sentence that fits a line; a letter of several bytes stays whole.
std::string beginning(std::string_view text) {
  constexpr std::size_t longest = 14;
  if (text.size() <= longest) return std::string(text);
  std::size_t end = longest - 2;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "..";
}

class TerminalGame {
 public:
  explicit TerminalGame(const PlayArguments& arguments)
      : arguments_(arguments),
        drawn_seed_(std::random_device{}()),
        screen_(standard_output(arguments.ascii)),
        colours_(screen_.colours),
        reader_([this] { return words_to_type(); }) {
    if (arguments.game.game.empty() && arguments.game.file.empty()) {
      throw UsageError("GAME or --load FILE is required; see 'banyan play --help'");
    }
    sit_down(arguments.game.begin_or_load());
    if (!arguments.clock.empty()) host_->set_time(read_clock(arguments.clock));
  }

  void run() {
    screen_.print("{}\n", introduction());
    if (has_human()) screen_.print("Type a move, or 'help'.\n");
    if (!is_over() && session().to_move() >= 0) show_board();  // else when the cards are dealt, or at the end
    while (!left_) {
      deal();
      if (is_over() && !ask_after_the_end()) return;
      if (const auto engine = is_over() ? std::nullopt : engine_to_move()) {
        let_play(*engine);
      } else {
        ask();
      }
    }
  }

 private:
  /// All commands to the host come from this thread, so that what it reads stays as it is until the next one.
  const SavedGame& game() const {
    return *host_->read([](const SavedGame& game) { return &game; });
  }
  const Session& session() const { return *game().session; }
  bool is_over() const { return game().result().has_value(); }
  bool is_human(int player) const { return player < 0 || !engines_[static_cast<std::size_t>(player)]; }
  bool has_human() const { return std::find(engines_.begin(), engines_.end(), std::nullopt) != engines_.end(); }
  std::optional<std::size_t> engine_to_move() const {
    return is_human(session().to_move()) ? std::nullopt : engines_[static_cast<std::size_t>(session().to_move())];
  }

  /// Makes the players of a game: those of the command line, else those of the file, else the usual ones. If one cannot
  /// be made, everything stays as it was.
  void sit_down(SavedGame game) {
    const Session& session = *game.session;
    const auto players = static_cast<std::size_t>(session.players());
    if (players > max_seats) {
      throw UsageError(fmt::format("play seats {} players, {} has {}", max_seats, session.game(), players));
    }
    for (std::size_t i = players; i < max_seats; ++i) {
      if (arguments_.players[i].empty()) continue;
      throw UsageError(fmt::format("{}: {} is for {}", seat_options[i], session.game(),
                                   players == 1 ? "one player" : fmt::format("{} players", players)));
    }
    if (arguments_.seed || !game.seed)
      game.seed = arguments_.seed ? static_cast<std::uint64_t>(*arguments_.seed) : drawn_seed_;
    game.seats.resize(players);
    std::vector<HostedPlayer> players_of_ours;
    std::vector<std::optional<std::size_t>> engines;
    for (std::size_t i = 0; i < players; ++i) {
      std::string& player = game.seats[i].player;
      if (!arguments_.players[i].empty()) player = arguments_.players[i];
      if (player.empty()) player = i == 0 ? "human" : default_player(session.game());
      try {
        engines.emplace_back();
        if (auto engine = new_player(session, player, derive_seed(*game.seed, i))) {
          engines.back() = players_of_ours.size();
          players_of_ours.push_back(std::move(*engine));
        }
      } catch (const UsageError& error) {
        if (!arguments_.players[i].empty()) throw;
        throw UsageError(
            fmt::format("player {} of the saved game: {}; {} seats another", i + 1, error.what(), seat_options[i]));
      }
    }
    HostedGame hosted{.game = std::move(game), .players = std::move(players_of_ours)};
    if (host_) {
      host_->begin(std::move(hosted));
    } else {
      host_ = std::make_unique<Host>(std::move(hosted), note);
    }
    engines_ = std::move(engines);
    hint_giver_.reset();
    announced_ = false;
  }

  /// The cards and dice of this game follow from the seed.
  void deal() {
    if (is_over()) return;
    if (session().to_move() >= 0) return;
    const auto drawn = host_->deal();
    screen_.print("chance: {}\n", join({drawn.begin(), drawn.end()}, " "));
    if (!is_over() && is_human(session().to_move())) show_board();
  }

  std::string introduction() const {
    std::string text = bold(short_text(session()), colours_);
    for (int i = 0; i < session().players(); ++i) {
      const SavedSeat& seat = game().seats[static_cast<std::size_t>(i)];
      text += fmt::format("\n{}: {}", player_sign(session(), i, colours_), printable(seat.player));
      if (seat.seconds >= 1) text += fmt::format(", {} so far", duration_text(seat.seconds));
    }
    return text + fmt::format("\nseed: {}", *game().seed);
  }

  void show_board(const std::string& suggested = "") const {
    screen_.print("\n{}\n", render(session().board(), {.suggested = suggested}, colours_));
    if (is_over()) return;
    if (const auto score = session().score()) screen_.print("Score so far: {}.\n", *score);
    if (session().to_move() >= 0 && is_human(session().to_move()) && has_numbered_moves()) show_numbers();
  }

  void show_cells() const {
    BoardData board = session().board();
    std::set<std::string> taken;
    for (const BoardPiece& piece : board.pieces) taken.insert(piece.cell);
    for (const BoardCell& cell : board.cells) {
      if (!taken.contains(cell.name)) board.pieces.push_back({.cell = cell.name, .kind = "name", .text = cell.name});
    }
    screen_.print("\n{}\n", render(std::move(board), {}, colours_));
  }

  /// Where moves are more than places on a board, they are chosen by number.
  void show_numbers() const {
    const auto moves = session().legal_moves();
    for (std::size_t i = 0; i < moves.size(); ++i) screen_.print("{:>4}  {}\n", i + 1, moves[i]);
  }
  bool has_numbered_moves() const {
    return std::any_of(games().begin(), games().end(),
                       [&](const GameInfo& info) { return info.name == session().game() && info.numbers_moves; });
  }

  /// What a line may begin with.
  std::vector<std::string> words_to_type() const {
    std::vector<std::string> all(command_words.begin(), command_words.end());
    if (is_over()) return all;
    const auto moves = session().legal_moves();
    all.insert(all.end(), moves.begin(), moves.end());
    return all;
  }

  std::string mover() const { return player_sign(session(), session().to_move(), colours_); }

  /// What `search` finds, which is handed an order for this player.
  template <class Search>
  SearchReport watched(std::size_t player, Search search) {
    std::fflush(stdout);
    const StopOnInterrupt interrupt(host_->hurry());
    ProgressLine line;
    Host::Order order{.player = player};
    if (line.is_visible()) order.listener = [&](const Host::Event& event) { line.show(event.report); };
    return search(order);
  }

  static std::string opinion(const SearchReport& report) {
    std::string text = fmt::format("{}, {}", value_text(report), effort_text(report));
    if (report.memory_is_full) text += ", memory used up";
    const auto& line = report.principal_variation;
    if (line.size() > 1) text += "; then " + variation_text({line.begin() + 1, line.end()});
    return text;
  }

  void let_play(std::size_t engine) {
    const int player = session().to_move();
    const SearchReport report = watched(engine, [&](const Host::Order& order) { return host_->move(order).report; });
    // Between engines nobody else could end the game. With a person at the board, Ctrl-C only hurries the engine.
    if (report.stopped_by == "cancelled" && !has_human()) throw Error("the game was interrupted");
    screen_.print("{:>3}. {} plays {}  {}\n", session().moves().size(), player_sign(session(), player, colours_),
                  bold(report.best_move, colours_), dim(opinion(report), colours_));
    if (has_human() && !is_over() && session().to_move() >= 0 && !engine_to_move()) show_board();
  }

  /// Announces the end once; true when there is somebody to ask what comes next.
  bool ask_after_the_end() {
    if (!announced_) {
      show_board();
      screen_.print("{}\n", ending());
      announced_ = true;
    }
    return has_human();
  }

  std::string ending() const {
    const Result result = game().result().value();
    const bool is_won = result.winner != 0;
    const std::string winner = is_won ? player_sign(session(), result.winner - 1, colours_) : "";
    std::string text;
    if (game().resigned) {
      text = player_sign(session(), *game().resigned, colours_) + " resigns";
      if (session().players() > 1) text += fmt::format("; {} wins", is_won ? winner : "nobody");
    } else if (is_won) {
      text = winner + " wins";
      if (!result.how.empty()) text += " with a " + join({result.how.begin(), result.how.end()}, " and a ");
      text += fmt::format(" at move {}", session().moves().size());
    } else {
      text = session().players() > 1 ? "A draw" : "The end";
      if (!result.how.empty()) text += ": " + join({result.how.begin(), result.how.end()}, ", ");
    }
    text += '.';
    if (result.score) text += fmt::format(" Score: {}.", *result.score);
    return text;
  }

  void ask() {
    const double start = wall_seconds();
    const auto line = reader_.read(screen_.shown(is_over() ? "undo, save FILE or quit> " : mover() + "> "));
    if (!is_over() && session().to_move() >= 0) host_->add_seconds(session().to_move(), wall_seconds() - start);
    if (!line) {
      screen_.print("{}\n", is_over() ? "" : "The input has ended; the game is left unfinished.");
      left_ = true;
      return;
    }
    const auto parts = words(*line);
    if (parts.empty()) return;
    try {
      obey(parts, *line);
    } catch (const Error& error) {
      screen_.print("{}\n", printable(error.what()));
    }
  }

  void obey(const std::vector<std::string_view>& parts, std::string_view line) {
    const std::string_view command = parts[0];
    const bool alone = parts.size() == 1;
    if (!alone || !to_integer(command)) ways_.clear();  // a number means what was shown last
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
      const auto moves = session().legal_moves();
      has_numbered_moves() ? show_numbers() : screen_.print("{}\n", variation_text({moves.begin(), moves.end()}));
    } else if (command == "board" && alone) {
      show_board();
    } else if (command == "cells" && alone) {
      show_cells();
    } else if (command == "help" && alone) {
      screen_.print("{}", commands);
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
    if (game().resigned) throw UsageError(fmt::format("'{}': the game is over; try 'help'", beginning(move)));
    try {
      if (show_ways(move)) return;
      const auto moves = ways_.empty() ? session().legal_moves() : ways_;
      const auto number = has_numbered_moves() || !ways_.empty() ? to_integer(move) : std::nullopt;
      if (number && (*number < 1 || *number > static_cast<long long>(moves.size()))) {
        throw UsageError(fmt::format("'{}': expected a number in 1..{}, or a move", beginning(move), moves.size()));
      }
      host_->play(number ? moves[static_cast<std::size_t>(*number) - 1] : move);
    } catch (const IllegalMove& error) {
      throw UsageError(fmt::format("'{}': {}; try 'help'", beginning(move), error.reason()));
    }
    ways_.clear();
    if (!is_over() && session().to_move() >= 0) show_board();
  }

  /// Where a piece can go, when that is what was typed: numbers on the board, and the moves that they stand for.
  bool show_ways(std::string_view piece) {
    BoardData board = session().board();
    std::vector<std::string> ways;
    for (const BoardMove& move : board.moves) {
      if (move.text == piece) return false;
      if (move.clicks.size() != 2 || move.clicks[0] != piece) continue;
      ways.push_back(move.text);
      const bool is_taken = std::any_of(board.pieces.begin(), board.pieces.end(),
                                        [&](const BoardPiece& other) { return other.cell == move.clicks[1]; });
      if (!is_taken) board.pieces.push_back({.cell = move.clicks[1], .text = fmt::format("{:^3}", ways.size())});
    }
    if (ways.empty()) return false;
    screen_.print("\n{}\n", render(std::move(board), {}, colours_));
    for (std::size_t i = 0; i < ways.size(); ++i) screen_.print("{:>4}  {}\n", i + 1, ways[i]);
    ways_ = std::move(ways);
    return true;
  }

  void save(const std::string& path) const {
    write_game_file(path, game());
    screen_.print("Saved to {}.\n", printable(path));
  }

  void load(const std::string& path) {
    sit_down(read_game_file(path));
    screen_.print("{}\n", introduction());
    if (!is_over()) show_board();
  }

  void undo() {
    if (host_->take_back_resignation()) {
      announced_ = false;
      screen_.print("Took back the resignation.\n");
      show_board();
      return;
    }
    int taken = 0;
    do {
      if (!host_->undo()) {
        for (; taken > 0; --taken) host_->redo();
        throw UsageError("there is no turn of yours to take back");
      }
      ++taken;
    } while (session().to_move() < 0 || !is_human(session().to_move()));
    announced_ = false;
    screen_.print("Took back {} move{}.\n", taken, taken == 1 ? "" : "s");
    show_board();
  }

  void redo() {
    if (game().resigned) throw UsageError("the game is over");
    int played = 0;
    do {
      if (!host_->redo()) break;
      ++played;
    } while (!is_over() && (session().to_move() < 0 || !is_human(session().to_move())));
    if (played == 0) throw UsageError("there is nothing to play again");
    screen_.print("Played {} move{} again.\n", played, played == 1 ? "" : "s");
    if (!is_over()) show_board();
  }

  void hint() {
    if (is_over()) throw UsageError("the game is over");
    if (!hint_giver_) {
      // As strong as the opponent is; among people, the usual player.
      const auto& seats = game().seats;
      const auto opponent =
          std::find_if(seats.begin(), seats.end(), [](const SavedSeat& seat) { return seat.player != "human"; });
      const std::string spec = opponent == seats.end() ? default_player(session().game()) : opponent->player;
      hint_giver_ = host_->add({session(), parse_spec(spec), derive_seed(*game().seed, hint_stream)});
    }
    const SearchReport report = watched(*hint_giver_, [&](const Host::Order& order) { return host_->think(order); });
    show_board(report.best_move);
    screen_.print("Hint: {}  {}\n", bold(report.best_move, colours_), dim(opinion(report), colours_));
  }

  void resign() { host_->resign(); }

  const PlayArguments& arguments_;
  std::uint64_t drawn_seed_;  // where nobody names one
  Screen screen_;
  bool colours_;
  LineReader reader_;
  std::unique_ptr<Host> host_;
  std::vector<std::optional<std::size_t>> engines_;  // by seat: which player of the host; none where a person sits
  std::optional<std::size_t> hint_giver_;
  std::vector<std::string> ways_;  // of the piece that was asked for last, by their numbers
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
               "who moves first: human (default), or name:key=value,... (see 'banyan params')");
  const std::string& game = games().front().name;
  command.text("--black,--second", arguments->players[1], "SPEC",
               fmt::format("who moves second; default: the game's best, for {} {}", game, default_player(game)));
  command.text("--third", arguments->players[2], "SPEC", "who moves third, in a game for three; default: the same");
  command.integer("--seed", arguments->seed, 0, std::numeric_limits<std::int64_t>::max(),
                  "the same seed, the same cards; default: one is drawn and shown");
  command.text("--clock", arguments->clock, "SECONDS",
               "for all moves of each player of ours; cpu:SECONDS of the processor");
  add_ascii(command, arguments->ascii);
  command.footer(
      fmt::format("While playing:\n{}"
                  "Ctrl-C makes an opponent that thinks move at once; at any other time it ends the program.\n\n"
                  "Example:\n  banyan play havannah --size 6 --white human --black rave:seconds=5\n"
                  "  banyan play cards --black expectiminimax:depth=4\n"
                  "  banyan play hive:expansions=M+L+P --white hive-best:seconds=2 --black human",
                  commands));
  command.runs([=] { TerminalGame(*arguments).run(); });
}

}  // namespace banyan::cli
