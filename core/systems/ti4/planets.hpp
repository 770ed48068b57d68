#pragma once
// Question: how is one battle fought for several planets of a system?
//
// Space combat, bombardment, landing and ground combats stay what they are for one planet
// (battle.hpp): this only says what stands where, in which order the planets have their turn
// (RULES 4.4.1), and how the attacker divides what it has among them (split.hpp).

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/systems/ti4/battle.hpp"
#include "core/systems/ti4/split.hpp"

namespace broadside::ti4 {

/// One side of such a battle.
struct PlanetsForce {
  Force space;                               ///< ships, and troops that nobody has committed yet
  std::array<Force, kMostPlanets> planet{};  ///< without ships
  std::array<GroupCounts, kMostPlanets> landed{};  ///< troops that were committed to it
  friend bool operator==(const PlanetsForce&, const PlanetsForce&) = default;
  friend auto operator<=>(const PlanetsForce&, const PlanetsForce&) = default;
};
std::size_t hash_value(const PlanetsForce& force);

/// What a side throws by, where planets share nothing else: what takes part, and with which dice.
struct PlanetsThrowKey {
  UnitsLeft units;
  std::uint64_t dice = 0;
  friend bool operator==(const PlanetsThrowKey&, const PlanetsThrowKey&) = default;
};
std::size_t hash_value(const PlanetsThrowKey& key);

/// A step of the battle for one planet, or one between them.
struct PlanetsAt {
  enum class Part : std::uint8_t {
    space,          ///< before anybody thinks of planets
    bombard_share,  ///< RULES 9.60: who of a group bombards a planet is chosen
    bombardment,    ///< RULES 4.1: of one planet
    commit,         ///< RULES 4.2: to all planets
    commit_share,   ///< RULES 9.60: who of a group lands on a planet is chosen
    landing,        ///< RULES 4.3: at one planet
    arrival,        ///< is there a ground combat on this planet?
    ground,         ///< RULES 4.4
    control         ///< RULES 4.5: who holds what
  };
  Part part{};
  std::size_t planet = 0;
  int step = -1;                ///< of the rules of that planet, or of the space combat
  std::size_t group = kGroups;  ///< of a share; kGroups = the die that is added once
};

class PlanetsRules {
 public:
  using Force = PlanetsForce;
  using Throw = Pmf<std::pair<Volley, Force>>;
  using ThrowKey = PlanetsThrowKey;

  /// `space`: the conquest with all garrisons, or none for an invasion. One planet at least is
  /// defended.
  PlanetsRules(std::unique_ptr<const Rules> space, std::vector<Planet> planets);
  PlanetsRules(const PlanetsRules&) = delete;
  PlanetsRules(PlanetsRules&&) = default;

  const PlanOf<PlanetsAt>& plan() const { return plan_; }
  const std::vector<Planet>& planets() const { return *planets_; }
  const Splitter& splitter() const { return *splitter_; }
  /// The attacker's groups, which are the same everywhere.
  const Army& attackers() const;
  /// One of the armies of a side: what it plays for is the same in all of them.
  const Army& army(Side side) const;
  /// Ships of the defender; nothing in an invasion.
  const Army* ships(Side side) const { return space_ ? &space_->army(side) : nullptr; }

  // As BattleRules, SharesThrows and TakesHitsOneByOne ask (core/tables/battle_rules.hpp).
  Force start(Side side) const;
  Throw throws(Side side, int step, const Force& force, std::uint32_t seen) const;
  std::optional<ThrowKey> throw_key(Side side, int step, const Force& force) const;
  Force absorb(Side side, int step, const Force& force, Volley volley) const;
  bool one_by_one(Side side, int step, Volley volley) const;
  int stance(Side side, int step, const Force& force) const;
  std::uint32_t feature(Side side, int step, const Force& force) const;
  std::pair<Volley, Volley> respond(int step, Volley attacker, Volley defender) const;
  Force cross(Side side, int step, int edge, const Force& force) const;

  // Choices of a side that plays for a goal (core/tables/free_hits.hpp, RULES 9.50, 9.60).
  bool frees_any() const;
  bool frees_hits(Side side, int step) const;
  Side chooser(Side side, int) const { return side; }
  std::vector<std::uint8_t> labels(Side side, int step) const;
  Pending<Force> open_hits(Side side, int step, const Force& force, Volley volley) const;
  std::vector<Move<Force>> moves(Side side, int step, const Pending<Force>& pending) const;
  bool has_replies(Side side, int step) const;
  std::optional<Pending<Force>> reply(Side side, int step, const Pending<Force>& pending) const;
  Pending<Force> let_pass(Side side, int step, const Pending<Force>& pending) const;
  Force close_hits(Side side, int step, const Force& force) const;
  bool offers(Side side, int step, int edge, const Force& force) const;
  std::string move_words(Side side, std::uint8_t label) const;
  std::string habit_words(Side side, std::uint8_t label) const;
  std::string reply_words(bool given) const;
  std::string offer_words(Side side, int step, int edge) const;
  /// Does the attacker divide what it has by choice, planet by planet?
  bool frees_split() const { return attackers().free.chooses; }

  /// The divisions of some force that may arrive are too many to solve.
  bool gave_up() const { return splitter_->gave_up(); }

  /// Has the attacker troops there, the defender ground forces?
  bool holds(Side side, std::size_t planet, const Force& force) const;

  // For telling a battle: the rules of a step (none between planets), what of a force is in it, and
  // the force with that changed.
  const Rules* rules_of(Side side, int step, const Force& force) const;
  const Rules* rules_of(int step) const;
  ti4::Force local(Side side, int step, const Force& force) const;
  Force with(Side side, int step, Force force, const ti4::Force& local) const;

 private:
  using Part = PlanetsAt::Part;
  const PlanetsAt& at(int step) const { return plan_.at(step); }
  void make_plan();
  void add_space();
  void add_ground(std::size_t planet);
  void carry_over(const ti4::Force& space, Force& force) const;
  Force arrived(Side side, const ti4::Force& space, bool is_over) const;
  Force committed(const Force& force) const;
  void add_shares(Part part);
  bool is_open(Part part, std::size_t planet) const;
  int most_sent(std::size_t group) const;
  int unsent(Part part, std::size_t group, const Force& force) const;
  bool offers_share(const PlanetsAt& where, int edge, const Force& force) const;
  Force with_share(const PlanetsAt& where, int edge, Force force) const;
  void land(std::size_t planet, const GroupCounts& troops, Force& force) const;
  Force committed_as_named(Force force) const;
  Pending<Force> around(Side side, int step, const Force& force,
                        const Pending<ti4::Force>& local) const;
  Pending<ti4::Force> inside(Side side, int step, const Pending<Force>& pending) const;
  bool gets_die_at(std::size_t planet, const Force& force) const;
  int elsewhere_than(std::size_t planet, std::size_t group, const Force& force) const;

  std::unique_ptr<const Rules> space_;
  std::unique_ptr<const std::vector<Planet>> planets_;
  std::unique_ptr<const Splitter> splitter_;
  PlanOf<PlanetsAt> plan_;
};

}  // namespace broadside::ti4
