#include "apps/report/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "apps/report/layout.hpp"
#include "apps/report/markup.hpp"
#include "core/scenario/by.hpp"

namespace broadside {
namespace {

// Okabe and Ito's colours: told apart by colour-blind readers too.
constexpr std::array<const char*, 4> kPalette{"#009e73", "#e69f00", "#d55e00", "#0072b2"};
constexpr const char* kInk = "#222222";
constexpr const char* kFaint = "#d8d8d8";
constexpr double kLetter = 7;  ///< width of a letter of 12 pixels, on average

class Canvas {
 public:
  Canvas(double width, double height, const std::string& title, const std::string& subtitle)
      : out_(fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
            "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"12\" "
            "fill=\"{2}\">\n<title>{3}</title>\n"
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
            width, height, kInk, escaped(title))) {
    text(16, 24, title, "start", 15, true);
    text(16, 42, subtitle, "start", 12);
  }

  void text(double x, double y, const std::string& words, const char* anchor = "start",
            int size = 12, bool bold = false, const char* color = kInk) {
    out_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\"{} fill=\"{}\">{}"
        "</text>\n",
        x, y, anchor, size, bold ? " font-weight=\"bold\"" : "", color, escaped(words));
  }
  /// Written from the bottom up, for the axis at the left.
  void text_upwards(double x, double y, const std::string& words) {
    out_ += fmt::format(
        "<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}"
        "</text>\n",
        x, y, escaped(words));
  }
  void line(double x1, double y1, double x2, double y2, const char* color, double width = 1) {
    out_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
        "stroke-width=\"{}\"/>\n",
        x1, y1, x2, y2, color, width);
  }
  void box(double x, double y, double width, double height, const std::string& color,
           const std::string& tip = "") {
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\">"
        "<title>{}</title></rect>\n",
        x, y, width, height, color, escaped(tip));
  }
  void curve(const std::vector<std::array<double, 2>>& points, const char* color) {
    std::string list;
    for (const auto& [x, y] : points) list += fmt::format("{:.1f},{:.1f} ", x, y);
    out_ += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", list, color);
    for (const auto& [x, y] : points)
      out_ +=
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", x, y, color);
  }
  std::string done() const { return out_ + "</svg>\n"; }

 private:
  std::string out_;
};

/// Not every value gets a label where they stand close.
std::size_t label_step(double pixels_each) {
  constexpr double kLeast = 26;
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(kLeast / pixels_each)));
}

