#include "core/systems/ti4/effects/gather.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/names.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

/// A faction's abilities that cost nothing apply by themselves (RULES 9.29).
bool applies_by_itself(const EffectFact& fact, std::string_view faction) {
  // Those that place units or keep a combat from happening are choices: only when listed.
  // Devotion costs a ship.
  return fact.faction == faction && fact.id != "ability_devotion" &&
         fact.kind == "faction_ability" && fact.cost.empty() && fact.affects == "odds" &&
         find_effect_rule(fact.id);
}

/// Gathers the effects of both sides and works them in.
class EffectReader {
 public:
  EffectReader(const Scenario& scenario, Builder& build) : scenario_(scenario), build_(build) {}

  Problem run() {
    for (Side side : kSides)
      if (auto error = gather(side)) return error;
    if (auto error = gather_system()) return error;
    for (Side side : kSides)  // Greyfire Mutagen, first printing: no faction abilities or
                              // technologies of the Yin
      if (brings(other(side), "pn_greyfire_mutagen"))
        std::erase_if(brought_, [&](const Brought& one) {
          const EffectFact* fact = find_effect(one.rule->id);
          return one.side == side && fact && fact->faction == "yin" &&
                 (fact->kind == "faction_ability" || fact->kind == "technology");
        });
    for (Order order : {Order::composition, Order::profile, Order::trait}) {
      if (order == Order::profile)
        for (Side side : kSides) update_unit_texts(side);
      for (Brought& one : brought_) {
        if (one.rule->order != order) continue;
        const std::size_t said = build_.assumptions.size();
        const Use use{one.side, one.choice, one.rule->id};
        if (auto error = one.rule->apply(build_, use)) {
          if (error->where.empty()) error->where = one.where;
          return error;
        }
        one.asked = use.asked;
        if (said != build_.assumptions.size())
          one.asked = kAnyField;  // it has said what becomes of it
        else
          describe(one);
      }
    }
    return check_fields();
  }

 private:
  struct Brought {
    Side side;
    const Effect* rule;
    EffectChoice choice;
    std::string where;
    unsigned given = 0;  ///< fields that the player gave
    unsigned asked = 0;  ///< fields that the effect looked at
    bool listed() const { return !where.ends_with(".faction") && !where.ends_with(".units"); }
  };

  /// The stage that the effect is about, where this battle does not have it; empty = it has. Who is
  /// placed, replaced or kept away counts in every battle.
  std::string_view missing_stage(const Brought& one) const {
    const EffectFact* fact = find_effect(one.rule->id);
    if (!fact || (fact->affects != "odds" && fact->affects != "retreat")) return {};
    if (fact->stage == "ground" && !build_.on_planet()) return "the ground";
    if (fact->stage == "space" && !build_.in_space()) return "space";
    return {};
  }

  /// What the card or the unit says, in our words.
  static std::string_view text_of(std::string_view id) {
    if (const EffectFact* fact = find_effect(id)) return fact->text;
    if (const Unit* unit = find_unit(id))
      for (const Special& special : unit->special)
        if (special.affects == "odds") return special.text;
    return {};
  }

  /// " (round 2, uses 3, target cruiser)": what the player gave, or nothing.
  static std::string given_text(const Brought& one) {
    std::string text;
    if (one.given & kRoundField) add_word(text, "round " + std::to_string(*one.choice.round));
    if (one.given & kUsesField) add_word(text, "uses " + std::to_string(*one.choice.uses));
    if (one.given & kTargetField) add_word(text, "target " + *one.choice.target);
    return text.empty() ? text : " (" + text + ")";
  }

  /// One line about an effect that was worked in: the choice that was made for the player, or what
  /// it does where nobody listed it for a side.
  void describe(Brought& one) {
    const std::string id{one.rule->id};
    const bool system = one.where == "system.effects";
    const auto say = [&](const std::string& text) {
      const std::string line = (system ? "system " : std::string{name(one.side)} + " ") + text;
      if (std::find(build_.assumptions.begin(), build_.assumptions.end(), line) ==
          build_.assumptions.end())  // what holds for both sides is said once
        build_.assumptions.push_back(line);
    };
    const bool by_itself = system || !one.listed();
    const std::string given = given_text(one);
    if (const auto stage = missing_stage(one); !stage.empty()) {
      one.asked = kAnyField;
      if (one.listed()) say(id + ": no effect in this battle, it is about " + std::string{stage});
    } else if (!one.rule->choice.empty()) {
      say(id + given + ": " + std::string{one.rule->choice});
    } else if (by_itself && !text_of(one.rule->id).empty()) {
      say(id + given + ": " + std::string{text_of(one.rule->id)});
    } else if (!given.empty()) {
      say(id + given);
    }
  }

