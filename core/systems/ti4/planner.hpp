#pragma once
// Question: how is the plan of a battle put together? For plan.cpp and its parts, plan_space.cpp
// and plan_invasion.cpp, only.

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/systems/ti4/force.hpp"
#include "core/systems/ti4/plan.hpp"

namespace broadside::ti4 {

class Planner {
 public:
  Planner(BattleKind kind, const BySide<Army>& armies, int rounds)
      : kind_(kind), armies_(armies), rounds_(rounds) {}
  PlanOf<PhaseAt> plan();

 private:
  /// A step on its way into the plan.
  struct Draft {
    PhaseAt where;
    StepPlan step;
    /// After it a side without units is out; otherwise the battle goes on whatever happened
    bool judged = true;
  };
  using Drafts = std::vector<Draft>;
  /// What the plan can do after a step: go on to the next one, look for a stalemate before it.
  struct Course {
    bool onward = true;
    bool stalls = false;
    bool cut = false;  ///< the battle is looked at before it
  };

  const Army& army(Side side) const { return armies_[side]; }
  bool has_wards() const { return (army(Side::attacker).wards | army(Side::defender).wards) != 0; }
  bool either(bool Army::*flag) const {
    return army(Side::attacker).*flag || army(Side::defender).*flag;
  }
  bool has(Side side, Targets targets) const {
    return count(army(side), starting_force(army(side)), targets) > 0;
  }
  bool has_begun() const {
    return army(Side::attacker).free.hits_due > 0 || army(Side::defender).free.hits_due > 0;
  }
  Drafts hits_due(bool space) const;
  Drafts closed(Drafts steps, bool space) const;
  void add_round_end(Drafts& steps, int round) const;
  void insert_cards(Drafts& steps, std::size_t at, int round) const;
  bool conquest() const { return kind_ == BattleKind::conquest; }

  // Steps of every combat.
  static Draft quiet(PhaseAt where, const char* name, const char* stage);
  static Draft event_of(Side side, const Event& event, Phase phase, const char* stage);
  Drafts events(const std::vector<Event> Army::*events, Phase phase, const char* stage) const;
  Drafts start(const std::vector<Event> Army::*events, int round) const;
  Drafts answers(bool space) const;
  Drafts answered(Drafts steps, bool space) const;
  Drafts each_answered(Drafts events, bool space) const;
  Drafts exchange(Roll roll, int round) const;
  enum class Moment : std::uint8_t { before_battle, before_round, between_abilities, after_round };
  Drafts cards(Side side, Roll roll, int round, Moment moment) const;
  Drafts cards(Roll roll, int round) const;
  Drafts cards_after_round(Roll roll, int round) const;
  void offer_card(StepHandle step);
  void offer_stay(StepHandle step);
  int differing_rounds(Roll roll) const;
  std::uint32_t features(Side side, const PhaseAt& where) const;
  StepHandle add(Draft draft);
  void lead_on(StepHandle step) { plan_.lead(step, kAnyStance, kAnyStance, plan_.next()); }
  void plan_nothing();

  // Space cannon and space combat.
  void plan_space();
  bool fires_in_space(Side side) const;
  bool barrage_counts(Side side) const;
  void name_destinations();
  Drafts space_cannons() const;
  Drafts space_opening();
  void add_space(Draft draft, Course course);
  void judge_space(StepHandle step, bool onward);
  void judge_leaving(StepHandle step);
  Drafts announcement(Side side, int round) const;
  void judge_announcement(StepHandle step);
  void judge_slipping(StepHandle step);
  bool rolls_in_rift(Side side) const;
  /// Where it leads when this side has slipped away: with troops of the attacker to land, or not.
  std::pair<Destination, Destination> slipped(Side side) const;
  static Draft out_of_rift(Side side);  ///< its ships roll for the gravity rift that they leave
  void add_slipped(Side side);
  Destination stalemate();
  bool troops_fight_in_space() const;
  bool lands_without_ships() const;
  Destination attacker_left(Outcome otherwise) const;
  void add_holder();
  void add_space_rounds();
  void add_space_round(Round round);
  void offer_departures(StepHandle step);
  void add_departing_rounds();
  std::optional<Destination> departure(Side side);
  void add_departures();
  void add_slips();
  void add_departure(Side side, Phase phase, const char* name, std::optional<Destination> next);

  // Invasion and ground combat.
  void plan_invasion();
  Drafts commitment() const;
  bool may_bombard() const;
  bool harrows() const;
  Drafts landing();
  void add_invasion(Draft draft, Course course);
  void judge_invasion(StepHandle step, bool onward);
  void add_ground_round(Round round);

  BattleKind kind_;
  const BySide<Army>& armies_;
  int rounds_ = 0;  ///< of a combat that are played; 0 = all
  PlanOf<PhaseAt> plan_{stance_names()};

  // Where a space combat leads: the attacker is alone (and has troops to land, or not), the
  // defender is, nobody is left.
  Destination won_, won_space_only_, lost_, both_gone_;
  /// Of a conquest that ends in space: whose the planet is then.
  Outcome lost_planet_ = Outcome::draw;
  Destination invasion_;
  /// What happens at the start of round 1 happens before the barrage.
  bool starts_with_barrage_ = false;
  /// Cards of the first round are played before its barrage (RULES 3.0.1).
  bool cards_before_barrage_ = false;
  /// The last round in which somebody leaves, by a retreat or a card that is none.
  int leaving_round_ = 0;
  std::optional<Side> leaver_, slipper_;
  struct Departure {
    Destination place;
    int round;
  };
  BySide<std::vector<Departure>> departing_rounds_;  ///< by who leaves below a chance to win
  /// What still happens to those who leave and those who stay, by who leaves
  BySide<std::optional<Destination>> parting_shot_, rift_;
  BySide<std::optional<Destination>> slip_rift_;  ///< the rift, for ships that do not retreat
  BySide<std::optional<Destination>> slips_;  ///< who leaves by a card at a moment of his choice

  bool lands_ = true, coexist_ = false, defended_ = false, fires_at_landing_ = false;
};

}  // namespace broadside::ti4
