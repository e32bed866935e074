// SPDX-License-Identifier: MIT
#include "arena/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>

#include "core/text.h"

namespace banyan {
namespace {

// Lengths are pixels of the SVG. Texts are placed by these numbers rather than by gnuplot, which measures them
// differently on its two canvases.
constexpr double font_size = 14, title_size = 18, footer_size = 11.5;
constexpr double title_line = 25, panel_title_line = 20, legend_line = 20;
constexpr double panel_height = 290;  // of the axes alone
constexpr double left_space = 76, right_space = 24, top_space = 14, bottom_space = 34;
constexpr double x_label_below = 42, legend_below = 56;  // the axis
constexpr double y_label_before = 58;                    // the axis
constexpr double legend_sample = 58;                     // line, marker and the space to the next entry
constexpr double pixels_of_a_png = 0.9e6;                // about 100 kB
constexpr std::size_t many_points = 20;
constexpr double ratio_of_letters = 0.57;  // their mean width by their size

constexpr std::string_view grey = "#666666", light_grey = "#DDDDDD";

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

double width_of(std::string_view text, double size = font_size) {
  return ratio_of_letters * size * static_cast<double>(letters(text));
}

/// Leaves out the middle of a text that is wider than `most`.
std::string shortened(const std::string& text, double most) {
  if (width_of(text) <= most) return text;
  const auto half = static_cast<std::size_t>(std::max(1.0, most / (ratio_of_letters * font_size) / 2 - 1));
  std::string head, tail;
  std::size_t letter = 0;
  const std::size_t all = letters(text);
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++letter;
    if (letter <= half) head += c;
    if (letter > all - half) tail += c;
  }
  return head + "…" + tail;
}

std::vector<std::string> wrapped(const std::string& text, double most, double size) {
  std::vector<std::string> lines;
  for (const std::string_view word : words(text)) {
    if (lines.empty() || width_of(lines.back() + " " + std::string(word), size) > most) {
      lines.emplace_back(word);
    } else {
      lines.back() += fmt::format(" {}", word);
    }
  }
  return lines;
}

/// Text in single quotes, where gnuplot takes everything as it is: in double quotes it would run what stands in
/// backquotes.
std::string quoted_plot_text(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += c;
    quoted += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return quoted + '\'';
}

bool has_published(const PlotPanel& panel) {
  return std::any_of(panel.series.begin(), panel.series.end(),
                     [](const PlotSeries& each) { return !each.published.empty() || each.published_level; });
}

void for_each_point(const PlotPanel& panel, const std::function<void(const PlotPoint&)>& visit) {
  for (const PlotSeries& series : panel.series) {
    for (const PlotPoint& point : series.points) visit(point);
    for (const PlotPoint& point : series.published) visit(point);
  }
}

/// Where a value stands along an axis, and back.
double along(double x, bool is_log) { return is_log ? std::log10(x) : x; }
double back_from(double u, bool is_log) { return is_log ? std::pow(10, u) : u; }

/// 1, 2 or 5 times a power of ten, at least `least`.
double round_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= least * (1 - 1e-9)) return step * power;
  }
  return 10 * power;
}

std::vector<double> multiples(double step, const Interval& range) {
  std::vector<double> all;
  const double first = std::ceil(range.low / step - 1e-9), last = std::floor(range.high / step + 1e-9);
  for (int i = 0; i <= last - first; ++i) all.push_back((first + i) * step);
  return all;
}

/// The least and the greatest value of a panel with their intervals.
std::optional<Interval> extent(const PlotPanel& panel) {
  std::optional<Interval> all;
  const auto add = [&](double y) {
    all = all ? Interval{std::min(all->low, y), std::max(all->high, y)} : Interval{y, y};
  };
  for_each_point(panel, [&](const PlotPoint& point) {
    add(point.y);
    if (!point.interval) return;
    add(point.interval->low);
    add(point.interval->high);
  });
  for (const PlotSeries& series : panel.series) {
    if (series.published_level) add(*series.published_level);
  }
  return all;
}

