// Links of ti-combat:
// "?v=1&af=FEDERATION_OF_SOL&m=S&au.CARRIER=2.1&aa.ASSAULT_CANNON.isEnabled=true".

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/scenario/query.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/ti4/links/draft.hpp"
#include "core/systems/ti4/links/links.hpp"
#include "core/systems/ti4/links/tables.hpp"

namespace broadside::ti4::links {
namespace {

const CombatUnit* unit_named(std::string_view name) {
  for (const CombatUnit& unit : combat_units())
    if (unit.name == name) return &unit;
  return nullptr;
}

/// "au.", "da.": whose key it is.
std::optional<Side> side_of(char letter) {
  if (letter == 'a') return Side::attacker;
  if (letter == 'd') return Side::defender;
  return std::nullopt;
}

/// All that a link says about one ability of one side.
struct Ability {
  Side side;
  std::string key;
  std::vector<QueryItem> params;
};

class CombatReader {
 public:
  explicit CombatReader(std::string_view text) : items_(parse_query(query_part(text))) {}

  ForeignBattle read() {
    draft_.battle = "space";
    for (const QueryItem& item : items_) {
      if (std::any_of(std::as_const(items_).data(), &item,
                      [&](const QueryItem& before) { return before.key == item.key; }))
        draft_.note(fmt::format("{} stands more than once: the last counts", quoted(item.key)));
      read_item(item);
    }
    for (const Side side : kSides)
      if (!has_faction_[side])
        draft_.note(side, "no faction is given: standard units and no abilities");
    for (const Ability& ability : abilities_) read_ability(ability);
    for (const Side side : kSides) mark_mahact(side);
    share_system();
    return finished(std::move(draft_));
  }

 private:
  void read_item(const QueryItem& item) {
    const std::string& key = item.key;
    const auto side = key.empty() ? std::nullopt : side_of(key[0]);
    if (key == "v") {
      if (item.value != "1")
        draft_.note(fmt::format("version {} of the link is read as 1", quoted(item.value)));
    } else if (key == "m") {
      if (item.value == "G") draft_.battle = "invasion";
      if (item.value != "G" && item.value != "S")
        draft_.note(fmt::format("mode {} is not known: taken as S, space", quoted(item.value)));
    } else if (side && key.substr(1) == "f") {
      read_faction(*side, item.value);
    } else if (side && key.substr(1).starts_with("u.")) {
      read_unit(*side, std::string_view(key).substr(3), item.value);
    } else if (side && key.substr(1).starts_with("a.") && key.find('.', 3) != std::string::npos) {
      keep_ability(*side, std::string_view(key).substr(3), item.value);
    } else {
      draft_.note(fmt::format("{} is not used", quoted(key)));
    }
  }

  void read_faction(Side which, const std::string& value) {
    for (const FactionName& faction : combat_factions())
      if (faction.name == value) {
        draft_[which].faction = faction.id;
        has_faction_[which] = true;
        return;
      }
    draft_.note(which, fmt::format("faction {} is not known", quoted(value)));
  }

  void read_unit(Side which, std::string_view key, const std::string& value) {
    const CombatUnit* unit = unit_named(key);
    if (unit == nullptr)
      return draft_.note(which, fmt::format("unit {} is not known: passed over", quoted(key)));
    const auto parts = split(value, '.');
    const auto number = parts.empty() ? std::nullopt : leading_number(parts[0]);
    if (!number || *number < 0)
      return draft_.note(
          which, fmt::format("{} of {} is no number: passed over", quoted(value), quoted(key)));
    const UnitType t = unit->type;
    DraftSide& side = draft_[which];
    side.units[t] = std::min(*number, unit->limit);
    if (*number > unit->limit)
      draft_.note(which, fmt::format("{} of {} cut to {}, as that tool does", *number,
                                     name(unit->type), unit->limit));
    side.upgraded[t] = parts.size() > 1 && parts[1] == "1";
  }

  void keep_ability(Side which, std::string_view key, const std::string& value) {
    const auto dot = key.find('.');
    const std::string ability{key.substr(0, dot)};
    auto found = std::find_if(abilities_.begin(), abilities_.end(), [&](const Ability& one) {
      return one.side == which && one.key == ability;
    });
    if (found == abilities_.end()) found = abilities_.insert(found, {which, ability, {}});
    found->params.push_back({std::string(key.substr(dot + 1)), value});
  }

  void read_ability(const Ability& ability) {
    const auto known = combat_abilities();
    const auto found = std::find_if(known.begin(), known.end(), [&](const CombatAbility& one) {
      return one.key == ability.key;
    });
    if (found == known.end())
      return draft_.note(ability.side,
                         fmt::format("ability {} is not known: passed over", quoted(ability.key)));
    if (found->key == "PRE_DAMAGED" || found->key == "PRE_GALVANIZED" || found->key == "RETREAT" ||
        found->key == "UNIT_PRIORITY")
      return read_policy(ability);
    if (found->id.empty())
      return draft_.note(ability.side,
                         fmt::format("{} left out: {}", quoted(found->key), found->why_none));
    read_effect(ability, *found);
  }

  /// Damage, tokens, retreat and the order of losses stand among the abilities.
  void read_policy(const Ability& ability) {
    std::optional<int> rounds;
    bool leaves = false;
    for (const auto& [param, value] : ability.params) {
      if (param == "damagedUnits")
        read_pairs(ability.side, value, draft_[ability.side].damaged);
      else if (param == "galvanizedUnits")
        read_tokens(ability.side, value);
      else if (param == "spaceUnitPriority")
        draft_[ability.side].losses = types_of(ability.side, value);
      else if (param == "groundUnitPriority")
        draft_[ability.side].ground_losses = types_of(ability.side, value);
      else if (ability.key == "RETREAT" && param == "isEnabled")
        leaves = value == "true";
      else if (ability.key == "RETREAT" && param == "rounds")
        rounds = leading_number(value);
      else
        not_used(ability, param);
    }
    if (ability.key != "RETREAT") return;
    if (!leaves) return draft_.note(ability.side, "the retreat is not switched on: left out");
    draft_[ability.side].retreat_round = std::clamp(rounds.value_or(1), 1, kMostRounds);
  }

