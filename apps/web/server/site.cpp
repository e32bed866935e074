// SPDX-License-Identifier: MIT
#include "web/server/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "book/map_json.h"
#include "core/clock.h"
#include "core/error.h"
#include "engine/catalogue.h"
#include "engine/json.h"
#include "protocol/formats.h"
#include "web/server/body.h"
#include "web/server/page.h"

namespace banyan::web {
namespace {

constexpr std::int64_t highest_seed = INT64_MAX;

Response json_response(const Json& json, int status = 200) { return {.status = status, .body = one_line(json)}; }

Response refusal_response(const Refusal& refusal) {
  Json error{{"reason", refusal.what()}};
  if (!refusal.field.empty()) error["field"] = refusal.field;
  Response response = json_response({{"error", error}}, refusal.status);
  if (refusal.status == 429) response.headers.emplace_back("Retry-After", "5");
  return response;
}

/// The time that it takes tells nothing of where they differ.
bool are_equal(std::string_view given, std::string_view expected) {
  unsigned difference = given.size() == expected.size() ? 0 : 1;
  for (std::size_t i = 0; i < given.size(); ++i) {
    difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(expected[i % expected.size()]);
  }
  return difference == 0;
}

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  std::size_t begin = 1;
  while (begin <= path.size()) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

[[noreturn]] void refuse_method(const std::string& allowed) {
  throw Refusal(405, fmt::format("expected {} here", allowed));
}

[[noreturn]] void refuse_path() { throw Refusal(404, "there is nothing at this address"); }

void require_method(const Request& request, const std::string& method) {
  if (request.method != method) refuse_method(method);
}

Json body_of(const Request& request) {
  const std::string_view type = request.header("content-type");
  const std::string_view name = type.substr(0, type.find(';'));
  if (name != "application/json") {
    throw Refusal(415, "a request with a body needs Content-Type: application/json");
  }
  return parse_body(request.body);
}

/// "Who sits there" as texts, or as objects with `player`.
std::vector<std::string> read_seats(Fields& fields) {
  const Json& list = fields.need("seats");
  if (!list.is_array() || list.size() > most_seats) throw Refusal(400, "seats: expected a list of players", "seats");
  std::vector<std::string> seats;
  for (const Json& entry : list) {
    const std::string place = fmt::format("seats[{}]", seats.size());
    if (entry.is_string()) {
      if (entry.get_ref<const std::string&>().size() > 1000) throw Refusal(400, place + ": it is too long", place);
      seats.push_back(entry.get<std::string>());
    } else {
      Fields seat(entry, place);
      seats.push_back(seat.text("player"));
      seat.done();
    }
  }
  return seats;
}

std::uint64_t read_revision(Fields& fields) {
  return static_cast<std::uint64_t>(fields.integer("revision", 0, INT64_MAX));
}

Question read_question(Fields& fields) {
  return {.game = fields.text("game"),
          .options = fields.text_if("options", 4000).value_or(""),
          .moves = fields.texts_if("moves", most_moves).value_or(std::vector<std::string>{}),
          .player = fields.text_if("player").value_or(""),
          .seed = static_cast<std::uint64_t>(fields.integer_if("seed", 0, highest_seed).value_or(1))};
}

/// A list of objects that say with `ply` what they are about.
Json read_list(Fields& fields, const std::string& name) {
  const Json* list = fields.find(name);
  if (list == nullptr) return Json::array();
  if (!list->is_array()) throw Refusal(400, fmt::format("{}: expected a list", name), name);
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string place = fmt::format("{}[{}]", name, i);
    if (!(*list)[i].is_object()) throw Refusal(400, fmt::format("{}: expected an object", place), place);
    Fields entry((*list)[i], place);
    entry.integer("ply", 0, most_moves);
  }
  return *list;
}

SavedGame read_saved(const Json& saved) {
  Fields fields(saved, "saved");
  // Before it is loaded: what it names must be allowed here.
  static_cast<void>(begin_game(fields.text("game"), fields.text("options", 4000)));
  static_cast<void>(fields.texts("moves", most_moves));
  try {
    return load_game(saved.dump());
  } catch (const UsageError& error) {
    throw Refusal(422, error.what(), "saved");
  }
}

}  // namespace

