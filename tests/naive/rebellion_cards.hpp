#pragma once
// Question: what are the chances of one unit against one unit with tactic cards in known hands?
// Every face of every die is written out, and the hands are played as the default policies say: no
// dice are simulated, and nothing is shared with core/systems/rebellion. Special dice only pay for
// cards (policy specials: never draw), so hands never grow and the states can be worked through
// from the emptiest to the fullest.

#include <array>
#include <map>
#include <vector>

namespace broadside::naive_rebellion {

/// The cards of one theater that one unit against one unit gives a meaning to.
enum Card {
  critical_hit,         ///< 1 damage
  take_it_down,         ///< 2 damage, costs a special
  onslaught,            ///< 1 damage on each of two units, costs a special
  bombardment,          ///< damage by a ship's red dice, costs a special
  concentrate_fire,     ///< reroll 2 dice
  defensive_formation,  ///< block 1
  dig_in,               ///< block 2 for another card (Outmaneuver in space)
  unstoppable_assault,  ///< no blocks, costs a special
  no_escape,            ///< nobody retreats from a duel: good for paying
  kCards
};
using Hand = std::array<int, kCards>;

/// One unit: its dice (red and black), and its health.
struct Duellist {
  int red = 0, black = 0;
  bool red_health = false;
  int health = 1;
  int bombards = 0;  ///< red dice of a ship that is there
  /// Plays damage cards also on a unit that is lost already, so that they have to be blocked.
  bool at_once = false;
  Hand hand{};
};

/// Chances of the first, of nobody, of the second to be left.
struct Chances {
  double first = 0, nobody = 0, second = 0;
};

class CardDuel {
 public:
  CardDuel(Duellist first, Duellist second) : fighters_{first, second} {}
  Chances solve();

 private:
  struct State {
    std::array<int, 2> damage{};
    std::array<Hand, 2> hand{};
    friend auto operator<=>(const State&, const State&) = default;
  };
  using Law = std::map<State, double>;

  Law attack(const State& from, std::size_t attacker) const;
  Chances value(const State& state);

  std::array<Duellist, 2> fighters_;
  std::map<State, Chances> known_;
};

}  // namespace broadside::naive_rebellion