/// Where there is something, in order.
std::vector<double> x_values(const PlotPanel& panel) {
  std::vector<double> values;
  for_each_point(panel, [&](const PlotPoint& point) { values.push_back(point.x); });
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

/// How many points may stand at one x.
std::size_t places_of(const PlotPanel& panel) {
  return has_bands(panel) ? 1 : panel.series.size() * (has_published(panel) ? 2 : 1);
}

/// How far such points are moved apart, along the axis.
double step_aside(const PlotPanel& panel) {
  const auto places = static_cast<double>(places_of(panel));
  if (!panel.x_names.empty()) return std::min(0.12, 0.84 / places);
  const auto values = x_values(panel);
  const bool is_log = panel.has_log_axis;
  const double length = along(values.back(), is_log) - along(values.front(), is_log);
  double gap = length > 0 ? length : 1;  // between neighbours
  for (std::size_t i = 1; i < values.size(); ++i) {
    gap = std::min(gap, along(values[i], is_log) - along(values[i - 1], is_log));
  }
  return std::min(0.024 * (length > 0 ? length : 1), 0.8 * gap / places);
}

/// Where numbers stand on a horizontal axis that is `width` long: at the values themselves where there is room, else at
/// round numbers.
std::vector<double> x_ticks(const PlotPanel& panel, double width) {
  const bool is_log = panel.has_log_axis;
  const Interval range = x_axis(panel);
  const double low = along(range.low, is_log), high = along(range.high, is_log);
  const auto fits = [&](const std::vector<double>& ticks) {
    for (std::size_t i = 1; i < ticks.size(); ++i) {
      const double gap = (along(ticks[i], is_log) - along(ticks[i - 1], is_log)) / (high - low) * width;
      if (gap < (width_of(axis_number(ticks[i - 1])) + width_of(axis_number(ticks[i]))) / 2 + 8) return false;
    }
    return true;
  };
  auto values = x_values(panel);
  if (values.size() < many_points && fits(values)) return values;
  if (is_log) {
    for (const std::vector<double>& within : {std::vector{1.0, 2.0, 5.0}, std::vector{1.0}}) {
      std::vector<double> ticks;
      for (int power = static_cast<int>(std::floor(low)); power <= high; ++power) {
        for (const double digit : within) {
          const double tick = digit * std::pow(10, power);
          if (tick >= range.low * (1 - 1e-9) && tick <= range.high * (1 + 1e-9)) ticks.push_back(tick);
        }
      }
      if (ticks.size() > 1 && fits(ticks)) return ticks;
    }
    return {values.front(), values.back()};
  }
  double step = round_step((high - low) / 12);
  while (!fits(multiples(step, range))) step = round_step(1.5 * step);
  return multiples(step, range);
}

std::string tick_list(const std::vector<std::pair<double, std::string>>& ticks) {
  std::string text;
  for (const auto& [at, name] : ticks) {
    std::string literal;  // a single % would ask for the number
    for (const char c : name) literal.append(c == '%' ? 2 : 1, c);
    text +=
        fmt::format("{}{} {:.8g} {}", text.empty() ? "" : ", ", quoted_plot_text(literal), at, name.empty() ? 1 : 0);
  }
  return text;
}

/// The parts of a text between colons and commas, each with the one before it.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ':' || c == ',') parts.emplace_back();
    parts.back() += c;
  }
  return parts;
}

/// Takes the leading and trailing parts that all values share out of them. Returns "uct:…,k=1", or nothing.
std::string factor_out(std::vector<std::string>& values) {
  if (values.empty()) return "";
  std::vector<std::vector<std::string>> all;
  std::size_t fewest = std::string::npos;
  for (const std::string& value : values) {
    all.push_back(parts_of(value));
    fewest = std::min(fewest, all.back().size());
  }
  const auto is_shared = [&](const auto& part) {
    return std::all_of(all.begin(), all.end(), [&](const auto& parts) { return part(parts) == part(all[0]); });
  };
  std::size_t head = 0, tail = 0;  // something is left of each
  while (head + 1 < fewest && is_shared([&](const auto& parts) { return parts[head]; })) ++head;
  while (head + tail + 1 < fewest && is_shared([&](const auto& parts) { return parts[parts.size() - 1 - tail]; }))
    ++tail;
  if (head + tail == 0) return "";
  const auto joined = [](auto begin, auto end) {
    std::string text;
    for (; begin != end; ++begin) text += *begin;
    return text;
  };
  const auto tail_length = static_cast<std::ptrdiff_t>(tail), head_length = static_cast<std::ptrdiff_t>(head);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = joined(all[i].begin() + head_length, all[i].end() - tail_length);
    if (head > 0) values[i].erase(0, 1);  // the separator
  }
  return joined(all[0].begin(), all[0].begin() + head_length) + (head > 0 ? all[0][head].substr(0, 1) : "") + "…" +
         joined(all[0].end() - tail_length, all[0].end());
}

