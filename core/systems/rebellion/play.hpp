#pragma once
// Question: how is a combat counted that no tables hold?

#include <optional>
#include <string>

#include "core/game.hpp"
#include "core/systems/rebellion/setup.hpp"

namespace broadside::rebellion {

/// Fills the duel, the final forces, the breakdowns and the incidents of a battle that is played card
/// by card; an error where the forces that can be left are too many to be numbered.
std::optional<InputError> prepare_direct(Setup setup, const std::string& reason, Battle& battle);

}  // namespace broadside::rebellion
