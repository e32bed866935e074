// SPDX-License-Identifier: MIT
#include "engine/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/error.h"
#include "core/random.h"
#include "engine/catalogue.h"
#include "engine/json.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_moves = 5;  // of an entry
/// A move has been looked at often enough when it has so many visits, and a tenth of those of the best.
constexpr std::uint64_t least_visits = 100;

// ---- One ply ----

/// What players say in different units, in the one of the review.
double value_in_review(const SearchReport& report, double value, std::optional<double> score,
                       std::optional<double> proven, double scale) {
  if (score) return *score;
  if (proven) return *proven;
  return report.is_evaluation ? 1 / (1 + std::exp(-value / scale)) : value;
}

ReviewedMove reviewed(const SearchReport& report, const MoveReport& move, double scale) {
  ReviewedMove all{.move = move.move,
                   .visits = move.visits,
                   .value = value_in_review(report, move.value, move.score, move.proven, scale),
                   .proven = move.proven};
  if (!move.score) all.uncertainty = uncertainty(report, move);
  return all;
}

/// What the search says of one of its moves; nothing where it has hardly looked at it.
std::optional<double> value_of(const SearchReport& report, const std::string& move, double scale) {
  if (move == report.best_move) {
    return value_in_review(report, report.value, report.score, report.proven, scale);
  }
  // Where a position is lost whatever is played, so it is by this move.
  if (report.proven && !report.score && *report.proven == 0) return 0.0;
  const auto found =
      std::find_if(report.moves.begin(), report.moves.end(), [&](const MoveReport& m) { return m.move == move; });
  if (found == report.moves.end()) return std::nullopt;
  const bool is_known = report.are_means && found->visits >= std::max(least_visits, report.visits / 10);
  if (!is_known && !found->proven) return std::nullopt;
  return value_in_review(report, found->value, found->score, found->proven, scale);
}

/// The player of the second search: where the first looked so many turns ahead, this one looks no further.
Spec second_player(Spec player, const SearchReport& first) {
  if (first.depth == 0) return player;
  player = resolve_player(player);
  std::erase_if(player.values, [](const auto& value) { return value.first == "depth"; });
  player.values.emplace_back("depth", fmt::format("{}", first.depth));
  return player;
}

/// The entry of the position that the session stands at.
std::optional<ReviewEntry> judge_here(const Session& here, const std::string& move, const Spec& player,
                                      std::uint64_t seed, ReviewControl& control) {
  const double scale = game_named(here.game()).evaluation_scale;
  const std::uint64_t ply = here.moves().size();
  SearchControl search{.progress = control.progress};
  search.shared_stop = &control.stop;
  const SearchReport report = here.new_player(player, derive_seed(seed, 2 * ply))->search(here, search);
  control.shortage.look(report);
  if (control.stop) return std::nullopt;

  ReviewEntry entry{.ply = ply, .seat = here.to_move(), .move = move, .best = report.best_move};
  entry.visits = report.visits;
  entry.value = value_of(report, report.best_move, scale).value();
  entry.variation = report.principal_variation;
  entry.forced = here.legal_moves().size() == 1;
  for (const MoveReport& each : report.moves) {
    const ReviewedMove known = reviewed(report, each, scale);
    if (each.move == report.best_move) entry.uncertainty = known.uncertainty;
    if (entry.moves.size() < most_moves) entry.moves.push_back(known);
  }
  auto played = value_of(report, move, scale);
  if (!played) {
    search.only = {move};
    const auto second = here.new_player(second_player(player, report), derive_seed(seed, 2 * ply + 1));
    played = value_of(second->search(here, search), move, scale);
    if (control.stop) return std::nullopt;
  }
  entry.played = played.value();
  entry.cost = std::max(0.0, entry.value - entry.played);
  const bool is_shared_by_two = here.players() == 2;
  if (entry.seat == 0) entry.first = entry.value;
  if (entry.seat == 1 && is_shared_by_two) entry.first = 1 - entry.value;
  return entry;
}

/// A game of its own, to stand at earlier positions.
std::unique_ptr<Session> begin_again(const Session& game) { return new_session(spec_of(game)); }

// ---- Reading ----

/// A value of a file and where it stands in it.
class Place {
 public:
  Place(const Json& value, std::string name) : value_(value), name_(std::move(name)) {}

