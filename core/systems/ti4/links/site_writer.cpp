// Links of ti4battle.com, written: both factions always, only names that the site knows (an unknown
// effect breaks its page), and a note for everything that it cannot say.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/scenario/query.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/ti4/fields.hpp"
#include "core/systems/ti4/homebrew.hpp"
#include "core/systems/ti4/links/draft.hpp"
#include "core/systems/ti4/links/links.hpp"
#include "core/systems/ti4/links/tables.hpp"

namespace broadside::ti4::links {
namespace {

/// Which of the site's names an effect with these uses has, where several share an id.
bool is_written(const SiteEffect& effect, const EffectChoice& choice, std::string_view faction) {
  if (effect.id != choice.id) return false;
  if (effect.name == "Memoria I") return choice.uses.value_or(1) != 2;
  if (effect.name == "Memoria II") return choice.uses.value_or(1) == 2;
  return effect.faction.empty() || effect.faction == faction || faction == "nekro";
}

class SiteWriter {
 public:
  /// `part`: another link says the rest of the battle, so what is not of this place is no loss.
  SiteWriter(Draft& draft, bool ground, bool part) : draft_(draft), ground_(ground), part_(part) {}

  std::string link() {
    for (const Side side : kSides) {
      write_faction(side);
      write_units(side);
      write_effects(side);
      write_policy(side);
    }
    for (const DraftEffect& effect : draft_.system) write_system_effect(effect);
    if (ground_) add("place", "ground");
    return "https://ti4battle.com/?" + query_;
  }

 private:
  void add(std::string_view key, std::string_view value) {
    query_ += (query_.empty() ? "" : "&") + form_encoded(key) + "=" + form_encoded(value);
  }
  void add(Side side, std::string_view key, std::string_view value) {
    add(fmt::format("{}-{}", name(side), key), value);
  }
  void cannot(Side side, const std::string& what) { draft_.note(side, what + " cannot be said"); }

  void write_faction(Side which) {
    const std::string& id = draft_[which].faction;
    if (id.empty())
      draft_.note(which, "without a faction: written as Neutral, which has standard units there");
    if (id == "neutral")
      draft_.note(which, draft_[which].count(UnitType::flagship) > 0
                             ? "the Neutral cards are not known there: standard values, and none "
                               "for a flagship"
                             : "the Neutral cards are not known there: standard values");
    for (const FactionName& faction : site_factions())
      if (faction.id == (id.empty() ? "neutral" : id)) return add(which, "faction", faction.name);
  }

  void write_units(Side which) {
    const DraftSide& side = draft_[which];
    const auto uses = [&](std::string_view id) {
      return std::any_of(side.effects.begin(), side.effects.end(),
                         [&](const DraftEffect& one) { return one.choice.id == id; });
    };
    const bool merged = uses("breakthrough_absolute_synergy");
    for (const UnitName& unit : site_units()) {
      const UnitType t = unit.type;
      int count = side.units[t];
      if (unit.type == UnitType::mech && merged) {
        if (count > 4)
          cannot(which, counted(count - 4, "mech", "mechs") + " beside the Eidolon Maximum");
        count = count >= 4 ? 1 : count;
      }
      if (count > 0) add(which, fmt::format("unit-{}", unit.name), fmt::to_string(count));
      if (side.damaged[t] > 0)
        add(which, fmt::format("damaged-{}", unit.name), fmt::to_string(side.damaged[t]));
      if (side.upgraded[t]) add(which, fmt::format("upgrade-{}", unit.name), "true");
    }
    const int docks = side.count(UnitType::space_dock);
    if (docks > 0 && !uses("relic_lightrail_ordnance") && !uses("tech_magen_defense_grid_omega"))
      cannot(which, counted(docks, "space dock"));
  }

  void write_effects(Side which) {
    const DraftSide& side = draft_[which];
    for (const DraftEffect& effect : side.effects) {
      const EffectChoice& choice = effect.choice;
      if (choice.id == "ability_galvanize" && choice.target && choice.uses) {
        const auto units = site_units();
        const auto unit = std::find_if(units.begin(), units.end(), [&](const UnitName& one) {
          return name(one.type) == *choice.target;
        });
        if (unit != units.end()) {
          add(which, fmt::format("galvanized-{}", unit->name), fmt::to_string(*choice.uses));
          continue;
        }
      }
      write_effect(which, effect);
    }
    const bool dropped = std::find(side.without.begin(), side.without.end(), "mahact_flagship") !=
                         side.without.end();
    if (side.faction == "mahact" && side.count(UnitType::flagship) > 0 && !dropped && !ground_)
      add(which, "effect-Mahact flagship bonus", "1");
    if (side.faction == "bastion" && side.count(UnitType::mech) > 0)
      add(which, "effect-A3 Valiance galvanize", "1");
    for (const std::string& id : side.without)
      if (id != "mahact_flagship") cannot(which, "that " + quoted(id) + " does not apply");
  }

