#pragma once
// Question: what may a player decide beforehand, and how may the rules be read?

#include <span>
#include <string>
#include <vector>

#include "core/scenario/settings.hpp"
#include "core/systems/rebellion/army.hpp"

namespace broadside::rebellion {

std::span<const Setting> policy_settings();
std::span<const Setting> rule_settings();

Choices read_choices(std::span<const Choice> chosen);

/// One line for each decision of a side: what was chosen and what that means. Decisions that cannot
/// come up in this combat are left out.
std::vector<std::string> describe(const Choices& choices, const Reading& reading, const Army& army);

}  // namespace broadside::rebellion