  [[noreturn]] void refuse(std::string_view expected) const {
    throw UsageError(fmt::format("{} is {}, expected {}", name_, shown(), expected));
  }
  Place operator[](const char* key) const {
    const auto found = value_.find(key);
    if (found == value_.end()) throw UsageError(fmt::format("{} has no \"{}\"", name_, key));
    return {*found, fmt::format("{}.{}", name_, key)};
  }
  const Place& object() const {
    if (!value_.is_object()) refuse("an object");
    return *this;
  }
  std::vector<Place> list() const {
    if (!value_.is_array()) refuse("a list");
    std::vector<Place> all;
    for (std::size_t i = 0; i < value_.size(); ++i) all.emplace_back(value_[i], fmt::format("{}[{}]", name_, i));
    return all;
  }
  std::string text() const {
    if (!value_.is_string()) refuse("a text");
    return value_.get<std::string>();
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (const Place& each : list()) all.push_back(each.text());
    return all;
  }
  bool truth() const {
    if (!value_.is_boolean()) refuse("true or false");
    return value_.get<bool>();
  }
  std::uint64_t whole(std::uint64_t low, std::uint64_t high) const {
    if (!value_.is_number_unsigned() || value_.get<std::uint64_t>() < low || value_.get<std::uint64_t>() > high) {
      refuse(fmt::format("a whole number in {}..{}", low, high));
    }
    return value_.get<std::uint64_t>();
  }
  double real(double low, double high) const {
    if (!value_.is_number() || !(value_.get<double>() >= low && value_.get<double>() <= high)) {
      refuse(fmt::format("a number in {}..{}", low, high));
    }
    return value_.get<double>();
  }
  std::optional<double> real_or_null(double low, double high) const {
    return value_.is_null() ? std::nullopt : std::optional(real(low, high));
  }

 private:
  std::string shown() const {
    constexpr std::size_t longest = 40;
    const std::string text = value_.dump(-1, ' ', false, Json::error_handler_t::replace);
    return text.size() <= longest ? text : text.substr(0, longest) + "...";
  }

  const Json& value_;
  std::string name_;
};

constexpr std::uint64_t most_visits = std::numeric_limits<std::int64_t>::max();

struct Range {
  double low, high;
};

ReviewEntry read_entry(const Place& place, const Session& game) {
  place.object();
  const Range range = game.score() ? Range{-1e12, 1e12} : Range{0, 1};
  ReviewEntry entry;
  entry.ply = place["ply"].whole(0, std::numeric_limits<std::int32_t>::max());
  entry.seat = static_cast<int>(place["seat"].whole(0, static_cast<std::uint64_t>(game.players()) - 1));
  entry.move = place["move"].text();
  entry.best = place["best"].text();
  entry.value = place["value"].real(range.low, range.high);
  entry.played = place["played"].real(range.low, range.high);
  entry.cost = place["cost"].real(0, range.high - range.low);
  entry.first = place["first"].real_or_null(range.low, range.high);
  entry.visits = place["visits"].whole(0, most_visits);
  entry.uncertainty = place["uncertainty"].real_or_null(0, 1);
  entry.variation = place["variation"].texts();
  for (const Place& each : place["moves"].list()) {
    each.object();
    entry.moves.push_back({.move = each["move"].text(),
                           .visits = each["visits"].whole(0, most_visits),
                           .value = each["value"].real(range.low, range.high),
                           .uncertainty = each["uncertainty"].real_or_null(0, 1),
                           .proven = each["proven"].real_or_null(0, 1)});
  }
  entry.forced = place["forced"].truth();
  return entry;
}

Review read_review(const Place& place, const Session& game) {
  place.object();
  Review review{.player = place["player"].text(),
                .seed = place["seed"].whole(0, std::numeric_limits<std::int64_t>::max())};
  for (const Place& each : place["plies"].list()) {
    ReviewEntry entry = read_entry(each, game);
    if (!review.plies.empty() && entry.ply <= review.plies.back().ply) {
      each["ply"].refuse(fmt::format("more than {}, the one before it", review.plies.back().ply));
    }
    review.plies.push_back(std::move(entry));
  }
  return review;
}

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json others_of(const SavedGame& game) { return game.others.empty() ? Json::object() : Json::parse(game.others); }

}  // namespace

