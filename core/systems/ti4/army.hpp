#pragma once
// Question: what does one side bring to the battle? Everything that is known before the first roll.
// Effects (effects/) only fill in what stands here; the steps of the battle (rolls, hits, battle)
// only read it.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/scenario/by.hpp"
#include "core/scenario/play_goal.hpp"
#include "core/scenario/scenario.hpp"
#include "core/systems/ti4/units.hpp"
#include "core/tables/pmf.hpp"
#include "core/tables/volley.hpp"

namespace broadside::ti4 {

inline constexpr std::size_t kGroups = 16;
inline constexpr int kMostOfAGroup = 255;  ///< units of one type that a side may come to have
inline constexpr int kMostHits = 2047;     ///< of one kind in a step: more than any side can take
inline constexpr std::size_t kMarks = 16;
inline constexpr std::size_t kPlacedGroups = 7;  ///< groups whose newcomers a force counts
/// The place of a group among its army's: a size in loops, a number where none is -1.
struct GroupAt {
  std::size_t place;
  constexpr GroupAt(std::size_t g) noexcept : place(g) {}
  constexpr GroupAt(int g) noexcept : place(static_cast<std::size_t>(g)) {}
  constexpr operator std::size_t() const noexcept { return place; }
};
using GroupMask = std::uint16_t;  ///< bit g = group g
inline constexpr GroupMask kAllGroups = 0xffff;

/// The rolls that effects name. Combat rolls are no unit abilities (RULES 0.3, 0.4).
enum class Roll : std::uint8_t {
  space_combat,
  ground_combat,
  barrage,
  bombardment,
  cannon_offense,
  cannon_defense
};
inline constexpr std::size_t kRolls = 6;
template <class T>
using ByRoll = By<Roll, kRolls, T>;
using RollMask = std::uint8_t;
constexpr RollMask mask(Roll roll) {
  return static_cast<RollMask>(1u << static_cast<unsigned>(roll));
}
inline constexpr RollMask kCombatRolls = mask(Roll::space_combat) | mask(Roll::ground_combat);
inline constexpr RollMask kCannonRolls = mask(Roll::cannon_offense) | mask(Roll::cannon_defense);
inline constexpr RollMask kAbilityRolls =
    mask(Roll::barrage) | mask(Roll::bombardment) | kCannonRolls;
inline constexpr RollMask kAnyRoll = kCombatRolls | kAbilityRolls;
inline constexpr RollMask kRollsInSpace =
    mask(Roll::space_combat) | mask(Roll::barrage) | mask(Roll::cannon_offense);
inline constexpr RollMask kRollsOnGround = kAnyRoll & ~kRollsInSpace;

/// Rounds of a combat, from 1. Rolls outside the rounds (barrage, space cannon, bombardment) count
/// as round 1.
struct Rounds {
  int first = 1, last = kForever;
  static constexpr int kForever = 1 << 20;
  constexpr bool has(int round) const { return round >= first && round <= last; }
  constexpr bool ends() const { return last < kForever; }
  friend constexpr bool operator==(const Rounds&, const Rounds&) = default;
};

/// Units of one side that are alike in everything but damage.
struct Group {
  std::string unit;  ///< id in the table of units
  UnitType type{};
  std::string name;  ///< printed name
  double cost = 0;   ///< resources for one
  double worth = 0;  ///< what "cheapest" and "dearest" go by: the cost, or the place on a card
  Dice combat, anti_fighter_barrage, bombardment, space_cannon;
  bool sustain_damage = false;
  bool direct_hit_immune = false;
  bool planetary_shield = false, breaks_shields = false;
  bool is_ship = false, is_ground_force = false, is_structure = false;
  bool moves_alone = false;  ///< has a move value, or comes by itself: nobody carries it
  bool free_ride = false;    ///< a ground force that needs no capacity beside ships that have any
  /// Ground forces that what happens in space does not touch (RULES 4.2.2, 9.31)
  bool on_planet = false;
  bool stands_here = false;   ///< stood on the planet before anybody landed (RULES 4.2.4)
  bool stays_aboard = false;  ///< ground forces that do not fight on the planet (RULES 4.2.4)
  int capacity = 0;           ///< what one carries
  int shelters = 0;           ///< fighters that need no capacity while this structure stands
  int start = 0, start_damaged = 0;
  int most = 0;  ///< how many there can ever be in the battle: the start and what effects may place
  int placed_at = -1;   ///< where a force counts those that effects placed; -1 = it does not
  int most_placed = 0;  ///< that effects place in all

