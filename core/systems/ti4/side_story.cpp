#include "core/systems/ti4/side_story.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/systems/ti4/homebrew.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

class SideTeller {
 public:
  SideTeller(const SideSpec& spec, Side side, BattleKind kind,
             std::vector<std::string>& assumptions)
      : spec_(spec), side_(side), kind_(kind), assumptions_(assumptions), at_(name(side)) {}

  void tell(const Army& army) {
    for (const Group& group : army.groups)
      if (const Unit* unit = army.book ? army.book->find_homebrew(group.type, group.name) : nullptr)
        say(printed(group.type) + ": homebrew '" + group.name + "' (" + unit_text(*unit) + ")");
    const auto say_order = [&](const char* what, const std::vector<std::uint8_t>& groups,
                               bool ships, bool troops) {
      std::string order, last;
      const auto add_where = [&](auto takes_hits_here) {
        for (std::size_t g : groups) {
          if (!takes_hits_here(army.groups[g])) continue;
          std::string word = printed(army.groups[g].type);
          if (word != last) add_word(order, last = std::move(word));
        }
      };
      add_where([&](const Group& group) { return ships && group.is_ship; });
      add_where([&](const Group& group) {
        return troops && !(ships && group.is_ship) && (group.is_ground_force || group.lands);
      });
      if (!order.empty()) say(what + order);
    };
    const bool space = kind_ == BattleKind::space || kind_ == BattleKind::conquest;
    if (army.free.chooses) tell_goal(army);
    const bool ground_apart = !spec_.policy.names("ground_losses").empty();
    if (!army.free.chooses)
      say_order("losses: ", army.loss_order, space, kind_ != BattleKind::space && !ground_apart);
    if (ground_apart)
      say_order("losses on the ground: ", army.ground_order, false, kind_ != BattleKind::space);
    if (!spec_.policy.names("space_cannon_losses").empty())
      say_order("losses to space cannons: ", army.cannon_order, space, false);
    if (!spec_.policy.names("non_fighter_losses").empty())
      say_order("losses to hits on non-fighters: ", army.bound_order, space, false);
    if (army.protects_capacity && !army.free.chooses)
      say("losses: ships that its troops need to ride in are given up last");
    if (!army.free.chooses &&
        std::any_of(army.groups.begin(), army.groups.end(),
                    [&](const Group& g) { return takes_hits(g, kind_) && g.sustain_damage; })) {
      static constexpr const char* kText[] = {
          "sustain: first (every undamaged unit that can, before any unit is lost)",
          "sustain: last (who cannot sustain is given up first, then all others sustain before "
          "one is lost; those that Direct Hit cannot touch sustain at once)",
          "sustain: never"};
      say(kText[static_cast<int>(army.sustain)]);
    }
    if (!(army.sustains_against & kCannonRolls)) say("sustain: not against space cannons");
    if (!(army.sustains_against & mask(Roll::bombardment))) say("sustain: not against bombardment");
    if (army.retreat_below > 0)
      say(fmt::format(
          "retreat: announced before a round in which its chance to win, played to the end, is "
          "below {} %",
          std::lround(army.retreat_below * 100)));
    if (army.free.retreat) say("retreat: announced in the round in which that is best");
    if (army.retreat_round > 0)
      say(fmt::format("retreat: announced in round {}", army.retreat_round));
    if (kind_ == BattleKind::conquest && side_ == Side::defender &&
        (army.retreat_round > 0 || army.retreat_below > 0 || army.free.retreat))
      say("retreat: its ships leave, the planet is fought for without them and decides the "
          "conquest");
    if (side_ == Side::defender && takes_planet() &&
        std::none_of(army.groups.begin(), army.groups.end(),
                     [](const Group& g) { return g.is_ground_force && g.most > 0; }))
      say("has no ground force: where the attacker lands none either, the planet stays with the "
          "defender and the battle counts as a draw");
    std::string idle;
    for (const Group& group : army.groups)
      if (!takes_part_somewhere(group, side_, kind_))
        add_word(idle, printed(group.type, group.start));
    if (!idle.empty()) say("takes no part with: " + idle);
  }

 private:
  /// RULES 9.50
  void tell_goal(const Army& army) {
    say(fmt::format("plays for the goal '{}': every choice that is free is the best for it",
                    written(army.free.goal)));
    for (const PlayGoal::Term& term : army.free.goal.terms)
      if (term.what == PlayGoal::What::keep)
        say(fmt::format("keeps a {} where it wins and one is left",
                        printed(*unit_type(term.type))));
  }

  void say(const std::string& text) { assumptions_.push_back(at_ + " " + text); }

  bool takes_planet() const {
    return kind_ == BattleKind::invasion || kind_ == BattleKind::conquest;
  }
  const SideSpec& spec_;
  Side side_;
  BattleKind kind_;
  std::vector<std::string>& assumptions_;
  std::string at_;
};

}  // namespace

bool takes_hits(const Group& group, BattleKind kind) {
  const bool space = kind == BattleKind::space || kind == BattleKind::conquest;
  return (space && group.is_ship) || (kind != BattleKind::space && group.is_ground_force);
}

bool takes_part_somewhere(const Group& group, Side side, BattleKind kind) {
  switch (kind) {
    case BattleKind::ground:
      return group.is_ground_force || group.helps_on_ground;
    case BattleKind::invasion:
      return group.is_ground_force || group.lands || group.helps_on_ground ||
             (side == Side::attacker ? bool{group.bombardment} || group.breaks_shields
                                     : group.is_structure);
    case BattleKind::space:
    case BattleKind::conquest:
      return true;
  }
  return true;
}

void tell_side(const SideSpec& spec, BattleKind kind, const Army& army,
               std::vector<std::string>& assumptions) {
  SideTeller{spec, army.side, kind, assumptions}.tell(army);
}

}  // namespace broadside::ti4