  void write_effect(Side which, const DraftEffect& effect) {
    const DraftSide& side = draft_[which];
    const EffectChoice& choice = effect.choice;
    const auto known = site_effects();
    const auto found = std::find_if(known.begin(), known.end(), [&](const SiteEffect& one) {
      return is_written(one, choice, side.faction);
    });
    if (found == known.end()) return cannot(which, quoted(effect.name));
    if (found->stage != Stage::both && (found->stage == Stage::ground) != ground_) {
      if (!part_)
        draft_.note(which, fmt::format("{} has no effect there {}: left out", quoted(effect.name),
                                       ground_ ? "on the ground" : "in space"));
      return;
    }
    if (choice.round.value_or(1) > 1)
      cannot(which, fmt::format("the round of {}", quoted(effect.name)));
    if (choice.target) cannot(which, fmt::format("the target of {}", quoted(effect.name)));
    int value = found->counted ? choice.uses.value_or(1) : 1;
    if (choice.id == "relic_lightrail_ordnance")
      value = ground_ ? 1 : std::max(1, side.count(UnitType::space_dock));
    if (!found->differs.empty())
      draft_.note(which, fmt::format("{}: {}", found->name, found->differs));
    add(which, fmt::format("effect-{}", found->name), fmt::to_string(value));
  }

  void write_system_effect(const DraftEffect& effect) {
    for (const SiteEffect& known : site_effects())
      if (known.id == effect.choice.id && known.of_system) {
        const bool elsewhere =
            known.stage != Stage::both && (known.stage == Stage::ground) != ground_;
        if (elsewhere && part_) return;
        if (elsewhere) break;
        const std::string key = fmt::format("effect-{}", known.name);
        return known.for_both ? add(key, "1") : add(Side::defender, key, "1");
      }
    draft_.note(quoted(effect.name) + " cannot be said");
  }

  void write_policy(Side which) {
    const DraftSide& side = draft_[which];
    if (side.sustain == "last" && !ground_) add(which, "risk-direct-hit", "false");
    const auto& enemy = draft_[other(which)].effects;
    if ((side.sustain.empty() || side.sustain == "auto") && !ground_ &&
        std::any_of(enemy.begin(), enemy.end(),
                    [](const DraftEffect& one) { return one.choice.id == "ac_direct_hit"; }))
      draft_.note(which, "sustains first there; here the better way is chosen");
    if (side.sustain == "never") cannot(which, "that no damage is sustained");
    if (!side.losses.empty() || !side.ground_losses.empty()) cannot(which, "the order of losses");
    if (side.retreat_round) cannot(which, "the retreat");
  }

  Draft& draft_;
  bool ground_, part_;
  std::string query_;
};

/// Only who fights on the planet: a ground combat without what comes before it.
void keep_troops(Draft& draft) {
  for (const Side which : kSides)
    for (std::size_t t = 0; t < kUnitTypes; ++t) {
      const auto type = static_cast<UnitType>(t);
      int& count = draft[which].units[t];
      if (type == UnitType::infantry || type == UnitType::mech || count == 0) continue;
      draft.note(which,
                 fmt::format("{} {} left out: there they would fire before the ground combat",
                             count, name(type)));
      count = draft[which].damaged[t] = 0;
    }
}

}  // namespace

Result<ForeignLinks> write(const Scenario& scenario) {
  // Without them another battle would be left.
  for (const auto& [field, what] :
       {std::pair{kPlanets, "planets one by one"}, std::pair{kHomebrew, "homebrew units"}})
    if (scenario.fields.has(field))
      return ForeignLinks{{}, {fmt::format("no link of ti4battle.com, which knows no {}", what)}};
  Draft draft = drafted(scenario);
  ForeignLinks written;
  if (draft.battle == "ground") keep_troops(draft);
  const bool conquest = draft.battle == "conquest";
  if (conquest) draft.note("a conquest takes two links there: in space, then on the ground");
  if (conquest || draft.battle == "space" || draft.battle.empty())
    written.links.push_back(SiteWriter(draft, false, conquest).link());
  if (conquest || draft.battle == "ground" || draft.battle == "invasion")
    written.links.push_back(SiteWriter(draft, true, conquest).link());
  if (written.links.empty())
    return InputError{"ti4battle.com knows no battle " + quoted(draft.battle), "battle",
                      "space, ground, invasion and conquest can be written"};
  for (std::string& note : draft.notes)  // both links of a conquest leave out the same
    if (std::find(written.notes.begin(), written.notes.end(), note) == written.notes.end())
      written.notes.push_back(std::move(note));
  return written;
}

}  // namespace broadside::ti4::links
