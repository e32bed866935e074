// SPDX-License-Identifier: MIT
#include "web/server/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <numeric>
#include <random>

#include "core/clock.h"
#include "core/error.h"
#include "core/random.h"
#include "engine/catalogue.h"
#include "engine/json.h"
#include "protocol/formats.h"
#include "web/server/http.h"

namespace banyan::web {
namespace {

constexpr std::size_t most_reviews = 10;    // of a game
constexpr std::uint64_t hint_stream = 100;  // of the seed, as in 'banyan play'; each seat has the one of its number

bool has_pondering(const Spec& spec) {
  return std::any_of(spec.values.begin(), spec.values.end(),
                     [](const auto& value) { return value.first == "ponder" && value.second == "true"; });
}

/// The same game once more, for a search of its own.
SavedGame copy_of(const SavedGame& game) {
  SavedGame copy{.session = new_session(spec_of(*game.session)), .seed = game.seed};
  for (const std::string& move : game.session->moves()) copy.session->play(move);
  return copy;
}

}  // namespace

std::string new_id() {
  std::random_device source;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", source(), source(), source(), source());
}

Json searched_json(const Session& session, const std::string& player, const SearchReport& report) {
  Json json{{"game", session.game()}, {"options", session.options()}, {"played", session.moves()}, {"player", player}};
  json.update(json_of(report));
  json["iterations_per_cpu_second"] = static_cast<double>(report.iterations) / std::max(report.cpu_seconds, 1e-9);
  return json;
}

// ---- Beginning, storing ----

std::shared_ptr<Game> Game::begin(World& world, NewGame asked) {
  if (world.storage.count() >= world.bounds.games) {
    throw Refusal(429, fmt::format("{} games are kept here, and no more can be: delete some", world.bounds.games));
  }
  auto game = std::make_shared<Game>(world, new_id());
  const Lock lock(game->mutex_);
  if (!asked.game.others.empty()) game->others_ = Json::parse(asked.game.others);
  const std::size_t ply = asked.game.session->moves().size();
  game->plays_by_itself_ = asked.plays_by_itself;
  game->open(std::move(asked.game), asked.seats, ply, asked.clock);
  game->deal();
  game->follow();
  game->commit();
  return game;
}

std::shared_ptr<Game> Game::load(World& world, const StoredGame& stored) {
  auto game = std::make_shared<Game>(world, stored.id);
  const Lock lock(game->mutex_);
  game->updated_ = stored.updated;
  game->read(Json::parse(stored.body));
  game->tell();
  return game;
}

void Game::open(SavedGame game, const std::vector<std::string>& seats, std::size_t ply,
                const std::optional<std::string>& clock) {
  const Session& session = *game.session;
  const auto players = static_cast<std::size_t>(session.players());
  if (seats.size() != players) {
    throw Refusal(422, fmt::format("seats: expected {} players, not {}", players, seats.size()), "seats");
  }
  std::optional<TimeControl> control;
  if (clock) control = parse_control(*clock, "clock");
  std::vector<HostedPlayer> engines;
  std::vector<Seat> made;
  game.seats.resize(players);
  for (std::size_t i = 0; i < players; ++i) {
    game.seats[i].player = seats[i];
    Seat seat{.player = seats[i]};
    auto engine = seat_player(session, seats[i], derive_seed(game.seed.value_or(0), i), world_.bounds,
                              fmt::format("seats[{}]", i));
    if (engine) {
      seat.engine = engines.size();
      seat.threads = threads_of(engine->spec);
      seat.ponders = has_pondering(engine->spec);
      engines.push_back(std::move(*engine));
    }
    made.push_back(std::move(seat));
  }
  game.others.clear();  // others_ has them
  line_ = session.moves();
  plies_to_review_.reset();
  const auto result = game.result();
  line_result_ = Json::parse(save_game(game))["result"];
  auto host = std::make_shared<Host>(HostedGame{.game = std::move(game), .players = std::move(engines)});
  if (control) host->set_time(*control);
  while (host->read([](const SavedGame& now) { return now.session->moves().size(); }) > ply) host->undo();
  host_ = std::move(host);
  seats_ = std::move(made);
  clock_ = clock;
  position_ = host_->position();
  followed_ply_ = this->ply();
  last_engine_seat_.reset();
  turn_began_ = last_used_ = wall_seconds();
}

void Game::read(const Json& body) {
  SavedGame game = load_game(body.at("saved").dump());
  others_ = game.others.empty() ? Json::object() : Json::parse(game.others);
  std::vector<std::string> seats;
  for (const SavedSeat& seat : game.seats) seats.push_back(seat.player);
  std::optional<std::string> clock;
  if (body.at("clock").is_string()) clock = body.at("clock").get<std::string>();
  revision_ = body.at("revision").get<std::uint64_t>();
  plays_by_itself_ = body.at("auto").get<bool>();
  rests_ = body.at("rests").get<bool>();
  const auto ply = body.at("ply").get<std::size_t>();
  if (ply < game.session->moves().size()) game.resigned.reset();
  open(std::move(game), seats, ply, clock);
  if (clock) {
    std::size_t number = 0;
    for (const Json& left : body.at("left")) host_->set_clock(number++, std::max(left.get<double>(), 0.0), 0);
  }
}

/// As it was stored last. Where it cannot be read, the game stays as it is, and is stored with its next change.
void Game::restore() {
  try {
    const auto stored = world_.storage.get(id_);
    if (stored) read(Json::parse(stored->body));
  } catch (const std::exception&) {
  }
}

// ---- What it shows ----

bool Game::is_over() const {
  return host_->read([](const SavedGame& game) { return game.result().has_value(); });
}
int Game::to_move() const {
  return host_->read([](const SavedGame& game) { return game.session->to_move(); });
}
std::size_t Game::ply() const {
  return host_->read([](const SavedGame& game) { return game.session->moves().size(); });
}

std::optional<std::size_t> Game::engine_to_move() const {
  if (is_over() || to_move() < 0) return std::nullopt;
  return seats_[static_cast<std::size_t>(to_move())].engine;
}

bool Game::is_pondering() const {
  if (!last_engine_seat_ || search_ || !may_ponder_ || is_over()) return false;
  return seats_[static_cast<std::size_t>(*last_engine_seat_)].ponders && to_move() != *last_engine_seat_;
}

Json Game::seats_json(const SavedGame& game) const {
  Json seats = Json::array();
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    const std::string level = level_of(game.session->game(), seats_[i].player);
    seats.push_back({{"player", seats_[i].player},
                     {"name", player_name(static_cast<int>(i), game.session->players())},
                     {"level", level.empty() ? Json(nullptr) : Json(level)},
                     {"seconds", game.seats[i].seconds}});
  }
  return seats;
}