  int natural_min = 0, natural_extra = 0;  ///< an unmodified result this high in combat adds hits
  /// A barrage result this high also shoots an infantry in space
  int barrage_kills_infantry_on = 0;
  /// Its combat hits must go to non-fighter ships while there are any
  bool hits_non_fighters = false;
  bool dice_per_enemy_ship = false;  ///< one combat die for each enemy non-fighter ship
  bool explodes = false;             ///< its loss destroys all other ships
  bool blocks_sustain = false;       ///< while it is in the combat, the enemy cannot sustain
  bool immune_to_abilities = false;  ///< hits of unit abilities cannot be assigned to it
  bool shot_on_ground = false;       ///< Direct Hit reaches it on the ground as well
  bool galvanized = false;           ///< carries a token: its dice above include one more
  bool texts_apply = true;           ///< false where a law takes the printed text away
  bool rerolls_with_hit = false;  ///< a unit that has a hit rerolls its misses (Crown of Thalnos)
  bool risks_reroll = false;      ///< rerolls its misses and dies if it still misses

  int bound_while = -1;  ///< hits_non_fighters only while this group has a unit
  /// Another group that its units are for a space combat, from an ability at its start on: ground
  /// forces as ships, a ship with lent values. -1 = none
  int fights_as = -1;
  int shape_of = -1;                ///< the group that these units are before and after
  bool for_good = false;            ///< a shape in which they stay after the combat
  bool sustains_for_ships = false;  ///< cargo that may sustain hits on ships in space combat
  bool silences = false;            ///< Quietus: enemies have no unit abilities beside it
  bool lands = false;               ///< fighters that fight on the ground, but hold no planet
  bool helps_on_ground = false;     ///< its text matters to a ground combat in which it is not
  int lands_while = -1;             ///< only while this group has a unit
  bool fires_at_landing = true;     ///< its space cannon is not disabled in the defense step

