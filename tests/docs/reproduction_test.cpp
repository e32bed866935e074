// SPDX-License-Identifier: MIT
// The figures of docs/reproduction.md, counted again from the raw results in experiments/results.
//
// quotes("PPR wins {} against", figure) looks for this sentence in the text, whatever stands at {}, and what stands
// there must be the figure. A failure names the line, what it says and what it should say. Every interval and every ±
// of the text must have been looked at in this way, but for what follows the words "not in the repository" in a
// section.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "arena/experiment.h"
#include "tests/docs/results.h"

namespace banyan::reproduction {
namespace {

using Figures = std::vector<std::string>;

/// The document as one line, with single blanks, that knows where each character came from. Rows of tables end with
/// \\n.
class Quoted : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ifstream file(BANYAN_SOURCE_DIR "/docs/reproduction.md");
    int line_number = 0;
    bool is_open = true;
    for (std::string line; std::getline(file, line);) {
      ++line_number;
      if (line.starts_with('#')) is_open = true;
      const std::size_t begin = text_.size();
      for (const char c : line + (line.starts_with('|') ? '\n' : ' ')) {
        if (c == ' ' && (text_.empty() || text_.back() == ' ' || text_.back() == '\n')) continue;
        text_ += c;
        line_of_.push_back(line_number);
        is_checked_.push_back(!is_open);
      }
      // Words that say so may stand in two lines.
      is_open = is_open && text_.find("not in the repository", begin > 30 ? begin - 30 : 0) == std::string::npos;
    }
  }

  /// Checks the figures that stand at the places {} of the sentence, which must occur once.
  void quotes(const std::string& sentence, const Figures& figures) {
    std::vector<std::string> parts;
    for (std::size_t at = 0, next = 0; next != std::string::npos; at = next + 2) {
      next = sentence.find("{}", at);
      parts.push_back(sentence.substr(at, next - at));
    }
    ASSERT_EQ(parts.size(), figures.size() + 1) << sentence;
    for (const auto* end : {&parts.front(), &parts.back()}) ASSERT_NE(*end, "") << sentence;
    int found = 0;
    for (std::size_t at = 0; (at = text_.find(parts[0], at)) != std::string::npos; ++at)
      found += check(parts, figures, at);
    EXPECT_EQ(found, 1) << "docs/reproduction.md: found " << found << " times: " << sentence;
  }
  void quotes(const std::string& sentence, const std::string& figure) { quotes(sentence, Figures{figure}); }

  /// Fails for what nobody has looked at.
  void expect_all_checked() const {
    for (const std::string sign : {" % [", "±"}) {
      for (std::size_t at = 0; (at = text_.find(sign, at)) != std::string::npos; ++at) {
        if (is_checked_[at]) continue;
        ADD_FAILURE() << "docs/reproduction.md:" << line_of_[at] << ": no test counts this figure again: ..."
                      << text_.substr(at - std::min<std::size_t>(at, 40), 70) << "...";
      }
    }
  }

 private:
  static constexpr std::size_t longest_figure = 40;

  bool check(const std::vector<std::string>& parts, const Figures& figures, std::size_t start) {
    struct Place {
      std::size_t begin, end;
    };
    std::vector<Place> places;
    std::size_t at = start + parts[0].size();
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const std::string right = figures[i - 1] + parts[i];
      const bool is_right = text_.compare(at, right.size(), right) == 0;
      const std::size_t end = is_right ? at + figures[i - 1].size() : text_.find(parts[i], at);
      if (end == std::string::npos || end - at > longest_figure) return false;
      if (text_.substr(at, end - at).find('|') != std::string::npos) return false;  // beyond its cell
      places.push_back({at, end});
      at = end + parts[i].size();
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto [begin, end] = places[i];
      std::fill(is_checked_.begin() + static_cast<std::ptrdiff_t>(begin),
                is_checked_.begin() + static_cast<std::ptrdiff_t>(end), true);
      const std::string quoted = text_.substr(begin, end - begin);
      if (quoted == figures[i]) continue;
      ADD_FAILURE() << "docs/reproduction.md:" << line_of_[begin] << ": quotes '" << quoted << "', counted again '"
                    << figures[i] << "', in: " << text_.substr(start, at - start);
    }
    return true;
  }

  std::string text_;
  std::vector<int> line_of_;
  std::vector<bool> is_checked_;
};

// ---- Figures as text ----

std::string percent(const PlayedMatch& match, int digits = 1) {
  return fmt::format("{:.{}f} %", 100 * match.rate(), digits);
}

std::string with_interval(double rate, const Interval& bounds, int digits) {
  return fmt::format("{:.{}f} % [{:.{}f}, {:.{}f}]", 100 * rate, digits, 100 * bounds.low, digits, 100 * bounds.high,
                     digits);
}
std::string rate(const PlayedMatch& match, int digits = 1) {
  return with_interval(match.rate(), match.interval(), digits);
}

/// What another publication counted.
std::string rate_of_counts(double wins, double games) { return with_interval(wins / games, wilson(wins, games), 0); }

