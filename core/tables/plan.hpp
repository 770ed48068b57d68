#pragma once
// Question: which steps does a battle have, and where does it go from each?
//
// Steps are added in the order in which they are played. After a step each side has a stance, and
// the pair of stances picks an edge: to a step, to an ending, or to a place that has a name now and
// is built later. compile() makes tables of the plan, Walk follows it for a replay.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/scenario/side.hpp"
#include "core/tables/duel.hpp"

namespace broadside {

/// A set of stances: Stances{kOut, kReady}.
class Stances {
 public:
  constexpr Stances(std::initializer_list<int> list) noexcept {
    for (const int stance : list) add(static_cast<std::size_t>(stance));
  }
  constexpr void add(std::size_t stance) noexcept {
    bits_ = static_cast<std::uint8_t>(bits_ | 1u << stance);
  }
  constexpr bool has(std::size_t stance) const noexcept { return (bits_ >> stance & 1u) != 0; }

 private:
  std::uint8_t bits_ = 0;
};
inline constexpr Stances kAnyStance{0, 1, 2, 3};
static_assert(kStances == 4);

/// Where an edge leads: a step, or an ending.
struct Destination {
  int step = -1;  ///< -1 = the battle ends
  Outcome ending = Outcome::draw;
  std::uint16_t tag = 0;  ///< of the ending
};
constexpr Destination ends(Outcome outcome, std::uint16_t tag = 0) noexcept {
  return {-1, outcome, tag};
}

/// By side what happens to its force on the way along an edge: bits of the game, for its cross().
using Deeds = BySide<std::uint8_t>;

struct EdgePlan : Destination {
  Deeds deeds{};
};

/// Edges of a step: sets of them are kept in 64 bits (StepPlan::early_edges, options of a force).
inline constexpr std::size_t kMostStepEdges = 64;

/// The shape of a step, before there are tables.
struct StepPlan {
  std::string name{}, stage{};
  /// Again while both sides are in the fight; counts as a round of its stage; rounds that several
  /// stages share end here.
  bool repeats = false, is_round = false, ends_round = false;
  BySide<bool> throws{};  ///< does this side throw at all?
  /// How many features of this side the enemy tells apart
  BySide<std::uint32_t> features{1, 1};
  bool responds = false;  ///< volleys change because of each other: BattleRules::respond
  /// [attacker stance][defender stance] -> edge; kNoEdge = cannot happen, or (repeating, both in
  /// the fight) once more
  std::array<std::array<std::uint8_t, kStances>, kStances> flow = no_flow();
  std::vector<EdgePlan> edges{};
  std::uint8_t stall_edge = kNoEdge;  ///< where a battle goes in which nothing can change any more
  /// Bit e: edge e is taken before the step, from the forces that begin it
  std::uint64_t early_edges = 0;
  struct Leave {
    Side side{};
    double below = 0;
    std::uint8_t edge = 0;
  };
  /// Sides that leave before the step when their chance to win is too small
  std::vector<Leave> leaves{};
  /// See Choice. BattleRules::options says what a force has to choose from.
  struct Offer {
    Side side{}, of{};
    bool must = false;
    std::vector<std::uint8_t> edges{};
  };
  std::vector<Offer> offers{};
  std::uint8_t cut_edge = kNoEdge;  ///< the battle is looked at before the step and goes no further

  static constexpr std::array<std::array<std::uint8_t, kStances>, kStances> no_flow() {
    std::array<std::array<std::uint8_t, kStances>, kStances> none{};
    for (auto& row : none) row.fill(kNoEdge);
    return none;
  }
  bool is_early(std::size_t edge) const {
    return edge == stall_edge || (edge < kMostStepEdges && (early_edges >> edge & 1));
  }
  /// What has no bit is refused later, by Plan::check.
  void mark_early(std::size_t edge) {
    if (edge < kMostStepEdges) early_edges |= std::uint64_t{1} << edge;
  }
};

/// A step that has been added to a plan.
struct StepHandle {
  int number = -1;
  constexpr operator Destination() const noexcept { return {number}; }
};
/// An edge that has been added to a plan.
struct EdgeHandle {
  StepHandle step;
  std::uint8_t number = kNoEdge;
};

class Plan {
 public:
  /// The game's words for its stances, by number: they must outlive the plan.
  explicit Plan(std::span<const std::string_view> stances) : stances_(stances) {}

  StepHandle add(StepPlan step);

  // Destinations that are not there yet.
  /// A place that is built later: by arrive() or settle().
  Destination later(const char* name);
  /// The step that will be added next. Asked again before that, it is the same: so first add the
  /// step that leads there, then ask.
  Destination next();
  /// The step that will be added next stands at this place.
  void arrive(Destination place) { settle(place, next()); }
  /// All edges to the place lead there. settle(next(), first) closes a loop.
  void settle(Destination place, Destination to);