/// White at 0 over yellow and green to deep blue at 1.
std::string heat(double share) {
  struct Stop {
    double at, r, g, b;
  };
  static constexpr std::array<Stop, 5> kStops{Stop{0, 255, 255, 229},
                                              {0.25, 194, 230, 153},
                                              {0.5, 90, 180, 120},
                                              {0.75, 35, 120, 120},
                                              {1, 8, 48, 107}};
  share = std::clamp(share, 0.0, 1.0);
  std::size_t i = 1;
  while (i + 1 < kStops.size() && share > kStops[i].at) ++i;
  const Stop &a = kStops[i - 1], &b = kStops[i];
  const double t = (share - a.at) / (b.at - a.at);
  const auto mixed = [&](double from, double to) {
    return static_cast<int>(std::lround(from + t * (to - from)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mixed(a.r, b.r), mixed(a.g, b.g), mixed(a.b, b.b));
}

}  // namespace

std::string svg_bars(const std::string& title, const std::string& subtitle, const std::string& axis,
                     const std::vector<SvgBars>& groups) {
  constexpr double kTop = 60, kRow = 24, kHeading = 28, kPlot = 420;
  double label_width = 60, tail = 60, rows = 0;
  for (const SvgBars& group : groups) {
    rows += static_cast<double>(group.bars.size()) * kRow + (group.heading.empty() ? 0 : kHeading);
    for (const SvgBar& bar : group.bars) {
      label_width = std::max(label_width, kLetter * columns_of(bar.label));
      tail = std::max(tail, kLetter * columns_of(bar.text) + 16);
    }
  }
  const double left = 24 + label_width,
               title_width = kLetter * std::max(columns_of(title) * 1.3,
                                                static_cast<double>(columns_of(subtitle)));
  Canvas canvas(std::max(left + kPlot + tail, title_width + 32), kTop + rows + 56, title, subtitle);
  const double bottom = kTop + rows;
  for (int tenth = 0; tenth <= 10; tenth += 2) {
    const double x = left + kPlot * tenth / 10;
    canvas.line(x, kTop, x, bottom + 4, kFaint);
    canvas.text(x, bottom + 18, fmt::format("{} %", 10 * tenth), "middle");
  }
  canvas.text(left + kPlot / 2, bottom + 40, axis, "middle");
  double y = kTop;
  for (const SvgBars& group : groups) {
    if (!group.heading.empty()) {
      canvas.text(16, y + 19, group.heading, "start", 12, true);
      y += kHeading;
    }
    for (const SvgBar& bar : group.bars) {
      canvas.text(left - 8, y + 16, bar.label, "end");
      canvas.box(left, y + 4, kPlot * bar.share, kRow - 8, nth(kPalette, bar.color),
                 bar.label + ": " + bar.text);
      double end = bar.share;
      if (bar.high > bar.low) {
        canvas.line(left + kPlot * bar.low, y + 12, left + kPlot * bar.high, y + 12, kInk, 2);
        end = std::max(end, bar.high);
      }
      canvas.text(left + kPlot * end + 6, y + 16, bar.text);
      canvas.line(left, y, left, y + kRow, kInk);
      y += kRow;
    }
  }
  return canvas.done();
}

std::string svg_curves(const std::string& title, const std::string& subtitle,
                       const std::string& x_axis, const std::string& y_axis,
                       const std::vector<int>& x, const std::vector<SvgCurve>& curves) {
  constexpr double kLeft = 76, kTop = 64, kWidth = 520, kHeight = 300, kLegend = 150;
  const double title_width =
      kLetter * std::max(columns_of(title) * 1.3, static_cast<double>(columns_of(subtitle)));
  Canvas canvas(std::max(kLeft + kWidth + kLegend, title_width + 32), kTop + kHeight + 62, title,
                subtitle);
  const auto at_y = [&](double share) { return kTop + kHeight * (1 - share); };
  const int span = std::max(1, x.back() - x.front());
  const auto at_x = [&](int value) { return kLeft + kWidth * (value - x.front()) / span; };
  for (int tenth = 0; tenth <= 10; tenth += 2) {
    canvas.line(kLeft, at_y(tenth / 10.0), kLeft + kWidth, at_y(tenth / 10.0), kFaint);
    canvas.text(kLeft - 8, at_y(tenth / 10.0) + 4, fmt::format("{} %", 10 * tenth), "end");
  }
  const std::size_t step = label_step(kWidth / static_cast<double>(x.size()));
  for (std::size_t i = 0; i < x.size(); i += step) {
    canvas.line(at_x(x[i]), kTop + kHeight, at_x(x[i]), kTop + kHeight + 5, kInk);
    canvas.text(at_x(x[i]), kTop + kHeight + 20, std::to_string(x[i]), "middle");
  }
  canvas.line(kLeft, kTop, kLeft, kTop + kHeight, kInk);
  canvas.line(kLeft, kTop + kHeight, kLeft + kWidth, kTop + kHeight, kInk);
  canvas.text(kLeft + kWidth / 2, kTop + kHeight + 46, x_axis, "middle");
  canvas.text_upwards(24, kTop + kHeight / 2, y_axis);
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const char* const color = nth(kPalette, curves[c].color);
    std::vector<std::array<double, 2>> points;
    for (std::size_t i = 0; i < x.size(); ++i)
      points.push_back({at_x(x[i]), at_y(curves[c].values[i])});
    canvas.curve(points, color);
    const double y = kTop + 12 + 20 * static_cast<double>(c);
    canvas.line(kLeft + kWidth + 16, y - 4, kLeft + kWidth + 36, y - 4, color, 3);
    canvas.text(kLeft + kWidth + 42, y, curves[c].name);
  }
  return canvas.done();
}

