#include "core/systems/ti4/policy_reader.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/loss_orders.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

/// RULES 9.2, 9.3: first given up first. Ground forces stand where they go when they fight as
/// ships; among themselves the order is that of the ground.
constexpr std::array<UnitType, kUnitTypes> kGivenUp{
    UnitType::fighter, UnitType::infantry, UnitType::destroyer,   UnitType::cruiser,
    UnitType::mech,    UnitType::carrier,  UnitType::dreadnought, UnitType::flagship,
    UnitType::war_sun, UnitType::pds,      UnitType::space_dock};

/// Types in an order, each once: every battle makes some, so they take no heap.
class TypeOrder {
 public:
  void push_back(UnitType type) { types_[size_++] = type; }
  void move_to_back(UnitType type) {
    size_ = static_cast<std::size_t>(std::remove(types_.begin(), types_.begin() + size_, type) -
                                     types_.begin());
    push_back(type);
  }
  bool has(UnitType type) const { return std::find(begin(), end(), type) != end(); }
  const UnitType* begin() const { return types_.data(); }
  const UnitType* end() const { return types_.data() + size_; }

 private:
  std::array<UnitType, kUnitTypes> types_{};
  std::size_t size_ = 0;
};

/// Reads the policy of one side. Holds the side's place in the scenario for the error messages.
class PolicyReader {
 public:
  PolicyReader(const SideSpec& spec, Side side, BattleKind kind,
               std::vector<std::string>& assumptions)
      : spec_(spec), side_(side), kind_(kind), assumptions_(assumptions), at_(name(side)) {}

  Problem read(Army& army, const Army& enemy) {
    if (auto error = read_orders(army, enemy)) return error;
    return read_choices(army);
  }

 private:
  /// The types named, first lost first, then all others in the order `otherwise`.
  Problem read_order(const char* field, std::span<const UnitType> otherwise,
                     TypeOrder& order) const {
    order = {};
    ByType<bool> named{};
    for (const std::string& word : spec_.policy.names(field)) {
      const std::string where = at_ + ".policy." + field;
      const auto type = read_type(word, where);
      if (!type) return type.error();
      if (std::exchange(named[type.value()], true))
        return InputError{"'" + word + "' stands twice", where,
                          "name each type once, first lost first"};
      order.push_back(type.value());
    }
    for (UnitType type : otherwise)
      if (!named[type]) order.push_back(type);
    return std::nullopt;
  }

  Problem read_choices(Army& army) {
    const Given policy{spec_.policy, fields(), Place::policy};
    army.protects_capacity = protects_capacity(spec_, side_, kind_, army);
    // Undecided, `auto` is `first` (RULES 9.1).
    constexpr Sustain kWords[] = {Sustain::first, Sustain::first, Sustain::last, Sustain::never};
    army.sustain = kWords[policy.choice<std::size_t>("sustain")];
    for (const auto& [field, rolls] : {std::pair{"sustain_space_cannon", kCannonRolls},
                                       std::pair{"sustain_bombardment", mask(Roll::bombardment)}})
      if (!policy.flag(field))
        army.sustains_against = static_cast<RollMask>(army.sustains_against & ~rolls);
    if (auto error = read_excess(army)) return error;
    if (auto error = read_play(army)) return error;
    return read_retreat(army);
  }

  /// RULES 9.50: what the side plays for, and no order beside it.
  Problem read_play(Army& army) {
    const Given policy{spec_.policy, fields(), Place::policy};
    if (const int* due = spec_.fields.get<int>(kHitsDue)) army.free.hits_due = *due;
    const auto at = [&](std::string_view field) { return fmt::format("{}.policy.{}", at_, field); };
    if (policy.choice<Play>(kPlay) == Play::usual) {
      if (!spec_.policy.has(kGoal)) return std::nullopt;
      return InputError{"a goal is for a side whose play is best", at(kGoal),
                        "policy.play best, or leave the goal out"};
    }
    for (const char* field : {"losses", "space_cannon_losses", "non_fighter_losses",
                              "ground_losses", "keep", "protect_capacity", "sustain"})
      if (spec_.policy.has(field) &&
          !(field == std::string_view{"sustain"} && policy.word("sustain") == "auto"))
        return InputError{fmt::format("with best play {} is chosen hit by hit", field), at(field),
                          "leave it out, or play usual"};
    auto goal =
        read_play_goal(spec_.policy.has(kGoal) ? spec_.policy.text(kGoal) : "win", at(kGoal));
    if (!goal) return goal.error();
    for (PlayGoal::Term& term : goal.value().terms) {
      if (term.what == PlayGoal::What::planet && kind_ != BattleKind::invasion &&
          kind_ != BattleKind::conquest)
        return InputError{"no planet is fought for in this battle", at(kGoal),
                          "win, net, or an invasion or a conquest"};
      if (term.what != PlayGoal::What::keep) continue;
      const auto unit = parse_side(term.type);  // "keep cv"
      const bool named = unit && unit->units.size() == 1;
      const auto type = read_type(named ? unit->units.front().type : term.type, at(kGoal));
      if (!type) return type.error();
      if (std::none_of(army.groups.begin(), army.groups.end(),
                       [&](const Group& group) { return group.type == type.value(); }))
        return InputError{fmt::format("there is no {} to keep", name(type.value())), at(kGoal),
                          "a type that the side has"};
      term.type = name(type.value());
    }
    army.free.goal = *std::move(goal);
    army.free.excess = spec_.policy.names("excess").empty();
    return std::nullopt;
  }

