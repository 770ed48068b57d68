#pragma once
// Question: which steps does a TI4 battle have, what is thrown in each and who takes it?
// The functions here are the rules; compile() writes them out as tables and replay.cpp
// tells one battle with them.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/force.hpp"
#include "core/systems/ti4/hits.hpp"
#include "core/systems/ti4/rolls.hpp"
#include "core/tables/battle_rules.hpp"

namespace broadside::ti4 {

enum class BattleKind : std::uint8_t { space, ground, invasion, conquest };

/// The steps of RULES 2 to 4 that change odds.
enum class Phase : std::uint8_t {
  space_cannon,  ///< RULES 2: one side fires, the active player first
  barrage,       ///< RULES 3.2
  space_round,   ///< RULES 3.4, 3.5; with a retreat announced 3.6 too
  parting_shot,  ///< RULES 3.6: a ship that retreats destroys one that stays
  rift,          ///< RULES 3.6.2: ships that leave a gravity rift may be lost
  space_event,   ///< an effect with an exchange of its own
  bombardment,   ///< RULES 4.1
  landing_fire,  ///< RULES 4.3: space cannon defense
  ground_round,  ///< RULES 4.4
  harrow,        ///< RULES 4.4.6: the bombarding ships fire again at the end of a round
  ground_event,
  no_combat,  ///< nothing is rolled; only decides where the battle goes
};

constexpr bool on_planet(Phase phase) {
  return phase == Phase::bombardment || phase == Phase::landing_fire ||
         phase == Phase::ground_round || phase == Phase::harrow || phase == Phase::ground_event;
}

struct PhaseAt {
  Phase phase{};
  int round = 1;   ///< of its combat; the last one planned stands for all later rounds
  int owner = -1;  ///< index of the side that throws alone, or -1 for both
  const Event* event = nullptr;
  int retreats = -1;   ///< index of the side that leaves after this step, or -1
  bool again = false;  ///< both sides roll again if the round before this step was a bad exchange
  bool ends_round = false;  ///< all hits of the round are assigned after it
  bool slips = false;       ///< it leaves by a card that is no retreat
  /// Bit e: along edge e that side leaves (elsewhere the retreat was called off)
  std::uint32_t leaving = 0;
  bool closes_round = false;    ///< the last step of a round's end: repairs, reserves
  bool outside_rounds = false;  ///< before the combat or after the end of a round: what sustains
                                ///< here has not sustained in a round (RULES 3.5.3)
};

/// Words that the plan of a battle and its steps share.
namespace battle_words {
inline constexpr const char* kSpaceCannonStage = "space cannon";
inline constexpr const char* kSpaceStage = "space combat";
inline constexpr const char* kInvasionStage = "invasion";
inline constexpr const char* kGroundStage = "ground combat";

// Stances. A side that wants to retreat, or whose troops must still find room, has more to say than
// "still there".
inline constexpr int kOut = 0;
inline constexpr int kReady = 1;  ///< in the fight
/// In the fight, but about to retreat and nothing it has can leave
inline constexpr int kBound = 2;
/// In the fight, but with no room left for troops to land (conquest)
inline constexpr int kNoTroops = 3;

inline constexpr Volley kRollAgain = Volley{1}
                                     << 30;       ///< instead of hits: the exchange does not count
inline constexpr std::uint8_t kRollingAgain = 2;  ///< the mark of a side that has just done so
}  // namespace battle_words

/// Is a unit with Planetary Shield among those that can be lost?
bool shield_can_fall(const Army& army);

class Rules {
 public:
  using Force = ti4::Force;
  using Throw = Pmf<std::pair<Volley, Force>>;
  using ThrowKey = UnitsLeft;

  Rules(BattleKind kind, std::array<Army, 2> armies);
  Rules(const Rules&) = delete;  // phases point into the armies
  Rules(Rules&&) = default;

  const std::vector<StepPlan>& plan() const { return plan_; }
  const std::vector<PhaseAt>& phases() const { return phases_; }
  const Army& army(Side side) const { return (*armies_)[static_cast<std::size_t>(index(side))]; }
  BattleKind kind() const { return kind_; }