Site::Site(SiteSettings settings)
    : settings_(std::move(settings)),
      storage_(settings_.store, settings_.bounds.store_mb),
      searches_(settings_.bounds.searches, settings_.bounds.waiting),
      world_{settings_.bounds, storage_, searches_},
      lab_(settings_.lab, settings_.bounds, searches_),
      streams_(std::make_shared<std::atomic<std::size_t>>(0)) {
  const bool has_clock = clock_.start([this] {
    std::unique_lock lock(clock_mutex_);
    const std::chrono::duration<double> interval(settings_.bounds.look_interval);
    while (!clock_ends_.wait_for(lock, interval, [&] { return clock_is_over_; })) {
      lock.unlock();
      try {
        tick();
      } catch (const std::exception&) {  // no memory perhaps; the next look comes soon
      }
      lock.lock();
    }
  });
  if (!has_clock) throw Error("no thread can be started");
  const Bounds& bounds = settings_.bounds;
  catalogue_ = one_line({{"version", settings_.version},
                         {"games", games_over_http()},
                         {"players", players_over_http()},
                         {"limits",
                          {{"threads", bounds.threads},
                           {"memory", bounds.memory},
                           {"seconds", bounds.seconds},
                           {"searches", bounds.searches},
                           {"games", bounds.games}}}});
}

Site::~Site() { close(); }

void Site::close() {
  std::vector<std::shared_ptr<Game>> games;
  std::vector<std::shared_ptr<Analysis>> analyses;
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    for (const auto& [id, game] : games_) games.push_back(game);
    for (const auto& [id, analysis] : analyses_) analyses.push_back(analysis);
    games_.clear();
    analyses_.clear();
  }
  {
    const std::lock_guard lock(clock_mutex_);
    clock_is_over_ = true;
    clock_ends_.notify_all();
  }
  clock_.join();
  lab_.close();
  for (const auto& game : games) game->close();
  for (const auto& analysis : analyses) analysis->close();
  searches_.end();
}

// ---- What holds for every request ----

Response Site::handle(const Request& request) {
  Response response;
  try {
    response = answer(request);
  } catch (const Refusal& refusal) {
    response = refusal_response(refusal);
  } catch (const UsageError& error) {
    response = refusal_response(Refusal(422, error.what()));
  } catch (const std::bad_alloc&) {
    response = refusal_response(Refusal(429, "there is no memory for this now"));
  } catch (const std::exception& error) {
    response = refusal_response(Refusal(500, error.what()));
  }
  auto& headers = response.headers;
  headers.emplace_back("X-Content-Type-Options", "nosniff");
  headers.emplace_back("X-Frame-Options", "DENY");
  headers.emplace_back("Referrer-Policy", "no-referrer");
  headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
  headers.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
  headers.emplace_back("Content-Security-Policy",
                       "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
                       "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
                       "frame-ancestors 'none'");
  if (response.status >= 400 || request.path.starts_with("/api/")) headers.emplace_back("Cache-Control", "no-store");
  return response;
}

Response Site::answer(const Request& request) {
  check_source(request);
  if (!settings_.token.empty() && request.path == "/" && request.query.contains("token")) {
    if (!are_equal(request.query.at("token"), settings_.token)) {
      Response asks_again = page(request);
      asks_again.status = 401;
      return asks_again;
    }
    return {
        .status = 303,
        .type = "text/plain; charset=utf-8",
        .headers = {{"Location", "/"},
                    {"Set-Cookie", fmt::format("banyan_token={}; Path=/; HttpOnly; SameSite=Lax", settings_.token)}}};
  }
  // The page itself is no secret, and asks for the token.
  if (!request.path.starts_with("/api/")) return page(request);
  check_token(request);
  return api(request);
}