  /// Refuses what was said about an effect that has no use for it. An effect of the system stands
  /// once for each side; it is enough that one of them looks.
  Problem check_fields() const {
    for (const Brought& one : brought_) {
      unsigned ignored = one.given & ~one.asked;
      for (const Brought& twin : brought_)
        if (twin.where == one.where && twin.rule == one.rule) ignored &= ~twin.asked;
      if (one.choice.uses == 1)
        ignored &= ~kUsesField;  // that it is used once is said by naming it
      if (ignored == 0) continue;
      const char* field = ignored & kRoundField  ? "round"
                          : ignored & kUsesField ? "uses"
                                                 : "target";
      return InputError{"'" + std::string{one.rule->id} + "' has no use for " + field, one.where,
                        find_unit(one.rule->id) ? "leave it out; 'without' switches the text off"
                                                : "leave it out"};
    }
    return std::nullopt;
  }

  /// Units may have been placed, replaced or removed: their printed texts come and go with them.
  void update_unit_texts(Side side) {
    const SideSpec& spec = scenario_.side(side);
    const Army& army = build_.army(side);
    std::erase_if(brought_, [&](const Brought& one) {
      return one.side == side && find_unit(one.rule->id) &&
             std::none_of(army.groups.begin(), army.groups.end(), [&](const Group& g) {
               return g.unit == one.rule->id || is_other_printing(one.rule->id, g);
             });
    });
    for (const Group& group : army.groups) {
      const Effect* rule = find_effect_rule(group.unit);
      const auto is_it = [&](const std::string& typed) {
        return resolve_id(typed, army) == group.unit;
      };
      if (rule && !brings(side, rule->id) &&
          std::none_of(spec.without.begin(), spec.without.end(), is_it))
        brought_.push_back(
            {side, rule, {std::string{rule->id}, {}, {}, {}}, std::string{name(side)} + ".units"});
    }
  }

  bool brings(Side side, std::string_view id) const {
    return std::any_of(brought_.begin(), brought_.end(),
                       [&](const Brought& one) { return one.side == side && one.rule->id == id; });
  }

  Problem gather(Side side) {
    const SideSpec& spec = scenario_.side(side);
    const Army& army = build_.army(side);
    const std::string at = name(side);
    std::vector<std::string> without;
    for (const std::string& id : spec.without) {
      const std::string known = resolve_id(id, army);
      if (known.empty()) return unknown_effect(id, at + ".without");
      without.push_back(known);
    }
    std::vector<std::string> unused = without;
    const auto wanted = [&](std::string_view id) {
      const bool dropped = std::find(without.begin(), without.end(), id) != without.end();
      if (dropped) std::erase(unused, std::string{id});
      return !dropped;
    };
    std::vector<EffectChoice> listed;
    std::vector<unsigned> fields;  // that were given for each
    for (const EffectChoice& choice : spec.effects) {
      EffectChoice known = choice;
      known.id = resolve_id(choice.id, army);
      if (known.id.empty()) return unknown_effect(choice.id, at + ".effects");
      if (auto error = check(known, side, at + ".effects")) return error;
      if (std::any_of(listed.begin(), listed.end(),
                      [&](const EffectChoice& c) { return c.id == known.id; }))
        return InputError{"'" + known.id + "' stands twice", at + ".effects",
                          "give the number of uses: {\"id\": \"" + known.id + "\", \"uses\": 2}"};
      if (find_unit(known.id) && !known.uses)
        known.uses = 1;  // naming a unit's text says that its condition holds
      listed.push_back(known);
      fields.push_back(fields_of(choice));
    }
    const auto given = [&](std::string_view id) -> const EffectChoice* {
      for (const EffectChoice& choice : listed)
        if (choice.id == id) return &choice;
      return nullptr;
    };
    // Printed texts of the units, then abilities of the faction, then what is listed.
    for (const Group& group : army.groups)
      if (const Effect* rule = find_effect_rule(group.unit); rule && wanted(rule->id)) {
        if (const EffectChoice* choice = given(rule->id))
          brought_.push_back({side, rule, *choice, at + ".effects",
                              fields[static_cast<std::size_t>(choice - listed.data())]});
        else
          brought_.push_back({side, rule, {std::string{rule->id}, {}, {}, {}}, at + ".units"});
      }
    if (!army.faction.empty())
      for (const EffectFact& fact : all_effects())
        if (applies_by_itself(fact, army.faction) && !given(fact.id) && wanted(fact.id))
          brought_.push_back({side,
                              find_effect_rule(fact.id),
                              {std::string{fact.id}, {}, {}, {}},
                              at + ".faction"});
    for (const EffectChoice& choice : listed) {
      if (const Inert* inert = find_inert(choice.id)) {
        build_.say(side, std::string{inert->id} + ": no effect on odds (" +
                             std::string{inert->reason} + ")");
        continue;
      }
      // A mech that is deployed in the battle need not be there before it.
      const bool is_unit = find_unit(choice.id) != nullptr &&
                           !(choice.id == "letnev_mech" && army.faction == "letnev");
      if (is_unit && std::none_of(army.groups.begin(), army.groups.end(), [&](const Group& g) {
            return g.unit == choice.id || is_other_printing(choice.id, g);
          }))
        return InputError{"'" + choice.id + "' is a unit that the " + at + " does not have",
                          at + ".effects", "add the unit, or leave the effect out"};
      if (!find_effect_rule(choice.id))
        build_.say(side, choice.id + ": no effect on odds (its text changes nothing in a battle)");
      else if (!has_unit(army, choice.id))
        brought_.push_back({side, find_effect_rule(choice.id), choice, at + ".effects",
                            fields[static_cast<std::size_t>(&choice - listed.data())]});
    }
    // A unit that an effect puts there brings its text along later.
    std::erase_if(unused, [&](const std::string& id) {
      const Unit* unit = find_unit(id);
      return unit && unit->faction == army.faction && find_effect_rule(id);
    });
    if (!unused.empty())
      return InputError{"'" + unused.front() + "' does not apply by itself", at + ".without",
                        "leave it out"};
    return std::nullopt;
  }

