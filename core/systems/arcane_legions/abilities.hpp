#pragma once
// Question: which abilities are there, and what does each do?
// The words and the kind of use stand here; what an ability changes is read by name in the step it
// belongs to (exchange.cpp, force.cpp).

#include <cstdint>
#include <span>
#include <string_view>

namespace broadside::arcane_legions {

enum class Ability : std::uint8_t {
  aggressive,
  carnivorous,
  claws_of_chaos,
  cunning,
  demolitionist,
  fervor,
  hellenic_pride,
  nature_magic,
  resentful,
  specialized,
  trample,
  xenophobic,
  guardian,
  siege_defense,
  wall_of_shields,
  heavy_armor,
  spearmen,
  roman_patriot,
  fear,
  artillery_machine,
  good_fortune,
  bad_luck,
  bully,
  way_of_the_bow,
  deadly,
  power_at_a_price,
  crones_curse,
  dragons_curse,
  brutal,
  fire_arrows,
  tough,
  wall_of_mist,
  berserker,
  dragons_gift,
  concentrated_attack,
  sniper,
  thrown_weapon,
  direct_fire,
  armored_rush,
  fireburst,
  death_cloud,
  death_touch,
  death_touch_master,
  regeneration,
  lord_of_the_dead,
  artificer,
  healing,
  necromancer,
  charger,
  elusive,
  aura_of_peace,
  opportunist,
  disciplined,
  battle_prowess,
  leader_of_men,
  hustle,
  beast,
  call_the_iron_rain,
  calculating,
  command_position,
  precision,
  hail_of_arrows,
  entangle,
  confusion,
  fragile,
  cowardly,
  poison,
  impede,
  mobility,
  intuition,
  king_of_the_gauls,
  grand_druid,
  harsh_mistress,
  specialist_leader,
  spirit_of_chaos,
  superior_reach,
  tangle_vines,
  stormrider,
};
inline constexpr std::size_t kAbilities = 78;
constexpr std::size_t index(Ability ability) noexcept { return static_cast<std::size_t>(ability); }

/// What can be done with it.
enum class Use : std::uint8_t {
  works,           ///< in an order or a turn, by itself or by a policy
  special,         ///< as a special order (policy special)
  inert,           ///< known, but without influence on what is computed here
  amount_unknown,  ///< it would matter, but how much is not known: refused
  name_only,       ///< refused
};

struct AbilityInfo {
  Ability ability{};
  std::string_view id, name;
  bool of_unit = false;  ///< of the whole unit, counted once; else of a figure, per ready icon
  Use use{};
  std::string_view where, text;
};

/// In the order of the enumeration.
std::span<const AbilityInfo> abilities();
const AbilityInfo& info(Ability ability);
/// By id or name, as players type them; nullptr = there is none.
const AbilityInfo* find_ability(std::string_view typed);

/// What other abilities look for in a unit.
enum class Type : std::uint8_t {
  cavalry,
  construct,
  undead,
  mythic,
  human,
  mixed,
  irregulars,
  artillery,
  infantry,
};
inline constexpr std::size_t kTypes = 9;
constexpr std::size_t index(Type type) noexcept { return static_cast<std::size_t>(type); }
std::span<const std::string_view> type_names();  ///< by type

}  // namespace broadside::arcane_legions