/// Other sites that a browser shows must not reach this server: neither by requests of theirs, nor by a name of theirs
/// that they let point here.
void Site::check_source(const Request& request) const {
  const std::string_view host = request.header("host");
  const std::size_t colon = host.find(':', host.starts_with('[') ? host.find(']') : 0);
  const std::string_view name = host.substr(0, colon);
  if (settings_.is_local && name != "localhost" && name != "127.0.0.1" && name != "[::1]") {
    throw Refusal(403, "this server answers to localhost and 127.0.0.1 only");
  }
  const std::string_view origin = request.header("origin");
  if (!origin.empty() && origin != fmt::format("http://{}", host) && origin != fmt::format("https://{}", host)) {
    throw Refusal(403, "requests from other sites are refused");
  }
  const std::string_view site = request.header("sec-fetch-site");
  if (site.empty() || site == "same-origin" || site == "none") return;
  // Following a link to the page is no harm.
  const bool is_link = request.header("sec-fetch-mode") == "navigate" && request.header("sec-fetch-dest") == "document";
  if (is_link && request.method == "GET" && !request.path.starts_with("/api/")) return;
  throw Refusal(403, "requests from other sites are refused");
}

void Site::check_token(const Request& request) const {
  if (settings_.token.empty()) return;
  const std::string_view given = request.header("authorization");
  if (given.starts_with("Bearer ") && are_equal(given.substr(7), settings_.token)) return;
  std::string_view cookies = request.header("cookie");
  while (!cookies.empty()) {
    const std::string_view cookie = cookies.substr(0, cookies.find(';'));
    constexpr std::string_view name = "banyan_token=";
    if (cookie.starts_with(name) && are_equal(cookie.substr(name.size()), settings_.token)) return;
    cookies.remove_prefix(std::min(cookies.size(), cookie.size() + 1));
    while (cookies.starts_with(' ')) cookies.remove_prefix(1);
  }
  throw Refusal(401, "a token is needed: open /?token=TOKEN, or send Authorization: Bearer TOKEN");
}

// ---- The page ----

Response Site::page(const Request& request) {
  if (request.method != "GET" && request.method != "HEAD") refuse_method("GET");
  const auto files = page_files();
  const std::string_view path = request.path == "/" ? "/index.html" : std::string_view(request.path);
  if (files.empty() && path == "/index.html") {
    return {.type = "text/plain; charset=utf-8",
            .body =
                "This program was built without its page, which needs Node and npm: install them and build again.\n"
                "The interface at /api/ works (docs/web-api.md).\n"};
  }
  const auto file = std::find_if(files.begin(), files.end(), [&](const PageFile& f) { return f.path == path; });
  if (file == files.end()) refuse_path();
  Response response{.type = std::string(file->type)};
  response.headers = {{"ETag", std::string(file->etag)}, {"Cache-Control", "no-cache"}, {"Vary", "Accept-Encoding"}};
  if (request.header("if-none-match") == file->etag) {
    response.status = 304;
  } else if (request.header("accept-encoding").find("gzip") != std::string_view::npos && !file->compressed.empty()) {
    response.body = file->compressed;
    response.headers.emplace_back("Content-Encoding", "gzip");
  } else {
    response.body = file->text;
  }
  return response;
}

// ---- The interface ----

Response Site::api(const Request& request) {
  const Parts parts = parts_of(request.path);  // "api", ..
  const std::string& what = parts[1];
  const auto alone = [&](const std::string& method) {
    if (parts.size() != 2) refuse_path();
    require_method(request, method);
  };
  if (what == "catalogue") {
    alone("GET");
    return {.body = catalogue_};
  }
  if (what == "positions") {
    alone("POST");
    return position(request);
  }
  if (what == "convert") {
    alone("POST");
    return convert(request);
  }
  if (what == "books") {
    if (parts.size() != 3) refuse_path();
    require_method(request, "GET");
    return book(request, parts[2]);
  }
  if (what == "games") return games(request, parts);
  if (what == "lab") return lab(request, parts);
  if (what == "analyses" || what == "solves") return analyses(request, parts);
  refuse_path();
}

Response Site::position(const Request& request) {
  const Json body = body_of(request);
  Fields fields(body);
  auto session = begin_game(fields.text("game"), fields.text_if("options", 4000).value_or(""));
  const auto moves = fields.texts_if("moves", most_moves).value_or(std::vector<std::string>{});
  const auto seed = fields.integer_if("seed", 0, highest_seed);
  fields.done();
  play_all(*session, moves, "moves");
  if (seed) let_chance_play(*session, static_cast<std::uint64_t>(*seed));
  return json_response(position_json(*session));
}

