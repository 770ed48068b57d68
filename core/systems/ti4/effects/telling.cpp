#include "core/systems/ti4/effects/telling.hpp"

#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "core/systems/ti4/effects/choices.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

/// Laws and the like that hold for everybody, whoever lists them.
constexpr std::string_view kForEverybody[] = {
    "anomaly_entropic_scar",   "law_articles_of_war",   "law_conventions_of_war",
    "law_fleet_regulations",   "event_age_of_fighters", "law_publicize_weapon_schematics",
    "event_cosmic_phenomenae", "event_wild_wild_galaxy"};

/// What the card or the unit says, in our words.
std::string_view text_of(std::string_view id) {
  if (const EffectFact* fact = find_effect(id)) return fact->text;
  if (const Unit* unit = find_unit(id))
    for (const Special& special : unit->special)
      if (special.affects == "odds") return special.text;
  return {};
}

std::string target_text(const std::string& target) {
  const auto type = unit_type(target);
  return type ? printed(*type) : target;
}

/// " (round 2, uses 3, target cruiser)": what the player gave, or nothing.
std::string given_text(const Brought& one) {
  std::string text;
  if (one.given & kRoundField) add_word(text, fmt::format("round {}", *one.choice.round));
  if (one.given & kUsesField) add_word(text, fmt::format("uses {}", *one.choice.uses));
  if (one.given & kTargetField) add_word(text, "target " + target_text(*one.choice.target));
  if (one.given & kAtLeastField)
    add_word(text, fmt::format("when at least {} hit", *one.choice.at_least));
  return text.empty() ? text : " (" + text + ")";
}

}  // namespace

std::string_view missing_stage(const Builder& build, std::span<const Brought> brought,
                               const Brought& one) {
  const EffectFact* fact = find_effect(one.rule->id);
  if (const Unit* unit = find_unit(one.rule->id); unit && !build.in_space()) {
    const auto is_retreat = [](const Special& special) { return special.affects == "retreat"; };
    if (std::any_of(unit->special.begin(), unit->special.end(), is_retreat)) return "space";
  }
  if (!fact || (fact->affects != "odds" && fact->affects != "retreat")) return {};
  if (fact->stage == "ground" && !build.on_planet()) return "the ground";
  // Wild, Wild Galaxy; fighters that land (RULES 7.12)
  const bool widened =
      (build.wild && fact->id == "ac_shields_holding") || fact->id == "law_prophecy_of_ixth";
  if (fact->stage == "space" && !build.in_space() && !widened) return "space";
  const bool bombards =  // in a ground combat too (RULES 7.7)
      fact->timing == "bombardment" &&
      (brings(brought, Side::attacker, "tech_proxima_targeting_vi") ||
       brings(brought, Side::defender, "tech_proxima_targeting_vi"));
  if (build.kind == BattleKind::ground && needs_invasion(*fact) && !bombards)
    return "bombardment and landing (--battle invasion)";
  return {};
}

void note_idle(Builder& build, const Brought& one) {
  build.army(one.side).idle.push_back(one.rule->id);
  if (one.listed())
    build.note(one.side, printed_effect(one.rule->id) + " changes nothing: " + build.idle);
}

namespace {

/// What was said about how it is used gives way to the reason why it is not.
void tell_idle(Builder& build, const Brought& one) {
  if (one.where == "system.effects") return;  // the other side may have a use for it
  const std::string what = std::string{name(one.side)} + " " + printed_effect(one.rule->id);
  for (std::string& line : build.assumptions)
    if (line.starts_with(what + ":") || line.starts_with(what + " ("))
      line = what + ": changes nothing, " + build.idle;
}

}  // namespace

void describe(Builder& build, std::span<const Brought> brought, Brought& one, bool free_moment) {
  const std::string id = printed_effect(one.rule->id);
  const bool system = one.where == "system.effects";
  const auto say = [&](const std::string& text) {
    const std::string line = (system ? "system " : std::string{name(one.side)} + " ") + text;
    if (std::find(build.assumptions.begin(), build.assumptions.end(), line) ==
        build.assumptions.end())  // what holds for both sides is said once
      build.assumptions.push_back(line);
  };
  const std::string given = given_text(one);
  if (const auto stage = missing_stage(build, brought, one); !stage.empty()) {
    one.asked = kAnyField;
    if (!one.listed()) return;
    build.army(one.side).idle.push_back(one.rule->id);
    say(id + ": no effect in this battle, it is about " + std::string{stage});
    build.note(one.side, id + " has no effect in this battle, it is about " + std::string{stage});
  } else if (free_moment) {
    build.armies[one.side].free.timed.push_back(one.rule->id);
    say(id + given + ": at the moment that is best for the goal");
  } else if (!one.rule->choice.empty()) {
    const bool fixed = build.armies[one.side].free.chooses && one.listed();
    say(id + given + ": " + std::string{one.rule->choice} +
        (fixed ? " (played so as usual: this moment is not solved for)" : ""));
  } else {
    const std::string_view text = text_of(one.rule->id);
    if (!text.empty() || !given.empty())
      say(id + given + (text.empty() ? "" : ": " + std::string{text}));
  }
}

void note_useless(Builder& build, std::span<const Brought> brought,
                  std::span<const std::string_view> of_both) {
  for (const Brought& one : brought) {
    const Army& mine = build.army(one.side);
    if (!one.rule->useless || !one.listed() ||
        std::find(mine.idle.begin(), mine.idle.end(), one.rule->id) != mine.idle.end())
      continue;
    build.idle = one.rule->useless(build, one.side);
    if (build.idle.empty()) continue;
    note_idle(build, one);
    tell_idle(build, one);
  }
  for (const std::string_view id : of_both) {
    const auto is_idle = [&](const Army& army) {
      return std::find(army.idle.begin(), army.idle.end(), id) != army.idle.end();
    };
    if (std::none_of(build.armies.begin(), build.armies.end(), is_idle))
      build.notes.push_back(printed_effect(id) +
                            " holds for both sides here: list it with the side that has it");
  }
}

void note_half_laws(Builder& build, std::span<const Brought> brought) {
  for (const Brought& one : brought) {
    const auto is_same = [&](std::string_view id) { return id == one.rule->id; };
    if (!one.listed() || one.where == "system.effects" ||
        std::none_of(std::begin(kForEverybody), std::end(kForEverybody), is_same))
      continue;
    if (std::none_of(brought.begin(), brought.end(), [&](const Brought& twin) {
          return twin.rule == one.rule && twin.side == other(one.side);
        }))
      build.note(one.side, printed_effect(one.rule->id) +
                               " is taken for this side alone, though it holds for both: "
                               "system.effects (--system-effects) is for that");
  }
}

Problem check_fields(std::span<const Brought> brought) {
  for (const Brought& one : brought) {
    unsigned ignored = one.given & ~one.asked;
    for (const Brought& twin : brought)
      if (twin.where == one.where && twin.rule == one.rule) ignored &= ~twin.asked;
    if (one.choice.uses == 1) ignored &= ~kUsesField;  // that it is used once is said by naming it
    if (ignored == 0) continue;
    const char* field = ignored & kRoundField    ? "round"
                        : ignored & kUsesField   ? "uses"
                        : ignored & kTargetField ? "target"
                                                 : "at_least";
    return InputError{
        "'" + std::string{one.rule->id} + "' has no use for " + field, one.where,
        find_unit(one.rule->id) ? "leave it out; 'without' switches the text off" : "leave it out"};
  }
  return std::nullopt;
}

}  // namespace broadside::ti4