/// The rows of a legend with as many columns as fit, or with one more row where this leaves no gap.
std::size_t legend_rows(std::size_t entries, double widest, double width) {
  const auto columns = std::clamp<std::size_t>(static_cast<std::size_t>(width / (widest + legend_sample)), 1, entries);
  const std::size_t rows = (entries + columns - 1) / columns;
  return entries % rows != 0 && entries % (rows + 1) == 0 ? rows + 1 : rows;
}

std::vector<std::pair<double, std::string>> x_tick_texts(const PlotPanel& panel, double width) {
  std::vector<std::pair<double, std::string>> ticks;
  for (std::size_t i = 0; i < panel.x_names.size(); ++i) {
    ticks.emplace_back(static_cast<double>(i),
                       shortened(panel.x_names[i], width / static_cast<double>(panel.x_names.size())));
  }
  if (panel.x_names.empty()) {
    for (const double at : x_ticks(panel, width)) ticks.emplace_back(at, axis_number(at));
  }
  if (!panel.has_log_axis) return ticks;
  // Between them, short ones without a number.
  const Interval axis = x_axis(panel);
  for (int power = static_cast<int>(std::floor(std::log10(axis.low))); power <= std::log10(axis.high); ++power) {
    for (int digit = 1; digit < 10; ++digit) {
      const double at = digit * std::pow(10, power);
      if (at >= axis.low && at <= axis.high) ticks.emplace_back(at, "");
    }
  }
  return ticks;
}

/// A panel with all that has to be known before it can be placed.
struct Drawing {
  PlotPanel panel;  // with its points side by side
  Interval x, axis, y;
  std::vector<std::pair<double, std::string>> ticks;
  std::vector<std::string> title;
  PlotLegend legend;  // shortened, with the entry for what was published
  std::size_t legend_rows = 0;

  double height_above() const { return 12 + panel_title_line * static_cast<double>(title.size()); }
  double height_below() const {
    return legend_below + legend_line * static_cast<double>(legend_rows + title_rows()) + 12;
  }
  std::size_t title_rows() const { return legend.title.empty() ? 0 : 1; }
};

Drawing drawing_of(const Plot& plot, const PlotPanel& panel, double width, double axis_width) {
  Drawing drawing{.panel = side_by_side(panel),
                  .x = x_range(panel),
                  .axis = x_axis(panel),
                  .y = y_range(plot, panel),
                  .ticks = x_tick_texts(panel, axis_width),
                  .title = wrapped(panel.title == panel.x_label ? "" : panel.title, width, font_size),
                  .legend = legend_of(panel)};
  const bool is_alone = panel.series.size() == 1;
  if (is_alone && drawing.legend.entries[0].empty()) drawing.legend.entries[0] = "ours";
  if (has_published(panel)) {
    drawing.legend.entries.emplace_back("published");
  } else if (is_alone) {
    drawing.legend = {};
  }
  double widest = 0;
  for (std::string& entry : drawing.legend.entries) {
    entry = shortened(entry, width - legend_sample);
    widest = std::max(widest, width_of(entry));
  }
  drawing.legend.title = shortened(drawing.legend.title, width);
  if (!drawing.legend.entries.empty()) {
    drawing.legend_rows = legend_rows(drawing.legend.entries.size(), widest, width);
  }
  return drawing;
}

/// One of the two files, whose origin is at the top left here.
struct Canvas {
  double width, height;
  bool is_png;

  double scale() const { return is_png ? std::sqrt(pixels_of_a_png / (width * height)) : 1; }
  std::string at(double x, double y) const {
    return fmt::format("screen {:.5f}, screen {:.5f}", x / width, 1 - y / height);
  }
  std::string text(std::string_view what, double x, double y, std::string_view look = "") const {
    return fmt::format("set label {} at {} center {}\n", quoted_plot_text(what), at(x, y), look);
  }
  /// Both have the same look on paper: gnuplot's SVG has larger markers, ticks and lines of text, and its PNG measures
  /// fonts in points.
  std::string terminal() const {
    return fmt::format("set terminal {} noenhanced size {:.0f},{:.0f} font 'sans-serif,{}' background rgb 'white'{}\n",
                       is_png ? "pngcairo" : "svg", scale() * width, scale() * height, font_size,
                       is_png ? fmt::format(" fontscale {:.4f} linewidth {:.4f} pointscale {:.4f} dashlength {:.4f}",
                                            0.75 * scale(), scale(), 1.3 * scale(), 1.4 * scale())
                              : "");
  }
  double tick_scale() const { return is_png ? 0.7 : 0.5; }
  double published_size() const { return is_png ? 0.9 : 0.75; }
  double key_spacing() const { return is_png ? 1.2 : 0.97; }
};

