// Links of ti4battle.com, read: one key for each thing, in any order.

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/query.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/links/draft.hpp"
#include "core/systems/ti4/links/links.hpp"
#include "core/systems/ti4/links/tables.hpp"

namespace broadside::ti4::links {
namespace {

constexpr std::string_view kUnitKeys[] = {"unit-", "damaged-", "upgrade-", "galvanized-"};

/// Takes a beginning off; false where the text does not begin so.
bool take(std::string_view& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return false;
  text.remove_prefix(beginning.size());
  return true;
}

/// The side that a key is about, taken off its front.
std::optional<Side> take_side(std::string_view& key) {
  if (take(key, "attacker-")) return Side::attacker;
  if (take(key, "defender-")) return Side::defender;
  return std::nullopt;
}

class SiteReader {
 public:
  explicit SiteReader(std::string_view text) : items_(parse_query(query_part(text))) {}

  ForeignBattle read() {
    drop_repeated();
    read_place();
    for (const Side side : kSides) read_faction(side);
    for (const QueryItem& item : items_) read_item(item);
    for (const Side side : kSides) complete(side);
    return finished(std::move(draft_));
  }

 private:
  /// The site passes over both of two equal keys.
  void drop_repeated() {
    std::vector<std::string> repeated;
    for (const QueryItem& item : items_)
      if (std::count_if(items_.begin(), items_.end(),
                        [&](const QueryItem& other) { return other.key == item.key; }) > 1 &&
          std::find(repeated.begin(), repeated.end(), item.key) == repeated.end())
        repeated.push_back(item.key);
    for (const std::string& key : repeated) {
      draft_.note(fmt::format("{} stands more than once: passed over", quoted(key)));
      std::erase_if(items_, [&](const QueryItem& item) { return item.key == key; });
    }
  }

  const std::string* value_of(std::string_view key) const {
    for (const QueryItem& item : items_)
      if (item.key == key) return &item.value;
    return nullptr;
  }

  void read_place() {
    const std::string* place = value_of("place");
    const std::string folded = place ? fold_name(*place) : "space";
    ground_ = folded == "ground";
    if (!ground_ && folded != "space")
      draft_.note(fmt::format("place {} is not known: taken as space", quoted(*place)));
    draft_.battle = ground_ ? "invasion" : "space";
  }

  void read_faction(Side which) {
    const std::string* typed = value_of(std::string(name(which)) + "-faction");
    if (!typed) {
      draft_.note(which,
                  "no faction is given: standard units and no abilities (the site takes the "
                  "faction that the browser had last, or Letnev)");
      return;
    }
    for (const FactionName& faction : site_factions())
      if (faction.name == *typed) {
        if (faction.id == "neutral") return read_neutral(which);
        draft_[which].faction = faction.id;
        return;
      }
    if (const auto known = find_faction(*typed, ""); known && !typed->empty()) {
      draft_[which].faction = (*known)->id;
      draft_.note(which, fmt::format("{} is taken as {}; the site does not know it so spelt",
                                     quoted(*typed), (*known)->name));
      return;
    }
    draft_.note(which, fmt::format("faction {} is not known: standard units and no abilities",
                                   quoted(*typed)));
  }

  /// There Neutral is a side without a faction: standard units, no abilities. It has no flagship,
  /// though one can be typed; only the Neutral cards have one to fight with.
  void read_neutral(Side which) {
    const std::string* flagships = value_of(std::string(name(which)) + "-unit-flagship");
    if (!flagships || leading_number(*flagships).value_or(0) < 1)
      return draft_.note(which, "Neutral there is a side without a faction: standard units");
    draft_[which].faction = "neutral";
    draft_.note(which,
                "a flagship of Neutral has no values on the site: all units are taken to fight "
                "with those of the Neutral cards");
  }

  void read_item(const QueryItem& item) {
    std::string_view key = item.key;
    if (key == "place") return;
    if (take(key, "effect-")) return read_common_effect(key, item.value);
    const auto side = take_side(key);
    if (!side) return draft_.note(fmt::format("{} is not used", quoted(item.key)));
    if (key == "faction") return;
    if (key == "risk-direct-hit") {
      risks_[*side] = item.value == "true";
      return;
    }
    if (take(key, "effect-")) return read_effect(*side, key, item.value);
    for (const std::string_view kind : kUnitKeys)
      if (take(key, kind)) return read_unit(*side, kind, key, item);
    draft_.note(*side, fmt::format("{} is not used", quoted(key)));
  }

