#include "core/systems/ti4/effects/gather.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "core/systems/ti4/effects/choices.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/plan.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

constexpr std::string_view kGalvanize = "ability_galvanize";
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

/// Laws and the like that hold for everybody, whoever lists them.
constexpr std::string_view kForEverybody[] = {
    "anomaly_entropic_scar",   "law_articles_of_war",   "law_conventions_of_war",
    "law_fleet_regulations",   "event_age_of_fighters", "law_publicize_weapon_schematics",
    "event_cosmic_phenomenae", "event_wild_wild_galaxy"};

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
    for (Side side : kSides)  // Greyfire Mutagen, first printing: no faction abilities or
                              // technologies of the Yin
      if (brings(other(side), "pn_greyfire_mutagen"))
        std::erase_if(brought_, [&](const Brought& one) {
          const EffectFact* fact = find_effect(one.rule->id);
          return one.side == side && fact && fact->faction == "yin" &&
                 (fact->kind == "faction_ability" || fact->kind == "technology");
        });
    for (Brought& one : brought_)  // RULES 7.10: no infantry is converted to a mech either
      if (one.rule->id == "ability_indoctrination" && one.choice.target &&
          brings(one.side, "law_articles_of_war")) {
        one.choice.target.reset();
        one.given &= ~kTargetField;
        build_.note(one.side, "Moyin's Ashes changes nothing: " + std::string{kNoMechText});
      }
    for (Order order :
         {Order::composition, Order::token, Order::profile, Order::trait, Order::moment}) {
      if (order == Order::profile)
        for (Side side : kSides) update_unit_texts(side);
      for (Brought& one : brought_) {
        if (one.rule->order != order) continue;
        if (text_is_off(one)) {
          one.asked = kAnyField;
          build_.idle = kNoMechText;
          note_idle(one);
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
        if (!build_.idle.empty()) note_idle(one);
        if (said != build_.assumptions.size())
          one.asked = kAnyField;  // it has said what becomes of it
        else
          describe(one, free_moments(one.side) > free_before);
      }
    }
    note_half_laws();
    note_useless();
    for (Side side : kSides)
      if (auto error = order_abilities(scenario_, build_, side)) return error;
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
                        &Army::space_round_end})
        for (Event& event : army.*list)
          if (event.effect.empty()) event.effect = id;
  }

  /// The stage that the effect is about, where this battle does not have it; empty = it has. Who is
  /// placed, replaced or kept away counts in every battle.
  std::string_view missing_stage(const Brought& one) const {
    const EffectFact* fact = find_effect(one.rule->id);
    if (const Unit* unit = find_unit(one.rule->id); unit && !build_.in_space()) {
      const auto is_retreat = [](const Special& special) { return special.affects == "retreat"; };
      if (std::any_of(unit->special.begin(), unit->special.end(), is_retreat)) return "space";
    }
    if (!fact || (fact->affects != "odds" && fact->affects != "retreat")) return {};
    if (fact->stage == "ground" && !build_.on_planet()) return "the ground";
    // Wild, Wild Galaxy; fighters that land (RULES 7.12)
    const bool widened =
        (build_.wild && fact->id == "ac_shields_holding") || fact->id == "law_prophecy_of_ixth";
    if (fact->stage == "space" && !build_.in_space() && !widened) return "space";
    const bool bombards =  // in a ground combat too (RULES 7.7)
        fact->timing == "bombardment" && (brings(Side::attacker, "tech_proxima_targeting_vi") ||
                                          brings(Side::defender, "tech_proxima_targeting_vi"));
    if (build_.kind == BattleKind::ground && needs_invasion(*fact) && !bombards)
      return "bombardment and landing (--battle invasion)";
    return {};
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

  /// What the card or the unit says, in our words.
  static std::string_view text_of(std::string_view id) {
    if (const EffectFact* fact = find_effect(id)) return fact->text;
    if (const Unit* unit = find_unit(id))
      for (const Special& special : unit->special)
        if (special.affects == "odds") return special.text;
    return {};
  }

  static std::string target_text(const std::string& target) {
    const auto type = unit_type(target);
    return type ? printed(*type) : target;
  }

  /// " (round 2, uses 3, target cruiser)": what the player gave, or nothing.
  static std::string given_text(const Brought& one) {
    std::string text;
    if (one.given & kRoundField) add_word(text, fmt::format("round {}", *one.choice.round));
    if (one.given & kUsesField) add_word(text, fmt::format("uses {}", *one.choice.uses));
    if (one.given & kTargetField) add_word(text, "target " + target_text(*one.choice.target));
    if (one.given & kAtLeastField)
      add_word(text, fmt::format("when at least {} hit", *one.choice.at_least));
    return text.empty() ? text : " (" + text + ")";
  }

  void note_idle(const Brought& one) {
    build_.army(one.side).idle.push_back(one.rule->id);
    if (one.listed())
      build_.note(one.side, printed_effect(one.rule->id) + " changes nothing: " + build_.idle);
  }

  /// Effects that find nothing to work on, now that all units and dice are there.
  void note_useless() {
    const auto sustains = [](const Army& army) {
      return army.lends_sustain ||
             std::any_of(army.groups.begin(), army.groups.end(),
                         [](const Group& group) { return bool{group.sustain_damage}; });
    };
    for (const Brought& one : brought_) {
      const Army &mine = build_.army(one.side), &enemy = build_.army(other(one.side));
      const std::string_view id = one.rule->id;
      if (!one.listed() || std::find(mine.idle.begin(), mine.idle.end(), id) != mine.idle.end())
        continue;
      if (id == "tech_graviton_laser_system" && mine.cannon_events.empty() &&
          !has_dice(mine, Roll::cannon_offense))
        build_.idle = "no space cannon of the side fires";
      else if (id == "ac_waylay" && !has_dice(mine, Roll::barrage))
        build_.idle = "the side rolls no anti-fighter barrage";
      else if ((id == "tech_non_euclidean_shielding" || id == "tech_duranium_armor" ||
                id == "ac_emergency_repairs") &&
               !sustains(mine))
        build_.idle = "nothing of the side can sustain damage";
      else if (id == "ac_direct_hit" && !sustains(enemy))
        build_.idle = "nothing of the enemy can sustain damage";
      else
        continue;
      note_idle(one);
    }
    for (const std::string_view id : of_both_) {
      const auto is_idle = [&](const Army& army) {
        return std::find(army.idle.begin(), army.idle.end(), id) != army.idle.end();
      };
      if (std::none_of(build_.armies.begin(), build_.armies.end(), is_idle))
        build_.notes.push_back(printed_effect(id) +
                               " holds for both sides here: list it with the side that has it");
    }
  }

  /// One line about an effect that was worked in: the choice that was made for the player, or what
  /// it does where nobody listed it for a side.
  void describe(Brought& one, bool free_moment) {
    const std::string id = printed_effect(one.rule->id);
    const bool system = one.where == "system.effects";
    const auto say = [&](const std::string& text) {
      const std::string line = (system ? "system " : std::string{name(one.side)} + " ") + text;
      if (std::find(build_.assumptions.begin(), build_.assumptions.end(), line) ==
          build_.assumptions.end())  // what holds for both sides is said once
        build_.assumptions.push_back(line);
    };
    const std::string given = given_text(one);
    if (const auto stage = missing_stage(one); !stage.empty()) {
      one.asked = kAnyField;
      if (!one.listed()) return;
      build_.army(one.side).idle.push_back(one.rule->id);
      say(id + ": no effect in this battle, it is about " + std::string{stage});
      build_.note(one.side,
                  id + " has no effect in this battle, it is about " + std::string{stage});
    } else if (free_moment) {
      build_.armies[one.side].free.timed.push_back(one.rule->id);
      say(id + given + ": at the moment that is best for the goal");
    } else if (!one.rule->choice.empty()) {
      const bool fixed = build_.armies[one.side].free.chooses && one.listed();
      say(id + given + ": " + std::string{one.rule->choice} +
          (fixed ? " (played so as usual: this moment is not solved for)" : ""));
    } else {
      const std::string_view text = text_of(one.rule->id);
      if (!text.empty() || !given.empty())
        say(id + given + (text.empty() ? "" : ": " + std::string{text}));
    }
  }

  /// A side may be given alone what holds for everybody; whoever did not mean that is told.
  void note_half_laws() {
    for (const Brought& one : brought_) {
      const auto is_same = [&](std::string_view id) { return id == one.rule->id; };
      if (!one.listed() || one.where == "system.effects" ||
          std::none_of(std::begin(kForEverybody), std::end(kForEverybody), is_same))
        continue;
      if (std::none_of(brought_.begin(), brought_.end(), [&](const Brought& twin) {
            return twin.rule == one.rule && twin.side == other(one.side);
          }))
        build_.note(one.side, printed_effect(one.rule->id) +
                                  " is taken for this side alone, though it holds for both: "
                                  "system.effects (--system-effects) is for that");
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
      const char* field = ignored & kRoundField    ? "round"
                          : ignored & kUsesField   ? "uses"
                          : ignored & kTargetField ? "target"
                                                   : "at_least";
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
               return g.unit == one.rule->id || may_bear_text(one.rule->id, g);
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
        } else if (missing_stage(one).empty()) {
          build_.army(side).unused.push_back(fact.id);
          build_.assumptions.push_back(told_unused(side, fact.id));
        }
      }
    for (const EffectChoice& choice : listed) {
      if (counts_in(choice.id)) continue;
      // A mech that is deployed in the battle need not be there before it.
      const bool is_unit = find_unit(choice.id) != nullptr &&
                           !(choice.id == "letnev_mech" && army.faction == "letnev");
      if (is_unit && std::none_of(army.groups.begin(), army.groups.end(), [&](const Group& g) {
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
      if (fact && fact->side == "either" && has_owner(*fact) && !brings(Side::attacker, known.id) &&
          !brings(Side::defender, known.id))
        of_both_.push_back(fact->id);
      for (Side side : kSides)
        if (!brings(side, known.id) &&
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
