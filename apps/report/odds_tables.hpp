#pragma once
// Question: how do the odds of one battle look as CSV, as Markdown, as a picture?

#include <string>
#include <vector>

#include "sim/engine.hpp"
#include "sim/vary.hpp"

namespace broadside {

/// One long table: what it is about, which row of it, its value with the interval, and the exact
/// value where there is one.
std::string report_csv(const Report& report);
/// The short answer, as it can be pasted into a chat; with `details` the tables under it.
std::string report_markdown(const Report& report, bool details = false);
std::string report_svg(const Report& report, const std::string& title);

/// "2 cruisers, 4 destroyers against 1 carrier, 3 destroyers": what a picture is called. What varies
/// stands as "0..8 destroyers".
std::string battle_title(const Scenario& scenario, const std::vector<Axis>& axes = {});

}  // namespace broadside
