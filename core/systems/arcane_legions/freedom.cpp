#include "core/systems/arcane_legions/freedom.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"

namespace broadside::arcane_legions {
namespace {

constexpr std::array kSpecials{Ability::armored_rush,     Ability::fireburst,
                               Ability::death_touch,      Ability::death_touch_master,
                               Ability::lord_of_the_dead, Ability::artificer};
constexpr std::array<std::pair<Shoots, Ability>, 3> kShots{
    {{Shoots::thrown_weapon, Ability::thrown_weapon},
     {Shoots::sniper, Ability::sniper},
     {Shoots::direct_fire, Ability::direct_fire}}};

constexpr std::array kPicks{Ability::power_at_a_price, Ability::concentrated_attack,
                            Ability::sniper, Ability::death_touch, Ability::death_touch_master};

/// Would another layout change what the unit gives?
bool has_layouts(const Unit& unit) {
  for (const FieldSlot& a : unit.slots)
    for (const FieldSlot& b : unit.slots)
      if (a.hit_points == b.hit_points && a.circle == b.circle && !same(a, b)) return true;
  return false;
}

/// Are there figures of more than one kind?
bool differs(const Unit& unit) {
  return std::any_of(unit.slots.begin(), unit.slots.end(),
                     [&](const FieldSlot& slot) { return !same(slot, unit.slots.front()); });
}

/// May the unit choose an enemy figure at all?
bool picks_out(const Unit& unit) {
  return std::any_of(kPicks.begin(), kPicks.end(),
                     [&](Ability ability) { return unit.carries(ability); });
}

/// How a side is asked to play.
class Reader {
 public:
  Reader(const SideSpec& spec, Side side, BattleKind kind, const Course& course)
      : spec_(spec),
        side_(side),
        single_(kind == BattleKind::close || kind == BattleKind::ranged),
        acts_(side == Side::attacker || kind == BattleKind::duel || kind == BattleKind::shooting),
        close_(fights_close(kind, course)),
        shooter_(side == Side::attacker && shoots(kind, course)) {}

  std::optional<InputError> read_goal(Unit& unit) const {
    auto goal =
        read_play_goal(spec_.policy.has(kGoal) ? spec_.policy.text(kGoal) : "win", at(kGoal));
    if (!goal) return goal.error();
    for (PlayGoal::Term& term : goal.value().terms) {
      if (term.what == PlayGoal::What::planet)
        return InputError{"no planet is fought for in this game", at(kGoal),
                          "win, net, keep and a figure, or a sum: net + 600 win"};
      if (term.what != PlayGoal::What::keep) continue;
      const std::string wanted = fold_name(term.type);
      const auto label =
          std::find_if(unit.labels.begin(), unit.labels.end(), [&](const UnitLabel& one) {
            return fold_name(one.type) == wanted || fold_name(one.name) == wanted;
          });
      if (label == unit.labels.end())
        return InputError{fmt::format("there is no {} to keep", term.type), at(kGoal),
                          "a figure that the side has"};
      term.type = label->type;
    }
    unit.goal = *std::move(goal);
    return std::nullopt;
  }

  /// What the side may choose that its policy does not say.
  Freedom freedom(const Unit& unit) const {
    const auto open = [&](const char* field) { return !spec_.policy.has(field); };
    Freedom free;
    free.casualties = unit.has_figures && open("casualties");
    free.regroup = unit.has_figures && open("regroup") && has_layouts(unit);
    free.reroll = acts_ && open("reroll") && unit.carries(Ability::good_fortune);
    free.push = !single_ && acts_ && open("push") && unit.slots.size() > 1;
    free.concentrates =
        acts_ && close_ && open("concentrates") && unit.carries(Ability::concentrated_attack);
    free.picks = acts_ && open("picks") && picks_out(unit);
    if (!single_ && acts_ && close_ && open("special"))
      for (const Ability special : kSpecials)
        if (unit.carries(special) && may_give(unit, special)) free.specials.push_back(special);
    if (shooter_ && open("shoots"))
      for (const auto& [shoots, ability] : kShots)
        if (unit.carries(ability) && (shoots != Shoots::direct_fire || unit.facing == Colour::blue))
          free.shoots.push_back(shoots);
    return free;
  }

  std::string at(std::string_view field) const {
    return fmt::format("{}.policy.{}", name(side_), field);
  }

 private:
  static bool may_give(const Unit& unit, Ability special) {
    return special == Ability::lord_of_the_dead ? unit.has(Ability::regeneration)
           : special == Ability::artificer      ? unit.is(Type::construct)
                                                : true;
  }