  /// Rides in the space area of a fleet (structures never do).
  bool is_cargo() const { return is_ground_force && !is_structure && !on_planet; }
  /// Takes no capacity, but needs a ship that has some (Aerie Sentinel).
  bool rides_free() const { return is_cargo() && free_ride && !moves_alone; }
  bool needs_capacity() const {
    return (is_cargo() && !free_ride) || (is_ship && !is_ground_force && !moves_alone);
  }
  /// Has a combat value, though its number of dice may still be open.
  bool fights() const { return combat.hit_on <= 10; }
  bool is_non_fighter_ship() const { return is_ship && type != UnitType::fighter; }
};

/// Adds to die results.
struct DieChange {
  RollMask rolls = kCombatRolls;
  GroupMask units = kAllGroups;
  Rounds rounds;
  int add = 0;
  int while_group = -1;  ///< only while this group of the owner still has a unit
  int mark = -1;         ///< uses left, one for each roll; -1 = no limit
};

/// More dice: one for each unit of the groups, or `count` for the single unit that hits best.
struct ExtraDice {
  RollMask rolls = kCombatRolls;
  GroupMask units = kAllGroups;
  Rounds rounds;
  int count = 1;
  int mark = -1;  ///< used up by the first roll that has a unit for it, where >= 0
};

/// More dice for each unit of some groups, while another group stands.
struct DiceEach {
  RollMask rolls = kCombatRolls;
  GroupMask units = 0;
  int count = 1;
  int while_group = -1;
};

/// Dice that are rolled again (RULES 0.5, 9.21).
struct Reroll {
  enum class Which : std::uint8_t {
    misses,  ///< the owner rolls every miss again
    /// The enemy makes the owner roll everything again when there are more hits than expected
    all_when_above,
  };
  RollMask rolls = kCombatRolls;
  Rounds rounds;
  Which which = Which::misses;
  int mark = -1;
  int at_least = 0;  ///< forced when so many hit; 0 = when more hit than expected
  /// Used up by one roll: gone when a round is thrown again (RULES 3.4.5)
  bool of_one_roll = false;
  bool has(Roll roll, int round, bool thrown_again) const {
    return (rolls & mask(roll)) && rounds.has(round) && !(thrown_again && of_one_roll);
  }
};

/// One of the side's units in the roll gets +1 for each type of unit that the side has in it
/// (Gravleash Maneuvers).
struct BonusByTypes {
  RollMask rolls = 0;
};

/// Something to spend on dice that miss by one: each unit of the mark turns one into a hit
/// (RULES 9.22).
struct DiePurse {
  RollMask rolls = 0;
  int mark = 0;
  int while_group = -1;
  bool saves = false;  ///< in a barrage only for hits that take a fighter
  bool counts_fighters() const { return saves && (rolls & mask(Roll::barrage)) != 0; }
};

/// Hits that this side can cancel, once for each count of the mark.
struct Cancel {
  enum class When : std::uint8_t {
    hits_come,    ///< on the first hits
    worth_two,    ///< where it cancels two hits, or the one that would take the last unit
    unsustained,  ///< on hits that no sustain takes; on any while the enemy holds Direct Hit
  };
  RollMask rolls = 0;  ///< whose hits
  int most = 1;        ///< hits cancelled by one use
  int mark = 0;        ///< uses left
  When when = When::hits_come;
};

struct Army;
struct Force;
struct Pool;
class UnitBook;

/// What one assignment of hits did to a side.
struct HitReport {
  Roll roll{};
  int round = 1;
  bool answer = false;  ///< triggered by hits of the same round (see HitContext)
  /// A combat round, a barrage or an effect of the combat; not space cannon or bombardment
  bool in_combat = false;
  bool window = false;  ///< both sides assign the hits of a round (interplay.hpp)
  int first_shot = -1;  ///< group of the first unit that Direct Hit took
  /// Units lost to Direct Hit while others still sustain; they are among the lost
  std::array<std::uint8_t, kGroups> shot{};
  /// sustained: whether or not lost afterwards
  std::array<std::uint8_t, kGroups> sustained{}, lost{};
  int total_lost() const {
    int sum = 0;
    for (std::uint8_t n : lost) sum += n;
    return sum;
  }
};

/// What a side does once hits have been assigned to it: repair, place units, remember that an
/// answer is due.
using AfterHits = std::function<void(const Army& own, const HitReport&, Force& force)>;

/// What a side does when Direct Hit takes a unit, before the other hits are assigned.
using WhenShot =
    std::function<void(const Army& own, const HitReport&, std::size_t group, Force& force)>;

/// An exchange of its own, apart from the rolls: the owner throws, the enemy takes it. Volleys mean
/// what the event says they mean.
struct Event {
  using Throw = Pmf<std::pair<Volley, Force>>;
  std::string name;
  std::function<Throw(const Army& own, const Force&, std::uint32_t seen)> throws;
  std::function<Force(const Army& enemy, const Force&, Volley)> absorb;
  std::uint32_t features = 1;  ///< how many things about the enemy the owner tells apart
  std::function<std::uint32_t(const Army& enemy, const Force&)> seen;
  /// The dice that decide it, for telling a battle die by die; none = it is not decided by dice, or
  /// not told. So many hits of these are the volley with so many hits.
  std::function<std::vector<Pool>(const Army& own, const Force&)> dice{};
  std::string_view effect{};  ///< id of the effect that brings it
  bool one_by_one = false;    ///< so many hits are taken as so many times one
  /// What it costs the owner first, if he uses it: that loss is answered before it is thrown
  /// (RULES 3.5.11). The force that has paid says so by a mark.
  std::function<Force(const Army& own, const Force&, std::uint32_t seen)> pays{};
};

/// RULES 9.1.
enum class Sustain : std::uint8_t { first, last, never };

/// A habit of the usual order that a side drops for good before the round that its player chooses,
/// where its hits are taken in that order (RULES 9.50): the room of its troops is kept (9.6), and who
/// can sustain does so first (9.1).
enum class Habit : std::uint8_t { none, keeps_room, sustains_first };

/// A card that is used once, before the round that its player chooses (RULES 9.57).
struct TimedCard {
  std::string_view effect;  ///< its id
  RollMask rolls = 0;       ///< of these combats
  int held = 0;             ///< the mark that counts its uses
  /// The mark that makes it act on the roll of the round; -1 = it repairs all units at once
  int acts = -1;
  bool slips = false;         ///< instead of all that: the ships leave, which is no retreat
  Habit drops = Habit::none;  ///< it is no card at all
  bool repairs() const { return acts < 0 && !slips && drops == Habit::none; }
};

/// What a side chooses hit by hit, for a goal (RULES 9.50).
struct FreePlay {
  bool chooses = false;  ///< the side plays for a goal: every choice that is free is its own
  std::vector<TimedCard> cards;
  std::vector<std::string_view> timed;  ///< effects whose moment is chosen, by id
  PlayGoal goal;
  /// What its hits do is among them
  bool hits_in_space = false, hits_on_ground = false;
  bool hits(bool on_ground) const { return on_ground ? hits_on_ground : hits_in_space; }
  /// The marks of habits: 1 until they are dropped. -1 = as the side always does
  int room_mark = -1, sustain_mark = -1;
  /// Nobody gains by being weaker: a unit that could sustain is not given up undamaged
  bool weaker_is_worse = false;
  /// All sustains come before any loss, in loss order: nothing can come of another order
  bool sustains_first = false;
  /// By group, before and after the barrage: groups that are given up before it wherever both could
  std::array<std::array<GroupMask, kGroups>, 2> sooner{};
  bool retreat = false;  ///< it may announce a retreat in every round
  bool excess = false;   ///< it picks what its ships cannot carry after space cannons (RULES 9.59)
  /// Which of its troops land is chosen (RULES 9.58): a group of them, and the group that those are
  /// who stay aboard
  std::vector<std::pair<std::uint8_t, std::uint8_t>> aboard;
  bool may_stay = false;  ///< there may be a reason not to land
  int hits_due = 0;  ///< the combat has begun: hits that the side has still to take (RULES 9.54)
};

struct Army {
  Side side{};
  std::string faction;  ///< id, or empty
  ByType<bool> upgraded{};
  std::shared_ptr<const UnitBook> book;  ///< homebrew units; none where there are none
  std::vector<Group> groups;             ///< at most kGroups
  std::vector<std::uint8_t> loss_order;  ///< group numbers, first lost first
  /// For space cannon hits, hits bound to non-fighters (RULES 9.5), on the ground (RULES 9.3, 9.14)
  std::vector<std::uint8_t> cannon_order, bound_order, ground_order;
  /// Rather loses another ship than the room that its troops need (RULES 9.6)
  bool protects_capacity = false;
  Sustain sustain = Sustain::first;
  RollMask sustains_against = kAnyRoll;  ///< hits of these rolls
  int retreat_round = 0;                 ///< 0 = never (RULES 9.26)
  FreePlay free;
  double retreat_below = 0;  ///< leaves when the chance to win falls below this; 0 = never
  bool can_retreat = true;
  int retreat_delay = 0;  ///< announcements that the enemy will cancel
  int routed_in = 0;      ///< the enemy makes it announce a retreat in this round
  int slips_away_in = 0;  ///< leaves at the start of this round, which is no retreat
  /// So many ships leave when the retreat is announced, by this event; those that do not leave with
  /// all others become units of other groups
  int leave_at_once = 0;
  std::vector<Event> retreat_announced;
  std::vector<std::pair<std::uint8_t, std::uint8_t>> left_at_once;
  /// Ground forces ride in the space area (else they stand on the planet)
  bool troops_are_cargo = false;
  int overload = 0;  ///< how far the fleet began above its capacity
  /// What ships cannot carry goes in this order (RULES 9.43)
  std::array<UnitType, 3> excess_order{UnitType::fighter, UnitType::infantry, UnitType::mech};