std::string data_name(std::string_view who, std::size_t panel, std::size_t series) {
  return fmt::format("${}_{}_{}", who, panel, series);
}

/// What a panel shows: a block for each series and for what was published beside it.
std::string data_of(const PlotPanel& panel, std::size_t number, double factor) {
  std::string data;
  const auto add = [&](const std::vector<PlotPoint>& points, std::string_view who, std::size_t series) {
    if (points.empty()) return;
    data += fmt::format("{} << EOD\n", data_name(who, number, series));
    for (const PlotPoint& point : points) {
      const Interval interval = point.interval.value_or(Interval{point.y, point.y});
      data += fmt::format("{:.8g} {:.8g} {:.8g} {:.8g}\n", point.x, factor * point.y, factor * interval.low,
                          factor * interval.high);
    }
    data += "EOD\n";
  };
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    add(panel.series[i].points, "ours", i);
    add(panel.series[i].published, "published", i);
  }
  return data;
}

/// The curves of a panel, the intervals first, so that they lie below.
std::string curves_of(const Drawing& drawing, std::size_t number, double factor, const Canvas& canvas) {
  const PlotPanel& panel = drawing.panel;
  // Ours are filled, and what was published is hollow: gnuplot's number before.
  const auto published_look = [&](int marker) {
    return fmt::format("yerrorbars pointtype {} pointsize {}", marker - 1, canvas.published_size());
  };
  const std::string_view level_look = "lines linewidth 1.2 dashtype (2,3)";
  std::string below, above;
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    const PlotSeries& series = panel.series[i];
    const SeriesStyle style = style_of(i);
    const std::string look = fmt::format("linecolor rgb '{}' linewidth 1.6 dashtype {} pointtype {}", style.colour,
                                         style.dash, style.marker);
    const std::string title =
        drawing.legend.entries.empty() ? "notitle" : "title " + quoted_plot_text(drawing.legend.entries[i]);
    const std::string ours = data_name("ours", number, i);
    if (series.points.empty()) {
      above += fmt::format(", NaN with points {} {}", look, title);
    } else if (has_bands(panel)) {
      below +=
          fmt::format(", {} using 1:3:4 with filledcurves fillcolor rgb '{}' fillstyle transparent solid 0.13 notitle",
                      ours, style.colour);
      above += fmt::format(", {} using 1:2 with linespoints {} pointinterval {} {}", ours, look,
                           series.points.size() / 8, title);
    } else {
      // Bars are lighter than what they belong to.
      below += fmt::format(", {} using 1:2:3:4 with yerrorbars linecolor rgb '#60{}' pointtype {} notitle", ours,
                           style.colour.substr(1), style.marker);
      above += fmt::format(", {} using 1:2 with {} {} {}", ours, panel.x_names.empty() ? "linespoints" : "points", look,
                           title);
    }
    if (!series.published.empty()) {
      above += fmt::format(", {} using 1:2:3:4 with {} linecolor rgb '{}' notitle", data_name("published", number, i),
                           published_look(style.marker), style.colour);
    }
    if (series.published_level) {
      above += fmt::format(", {:.8g} with {} linecolor rgb '{}' notitle", factor * *series.published_level, level_look,
                           style.colour);
    }
  }
  if (has_published(panel)) {
    const bool is_level = std::all_of(panel.series.begin(), panel.series.end(),
                                      [](const PlotSeries& each) { return each.published.empty(); });
    above += fmt::format(", NaN with {} linecolor rgb '{}' title 'published'",
                         is_level ? std::string(level_look) : published_look(style_of(0).marker),
                         panel.series.size() == 1 ? style_of(0).colour : grey);
  }
  return (below + above).substr(2);
}

