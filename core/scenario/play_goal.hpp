#pragma once
// Question: what does a player play for, who makes every choice that is free for a goal? "win",
// "net", "planet", "keep flagship", or a sum: "net + 6 win".

#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/field.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"

namespace broadside {

struct PlayGoal {
  enum class What : std::uint8_t {
    win,     ///< the battle
    net,     ///< resources that the enemy loses, less those that the side loses
    planet,  ///< the attacker takes it, the defender keeps it
    keep,    ///< a victory after which a unit of the type is left
  };
  struct Term {
    double weight = 1;
    What what{};
    std::string type{};  ///< of keep
    friend bool operator==(const Term&, const Term&) = default;
  };
  std::vector<Term> terms;
  friend bool operator==(const PlayGoal&, const PlayGoal&) = default;
};

/// Reads a goal; unit types stay as they were typed. `where` only goes into the error.
Result<PlayGoal> read_play_goal(std::string_view text, const std::string& where);
/// "net + 6 win"
std::string written(const PlayGoal& goal);

// Policies of every game in which a side can play for a goal.
inline constexpr std::string_view kPlay = "play", kGoal = "goal";
enum class Play : std::uint8_t { usual, best };
/// The same battle, both sides playing as usual: no goals, no retreat at the best moment.
Scenario played_as_usual(Scenario scenario);
/// Does a side play for a goal?
bool plays_best(const SideSpec& side);
Field play_field();
Field goal_field(std::string_view example = R"("net + 6 win")");

}  // namespace broadside