  /// RULES 9.43
  Problem read_excess(Army& army) const {
    if (spec_.policy.names("excess").empty()) return std::nullopt;
    const auto usual = army.excess_order;
    TypeOrder types;
    if (auto error = read_order("excess", usual, types)) return error;
    for (const UnitType type : types)
      if (std::find(usual.begin(), usual.end(), type) == usual.end())
        return InputError{fmt::format("a {} needs no room in ships", name(type)),
                          at_ + ".policy.excess", "fighter, infantry, mech"};
    std::copy(types.begin(), types.end(), army.excess_order.begin());
    return std::nullopt;
  }

  /// The orders of losses; one that is not given is the general one.
  Problem read_orders(Army& army, const Army& enemy) {
    auto order = kGivenUp;
    // Neutral units lose the lowest of their card first: war sun before flagship. They
    // sustain as the usual policy does (RULES 7.3, 8.3).
    if (army.faction == "neutral")
      std::swap(*std::find(order.begin(), order.end(), UnitType::flagship),
                *std::find(order.begin(), order.end(), UnitType::war_sun));
    TypeOrder keep;
    if (auto error = read_order("keep", {}, keep)) return error;
    const auto read = [&](const char* field, std::span<const UnitType> otherwise, TypeOrder& types,
                          std::vector<std::uint8_t>& groups) -> Problem {
      if (auto error = read_order(field, otherwise, types)) return error;
      for (UnitType type : keep) types.move_to_back(type);
      groups.reserve(army.groups.size());
      for (UnitType type : types)
        for (std::size_t g = 0; g < army.groups.size(); ++g)
          if (army.groups[g].type == type) groups.push_back(static_cast<std::uint8_t>(g));
      return std::nullopt;
    };
    TypeOrder general, special;
    if (auto error = read("losses", order, general, army.loss_order)) return error;
    if (spec_.policy.text("losses") == kWeakest) {
      sort_weakest_first(army, enemy, army.loss_order);
      std::stable_partition(army.loss_order.begin(), army.loss_order.end(),
                            [&](std::uint8_t g) { return !keep.has(army.groups[g].type); });
      general = {};
      for (const std::uint8_t g : army.loss_order)
        if (!general.has(army.groups[g].type)) general.push_back(army.groups[g].type);
    }
    for (const auto& [field, groups] : {std::pair{"space_cannon_losses", &army.cannon_order},
                                        std::pair{"non_fighter_losses", &army.bound_order},
                                        std::pair{"ground_losses", &army.ground_order}})
      if (spec_.policy.names(field).empty())
        *groups = army.loss_order;
      else if (auto error = read(field, general, special, *groups))
        return error;
    return std::nullopt;
  }

  Problem read_retreat(Army& army) {
    if (const RetreatTiming* plan = spec_.policy.get<RetreatTiming>("retreat")) {
      const std::string where = at_ + ".policy.retreat";
      if (army.faction == "neutral")
        return InputError{"neutral units never retreat", where, "leave it out"};
      if (plan->free) {
        if (!army.free.chooses)
          return InputError{"a free retreat is for a side that plays for a goal", where,
                            "policy.play best, or the round in which it is announced"};
        army.free.retreat = army.can_retreat;
      } else if (plan->below) {
        if (!(*plan->below >= 0 && *plan->below <= 1))
          return InputError{fmt::format("a retreat below {:f}", *plan->below), where,
                            "a chance from 0 to 1, for instance 0.4"};
        if (army.can_retreat) army.retreat_below = *plan->below;
      } else if (!plan->round || *plan->round < 1 || *plan->round > kMostRounds)
        return InputError{
            plan->round ? fmt::format("a retreat cannot be planned for round {}", *plan->round)
                        : "a retreat needs the round in which it is announced",
            where,
            fmt::format("a round from 1 to {}, or a chance to win below which: {{\"below\": 0.4}} "
                        "in JSON, 40% as an option",
                        kMostRounds)};
      if (plan->round && army.can_retreat) army.retreat_round = *plan->round + army.retreat_delay;
      if (!army.can_retreat) say("retreat: not possible here");
    }
    if (army.routed_in > 0 && army.can_retreat) be_routed(army);
    return std::nullopt;
  }

  /// RULES 3.3.2: Rout forces one announcement, before the one that was planned; once an Intercept
  /// has voided it nothing forces another.
  void be_routed(Army& army) {
    const int planned = army.retreat_round > 0 ? army.retreat_round - army.retreat_delay : 0;
    if (planned > 0 && planned <= army.routed_in) return;
    if (army.retreat_delay == 0) {
      army.retreat_round = army.routed_in;
      return;
    }
    say("retreat: what Rout makes it announce is intercepted");
    if (planned > 0) --army.retreat_round;
  }

  void say(const std::string& text) { assumptions_.push_back(at_ + " " + text); }

  const SideSpec& spec_;
  Side side_;
  BattleKind kind_;
  std::vector<std::string>& assumptions_;
  std::string at_;
};

}  // namespace

Result<UnitType> read_type(const std::string& word, const std::string& where) {
  if (const auto type = unit_type(word)) return *type;
  return InputError{"unknown unit '" + word + "'", where, nearest_hint(word, type_names())};
}

bool protects_capacity(const SideSpec& spec, Side side, BattleKind kind, const Army& army) {
  if (const bool* said = spec.policy.get<bool>("protect_capacity")) return *said;
  return kind == BattleKind::conquest && side == Side::attacker &&
         std::any_of(army.groups.begin(), army.groups.end(),
                     [](const Group& group) { return group.is_cargo(); });
}

Problem read_policy(const SideSpec& spec, BattleKind kind, const Army& enemy,
                    std::vector<std::string>& assumptions, Army& army) {
  return PolicyReader{spec, army.side, kind, assumptions}.read(army, enemy);
}

}  // namespace broadside::ti4