Response Site::convert(const Request& request) {
  const Json body = body_of(request);
  Fields fields(body);
  const std::string text = fields.text("text", most_body_bytes);
  const auto name = fields.text_if("format", 20);
  const auto options = fields.text_if("options", 4000);
  fields.done();
  std::optional<Format> format;
  if (name) format = refusing("format", [&] { return format_named(*name); });
  const bool is_saved = format.value_or(format_of(text)) == Format::json;
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  SavedGame game;
  if (begin != std::string::npos && text[begin] == '{') {
    // It may name a file, or be so wide that reading it is work.
    const Json json = parse_body(text);
    if (is_saved) game = read_saved(json);
  } else if (is_saved) {
    // Not even after a byte order mark, which readers of JSON pass over: all of it has to be looked at first.
    throw Refusal(422, "text: expected a saved game, an SGF game, a game string or a list of clicks", "text");
  }
  if (!game.session) {
    std::optional<Spec> board;
    if (options) board = spec_of(*begin_game("samegame", *options));
    game = refusing("text", [&] { return read_game(text, format, board); });
  }
  return json_response(Json::parse(save_game(game)));
}

Response Site::book(const Request& request, const std::string& game) {
  const auto options = request.query.find("options");
  const auto session = begin_game(game, options == request.query.end() ? "" : options->second);
  const std::string name = book_for(*session);
  if (name.empty()) throw Refusal(404, "there is no book for this game and these options");
  return json_response(map_json(*Book::load(name), name));
}

std::shared_ptr<void> Site::stream_guard() {
  if (streams_->fetch_add(1) >= settings_.bounds.streams) {
    streams_->fetch_sub(1);
    throw Refusal(429, fmt::format("{} streams of events are open, and no more can be", settings_.bounds.streams));
  }
  return {nullptr, [streams = streams_](void*) { streams->fetch_sub(1); }};
}

/// For one more game in memory: of those that nobody uses, the one whose last use is longest ago leaves it.
void Site::make_room() {
  if (games_.size() < settings_.bounds.loaded) return;
  auto oldest = games_.end();
  for (auto at = games_.begin(); at != games_.end(); ++at) {
    if (at->second.use_count() > 1 || !at->second->is_idle()) continue;
    if (oldest == games_.end() || at->second->last_used() < oldest->second->last_used()) oldest = at;
  }
  if (oldest == games_.end()) throw Refusal(429, "too many games are in use");
  games_.erase(oldest);
}

std::shared_ptr<Game> Site::game(const std::string& id) {
  const bool is_id = id.size() == 32 && id.find_first_not_of("0123456789abcdef") == std::string::npos;
  const std::lock_guard lock(mutex_);
  if (const auto found = games_.find(id); found != games_.end()) return found->second;
  const auto stored = is_id ? storage_.get(id) : std::nullopt;
  if (!stored || is_closed_) throw Refusal(404, "there is no such game");
  make_room();
  try {
    return games_[id] = Game::load(world_, *stored);
  } catch (const Refusal&) {
    throw;
  } catch (const std::exception& error) {
    throw Refusal(422, fmt::format("the stored game cannot be read: {}", error.what()));
  }
}

Response Site::games(const Request& request, const Parts& parts) {
  if (parts.size() == 2) {
    if (request.method == "POST") return begin_game_of(request);
    if (request.method != "GET") refuse_method("GET or POST");
    Json list = Json::array();
    for (const StoredGame& stored : storage_.list(settings_.bounds.games)) list.push_back(Json::parse(stored.summary));
    return json_response({{"games", std::move(list)}});
  }
  if (parts.size() > 4) refuse_path();
  if (parts.size() == 3 && request.method == "DELETE") return remove_game(parts[2]);
  const auto found = game(parts[2]);
  if (parts.size() == 4) return game_command(request, *found, parts[3]);
  if (request.method != "GET") refuse_method("GET or DELETE");
  found->wake();
  return json_response(found->json());
}

