#pragma once
// Question: how do the odds of one battle look as CSV, as Markdown, as a picture?

#include <string>
#include <vector>

#include "sim/engine.hpp"
#include "sim/vary.hpp"

namespace broadside {

/// One long table: what it is about, which row of it, and its chance with the interval.
std::string report_csv(const Report& report);
std::string report_markdown(const Report& report);
std::string report_svg(const Report& report, const std::string& title);

/// "2 cruiser, 4 destroyer against 1 carrier, 3 destroyer": what a picture is called. What varies
/// stands as "0..8 destroyer".
std::string battle_title(const Scenario& scenario, const std::vector<Axis>& axes = {});

}  // namespace broadside
