#include "core/systems/ti4/effects/gather.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/systems/ti4/effects/choices.hpp"
#include "core/systems/ti4/effects/telling.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

constexpr std::string_view kGalvanize = "ability_galvanize";
constexpr std::string_view kPrototype = "ac_reveal_prototype";
constexpr std::string_view kNoMechText = "mechs have no text under Articles of War";
constexpr std::string_view kAsteroidField = "anomaly_asteroid_field";
constexpr std::string_view kCosmicPhenomenae = "event_cosmic_phenomenae";

/// A faction's abilities that cost nothing apply by themselves (RULES 9.29).
bool applies_by_itself(const EffectFact& fact) {
  // Those that place units or keep a combat from happening are choices: only when listed.
  // Devotion costs a ship, and Galvanize does nothing until somebody says which units carry a token.
  return fact.id != "ability_devotion" && fact.id != kGalvanize && fact.cost.empty();
}

/// An ability of the faction that is played here and changes odds.
bool is_ability_of(const EffectFact& fact, std::string_view faction) {
  return fact.faction == faction && fact.kind == "faction_ability" && fact.affects == "odds" &&
         find_effect_rule(fact.id);
}

/// Something that one player has, and not what lies on the table for all.
bool has_owner(const EffectFact& fact) {
  constexpr std::string_view kForAll[] = {"agenda", "anomaly", "event", "law", "rule"};
  return fact.text.starts_with("Owner") ||
         std::find(std::begin(kForAll), std::end(kForAll), fact.kind) == std::end(kForAll);
}

/// Does Reveal Prototype, where it is listed, make the side's units this one?
bool is_prototype(const Army& army, const EffectChoice* reveals, const Unit& unit) {
  return reveals && reveals->target && type_named(*reveals->target) == unit.type &&
         unit_for(army, unit.type, 2) == &unit;
}

/// The place of an effect in the catalogue.
std::size_t place_of(std::string_view id) {
  if (const EffectFact* fact = find_effect(id))
    return static_cast<std::size_t>(fact - all_effects().data());
  const auto inputs = input_effects();
  const auto input = std::find_if(inputs.begin(), inputs.end(),
                                  [&](const Effect& effect) { return effect.id == id; });
  return all_effects().size() + static_cast<std::size_t>(input - inputs.begin());
}

/// Gathers the effects of both sides and works them in.
class EffectReader {
 public:
  EffectReader(const Scenario& scenario, Builder& build) : scenario_(scenario), build_(build) {}

  Problem run() {
    for (Side side : kSides)
      if (auto error = gather(side)) return error;
    if (auto error = gather_system()) return error;
    drop_yin_powers();
    convert_no_mechs();
    for (const Order order : kOrders) {
      if (order == Order::profile)
        for (Side side : kSides) update_unit_texts(side);
      for (Brought& one : brought_) {
        if (one.rule->order != order) continue;
        if (text_is_off(one)) {
          one.asked = kAnyField;
          build_.idle = kNoMechText;
          note_idle(build_, one);
          continue;
        }
        const std::size_t said = build_.assumptions.size();
        const Use use{one.side, one.choice, one.rule->id};
        const std::size_t free_before = free_moments(one.side);
        build_.idle.clear();
        if (auto error = one.rule->apply(build_, use)) {
          if (error->where.empty()) error->where = one.where;
          return error;
        }
        one.asked = use.asked;
        sign_events(one.rule->id);
        if (!build_.idle.empty()) note_idle(build_, one);
        if (said != build_.assumptions.size() || !build_.idle.empty())
          one.asked = kAnyField;  // it has said what becomes of it
        else
          describe(build_, brought_, one, free_moments(one.side) > free_before);
      }
    }
    note_half_laws(build_, brought_);
    note_useless(build_, brought_, of_both_);
    for (Side side : kSides)
      if (auto error = order_abilities(scenario_, build_, side)) return error;
    return check_fields(brought_);
  }

 private:
  /// Greyfire Mutagen, first printing: no faction abilities or technologies of the Yin.
  void drop_yin_powers() {
    for (Side side : kSides)
      if (brings(brought_, other(side), "pn_greyfire_mutagen"))
        std::erase_if(brought_, [&](const Brought& one) {
          const EffectFact* fact = find_effect(one.rule->id);
          return one.side == side && fact && fact->faction == "yin" &&
                 (fact->kind == "faction_ability" || fact->kind == "technology");
        });
  }

  /// RULES 7.10: under Articles of War no infantry is converted to a mech either.
  void convert_no_mechs() {
    for (Brought& one : brought_)
      if (one.rule->id == "ability_indoctrination" && one.choice.target &&
          brings(brought_, one.side, "law_articles_of_war")) {
        one.choice.target.reset();
        one.given &= ~kTargetField;
        build_.note(one.side, "Moyin's Ashes changes nothing: " + std::string{kNoMechText});
      }
  }

  /// How many things the side may do at a moment that it chooses for its goal.
  std::size_t free_moments(Side side) const {
    const Army &mine = build_.armies[side], &enemy = build_.armies[other(side)];
    if (!mine.free.chooses) return 0;
    return mine.free.cards.size() + mine.cancels.size() +
           (enemy.direct_hits_mark >= 0 && !enemy.direct_hits_on);
  }