  std::vector<DieChange> die_changes;
  std::vector<ExtraDice> extra_dice;
  std::vector<DiceEach> dice_each;
  std::vector<Reroll> rerolls;
  std::vector<BonusByTypes> bonus_by_types;
  std::vector<DiePurse> die_purses;
  std::vector<Cancel> cancels;
  ByRoll<int> hit_factor{{1, 1, 1, 1, 1, 1}};
  RollMask blocked_rolls = 0;               ///< rolls that this side cannot make
  int silent_in = 0;                        ///< it makes no combat rolls in this ground round
  int unroll_space = 0, unroll_ground = 0;  ///< rounds up to this one differ from the later ones
  bool blocks_cannons = false;              ///< nobody can fire space cannon offense at its ships
  /// Space cannon offense hits are bound to non-fighter ships
  bool cannons_hit_non_fighters = false;
  bool explodes = false;      ///< the loss of a ship can destroy all others, also before the combat
  bool answers_hits = false;  ///< one more ground combat hit if the enemy has hit
  /// After a bad exchange in these rounds of this combat both sides roll again
  Rounds rolls_again_in{1, 0};
  Roll rolls_again_at = Roll::space_combat;
  int again_mark = -1;
  bool rolls_again(Roll roll, int round) const {
    return rolls_again_in.has(round) && rolls_again_at == roll;
  }
  bool rift = false;           ///< ships that retreat may be lost in a gravity rift
  GroupMask parting_shot = 0;  ///< while one of these retreats, it destroys a ship without sustain
  bool direct_hits_reach_mechs = false;
  /// Proxima Targeting: each galvanized unit on the planet cancels one hit of every bombardment
  bool tokens_cancel_bombardment = false;
  bool fragile = false;
  bool harrows = false;           ///< bombards again at the end of each ground round
  bool waylays = false;           ///< its barrage may hit all ships
  bool raid_formation = false;    ///< its surplus barrage hits damage ships that can sustain
  std::optional<UnitType> raids;  ///< ships of this type first
  int thalnos_bonus = 0;          ///< on the rerolls of the Crown of Thalnos
  int sustain_worth = 1;          ///< hits cancelled by one sustain
  int direct_hits_mark = -1;      ///< Direct Hit cards that the enemy holds against this side
  std::optional<UnitType> direct_hits_on;  ///< they are kept for this type
  int reflects_mark = -1;                  ///< Reflective Shielding cards that this side holds
  /// Units each of whose sustains joins a hit to those of the ground combat round (interplay.hpp)
  GroupMask wards = 0;
  bool enemy_places_copies = false;  ///< the enemy places ships like those that this side loses
  bool lends_sustain = false;        ///< each time, one non-fighter ship sustains as if it could
  bool in_scar = false;              ///< in an entropic scar: no unit ability works (RULES 7.2)
  bool silenced = false;             ///< the enemy may have a ship that silences it (RULES 7.9)
  /// Units that sustained this round are lost before those damaged earlier
  bool keeps_repairable = false;
  bool ignores_shields = false;
  ByRoll<std::vector<Dice>> loose_dice;  ///< dice that belong to no unit: planets, relics