Json Game::clock_json() {
  if (!clock_) return nullptr;
  std::vector<double> left = host_->seconds_left();
  left.resize(seats_.size());
  Json running = nullptr;
  if (!is_over() && to_move() >= 0 && (!engine_to_move() || search_)) {
    running = to_move();
    left[static_cast<std::size_t>(to_move())] -= wall_seconds() - turn_began_;
  }
  return {{"control", *clock_}, {"left", left}, {"running", running}};
}

bool Game::goes_beyond(const SavedGame& game) const {
  const auto& moves = game.session->moves();
  return moves.size() < line_.size() && std::equal(moves.begin(), moves.end(), line_.begin());
}

Json Game::saved_json(const SavedGame& game) const {
  Json saved = Json::parse(save_game(game));
  if (goes_beyond(game)) {
    saved["moves"] = line_;
    saved["result"] = line_result_;
  }
  saved.update(others_);
  return saved;
}
Json Game::saved_json() const {
  return host_->read([&](const SavedGame& game) { return saved_json(game); });
}

Json Game::game_json() {
  Json json{{"id", id_}, {"revision", revision_}, {"updated", updated_}};
  // In one look: an engine may play meanwhile.
  host_->read([&](const SavedGame& game) {
    json["saved"] = saved_json(game);
    json["ply"] = game.session->moves().size();
    Json& position = json["position"] = position_json(*game.session);
    if (game.resigned) {
      position["to_move"] = nullptr;
      position["result"] = json_of(*game.result());
    }
    json["seats"] = seats_json(game);
  });
  json["clock"] = clock_json();
  json["auto"] = plays_by_itself_;
  {
    const std::lock_guard lock(thinking_mutex_);
    json["thinking"] = thinking_;
  }
  json["review"] = review_json();
  if (!failure_.empty()) json["failure"] = failure_;
  return json;
}