/// Also one that can be read no longer: of an earlier version, or of a machine with more cores.
Response Site::remove_game(const std::string& id) {
  std::unique_lock lock(mutex_);
  if (const auto loaded = games_.find(id); loaded != games_.end()) {
    const auto found = loaded->second;
    lock.unlock();
    found->close();
    storage_.remove(id);
    lock.lock();
    games_.erase(id);
  } else if (!storage_.remove(id)) {
    throw Refusal(404, "there is no such game");
  }
  return {.status = 204};
}

Response Site::begin_game_of(const Request& request) {
  const Json body = body_of(request);
  Fields fields(body);
  NewGame asked;
  if (const Json* saved = fields.find("saved")) {
    asked.game = read_saved(*saved);
    if (fields.find("seats") != nullptr) {
      asked.seats = read_seats(fields);
    } else {
      // Who may not play here, a program perhaps, leaves the seat to a person.
      asked.game.seats.resize(static_cast<std::size_t>(asked.game.session->players()));
      for (const SavedSeat& seat : asked.game.seats) {
        asked.seats.push_back(seat.player.empty() ? "human" : seat.player);
        try {
          static_cast<void>(seat_player(*asked.game.session, asked.seats.back(), 0, settings_.bounds, "seats"));
        } catch (const Refusal&) {
          asked.seats.back() = "human";
        }
      }
    }
  } else {
    asked.game.session = begin_game(fields.text("game"), fields.text_if("options", 4000).value_or(""));
    asked.seats = read_seats(fields);
  }
  const auto seed = fields.integer_if("seed", 0, highest_seed);
  if (seed || !asked.game.seed) asked.game.seed = seed ? static_cast<std::uint64_t>(*seed) : std::random_device{}();
  asked.clock = fields.text_if("clock", 40);
  asked.plays_by_itself = fields.boolean_if("auto").value_or(true);
  fields.done();
  {
    const std::lock_guard lock(mutex_);
    if (is_closed_) throw Refusal(429, "the server is stopping");
    make_room();
  }
  const auto game = Game::begin(world_, std::move(asked));
  {
    const std::lock_guard lock(mutex_);
    games_[game->id()] = game;
  }
  game->wake();
  Response response = json_response(game->json(), 201);
  response.headers.emplace_back("Location", "/api/games/" + game->id());
  return response;
}

Response Site::game_command(const Request& request, Game& game, const std::string& command) {
  if (command == "events") {
    require_method(request, "GET");
    auto guard = stream_guard();
    return {.type = "text/event-stream", .events = game.subscribe(std::move(guard))};
  }
  if (command == "file") {
    require_method(request, "GET");
    const auto format = request.query.find("format");
    Response response{.body = game.file(format == request.query.end() ? "json" : format->second)};
    const std::string ending = format == request.query.end() ? "json" : format->second;
    if (ending != "json") response.type = "text/plain; charset=utf-8";
    response.headers.emplace_back("Content-Disposition", fmt::format("attachment; filename=\"game.{}\"", ending));
    return response;
  }
  if (command == "notes") {
    require_method(request, "PUT");
    const Json body = body_of(request);
    Fields fields(body);
    const Json notes = read_list(fields, "notes"), variations = read_list(fields, "variations");
    fields.done();
    game.annotate(notes, variations);
    return json_response(game.json());
  }
  if (command == "review" && request.method == "DELETE") {
    game.stop_review();
    return json_response(game.json());
  }
  require_method(request, "POST");
  if (command == "hurry") {
    game.hurry();
    return json_response(game.json());
  }
  const Json body = body_of(request);
  Fields fields(body);
  if (command == "play") {
    const std::string move = fields.text("move", 100);
    const auto revision = read_revision(fields);
    fields.done();
    game.play(move, revision);
  } else if (command == "goto") {
    const auto ply = static_cast<std::size_t>(fields.integer("ply", 0, most_moves));
    const auto revision = read_revision(fields);
    fields.done();
    game.go_to(ply, revision);
  } else if (command == "resign") {
    const auto seat = static_cast<int>(fields.integer("seat", 0, 7));
    const auto revision = read_revision(fields);
    fields.done();
    game.resign(seat, revision);
  } else if (command == "seats") {
    const auto seats = read_seats(fields);
    const auto clock = fields.text_if("clock", 40);
    const auto revision = read_revision(fields);
    fields.done();
    game.seat(seats, clock, revision);
  } else if (command == "auto") {
    const bool plays_by_itself = fields.boolean("auto");
    fields.done();
    game.set_auto(plays_by_itself);
  } else if (command == "step") {
    const auto revision = read_revision(fields);
    fields.done();
    game.step(revision);
  } else if (command == "hint") {
    const std::string player = fields.text_if("player").value_or("");
    const auto revision = read_revision(fields);
    fields.done();
    return json_response(game.hint(player, revision));
  } else if (command == "judge") {
    const auto ply = static_cast<std::size_t>(fields.integer("ply", 0, most_moves));
    const std::string player = fields.text_if("player").value_or("");
    fields.done();
    return json_response(game.judge(ply, player));
  } else if (command == "review") {
    const std::string player = fields.text_if("player").value_or("");
    const auto seed = static_cast<std::uint64_t>(fields.integer_if("seed", 0, highest_seed).value_or(1));
    fields.done();
    game.review(player, seed);
  } else {
    refuse_path();
  }
  return json_response(game.json());
}

