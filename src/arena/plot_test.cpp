// SPDX-License-Identifier: MIT
#include "arena/plot.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace banyan {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

PlotSeries line_through(const std::vector<double>& places, double y, std::vector<std::string> values = {}) {
  PlotSeries series{.values = std::move(values)};
  for (const double x : places) series.points.push_back({x, y, Interval{y - 0.1, y + 0.1}});
  return series;
}

PlotPanel panel_with(std::size_t series, const std::vector<double>& places) {
  PlotPanel panel{.title = "A panel", .x_label = "size", .y_label = "wins", .variables = {"n"}};
  for (std::size_t i = 0; i < series; ++i) panel.series.push_back(line_through(places, 0.5, {std::to_string(i)}));
  return panel;
}

TEST(Plot, a_panel_of_which_nothing_is_known_yet_has_a_legend_without_entries) {
  const PlotPanel panel{.title = "nothing", .variables = {"n", "k"}};
  EXPECT_TRUE(legend_of(panel).entries.empty());
  EXPECT_FALSE(plot_script({.title = "all", .panels = {panel}}, "a.svg", "a.png").empty());
}

TEST(Plot, draws_no_two_series_alike) {
  std::set<std::tuple<std::string, int, std::string>> styles;
  std::set<std::pair<std::string, int>> without_dashes;
  for (std::size_t i = 0; i < 175; ++i) {
    const SeriesStyle style = style_of(i);
    styles.emplace(style.colour, style.marker, style.dash);
    if (i < 16) without_dashes.emplace(style.colour, style.marker);
  }
  EXPECT_EQ(styles.size(), 175u);
  EXPECT_EQ(without_dashes.size(), 16u);  // where there are no lines
}

