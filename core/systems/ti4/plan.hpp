#pragma once
// Question: which steps does a TI4 battle have, in which order, and what makes rounds differ?
// battle.cpp says what happens in a step.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/scenario/side.hpp"
#include "core/systems/ti4/army.hpp"
#include "core/tables/plan.hpp"

namespace broadside::ti4 {

enum class BattleKind : std::uint8_t { space, ground, invasion, conquest };

/// The steps of RULES 2 to 4 that change odds.
enum class Phase : std::uint8_t {
  space_cannon,    ///< RULES 2: one side fires, the active player first
  barrage,         ///< RULES 3.2
  space_round,     ///< RULES 3.4, 3.5; with a retreat announced 3.6 too
  parting_shot,    ///< RULES 3.6: a ship that retreats destroys one that stays
  rift,            ///< RULES 3.6.2: ships that leave a gravity rift may be lost
  space_event,     ///< an effect with an exchange of its own
  bombardment,     ///< RULES 4.1
  landing_fire,    ///< RULES 4.3: space cannon defense
  ground_round,    ///< RULES 4.4
  space_hits_due,  ///< RULES 9.54: the combat has begun, hits are still to be taken
  ground_hits_due,
  harrow,  ///< RULES 4.4.6: the bombarding ships fire again at the end of a round
  ground_event,
  no_combat,  ///< nothing is rolled; only decides where the battle goes
};

constexpr bool hits_are_due(Phase phase) {
  return phase == Phase::space_hits_due || phase == Phase::ground_hits_due;
}

constexpr bool on_planet(Phase phase) {
  return phase == Phase::bombardment || phase == Phase::landing_fire ||
         phase == Phase::ground_round || phase == Phase::ground_hits_due ||
         phase == Phase::harrow || phase == Phase::ground_event;
}

/// Rolls of unit abilities after the first shots: whether Quietus is still there is only known at
/// the time (RULES 7.9).
constexpr bool may_be_silent(Phase phase) {
  return phase == Phase::barrage || phase == Phase::landing_fire;
}

/// An event that has a price, where its loss may be answered, is two steps (Event::pays).
enum class EventPart : std::uint8_t { whole, price, rest };

/// Of what a side does at the end of a round (Army::after_round) these places, from 0.
struct EndOfRound {
  std::uint8_t from = 0, to = 0;
};

/// What the rules must know about a step.
struct PhaseAt {
  Phase phase{};
  /// Of its combat; the last one planned stands for all later rounds. 0 = before the battle.
  int round = 1;
  std::optional<Side> owner{};   ///< who throws alone
  const Event* event = nullptr;  ///< of an event's step
  EventPart part = EventPart::whole;
  std::optional<Side> retreats{};  ///< who leaves after this step
  bool at_once = false;            ///< it leaves when it announces that, where all its ships may
  bool slips = false;              ///< it leaves by a card that is no retreat
  int card = -1;                   ///< of the owner: whether he plays it before the round
  /// Who of the attacker's troops stays aboard is chosen here: the place in FreePlay::aboard; behind
  /// the last of them the landing
  int commit = -1;
  bool again = false;  ///< both sides roll again if the round before this step was a bad exchange
  bool begins_round = false;  ///< what happens at the start of a round happens before its dice
  bool ends_round = false;    ///< all hits of the round are assigned after it
  bool closes_round = false;  ///< a step after which a round ends, or goes on ending:
  BySide<EndOfRound> ends{};  ///< these repairs, reserves and the like follow it
  /// Before the combat or after the end of a round: what sustains here has not sustained in a round
  /// (RULES 3.5.3)
  bool outside_rounds = false;
  bool in_space = false;  ///< ships fight, not yet the planet
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

/// Deed along an edge: the side that retreats leaves. Elsewhere the retreat was called off.
inline constexpr std::uint8_t kLeaves = 1;
/// Deed along an edge: it ends a stalemate, by leaving or by losing all that it has in the combat.
inline constexpr std::uint8_t kGivesWay = 2;
/// More of a group that stay aboard are not told apart from all of it.
inline constexpr int kMostAboard = 50;
/// Deed along an edge: a card is played (PhaseAt::card).
inline constexpr std::uint8_t kPlaysCard = 4;
}  // namespace battle_words

/// What the stances are called in messages.
std::span<const std::string_view> stance_names();

/// Does what it pays in a barrage hang on how many fighters the enemy has?
bool counts_fighters(const Army& army);
/// Could the side roll here at all?
bool has_dice(const Army& army, Roll roll);
/// Is a unit with Planetary Shield among those that can be lost?
bool shield_can_fall(const Army& army);

/// One choice, which must be made, of all edges that a step has offered from this one on.
void join_offers(Plan& plan, StepHandle step, std::size_t first);

/// The steps point to events in the armies. `rounds`: each combat is looked at after so many
/// (RULES 1.12); 0 = all are played.
PlanOf<PhaseAt> plan_battle(BattleKind kind, const BySide<Army>& armies, int rounds);

}  // namespace broadside::ti4