Response Site::analyses(const Request& request, const Parts& parts) {
  if (parts.size() == 2) {
    require_method(request, "POST");
    const Json body = body_of(request);
    Fields fields(body);
    Question question = read_question(fields);
    const bool solves = parts[1] == "solves";
    if (!solves) question.only = fields.texts_if("only", most_moves).value_or(std::vector<std::string>{});
    question.seconds = fields.number_if("seconds", 0.001, settings_.bounds.seconds);
    fields.done();
    {
      const std::lock_guard lock(mutex_);
      if (is_closed_ || analyses_.size() >= settings_.bounds.analyses) {
        throw Refusal(429, fmt::format("{} analyses are open, and no more can be", analyses_.size()));
      }
    }
    const std::string id = new_id();
    const auto analysis = solves ? begin_solve(world_, question) : begin_analysis(world_, question);
    const std::lock_guard lock(mutex_);
    analyses_[id] = analysis;
    return json_response({{"id", id}}, 201);
  }
  if (parts.size() > 4) refuse_path();
  std::shared_ptr<Analysis> analysis;
  {
    const std::lock_guard lock(mutex_);
    const auto found = analyses_.find(parts[2]);
    if (found == analyses_.end()) throw Refusal(404, "there is no such analysis: it ends when nobody listens");
    analysis = found->second;
  }
  if (parts.size() == 4) {
    if (parts[3] != "events") refuse_path();
    require_method(request, "GET");
    auto guard = stream_guard();
    return {.type = "text/event-stream", .events = analysis->subscribe(std::move(guard))};
  }
  if (request.method == "PUT") {
    const Json body = body_of(request);
    Fields fields(body);
    const auto moves = fields.texts("moves", most_moves);
    const auto only = fields.texts_if("only", most_moves).value_or(std::vector<std::string>{});
    const auto seconds = fields.number_if("seconds", 0.001, settings_.bounds.seconds);
    fields.done();
    analysis->aim(moves, only, seconds);
    return json_response({{"id", parts[2]}});
  }
  if (request.method != "DELETE") refuse_method("PUT or DELETE");
  {
    const std::lock_guard lock(mutex_);
    analyses_.erase(parts[2]);
  }
  analysis->close();
  return {.status = 204};
}

Response Site::lab(const Request& request, const Parts& parts) {
  if (parts.size() == 2) {
    require_method(request, "GET");
    return json_response(lab_.overview());
  }
  if (parts[2] == "matches") return lab_match(request, parts);
  if (parts[2] != "experiments" || parts.size() < 4 || parts.size() > 8) refuse_path();
  require_method(request, "GET");
  if (parts.size() == 4) return {.body = lab_.experiment(parts[3])};
  if (parts.size() == 5 && parts[4] == "plot.svg") return {.type = "image/svg+xml", .body = lab_.plot(parts[3])};
  if (parts.size() < 7 || parts[4] != "cells" || parts[6] != "games") refuse_path();
  if (parts.size() == 7) return json_response(lab_.games_of_cell(parts[3], parts[5]));
  return {.body = lab_.saved_game_of_cell(parts[3], parts[5], parts[7])};
}