std::string usual_reviewer(const Session& game) { return game_named(game.game()).reviewer; }

std::optional<ReviewEntry> judge(const Session& game, std::size_t ply, const Spec& player, std::uint64_t seed,
                                 ReviewControl& control) {
  const std::vector<std::string>& moves = game.moves();
  if (ply >= moves.size()) {
    throw UsageError(fmt::format("there is no ply {}: the game has {}, the first of which is 0", ply, moves.size()));
  }
  const auto here = begin_again(game);
  for (std::size_t i = 0; i < ply; ++i) here->play(moves[i]);
  if (here->result()) throw UsageError(fmt::format("the game was over before ply {}", ply));
  if (here->to_move() < 0) throw UsageError(fmt::format("chance made the move of ply {}", ply));
  return judge_here(*here, moves[ply], player, seed, control);
}

std::size_t plies_to_review(const Session& game) {
  const auto here = begin_again(game);
  std::size_t count = 0;
  for (const std::string& move : game.moves()) {
    if (here->result()) break;
    if (here->to_move() >= 0) ++count;
    here->play(move);
  }
  return count;
}

bool go_on(const Session& game, Review& review, ReviewControl& control) {
  const Spec player = parse_spec(review.player);
  const std::vector<std::string>& moves = game.moves();
  const auto stale = std::find_if(review.plies.begin(), review.plies.end(), [&](const ReviewEntry& entry) {
    return entry.ply >= moves.size() || entry.move != moves[entry.ply];
  });
  review.plies.erase(stale, review.plies.end());
  const std::size_t all = plies_to_review(game);
  const auto here = begin_again(game);
  for (std::size_t ply = 0; ply < moves.size() && !here->result(); ++ply) {
    const auto next = std::find_if(review.plies.begin(), review.plies.end(),
                                   [&](const ReviewEntry& entry) { return entry.ply >= ply; });
    const bool is_known = next != review.plies.end() && next->ply == ply;
    if (!is_known && here->to_move() >= 0) {
      if (control.stop) return false;
      const auto entry = judge_here(*here, moves[ply], player, review.seed, control);
      if (!entry) return false;
      review.plies.insert(next, *entry);
      if (control.reviewed) control.reviewed(*entry, review.plies.size(), all);
    }
    here->play(moves[ply]);
  }
  return true;
}

// ---- In files ----

Json json_of(const ReviewEntry& entry) {
  Json moves = Json::array();
  for (const ReviewedMove& move : entry.moves) {
    moves.push_back({{"move", move.move},
                     {"visits", move.visits},
                     {"value", move.value},
                     {"uncertainty", or_null(move.uncertainty)},
                     {"proven", or_null(move.proven)}});
  }
  return {{"ply", entry.ply},
          {"seat", entry.seat},
          {"move", entry.move},
          {"best", entry.best},
          {"value", entry.value},
          {"played", entry.played},
          {"cost", entry.cost},
          {"first", or_null(entry.first)},
          {"visits", entry.visits},
          {"uncertainty", or_null(entry.uncertainty)},
          {"variation", entry.variation},
          {"moves", std::move(moves)},
          {"forced", entry.forced}};
}

Json json_of(const Review& review) {
  Json plies = Json::array();
  for (const ReviewEntry& entry : review.plies) plies.push_back(json_of(entry));
  return {{"player", review.player}, {"seed", review.seed}, {"plies", std::move(plies)}};
}

std::vector<Review> reviews_of(const SavedGame& game) {
  const Json others = others_of(game);
  const auto found = others.find("reviews");
  std::vector<Review> reviews;
  if (found == others.end()) return reviews;
  for (const Place& each : Place(*found, "reviews").list()) reviews.push_back(read_review(each, *game.session));
  return reviews;
}

void keep_review(SavedGame& game, const Review& review) {
  std::vector<Review> reviews = reviews_of(game);
  const auto same = std::find_if(reviews.begin(), reviews.end(), [&](const Review& other) {
    return other.player == review.player && other.seed == review.seed;
  });
  if (same == reviews.end()) {
    reviews.push_back(review);
  } else {
    *same = review;
  }
  Json others = others_of(game);
  Json& list = others["reviews"] = Json::array();
  for (const Review& each : reviews) list.push_back(json_of(each));
  game.others = others.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace banyan
