#pragma once
// Question: which cards, technologies, abilities and rules change a battle, and what are they?
// The catalogue of every combat-relevant effect outside the unit cards (those carry their own
// specials, units.hpp). Facts only: what an effect does to a battle is code, found by its id.

#include <cstdint>
#include <span>
#include <string_view>

namespace broadside::ti4 {

struct EffectFact {
  std::string_view id, name;
  std::string_view kind;       ///< technology, action_card, agent, law, anomaly, ...
  std::string_view faction{};  ///< whose it is; empty = anybody's
  std::string_view expansion;
  std::string_view version = "current";  ///< current, original, omega, omega_omega
  std::string_view superseded_by{};      ///< id of the printing that replaces it, or empty
  std::string_view timing;               ///< main window
  std::string_view timings{};      ///< every window, "a, b", where there is more than the main one
  std::string_view side;           ///< who may own it: attacker, defender, either
  std::string_view stage;          ///< space, ground, both
  std::string_view cost{};         ///< "2 trade goods", "exhaust", or empty
  std::string_view limit{};        ///< "once per round", or empty
  std::string_view decision{};     ///< the choice its owner has, or empty
  std::string_view common;         ///< how often it matters: high, medium, low
  std::string_view affects;        ///< odds, composition, retreat, prevents_combat, value
  std::uint8_t copies = 0;         ///< cards of this name in the deck where it matters, else 0
  bool optional_module = false;    ///< only in games that play with events
  bool scenario = false;           ///< only in a printed scenario
  std::string_view replaced_in{};  ///< where another kind of card took its place
  std::string_view text;           ///< what it does, in our words
  std::string_view note{};         ///< how we read it where sources differ
  std::string_view open_question{};  ///< what the sources leave open
};

std::span<const EffectFact> all_effects();
const EffectFact* find_effect(std::string_view id);  ///< exact id, or nullptr

}  // namespace broadside::ti4
