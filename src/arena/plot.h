// SPDX-License-Identifier: MIT
// A figure of one or several panels as plain data, and the gnuplot script that draws it. Experiments and surveys
// describe what they have found as a Plot, so all figures look alike: the colours can be told apart by colour-blind
// readers, every series has a marker and a dash pattern beside its colour, intervals stand side by side or are bands,
// and the legend is below its panel, never over the curves.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "stats/wilson.h"

namespace banyan {

struct PlotPoint {
  double x = 0, y = 0;
  std::optional<Interval> interval{};  // 95 %
};

struct PlotSeries {
  std::vector<std::string> values{};        // of PlotPanel::variables; empty where the series has none
  std::vector<PlotPoint> points{};          // by x
  std::vector<PlotPoint> published{};       // by x
  std::optional<double> published_level{};  // published for no x in particular: a line across the panel
};

struct PlotPanel {
  std::string title{}, x_label{}, y_label{};
  std::vector<std::string> x_names{};  // where x is no number, it is an index into this
  bool has_log_axis = false;
  std::vector<std::string> variables{};  // what tells the series apart
  std::vector<PlotSeries> series{};
};

/// What is on the vertical axis. A share lies within 0 and 1, and is drawn in per cent, with a line at one half.
enum class PlotScale { share, score };

struct Plot {
  std::string title{};
  PlotScale scale = PlotScale::share;
  std::vector<PlotPanel> panels{};
};

/// How a series is drawn. No two of the first 175 are drawn alike.
struct SeriesStyle {
  std::string colour{};  // "#0072B2"
  int marker = 0;        // gnuplot's number of a filled shape; the number before is the same shape, hollow
  std::string dash{};    // gnuplot's dash type
};
SeriesStyle style_of(std::size_t series);

/// "1,000", "0.25", "20M"
std::string axis_number(double value);

/// What the entries of a legend have in common stands once, above them.
struct PlotLegend {
  std::string title{};
  std::vector<std::string> entries{};  // by series
};
PlotLegend legend_of(const PlotPanel& panel);

/// What a panel shows from left to right: all points, and some space around them.
Interval x_range(const PlotPanel& panel);
/// How far its axis goes: as far, but not below 0 where no value is negative, nor above 1 where all are within 0 and 1.
Interval x_axis(const PlotPanel& panel);
/// From bottom to top: all points with their intervals. Shares have the same range in all panels, within 0 and 1, with
/// one half inside; scores as well, unless that would squeeze this panel.
Interval y_range(const Plot& plot, const PlotPanel& panel);

/// Whether intervals are bands along the curves, because the curves have too many points for bars.
bool has_bands(const PlotPanel& panel);
/// The panel with the points that stand at one x moved apart, so that their bars do not hide each other.
PlotPanel side_by_side(PlotPanel panel);

/// Draws the figure into `svg` and `png`.
std::string plot_script(const Plot& plot, const std::string& svg, const std::string& png);

}  // namespace banyan