  /// Units that repair themselves between two rounds, and how many of the functions below do no more
  GroupMask mends = 0;
  std::size_t menders = 0;
  /// What the side does to itself at the start of a combat round, before it rolls: repair, deploy.
  std::vector<std::function<void(const Army& own, Roll roll, int round, Force& force)>> round_start;
  /// After the hits of a round, repairs one unit that did not sustain in it
  bool duranium = false;
  /// What the side does at the end of a round, unless it has just retreated: repair, bring up
  /// reserves.
  std::vector<std::function<void(const Army& own, Roll roll, Force& force)>> after_round;
  std::vector<AfterHits> after_hits;  ///< in this order, after every assignment of hits
  RollMask reacts_to = 0;             ///< whose hits these functions look at
  std::vector<WhenShot> when_shot;
  bool cannon_follows = false;  ///< its Assault Cannon is still to fire when Impulse Core is used
  bool arrives = false;  ///< has no ships yet, but effects of the start of combat may bring some
  std::vector<Event> cannon_events;  ///< more shots of the space cannon step: third parties, docks
  /// At the start of the combat, in the owner's order (RULES 9.7)
  std::vector<Event> space_start, ground_start;
  std::vector<Event> ground_round_start;  ///< at the start of every round
  /// What a round's losses trigger, before anybody is declared dead; first what takes all ships
  std::vector<Event> space_blasts, space_answers, ground_answers;
  /// What the enemy's answers do to this side by chance, after them
  std::vector<Event> space_trials, ground_trials;
  std::vector<Event> space_round_end;  ///< after every round that leaves both sides in the fight