std::string grouped(double number) {
  std::string digits = fmt::format("{:.0f}", number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string plus_minus(const Mean& mean) { return fmt::format("{:.0f} ± {:.0f}", mean.mean, mean.half_width); }

/// By how much one mean is above another of as many values, with its 95 % by Student's t.
Mean difference(const Mean& a, const Mean& b) {
  const double error =
      std::sqrt((a.deviation * a.deviation + b.deviation * b.deviation) / static_cast<double>(a.count));
  return {.count = a.count, .mean = a.mean - b.mean, .half_width = student_t(2 * a.count - 2) * error};
}
std::string with_sign(const Mean& difference) { return (difference.mean > 0 ? "+" : "") + plus_minus(difference); }

std::string points(const RateDifference& difference) {
  return fmt::format("{:.1f} points [{:.1f}, {:.1f}]", 100 * difference.value, 100 * difference.bounds.low,
                     100 * difference.bounds.high);
}

Agreement verdict_on(const RateDifference& difference) {
  return agreement_of(difference.p < 0.05, difference.bounds, margin_of_rates);
}

double mean(const std::vector<double>& values) { return mean_of(values).mean; }

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// ---- Havannah ----

/// A match of the players of the paper.
const PlayedMatch& against(const PlayedGames& games, const std::string& opponent, const std::string& size = "6",
                           const std::string& iterations = "1000", const Keys& a = {"ppr_rest=paper"}) {
  return games.match({"size=" + size}, a, {"iterations=" + iterations, "playout=" + opponent});
}

class Reproduction : public Quoted {
 protected:
  void havannah();
  void samegame();
  void cards();
  void hive();
  void poly_y();
  void poly_y_claims();
};

TEST_F(Reproduction, quotes_what_the_raw_results_say) {
  havannah();
  samegame();
  cards();
  hive();
  poly_y();
  poly_y_claims();
  expect_all_checked();
}

void Reproduction::havannah() {
  const PlayedGames pool("sweep_poolrave"), mast("sweep_mast"), nast("sweep_nast2");
  quotes("| PoolRave | 40 moves, p = 0.25, from 30 playouts on | {} |",
         rate(pool.match({}, {"pool_size=40", "pool_p=0.25", "pool_playouts=30"}, {}), 0));
  const auto within = std::count_if(pool.matches().begin(), pool.matches().end(),
                                    [](const PlayedMatch& m) { return m.rate() >= 0.5 && m.rate() <= 0.6; });
  quotes("flat: {} of the {} points lie between 50 % and 60 %",
         {std::to_string(within), std::to_string(pool.matches().size())});
  quotes("| MAST | Gibbs, tau = 0.1 | {} |", rate(mast.match({}, {"gram_draw=gibbs", "gram_tau=0.1"}, {}), 0));
  quotes("greedy is poor: {} with epsilon = 0.2, {} with 0.9",
         {percent(mast.match({}, {"gram_epsilon=0.2"}, {}), 0), percent(mast.match({}, {"gram_epsilon=0.9"}, {}), 0)});
  quotes("| NAST2 | Gibbs, tau = 0.1, sequences from 2 visits on | {} |",
         rate(nast.match({}, {"gram_draw=gibbs", "gram_tau=0.1", "gram_visits=2"}, {}), 0));
  for (const std::string epsilon : {"0.6", "0.9"}) {
    quotes("greedy reaches {} with epsilon = 0.6 or 0.9 and 7 visits",
           percent(nast.match({}, {"gram_draw=greedy", "gram_epsilon=" + epsilon, "gram_visits=7"}, {}), 0));
  }

  // Table 1.
  const PlayedGames table1("havannah_table1");
  struct Published {
    std::string size, iterations, opponent;
    double percent;
  };
  const std::vector<Published> published = {
      {"6", "1000", "uniform", 74.4},   {"6", "1000", "poolrave", 70.2}, {"6", "1000", "lgrf1", 71.7},
      {"6", "1000", "mast", 74.0},      {"6", "1000", "nast2", 85.0},    {"6", "10000", "uniform", 63.7},
      {"6", "10000", "poolrave", 67.0}, {"6", "10000", "lgrf1", 63.2},   {"6", "10000", "mast", 64.5},
      {"6", "10000", "nast2", 76.5},    {"10", "1000", "uniform", 86.3}, {"10", "1000", "poolrave", 72.2},
      {"10", "1000", "lgrf1", 79.0},    {"10", "1000", "mast", 83.7},    {"10", "1000", "nast2", 85.5},
      {"6", "30000", "uniform", 66.3}};
  std::map<Agreement, int> verdicts;
  std::map<std::string, Figures> cells;  // rate and verdict
  int above_half = 0, clear = 0;
  for (const auto& [size, iterations, opponent, rate_there] : published) {
    const PlayedMatch& match = against(table1, opponent, size, iterations);
    const RateDifference difference = difference_of(match.measured(), {rate_there / 100, 600});
    const Agreement verdict = verdict_on(difference);
    clear += difference.p < 0.05 / static_cast<double>(published.size());
    ++verdicts[verdict];
    cells[fmt::format("{} {} {}", opponent, size, iterations)] = {percent(match), std::string(name_of(verdict))};
    above_half += match.interval().low > 0.5;
  }
  quotes("Of {} cells with games {} agree with the paper, {} differ and {} are open.",
         {std::to_string(published.size()), std::to_string(verdicts[Agreement::agrees]),
          std::to_string(verdicts[Agreement::differs]), std::to_string(verdicts[Agreement::open])});
  quotes("Of the {}, {} differ with p below 0.05 / {}, which",
         {std::to_string(verdicts[Agreement::differs]), std::to_string(clear), std::to_string(published.size())});
  quotes("in all {} cells the interval lies above 50 %", std::to_string(above_half));
  quotes("those of about 400 games ({}: 0.7585", "75.85 ± 2.13 %");  // the paper's own
  const PlayedMatch& ppr = against(table1, "uniform");
  const auto cell = [&](const std::string& name) -> const Figures& { return cells.at(name); };
  quotes(
      "we find {} where the paper has 74.4 % ({}, by {} points); with 10,000 playouts {} ({}), with 30,000 {} ({}), on "
      "side 10 {} ({}).",
      {rate(ppr), cell("uniform 6 1000")[1], fmt::format("{:.1f}", 100 * (ppr.rate() - 0.744)),
       cell("uniform 6 10000")[0], cell("uniform 6 10000")[1], cell("uniform 6 30000")[0], cell("uniform 6 30000")[1],
       cell("uniform 10 1000")[0], cell("uniform 10 1000")[1]});
  quotes("Against PoolRave {} ({}), with 10,000 playouts {} ({}), on side 10 {} ({}).",
         {cell("poolrave 6 1000")[0], cell("poolrave 6 1000")[1], cell("poolrave 6 10000")[0],
          cell("poolrave 6 10000")[1], cell("poolrave 10 1000")[0], cell("poolrave 10 1000")[1]});
  quotes("Against LGRF1 {} ({}), with 10,000 playouts {} ({}), on side 10 {} where the paper has 79.0 % ({}).",
         {cell("lgrf1 6 1000")[0], cell("lgrf1 6 1000")[1], cell("lgrf1 6 10000")[0], cell("lgrf1 6 10000")[1],
          rate(against(table1, "lgrf1", "10")), cell("lgrf1 10 1000")[1]});
  const PlayedMatch& nast2 = against(table1, "nast2");
  quotes(
      "Against NAST2 PPR wins {} where the paper has 85.0 % ({}), with 10,000 playouts {} against 76.5 % ({}), on side "
      "10 {} against "
      "85.5 % ({})",
      {cell("nast2 6 1000")[0], cell("nast2 6 1000")[1], rate(against(table1, "nast2", "6", "10000")),
       cell("nast2 6 10000")[1], cell("nast2 10 1000")[0], cell("nast2 10 1000")[1]});
  quotes(
      "against MAST {} where the paper has 74.0 % ({}), with 10,000 playouts {} ({}), on side 10 {} against 83.7 % "
      "({})",
      {cell("mast 6 1000")[0], cell("mast 6 1000")[1], cell("mast 6 10000")[0], cell("mast 6 10000")[1],
       cell("mast 10 1000")[0], cell("mast 10 1000")[1]});
  quotes("a game took NAST2 {} s and PPR {} s",
         {fmt::format("{:.2f}", mean(nast2.seconds_b)), fmt::format("{:.2f}", mean(nast2.seconds_a))});
  quotes("greedy MAST with epsilon = 0.4 wins {} against RAVE", percent(mast.match({}, {"gram_epsilon=0.4"}, {}), 0));
  const PlayedMatch& uniform = against(table1, "uniform", "6", "1000", {"ppr_rest=uniform"});
  const PlayedMatch& shuffled = against(table1, "uniform", "6", "1000", {"ppr_rest=shuffled"});
  quotes(
      "PPR wins {} against RAVE instead of {}, and with the same part of a list that is shuffled once per search it "
      "loses: {}, {} "
      "games each",
      {rate(uniform), percent(ppr), rate(shuffled), std::to_string(shuffled.score().games())});

  // Figure 5.
  const PlayedGames figure5("havannah_figure5");
  const auto set = [&](const std::string& tn, const std::string& tw, const std::string& p) -> const PlayedMatch& {
    return figure5.match({}, {"ppr_tn=" + tn, "ppr_tw=" + tw, "ppr_p=" + p}, {});
  };
  const auto range = [](const std::vector<double>& rates) {
    return Figures{fmt::format("{:.0f} %", 100 * *std::min_element(rates.begin(), rates.end())),
                   fmt::format("{:.0f} %", 100 * *std::max_element(rates.begin(), rates.end()))};
  };
  std::vector<double> rates;
  for (const char* tn : {"0.001", "0.002", "0.005", "0.01", "0.02", "0.05"})
    rates.push_back(set(tn, "0.25", "0.8").rate());
  quotes("T_n: from 0.1 % to 5 % between {} and {}, which", range(rates));
  quotes("where only the root's counts are used, gives {}.", rate(set("1", "0.25", "0.8"), 0));
  rates.clear();
  for (const char* tw : {"0", "0.1", "0.2", "0.25", "0.3", "0.4", "0.5", "0.6"})
    rates.push_back(set("0.01", tw, "0.8").rate());
  quotes("T_w': from 0 to 60 % between {} and {}, without", range(rates));
  quotes("nothing is listed, {}, as the paper says", rate(set("0.01", "1", "0.8"), 0));
  rates.clear();
  for (const char* p : {"0.4", "0.6", "0.7", "0.8"}) rates.push_back(set("0.01", "0.25", p).rate());
  quotes("p: between {} and {} from 40 % to 80 %", range(rates));
  quotes("from 40 % to 80 %, {} at 90 % and {} at 100 %",
         {rate(set("0.01", "0.25", "0.9"), 0), rate(set("0.01", "0.25", "1"), 0)});
  quotes("With p = 0 it is {}.", rate(set("0.01", "0.25", "0"), 0));

  // Figure 6.
  const PlayedGames figure6("havannah_figure6");
  const auto side = [&](const std::string& size) -> const PlayedMatch& { return against(figure6, "uniform", size); };
  const auto with_iterations = [&](const std::string& n) -> const PlayedMatch& {
    return against(figure6, "uniform", "6", n);
  };
  quotes("Found: {} and {} on sides 3 and 4", {percent(side("3")), percent(side("4"))});
  quotes("where the paper has 60 % or less; {} on side 5, {} on side 6", {rate(side("5")), rate(side("6"))});
  rates.clear();
  for (const char* size : {"7", "8", "9", "10"}) rates.push_back(side(size).rate());
  quotes("and {} or more from side 7 on", range(rates).front());
  quotes("with 500 and 1,000 iterations ({} and {}; the paper",
         {percent(with_iterations("500")), percent(with_iterations("1000"))});
  quotes("smaller with 10,000 ({}; the paper: almost 70 %) and 30,000 ({})",
         {percent(with_iterations("10000")), rate(with_iterations("30000"))});
  quotes("With 100 iterations none is seen: {}.", rate(with_iterations("100")));

  // The best player.
  const PlayedGames best("havannah_best");
  quotes("havannah_best.md)): {} and {} of 200 games on side 6, {} and {} on side 8.",
         {rate(against(best, "uniform", "6", "0", {})), rate(against(best, "ppr", "6", "0", {})),
          rate(against(best, "uniform", "8", "0", {})), rate(against(best, "ppr", "8", "0", {}))});
}

std::string games(const PlayedMatch& match) { return std::to_string(match.points.size()); }

// ---- Hive ----

std::string share_interrupted(const PlayedMatch& match) {
  return fmt::format("{:.1f} %",
                     100 * static_cast<double>(match.interrupted) / static_cast<double>(match.points.size()));
}

void Reproduction::hive() {
  const PlayedGames random("hive_random");
  quotes("A game of random moves lasts {} plies in {} games, and with a win in one {}.",
         {plus_minus(mean_of(random.match({}, {"decisive=false"}, {}).plies)),
          games(random.match({}, {"decisive=false"}, {})),
          plus_minus(mean_of(random.match({}, {"decisive=true"}, {}).plies))});

  const PlayedGames tables("hive_tables4");
  struct Row {
    std::string begin;
    Keys a, b;
    double published, of;
    std::string plies;  // of the thesis
  };
  std::size_t all = 0;
  for (const Row& row :
       {Row{"| 4.1 | basic against random moves with a win in one | 89.8 % of 73 |",
            {"formula=never"},
            {"random"},
            0.898,
            73,
            "36.7"},
        Row{"| 4.2 | UCT, C = 100, against the same | 91.2 % of 61 |",
            {"formula=odd_visits"},
            {"random"},
            0.912,
            61,
            "34.8"},
        Row{"| 4.3 | basic against A1 that counts wins (`a1_wins`) | 58.5 % of 201 |",
            {"formula=never"},
            {"value=a1_wins"},
            0.5845,
            201,
            "46.4"},
        Row{"| 4.3 | basic against A1 of results divided as they come in (`a1_running`) | 58.5 % of 201 |",
            {"formula=never"},
            {"value=a1_running"},
            0.5845,
            201,
            "46.4"}}) {
    const PlayedMatch& match = tables.match({}, row.a, row.b);
    const auto verdict = verdict_on(difference_of(match.measured(), {row.published, row.of}));
    quotes(row.begin + " {} | {} | {} | {} | {}; " + row.plies + " |",
           {rate(match), games(match), std::string(name_of(verdict)), share_interrupted(match),
            fmt::format("{:.1f}", mean_of(match.plies).mean)});
    all += match.points.size();
  }
  quotes("games that all the tables together ask for {}.", std::to_string(all));

  const PlayedGames cuts("hive_table3_1");
  std::vector<std::string> times;
  for (const char* cut : {"100", "170", "200", "300", "0"}) {
    const PlayedMatch& match = cuts.match({}, {fmt::format("cut={}", cut)}, {});
    times.push_back(fmt::format("{:.0f}", 1000 * match.seconds_a_ply()));
  }
  quotes("ours take {}, {}, {}, {} and {} milliseconds a ply", times);
}

// ---- Poly-Y ----

/// What becomes of a paper's claim (docs/experiments.md).
enum class Verdict { confirmed, refuted, open };
std::string text_of(Verdict verdict) {
  return verdict == Verdict::confirmed ? "confirmed" : verdict == Verdict::refuted ? "refuted" : "open";
}

Verdict above_zero(const Interval& bounds) {
  return bounds.low > 0 ? Verdict::confirmed : bounds.high < 0 ? Verdict::refuted : Verdict::open;
}
Verdict above_half(const Interval& bounds) { return above_zero({bounds.low - 0.5, bounds.high - 0.5}); }
Verdict gains_nothing(const Interval& bounds) {
  if (bounds.low > 0.5) return Verdict::refuted;
  return bounds.high < 0.5 + margin_of_rates ? Verdict::confirmed : Verdict::open;
}
Interval mirrored(const Interval& bounds) { return {1 - bounds.high, 1 - bounds.low}; }

/// A row of the table of claims. Parts that have not been played are open; one that is refuted refutes all.
class Claim {
 public:
  /// Of a match, by its win rate; null where it has not been played.
  Claim& of(const PlayedMatch* match, Verdict (*judge)(const Interval&)) {
    if (match == nullptr) return add("not played", Verdict::open);
    return add(rate(*match) + " of " + games(*match), judge(match->interval()));
  }
  /// That the first is better than the second.
  Claim& better(const PlayedMatch* a, const PlayedMatch* b) {
    if (a == nullptr || b == nullptr) return add("not played", Verdict::open);
    const RateDifference found = difference_of(a->measured(), b->measured());
    return add(points(found), above_zero(found.bounds));
  }
  Claim& add(const std::string& figure, Verdict verdict) {
    figures_.push_back(figure);
    is_refuted_ = is_refuted_ || verdict == Verdict::refuted;
    is_confirmed_ = is_confirmed_ && verdict == Verdict::confirmed;
    return *this;
  }

  /// What stands in the places of the row.
  Figures figures() const {
    Figures all = figures_;
    all.push_back(text_of(is_refuted_ ? Verdict::refuted : is_confirmed_ ? Verdict::confirmed : Verdict::open));
    return all;
  }

 private:
  Figures figures_;
  bool is_refuted_ = false, is_confirmed_ = true;
};

/// How often who moves first wins, in games of a player against itself.
Claim white_loses(const PlayedMatch* match) {
  if (match == nullptr) return Claim().add("not played", Verdict::open);
  double wins = 0;
  for (const auto& [number, points_of_a] : match->points) wins += number % 2 == 0 ? points_of_a : 1 - points_of_a;
  const auto all = static_cast<double>(match->points.size());
  const Interval bounds = wilson(wins, all);
  return Claim().add(with_interval(wins / all, bounds, 1) + " of " + games(*match), above_half(mirrored(bounds)));
}

Claim lasts_longer(const PlayedMatch* a, const PlayedMatch* b) {
  if (a == nullptr || b == nullptr) return Claim().add("not played", Verdict::open);
  const Mean first = mean_of(a->plies), second = mean_of(b->plies);
  const auto square = [](const Mean& mean) {
    return mean.deviation * mean.deviation / static_cast<double>(mean.count);
  };
  const double half_width = student_t(first.count + second.count - 2) * std::sqrt(square(first) + square(second));
  const double above = first.mean - second.mean;
  return Claim().add(fmt::format("{:+.1f} ± {:.1f} plies", above, half_width),
                     above_zero({above - half_width, above + half_width}));
}

void Reproduction::poly_y_claims() {
  const PlayedGames sweeps("poly_y_sweeps"), table2("poly_y_table2"), figure6("poly_y_figure6");
  const PlayedGames length("poly_y_length"), table3("poly_y_table3");
  const auto claims = [&](const std::string& begin, const Claim& claim) {
    std::string row = begin + " |";
    for (std::size_t i = 0; i + 1 < claim.figures().size(); ++i) row += i == 0 ? " {}" : "; {}";
    quotes(row + " | {} |", claim.figures());
  };
  const auto losing = [](const Interval& bounds) { return above_half(mirrored(bounds)); };

  Claim alpha;
  for (const char* own : {"own=false", "own=true"}) alpha.of(sweeps.find({}, {"alpha=0.75", own}, {}), above_half);
  claims("| alpha = 0.75 is best | `sweeps`: against 0.25, indirect pair without and with own playouts", alpha);
  claims("| RAVE is no use at few playouts | `sweeps`: R = 1,000 against alpha-AMAF, 1,024 playouts",
         Claim().of(sweeps.find({}, {"rave", "r=1000", "k=0", "iterations=1024"}, {"alpha_amaf"}), gains_nothing));
  Claim exploration;
  for (const char* k : {"k=0.05", "k=0.1", "k=0.2", "k=0.4"}) {
    exploration.of(sweeps.find({}, {"rave", k}, {"rave", "k=0"}), gains_nothing);
  }
  claims("| no exploration is needed | `sweeps`: K = 0.05, 0.1, 0.2 and 0.4 against 0, RAVE", exploration);
  claims("| walking around beats exact templates | `sweeps`: level 2 in its place",
         Claim().of(sweeps.find({}, {"reply_kinds=bridge+edge_bridge+level2"}, {}), losing));
  claims("| dead cells add nothing to AMAF | `sweeps`: `alive` besides",
         Claim().of(sweeps.find({}, {"playout=replies+fillboard+alive"}, {}), gains_nothing));

  const std::string with = "playout=replies+fillboard", without = "playout=uniform";
  const std::string bridges = "reply_kinds=bridge+edge_bridge", higher = "reply_kinds=bridge+edge_bridge+walk_around";
  const auto heuristic = [&](int which, const char* iterations) {
    const std::string limit = fmt::format("iterations={}", iterations);
    if (which == 0) return table2.find({}, {"playout=replies", bridges, limit}, {without});
    if (which == 1) return table2.find({}, {"playout=replies", higher, limit}, {bridges});
    return table2.find({}, {with, higher, limit}, {"playout=replies", higher});
  };
  Claim adds, gains;
  for (const int which : {0, 1, 2}) {
    adds.of(heuristic(which, "4096"), above_half);
    gains.better(heuristic(which, "16384"), heuristic(which, "1024"));
  }
  claims("| bridges, walking around and fillboard add | `table2`: 4,096 playouts", adds);
  claims("| they gain with time | `table2`: 16,384 playouts above 1,024", gains);

  const Keys amaf_h{"alpha_amaf", with}, uct_h{"uct", with}, amaf{"alpha_amaf", without}, uct{"uct", without};
  Claim all;
  for (const Keys& b : {uct, amaf, uct_h}) all.of(figure6.find({}, amaf_h, b), above_half);
  claims("| AMAF with heuristics beats all others | `figure6`: UCT, AMAF, UCT with heuristics", all);
  claims("| UCT with heuristics beats AMAF | `figure6`", Claim().of(figure6.find({}, uct_h, amaf), above_half));
  claims("| against UCT, AMAF does better than UCT with heuristics | `figure6`: the difference",
         Claim().better(figure6.find({}, amaf, uct), figure6.find({}, uct_h, uct)));
  claims("| games last longer with heuristics | `length`",
         lasts_longer(length.find({}, {with}, {}), length.find({}, {without}, {})));
  claims("| without a book White loses more often | `table3`: White, 4,096 playouts",
         white_loses(table3.find({}, {"iterations=4096"}, {})));
}

void Reproduction::poly_y() {
  const std::string with = "playout=replies+fillboard", without = "playout=uniform";
  const PlayedGames figure6("poly_y_figure6");
  const auto quotes_figure6 = [&](const std::string& sentence, const Keys& a, const Keys& b) {
    const PlayedMatch& match = figure6.match({}, a, b);
    quotes("| " + sentence + " | {} | {} |", {rate(match), games(match)});
  };
  quotes_figure6("AMAF with heuristics against UCT", {"alpha_amaf", with}, {"uct", without});
  quotes_figure6("AMAF with heuristics against AMAF", {"alpha_amaf", with}, {"alpha_amaf", without});
  quotes_figure6("AMAF with heuristics against UCT with heuristics", {"alpha_amaf", with}, {"uct", with});
  quotes_figure6("UCT with heuristics against AMAF", {"uct", with}, {"alpha_amaf", without});

  const PlayedGames all_best("poly_y_best");
  const PlayedMatch& best = all_best.match({}, {}, {});
  quotes("`poly-y-best` wins {} of {} against `poly-y-paper`.", {rate(best), games(best)});

  const PlayedGames table2("poly_y_table2");
  struct Row {
    std::string name;
    Keys a, b;
    std::array<double, 3> published;  // with 1,024, 4,096 and 16,384 playouts, in percent
  };
  const std::string bridges = "reply_kinds=bridge+edge_bridge", higher = "reply_kinds=bridge+edge_bridge+walk_around";
  for (const Row& row : {Row{"bridges", {"playout=replies", bridges}, {without}, {97.5, 98.8, 99.2}},
                         Row{"walking around besides", {"playout=replies", higher}, {bridges}, {67.3, 70.4, 72.4}},
                         Row{"fillboard besides", {with, higher}, {"playout=replies", higher}, {57.4, 58.7, 58.3}}}) {
    for (const auto& [playouts, text, published, games_there] :
         {std::tuple{"1024", "1,024", row.published[0], 20'000.0},
          std::tuple{"4096", "4,096", row.published[1], 20'000.0},
          std::tuple{"16384", "16,384", row.published[2], 10'000.0}}) {
      Keys a = row.a;
      a.push_back(fmt::format("iterations={}", playouts));
      const PlayedMatch& match = table2.match({}, a, row.b);
      const auto difference = difference_of(match.measured(), {published / 100, games_there});
      quotes(fmt::format("| {} | {} | {:.1f} % | {{}} | {{}} | {{}} |", text, row.name, published),
             {rate(match), games(match), std::string(name_of(verdict_on(difference)))});
    }
  }
}

// ---- SameGame ----

Mean score_after(const SolveRuns& runs, double seconds) {
  std::vector<double> scores;
  for (const SolveRun& run : runs) {
    double best = 0;
    for (const auto& [playouts, when, score] : run.history) best = when <= seconds ? score : best;
    scores.push_back(best);
  }
  return mean_of(scores);
}

double per_second(const SolveRuns& runs) {
  return sum_of(runs, &SolveRun::playouts) / sum_of(runs, &SolveRun::seconds);
}

Figures millions(const SolveRuns& runs) {
  const auto [least, most] = std::minmax_element(
      runs.begin(), runs.end(), [](const SolveRun& a, const SolveRun& b) { return a.playouts < b.playouts; });
  return {fmt::format("{:.1f}", least->playouts / 1e6), fmt::format("{:.1f}", most->playouts / 1e6)};
}

void Reproduction::samegame() {
  // Table 1.
  const SolveRuns table1 = solve_runs("samegame_table1");
  const SolveRuns parallel = solve_runs("samegame_parallel");
  const SolveRuns nmcs = with(table1, {"nmcs:level=3,cpu_seconds=45"});
  const SolveRuns level3 = with(table1, {"nrpa:level=3,n=100"});
  const SolveRuns level4 = with(table1, {"nrpa:level=4,n=100,cpu_seconds=45"});
  const SolveRuns trials = with(table1, {"nrpa:level=3,n=100,trials=3,cpu_seconds=90"});
  const auto total = [](const SolveRuns& runs) { return grouped(sum_of(runs, &SolveRun::score)); };
  std::map<std::uint64_t, double> by_seed;
  std::map<std::string, double> best_of_level3, best_of_all;
  for (const SolveRun& run : level3) {
    by_seed[run.seed] += run.score;
    double& best = best_of_level3[std::string(split(run.search, ' ').front())];
    best = std::max(best, run.score);
  }
  for (const SolveRun& run : table1) {
    double& best = best_of_all[std::string(split(run.search, ' ').front())];
    best = std::max(best, run.score);
  }
  std::vector<double> totals;
  for (const auto& [seed, sum] : by_seed) totals.push_back(sum);
  const Mean five = mean_of(totals);
  ASSERT_EQ(five.count, 5u);
  for (const SolveRuns* runs : {&nmcs, &level4, &trials}) ASSERT_EQ(runs->size(), 20u);
  const SolveRuns one_thread = with(parallel, {"threads=1"});

  quotes(
      "| `nmcs:level=3` | 45 | {} to {} million playouts, unfinished: none or one of its moves chosen (as looked at on "
      "boards 7 and 9) | {} |",
      {millions(nmcs)[0], millions(nmcs)[1], total(nmcs)});
  quotes(
      "| `nrpa:level=3,n=100` | about {}, by the speed of one thread below | a million playouts, all of one search | "
      "{} (five seeds) |",
      {fmt::format("{:.0f}", 1e6 / per_second(one_thread)),
       fmt::format("{} ± {:.0f}", grouped(five.mean), five.half_width)});
  quotes("| `nrpa:level=4,n=100` | 45 | {} to {} million playouts of 100 million | {} |",
         {millions(level4)[0], millions(level4)[1], total(level4)});
  quotes("which is `samegame-best` | 90 | {} to {} million playouts | **{}** |",
         {millions(trials)[0], millions(trials)[1], total(trials)});
  double best_of_five = 0;
  for (const auto& [board, score] : best_of_level3) best_of_five += score;
  quotes("runs of level 3 on each board add up to {}: what the trials add in about equal time is {} points.",
         {grouped(best_of_five), grouped(sum_of(trials, &SolveRun::score) - best_of_five)});
  const double after_45 = 20 * score_after(trials, 45).mean;
  quotes("`samegame-best` had {} points, {} more than level 4 in as many.",
         {grouped(after_45), grouped(after_45 - sum_of(level4, &SolveRun::score))});
  quotes("the five totals of level 3 have a standard deviation of {}.", fmt::format("{:.0f}", five.deviation));
  const auto best_on = [&](int board) {
    return fmt::format("{:.0f}", best_of_all[fmt::format("samegame:board={}", board)]);
  };
  quotes("boards 4 ({}, there 3925), 7 ({}, 2949), 8 ({}, 4061), 10 ({}, 3223) and 11 ({}, 3455).",
         {best_on(4), best_on(7), best_on(8), best_on(10), best_on(11)});

  // Figures 3 and 4.
  const auto threads = [&](const std::string& how, int count) {
    return with(parallel, {"parallel=" + how, fmt::format("threads={}", count)});
  };
  const auto speed = [](double per_second) { return fmt::format("{:.1f}k", per_second / 1000); };
  quotes("| one thread | 1 | {} | {} | | |", {plus_minus(mean_score(one_thread)), speed(per_second(one_thread))});
  std::map<std::string, std::string> above;  // one thread, by how and threads
  for (const std::string how : {"leaf-shared", "node-shared", "leaf-local", "node-local"}) {
    for (const int count : {2, 4}) {
      const SolveRuns runs = threads(how, count);
      const double waiting = sum_of(runs, &SolveRun::lost_seconds) / sum_of(runs, &SolveRun::seconds) / count;
      quotes(
          fmt::format("| `{}` | {} | {{}} | {{}} | {{}} | {{}} |", how, count),
          {plus_minus(mean_score(runs)), speed(per_second(runs)),
           fmt::format("{:.2f}", per_second(runs) / per_second(one_thread)), fmt::format("{:.0f} %", 100 * waiting)});
      above[fmt::format("{} {}", how, count)] = with_sign(difference(mean_score(runs), mean_score(one_thread)));
    }
  }
  quotes(
      "`leaf-local` with two threads {} points and with four {}, `node-local` with two {}; with four it is {}, which "
      "is open.",
      {above["leaf-local 2"], above["leaf-local 4"], above["node-local 2"], above["node-local 4"]});
  quotes(
      "not seen to pay: {} and {} points with two and four threads. At level 2 it is {} with two threads and **{} with "
      "four**",
      {above["leaf-shared 2"], above["leaf-shared 4"], above["node-shared 2"], above["node-shared 4"]});
  const auto level2_above_level1 = [&](int count) {
    return with_sign(difference(mean_score(threads("node-local", count)), mean_score(threads("leaf-local", count))));
  };
  quotes("no order of the levels is seen: {} points from level 1 to level 2 with two threads, {} with four.",
         {level2_above_level1(2), level2_above_level1(4)});
  double longest = 0;
  for (const SolveRun& run : parallel) longest = std::max(longest, run.seconds);
  const auto times_ahead = [&](const std::string& how) {
    int ahead = 0;
    for (int tenth = 1; tenth <= 10; ++tenth) {
      const Mean one = score_after(one_thread, longest * tenth / 10);
      const Mean two = score_after(threads(how, 2), longest * tenth / 10);
      ahead += two.mean > one.mean;
      EXPECT_LT(std::abs(two.mean - one.mean), one.half_width + two.half_width)
          << "docs/reproduction.md: intervals overlap";
    }
    return std::to_string(ahead);
  };
  quotes(
      "with `leaf-shared` are above those of one at {} of ten times, those of `node-shared` at {}; the intervals "
      "overlap",
      {times_ahead("leaf-shared"), times_ahead("node-shared")});

  // Figure 5.
  const SolveRuns cluster = solve_runs("samegame_cluster");
  const auto ranks = [&](const std::string& how, int board) {
    return with(cluster, {"parallel=" + how, fmt::format("samegame:board={}", board)});
  };
  for (const auto& [label, how] : {std::pair{"root", "root"}, std::pair{"hybrid 1, `leaf-shared`", "leaf-shared"},
                                   std::pair{"hybrid 2, `leaf-local`", "leaf-local"}}) {
    quotes(fmt::format("| {} | {{}} | {{}} |", label),
           {plus_minus(mean_score(ranks(how, 1))), plus_minus(mean_score(ranks(how, 3)))});
  }
  const auto ahead = [&](const std::string& first, const std::string& second, int board, double seconds) {
    return plus_minus(
        difference(score_after(ranks(first, board), seconds), score_after(ranks(second, board), seconds)));
  };
  quotes(
      "on board 3**: {} points after 15 seconds. On board 1 it is {}, which is open; after 1.5 seconds hybrid 1 is "
      "ahead on both boards, "
      "by {} and {}.",
      {ahead("leaf-shared", "leaf-local", 3, 20), ahead("leaf-shared", "leaf-local", 1, 20),
       ahead("leaf-shared", "leaf-local", 1, 1.5), ahead("leaf-shared", "leaf-local", 3, 1.5)});
  quotes("ahead of hybrid 2 after 1.5 seconds by {} on board 1, which is open, and by {} on board 3.",
         {ahead("root", "leaf-local", 1, 1.5), ahead("root", "leaf-local", 3, 1.5)});
  for (const int board : {1, 3}) {
    for (int tenth = 1; tenth <= 10; ++tenth) {
      const Mean root_ahead = difference(score_after(ranks("root", board), 1.5 * tenth),
                                         score_after(ranks("leaf-shared", board), 1.5 * tenth));
      EXPECT_LT(std::abs(root_ahead.mean), root_ahead.half_width)
          << "docs/reproduction.md: root and hybrid 1 cannot be told apart at any time";
    }
  }
  const SolveRuns shared = ranks("leaf-shared", 1);
  quotes("They now make {} million playouts in 15 seconds on board 1",
         fmt::format("{:.2f}", sum_of(shared, &SolveRun::playouts) / static_cast<double>(shared.size()) / 1e6));
}

// ---- Cards ----

/// Searches from the reference hand, by the number of turns, summed where there are several.
struct DepthFigures {
  std::map<int, double> leaves, milliseconds, values;
};

DepthFigures by_turns(const std::vector<nlohmann::json>& searches, const Keys& player, const Keys& options) {
  DepthFigures figures;
  for (const auto& search : searches) {
    std::string spec = search["player"];
    std::replace(spec.begin(), spec.end(), ':', ',');
    const std::string game = search["options"];
    if (!has_all(split(spec, ','), player) || !has_all(split(game, ','), options)) continue;
    const int turns = search["depth"];
    figures.leaves[turns] += search["leaves"].get<double>();
    figures.milliseconds[turns] += 1000 * search["cpu_seconds"].get<double>();
    figures.values[turns] = search["value"];
  }
  return figures;
}

void Reproduction::cards() {
  // Tables 2 and 3.
  std::vector<nlohmann::json> searches;
  std::ifstream file(BANYAN_SOURCE_DIR "/experiments/results/cards_tables2_3.jsonl");
  for (std::string line; std::getline(file, line);) searches.push_back(nlohmann::json::parse(line));
  const Keys usual = {"draw_when_full=false"};
  const auto row = [&](const std::string& label, int first, const std::map<int, double>& by_depth, auto&& text) {
    std::string sentence = "| " + label + " |";
    Figures figures;
    for (int turns = first; turns <= 7; ++turns) {
      const auto found = by_depth.find(turns);
      sentence += found == by_depth.end() ? " |" : " {} |";
      if (found != by_depth.end()) figures.push_back(text(found->second));
    }
    quotes(sentence + '\n', figures);
  };
  const auto averaged = by_turns(searches, {"representatives=averaged", "prune=none"}, usual);
  const auto averaged_plain = by_turns(searches, {"representatives=averaged", "prune=alphabeta"}, usual);
  const auto averaged_best = by_turns(searches, {"representatives=averaged", "prune=star2"}, usual);
  const auto none = by_turns(searches, {"representatives=none", "prune=none", "drop=auto"}, usual);
  const auto star2 = by_turns(searches, {"representatives=none", "prune=star2", "drop=auto"}, usual);
  const auto leaves_of = [&](const Keys& player) { return by_turns(searches, player, usual).leaves; };
  row("`representatives=averaged,prune=none`", 1, averaged.leaves, grouped);
  row("`representatives=averaged,prune=alphabeta`, plain", 1, averaged_plain.leaves, grouped);
  row("`representatives=averaged`", 1, averaged_best.leaves, grouped);
  row("`representatives=chosen`", 1, leaves_of({"representatives=chosen"}), grouped);
  row("`representatives=learned,classes=3`", 1, leaves_of({"representatives=learned", "classes=3"}), grouped);
  row("`prune=none`", 1, none.leaves, grouped);
  row("`prune=none,drop=dominated`", 1, leaves_of({"drop=dominated"}), grouped);
  row("`prune=alphabeta`, plain", 1, leaves_of({"representatives=none", "prune=alphabeta"}), grouped);
  row("`prune=star1`, plain", 1, leaves_of({"prune=star1"}), grouped);
  row("`prune=star2`, plain", 1, leaves_of({"representatives=none", "prune=star2", "drop=none"}), grouped);
  row("`prune=star2`", 1, star2.leaves, grouped);
  const auto drawing = by_turns(searches, {"prune=none"}, {"draw_when_full=true"});
  row("`prune=none`, game with `draw_when_full=true,removal_needs_target=false`", 1, drawing.leaves, grouped);

  const auto exact_value = [&](const DepthFigures& figures, int turns) {
    const std::string text = fmt::format("{:.2f}", figures.values.at(turns));
    return text.ends_with(".00") ? text.substr(0, text.size() - 3) : text;
  };
  Figures values;
  for (const DepthFigures* figures : {&none, &averaged}) {
    for (int turns = 1; turns <= 4; ++turns) values.push_back(exact_value(*figures, turns));
  }
  quotes("by exact search {}, {}, {}, {} and with averaged representatives {}, {}, {}, {}, depend on", values);

  const auto time = [](double ms) { return ms < 10 ? fmt::format("{:.1f}", ms) : grouped(ms); };
  const auto from_3 = [](std::map<int, double> by_depth) {
    by_depth.erase(1);
    by_depth.erase(2);
    return by_depth;
  };
  row("`representatives=averaged,prune=none`", 3, from_3(averaged.milliseconds), time);
  row("`representatives=averaged,prune=alphabeta`, plain", 3, from_3(averaged_plain.milliseconds), time);
  row("`representatives=averaged`", 3, from_3(averaged_best.milliseconds), time);
  row("`prune=none`", 3, from_3(none.milliseconds), time);
  row("`prune=star2`", 3, from_3(star2.milliseconds), time);
  quotes("alpha-beta at T = depth + 1 has {}, {} and {} leaves",
         {grouped(averaged_plain.leaves.at(4)), grouped(averaged_plain.leaves.at(5)),
          grouped(averaged_plain.leaves.at(6))});
  quotes("may be wasted: {}, within {} % of it",
         {grouped(drawing.leaves.at(3)), fmt::format("{:.2f}", 100 * (1 - drawing.leaves.at(3) / 263'836'900))});
  quotes("At T = 4, {} leaves against {} without pruning",
         {grouped(averaged.leaves.at(4)), grouped(none.leaves.at(4))});
  quotes("brings T = 4 from {} s to {} s,", {fmt::format("{:.0f}", none.milliseconds.at(4) / 1000),
                                             fmt::format("{:.2f}", star2.milliseconds.at(4) / 1000)});
  quotes("that is {} million leaves a second",
         fmt::format("{:.1f}", none.leaves.at(4) / none.milliseconds.at(4) / 1000));

  // Tables 4 and 5.
  const PlayedGames tables("cards_tables4_5");
  const auto turns = [&](int depth) -> const PlayedMatch& {
    return tables.match({}, {fmt::format("depth={}", depth), "representatives=averaged"}, {"representatives=none"});
  };
  const auto cells_of = [&](int depth, double wins, double games) {
    const PlayedMatch& match = turns(depth);
    return Figures{rate(match),
                   std::string(name_of(verdict_on(difference_of(match.measured(), {wins / games, games})))),
                   fmt::format("{:.2f}", mean(match.seconds_a)), fmt::format("{:.2f}", mean(match.seconds_b))};
  };
  quotes("| 3 | 3, the turn at the root | 8 of 10, {} |", rate_of_counts(8, 10));
  quotes("| 5 | 5, the turn at the root | 8 of 11, {} |", rate_of_counts(8, 11));
  quotes("| 3 | 3, the turn at the root | 8 of 10, 80 % [49, 94] | {} | {} | {} | {} |", cells_of(3, 8, 10));
  quotes("| 4 | 3, the turns after it | the same | {} | {} | {} | {} |", cells_of(4, 8, 10));
  quotes("| 5 | 5, the turn at the root | 8 of 11, 73 % [43, 90] | {} | {} | {} | {} |", cells_of(5, 8, 11));
  quotes("| 6 | 5, the turns after it | the same | {} | {} | {} | {} |", cells_of(6, 8, 11));
  for (int depth = 3; depth <= 6; ++depth) {
    EXPECT_LT(turns(depth).interval().low, 0.5) << "docs/reproduction.md: 50 % is inside all four intervals";
    EXPECT_GT(turns(depth).interval().high, 0.5) << "docs/reproduction.md: 50 % is inside all four intervals";
  }
  quotes("Five turns do better than three by {}, six than four by {}.",
         {points(difference_of(turns(5).measured(), turns(3).measured())),
          points(difference_of(turns(6).measured(), turns(4).measured()))});

  std::string won = "| learned won, % |", bounds = "| 95 % |";
  Figures won_figures, bounds_figures;
  const auto learned = [&](int classes) -> const PlayedMatch& {
    return tables.match({}, {"representatives=learned", fmt::format("classes={}", classes)}, {"depth=3"});
  };
  for (int classes = 1; classes <= 8; ++classes) {
    const PlayedMatch& match = learned(classes);
    won += " {} |";
    bounds += " {} |";
    won_figures.push_back(fmt::format("{:.1f}", 100 * match.rate()));
    bounds_figures.push_back(fmt::format("{:.0f}..{:.0f}", 100 * match.interval().low, 100 * match.interval().high));
    EXPECT_LT(std::abs(match.rate() - 0.5), match.interval().high - match.rate()) << "50 % is inside every interval";
  }
  quotes(won, won_figures);
  quotes(bounds, bounds_figures);
  quotes("a game takes the learned side from {} s (k = 1) to {} s (k = 6) and more",
         {fmt::format("{:.1f}", mean(learned(1).seconds_a)), fmt::format("{:.1f}", mean(learned(6).seconds_a))});

  // Tree search.
  const PlayedGames tree("cards_tree");
  const auto variant = [&](const std::string& text, const Keys& keys) { quotes(text, rate(tree.match({}, keys, {}))); };
  variant("the abstract game to its end | {} |", {"representatives=averaged"});
  variant("one card of each of the game's classes | {} |", {"representatives=chosen"});
  variant("| `representatives=learned`, three classes | {} |", {"representatives=learned", "classes=3"});
  variant("| `open_loop=true` | {} |", {"open_loop=true"});
  variant("| `widening=2` | {} |", {"widening=2"});

  // The best player.
  const PlayedGames best("cards_best");
  const PlayedMatch& match = best.match({}, {"cpu_seconds=0.3"}, {"depth=5"});
  quotes("(stopped after two million positions): **{} of {} games**",
         {rate(match), std::to_string(match.score().games())});
  EXPECT_EQ(match.score().draws, 0u) << "docs/reproduction.md: none of them drawn";
  const auto one_digit = [](double seconds) { return fmt::format("{:.1f}", seconds); };
  quotes("a game took {} s of `cards-best` and {} s of the other in the mean ({} s and {} s in the median)",
         {one_digit(mean(match.seconds_a)), one_digit(mean(match.seconds_b)), one_digit(median(match.seconds_a)),
          one_digit(median(match.seconds_b))});
  quotes("With 0.08 CPU-seconds a move there are {} games",
         std::to_string(best.match({}, {"cpu_seconds=0.08"}, {}).score().games()));
}

}  // namespace
}  // namespace banyan::reproduction
