#pragma once
// Question: what holds where a field is said twice, by a fleet's text and by a field of its own, or
// by a link and an option? For the command line, links and tables alike.

#include <optional>
#include <string>

#include "core/scenario/field.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside {

// Adds a value of a declared field to what is said already. Effects and a side's lists of names
// grow; all else may be said once, or twice alike. `where` is the value's place in the input.
std::optional<InputError> add_value(SideSpec& of, const Field& field, Value value,
                                    const std::string& where);
std::optional<InputError> add_value(Scenario& of, const Field& field, Value value,
                                    const std::string& where);

}  // namespace broadside
