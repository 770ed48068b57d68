#pragma once
// Question: what do players call the things of Twilight Imperium 4, and how are they shown?

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/scenario/notation.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/effect_names.hpp"
#include "core/systems/ti4/units.hpp"

namespace broadside::ti4 {

const Vocabulary& vocabulary();

/// "letnev: 2 dn2, 4 ff, +plasma scoring" -> a side; the faction becomes its id, effects stay as
/// typed.
Result<SideSpec> parse_side(std::string_view text);

/// How units are printed: "war sun", "PDS".
GameWords game_words();
/// A type as it is printed, one of it or many: "war suns".
std::string printed(UnitType type, int count = 1);
/// An effect by its printed name, the text of a unit by the unit's: "Plasma Scoring".
std::string printed_effect(std::string_view id);
/// An own ability that is not played because nobody listed it (RULES 9.29).
std::string told_unused(Side side, std::string_view id);

/// The unit type that a player means by one word of the notation: "dn".
std::optional<UnitType> type_named(std::string_view typed);

/// What players type for a unit type, the type itself first.
std::span<const Word> short_words();

/// The ids of all unit types.
std::vector<std::string_view> type_names();

/// Adds a word to a list of words with commas.
void add_word(std::string& text, std::string_view word);

/// "cost 4, combat 5, move 1, capacity 1, sustain damage, bombardment 5"
std::string unit_text(const Unit& unit);

/// Leaders and cards among the effects.
inline constexpr std::array<std::string_view, 2> kEffectGroups{"leaders", "cards"};

std::vector<Listing> list_units();
std::vector<Listing> list_effects();
std::vector<Listing> list_factions();

}  // namespace broadside::ti4
