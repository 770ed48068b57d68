#pragma once
// Question: which unit has this id?
// Derived from its figures, made up as an example, or published in part.

#include <string>

#include "core/scenario/result.hpp"
#include "core/systems/arcane_legions/draft.hpp"

namespace broadside::arcane_legions {

Result<Draft> from_id(const std::string& typed, const std::string& where);

}  // namespace broadside::arcane_legions