Json Game::summary_json(const Json& saved) const {
  Json seats = Json::array();
  for (const Seat& seat : seats_) seats.push_back(seat.player);
  return {{"id", id_},
          {"game", saved.at("game")},
          {"options", saved.at("options")},
          {"plies", line_.size()},
          {"result", saved.at("result")},
          {"seats", seats},
          {"updated", updated_}};
}

Json Game::json() {
  const Lock lock(mutex_);
  last_used_ = wall_seconds();
  Json json;
  do {  // a move that is played meanwhile is stored before anybody hears of it
    static_cast<void>(catch_up());
    json = game_json();
  } while (host_->position() != position_);
  return json;
}

std::string Game::file(const std::string& format) {
  const Lock lock(mutex_);
  try {
    return write_game(load_game(saved_json().dump()), format_named(format));
  } catch (const UsageError& error) {
    throw Refusal(422, error.what(), "format");
  }
}

std::shared_ptr<EventStream> Game::subscribe(std::shared_ptr<void> guard) {
  auto stream = feed_.subscribe(std::move(guard));
  wake();
  return stream;
}

void Game::tell() { feed_.publish("game", "game", one_line(game_json())); }

void Game::set_thinking(const Json& thinking) {
  const std::lock_guard lock(thinking_mutex_);
  thinking_ = thinking;
  feed_.publish("thinking", "thinking", one_line(thinking));
}

void Game::tell_place(const Search& search, int place) {
  const std::lock_guard lock(thinking_mutex_);
  if (search.is_cancelled || search.has_begun) return;
  thinking_ = thinking_of(search, place, nullptr);
  feed_.publish("thinking", "thinking", one_line(thinking_));
}

Json Game::thinking_of(const Search& search, int place, const Json& report) {
  return {{"kind", search.kind}, {"seat", search.seat}, {"place", place}, {"search", report}};
}

void Game::store() {
  updated_ = std::time(nullptr);
  const Json saved = saved_json();
  Json body{{"saved", saved},  {"ply", ply()},     {"revision", revision_}, {"auto", plays_by_itself_},
            {"rests", rests_}, {"clock", nullptr}, {"left", Json::array()}};
  if (clock_) {
    body["clock"] = *clock_;
    body["left"] = clock_json()["left"];
  }
  const std::string text = one_line(body);
  if (text.size() > 4 * most_body_bytes ||
      !world_.storage.put({.id = id_, .updated = updated_, .summary = one_line(summary_json(saved)), .body = text})) {
    throw Refusal(429, "there is no room for more in the store: delete some games");
  }
}

void Game::commit() {
  ++revision_;
  store();
  tell();
}

// ---- Commands ----

void Game::require(std::optional<std::uint64_t> revision) {
  if (is_closed_) throw Refusal(404, "there is no such game");
  last_used_ = wall_seconds();
  is_unheard_ = false;
  static_cast<void>(catch_up());
  if (revision && *revision != revision_) {
    throw Refusal(409, fmt::format("the game has gone on: it is at revision {}, not {}", revision_, *revision),
                  "revision");
  }
}

bool Game::catch_up() {
  if (host_->position() == position_) return false;
  set_thinking(nullptr);  // the search has ended, though its thread has not said so yet
  deal();
  follow();
  commit();
  return true;
}

void Game::end_search() {
  if (const auto search = std::exchange(search_, nullptr)) {
    search->is_cancelled = true;
    world_.searches.cancel(search->ticket);
    search->host->stop();
    answer(*search, nullptr);
    set_thinking(nullptr);
  }
  host_->stop();  // whoever ponders
  may_ponder_ = false;
}

/// What chance plays.
void Game::deal() {
  if (!is_over() && to_move() < 0) host_->deal();
}

