#pragma once
// Question: how is a sweep over one or two numbers told: as a table, a chart, a picture?

#include <string>

#include "apps/report/layout.hpp"
#include "core/scenario/scenario.hpp"
#include "sim/vary.hpp"

namespace broadside {

std::string sweep_text(const Sweep& sweep, const TextStyle& style);
std::string sweep_csv(const Sweep& sweep);  ///< a line for each point
std::string sweep_markdown(const Sweep& sweep);
/// A curve for one axis, a heat map for two; `title` says which battle it is.
std::string sweep_svg(const Sweep& sweep, const std::string& title);
std::string sweep_json(const Sweep& sweep, const Scenario& scenario);

}  // namespace broadside
