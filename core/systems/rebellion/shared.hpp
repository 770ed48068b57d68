#pragma once
// Question: which forces can begin in the tables of one combat?

#include <optional>
#include <string>

#include "core/systems/rebellion/force.hpp"
#include "core/systems/rebellion/setup.hpp"

namespace broadside::rebellion {

/// What forces of a side have in common that may share tables: the types of their units, and
/// whether there are enough of those of which a second one matters.
std::string likeness_of(const Army& army);

/// The starting force of a side whose army differs from the largest in numbers only.
std::optional<Force> force_within(const Army& army, const Army& largest);

}  // namespace broadside::rebellion
