#pragma once
// Question: of which battles does an answer about many fleets speak?

#include <span>
#include <string>

#include "core/scenario/scenario.hpp"

namespace broadside {

/// " Attacker: sol, upgraded cruiser. Both: anomaly nebula." What was said of the sides besides their
/// units, as sentences to be appended; nothing where nothing was. How they play stands among the
/// assumptions.
std::string conditions_in_words(const Scenario& scenario);

/// What all these sides have in common but for their units; nothing where they differ in more.
SideSpec without_units(std::span<const SideSpec> sides);

}  // namespace broadside
