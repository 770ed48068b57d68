#pragma once
// Question: which fields of a scenario are members of it (core/scenario/scenario.hpp), and so hold a
// value of their kind always?

#include <string_view>

#include "core/scenario/field.hpp"

namespace broadside {

/// Is it a member of a side, or of the scenario, and not one of their other fields?
bool has_member(Place place, std::string_view name);

}  // namespace broadside