/// The host's game has gone on, by a command or by a search.
void Game::follow() {
  host_->read([&](const SavedGame& game) {
    const auto& moves = game.session->moves();
    if (moves.size() > line_.size() || !std::equal(moves.begin(), moves.end(), line_.begin())) {
      line_ = moves;
      plies_to_review_.reset();
    }
    if (moves.size() == line_.size()) line_result_ = Json::parse(save_game(game))["result"];
    rests_ = rests_ && moves.size() < line_.size();
    followed_ply_ = moves.size();
  });
  position_ = host_->position();
  turn_began_ = wall_seconds();
  if (!reviewing_) return;
  // A game that has become another one need not be reviewed to its end.
  const auto& reviewed = reviewing_->session->moves();
  if (reviewed.size() > line_.size() || !std::equal(reviewed.begin(), reviewed.end(), line_.begin())) {
    reviewing_->control.stop = true;
  }
}

template <class Change>
void Game::change(std::optional<std::uint64_t> revision, Change change) {
  require(revision);
  end_search();
  if (catch_up()) {  // the search has played before it could be ended
    consider();
    require(revision);
    end_search();
  }
  const auto host = host_;
  try {
    try {
      change();
    } catch (...) {
      if (host_ != host || host_->position() != position_) restore();
      throw;
    }
    try {
      deal();
      follow();
      failure_.clear();
      commit();
    } catch (...) {
      restore();
      throw;
    }
  } catch (const UsageError& error) {
    consider();
    throw Refusal(422, error.what());
  } catch (const Refusal&) {
    consider();
    throw;
  }
  consider();
}

void Game::play(const std::string& move, std::uint64_t revision) {
  const Lock lock(mutex_);
  const double now = wall_seconds();
  change(revision, [&] {
    if (is_over()) throw Refusal(422, "the game is over", "move");
    if (ply() >= most_moves) throw Refusal(422, fmt::format("a game has at most {} moves", most_moves), "move");
    const int seat = to_move();
    try {
      host_->play(move);
    } catch (const UsageError& error) {
      throw Refusal(422, error.what(), "move");
    }
    rests_ = false;
    if (seat < 0 || seats_[static_cast<std::size_t>(seat)].engine) return;
    host_->add_seconds(seat, now - turn_began_);
    if (clock_) host_->spend(static_cast<std::size_t>(seat), now - turn_began_);
  });
}

void Game::go_to(std::size_t ply, std::uint64_t revision) {
  const Lock lock(mutex_);
  change(revision, [&] {
    if (ply > line_.size()) {
      throw Refusal(422, fmt::format("ply: expected at most {}, not {}", line_.size(), ply), "ply");
    }
    if (host_->take_back_resignation()) line_result_ = nullptr;
    while (this->ply() > ply) host_->undo();
    // Where chance is to move nobody stays.
    while (this->ply() < ply || (this->ply() < line_.size() && to_move() < 0)) host_->play(line_[this->ply()]);
    rests_ = this->ply() < line_.size();
  });
}

void Game::resign(int seat, std::uint64_t revision) {
  const Lock lock(mutex_);
  change(revision, [&] {
    if (seat < 0 || static_cast<std::size_t>(seat) >= seats_.size()) {
      throw Refusal(422, fmt::format("seat: expected 0..{}, not {}", seats_.size() - 1, seat), "seat");
    }
    host_->resign(seat);
    line_.resize(ply());
    plies_to_review_.reset();
  });
}

void Game::seat(const std::vector<std::string>& seats, const std::optional<std::string>& clock,
                std::uint64_t revision) {
  const Lock lock(mutex_);
  change(revision, [&] {
    const std::size_t now = ply();
    const Json saved = saved_json();
    SavedGame game = load_game(saved.dump());
    const std::vector<double> left = host_->seconds_left();
    const auto kept = clock_;
    const bool has_no_clock = clock && clock->empty();
    open(std::move(game), seats, now, has_no_clock ? std::nullopt : clock ? clock : kept);
    if (clock || !kept) return;
    for (std::size_t i = 0; i < seats_.size(); ++i) host_->set_clock(i, std::max(left[i], 0.0), 0);
  });
}

void Game::set_auto(bool plays_by_itself) {
  const Lock lock(mutex_);
  change(std::nullopt, [&] {
    plays_by_itself_ = plays_by_itself;
    if (plays_by_itself) rests_ = false;
  });
}

