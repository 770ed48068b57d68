#pragma once
// Question: what may a player say about a side or a battle of Star Wars: Rebellion, and what was
// decided?

#include <span>
#include <string>
#include <vector>

#include "core/scenario/field.hpp"
#include "core/systems/rebellion/army.hpp"

namespace broadside::rebellion {

std::span<const Field> fields();

/// The policy that names who is added from the pool, and its word for adding none.
inline constexpr std::string_view kAddedLeader = "added_leader", kNobody = "nobody";

Choices read_choices(const Values& policy);

/// One line for each decision of a side: what was chosen and what that means. Decisions that cannot
/// come up in this combat are left out.
std::vector<std::string> describe(const Choices& choices, const Reading& reading, const Army& army);
/// The same of the Death Star Plans, for the Rebels.
std::string describe_plans(const Choices& choices);

}  // namespace broadside::rebellion