  /// Events say which effect they belong to.
  void sign_events(std::string_view id) {
    for (Army& army : build_.armies)
      for (auto list : {&Army::cannon_events, &Army::space_start, &Army::ground_start,
                        &Army::ground_round_start, &Army::space_blasts, &Army::space_answers,
                        &Army::ground_answers, &Army::space_trials, &Army::ground_trials,
                        &Army::space_round_end, &Army::retreat_announced})
        for (Event& event : army.*list)
          if (event.effect.empty()) event.effect = id;
  }

  /// A text that a law has taken from all units that bear it (Articles of War).
  bool text_is_off(const Brought& one) const {
    bool borne = false;
    for (const Group& group : build_.army(one.side).groups) {
      if (group.unit != one.rule->id && !may_bear_text(one.rule->id, group)) continue;
      if (group.texts_apply) return false;
      borne = true;
    }
    return borne;
  }

  /// Units may have been placed, replaced or removed: their printed texts come and go with them.
  void update_unit_texts(Side side) {
    const SideSpec& spec = scenario_.side(side);
    const Army& army = build_.army(side);
    std::erase_if(brought_, [&](const Brought& one) {
      return one.side == side && find_unit(one.rule->id) &&
             std::none_of(army.groups.begin(), army.groups.end(), [&](const Group& g) {
               return g.unit == one.rule->id || may_bear_text(one.rule->id, g);
             });
    });
    for (const Group& group : army.groups) {
      const Effect* rule = find_effect_rule(group.unit);
      const auto is_it = [&](const std::string& typed) {
        return resolve_id(typed, army) == group.unit;
      };
      if (rule && !brings(brought_, side, rule->id) &&
          std::none_of(spec.without.begin(), spec.without.end(), is_it))
        brought_.push_back(
            {side, rule, {std::string{rule->id}, {}, {}, {}}, std::string{name(side)} + ".units"});
    }
  }