  void not_used(const Ability& ability, const std::string& param) {
    draft_.note(ability.side, fmt::format("{} is not used", quoted(ability.key + "." + param)));
  }

  /// "DREADNOUGHT~1,CRUISER~2"
  void read_pairs(Side which, const std::string& value, ByType<int>& counts) {
    for (const std::string_view pair : split(value, ',')) {
      const auto parts = split(pair, '~');
      const CombatUnit* unit = parts.empty() ? nullptr : unit_named(parts[0]);
      const auto number = parts.size() == 2 ? leading_number(parts[1]) : std::nullopt;
      if (unit == nullptr || !number || *number < 0)
        draft_.note(which, fmt::format("{} cannot be read: passed over", quoted(pair)));
      else
        counts[unit->type] = *number;
    }
  }

  void read_tokens(Side which, const std::string& value) {
    ByType<int> tokens{};
    read_pairs(which, value, tokens);
    for (std::size_t t = 0; t < kUnitTypes; ++t)
      if (tokens[t] > 0) {
        const std::string type{name(static_cast<UnitType>(t))};
        draft_[which].effects.push_back(
            {{"ability_galvanize", {}, tokens[t], type}, "galvanized " + type});
      }
  }

  std::vector<std::string> types_of(Side which, const std::string& value) {
    std::vector<std::string> types;
    for (const std::string_view word : split(value, ','))
      if (const CombatUnit* unit = unit_named(word))
        types.emplace_back(name(unit->type));
      else
        draft_.note(which, fmt::format("{} is no unit: passed over", quoted(word)));
    return types;
  }

  void read_effect(const Ability& ability, const CombatAbility& known) {
    DraftSide& side = draft_[ability.side];
    EffectChoice choice{std::string(known.id), {}, {}, {}};
    std::optional<bool> enabled;
    for (const auto& [param, value] : ability.params) {
      if (param == "isEnabled")
        enabled = value == "true";
      else if (param == "uses" || param == "nonHomeSystems" || param == "supportCount" ||
               param == "availableUnits")
        choice.uses = value == "Inf" ? kMostRounds : leading_number(value).value_or(0);
      else if (param == "rounds")
        choice.round = leading_number(value);
      else if (param == "memoria2")
        choice.uses = value == "true" ? 2 : 1;
      else
        not_used(ability, param);
    }
    if (known.on && enabled == false) {
      side.without.emplace_back(known.id);
      return;
    }
    const bool on = enabled.value_or(known.on || choice.uses.value_or(0) > 0);
    if (!on || choice.uses == 0) return;
    if (known.on && !choice.uses) return;  // by itself here too
    if (known.of_system)
      draft_.system.push_back({std::move(choice), ability.key});
    else
      side.effects.push_back({std::move(choice), ability.key});
  }

  /// The flagship's bonus is off there unless it is named, and on here unless it is taken away.
  void mark_mahact(Side which) {
    DraftSide& side = draft_[which];
    if (side.faction != "mahact" || side.count(UnitType::flagship) == 0) return;
    if (std::none_of(side.effects.begin(), side.effects.end(),
                     [](const DraftEffect& one) { return one.choice.id == "mahact_flagship"; }))
      side.without.emplace_back("mahact_flagship");
  }

  /// What both sides say of the system is said once.
  void share_system() {
    constexpr std::string_view kScar = "anomaly_entropic_scar";
    const auto has = [](const std::vector<DraftEffect>& list, std::string_view id) {
      return std::any_of(list.begin(), list.end(),
                         [&](const DraftEffect& one) { return one.choice.id == id; });
    };
    if (has(draft_[Side::attacker].effects, kScar) && has(draft_[Side::defender].effects, kScar)) {
      for (const Side side : kSides)
        std::erase_if(draft_[side].effects,
                      [&](const DraftEffect& one) { return one.choice.id == kScar; });
      draft_.system.push_back({{std::string(kScar), {}, {}, {}}, "ENTROPIC_SCAR"});
    }
    std::vector<DraftEffect> once;
    for (DraftEffect& effect : draft_.system)
      if (!has(once, effect.choice.id)) once.push_back(std::move(effect));
    draft_.system = std::move(once);
  }

  std::vector<QueryItem> items_;
  std::vector<Ability> abilities_;
  Draft draft_;
  BySide<bool> has_faction_{};
};

}  // namespace

bool is_combat_link(std::string_view text) {
  const std::string_view address = trimmed(text);
  if (address.find_first_of(" \t\n") != std::string_view::npos) return false;
  if (address.find("ti-combat") < address.find('?')) return true;
  const auto items = parse_query(query_part(address));
  return std::any_of(items.begin(), items.end(), [](const QueryItem& item) {
    const std::string_view key = item.key;
    return key == "af" || key == "df" || key.starts_with("au.") || key.starts_with("du.");
  });
}

Result<ForeignBattle> read_combat_link(std::string_view text) {
  if (text.find('?') == std::string_view::npos && text.find("/s/") != std::string_view::npos)
    return InputError{"only the server of ti-combat knows what this short link stands for",
                      std::string(trimmed(text)),
                      "open it and copy the long address from the browser"};
  return CombatReader(text).read();
}

}  // namespace broadside::ti4::links