  Force start(Side side) const { return starting_force(army(side)); }
  Throw throws(Side side, int step, const Force& force, std::uint32_t seen) const;
  /// Forces with the same key throw alike and are not changed by it.
  std::optional<ThrowKey> throw_key(Side side, int step, const Force& force) const;
  Force absorb(Side side, int step, const Force& force, Volley volley) const;
  /// Are these nothing but hits that can as well be assigned one by one?
  bool one_by_one(Side side, int step, Volley volley) const;
  int stance(Side side, int step, const Force& force) const;
  std::uint32_t feature(Side side, int step, const Force& force) const;
  std::pair<Volley, Volley> respond(int step, Volley attacker, Volley defender) const;
  Force cross(Side side, int step, int edge, const Force& force) const;

  /// The dice this side rolls in a step (none in an event), and what a result comes to.
  std::vector<Pool> dice(Side side, int step, const Force& force, std::uint32_t seen) const;
  std::pair<Volley, Force> result(Side side, int step, const Force& force, Rolled rolled) const;
  /// Has it units that would bombard in this step, and does a Planetary Shield stop them?
  bool stopped_by_shield(Side side, int step, const Force& force, std::uint32_t seen) const;
  // For telling a battle die by die: does the side roll dice here, what does it do before, what
  // does a forced reroll use up?
  bool rolls_dice(Side side, int step, const Force& force) const;
  Force before_roll(Side side, int step, const Force& force) const;
  Force after_forced_reroll(Side side, int step, const Force& force) const;
  /// Hits above which the enemy makes the side roll again; negative = he cannot.
  double reroll_above(Side side, int step, const Force& force, std::uint32_t seen) const;
  /// The force when a space cannon has hit it and nobody has looked at capacity yet; as it was in
  /// every other step.
  Force hit_by_cannon(Side side, int step, const Force& force, Volley volley) const;

 private:
  /// A step while the chain of a combat is being put together.
  struct Link {
    PhaseAt where;
    StepPlan plan;
    bool judged = true;  ///< after it a side without units is out; otherwise the chain goes on
                         ///< whatever happened
  };
  const PhaseAt& at(int step) const { return phases_[static_cast<std::size_t>(step)]; }
  Roll roll_of(int step) const;
  bool has_dice(Side side, Roll roll) const;
  bool has(Side side, Targets targets) const { return count(army(side), start(side), targets) > 0; }
  bool bombards_through(Side side, const Force& force, std::uint32_t seen) const;
  bool may_bombard() const;
  bool may_harrow() const;
  std::uint32_t features(Side side, const PhaseAt& where) const;
  void plan_space(bool then_invade);
  void plan_invasion();
  void plan_nothing();
  bool either(bool Army::*flag) const {
    return army(Side::attacker).*flag || army(Side::defender).*flag;
  }
  std::vector<Link> start_events(const std::vector<Event> Army::*events, Phase phase,
                                 const char* stage) const;
  std::vector<Link> answers(bool space) const;
  std::vector<Link> answered(std::vector<Link> chain, bool space) const;
  std::vector<Link> each_answered(std::vector<Link> events, bool space) const;
  void add_rounds(std::vector<Link>& chain, Roll roll, int last_round, int leaver,
                  int& loop_from) const;
  void add_departures(std::vector<Link>& chain) const;
  template <class Exits>
  void append(std::vector<Link> chain, std::size_t length, int loop_from, Exits exits);
  Force after_space(Side side, const Force& force) const;
  Force take_volley(Side side, int step, const Force& force, Volley volley) const;
  Throw leave_rift(Side side, const Force& force) const;
  Throw shoot_at_parting(Side side, const Force& force) const;
  Force take_parting_shot(Side side, const Force& force, Volley volley) const;
  Force retreat(Side side, const Force& force) const;

  BattleKind kind_;
  /// What happens at the start of round 1 happens before the barrage
  bool starts_with_barrage_ = false;
  std::unique_ptr<std::array<Army, 2>> armies_;
  std::vector<StepPlan> plan_;
  std::vector<PhaseAt> phases_;
  std::vector<bool> in_space_;  ///< by step
};

}  // namespace broadside::ti4
