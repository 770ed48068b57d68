#pragma once
// Question: how is it told what to do with hits?

#include <string>

#include "apps/report/layout.hpp"
#include "sim/advise.hpp"

namespace broadside {

/// The best way first, what others cost, ties as ties, and what comes next.
std::string advise_text(const Advised& advised, const TextStyle& style, bool details);
std::string advise_json(const Advised& advised, const Scenario& scenario);

}  // namespace broadside