  /// As the catalogue has them: in which order they were listed does not matter (RULES 9.7).
  static std::vector<EffectChoice> in_order(std::vector<EffectChoice> effects, const Army& army) {
    std::stable_sort(effects.begin(), effects.end(), [&](const auto& a, const auto& b) {
      const std::string first = resolve_id(a.id, army), second = resolve_id(b.id, army);
      return std::tuple{place_of(first), std::string_view{first}} <
             std::tuple{place_of(second), std::string_view{second}};
    });
    return effects;
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
    for (const EffectChoice& choice : in_order(spec.effects, army)) {
      EffectChoice known = choice;
      known.id = resolve_id(choice.id, army);
      if (known.id.empty()) return unknown_effect(choice.id, at + ".effects");
      if (auto error = check_choice(known, army, at + ".effects")) return error;
      if (std::any_of(listed.begin(), listed.end(),
                      [&](const EffectChoice& c) { return is_said_twice(c, known); }))
        return InputError{"'" + known.id + "' stands twice", at + ".effects",
                          "give the number of uses: {\"id\": \"" + known.id + "\", \"uses\": 2}"};
      // Naming a unit's text says that its condition holds; a token that is listed lies there.
      if ((find_unit(known.id) || known.id == kGalvanize) && !known.uses) known.uses = 1;
      listed.push_back(known);
      fields.push_back(fields_of(choice));
    }
    choose_indoctrinated_mech(army, listed, fields);
    const auto given = [&](std::string_view id) -> const EffectChoice* {
      for (const EffectChoice& choice : listed)
        if (choice.id == id) return &choice;
      return nullptr;
    };
    // Printed texts of the units, then abilities of the faction, then what is listed.
    for (const Group& group : army.groups)
      if (const Effect* rule = find_effect_rule(group.unit); rule && wanted(rule->id)) {
        if (const EffectChoice* choice = given(rule->id))
          brought_.push_back(
              {side, rule, *choice, at + ".effects", nth(fields, choice - listed.data())});
        else
          brought_.push_back({side, rule, {std::string{rule->id}, {}, {}, {}}, at + ".units"});
      }
    if (!army.faction.empty())
      for (const EffectFact& fact : all_effects()) {
        if (!is_ability_of(fact, army.faction) || given(fact.id) || !wanted(fact.id)) continue;
        Brought one{
            side, find_effect_rule(fact.id), {std::string{fact.id}, {}, {}, {}}, at + ".faction"};
        if (applies_by_itself(fact)) {
          brought_.push_back(std::move(one));
        } else if (missing_stage(build_, brought_, one).empty()) {
          build_.army(side).unused.push_back(fact.id);
          build_.assumptions.push_back(told_unused(side, fact.id));
        }
      }
    for (const EffectChoice& choice : listed) {
      if (counts_in(choice.id)) continue;
      // A mech that is deployed in the battle need not be there before it.
      const bool is_unit = find_unit(choice.id) != nullptr &&
                           !(choice.id == "letnev_mech" && army.faction == "letnev");
      if (is_unit && !is_prototype(army, given(kPrototype), *find_unit(choice.id)) &&
          std::none_of(army.groups.begin(), army.groups.end(), [&](const Group& g) {
            return g.unit == choice.id || may_bear_text(choice.id, g);
          }))
        return InputError{"'" + choice.id + "' is a unit that the " + at + " does not have",
                          at + ".effects",
                          "add the unit (\"" + std::string{name(find_unit(choice.id)->type)} +
                              ", +" + choice.id + "\"), or leave the effect out"};
      if (const Inert* inert = find_inert(choice.id)) {
        build_.say(side, printed_effect(inert->id) + ": no effect on odds (" +
                             std::string{inert->reason} + ")");
        build_.note(side, printed_effect(inert->id) + " has no effect on odds");
        continue;
      }
      if (!find_effect_rule(choice.id))
        build_.say(side, printed_effect(choice.id) +
                             ": no effect on odds (its text changes nothing in a battle)");
      else if (!has_unit(army, choice.id))
        brought_.push_back({side, find_effect_rule(choice.id), choice, at + ".effects",
                            nth(fields, &choice - listed.data())});
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

  /// An asteroid field, which changes no odds by itself, where it does (RULES 7.11).
  bool counts_in(std::string_view id) {
    if (id != kAsteroidField) return false;
    build_.asteroid_field = true;
    const auto is_event = [&](const EffectChoice& choice) {
      return resolve_id(choice.id, build_.armies[0]) == kCosmicPhenomenae;
    };
    const auto lists_it = [&](const std::vector<EffectChoice>& effects) {
      return std::any_of(effects.begin(), effects.end(), is_event);
    };
    return lists_it(scenario_.system_effects) || lists_it(scenario_.side(Side::attacker).effects) ||
           lists_it(scenario_.side(Side::defender).effects);
  }

  /// Tokens may lie under units of several types (RULES 7.1); everything else is listed once.
  static bool is_said_twice(const EffectChoice& a, const EffectChoice& b) {
    return a.id == b.id && (a.id != kGalvanize || a.target == b.target);
  }

  /// Moyin's Ashes beside Indoctrination: the extra influence is paid, the converted infantry
  /// becomes a mech (RULES 4.4.2). The mech need not be there before.
  static void choose_indoctrinated_mech(const Army& army, std::vector<EffectChoice>& listed,
                                        std::vector<unsigned>& fields) {
    const auto at = [&](std::string_view id) {
      return std::find_if(listed.begin(), listed.end(),
                          [&](const EffectChoice& choice) { return choice.id == id; });
    };
    const auto indoctrination = at("ability_indoctrination"), mech = at("yin_mech");
    if (indoctrination == listed.end() || mech == listed.end() || army.faction != "yin") return;
    indoctrination->target = name(UnitType::mech);
    nth(fields, indoctrination - listed.begin()) |= kTargetField;
    fields.erase(fields.begin() + (mech - listed.begin()));
    listed.erase(mech);
  }

  static bool has_unit(const Army& army, std::string_view id) {
    return std::any_of(army.groups.begin(), army.groups.end(),
                       [&](const Group& g) { return g.unit == id; });
  }
  /// May a unit of the group bear this text, which is not its own? An older printing that is named
  /// replaces the newest one's; The Alastor gains texts of other flagships (RULES 7.8).
  static bool may_bear_text(std::string_view id, const Group& group) {
    const Unit *named = find_unit(id), *fielded = find_unit(group.unit);
    if (!named || !fielded || !named->face.empty() || named->type != fielded->type) return false;
    if (fielded->id == "nekro_flagship") return true;
    return named->faction == fielded->faction && named->level == fielded->level;
  }

  Problem gather_system() {
    std::vector<std::string> seen;
    for (const EffectChoice& choice : in_order(scenario_.system_effects, build_.armies[0])) {
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
      if (counts_in(known.id)) continue;
      if (const Inert* inert = find_inert(known.id)) {
        build_.assumptions.push_back(printed_effect(inert->id) + ": no effect on odds (" +
                                     std::string{inert->reason} + ")");
        build_.notes.push_back(printed_effect(inert->id) + " has no effect on odds");
        continue;
      }
      const EffectFact* fact = find_effect(known.id);
      if (fact && fact->side == "either" && has_owner(*fact) &&
          !brings(brought_, Side::attacker, known.id) &&
          !brings(brought_, Side::defender, known.id))
        of_both_.push_back(fact->id);
      for (Side side : kSides)
        if (!brings(brought_, side, known.id) &&
            (!fact || fact->side == "either" || fact->side == name(side)))
          brought_.push_back(
              {side, find_effect_rule(known.id), known, "system.effects", fields_of(choice)});
    }
    return std::nullopt;
  }

  const Scenario& scenario_;
  Builder& build_;
  std::vector<Brought> brought_;
  std::vector<std::string_view> of_both_;  ///< what one player has, listed for the system
};

}  // namespace

Problem work_in_effects(const Scenario& scenario, Builder& build) {
  return EffectReader{scenario, build}.run();
}

}  // namespace broadside::ti4