/// The lines of a panel that are no data. The axes are among them: they end where values can be, and there is room for
/// markers at their ends.
std::string lines_of(const Drawing& drawing, PlotScale scale) {
  std::string script;
  const auto line = [&](const std::string& from, const std::string& to, std::string_view colour,
                        std::string_view look = "") {
    script += fmt::format("set arrow from {} to {} nohead back linecolor rgb '{}' {}\n", from, to, colour, look);
  };
  for (std::size_t i = 1; i < drawing.panel.x_names.size(); ++i) {
    const double between = static_cast<double>(i) - 0.5;
    line(fmt::format("first {}, graph 0", between), fmt::format("first {}, graph 1", between), light_grey);
  }
  line("graph 0, graph 0", "graph 0, graph 1", grey);
  line(fmt::format("first {:.8g}, graph 0", drawing.axis.low), fmt::format("first {:.8g}, graph 0", drawing.axis.high),
       grey);
  if (scale == PlotScale::share) line("graph 0, first 50", "graph 1, first 50", grey, "linewidth 1.2 dashtype (6,4)");
  return script;
}

/// A panel whose axes begin at `left` and `top`.
std::string panel_script(const Plot& plot, const Drawing& drawing, std::size_t number, const Canvas& canvas,
                         double left, double top, double width) {
  const PlotPanel& panel = drawing.panel;
  const double middle = left + width / 2, bottom = top + panel_height;
  std::string script = fmt::format(
      "set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\nset bmargin at screen {:.5f}\nset tmargin at screen "
      "{:.5f}\nunset label\nunset arrow\n",
      left / canvas.width, (left + width) / canvas.width, 1 - bottom / canvas.height, 1 - top / canvas.height);
  for (std::size_t i = 0; i < drawing.title.size(); ++i) {
    const auto lines_above = static_cast<double>(drawing.title.size() - 1 - i);
    script += canvas.text(drawing.title[i], middle, top - 16 - panel_title_line * lines_above);
  }
  script += canvas.text(panel.x_label, middle, bottom + x_label_below);
  script += canvas.text(panel.y_label, left - y_label_before, top + panel_height / 2, "rotate by 90");

  const double factor = plot.scale == PlotScale::share ? 100 : 1;
  const Interval y{factor * drawing.y.low, factor * drawing.y.high};
  std::vector<std::pair<double, std::string>> y_ticks;
  for (const double at : multiples(round_step((y.high - y.low) / 8), y)) y_ticks.emplace_back(at, axis_number(at));
  script += fmt::format("{} logscale x\nset xrange [{:.8g}:{:.8g}]\nset yrange [{:.8g}:{:.8g}]\n",
                        panel.has_log_axis ? "set" : "unset", drawing.x.low, drawing.x.high, y.low, y.high);
  script += fmt::format("set xtics ({}) nomirror scale {}\nset ytics ({}) nomirror scale {}\n",
                        tick_list(drawing.ticks), canvas.tick_scale(), tick_list(y_ticks), canvas.tick_scale());
  script += lines_of(drawing, plot.scale);
  if (panel.series.empty()) {
    return script + canvas.text("not run", middle, top + panel_height / 2) + "unset key\nplot NaN notitle\n";
  }
  if (drawing.legend.entries.empty()) {
    script += "unset key\n";
  } else {
    if (!drawing.legend.title.empty()) script += canvas.text(drawing.legend.title, middle, bottom + legend_below + 9);
    script +=
        fmt::format("set key at {} center top vertical maxrows {} Left reverse samplen 2.5 spacing {} width 1\n",
                    canvas.at(middle, bottom + legend_below + legend_line * static_cast<double>(drawing.title_rows())),
                    drawing.legend_rows, canvas.key_spacing());
  }
  return script + fmt::format("plot {}\n", curves_of(drawing, number, factor, canvas));
}

/// What a reader has to know of the whole figure.
std::string footer_of(const Plot& plot) {
  const auto any = [&](const auto& is) { return std::any_of(plot.panels.begin(), plot.panels.end(), is); };
  const bool is_hollow = any([](const PlotPanel& panel) {
    return panel.series.size() > 1 && std::any_of(panel.series.begin(), panel.series.end(),
                                                  [](const PlotSeries& each) { return !each.published.empty(); });
  });
  const bool is_moved = any([](const PlotPanel& panel) { return places_of(panel) > 1; });
  return fmt::format("{} are 95 % intervals.{}{}", any(has_bands) ? "Bands" : "Bars",
                     is_hollow ? " Hollow markers are published." : "",
                     is_moved ? " Points at one x stand side by side." : "");
}

}  // namespace