std::string svg_heat_map(const std::string& title, const std::string& subtitle,
                         const std::string& x_axis, const std::string& y_axis,
                         const std::vector<int>& x, const std::vector<int>& y,
                         const std::vector<std::vector<double>>& values) {
  constexpr double kLeft = 76, kTop = 64, kLegend = 110;
  const auto most = static_cast<double>(std::max(x.size(), y.size()));
  const double cell = std::clamp(560 / most, 6.0, 44.0);
  const double width = cell * static_cast<double>(x.size()),
               height = cell * static_cast<double>(y.size());
  const double title_width =
      kLetter * std::max(columns_of(title) * 1.3, static_cast<double>(columns_of(subtitle)));
  const double scale_height = std::max(height, 160.0);
  Canvas canvas(std::max(kLeft + width + kLegend, title_width + 32), kTop + scale_height + 62,
                title, subtitle);
  const double bottom = kTop + height;
  for (std::size_t row = 0; row < y.size(); ++row)
    for (std::size_t column = 0; column < x.size(); ++column) {
      const double share = values[row][column];
      const double left = kLeft + cell * static_cast<double>(column),
                   top = bottom - cell * static_cast<double>(row + 1);
      canvas.box(left, top, cell, cell, heat(share),
                 fmt::format("{}, {}: {}", x[column], y[row], percent(share)));
      if (cell >= 28)
        canvas.text(left + cell / 2, top + cell / 2 + 4, fixed(100 * share, 0), "middle", 11, false,
                    share > 0.6 ? "#ffffff" : kInk);
    }
  const std::size_t step = label_step(cell);
  for (std::size_t i = 0; i < x.size(); i += step)
    canvas.text(kLeft + cell * (static_cast<double>(i) + 0.5), bottom + 18, std::to_string(x[i]),
                "middle");
  for (std::size_t i = 0; i < y.size(); i += step)
    canvas.text(kLeft - 8, bottom - cell * (static_cast<double>(i) + 0.5) + 4, std::to_string(y[i]),
                "end");
  canvas.line(kLeft, kTop, kLeft, bottom, kInk);
  canvas.line(kLeft, bottom, kLeft + width, bottom, kInk);
  canvas.text(kLeft + width / 2, bottom + 44, x_axis, "middle");
  canvas.text_upwards(24, kTop + height / 2, y_axis);
  // What the colours mean.
  const double scale_x = kLeft + width + 24;
  constexpr int kBands = 40;
  for (int band = 0; band < kBands; ++band)
    canvas.box(scale_x, kTop + scale_height * (1 - (band + 1.0) / kBands), 16,
               scale_height / kBands + 0.5, heat((band + 0.5) / kBands));
  for (int quarter = 0; quarter <= 4; ++quarter)
    canvas.text(scale_x + 22, kTop + scale_height * (1 - quarter / 4.0) + 4,
                fmt::format("{} %", 25 * quarter));
  return canvas.done();
}

std::string svg_fleet_map(const std::string& title, const std::string& subtitle,
                          const std::vector<std::string>& rows,
                          const std::vector<std::string>& columns,
                          const std::vector<std::vector<double>>& values) {
  constexpr double kTop = 64, kMargin = 16;
  const auto most = static_cast<double>(std::max(rows.size(), columns.size()));
  const double cell = std::clamp(640 / most, 2.0, 44.0);
  const bool named = cell >= 12;
  double names = 0;
  if (named)
    for (const std::string& row : rows) names = std::max(names, kLetter * columns_of(row));
  double below = 0;
  if (named)
    for (const std::string& column : columns) below = std::max(below, kLetter * columns_of(column));
  const double left = kMargin + names + 8, width = cell * static_cast<double>(columns.size()),
               bottom = kTop + cell * static_cast<double>(rows.size());
  const double title_width =
      kLetter * std::max(columns_of(title) * 1.3, static_cast<double>(columns_of(subtitle)));
  Canvas canvas(std::max(left + width + kMargin, title_width + 2 * kMargin),
                bottom + below + 2 * kMargin, title, subtitle);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const double share = values[row][column];
      const double x = left + cell * static_cast<double>(column),
                   y = kTop + cell * static_cast<double>(row);
      canvas.box(x, y, cell, cell, heat(share),
                 rows.size() * columns.size() <= 10'000
                     ? fmt::format("{} against {}: {}", rows[row], columns[column], percent(share))
                     : std::string{});
      if (cell >= 28)
        canvas.text(x + cell / 2, y + cell / 2 + 4, fixed(100 * share, 0), "middle", 11, false,
                    share > 0.6 ? "#ffffff" : kInk);
    }
  if (named) {
    for (std::size_t row = 0; row < rows.size(); ++row)
      canvas.text(left - 8, kTop + cell * (static_cast<double>(row) + 0.5) + 4, rows[row], "end");
    for (std::size_t column = 0; column < columns.size(); ++column)
      canvas.text_upwards(left + cell * (static_cast<double>(column) + 0.5) + 4,
                          bottom + below / 2 + 8, columns[column]);
  }
  return canvas.done();
}

}  // namespace broadside