void Game::step(std::uint64_t revision) {
  const Lock lock(mutex_);
  require(revision);
  if (!engine_to_move()) throw Refusal(422, "no engine is to move");
  if (ply() >= most_moves) throw Refusal(422, fmt::format("a game has at most {} moves", most_moves));
  if (search_ && search_->kind == "move") return;
  end_search();
  begin_move();
  tell();
}

void Game::hurry() {
  const Lock lock(mutex_);
  if (!search_) return;
  search_->is_hurried = true;
  search_->host->hurry() = true;
}

void Game::annotate(const Json& notes, const Json& variations) {
  const Lock lock(mutex_);
  if (is_closed_) throw Refusal(404, "there is no such game");
  static_cast<void>(catch_up());
  const Json before = others_;
  others_["notes"] = notes;
  others_["variations"] = variations;
  try {
    commit();
  } catch (const Refusal&) {
    others_ = before;
    throw;
  }
}

// ---- Searches ----

void Game::wake() {
  const Lock lock(mutex_);
  last_used_ = wall_seconds();
  if (is_closed_) return;
  is_unheard_ = false;
  const bool was_searching = search_ != nullptr;
  consider();
  if (search_ && !was_searching) tell();
}

void Game::consider() {
  if (search_ || is_closed_ || is_unheard_ || rests_ || !plays_by_itself_ || !engine_to_move()) return;
  if (ply() >= most_moves) return;
  begin_move();
}

void Game::begin_move() {
  const auto search = std::make_shared<Search>();
  search->kind = "move";
  search->seat = to_move();
  search->host = host_;
  const Seat& seat = seats_[static_cast<std::size_t>(to_move())];
  search->player = seat.player;
  host_->stop();
  may_ponder_ = false;
  try {
    start(search, seat.threads);
  } catch (const Refusal& refusal) {  // the move that came before is played: the engine waits to be asked
    failure_ = refusal.what();
    plays_by_itself_ = false;
    set_thinking(nullptr);  // whoever pondered
  }
}

void Game::start(const std::shared_ptr<Search>& search, int threads) {
  search->ticket = world_.searches.add(
      {.run = [self = shared_from_this(), search] { self->think(search); },
       .waits = [self = shared_from_this(), search](int place) { self->tell_place(*search, place); },
       .hurry =
           [search] {
             search->is_hurried = true;
             search->host->hurry() = true;
           },
       .threads = threads,
       .seconds = world_.bounds.seconds});
  search_ = search;
  turn_began_ = wall_seconds();
  set_thinking(thinking_of(*search, world_.searches.place(search->ticket), nullptr));
}

/// In a thread of Searches.
void Game::think(const std::shared_ptr<Search>& search) {
  std::uint64_t position = 0;
  std::size_t player = 0;
  std::shared_ptr<Host> host;
  {
    const Lock lock(mutex_);
    if (search != search_) return;
    position = search->host->position();
    host = host_;
    if (search->kind == "move") player = *seats_[static_cast<std::size_t>(search->seat)].engine;
    search->has_begun = true;
    set_thinking(thinking_of(*search, 0, nullptr));
  }
  Json last;
  const auto listen = [&](const Host::Event& event) {
    if (search->is_cancelled || search->is_hurried) search->host->hurry() = true;
    if (search->is_cancelled) return;
    if (search->host == host) bytes_[player] = event.report.bytes;
    last = search->host->read(
        [&](const SavedGame& game) { return searched_json(*game.session, search->player, event.report); });
    if (!event.is_last) set_thinking(thinking_of(*search, 0, last));
  };
  const Host::Order order{.player = player,
                          .position = position,
                          .interval = world_.bounds.event_interval,
                          .is_off = &search->is_cancelled,
                          .listener = listen};
  std::string failure;
  bool is_played = false;
  try {
    if (search->kind == "move") {
      is_played = search->host->move(order).is_played;
    } else {
      search->host->think(order);
    }
  } catch (...) {
    failure = failure_text();
  }

  const Lock lock(mutex_);
  if (search != search_) return;  // a command has ended it, and seen to what follows
  search_.reset();
  set_thinking(nullptr);
  if (search->kind != "move") return answer(*search, failure.empty() ? last : Json(nullptr));
  if (is_played) {
    may_ponder_ = true;
    last_engine_seat_ = search->seat;
    pondering_since_ = wall_seconds();
  }
  try {
    // Somebody may have looked at the game already, and told of the move.
    const bool is_told = is_played && host_->position() == position_;
    if (!is_told) {
      deal();
      follow();
    }
    failure_ = failure;
    if (!failure.empty()) plays_by_itself_ = false;
    if (is_pondering()) {
      set_thinking({{"kind", "ponder"}, {"seat", search->seat}, {"place", 0}, {"search", nullptr}});
    }
    // What comes next is told with the move.
    consider();
    is_told ? tell() : commit();
  } catch (const std::exception& error) {
    end_search();
    restore();
    plays_by_itself_ = false;
    failure_ = error.what();
    tell();
  }
}