SeriesStyle style_of(std::size_t series) {
  // The colours of Okabe & Ito 2008, without their yellow, which is too light on white.
  static constexpr std::array colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
  static constexpr std::array markers{7, 5, 9, 11, 15};  // circle, square, triangles up and down, pentagon
  static constexpr std::array dashes{"solid", "(9,4)", "(3,3)", "(9,3,2,3)", "(16,5)"};
  // 7 and 5 have no common factor: a colour comes with every marker before it comes with the same one again, and then
  // with another dash.
  const std::size_t round = series / colours.size();
  return {colours[series % colours.size()], markers[series % markers.size()],
          dashes[(round + round / markers.size()) % dashes.size()]};
}

std::string axis_number(double value) {
  if (std::abs(value) >= 1e7) return axis_number(value / 1e6) + "M";
  // Six digits that count, whatever their place.
  const int places = value == 0 ? 0 : std::max(0, 5 - static_cast<int>(std::floor(std::log10(std::abs(value)))));
  std::string text = fmt::format("{:.{}f}", std::abs(value), places);
  if (places > 0) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  for (std::size_t at = std::min(text.find('.'), text.size()); at > 3; at -= 3) text.insert(at - 3, ",");
  return (value < 0 ? "-" : "") + text;
}

PlotLegend legend_of(const PlotPanel& panel) {
  PlotLegend legend;
  legend.entries.resize(panel.series.size());
  const auto append = [](std::string& text, std::string_view more) {
    if (!text.empty()) text += " · ";
    text += more;
  };
  for (std::size_t v = 0; v < panel.variables.size(); ++v) {
    std::vector<std::string> values;
    for (const PlotSeries& series : panel.series) values.push_back(series.values[v]);
    const std::string shared = factor_out(values);
    append(legend.title, shared.empty() ? panel.variables[v] : fmt::format("{} = {}", panel.variables[v], shared));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto number = to_real(values[i]);
      append(legend.entries[i], values[i].empty() ? "–" : number ? axis_number(*number) : values[i]);
    }
  }
  return legend;
}

Interval x_range(const PlotPanel& panel) {
  if (!panel.x_names.empty()) return {-0.5, static_cast<double>(panel.x_names.size()) - 0.5};
  const auto values = x_values(panel);
  const bool is_log = panel.has_log_axis;
  if (values.empty()) return is_log ? Interval{1, 10} : Interval{0, 1};
  const double low = along(values.front(), is_log), high = along(values.back(), is_log);
  const double group = places_of(panel) < 2 ? 0 : step_aside(panel) * static_cast<double>(places_of(panel));
  const double space = high > low ? std::max(0.04 * (high - low), 0.6 * group) : 0.5;
  const double least = is_log ? std::numeric_limits<double>::min() : std::numeric_limits<double>::lowest();
  return {std::max(least, back_from(low - space, is_log)), back_from(high + space, is_log)};
}

Interval x_axis(const PlotPanel& panel) {
  Interval axis = x_range(panel);
  const auto values = x_values(panel);
  if (!panel.x_names.empty() || values.empty()) return axis;
  if (values.front() >= 0) axis.low = std::max(axis.low, 0.0);
  if (values.front() >= 0 && values.back() <= 1) axis.high = std::min(axis.high, 1.0);
  return axis;
}

Interval y_range(const Plot& plot, const PlotPanel& panel) {
  // Panels beside each other are compared, so they have the same range, unless this would squeeze one of them.
  std::optional<Interval> own = extent(panel), all = own;
  for (const PlotPanel& each : plot.panels) {
    const auto more = extent(each);
    if (more) all = all ? Interval{std::min(all->low, more->low), std::max(all->high, more->high)} : *more;
  }
  if (!all) return {0, 1};
  if (plot.scale == PlotScale::share) {
    return {std::clamp(std::floor(10 * std::min(all->low, 0.5) + 1e-9) / 10, 0.0, 0.4),
            std::clamp(std::ceil(10 * std::max(all->high, 0.5) - 1e-9) / 10, 0.6, 1.0)};
  }
  if (own && all->high - all->low > 2 * (own->high - own->low)) all = own;
  const double length = all->high > all->low ? all->high - all->low : std::max(1.0, std::abs(all->high));
  const double step = round_step(length / 25);
  const double low = step * std::floor(all->low / step - 0.1);
  return {all->low >= 0 ? std::max(low, 0.0) : low, step * std::ceil(all->high / step + 0.1)};
}

