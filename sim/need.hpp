#pragma once
// Question: how much more must I bring to win with at least this chance?

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/engine.hpp"

namespace broadside {

struct NeedQuestion {
  Scenario scenario;           ///< my side of it is what I have
  Side side = Side::attacker;  ///< mine
  double chance = 0.8;
  double budget = 0;             ///< look no further than this; 0 = as far as is feasible
  std::optional<double> supply;  ///< fleet supply; nothing = what the game takes as usual
  bool any_supply = false;
};

struct Addition {
  std::vector<UnitCount> bought;  ///< none: what is there is enough
  double cost = 0;
  Chance win;
  std::vector<std::string> assumptions, brief;  ///< how the battle with it is fought
};

/// What ended a search: an addition that is enough, the resources of the question, that nothing else
/// may be added, that too many would have to be looked at, or what one question may cost (sim/work).
enum class NeedEnd { reached, resources, limits, additions, work };

struct NeedAnswer {
  std::string game;
  std::string battle, battle_words;  ///< its kind, and battle_in_words
  Side side = Side::attacker;        ///< who must win
  double chance = 0.8;
  Chance now;                       ///< without any addition
  std::vector<Addition> additions;  ///< all of the least cost that reach it, likeliest first
  std::optional<Addition> nearest;  ///< where none does: the likeliest that was looked at
  std::size_t examined = 0;         ///< additions looked at
  bool stopped = false;             ///< on request: there may be cheaper ones, or any at all
  double looked_up_to = 0;          ///< cost up to which every addition was looked at
  NeedEnd ended_by = NeedEnd::reached;
  std::optional<double> supply;  ///< fleet supply that additions keep to
  std::string limits;            ///< all that they keep to, in words; empty = nothing but resources
  /// All chances solved; otherwise a sampled one reaches it where the lower end of its interval does
  bool exact = true;
  std::vector<std::string> notes;  ///< Battle::notes of the fleet as it stands
  std::vector<std::string> assumptions, brief;
};

/// `progress` gets how many additions were looked at; it may be empty.
Result<NeedAnswer> need(const NeedQuestion& question, const Options& options,
                        const std::function<void(std::size_t)>& progress = {});

}  // namespace broadside