  std::array<std::uint8_t, kMarks> marks{};  ///< starting values
  std::size_t marks_used = 0;
  std::vector<std::string_view> unused;  ///< own abilities that nobody listed, by id (RULES 9.29)
  std::vector<std::string_view> idle;    ///< effects that change nothing here, by id
  /// An effect found no room for its counter or its units: the battle is refused (set_up)
  bool overfull = false;
  bool has_room_for_group() {
    const bool room = groups.size() < kGroups;
    overfull |= !room;
    return room;
  }
  void react(RollMask rolls, AfterHits act) {
    reacts_to = static_cast<RollMask>(reacts_to | rolls);
    after_hits.push_back(std::move(act));
  }
  /// A counter that travels with the force: uses left, cards held, hits to answer.
  int new_mark(int value) {
    if (marks_used == kMarks) {
      overfull = true;
      return 0;
    }
    marks[marks_used] = static_cast<std::uint8_t>(value);
    return static_cast<int>(marks_used++);
  }

  // Before the battle, and combats that do not take place (effects/composition.hpp). The flags
  // count whichever side carries them.
  /// Dice rolled in an earlier turn: each changes only its owner, nobody is judged after it
  std::vector<Event> before_battle;
  /// nothing is rolled: the turn ends, nobody comes, or one side is gone already
  bool called_off = false;
  /// Its ships move away before the space cannons fire; no retreat
  bool leaves_before_space = false;
  /// Troops do not come to stand on the planet; bombardment still happens
  bool no_landing = false;
  /// Parley: those who land on the planet are sent back (RULES 4.2.1)
  bool sends_back = false;
  /// Troops that leave with their ships while others fight on the planet: a group, and the group
  /// that they are then (RULES 4.2.4)
  std::vector<std::pair<std::uint8_t, std::uint8_t>> leave_with_ships;
  /// Troops that bombard, several planets: a group, and the group that those of it are who are not in
  /// the ground combat of a planet (RULES 4.4.6)
  std::vector<std::pair<std::uint8_t, std::uint8_t>> elsewhere;
  /// Its ships do not roll when they leave a gravity rift (Circlet of the Void)
  bool ignores_rifts = false;
  /// Its ground forces leave the planet when the enemy lands (Ragh's Call)
  bool evacuates = false;
  bool coexists = false;  ///< while both sides have ground forces on the planet, they do not fight
};

}  // namespace broadside::ti4