void Game::answer(Search& search, const Json& report) {
  if (search.kind != "hint" || std::exchange(search.is_answered, true)) return;
  search.answer.set_value(report);
}

Json Game::hint(const std::string& player, std::uint64_t revision) {
  std::future<Json> answer;
  {
    const Lock lock(mutex_);
    require(revision);
    if (is_over()) throw Refusal(422, "there is nothing to search: the game is over");
    if (search_) throw Refusal(422, "somebody is thinking in this game already");
    SavedGame copy = host_->read([](const SavedGame& game) { return copy_of(game); });
    const auto search = std::make_shared<Search>();
    search->kind = "hint";
    search->seat = to_move();
    search->player = player.empty() ? usual_player(copy.session->game()) : player;
    HostedPlayer engine = searching_player(*copy.session, player, derive_seed(copy.seed.value_or(0), hint_stream),
                                           world_.bounds, "player");
    const int threads = threads_of(engine.spec);
    HostedGame hosted{.game = std::move(copy)};
    hosted.players.push_back(std::move(engine));
    search->host = std::make_shared<Host>(std::move(hosted));
    answer = search->answer.get_future();
    const double turn = turn_began_;
    start(search, threads);
    turn_began_ = turn;  // the time is that of whoever asks
    host_->stop();
    may_ponder_ = false;
    tell();
  }
  Json report = answer.get();
  if (report.is_null()) throw Refusal(409, "the game has gone on meanwhile");
  return report;
}

void Game::look(double now) {
  const Lock lock(mutex_);
  const bool is_heard = now - std::max(feed_.last_heard(), last_used_.load()) < world_.bounds.unheard_seconds;
  if (is_pondering() && (!is_heard || now - pondering_since_ > world_.bounds.seconds)) {
    host_->stop();
    may_ponder_ = false;
    set_thinking(nullptr);
  }
  // Who waits for a hint is there.
  if (is_heard || !search_ || search_->kind == "hint") return;
  is_unheard_ = true;
  end_search();
  try {
    static_cast<void>(catch_up());
  } catch (const std::exception&) {
    restore();
  }
}

void Game::close() {
  const Lock lock(mutex_);
  is_closed_ = true;
  end_search();
  stop_reviewing();
  for (const auto& control : judging_) {
    if (const auto still = control.lock()) still->stop = true;
  }
  try {
    static_cast<void>(catch_up());
  } catch (const std::exception&) {  // the move is lost with the game
  }
  feed_.end();
}

bool Game::is_idle() {
  const Lock lock(mutex_);
  return !search_ && !reviewing_ && !is_pondering() && feed_.readers() == 0;
}

bool Game::ponders() {
  const Lock lock(mutex_);
  return is_pondering();
}

void Game::stop_pondering() {
  const Lock lock(mutex_);
  if (!is_pondering()) return;
  host_->stop();
  may_ponder_ = false;
  set_thinking(nullptr);
}

std::uint64_t Game::idle_bytes() {
  const Lock lock(mutex_);
  if (search_ || is_pondering()) return 0;
  return std::accumulate(bytes_.begin(), bytes_.end(), std::uint64_t{0});
}

void Game::forget() {
  const Lock lock(mutex_);
  if (search_ || is_pondering()) return;
  host_->forget();
  for (auto& bytes : bytes_) bytes = 0;
}

// ---- Judging ----