  /// An edge for these stances; where another edge had a pair of them, it loses that.
  EdgeHandle lead(StepHandle from, Stances attacker, Stances defender, Destination to,
                  Deeds deeds = {});
  /// The edge is taken for these stances too.
  void also(EdgeHandle edge, Stances attacker, Stances defender);
  /// Before the step: where nothing can change any more.
  EdgeHandle stall(StepHandle from, Destination to, Deeds deeds = {});
  /// Before the step: where the side's chance to win is below the limit.
  EdgeHandle leave_below(StepHandle from, Side side, double below, Destination to,
                         Deeds deeds = {});

  /// Before the step: an edge that the side may take where its own force offers it.
  EdgeHandle may_leave(StepHandle from, Side side, Destination to, Deeds deeds = {});

  /// Before the step: the battle is looked at here and not played on, unless it has stalled. What
  /// follows is planned all the same: chances to win and stalemates are those of the whole battle.
  EdgeHandle cut(StepHandle from, Destination to, Deeds deeds = {});

  /// Call once when all is built: edges know their steps after it.
  void finish();
  /// What is wrong with the plan, in words: a step with too many edges, or an edge to a place that
  /// was never built.
  std::optional<std::string> check() const;
  /// The same, or a pair of stances without an edge among those that the sides may have after a step
  /// (seen(side, step)).
  template <class Seen>
  std::optional<std::string> check(Seen seen) const {
    if (auto problem = check()) return problem;
    for (std::size_t s = 0; s < steps_.size(); ++s)
      if (auto problem = gap(s, seen(Side::attacker, s), seen(Side::defender, s))) return problem;
    return std::nullopt;
  }

  std::size_t size() const { return steps_.size(); }
  const StepPlan& operator[](std::size_t step) const { return steps_[step]; }
  StepPlan& of(StepHandle step) { return steps_[static_cast<std::size_t>(step.number)]; }
  /// The step that will be added next, where it is known that there will be one.
  StepHandle upcoming() const { return {static_cast<int>(steps_.size())}; }

 private:
  struct Later {
    const char* name;
    Destination to;
    bool settled = false;
  };
  /// Destination::step of a place that is not built: downwards
  static constexpr int kFirstLater = -2;
  Later& later(Destination to) { return later_[static_cast<std::size_t>(kFirstLater - to.step)]; }
  EdgeHandle add_edge(StepHandle from, Destination to, Deeds deeds);
  std::optional<std::string> crowded() const;
  std::optional<std::string> unbuilt() const;
  std::optional<std::string> gap(std::size_t step, Stances attacker, Stances defender) const;

  std::span<const std::string_view> stances_;
  std::vector<StepPlan> steps_;
  std::vector<Later> later_;
  Destination next_{};  ///< the place of the next step, if anybody has asked for it
};

/// A plan whose steps also say what the game itself must know about them.
template <class Where>
class PlanOf : public Plan {
 public:
  using Plan::Plan;
  StepHandle add(Where where, StepPlan step) {
    where_.push_back(std::move(where));
    return Plan::add(std::move(step));
  }
  const Where& at(int step) const { return where_[static_cast<std::size_t>(step)]; }
  const Where& at(StepHandle step) const { return at(step.number); }

 private:
  std::vector<Where> where_;
};

/// The rounds of a combat: those that differ from all later ones, or no more than `last`.
struct RoundSpan {
  int differ = 0;
  int last = 0;    ///< 0 = until somebody is out
  int played = 0;  ///< the battle is looked at after so many; 0 = all are played
};
struct Round {
  int number = 1;
  bool again = false;  ///< it stands for all later rounds and leads back to its first step
  bool cut = false;    ///< the battle is looked at before it: its first step is a Plan::cut
};

/// Adds the rounds one by one, and then one that stands for all others and leads back to itself.
/// add_round(Round) adds the steps of one; what leads to next() leads to the round after it, and
/// behind `last` rounds to whatever the caller adds.
template <class AddRound>
void add_rounds(Plan& plan, RoundSpan rounds, AddRound add_round) {
  const int count = rounds.last > 0 ? rounds.last : std::max(rounds.differ, rounds.played) + 1;
  for (int number = 1; number <= count; ++number) {
    const Round round{number, rounds.last == 0 && number == count,
                      rounds.played > 0 && number == rounds.played + 1};
    const StepHandle first = plan.upcoming();
    add_round(round);
    if (round.again) plan.settle(plan.next(), first);
  }
}

}  // namespace broadside