bool has_bands(const PlotPanel& panel) {
  return panel.x_names.empty() && std::any_of(panel.series.begin(), panel.series.end(), [](const PlotSeries& series) {
           return series.points.size() >= many_points;
         });
}

PlotPanel side_by_side(PlotPanel panel) {
  const std::size_t places = places_of(panel);
  if (places < 2) return panel;
  const double step = step_aside(panel);
  // A series that is alone stays where it is, and what was published stands at its right.
  const double before = panel.series.size() == 1 ? 0 : 0.5 * step * static_cast<double>(places - 1);
  const auto move = [&](std::vector<PlotPoint>& points, std::size_t place) {
    for (PlotPoint& point : points) {
      const double at = along(point.x, panel.has_log_axis) - before + step * static_cast<double>(place);
      point.x = back_from(at, panel.has_log_axis);
    }
  };
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    move(panel.series[i].points, has_published(panel) ? 2 * i : i);
    move(panel.series[i].published, 2 * i + 1);
  }
  return panel;
}

std::string plot_script(const Plot& plot, const std::string& svg, const std::string& png) {
  const std::size_t count = plot.panels.size();
  const std::size_t columns = count == 4 ? 2 : std::min<std::size_t>(count, 3), rows = (count + columns - 1) / columns;
  const double column_width = columns == 1 ? 700 : columns == 2 ? 500 : 400;
  const double width = column_width * static_cast<double>(columns);
  const double axis_width = column_width - left_space - right_space;

  std::vector<Drawing> drawings;
  for (std::size_t i = 0; i < count; ++i) {
    Drawing& drawing = drawings.emplace_back(drawing_of(plot, plot.panels[i], column_width - right_space, axis_width));
    // Said once in a row.
    if (i % columns > 0 && plot.panels[i].y_label == plot.panels[i - 1].y_label) drawing.panel.y_label.clear();
  }
  const auto title = wrapped(plot.title, width - 40, title_size);
  double height = top_space + title_line * static_cast<double>(title.size());
  std::vector<double> tops(rows);  // of the axes, by row
  for (std::size_t row = 0; row < rows; ++row) {
    double above = 0, below = 0;
    for (std::size_t i = row * columns; i < std::min(count, (row + 1) * columns); ++i) {
      above = std::max(above, drawings[i].height_above());
      below = std::max(below, drawings[i].height_below());
    }
    tops[row] = height + above;
    height += above + panel_height + below;
  }
  height += bottom_space;

  std::string script;
  for (std::size_t i = 0; i < count; ++i) {
    script += data_of(drawings[i].panel, i, plot.scale == PlotScale::share ? 100 : 1);
  }
  for (const bool is_png : {false, true}) {
    const Canvas canvas{width, height, is_png};
    script += fmt::format("reset\n{}set output {}\nset encoding utf8\nset multiplot\n", canvas.terminal(),
                          quoted_plot_text(is_png ? png : svg));
    // A plot of nothing carries the texts that belong to no panel.
    for (std::size_t i = 0; i < title.size(); ++i) {
      script += canvas.text(title[i], width / 2, top_space + title_line * (static_cast<double>(i) + 0.5),
                            fmt::format("font 'sans-serif,{}'", title_size));
    }
    script += canvas.text(footer_of(plot), width / 2, height - 0.5 * bottom_space,
                          fmt::format("font 'sans-serif,{}' textcolor rgb '{}'", footer_size, grey));
    script += "unset border\nunset tics\nunset key\nset xrange [0:1]\nset yrange [0:1]\nplot NaN notitle\n";
    script += fmt::format(
        "set grid ytics linetype 1 linecolor rgb '{}' linewidth 0.8\nset errorbars 0.6\nset pointsize 0.75\n",
        light_grey);
    for (std::size_t i = 0; i < count; ++i) {
      const double left = column_width * static_cast<double>(i % columns) + left_space;
      script += panel_script(plot, drawings[i], i, canvas, left, tops[i / columns], axis_width);
    }
    script += "unset multiplot\nunset output\n";
  }
  return script;
}

}  // namespace banyan
