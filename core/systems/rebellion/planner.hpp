#pragma once
// Question: of which steps does a combat consist, and which leads where? The parts of plan.cpp.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/systems/rebellion/coupling.hpp"
#include "core/systems/rebellion/ending.hpp"
#include "core/systems/rebellion/plan.hpp"

namespace broadside::rebellion {

inline std::span<const std::string_view> stance_names() {
  static constexpr std::array<std::string_view, 4> kNames{"of stance 0", "of stance 1",
                                                          "of stance 2", "of stance 3"};
  return kNames;
}

class Planner {
 public:
  explicit Planner(const Setup& setup) : setup_(setup) {}

  PlanOf<PhaseAt> plan() {
    if (are_coupled(setup_))
      plan_together();
    else
      plan_apart();
    plan_.finish();
    return std::move(plan_);
  }

 private:
  bool in_turn() const {
    return setup_.reading.cinematic || setup_.army(Side::attacker).goal ||
           setup_.army(Side::defender).goal;
  }
  const Army& army(Side side) const { return setup_.army(side); }
  int last_special_round() const;
  bool has_weak(Theater theater) const;
  std::uint32_t features(Side side, Theater theater, int round) const;
  /// How a combat ends in which these hold what. With both in a theater it has stalled, or it is
  /// looked at before its end (RULES 3.5).
  Close close_of(int attacker, int defender, bool stalled) const;
  Destination end_of(const Close& close) const { return ends(outcome_of(close), close.tag()); }

  /// As steps know their round: 0 stands for all later ones.
  static int number_of(Round round) { return round.again ? 0 : round.number; }
  StepHandle add_attack(Theater theater, int round);
  StepHandle quiet(std::string name, PhaseAt where, std::string stage = "end of the round");
  void lead_by(Side side, StepHandle step, Stances mine, Stances his, Destination to,
               Deeds deeds = {});

  void plan_apart();
  void fight_apart(Theater theater, Round round, Destination over);
  void leave_alone_apart(Theater theater);
  Deeds both_weak(Theater theater, std::uint8_t lost, std::uint8_t stays) const;
  void add_end(bool stalled);
  /// A stalemate is told from a combat that is looked at while both are there. It is one in space,
  /// with nobody on the ground: elsewhere the theaters are coupled.
  bool stalls_aside() const { return setup_.rounds > 0 && can_stall(setup_); }

  void plan_together();
  void add_round(Round round);
  void add_space(Round round, bool may_stall, Destination past_ground);
  void cut_before(StepHandle step);
  StepHandle add_plans(int number);
  void add_jammed(int number);
  void add_retreats(Round round);
  void add_retreat(Side side, Round round);
  void add_left_alone(Theater theater, int number);
  void add_spared(int number);
  void add_next_round(Round round);
  Destination round_from(int round, Theater first);
  Destination end_with(int attacker, int defender);
  void add_ends();

  const Setup& setup_;
  PlanOf<PhaseAt> plan_{stance_names()};

  // Theaters together.
  const bool space_ = setup_.contested(Theater::space), ground_ = setup_.contested(Theater::ground);
  /// In space nothing may change any more while the ground still has to lose its lone structures,
  /// so a round that begins with spared ones is played in any case. On the ground alone somebody
  /// always has dice, or only structures that are lost: no stalemate there.
  const bool spared_matter_ = space_ && ground_ && setup_.reading.lasting_structures &&
                              has_weak(Theater::ground) && can_stall(setup_);
  /// Rounds by the theater that they begin in; those of a later round are named before it is built.
  std::vector<ByTheater<std::optional<Destination>>> rounds_;
  Destination spared_{}, stalemate_{}, undecided_{};
  std::array<std::array<std::optional<Destination>, 4>, 4> ends_{};  ///< by presence
};

}  // namespace broadside::rebellion
