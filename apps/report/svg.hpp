#pragma once
// Question: how does an answer look as a picture? SVG files that any browser opens, with a title,
// labelled axes and the numbers themselves.

#include <string>
#include <vector>

namespace broadside {

struct SvgBar {
  std::string label;
  double share = 0;          ///< length, 0 to 1
  double low = 0, high = 0;  ///< a whisker where they differ
  std::string text;          ///< behind the bar: "61.5 %"
  int color = 0;             ///< place in the palette
};
/// Bars in groups under headings of their own.
struct SvgBars {
  std::string heading;
  std::vector<SvgBar> bars;
};
std::string svg_bars(const std::string& title, const std::string& subtitle, const std::string& axis,
                     const std::vector<SvgBars>& groups);

struct SvgCurve {
  std::string name;
  std::vector<double> values;  ///< 0 to 1, one for each x
  int color = 0;
};
std::string svg_curves(const std::string& title, const std::string& subtitle,
                       const std::string& x_axis, const std::string& y_axis,
                       const std::vector<int>& x, const std::vector<SvgCurve>& curves);

/// values[row][column], 0 to 1; rows from the bottom up.
std::string svg_heat_map(const std::string& title, const std::string& subtitle,
                         const std::string& x_axis, const std::string& y_axis,
                         const std::vector<int>& x, const std::vector<int>& y,
                         const std::vector<std::vector<double>>& values);

/// The same for fleets with names: rows from the top down, cells without numbers where they are
/// small. Where names would not fit a cell tells its own when it is pointed at.
std::string svg_fleet_map(const std::string& title, const std::string& subtitle,
                          const std::vector<std::string>& rows,
                          const std::vector<std::string>& columns,
                          const std::vector<std::vector<double>>& values);

}  // namespace broadside