  void read_unit(Side which, std::string_view kind, std::string_view unit, const QueryItem& item) {
    const auto units = site_units();
    const auto found = std::find_if(units.begin(), units.end(),
                                    [&](const UnitName& one) { return one.name == unit; });
    if (found == units.end())
      return draft_.note(which, fmt::format("unit {} is not known: passed over", quoted(unit)));
    const UnitType t = found->type;
    DraftSide& side = draft_[which];
    if (kind == "upgrade-") {
      side.upgraded[t] = item.value == "true";
      if (!side.upgraded[t])
        draft_.note(which, fmt::format("{} is no upgrade: only 'true' is",
                                       quoted(item.key + "=" + item.value)));
      return;
    }
    const auto number = number_of(which, item);
    if (kind == "unit-") side.units[t] = number;
    if (kind == "damaged-") side.damaged[t] = number;
    if (kind == "galvanized-") tokens_[which][t] = number;
  }

  /// A count as the site reads it: below 1 is nothing.
  int number_of(Side which, const QueryItem& item) {
    const auto number = leading_number(item.value);
    if (!number || *number < 0)
      draft_.note(which, fmt::format("{} is no number of units or cards: passed over",
                                     quoted(item.key + "=" + item.value)));
    return std::max(0, number.value_or(0));
  }

  const SiteEffect* known_effect(std::string_view name) {
    for (const SiteEffect& effect : site_effects())
      if (effect.name == name) return &effect;
    return nullptr;
  }

  /// "effect-Entropic Scar": what holds for both sides alike.
  void read_common_effect(std::string_view name, const std::string& value) {
    const SiteEffect* effect = known_effect(name);
    if (effect == nullptr || !effect->for_both)
      return draft_.note(
          fmt::format("effect {} is none that both sides share: passed over", quoted(name)));
    if (leading_number(value).value_or(0) < 1) return;
    if (!in_place(*effect)) return draft_.note(out_of_place(*effect));
    add_to_system(*effect);
  }

  bool in_place(const SiteEffect& effect) const {
    return effect.stage == Stage::both || (effect.stage == Stage::ground) == ground_;
  }
  std::string out_of_place(const SiteEffect& effect) const {
    return fmt::format("{} has no effect {}: passed over", quoted(effect.name),
                       ground_ ? "on the ground" : "in space");
  }

  void add_to_system(const SiteEffect& effect) {
    const std::string id{effect.id};
    if (std::none_of(draft_.system.begin(), draft_.system.end(),
                     [&](const DraftEffect& one) { return one.choice.id == id; }))
      draft_.system.push_back({{id, {}, {}, {}}, std::string(effect.name)});
  }

  void read_effect(Side which, std::string_view name, const std::string& value) {
    const SiteEffect* effect = known_effect(name);
    if (effect == nullptr)
      return draft_.note(which, fmt::format("effect {} is not known: passed over", quoted(name)));
    const int number = number_of(which, {std::string(name), value});
    if (number < 1) return;
    const std::string& faction = draft_[which].faction;
    if (!effect->faction.empty() && faction != effect->faction && faction != "nekro")
      return draft_.note(which,
                         fmt::format("{} is for another faction only: passed over", quoted(name)));
    if (!effect->never_of.empty() && faction == effect->never_of)
      return draft_.note(which, fmt::format("{} is the faction's own promissory note, which only "
                                            "others can play: passed over",
                                            quoted(name)));
    if (!in_place(*effect)) return draft_.note(which, out_of_place(*effect));
    if (!effect->differs.empty())
      draft_.note(which, fmt::format("{}: {}", effect->name, effect->differs));
    // The scar is said for one side here too; what else holds for the system holds for both.
    if (effect->of_system && effect->id != "anomaly_entropic_scar") return add_to_system(*effect);
    add_effect(which, *effect, number);
  }

  void add_effect(Side which, const SiteEffect& effect, int number) {
    DraftSide& side = draft_[which];
    EffectChoice choice{std::string(effect.id), {}, {}, {}};
    if (effect.counted) choice.uses = std::min(number, kMostUses);
    if (effect.name == "Mahact flagship bonus") mahact_bonus_[which] = true;
    if (effect.name == "A3 Valiance galvanize") valiance_[which] = true;
    if (effect.name == "Memoria II") choice.uses = 2;
    if (effect.id == "relic_lightrail_ordnance") {
      docks_[which] += ground_ ? 1 : number;
      choice.uses.reset();
    }
    if (effect.id.empty()) {  // the four counts of Ral Nel's structures
      const bool dock = effect.name.find("space dock") != std::string_view::npos;
      (dock ? docks_ : cannons_)[which] += number;
      draft_.note(which, fmt::format("{}: read as {} in the fleet", quoted(effect.name),
                                     counted(number, dock ? "space dock" : "PDS",
                                             dock ? "space docks" : "PDS")));
      if (effect.name.find("galvanized") != std::string_view::npos)
        draft_.note(which, fmt::format("{}: the tokens cannot be said", quoted(effect.name)));
      if (!dock) return;
      choice.id = "relic_lightrail_ordnance";
      choice.uses.reset();
      for (const DraftEffect& one : side.effects)
        if (one.choice.id == choice.id) return;
    }
    side.effects.push_back({std::move(choice), std::string(effect.name)});
  }