TEST(Plot, writes_numbers_as_people_do) {
  EXPECT_EQ(axis_number(0), "0");
  EXPECT_EQ(axis_number(1e6), "1,000,000");
  EXPECT_EQ(axis_number(2e7), "20M");
  EXPECT_EQ(axis_number(200'000), "200,000");
  EXPECT_EQ(axis_number(1000), "1,000");
  EXPECT_EQ(axis_number(999), "999");
  EXPECT_EQ(axis_number(-1234.5), "-1,234.5");
  EXPECT_EQ(axis_number(0.1 + 0.2), "0.3");
  EXPECT_EQ(axis_number(0.0005), "0.0005");
}

TEST(Plot, says_once_what_the_entries_of_a_legend_share) {
  PlotPanel panel{.variables = {"algorithm", "threads"}};
  panel.series = {{.values = {"nrpa:level=3,n=100", "1"}},
                  {.values = {"nrpa:level=4,n=100", "10000"}},
                  {.values = {"nrpa:level=4,p=2,n=100", ""}}};
  PlotLegend legend = legend_of(panel);
  EXPECT_EQ(legend.title, "algorithm = nrpa:…,n=100 · threads");
  EXPECT_THAT(legend.entries, ElementsAre("level=3 · 1", "level=4 · 10,000", "level=4,p=2 · –"));

  panel.series = {{.values = {"rave", "1"}}, {.values = {"rave,k=1", "2"}}};  // nothing would be left of the first
  legend = legend_of(panel);
  EXPECT_EQ(legend.title, "algorithm · threads");
  EXPECT_THAT(legend.entries, ElementsAre("rave · 1", "rave,k=1 · 2"));
  EXPECT_THAT(legend_of({.series = {{}}}).entries, ElementsAre(""));
}

TEST(Plot, has_axes_that_end_where_values_can_be) {
  Interval axis = x_axis(panel_with(1, {0, 0.25, 1}));
  EXPECT_EQ(axis.low, 0);
  EXPECT_EQ(axis.high, 1);
  const Interval range = x_range(panel_with(1, {0, 0.25, 1}));  // markers at the ends have room
  EXPECT_LT(range.low, 0);
  EXPECT_GT(range.high, 1);
  axis = x_axis(panel_with(1, {3, 10}));
  EXPECT_GT(axis.low, 2);
  EXPECT_LT(axis.low, 3);
  EXPECT_GT(axis.high, 10);
  EXPECT_LT(x_axis(panel_with(1, {-1, 1})).low, -1);
  PlotPanel logarithmic = panel_with(1, {0.001, 1});
  logarithmic.has_log_axis = true;
  axis = x_axis(logarithmic);
  EXPECT_GT(axis.low, 0.0005);
  EXPECT_EQ(axis.high, 1);
}

TEST(Plot, shows_shares_within_0_and_1_with_one_half_and_alike_in_all_panels) {
  Plot plot{.panels = {panel_with(1, {1}), panel_with(1, {1})}};
  plot.panels[0].series[0].points[0] = {1, 0.98, Interval{0.93, 1.0}};
  plot.panels[1].series[0].points[0] = {1, 0.72, Interval{0.7, 0.74}};
  for (const PlotPanel& panel : plot.panels) {
    EXPECT_DOUBLE_EQ(y_range(plot, panel).low, 0.4);
    EXPECT_DOUBLE_EQ(y_range(plot, panel).high, 1.0);
  }
  plot.panels[1].series[0].points[0] = {1, 0.0, Interval{0.0, 0.04}};
  EXPECT_DOUBLE_EQ(y_range(plot, plot.panels[0]).low, 0);
}

TEST(Plot, shows_scores_of_different_sizes_in_ranges_of_their_own) {
  Plot plot{.scale = PlotScale::score, .panels = {panel_with(1, {1}), panel_with(1, {1})}};
  plot.panels[0].series[0].points[0] = {1, 2500, Interval{2000, 3000}};
  plot.panels[1].series[0].points[0] = {1, 2700, Interval{2100, 3300}};
  EXPECT_EQ(y_range(plot, plot.panels[0]).high, y_range(plot, plot.panels[1]).high);
  EXPECT_GE(y_range(plot, plot.panels[0]).high, 3300);
  plot.panels[1].series[0].points[0] = {1, 60, Interval{50, 70}};
  EXPECT_GE(y_range(plot, plot.panels[0]).low, 0);
  EXPECT_LT(y_range(plot, plot.panels[1]).high, 100);
}

TEST(Plot, moves_what_stands_at_one_place_apart_and_not_over_its_neighbours) {
  for (const bool is_log : {false, true}) {
    PlotPanel panel = panel_with(9, {5, 10, 20, 40});
    panel.has_log_axis = is_log;
    panel.series[3].published = {{.x = 10, .y = 0.5}};
    const Interval range = x_range(panel);
    const PlotPanel moved = side_by_side(panel);
    std::vector<std::set<double>> groups(4);
    for (const PlotSeries& series : moved.series) {
      for (std::size_t i = 0; i < 4; ++i) groups[i].insert(series.points[i].x);
    }
    groups[1].insert(moved.series[3].published[0].x);
    EXPECT_EQ(groups[0].size(), 9u);
    EXPECT_EQ(groups[1].size(), 10u);
    for (std::size_t i = 1; i < 4; ++i) EXPECT_LT(*groups[i - 1].rbegin(), *groups[i].begin());
    EXPECT_GT(*groups[0].begin(), range.low);
    EXPECT_LT(*groups[3].rbegin(), range.high);
  }
}

TEST(Plot, leaves_a_series_that_is_alone_in_its_place) {
  PlotPanel panel = panel_with(1, {1, 2});
  panel.series[0].published = {{.x = 2, .y = 0.4}};
  panel = side_by_side(panel);
  EXPECT_EQ(panel.series[0].points[1].x, 2);
  EXPECT_GT(panel.series[0].published[0].x, 2);
}

TEST(Plot, draws_bands_along_curves_of_many_points) {
  std::vector<double> places(50);
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = 20'000 * static_cast<double>(i + 1);
  const PlotPanel panel = panel_with(2, places);
  EXPECT_TRUE(has_bands(panel));
  EXPECT_EQ(side_by_side(panel).series[1].points[7].x, places[7]);
  const std::string script = plot_script({.title = "Curves", .panels = {panel}}, "o.svg", "o.png");
  EXPECT_THAT(script, AllOf(HasSubstr("filledcurves"), HasSubstr("Bands are 95 % intervals."), HasSubstr("'1,000,000'"),
                            Not(HasSubstr("yerrorbars")), Not(HasSubstr("e+0"))));
  EXPECT_FALSE(has_bands(panel_with(2, {1, 2, 3})));
}

TEST(Plot, has_a_line_at_one_half_and_an_entry_for_what_was_published) {
  PlotPanel panel = panel_with(2, {1, 2});
  panel.series[0].published = {{.x = 1, .y = 0.6, .interval = Interval{0.55, 0.65}}};
  const std::string script = plot_script({.title = "Match", .panels = {panel}}, "o.svg", "o.png");
  EXPECT_THAT(script,
              AllOf(HasSubstr("set output 'o.svg'"), HasSubstr("set output 'o.png'"),
                    HasSubstr("from graph 0, first 50 to graph 1, first 50"), HasSubstr("title 'published'"),
                    HasSubstr("Bars are 95 % intervals. Hollow markers are published."), HasSubstr("side by side")));
  panel.series[0].published.clear();
  EXPECT_THAT(plot_script({.scale = PlotScale::score, .panels = {panel}}, "", ""),
              AllOf(Not(HasSubstr("published")), Not(HasSubstr("first 50"))));
  panel.series[0].published_level = 3000;
  EXPECT_THAT(plot_script({.scale = PlotScale::score, .panels = {panel}}, "", ""),
              AllOf(HasSubstr(", 3000 with lines"), HasSubstr("title 'published'")));
}

TEST(Plot, puts_the_legend_below_the_axes_in_columns_that_fit) {
  PlotPanel panel = panel_with(9, {1, 2});
  EXPECT_THAT(plot_script({.panels = {panel}}, "", ""), HasSubstr("center top vertical maxrows 1 "));
  for (PlotSeries& series : panel.series) series.values[0] = "of about thirty letters it is " + series.values[0];
  EXPECT_THAT(plot_script({.panels = {panel}}, "", ""), HasSubstr("maxrows 5 "));
  for (PlotSeries& series : panel.series) series.values[0] = std::string(300, 'x') + series.values[0];
  const std::string script = plot_script({.panels = {panel}}, "", "");
  EXPECT_THAT(script, AllOf(HasSubstr("maxrows 9 "), HasSubstr("xxx…xx"), Not(HasSubstr(std::string(100, 'x')))));
}

TEST(Plot, takes_texts_as_they_are) {
  PlotPanel panel = panel_with(1, {0});
  panel.x_names = {"100% it's"};
  const std::string script = plot_script({.title = "`date` \"x\"\n\\", .panels = {panel}}, "", "");
  EXPECT_THAT(script, AllOf(HasSubstr("'`date` \"x\" \\'"), HasSubstr("'100%% it''s'")));
}

TEST(Plot, says_that_nothing_was_run) {
  EXPECT_THAT(plot_script({.title = "T", .panels = {{.title = "Empty"}}}, "", ""), HasSubstr("'not run'"));
  PlotPanel logarithmic{.title = "Empty"};
  logarithmic.has_log_axis = true;
  EXPECT_GT(x_axis(logarithmic).low, 0);  // where ticks begin
  EXPECT_THAT(plot_script({.title = "T", .panels = {logarithmic}}, "", ""), HasSubstr("'not run'"));
}

}  // namespace
}  // namespace banyan
