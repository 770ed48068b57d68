#pragma once
// Question: which unit does this text describe, and what can be listed?
//
//   unit = [faction ":"] item { "," item }
//   item = unit id                          "D-MIX-TITUS", "EX-PLAIN"
//        | [count] figure                   "5 heavy_legionary", "titus petronius"
//        | "dice" N                         just the dice of one order
//        | ["dice"] N colour                "dice 9 red", "7 white", "3 blue": icons of a unit
//        | "hp" N { N }                     its figures
//        | "side" colour or place           "side red", "side back"
//        | [count] ability | type           "tough", "2 fear", "cavalry"
//        | "without" ability

#include <span>
#include <string_view>
#include <vector>

#include "core/game.hpp"

namespace broadside::arcane_legions {

Result<SideSpec> parse_side(std::string_view text);
std::string write_side(const SideSpec& side);
/// Figures as they are printed, with their plurals.
std::span<const GameWords::Noun> figure_nouns();

std::vector<Listing> list_units();
std::vector<Listing> list_effects();
std::vector<Listing> list_factions();

}  // namespace broadside::arcane_legions