  /// What needs the whole side: structures taken for granted, texts that are on by themselves here.
  void complete(Side which) {
    DraftSide& side = draft_[which];
    side.count(UnitType::space_dock) += docks_[which];
    side.count(UnitType::pds) += cannons_[which];
    add_structure_for_magen(which);
    merge_mechs(which);
    mark_mahact_and_bastion(which);
    add_tokens(which);
    const auto& enemy = draft_[other(which)].effects;
    const bool direct_hit = std::any_of(enemy.begin(), enemy.end(), [](const DraftEffect& one) {
      return one.choice.id == "ac_direct_hit";
    });
    if (!risks_[which] && ground_)
      draft_.note(which, "that no direct hit is risked has no effect on the ground");
    else if (!risks_[which])
      side.sustain = "last";
    else if (direct_hit)
      side.sustain = "first";
  }

  static auto find(DraftSide& side, std::string_view id) {
    return std::find_if(side.effects.begin(), side.effects.end(),
                        [&](const DraftEffect& one) { return one.choice.id == id; });
  }
  static bool has(DraftSide& side, std::string_view id) {
    return find(side, id) != side.effects.end();
  }

  void add_structure_for_magen(Side which) {
    DraftSide& side = draft_[which];
    if (!has(side, "tech_magen_defense_grid_omega") || side.count(UnitType::pds) > 0 ||
        side.count(UnitType::space_dock) > 0)
      return;
    side.count(UnitType::space_dock) = 1;
    draft_.note(which, "Magen Defense Grid needs a structure: one space dock is added");
  }

  /// There every mech is the merged one; here four mechs merge into one.
  void merge_mechs(Side which) {
    DraftSide& side = draft_[which];
    const auto merged = find(side, "breakthrough_absolute_synergy");
    if (merged == side.effects.end()) return;
    int& mechs = side.count(UnitType::mech);
    if (mechs != 1) {
      draft_.note(which, fmt::format("'Eidolon Maximum' with {} cannot be said: there is one, of "
                                     "four mechs; left out",
                                     counted(mechs, "mech", "mechs")));
      side.effects.erase(merged);
      return;
    }
    mechs = 4;
    int& damaged = side.damaged[UnitType::mech];
    if (std::exchange(damaged, 0) > 0)
      draft_.note(which, "that the Eidolon Maximum is damaged cannot be said");
  }

  void mark_mahact_and_bastion(Side which) {
    DraftSide& side = draft_[which];
    if (side.faction == "mahact" && side.count(UnitType::flagship) > 0) {
      if (mahact_bonus_[which])  // on by itself here
        side.effects.erase(find(side, "mahact_flagship"));
      else
        side.without.emplace_back("mahact_flagship");
    }
    if (side.faction == "bastion" && side.count(UnitType::mech) > 0) {
      if (valiance_[which])
        side.effects.erase(find(side, "bastion_mech"));
      else
        draft_.note(which,
                    "'A3 Valiance galvanize' is not ticked, but the text applies by itself "
                    "here");
    }
  }

  void add_tokens(Side which) {
    DraftSide& side = draft_[which];
    for (std::size_t t = 0; t < kUnitTypes; ++t) {
      const int tokens = tokens_[which][t], there = std::min(tokens, side.units[t]);
      const std::string type{name(static_cast<UnitType>(t))};
      if (there < tokens)
        draft_.note(which, fmt::format("{} galvanized {} cut to {}, as many as there are", tokens,
                                       type, there));
      if (there > 0)
        side.effects.push_back({{"ability_galvanize", {}, there, type}, "galvanized " + type});
    }
  }

  std::vector<QueryItem> items_;
  Draft draft_;
  bool ground_ = false;
  BySide<bool> risks_{{{true, true}}};
  BySide<bool> mahact_bonus_{}, valiance_{};
  BySide<int> docks_{}, cannons_{};
  BySide<ByType<int>> tokens_{};
};

}  // namespace

bool is_site_link(std::string_view text) {
  const std::string_view address = trimmed(text);
  if (address.find("ti4battle.com") < address.find('?')) return true;
  if (address.find_first_of(" \t\n") != std::string_view::npos) return false;
  const auto items = parse_query(query_part(address));
  return std::any_of(items.begin(), items.end(), [](const QueryItem& item) {
    std::string_view key = item.key;
    return take_side(key) && (key == "faction" || key.starts_with("unit-"));
  });
}

ForeignBattle read_site_link(std::string_view text) { return SiteReader(text).read(); }

}  // namespace broadside::ti4::links