Response Site::lab_match(const Request& request, const Parts& parts) {
  if (parts.size() == 3) {
    require_method(request, "POST");
    const Json body = body_of(request);
    Fields fields(body);
    MatchOrder order{.game = fields.text("game"),
                     .options = fields.text_if("options", 4000).value_or(""),
                     .a = fields.text("a"),
                     .b = fields.text("b")};
    order.games = static_cast<std::uint64_t>(fields.integer("games", 0, INT32_MAX));
    if (const auto openings = fields.text_if("openings", 40)) order.openings = *openings;
    fields.done();
    return json_response(lab_.begin(order), 201);
  }
  const std::string& id = parts[3];
  if (parts.size() == 4 && request.method == "DELETE") return json_response(lab_.stop(id));
  require_method(request, "GET");
  if (parts.size() == 4) return json_response(lab_.match(id));
  if (parts.size() == 5 && parts[4] == "events") {
    return {.type = "text/event-stream", .events = lab_.subscribe(id, stream_guard())};
  }
  if (parts.size() == 5 && parts[4] == "games.csv") {
    Response response{.type = "text/csv; charset=utf-8", .body = lab_.csv(id)};
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"games.csv\"");
    return response;
  }
  if (parts.size() == 6 && parts[4] == "games") return {.body = lab_.saved_game(id, parts[5])};
  refuse_path();
}

// ---- What goes on by itself ----

void Site::tick() {
  searches_.tick();
  const double now = wall_seconds();
  std::vector<std::weak_ptr<Game>> games;  // a game that is held is in use
  std::vector<std::shared_ptr<Analysis>> unheard;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, game] : games_) games.push_back(game);
    std::erase_if(analyses_, [&](const auto& entry) {
      if (now - entry.second->last_heard() < settings_.bounds.unheard_seconds) return false;
      unheard.push_back(entry.second);
      return true;
    });
  }
  for (const auto& analysis : unheard) analysis->close();
  int pondering = 0;
  for (const auto& one : games) {
    const auto game = one.lock();
    if (!game) continue;
    game->look(now);
    if (game->ponders() && ++pondering > settings_.bounds.searches) game->stop_pondering();
  }
  drop_idle(now);
}

/// Those that nobody has asked for leave the memory, at first when there are many.
void Site::drop_idle(double now) {
  std::vector<std::shared_ptr<Game>> idle, all;
  std::uint64_t warm = 0;
  std::vector<std::shared_ptr<Analysis>> analyses;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, game] : games_) {
      if (game.use_count() == 1 && game->is_idle()) idle.push_back(game);
      if (game->idle_bytes() > 0) all.push_back(game);
      warm += game->idle_bytes();
    }
    for (const auto& [id, analysis] : analyses_) {
      analyses.push_back(analysis);
      warm += analysis->idle_bytes();
    }
    const auto is_older = [](const auto& a, const auto& b) { return a->last_used() < b->last_used(); };
    std::sort(idle.begin(), idle.end(), is_older);
    std::sort(all.begin(), all.end(), is_older);
    std::size_t many = games_.size();
    for (const auto& game : idle) {
      const double age = now - game->last_used();
      if (age < settings_.bounds.idle_seconds && (many < settings_.bounds.loaded * 3 / 4 || age < 5)) continue;
      games_.erase(game->id());
      --many;
    }
  }
  // Games first: an analysis that is looked at may be asked to go on.
  const auto most = static_cast<std::uint64_t>(settings_.bounds.warm_memory) << 20;
  const auto forget = [&](auto& who) {
    if (warm <= most || who.idle_bytes() == 0) return;
    warm -= std::min(warm, who.idle_bytes());
    who.forget();
  };
  for (const auto& game : all) forget(*game);
  for (const auto& analysis : analyses) forget(*analysis);
}

}  // namespace banyan::web