std::unique_ptr<Session> Game::whole_game() const {
  return host_->read([&](const SavedGame& game) {
    auto whole = new_session(spec_of(*game.session));
    for (const std::string& move : line_) whole->play(move);
    return whole;
  });
}

Json Game::judge(std::size_t ply, const std::string& player) {
  const auto control = std::make_shared<ReviewControl>();
  auto answer = std::make_shared<std::promise<Json>>();
  std::future<Json> result = answer->get_future();
  {
    const Lock lock(mutex_);
    if (is_closed_) throw Refusal(404, "there is no such game");
    last_used_ = wall_seconds();
    if (ply >= line_.size()) {
      throw Refusal(422,
                    fmt::format("ply: expected at most {}, not {}", static_cast<std::int64_t>(line_.size()) - 1, ply),
                    "ply");
    }
    std::shared_ptr<const Session> whole = whole_game();
    const Spec spec = checked_spec(player.empty() ? usual_reviewer(*whole) : player, world_.bounds, "player");
    std::erase_if(judging_, [](const auto& earlier) { return earlier.expired(); });
    world_.searches.add({.run =
                             [control, answer, whole, ply, spec] {
                               try {
                                 const auto entry = banyan::judge(*whole, ply, spec, 1, *control);
                                 answer->set_value(entry ? json_of(*entry) : Json(nullptr));
                               } catch (...) {
                                 answer->set_exception(std::current_exception());
                               }
                             },
                         .hurry = [control] { control->stop = true; },
                         .threads = threads_of(spec),
                         .seconds = world_.bounds.seconds});
    judging_.push_back(control);
    answer.reset();  // when the queue drops it, nobody waits for ever
  }
  Json entry;
  try {
    entry = result.get();
  } catch (const std::future_error&) {
    throw Refusal(429, "the server is stopping");
  }
  if (entry.is_null()) throw Refusal(422, "the search was ended before it knew");
  return entry;
}

// ---- Reviewing ----

namespace {

Json* review_of(Json& others, const std::string& player, std::uint64_t seed) {
  const auto reviews = others.find("reviews");
  if (reviews == others.end() || !reviews->is_array()) return nullptr;
  for (Json& review : *reviews) {
    if (review.is_object() && review.value("player", Json()) == player && review.value("seed", Json()) == seed) {
      return &review;
    }
  }
  return nullptr;
}

/// How many of these entries are about a line: what comes after another move is about another game.
std::size_t still_true(const Json& plies, const std::vector<std::string>& line) {
  const auto stale = std::find_if(plies.begin(), plies.end(), [&](const Json& entry) {
    const auto ply = entry.find("ply"), move = entry.find("move");
    return ply == entry.end() || move == entry.end() || !ply->is_number_unsigned() ||
           ply->get<std::size_t>() >= line.size() || *move != line[ply->get<std::size_t>()];
  });
  return static_cast<std::size_t>(stale - plies.begin());
}

}  // namespace

void Game::keep(const Review& review) {
  if (Json* const known = review_of(others_, review.player, review.seed)) {
    *known = banyan::json_of(review);
    return;
  }
  Json& reviews = others_["reviews"];
  if (!reviews.is_array()) reviews = Json::array();
  reviews.push_back(banyan::json_of(review));
}

Json Game::review_json() {
  if (reviewing_) {
    return {{"player", reviewing_->review.player},
            {"state", "running"},
            {"done", reviewing_->review.plies.size()},
            {"of", reviewing_->of}};
  }
  const auto reviews = others_.find("reviews");
  if (reviews == others_.end() || !reviews->is_array() || reviews->empty()) return nullptr;
  const Json& last = reviews->back();
  if (!last.is_object() || !last.contains("plies") || !last["plies"].is_array()) return nullptr;
  if (!plies_to_review_) plies_to_review_ = plies_to_review(*whole_game());
  const std::size_t of = *plies_to_review_, done = still_true(last["plies"], line_);
  return {
      {"player", last.value("player", Json())}, {"state", done >= of ? "done" : "stopped"}, {"done", done}, {"of", of}};
}

