#pragma once
// Question: how is the best fleet told, and how sure it is that there is no better one?

#include <string>
#include <vector>

#include "apps/report/layout.hpp"
#include "sim/best.hpp"

namespace broadside {

std::string best_text(const BestAnswer& answer, const BestQuestion& question,
                      const TextStyle& style);
std::string best_csv(const BestAnswer& answer, const BestQuestion& question);
std::string best_markdown(const BestAnswer& answer, const BestQuestion& question);
std::string best_svg(const BestAnswer& answer, const BestQuestion& question);
std::string best_json(const BestAnswer& answer, const BestQuestion& question);

/// "61.5 %" or "+2.31": a value of the goal.
std::string goal_value(const Goal& goal, double value);

}  // namespace broadside