  const SideSpec& spec_;
  Side side_;
  bool single_, acts_, close_, shooter_;
};

}  // namespace

std::optional<InputError> read_play(const Scenario& scenario, BattleKind kind, const Course& course,
                                    const Readings& readings, BySide<Unit>& units) {
  const bool duels = kind == BattleKind::duel || kind == BattleKind::shooting;
  for (const Side side : kSides) {
    const SideSpec& spec = scenario.side(side);
    const Reader reader{spec, side, kind, course};
    if (!plays_best(spec)) {
      if (spec.policy.has(kGoal))
        return InputError{"a goal is for a side whose play is best", reader.at(kGoal),
                          "policy.play best, or leave the goal out"};
      continue;
    }
    if (auto error = reader.read_goal(units[side])) return error;
    Unit& unit = units[side];
    unit.free = reader.freedom(unit);
    // So that the plan has a place for them.
    if (unit.free.push) unit.policy.push = Push::always;
    if (unit.free.concentrates) unit.policy.concentrates = true;
    if (!unit.free.specials.empty()) unit.policy.special = unit.free.specials.front();
    // RULES 8.21: a side that may wait for ever is judged by what it has won by then.
    if (duels && course.turn_limit == 0 && course.turns == 0)
      return InputError{"best play needs a limit of turns", "rules.turn_limit",
                        "1 to 1000; 50 is usual"};
    if (duels && course.turns > 0)
      return InputError{"best play looks at the battle to its end", "rounds",
                        "leave it out, or rules.turn_limit"};
  }
  const auto worth = [&](Side side) {
    double sum = 0;
    for (const FieldSlot& slot : units[side].slots)
      if (units[side].has_figures) sum += units[side].labels[slot.label].resources;
    return sum;
  };
  for (const Side side : kSides)
    for (const PlayGoal::Term& term : units[side].goal.value_or(PlayGoal{}).terms)
      if (term.what == PlayGoal::What::net && worth(Side::attacker) + worth(Side::defender) == 0)
        return InputError{"these units have no price: there is nothing to count",
                          fmt::format("{}.policy.goal", name(side)),
                          "win, keep and a figure, or figures of a faction"};
  const BySide<bool> best{units[0].goal.has_value(), units[1].goal.has_value()};
  if (best[0] && best[1]) {
    if (scenario.side(Side::defender).policy.has(kGoal) && !(*units[0].goal == *units[1].goal))
      return InputError{"where both play best the defender plays against the attacker's goal",
                        "defender.policy.goal", "leave it out"};
  }
  if (const int* due = scenario.side(Side::attacker).fields.get<int>(kDamageDue); due && *due > 0) {
    if (!best[Side::attacker])
      return InputError{"damage that is still to be taken is for a side whose play is best",
                        "attacker.hits", "policy.play best, or leave it out"};
    units[Side::attacker].damage_due = *due;
  }
  for (const Side side : kSides) {
    Freedom& free = units[side].free;
    // RULES 8.20: whether a unit that is wiped out strikes back is settled with the roll.
    if (units[other(side)].carries(Ability::berserker) && !readings.damage_back_when_wiped &&
        (free.concentrates || free.picks)) {
      if (free.concentrates) units[side].policy.concentrates = false;
      free.concentrates = free.picks = false;
    }
  }
  return std::nullopt;
}

std::vector<OpenChoice> named_choices(const Scenario& scenario, BattleKind kind,
                                      const Course& course, const BySide<Unit>& units) {
  std::vector<OpenChoice> choices;
  for (const Side side : kSides) {
    const SideSpec& spec = scenario.side(side);
    if (spec.policy.text(kPlay) != kNamedPlay) continue;
    const Unit& unit = units[side];
    const Freedom free = Reader{spec, side, kind, course}.freedom(unit);
    const auto add = [&](bool open, std::string_view policy,
                         const std::vector<std::string_view>& words) {
      if (!open || words.size() < 2) return;
      OpenChoice& choice = choices.emplace_back(OpenChoice{side, policy, {}});
      for (const std::string_view word : words)
        choice.ways.push_back({std::string(word), std::string(word)});
    };
    add(free.casualties && differs(unit), "casualties",
        {"listed", "soak", "keep_attack", "keep_defence"});
    add(free.regroup, "regroup", {"none", "layouts"});
    add(free.reroll, "reroll", {"expected", "always", "low", "never"});
    add(free.push, "push", {"never", "always"});
    std::vector<std::string_view> specials{"never"}, shots{"dice"};
    for (const Ability special : free.specials) specials.push_back(info(special).id);
    for (const auto& [shoots, ability] : kShots)
      if (std::find(free.shoots.begin(), free.shoots.end(), shoots) != free.shoots.end())
        shots.push_back(info(ability).id);
    add(true, "special", specials);
    add(true, "shoots", shots);
    if (free.concentrates)
      choices.push_back({side, "concentrates", {{"no", false}, {"yes", true}}});
    add(free.picks && differs(units[other(side)]), "picks", {"attack", "defence", "hit_points"});
  }
  return choices;
}

std::vector<std::string> told_play(const SideSpec& spec, const BySide<Unit>& units, Side side) {
  const Unit& unit = units[side];
  const std::array<std::pair<bool, std::string_view>, 8> choices{
      {{unit.free.casualties, "casualties"},
       {unit.free.regroup, "regroup"},
       {unit.free.reroll, "reroll"},
       {unit.free.push, "push"},
       {!unit.free.specials.empty(), "special"},
       {!unit.free.shoots.empty(), "shoots"},
       {unit.free.concentrates, "concentrates"},
       {unit.free.picks, "picks"}}};
  std::vector<std::string_view> free;
  std::vector<Field> kept;
  for (const auto& [is_free, what] : choices)
    if (is_free) free.push_back(what);
  for (const Field& field : fields())
    if (std::find(free.begin(), free.end(), field.name) == free.end()) kept.push_back(field);
  std::vector<std::string> told{
      fmt::format("{} plays: {}", name(side), Given{spec.policy, kept, Place::policy}.all())};
  if (!unit.goal) return told;
  const bool against = side == Side::defender && units[Side::attacker].goal;
  told.push_back(fmt::format(
      "{} plays {} the goal '{}': {} chosen from case to case (RULES 8.17)", name(side),
      against ? "against" : "for", written(*units[against ? Side::attacker : side].goal),
      free.empty() ? "nothing is" : joined(free) + (free.size() == 1 ? " is" : " are")));
  told.push_back(fmt::format("{} gives every order that it can: to pass is not chosen (RULES 8.19)",
                             name(side)));
  if (unit.free.picks && unit.carries(Ability::power_at_a_price) &&
      units[other(side)].carries(Ability::berserker))
    told.push_back(
        fmt::format("{} downs by Power at a Price as usual: Berserker counts what is "
                    "left (RULES 8.20)",
                    name(side)));
  return told;
}

}  // namespace broadside::arcane_legions
