#pragma once
// Question: what is the answer in one line, and how sure is it? Every form of an answer (short,
// detailed, Markdown) begins with these, and only here it is decided which headline a battle gets.

#include <string>

#include "apps/report/layout.hpp"
#include "sim/engine.hpp"

namespace broadside {

/// "Space combat: attacker wins 61.5 %, draw 15.4 %, defender wins 23.1 %"
std::string first_line(const Report& report);

/// "(exact; 4.2 million sampled battles agree)", or the interval where nothing is exact.
std::string certainty(const Report& report, const TextStyle& style);

/// Both on one line where the screen is wide enough, otherwise one under the other.
std::string first_lines(const Report& report, const TextStyle& style);

/// What to say where the solved and the sampled battle cannot both be right; empty where they agree.
std::string alarm(const Report& report);

}  // namespace broadside
