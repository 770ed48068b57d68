#pragma once
// Question: what do players call the things of Star Wars: Rebellion, and how are they listed?

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
#include "core/systems/rebellion/cards.hpp"
#include "core/systems/rebellion/leaders.hpp"
#include "core/systems/rebellion/units.hpp"

namespace broadside::rebellion {

/// Every word for a unit (words_table.cpp).
std::span<const Word> all_words();

/// A trooper of whichever side it stands with.
inline constexpr std::string_view kAnyTrooper = "trooper";

/// "empire: 2 isd, 4 tie, at-at, 3 trooper, leader vader" -> a side. The faction is taken from the
/// units, leaders or cards where it is not named; a trooper stays a trooper where nothing tells
/// whose.
Result<SideSpec> parse_side(std::string_view text);
std::string write_side(const SideSpec& side);

/// By id or any word of the notation; a trooper by `faction`.
Result<const Unit*> read_unit(std::string_view typed, Faction faction, const std::string& where);
Result<Faction> read_faction(std::string_view typed, std::string_view where);
/// By id, name or a part of the name that only one leader has: "vader".
Result<const Leader*> read_leader(std::string_view typed, const std::string& where);
Result<const ActionCard*> read_action_card(std::string_view typed, const std::string& where);
/// By id or, where that is clear, by name: number in all_tactic_cards(). A name that cards of both
/// theaters have is clear where only one is `fought`.
Result<std::size_t> read_tactic_card(std::string_view typed, std::optional<Theater> fought,
                                     const std::string& where);
/// Number among the 16 cards of a faction: 8 of space, then 8 of the ground.
Result<std::size_t> read_advanced_card(std::string_view typed, Faction faction,
                                       std::optional<Theater> fought, const std::string& where);

/// The faction that a side shows without naming it: by its units, where they show none or both by
/// its leaders, then by its cards.
struct ShownFaction {
  Faction faction{};
  std::string_view by;  ///< "units"
};
std::optional<ShownFaction> faction_of(const SideSpec& side);

/// What a unit is worth in build resources: a triangle 1, a circle 2, a square 3, a project 4.
double resources(const Unit& unit);

/// Cards whose effect no combat shows, and why; empty where it does.
std::string_view without_effect(const AdvancedCard& card, bool top);

/// Leaders and cards, which are listed among the effects.
inline constexpr std::array<std::string_view, 2> kEffectGroups{"leaders", "cards"};

std::vector<Listing> list_units();
std::vector<Listing> list_effects();
std::vector<Listing> list_factions();

}  // namespace broadside::rebellion