void Game::review(const std::string& player, std::uint64_t seed) {
  const Lock lock(mutex_);
  if (is_closed_) throw Refusal(404, "there is no such game");
  last_used_ = wall_seconds();
  if (reviewing_) return;
  const auto reviewing = std::make_shared<Reviewing>();
  reviewing->session = whole_game();
  Review& review = reviewing->review;
  review.player = player.empty() ? usual_reviewer(*reviewing->session) : player;
  review.seed = seed;
  const Spec spec = checked_spec(review.player, world_.bounds, "player");
  reviewing->player = spec.text();
  reviewing->threads = threads_of(spec);
  reviewing->of = plies_to_review(*reviewing->session);
  if (const Json* const known = review_of(others_, review.player, seed)) {
    try {
      SavedGame game{.session = whole_game()};
      game.others = Json{{"reviews", Json::array({*known})}}.dump();
      review = reviews_of(game).at(0);
    } catch (const UsageError& error) {
      throw Refusal(422, error.what());
    }
  }
  if (others_.contains("reviews") && others_["reviews"].size() >= most_reviews &&
      review_of(others_, review.player, seed) == nullptr) {
    throw Refusal(429, fmt::format("a game has at most {} reviews", most_reviews));
  }
  wait_to_review(reviewing);
  plies_to_review_ = reviewing->of;
  tell();
}

void Game::wait_to_review(const std::shared_ptr<Reviewing>& reviewing) {
  reviewing->gives_way = reviewing->has_gone_on = false;
  const auto give_way = [reviewing] {
    // A ply that takes all the time there is would be begun again and again.
    if (!reviewing->has_gone_on.exchange(false)) reviewing->control.stop = true;
    reviewing->gives_way = true;
  };
  reviewing->ticket =
      world_.searches.add({.run = [self = shared_from_this(), reviewing] { self->go_on_reviewing(reviewing); },
                           .hurry = give_way,
                           .give_way = [reviewing] { reviewing->gives_way = true; },
                           .threads = reviewing->threads,
                           .is_background = true,
                           .seconds = world_.bounds.seconds});
  reviewing_ = reviewing;
}

void Game::tell_review(const Reviewing& reviewing, const ReviewEntry& entry, std::size_t done) {
  feed_.announce(fmt::format("review {}", entry.ply), "review",
                 one_line({{"ply", entry.ply},
                           {"entry", banyan::json_of(entry)},
                           {"state", done >= reviewing.of ? "done" : "running"},
                           {"done", done},
                           {"of", reviewing.of}}));
}

/// In a thread of Searches.
void Game::go_on_reviewing(const std::shared_ptr<Reviewing>& reviewing) {
  Review review;
  {
    const Lock lock(mutex_);
    if (reviewing != reviewing_) return;
    review = reviewing->review;
  }
  review.player = reviewing->player;
  std::atomic<bool>& stop = reviewing->control.stop;
  reviewing->control.reviewed = [&](const ReviewEntry& entry, std::size_t done, std::size_t) {
    reviewing->has_gone_on = true;
    const Lock lock(mutex_);
    if (reviewing != reviewing_) {
      stop = true;
      return;
    }
    reviewing->review.plies = review.plies;
    keep(reviewing->review);
    try {
      store();
    } catch (const std::exception&) {  // what is not stored is not lost yet, but there will be no room for more
      stop = true;
    }
    tell_review(*reviewing, entry, done);
    if (reviewing->gives_way) stop = true;
  };
  std::string failure;
  try {
    go_on(*reviewing->session, review, reviewing->control);
  } catch (...) {
    failure = failure_text();
  }
  const Lock lock(mutex_);
  if (reviewing != reviewing_) return;
  reviewing_.reset();
  const bool is_done = reviewing->review.plies.size() >= reviewing->of;
  if (!is_done && failure.empty() && reviewing->gives_way && reviewing->has_gone_on && !is_closed_) {
    stop = false;
    try {
      return wait_to_review(reviewing);
    } catch (const Refusal&) {  // too many wait
    }
  }
  if (!failure.empty()) failure_ = failure;
  tell();
}

void Game::stop_reviewing() {
  const auto reviewing = std::exchange(reviewing_, nullptr);
  if (!reviewing) return;
  world_.searches.cancel(reviewing->ticket);
  reviewing->control.stop = true;
}

void Game::stop_review() {
  const Lock lock(mutex_);
  stop_reviewing();
  tell();
}

}  // namespace banyan::web