  static bool has_unit(const Army& army, std::string_view id) {
    return std::any_of(army.groups.begin(), army.groups.end(),
                       [&](const Group& g) { return g.unit == id; });
  }
  /// An older printing of a unit that the side has: named, its text replaces the newest one's.
  static bool is_other_printing(std::string_view id, const Group& group) {
    const Unit *named = find_unit(id), *fielded = find_unit(group.unit);
    return named && fielded && named->face.empty() && named->faction == fielded->faction &&
           named->type == fielded->type && named->level == fielded->level;
  }

  Problem gather_system() {
    std::vector<std::string> seen;
    for (const EffectChoice& choice : scenario_.system_effects) {
      EffectChoice known = choice;
      known.id = resolve_id(choice.id, build_.armies[0]);
      if (known.id.empty() || find_unit(known.id))
        return unknown_effect(choice.id, "system.effects");
      if (std::find(seen.begin(), seen.end(), known.id) != seen.end())
        return InputError{"'" + known.id + "' stands twice", "system.effects", "name it once"};
      for (const Brought& one : brought_)
        if (one.rule->id == known.id && one.where.ends_with(".effects"))
          return InputError{
              "'" + known.id + "' stands twice: in system.effects and in " + one.where,
              "system.effects", "name it once"};
      seen.push_back(known.id);
      if (const Inert* inert = find_inert(known.id)) {
        build_.assumptions.push_back(std::string{inert->id} + ": no effect on odds (" +
                                     std::string{inert->reason} + ")");
        continue;
      }
      const EffectFact* fact = find_effect(known.id);
      for (Side side : kSides)
        if (!brings(side, known.id) &&
            (!fact || fact->side == "either" || fact->side == name(side)))
          brought_.push_back(
              {side, find_effect_rule(known.id), known, "system.effects", fields_of(choice)});
    }
    return std::nullopt;
  }

  Problem check(const EffectChoice& choice, Side side, const std::string& where) const {
    if (choice.id == "third_party_pds" && side == Side::attacker)
      return InputError{"other players fire at the attacker, not for him", where,
                        "give third_party_pds as system.effects, or to the defender"};
    if (const EffectFact* fact = find_effect(choice.id);
        fact && fact->side != "either" && fact->side != name(side) && !find_inert(choice.id))
      return InputError{"'" + choice.id + "' is for the " + std::string{fact->side}, where,
                        fact->kind == "anomaly" ? "give it as system.effects (--system-effects)"
                                                : "give it to the other side"};
    if (choice.round && (*choice.round < 1 || *choice.round > kMostRounds))
      return InputError{"round " + std::to_string(*choice.round) + " of '" + choice.id + "'", where,
                        "rounds count from 1 to " + std::to_string(kMostRounds)};
    if (choice.uses && (*choice.uses < 0 || *choice.uses > kMostUses))
      return InputError{std::to_string(*choice.uses) + " uses of '" + choice.id + "'", where,
                        "0 to " + std::to_string(kMostUses)};
    if (choice.target && !unit_type(*choice.target))
      return InputError{
          "unknown unit '" + *choice.target + "' as the target of '" + choice.id + "'", where,
          nearest_hint(*choice.target, type_names())};
    return std::nullopt;
  }

  /// What the player typed -> an id of the catalogue (or of a unit), or empty. Ids, printed names
  /// and unambiguous parts of them.
  static std::string resolve_id(const std::string& typed, const Army& army) {
    const std::string folded = fold_name(typed);
    for (const Effect& input : input_effects())
      if (input.id == folded) return folded;
    return find_effect_id(typed, army.faction);
  }

  const Scenario& scenario_;
  Builder& build_;
  std::vector<Brought> brought_;
};

}  // namespace

Problem work_in_effects(const Scenario& scenario, Builder& build) {
  return EffectReader{scenario, build}.run();
}

}  // namespace broadside::ti4
