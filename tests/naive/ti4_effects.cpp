#include "tests/naive/ti4_effects.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/random/uniform_int_distribution.hpp>

namespace broadside::naive {
namespace {

using Generator = boost::random::mt19937;
using ti4::UnitType;

// -------------------------------------------------------------------------------------------------
// What the table knows

constexpr std::string_view kKnown[] = {
    // printed texts of units
    "letnev_flagship",
    "letnev_mech",
    "jolnar_flagship",
    "jolnar_mech",
    "l1z1x_flagship",
    "l1z1x_mech",
    "sardakk_flagship",
    "sardakk_mech",
    "sardakk_dreadnought_2",
    "mentak_flagship",
    "mentak_mech",
    "winnu_flagship",
    "hacan_flagship",
    "argent_flagship",
    "argent_destroyer_2",
    "argent_mech",
    "yin_flagship",
    "nekro_flagship",
    "nekro_mech",
    "naaz_rokha_flagship",
    "naaz_rokha_mech",
    "nomad_mech",
    "naalu_flagship",
    "mahact_flagship",
    "bastion_flagship",
    "firmament_flagship",
    "titans_pds_1",
    "titans_pds_2",
    "titans_cruiser_2",
    "xxcha_flagship",
    "xxcha_mech",
    "saar_flagship",
    "nomad_flagship_1",
    "nomad_flagship_2",
    "sol_carrier_2",
    "sol_infantry_1",
    "arborec_mech",
    "ral_nel_mech",
    // faction abilities
    "ability_fragile",
    "ability_unrelenting",
    "ability_raid_formation",
    "ability_ambush",
    "ability_harrow",
    "ability_munitions_reserves",
    "ability_devotion",
    "ability_indoctrination",
    "ability_galvanize",
    "ability_technological_singularity",
    "plot_assail",
    // technologies
    "tech_plasma_scoring",
    "tech_antimass_deflectors",
    "tech_assault_cannon",
    "tech_duranium_armor",
    "tech_graviton_laser_system",
    "tech_magen_defense_grid",
    "tech_magen_defense_grid_omega",
    "tech_magen_defense_grid_omega2",
    "tech_x89_bacterial_weapon_omega",
    "tech_x89_bacterial_weapon_omega2",
    "tech_non_euclidean_shielding",
    "tech_supercharge",
    "tech_valkyrie_particle_weave",
    "tech_impulse_core",
    "tech_dimensional_splicer",
    "tech_l4_disruptors",
    "tech_proxima_targeting_vi",
    "tech_x89_bacterial_weapon",
    "tech_neural_parasite_obsidian",
    "tech_nanomachines",
    // action cards
    "ac_direct_hit",
    "ac_shields_holding",
    "ac_maneuvering_jets",
    "ac_morale_boost",
    "ac_fire_team",
    "ac_fighter_prototype",
    "ac_emergency_repairs",
    "ac_reflective_shielding",
    "ac_courageous_to_the_end",
    "ac_waylay",
    "ac_scramble_frequency",
    "ac_blitz",
    "ac_bunker",
    "ac_disable",
    "ac_solar_flare",
    "ac_experimental_battlestation",
    "ac_skilled_retreat",
    "ac_intercept",
    "ac_rout",
    "ac_parley",
    "ac_frontline_deployment",
    "ac_war_effort",
    "ac_ghost_ship",
    "ac_fighter_conscription",
    "ac_rise_of_a_messiah",
    "ac_refit_troops",
    "ac_rescue",
    "ac_decoy_operation",
    "ac_upgrade",
    "ac_lucky_shot",
    "ac_unstable_planet",
    "ac_cripple_defenses",
    "ac_plague",
    "ac_reactor_meltdown",
    "ac_ghost_squad",
    // promissory notes
    "pn_strike_wing_ambuscade",
    "pn_war_funding",
    "pn_war_funding_omega",
    "pn_the_cavalry",
    "pn_tekklar_legion",
    "pn_greyfire_mutagen_omega",
    // leaders
    "agent_viscount_unlenn",
    "agent_evelyn_delouis",
    "agent_tellurian",
    "agent_brother_milor",
    "agent_brother_milor_omega",
    "agent_vos_hollow",
    "agent_the_thundarian",
    "agent_myru_vos",
    "agent_i48s",
    "agent_ggrocuto_rinn",
    "commander_trrakan_aun_zulok",
    "commander_ta_zern",
    "commander_2ram",
    "commander_claire_gibson",
    "commander_rickar_rickani",
    "commander_aroz_hollow",
    "commander_ghom_sekkus",
    "hero_ul_the_progenitor",
    "hero_gurno_aggero",
    "hero_ipswitch",
    // relics, breakthroughs, planets
    "relic_crown_of_thalnos",
    "relic_heart_of_ixth",
    "relic_lightrail_ordnance",
    "relic_metali_void_armaments",
    "relic_metali_void_shielding",
    "breakthrough_gravleash_maneuvers",
    "breakthrough_imperator",
    "planet_custodia_vigilia",
    "planet_imperial_arms_vault",
    "planet_mirage_flight_academy",
    "planet_the_atrament",
    "exploration_mercenary_outfit",
    "exploration_local_fabricators",
    // anomalies, laws, events
    "anomaly_nebula",
    "anomaly_entropic_scar",
    "law_publicize_weapon_schematics",
    "law_articles_of_war",
    "law_conventions_of_war",
    "law_prophecy_of_ixth",
    "law_crown_of_thalnos",
    "event_conventions_of_war_abandoned",
    "event_cosmic_phenomenae",
};
constexpr int kIds = static_cast<int>(std::size(kKnown));

consteval int fx(std::string_view id) {
  for (int i = 0; i < kIds; ++i)
    if (kKnown[i] == id) return i;
  throw "unknown id";
}

int find_id(std::string_view id) {
  for (int i = 0; i < kIds; ++i)
    if (kKnown[i] == id) return i;
  return -1;
}

struct Choice {
  bool held = false;
  int round = 1;
  std::optional<int> uses;
  std::optional<UnitType> target;
  std::optional<int> at_least;
};

enum class Sustain : std::uint8_t { first, last, never };

/// What a player brings besides pieces; the same in every battle.
struct Cards {
  std::string faction;
  std::array<Choice, kIds> choice{};
  std::vector<Choice> tokens;  // galvanized units, by type
  std::array<int, ti4::kUnitTypes> loss_rank{};
  Sustain sustain = Sustain::first;
  bool keeps_room = false;  // rather loses another ship than the room of its troops
  bool sustains_cannons = true, sustains_bombardment = true;
  std::vector<std::string> ability_order;  // ids that come first at the start of a combat
  std::optional<int> retreat_round;
};

// -------------------------------------------------------------------------------------------------
// Pieces

struct Roll {
  int hit_on = 11;
  int dice = 0;
};
Roll roll_of(ti4::Dice dice) { return {dice.hit_on, dice.dice}; }

enum class Where : std::uint8_t { space, planet, away };

struct Piece {
  UnitType type{};
  int text = -1;                  // id of its printed text in kKnown, -1 = none
  const Cards* copies = nullptr;  // The Alastor: texts of other flagships that its player lists
  Roll combat, barrage, bombardment, cannon;
  int capacity = 0;
  int allowance = 0;  // fighters a dock shelters
  double cost = 0;
  bool moves = false, ship = false, ground = false, structure = false;
  bool can_sustain = false, immune = false, shield = false;
  bool no_room = false;  // takes no capacity
  bool damaged = false, sustained = false;
  bool joined = false;    // a ground force that fights as a ship, or a fighter that landed
  bool aloft = false;     // a ground force on a planet that fights as a ship
  bool lent = false;      // the Cavalry
  bool token = false;     // galvanized
  bool flipped = false;   // Z-Grav Eidolon
  bool answered = false;  // destroyed, and what its owner does about it is done
  bool copied = false;    // destroyed, and Sleeper Cell has placed one like it
  Where where = Where::space;

  /// Has the text of this flagship, its own or a copied one.
  bool bears(int id) const {
    return text == id || (copies && copies->choice[static_cast<std::size_t>(id)].held);
  }
  bool fights_in_space() const { return (where == Where::space && (ship || joined)) || aloft; }
  bool fights_on_planet() const { return where == Where::planet && (ground || joined); }
  bool fighter() const { return type == UnitType::fighter; }
  bool needs_room() const {
    return where == Where::space && !no_room && !moves && (fighter() || ground);
  }
};
using Pieces = std::vector<Piece>;

struct Player {
  const Cards* cards = nullptr;
  Pieces pieces;
  std::array<std::int8_t, kIds> left{};  // uses that are left
  bool brought_fighters = false;

  bool has(int id) const { return cards->choice[static_cast<std::size_t>(id)].held; }
  const Choice& choice(int id) const { return cards->choice[static_cast<std::size_t>(id)]; }
  std::int8_t& uses(int id) { return left[static_cast<std::size_t>(id)]; }
  bool spend(int id) {
    if (!has(id) || uses(id) <= 0) return false;
    --uses(id);
    return true;
  }
  /// One-round boosts: from the chosen round on, one round for each use.
  bool boost(int id, int round) { return has(id) && round >= choice(id).round && spend(id); }

  bool has_ships() const { return std::ranges::any_of(pieces, &Piece::fights_in_space); }
  bool has_troops() const { return std::ranges::any_of(pieces, &Piece::fights_on_planet); }
  bool text_in_space(int id) const {
    return std::ranges::any_of(
        pieces, [&](const Piece& p) { return p.bears(id) && p.where == Where::space; });
  }
  bool text_on_planet(int id) const {
    return std::ranges::any_of(
        pieces, [&](const Piece& p) { return p.text == id && p.where == Where::planet; });
  }
  int rank(const Piece& piece) const {
    return cards->loss_rank[static_cast<std::size_t>(piece.type)];
  }
  int non_fighters() const {
    return static_cast<int>(std::ranges::count_if(
        pieces, [](const Piece& p) { return p.fights_in_space() && !p.fighter(); }));
  }
};

enum class Kind { space, ground, invasion, conquest };

struct Die {
  int natural = 0, mod = 0, hit_on = 11;
  std::size_t piece = 0;  // index in its owner's pieces
  bool again = false;     // rolled again by an ability of its owner
  bool hits() const { return natural + mod >= hit_on; }
};

struct Hits {
  int free = 0, restricted = 0;  // restricted = must go to non-fighter ships if able
  int all() const { return free + restricted; }
};
using Pools = std::array<Hits, 2>;  // by victim

Piece make_piece(const ti4::Unit& unit, const Cards& cards) {
  Piece piece;
  piece.type = unit.type;
  piece.combat = roll_of(unit.combat);
  piece.barrage = roll_of(unit.anti_fighter_barrage);
  piece.bombardment = roll_of(unit.bombardment);
  piece.cannon = roll_of(unit.space_cannon);
  piece.capacity = std::max<int>(0, unit.capacity);
  piece.allowance = unit.fighter_allowance;
  piece.cost = unit.cost_each();
  if (unit.faction == "neutral")  // the lowest on the card is the cheapest
    switch (unit.type) {
      case UnitType::fighter:
        piece.cost = 1;
        break;
      case UnitType::destroyer:
        piece.cost = 2;
        break;
      case UnitType::cruiser:
        piece.cost = 3;
        break;
      case UnitType::carrier:
        piece.cost = 4;
        break;
      case UnitType::dreadnought:
        piece.cost = 5;
        break;
      case UnitType::war_sun:
        piece.cost = 6;
        break;
      default:
        piece.cost = 7;
    }
  piece.moves = unit.move >= 0;
  piece.ship = unit.is_ship;
  piece.ground = unit.is_ground_force || (unit.faction == "titans" && unit.type == UnitType::pds);
  piece.structure = unit.is_structure;
  piece.can_sustain = unit.sustain_damage;
  piece.shield = unit.planetary_shield;
  const int text = find_id(unit.id);
  if (text >= 0 && cards.choice[static_cast<std::size_t>(text)].held) piece.text = text;
  if (piece.text == fx("nekro_flagship")) piece.copies = &cards;
  piece.immune = unit.type == UnitType::dreadnought && unit.level == 2;
  piece.no_room = piece.text == fx("argent_mech");
  return piece;
}

// -------------------------------------------------------------------------------------------------
// One battle

struct Fight {
  std::array<Player, 2> side;
  const std::array<Choice, kIds>* system = nullptr;  // laws, anomalies, events
  Kind kind{};
  Generator* generator = nullptr;
  int round = 0;
  int most_rounds = 0;         // of each combat (RULES ti4 1.12); 0 = all
  bool looked_at = false;      // in mid-combat, on the ground
  bool invading = false;       // from the start of the invasion on
  std::array<Pieces, 2> dead;  // since the last look

  int d10() {
    boost::random::uniform_int_distribution<int> ten_sided_die(1, 10);
    return ten_sided_die(*generator);
  }
  bool everywhere(int id) const { return (*system)[static_cast<std::size_t>(id)].held; }
  /// A law or an effect of one side.
  bool holds(int s, int id) const {
    return everywhere(id) || side[static_cast<std::size_t>(s)].has(id);
  }
  Player& at(int s) { return side[static_cast<std::size_t>(s)]; }
  const Player& at(int s) const { return side[static_cast<std::size_t>(s)]; }
  bool scar() const {
    return everywhere(fx("anomaly_entropic_scar")) || at(0).has(fx("anomaly_entropic_scar")) ||
           at(1).has(fx("anomaly_entropic_scar"));
  }

  // --- losing pieces ---

  void kill(int s, std::size_t index) {
    auto& pieces = at(s).pieces;
    dead[static_cast<std::size_t>(s)].push_back(pieces[index]);
    pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(index));
  }

  template <class May>
  std::optional<std::size_t> next_to_lose(int s, May may) const {
    const Player& owner = at(s);
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < owner.pieces.size(); ++i) {
      const Piece& p = owner.pieces[i];
      if (!may(p)) continue;
      if (!best) {
        best = i;
        continue;
      }
      const Piece& b = owner.pieces[*best];
      const int rank = owner.rank(p), other = owner.rank(b);
      if (rank != other) {
        if (rank < other) best = i;
        continue;
      }
      // damaged before undamaged; with Duranium Armor those that sustained this round first
      const auto order = [](const Piece& q) { return !q.damaged ? 2 : q.sustained ? 0 : 1; };
      // a ship that fights as the Nomad flagship, or one with a token, is kept longest among its
      // type (our choice)
      const bool better = p.lent || p.token, best_better = b.lent || b.token;
      if (better != best_better ? best_better : order(p) < order(b)) best = i;
    }
    return best;
  }

  /// "Choose and destroy one of your own": the one that fights least, a damaged one first. Neutral
  /// units go by their card.
  template <class May>
  std::optional<std::size_t> weakest(int s, May may) const {
    const auto price = [&](const Piece& p) {
      const Roll roll = p.lent ? lent_combat(s) : p.combat;
      const int dice = (p.bears(fx("winnu_flagship")) ? 3 : roll.dice) + (p.token ? 1 : 0);
      const bool by_card = at(s).cards->faction == "neutral";
      return std::tuple{by_card ? 0 : dice * (11 - roll.hit_on), p.cost, !p.damaged};
    };
    std::optional<std::size_t> best;
    const Pieces& pieces = at(s).pieces;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      if (may(pieces[i]) && (!best || price(pieces[i]) < price(pieces[*best]))) best = i;
    return best;
  }

  /// The cheapest eligible piece, a damaged one first.
  template <class May>
  std::optional<std::size_t> cheapest(int s, May may) const {
    std::optional<std::size_t> best;
    const Pieces& pieces = at(s).pieces;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (!may(pieces[i])) continue;
      if (!best || pieces[i].cost < pieces[*best].cost ||
          (pieces[i].cost == pieces[*best].cost && pieces[i].damaged && !pieces[*best].damaged))
        best = i;
    }
    return best;
  }

  template <class May>
  std::optional<std::size_t> dearest(int s, May may) const {
    std::optional<std::size_t> best;
    const Pieces& pieces = at(s).pieces;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      if (may(pieces[i]) &&
          (!best || pieces[i].cost > pieces[*best].cost ||
           (pieces[i].cost == pieces[*best].cost && !pieces[i].damaged && pieces[*best].damaged)))
        best = i;
    return best;
  }

  /// Is Sustain Damage open to this piece now (apart from being undamaged)?
  bool sustain_allowed(int s, const Piece& p, bool granted) const {
    if (!p.can_sustain && !p.lent && !granted) return false;
    if (scar()) return false;
    if (p.type == UnitType::war_sun && (holds(0, fx("law_publicize_weapon_schematics")) ||
                                        holds(1, fx("law_publicize_weapon_schematics"))))
      return false;
    const Player& enemy = at(1 - s);
    if (p.fights_in_space() && enemy.text_in_space(fx("mentak_flagship"))) return false;
    if (p.where == Where::planet && enemy.text_on_planet(fx("mentak_mech"))) return false;
    return true;
  }
  bool may_sustain(int s, const Piece& p, bool granted = false) const {
    return !p.damaged && at(s).cards->sustain != Sustain::never && sustain_allowed(s, p, granted);
  }

  // --- assigning hits ---

  enum class Area { space, planet };
  struct Source {
    Area area = Area::space;
    bool combat = true;  // in a combat: Shields Holding, hits back, Nomad mechs
    bool cannon = false, bombardment = false;  // space cannon; bombardment, Harrow
  };

  bool target(const Piece& p, Source source) const {
    return source.area == Area::space ? p.fights_in_space() : p.fights_on_planet();
  }

  static void take_off(Hits& pool, int count) {
    for (; count > 0 && pool.all() > 0; --count)
      --(pool.restricted > 0 ? pool.restricted : pool.free);
  }
  int targets(int s, Source source) const {
    return static_cast<int>(
        std::ranges::count_if(at(s).pieces, [&](const Piece& p) { return target(p, source); }));
  }
  bool anybody_can_sustain(int s, Source source) const {
    return std::ranges::any_of(at(s).pieces, [&](const Piece& p) {
      const bool nomad = source.combat && source.area == Area::space && p.where == Where::space &&
                         p.text == fx("nomad_mech");
      return (target(p, source) || nomad) && may_sustain(s, p);
    });
  }
  /// Shields Holding: two hits, or the one that would take the last piece. Tellurian before
  /// anybody sustains only where a Direct Hit threatens.
  void cancel(int s, Hits& pool, Source source) {
    Player& owner = at(s);
    const bool worth =
        pool.all() >= 2 || (targets(s, source) == 1 && !anybody_can_sustain(s, source));
    if (source.combat && source.area == Area::space && pool.all() > 0 && worth &&
        targets(s, source) > 0 && owner.spend(fx("ac_shields_holding")))
      take_off(pool, 2);
    const Player& enemy = at(1 - s);
    if (source.area == Area::space && enemy.has(fx("ac_direct_hit")) &&
        enemy.left[static_cast<std::size_t>(fx("ac_direct_hit"))] > 0)
      cancel_late(s, pool, source);
  }
  /// Tellurian, once in an assignment: what no sustain takes.
  void cancel_late(int s, Hits& pool, Source source) {
    if (pool.all() == 0 || targets(s, source) == 0 || tellurian_used[static_cast<std::size_t>(s)])
      return;
    if (!at(s).spend(fx("agent_tellurian"))) return;
    tellurian_used[static_cast<std::size_t>(s)] = true;
    take_off(pool, 1);
  }
  std::array<bool, 2> tellurian_used{};  // in this assignment

  bool may_sustain_against(int s, Source source) const {
    return source.cannon ? at(s).cards->sustains_cannons
                         : !source.bombardment || at(s).cards->sustains_bombardment;
  }

  /// One sustain; true = somebody did. `granted`: a piece lent the ability by Metali Void
  /// Shielding.
  bool sustain_once(int s, Pools& pools, Source source, bool& grant) {
    Hits& pool = pools[static_cast<std::size_t>(s)];
    Player& owner = at(s);
    if (pool.all() == 0 || !may_sustain_against(s, source)) return false;
    // who may borrow the ability: first in the order of losses among those without it
    std::optional<std::size_t> borrower;
    if (grant)
      borrower = next_to_lose(s, [&](const Piece& p) {
        return target(p, source) && !p.fighter() && !p.damaged && !may_sustain(s, p) &&
               may_sustain(s, p, true);
      });
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < owner.pieces.size(); ++i) {
      const Piece& p = owner.pieces[i];
      const bool nomad = source.combat && source.area == Area::space && p.where == Where::space &&
                         p.text == fx("nomad_mech");
      if (!target(p, source) && !nomad) continue;
      if (!(may_sustain(s, p) || (borrower && *borrower == i))) continue;
      if (pool.free == 0 && p.fighter()) continue;
      if (holds_back(s, p, source) && pool.all() <= hits_on_plain(s, pool, source)) continue;
      if (!best || owner.rank(p) < owner.rank(owner.pieces[*best])) best = i;
    }
    if (!best) return false;
    if (borrower && *borrower == *best) grant = false;
    sustain(s, *best, pools, source);
    return true;
  }

  /// `last`: a piece that Direct Hit can touch sustains only what those without the ability do not
  /// take.
  bool holds_back(int s, const Piece& p, Source source) const {
    return at(s).cards->sustain == Sustain::last && !p.immune && p.fights_in_space() &&
           target(p, source);
  }
  int hits_on_plain(int s, const Hits& pool, Source source) const {
    if (at(s).cards->keeps_room && source.area == Area::space) {
      Fight trial = *this;
      Hits left = pool;
      trial.lose_plain(s, left, source);
      return pool.all() - left.all();
    }
    int big = 0, fighters = 0;
    for (const Piece& p : at(s).pieces)
      if (target(p, source) && !sustain_allowed(s, p, false)) ++(p.fighter() ? fighters : big);
    const int bound = std::min(pool.restricted, big);
    return bound + std::min(pool.free, big - bound + fighters);
  }

  /// Held for a dearer ship that it could still catch.
  bool wants_direct_hit(int victim, const Piece& p) const {
    if (const auto wanted = at(1 - victim).choice(fx("ac_direct_hit")).target)
      return p.type == *wanted;
    return std::ranges::none_of(at(victim).pieces, [&](const Piece& q) {
      return q.fights_in_space() && (q.can_sustain || q.lent) && !q.damaged && !q.immune &&
             q.cost > p.cost;
    });
  }

  void sustain(int s, std::size_t index, Pools& pools, Source source) {
    Player& owner = at(s);
    Player& enemy = at(1 - s);
    Hits& pool = pools[static_cast<std::size_t>(s)];
    Hits& back = pools[static_cast<std::size_t>(1 - s)];
    Piece& p = owner.pieces[index];
    const int count = owner.has(fx("tech_non_euclidean_shielding")) ? 2 : 1;
    for (int i = 0; i < count && pool.all() > 0; ++i)
      --(pool.restricted > 0 ? pool.restricted : pool.free);
    p.damaged = p.sustained = true;
    if (source.combat && source.area == Area::planet && p.text == fx("sardakk_mech")) ++back.free;
    const bool counts_as_ship = p.fights_in_space();
    if (source.combat && counts_as_ship &&
        owner.spend(fx("ac_reflective_shielding"))) {  // one card a sustain
      back.free += 2;
      cancel(1 - s, back, source);
    }
    if (counts_as_ship && !p.immune && wants_direct_hit(s, p) && enemy.spend(fx("ac_direct_hit")))
      shoot(s, index, source);
  }
  std::array<int, 2> overload{};  // how far a fleet was above its capacity before the shots

  /// Direct Hit takes a ship while hits are still to be assigned: Milor's fighters and Sleeper
  /// Cell's copy come at once, and outside combat what it carried goes at once.
  void shoot(int s, std::size_t index, Source source) {
    kill(s, index);
    Piece& gone = dead[static_cast<std::size_t>(s)].back();
    const bool small = gone.type == UnitType::cruiser || gone.type == UnitType::destroyer;
    if (!source.combat) {
      gone.answered = milor_outside_combat(s, gone.type);
      remove_excess(s, capacity(s) + overload[static_cast<std::size_t>(s)], shelter(s));
      return;
    }
    copy_by_sleeper_cell(1 - s, gone);
    if ((small && at(s).spend(fx("agent_brother_milor"))) ||
        at(s).spend(fx("agent_brother_milor_omega"))) {
      gone.answered = true;
      place(s, UnitType::fighter, 2, Where::space);
    }
  }

  /// Brother Milor, first printing, outside of combat: the fighters that find room.
  bool milor_outside_combat(int s, UnitType lost) {
    Player& owner = at(s);
    const int id = fx("agent_brother_milor");
    if (lost != UnitType::cruiser && lost != UnitType::destroyer) return false;
    if (!owner.has(id) || owner.uses(id) == 0) return false;
    const Pieces before = owner.pieces;
    for (int fighters = 2; fighters > 0; --fighters) {
      place(s, UnitType::fighter, fighters, Where::space);
      if (load(s, shelter(s)) <= capacity(s) + overload[static_cast<std::size_t>(s)])
        return owner.spend(id);
      owner.pieces = before;
    }
    return false;
  }

  /// Sleeper Cell: for each enemy ship that is destroyed, one of that type, while there is plastic.
  void copy_by_sleeper_cell(int s, Piece& gone) {
    if (!at(s).has(fx("hero_ipswitch")) || gone.copied || !(gone.ship || gone.joined)) return;
    gone.copied = true;
    const Piece copy = fresh(s, gone.type);
    const ti4::Unit* unit = ti4::unit_for(at(s).cards->faction, gone.type, 1);
    if (unit->component_limit >= 0 && number(s, gone.type, Where::space) >= unit->component_limit)
      return;
    at(s).pieces.push_back(copy);
  }

  /// Would the troops aboard still find room without it?
  bool leaves_room(int s, const Piece& lost) const {
    int troops = 0, riders = 0;
    for (const Piece& p : at(s).pieces)
      if (p.where == Where::space && p.ground && !p.structure) ++(p.no_room ? riders : troops);
    troops = std::max(troops, std::min(riders, 1));
    if (lost.text == fx("yin_flagship")) return false;
    return lost.capacity == 0 || capacity(s) - lost.capacity >= troops;
  }
  /// The Van Hauge takes all ships along.
  static int room_at_stake(const Piece& p) {
    return p.text == fx("yin_flagship") ? 999 : p.capacity;
  }
  /// Those without Sustain Damage, as long as the troops keep their room.
  void lose_plain(int s, Hits& pool, Source source) {
    const bool keeps = at(s).cards->keeps_room && source.area == Area::space;
    const auto plain = [&](const Piece& p) {
      return target(p, source) && !sustain_allowed(s, p, false) && (!keeps || leaves_room(s, p));
    };
    const auto big = [&](const Piece& p) { return plain(p) && !p.fighter(); };
    while (pool.restricted > 0) {
      const auto who = next_to_lose(s, big);
      if (!who) break;
      --pool.restricted;
      kill(s, *who);
    }
    while (pool.free > 0) {
      const auto who = next_to_lose(s, plain);
      if (!who) break;
      --pool.free;
      kill(s, *who);
    }
  }
  void lose(int s, Hits& pool, Source source) {
    cancel_late(s, pool, source);
    const auto any = [&](const Piece& p) { return target(p, source); };
    const auto big = [&](const Piece& p) { return target(p, source) && !p.fighter(); };
    // `last`: those without the ability first
    if (at(s).cards->sustain == Sustain::last && may_sustain_against(s, source))
      lose_plain(s, pool, source);
    const bool keeps = at(s).cards->keeps_room && source.area == Area::space;
    const auto next = [&](auto may) {
      std::optional<std::size_t> who;
      if (!keeps) return next_to_lose(s, may);
      who = next_to_lose(s, [&](const Piece& p) { return may(p) && leaves_room(s, p); });
      if (who) return who;
      // a ship that the troops need: the one with the least room
      int least = 1000;
      for (const Piece& p : at(s).pieces)
        if (may(p)) least = std::min(least, room_at_stake(p));
      return next_to_lose(s, [&](const Piece& p) { return may(p) && room_at_stake(p) == least; });
    };
    for (; pool.all() > 0;) {
      const bool restricted = pool.restricted > 0;
      auto who = restricted ? next(big) : next(any);
      if (!who) who = next(any);
      if (!who) break;
      --(restricted ? pool.restricted : pool.free);
      kill(s, *who);
    }
    pool = {};
  }

  /// RULES ti4 3.5: cancel, sustain one at a time in turn, then lose at the same time.
  void assign(Pools pools, Source source) {
    tellurian_used = {};
    for (int s = 0; s < 2; ++s) cancel(s, pools[static_cast<std::size_t>(s)], source);
    std::array<bool, 2> grant{};
    for (int s = 0; s < 2; ++s)
      grant[static_cast<std::size_t>(s)] =
          source.area == Area::space && at(s).has(fx("relic_metali_void_shielding"));
    for (bool more = true; more;) {
      more = false;
      for (int s = 0; s < 2; ++s)
        more |= sustain_once(s, pools, source, grant[static_cast<std::size_t>(s)]);
    }
    for (int s = 0; s < 2; ++s) lose(s, pools[static_cast<std::size_t>(s)], source);
  }

  void assign_to(int s, Hits hits, Source source) {
    Pools pools{};
    pools[static_cast<std::size_t>(s)] = hits;
    assign(pools, source);
  }

  /// A hit whose owner picks the target (Splicer, Devotion): only that piece may sustain it.
  void chosen_hit(int victim, Source source, std::optional<UnitType> wanted = {}) {
    tellurian_used = {};
    Hits pool{1, 0};
    cancel(victim, pool, source);
    if (pool.all() == 0) return;
    // the type that is wanted, where it is there
    const bool there = wanted && std::ranges::any_of(at(victim).pieces, [&](const Piece& p) {
                         return target(p, source) && p.type == *wanted;
                       });
    const auto any = [&](const Piece& p) {
      return target(p, source) && (!there || p.type == *wanted);
    };
    const auto dies = [&](const Piece& p) { return any(p) && !may_sustain(victim, p); };
    if (const auto who = dearest(victim, dies)) {
      cancel_late(victim, pool, source);
      if (pool.all() > 0) kill(victim, *who);
    } else if (const auto holds_out = dearest(victim, any)) {
      Pools pools{};
      pools[static_cast<std::size_t>(victim)].free = 1;
      sustain(victim, *holds_out, pools, source);
      // a sustain that hits back does so at once
      if (pools[static_cast<std::size_t>(1 - victim)].all() > 0) assign(pools, source);
    }
  }

  // --- what answers to losses in space combat ---

  void after_losses_in_space() {
    for (;;) {
      auto lost = std::exchange(dead, {});
      if (lost[0].empty() && lost[1].empty()) return;
      for (int s = 0; s < 2; ++s) singularity(s, lost[static_cast<std::size_t>(1 - s)]);
      bool boom = false;
      for (const Pieces& pieces : lost)
        for (const Piece& p : pieces) boom |= p.bears(fx("yin_flagship"));
      if (boom) destroy_all_ships();
      for (int s = 0; s < 2; ++s)
        for (Piece& gone : lost[static_cast<std::size_t>(1 - s)]) copy_by_sleeper_cell(s, gone);
      for (int s = 0; s < 2; ++s) {
        const Pieces& mine = lost[static_cast<std::size_t>(s)];
        if (mine.empty()) continue;
        Player& owner = at(s);
        const auto ships = [](const Piece& p) { return p.ship || p.joined; };
        if (std::ranges::none_of(mine, ships)) continue;
        const auto last_stand = owner.choice(fx("ac_courageous_to_the_end")).target;
        const auto counts = [&](const Piece& p) {
          return ships(p) && (!last_stand || p.type == *last_stand);
        };
        if (std::ranges::any_of(mine, counts) && owner.spend(fx("ac_courageous_to_the_end"))) {
          int best = 11;
          for (const Piece& p : mine)
            if (counts(p)) best = std::min(best, p.lent ? 7 : p.combat.hit_on);
          for (int die = 0; die < 2; ++die)
            if (d10() >= best)
              if (const auto who =
                      weakest(1 - s, [](const Piece& p) { return p.fights_in_space(); }))
                kill(1 - s, *who);
        }
        if (owner.has(fx("agent_vos_hollow")) && owner.uses(fx("agent_vos_hollow")) > 0) {
          const Piece* best = nullptr;  // of a type that the enemy has too
          for (const Piece& p : mine)
            if (ships(p) && (!best || p.cost > best->cost) &&
                std::ranges::any_of(at(1 - s).pieces, [&](const Piece& q) {
                  return q.fights_in_space() && q.type == p.type;
                }))
              best = &p;
          if (best) {
            --owner.uses(fx("agent_vos_hollow"));
            const UnitType type = best->type;
            if (const auto who = cheapest(
                    1 - s, [&](const Piece& p) { return p.fights_in_space() && p.type == type; }))
              kill(1 - s, *who);
          }
        }
        const bool small = std::ranges::any_of(mine, [](const Piece& p) {
          return !p.answered && (p.type == UnitType::cruiser || p.type == UnitType::destroyer);
        });
        const bool any = std::ranges::any_of(mine, [](const Piece& p) { return !p.answered; });
        if ((small && owner.spend(fx("agent_brother_milor"))) ||
            (any && owner.spend(fx("agent_brother_milor_omega"))))
          place(s, UnitType::fighter, 2, Where::space);
      }
    }
  }

  /// Nekro: the upgrade of the target's type, for rolls to come.
  void singularity(int s, const Pieces& lost_by_enemy) {
    const auto type = at(s).choice(fx("ability_technological_singularity")).target;
    if (lost_by_enemy.empty() || !type || !at(s).spend(fx("ability_technological_singularity")))
      return;
    const ti4::Unit* better = ti4::unit_for(at(s).cards->faction, *type, 2);
    for (Piece& p : at(s).pieces) {
      if (p.type != *type) continue;
      Piece gained = make_piece(*better, *at(s).cards);
      gained.where = p.where;
      gained.damaged = p.damaged;
      gained.sustained = p.sustained;
      gained.joined = p.joined;
      gained.token = p.token;
      p = gained;
    }
  }

  void after_losses_on_planet() {
    auto lost = std::exchange(dead, {});
    for (int s = 0; s < 2; ++s) singularity(s, lost[static_cast<std::size_t>(1 - s)]);
    for (int s = 0; s < 2; ++s)
      if (!lost[static_cast<std::size_t>(s)].empty() &&
          at(s).spend(fx("agent_brother_milor_omega")))
        place(s, UnitType::infantry, 2, Where::planet);
  }

  void destroy_all_ships() {
    for (int s = 0; s < 2; ++s)
      for (std::size_t i = at(s).pieces.size(); i-- > 0;)
        if (at(s).pieces[i].fights_in_space()) kill(s, i);
  }

  // --- placing pieces ---

  std::array<const std::vector<std::string>*, 2> upgrades{};

  Piece fresh(int s, UnitType type) const {
    const Cards& cards = *at(s).cards;
    const auto& ups = *upgrades[static_cast<std::size_t>(s)];
    const bool upgraded = std::ranges::find(ups, ti4::name(type)) != ups.end();
    const ti4::Unit* unit = ti4::unit_for(cards.faction, type, upgraded ? 2 : 1);
    if (!unit) throw std::invalid_argument("effects roller: nothing to place");
    Piece piece = make_piece(*unit, cards);
    strip(piece);
    return piece;
  }
  void place(int s, UnitType type, int count, Where where) {
    for (int i = 0; i < count; ++i) {
      Piece piece = fresh(s, type);
      piece.where = where;
      at(s).pieces.push_back(piece);
    }
  }
  /// Articles of War: a mech keeps its combat value and Sustain Damage, nothing else.
  void strip(Piece& piece) const {
    if (piece.type != UnitType::mech ||
        !(holds(0, fx("law_articles_of_war")) || holds(1, fx("law_articles_of_war"))))
      return;
    piece.text = -1;
    piece.no_room = false;
    piece.shield = false;
    piece.bombardment = piece.cannon = piece.barrage = {};
  }

  // --- dice ---

  static double chance(int hit_on, int mod) {
    return std::clamp((11 - hit_on + mod) / 10.0, 0.0, 1.0);
  }

  /// Heart of Ixth: the first own die that misses by one.
  void heart(int s, std::vector<Die>& dice) {
    if (!at(s).has(fx("relic_heart_of_ixth"))) return;
    for (Die& die : dice)
      if (!die.hits() && die.natural + die.mod == die.hit_on - 1 &&
          at(s).spend(fx("relic_heart_of_ixth"))) {
        ++die.mod;
        return;
      }
  }

  enum class Ability { cannon, barrage, bombardment };
  struct AbilityDice {
    Roll roll;
    std::size_t piece;
  };

  /// A roll of a unit ability (never touched by effects on combat rolls).
  std::vector<Die> roll_ability(int s, Ability what, std::vector<AbilityDice> units, int mod) {
    Player& owner = at(s);
    std::vector<Die> dice;
    if (units.empty()) return dice;
    if (owner.has(fx("plot_assail"))) ++mod;
    Player& enemy = at(1 - s);
    // no card is spent on a barrage at a side that has brought nothing for it
    const bool counts = what != Ability::barrage || enemy.brought_fighters ||
                        owner.has(fx("ac_waylay")) || owner.has(fx("ability_raid_formation")) ||
                        std::ranges::any_of(owner.pieces, [](const Piece& p) {
                          return p.text == fx("argent_destroyer_2");
                        });
    auto best =
        std::ranges::min_element(units, {}, [](const AbilityDice& u) { return u.roll.hit_on; });
    if (what != Ability::barrage && owner.has(fx("tech_plasma_scoring"))) ++best->roll.dice;
    if (owner.has(fx("commander_trrakan_aun_zulok"))) ++best->roll.dice;
    if (counts && owner.spend(fx("pn_strike_wing_ambuscade"))) ++best->roll.dice;
    for (const AbilityDice& unit : units)
      for (int i = 0; i < unit.roll.dice; ++i)
        dice.push_back({d10(), mod, unit.roll.hit_on, unit.piece});
    if (owner.has(fx("commander_ta_zern"))) reroll_misses(dice);
    if (counts && enemy.has(fx("ac_scramble_frequency")) &&
        enemy.uses(fx("ac_scramble_frequency")) > 0) {
      double mean = 0;
      for (const Die& die : dice) {
        const double p = chance(die.hit_on, die.mod);
        mean += owner.has(fx("commander_ta_zern")) ? 1 - (1 - p) * (1 - p) : p;
      }
      const auto limit = enemy.choice(fx("ac_scramble_frequency")).at_least;
      if (limit ? count_hits(dice) >= *limit : count_hits(dice) > mean + 1e-9) {
        --enemy.uses(fx("ac_scramble_frequency"));
        for (Die& die : dice) die.natural = d10();
        if (owner.has(fx("commander_ta_zern"))) reroll_misses(dice);
      }
    }
    if (what == Ability::barrage && owner.text_in_space(fx("hacan_flagship"))) {
      // while a fighter is left for the hit, or it may do something else
      const bool any = owner.has(fx("ac_waylay")) || owner.has(fx("ability_raid_formation"));
      for (Die& die : dice)
        if (!die.hits() && die.natural + die.mod == die.hit_on - 1 &&
            owner.uses(fx("hacan_flagship")) > 0 &&
            (any || count_hits(dice) < number(1 - s, UnitType::fighter, Where::space))) {
          --owner.uses(fx("hacan_flagship"));
          ++die.mod;
        }
    }
    heart(s, dice);
    return dice;
  }
  static int count_hits(const std::vector<Die>& dice) {
    return static_cast<int>(std::ranges::count_if(dice, &Die::hits));
  }
  static Roll more(Roll roll, const Piece& p) {
    return {roll.hit_on, roll.dice + (p.token ? 1 : 0)};
  }

  // --- space cannon ---

  void cannon_offense(int shooter, bool battlestation) {
    const int victim = 1 - shooter;
    Player& owner = at(shooter);
    Player& target_player = at(victim);
    if (scar() || !target_player.has_ships()) return;
    if (target_player.text_in_space(fx("argent_flagship"))) return;
    if (victim == 0 &&
        (target_player.has(fx("ac_solar_flare")) || target_player.has(fx("agent_myru_vos"))))
      return;
    std::vector<AbilityDice> units;
    if (battlestation) {
      const bool token = std::ranges::any_of(
          owner.pieces, [](const Piece& p) { return p.type == UnitType::space_dock && p.token; });
      units.push_back({{5, token ? 4 : 3}, 0});
    } else {
      for (std::size_t i = 0; i < owner.pieces.size(); ++i) {
        const Piece& p = owner.pieces[i];
        if (p.where == Where::away) continue;
        if (p.cannon.dice > 0) units.push_back({more(p.cannon, p), i});
        if (p.type == UnitType::space_dock && owner.has(fx("relic_lightrail_ordnance")))
          units.push_back({more({5, 2}, p), i});
      }
      if (owner.has(fx("hero_ul_the_progenitor"))) units.push_back({{5, 3}, 0});
      if (owner.has(fx("planet_custodia_vigilia"))) units.push_back({{5, 1}, 0});
    }
    const int mod = target_player.has(fx("tech_antimass_deflectors")) ? -1 : 0;
    int hits = count_hits(roll_ability(shooter, Ability::cannon, units, mod));
    if (hits > 0 && target_player.spend(fx("ac_maneuvering_jets"))) --hits;
    const int sheltered = shelter(victim);
    const int above = std::max(0, load(victim, sheltered) - capacity(victim));
    overload[static_cast<std::size_t>(victim)] = above;
    const bool laser = !battlestation && owner.has(fx("tech_graviton_laser_system"));
    assign_to(victim, laser ? Hits{0, hits} : Hits{hits, 0}, {Area::space, false, true});
    const bool boom =
        std::ranges::any_of(dead[static_cast<std::size_t>(victim)],
                            [](const Piece& p) { return p.bears(fx("yin_flagship")); });
    if (boom) destroy_all_ships();
    for (const Piece& p : dead[static_cast<std::size_t>(victim)])
      if (!p.answered) milor_outside_combat(victim, p.type);
    dead = {};
    remove_excess(victim, capacity(victim) + above, sheltered);
    if (boom) remove_excess(shooter, capacity(shooter), shelter(shooter));
  }

  void cannon_defense() {
    Player& owner = at(1);
    Player& victim = at(0);
    if (scar() || victim.has(fx("tech_l4_disruptors"))) return;
    std::vector<AbilityDice> units;
    for (std::size_t i = 0; i < owner.pieces.size(); ++i) {
      const Piece& p = owner.pieces[i];
      if (p.where != Where::planet) continue;
      const bool off = p.type == UnitType::pds && victim.has(fx("ac_disable"));
      if (p.cannon.dice > 0 && !off) units.push_back({more(p.cannon, p), i});
      if (p.type == UnitType::space_dock && owner.has(fx("relic_lightrail_ordnance")))
        units.push_back({more({5, 2}, p), i});
    }
    if (owner.has(fx("hero_ul_the_progenitor"))) units.push_back({{5, 3}, 0});
    if (owner.has(fx("planet_custodia_vigilia"))) units.push_back({{5, 1}, 0});
    const int mod = victim.has(fx("tech_antimass_deflectors")) ? -1 : 0;
    int hits = count_hits(roll_ability(1, Ability::cannon, units, mod));
    if (hits > 0 && victim.spend(fx("ac_maneuvering_jets"))) --hits;
    assign_to(0, {hits, 0}, {Area::planet, false, true});
    dead = {};
  }

  // --- capacity ---

  int capacity(int s) const {
    int sum = 0;
    for (const Piece& p : at(s).pieces)
      if (p.where == Where::space) sum += p.capacity;
    return sum;
  }
  int shelter(int s) const {
    int sum = 0;
    for (const Piece& p : at(s).pieces)
      if (p.where == Where::planet) sum += p.allowance;
    return sum;
  }
  int load(int s, int sheltered) const {
    int fighters = 0, troops = 0;
    for (const Piece& p : at(s).pieces) {
      if (!p.needs_room()) continue;
      ++(p.fighter() ? fighters : troops);
    }
    // Aerie Sentinels take no room beside ships that have some
    if (capacity(s) == 0)
      troops += static_cast<int>(std::ranges::count_if(
          at(s).pieces, [](const Piece& p) { return p.no_room && p.where == Where::space; }));
    return std::max(0, fighters - sheltered) + troops;
  }
  bool remove_one(int s, UnitType type) {
    Pieces& pieces = at(s).pieces;
    std::optional<std::size_t> who;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      if (pieces[i].type == type && pieces[i].where == Where::space &&
          (!pieces[i].no_room || capacity(s) == 0) &&
          (!who || (pieces[i].damaged && !pieces[*who].damaged)))
        who = i;
    if (!who) return false;
    pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(*who));
    return true;
  }
  int number(int s, UnitType type, Where where) const {
    return static_cast<int>(std::ranges::count_if(
        at(s).pieces, [&](const Piece& p) { return p.type == type && p.where == where; }));
  }
  void remove_excess(int s, int limit, int sheltered) {
    while (load(s, sheltered) > limit) {
      const bool bound = std::ranges::any_of(
          at(s).pieces, [](const Piece& p) { return p.fighter() && p.needs_room(); });
      if (bound && number(s, UnitType::fighter, Where::space) > sheltered)
        remove_one(s, UnitType::fighter);
      else if (!remove_one(s, UnitType::infantry))
        remove_one(s, UnitType::mech);
    }
  }
  void clear_space(int s) {
    std::erase_if(at(s).pieces, [](const Piece& p) { return p.where == Where::space; });
  }
  void settle(int s) {
    for (Piece& p : at(s).pieces) end_shape(p);
    if (!at(s).has_ships()) clear_space(s);
    remove_excess(s, capacity(s), shelter(s));
    if (!at(s).has_ships()) clear_space(s);
  }

  // --- Naaz-Rokha mechs ---

  static void flip(Piece& p) {
    p.flipped = p.joined = true;
    p.combat = {8, 2};
    p.can_sustain = false;
  }
  static void unflip(Piece& p) {
    p.flipped = p.joined = false;
    p.combat = {6, 2};
    p.can_sustain = true;
  }

  /// The space combat is over: pieces are again what they were before it.
  static void end_shape(Piece& p) {
    if (p.where == Where::space) p.joined = false;
    p.aloft = p.lent = false;
    if (p.flipped) unflip(p);
  }

  // --- combat rolls ---

  struct Volley {
    std::vector<Die> dice;
  };
  struct Boosts {
    int mod = 0;
    bool reroll = false, extra_die = false, prototype = false;
    bool fire_team = false;  // it is played after a roll, and gone with it
  };

  /// One-round cards wait for a round in which the side rolls dice.
  Boosts boosts(int s, Area area, bool silent) {
    Player& owner = at(s);
    Boosts b;
    const bool rolls = !silent && std::ranges::any_of(owner.pieces, [&](const Piece& p) {
      return target(p, {area, true}) &&
             (!p.bears(fx("winnu_flagship")) || p.token || at(1 - s).non_fighters() > 0);
    });
    if (!rolls) return b;
    if (owner.boost(fx("ac_morale_boost"), round)) ++b.mod;
    if (owner.boost(fx("tech_supercharge"), round)) ++b.mod;
    if (area == Area::space) {
      if (owner.boost(fx("ability_munitions_reserves"), round)) b.reroll = true;
      if (owner.boost(fx("pn_war_funding"), round)) b.reroll = true;
      if (owner.boost(fx("agent_viscount_unlenn"), round)) b.extra_die = true;
      if (round == 1 && owner.spend(fx("ac_fighter_prototype"))) b.prototype = true;
    } else {
      if (owner.boost(fx("ac_fire_team"), round)) b.reroll = b.fire_team = true;
      if (owner.boost(fx("agent_evelyn_delouis"), round)) b.extra_die = true;
    }
    return b;
  }

  int modifier(int s, const Piece& p, Area area, const Boosts& b) const {
    const Player& owner = at(s);
    const Player& enemy = at(1 - s);
    int mod = b.mod;
    if (owner.has(fx("ability_fragile")) &&
        !(area == Area::planet && p.type == UnitType::infantry &&
          owner.text_on_planet(fx("jolnar_mech"))))
      --mod;
    if (owner.has(fx("ability_unrelenting"))) ++mod;
    if (owner.has(fx("plot_assail"))) ++mod;
    if (owner.has(fx("commander_rickar_rickani"))) mod += 2;
    if (owner.has(fx("commander_aroz_hollow"))) ++mod;
    if (owner.has(fx("breakthrough_imperator")))
      mod += owner.choice(fx("breakthrough_imperator")).uses.value_or(1);
    if (p.text == fx("nekro_mech") && owner.choice(fx("nekro_mech")).uses.value_or(0) > 0) mod += 2;
    if (area == Area::space) {
      if (s == 1 && holds(1, fx("anomaly_nebula")))
        mod += holds(1, fx("event_cosmic_phenomenae")) ? 3 : 1;
      if (owner.text_in_space(fx("sardakk_flagship")) && !p.bears(fx("sardakk_flagship"))) ++mod;
      if (p.bears(fx("mahact_flagship"))) mod += 2;
      if (p.bears(fx("bastion_flagship")))
        mod += owner.choice(fx("bastion_flagship")).uses.value_or(0);
      if (p.fighter() && b.prototype) mod += 2;
      if (p.fighter() && owner.has(fx("law_prophecy_of_ixth"))) ++mod;
    } else {
      if (owner.has(fx("pn_tekklar_legion"))) ++mod;
      if (enemy.has(fx("pn_tekklar_legion")) && owner.cards->faction == "sardakk") --mod;
    }
    return mod;
  }

  Volley roll_combat(int s, Area area, const Boosts& b) {
    Player& owner = at(s);
    const Player& enemy = at(1 - s);
    Volley volley;
    struct Thrower {
      std::size_t piece;
      Roll roll;
      int mod;
    };
    std::vector<Thrower> throwers;
    const bool eidolon_boost = owner.text_in_space(fx("naaz_rokha_flagship"));
    for (std::size_t i = 0; i < owner.pieces.size(); ++i) {
      const Piece& p = owner.pieces[i];
      if (!(area == Area::space ? p.fights_in_space() : p.fights_on_planet())) continue;
      Roll roll = p.combat;
      if (p.lent) roll = lent_combat(s);
      if (p.bears(fx("winnu_flagship"))) roll = {p.combat.hit_on, enemy.non_fighters()};
      if (p.type == UnitType::mech && eidolon_boost) ++roll.dice;
      if (p.token) ++roll.dice;
      if (roll.dice > 0) throwers.push_back({i, roll, modifier(s, p, area, b)});
    }
    if (throwers.empty()) return volley;
    const auto gain = [](const Thrower& t, int plus) {
      return t.roll.dice * (chance(t.roll.hit_on, t.mod + plus) - chance(t.roll.hit_on, t.mod));
    };
    if (area == Area::space && owner.has(fx("breakthrough_gravleash_maneuvers"))) {
      std::array<bool, ti4::kUnitTypes> seen{};
      for (const Piece& p : owner.pieces)
        if (p.fights_in_space()) seen[static_cast<std::size_t>(p.type)] = true;
      const int types = static_cast<int>(std::ranges::count(seen, true));
      auto best =
          std::ranges::max_element(throwers, {}, [&](const Thrower& t) { return gain(t, types); });
      best->mod += types;
    }
    if (b.extra_die) {
      auto best = std::ranges::max_element(
          throwers, {}, [](const Thrower& t) { return chance(t.roll.hit_on, t.mod); });
      ++best->roll.dice;
    }
    for (const Thrower& t : throwers)
      for (int i = 0; i < t.roll.dice; ++i)
        volley.dice.push_back({d10(), t.mod, t.roll.hit_on, t.piece});
    if (b.reroll) reroll_misses(volley.dice);
    if (area == Area::space && owner.text_in_space(fx("hacan_flagship")))
      for (Die& die : volley.dice)
        if (!die.hits() && die.natural + die.mod == die.hit_on - 1 &&
            owner.uses(fx("hacan_flagship")) > 0) {
          --owner.uses(fx("hacan_flagship"));
          ++die.mod;
        }
    heart(s, volley.dice);
    return volley;
  }
  Roll lent_combat(int s) const {
    return at(s).choice(fx("pn_the_cavalry")).uses.value_or(1) >= 2 ? Roll{5, 2} : Roll{7, 2};
  }
  Roll lent_barrage(int s) const {
    return at(s).choice(fx("pn_the_cavalry")).uses.value_or(1) >= 2 ? Roll{5, 3} : Roll{8, 3};
  }

  /// One ability, once for a die.
  void reroll_misses(std::vector<Die>& dice) {
    for (Die& die : dice)
      if (!die.hits() && !std::exchange(die.again, true)) die.natural = d10();
  }

  /// Crown of Thalnos: misses again of pieces that have a hit, and of the type that is risked; who
  /// then has no hit at all dies.
  std::vector<std::size_t> thalnos(int s, std::vector<Die>& dice) {
    const bool relic = at(s).has(fx("relic_crown_of_thalnos"));
    const bool law = holds(s, fx("law_crown_of_thalnos"));
    std::vector<std::size_t> doomed;
    if (!relic && !law) return doomed;
    const Choice& choice = relic ? at(s).choice(fx("relic_crown_of_thalnos"))
                           : at(s).has(fx("law_crown_of_thalnos"))
                               ? at(s).choice(fx("law_crown_of_thalnos"))
                               : (*system)[static_cast<std::size_t>(fx("law_crown_of_thalnos"))];
    for (std::size_t i = 0; i < at(s).pieces.size(); ++i) {
      const Piece& p = at(s).pieces[i];
      const bool safe =
          std::ranges::any_of(dice, [&](const Die& die) { return die.piece == i && die.hits(); });
      if (!safe && !(choice.target && p.type == *choice.target)) continue;
      bool rolled = false, hit = false;
      for (Die& die : dice) {
        if (die.piece != i) continue;
        if (!die.hits()) {
          die.natural = d10();
          if (relic) ++die.mod;
          rolled = true;
        }
        hit |= die.hits();
      }
      if (rolled && !hit) doomed.push_back(i);
    }
    return doomed;
  }

  /// Hits of a combat roll by what rolled them.
  Hits sum(int s, Area area, const std::vector<Die>& dice) const {
    const Pieces& rolled_by = at(s).pieces;
    const bool aims = area == Area::space && std::ranges::any_of(rolled_by, [](const Piece& p) {
                        return p.bears(fx("l1z1x_flagship")) && p.where == Where::space;
                      });
    Hits hits;
    for (const Die& die : dice) {
      const Piece& p = rolled_by[die.piece];
      int count = die.hits() ? 1 : 0;
      if (p.bears(fx("jolnar_flagship")) && die.natural >= 9) count += 2;
      const bool big = aims && (p.type == UnitType::flagship || p.type == UnitType::dreadnought);
      (big ? hits.restricted : hits.free) += count;
    }
    if (area == Area::planet && at(s).has(fx("tech_x89_bacterial_weapon_omega2"))) hits.free *= 2;
    return hits;
  }

  /// The roll step of one round, both sides; result by victim.
  Pools roll_step(Area area, const std::array<Boosts, 2>& b, const std::array<bool, 2>& silent) {
    Pools pools{};
    if (!first_combat) first_combat = area;
    for (int attempt = 0; attempt < 2; ++attempt) {
      std::array<Volley, 2> volley;
      for (int s = 0; s < 2; ++s) {
        const auto u = static_cast<std::size_t>(s);
        Boosts boosts = b[u];
        if (attempt > 0 && boosts.fire_team) boosts.reroll = false;
        if (!silent[u]) volley[u] = roll_combat(s, area, boosts);
      }
      if (area == Area::space && attempt == 0)
        for (int s = 0; s < 2; ++s) {
          const auto u = static_cast<std::size_t>(s);
          if (!at(s).boost(fx("pn_war_funding_omega"), round)) continue;
          std::vector<Die>& theirs = volley[1 - u].dice;
          double mean = 0;
          for (const Die& die : theirs) {
            const double p = chance(die.hit_on, die.mod);
            mean += b[1 - u].reroll ? 1 - (1 - p) * (1 - p) : p;
          }
          const auto limit = at(s).choice(fx("pn_war_funding_omega")).at_least;
          if (limit ? count_hits(theirs) >= *limit : count_hits(theirs) > mean + 1e-9) {
            for (Die& die : theirs) die.natural = d10();
            if (b[1 - u].reroll) reroll_misses(theirs);
          }
          for (Die& die : volley[u].dice)  // another ability than the one before
            if (!die.hits()) die.natural = d10();
        }
      for (int s = 0; s < 2; ++s) {
        const auto u = static_cast<std::size_t>(s);
        const auto doomed = thalnos(s, volley[u].dice);
        pools[1 - u] = sum(s, area, volley[u].dice);
        for (auto i = doomed.rbegin(); i != doomed.rend(); ++i) kill(s, *i);
      }
      bool again = false;
      for (int s = 0; s < 2; ++s) {
        const auto u = static_cast<std::size_t>(s);
        const Choice& thundarian = at(s).choice(fx("agent_the_thundarian"));
        if (attempt == 0 && thundarian.held && area == first_combat && round >= thundarian.round &&
            round < thundarian.round + thundarian.uses.value_or(1)) {
          if (pools[u].all() > pools[1 - u].all()) again = true;
        }
      }
      if (!again) break;
    }
    if (area == Area::planet) {
      const std::array<int, 2> made = {pools[1].all(), pools[0].all()};  // by side
      for (int s = 0; s < 2; ++s) {
        const auto u = static_cast<std::size_t>(s);
        if (at(s).has(fx("tech_valkyrie_particle_weave")) && made[1 - u] > 0) ++pools[1 - u].free;
      }
    }
    return pools;
  }
  std::optional<Area> first_combat;

  /// What sustained before a combat has not sustained in a round of it (3.5).
  void forget_sustains() {
    for (Player& player : side)
      for (Piece& p : player.pieces) p.sustained = false;
  }

  void duranium(int s, Area area) {
    if (!at(s).has(fx("tech_duranium_armor"))) return;
    const auto who = dearest(s, [&](const Piece& p) {
      return target(p, {area, true}) && p.damaged && !p.sustained;
    });
    if (who) at(s).pieces[*who].damaged = false;
  }

  void emergency_repairs(int s, Area area) {
    Player& owner = at(s);
    if (!owner.has(fx("ac_emergency_repairs")) || owner.uses(fx("ac_emergency_repairs")) <= 0)
      return;
    bool any = false;
    for (const Piece& p : owner.pieces)
      if (target(p, {area, true}) && (p.can_sustain || p.lent)) {
        any = true;
        if (!p.damaged) return;
      }
    if (!any) return;
    --owner.uses(fx("ac_emergency_repairs"));
    for (Piece& p : owner.pieces)
      if (p.can_sustain || p.lent) p.damaged = false;
  }

  // --- space combat ---

  void start_of_space_combat() {
    // One ability each in turn, the attacker first; own ones in the order of
    // RULES ti4 9.7.
    struct Ability {
      int id;
      void (Fight::*use)(int);
    };
    constexpr Ability kInOrder[] = {{fx("nekro_flagship"), &Fight::alastor},
                                    {fx("naaz_rokha_mech"), &Fight::eidolon},
                                    {fx("tech_assault_cannon"), &Fight::assault_cannon},
                                    {fx("pn_the_cavalry"), &Fight::cavalry},
                                    {fx("tech_dimensional_splicer"), &Fight::splicer},
                                    {fx("ability_ambush"), &Fight::ambush},
                                    {fx("tech_impulse_core"), &Fight::impulse_core}};
    std::array<std::vector<void (Fight::*)(int)>, 2> own;
    for (int s = 0; s < 2; ++s) {
      std::vector<Ability> mine(std::begin(kInOrder), std::end(kInOrder));
      const auto& named = at(s).cards->ability_order;
      std::ranges::stable_sort(mine, {}, [&](const Ability& ability) {
        return std::ranges::find(named, kKnown[ability.id]) - named.begin();
      });
      for (const Ability& ability : mine)
        if (at(s).has(ability.id) &&
            (!ti4::find_unit(kKnown[ability.id]) || at(s).text_in_space(ability.id)))
          own[static_cast<std::size_t>(s)].push_back(ability.use);
    }
    for (std::size_t turn = 0; turn < std::max(own[0].size(), own[1].size()); ++turn)
      for (int s = 0; s < 2; ++s) {
        const auto& mine = own[static_cast<std::size_t>(s)];
        if (turn >= mine.size()) continue;
        if (!at(0).has_ships() || !at(1).has_ships()) return;
        (this->*mine[turn])(s);
        after_losses_in_space();
      }
  }

  /// Ground forces become ships, those on planets too; they stay in the combat without the flagship.
  void alastor(int s) {
    if (!at(s).text_in_space(fx("nekro_flagship"))) return;
    for (Piece& p : at(s).pieces) {
      if (!p.ground || p.structure) continue;
      p.joined |= p.where == Where::space;
      p.aloft |= p.where == Where::planet;
    }
  }
  void eidolon(int s) {
    for (Piece& p : at(s).pieces)
      if (p.where == Where::space && p.text == fx("naaz_rokha_mech")) flip(p);
  }
  /// One ship fights as the Nomad flagship: the cheapest, if possible one that can still sustain.
  void cavalry(int s) {
    const Choice& choice = at(s).choice(fx("pn_the_cavalry"));
    std::optional<std::size_t> best;
    const Pieces& pieces = at(s).pieces;
    const auto price = [](const Piece& p) { return std::pair{p.damaged, p.cost}; };
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Piece& p = pieces[i];
      if (p.where != Where::space || !p.ship || p.ground || p.fighter() ||
          (choice.target && p.type != *choice.target))
        continue;
      if (!best || price(p) < price(pieces[*best])) best = i;
    }
    if (best) at(s).pieces[*best].lent = true;
  }

  std::array<bool, 2> cannon_fired{};
  void assault_cannon(int s) {
    cannon_fired[static_cast<std::size_t>(s)] = true;
    if (!at(s).has(fx("tech_assault_cannon")) || at(s).non_fighters() < 3) return;
    if (const auto who =
            weakest(1 - s, [](const Piece& p) { return p.fights_in_space() && !p.fighter(); }))
      kill(1 - s, *who);
  }

  void ambush(int s) {
    if (!at(s).has(fx("ability_ambush"))) return;
    int ships = 0, hits = 0;
    for (const UnitType type : {UnitType::cruiser, UnitType::destroyer})
      for (const Piece& p : at(s).pieces)
        if (p.fights_in_space() && p.type == type && ships < 2) {
          ++ships;
          if (d10() >= (p.lent ? lent_combat(s).hit_on : p.combat.hit_on)) ++hits;
        }
    assign_to(1 - s, {hits, 0}, {Area::space, true});
  }

  void splicer(int s) {
    if (at(s).has(fx("tech_dimensional_splicer")))
      chosen_hit(1 - s, {Area::space, true}, at(s).choice(fx("tech_dimensional_splicer")).target);
  }

  std::optional<std::size_t> small_ship(int s) const {
    return cheapest(s, [](const Piece& p) {
      return p.fights_in_space() && (p.type == UnitType::cruiser || p.type == UnitType::destroyer);
    });
  }

  void impulse_core(int s) {
    if (!at(s).has(fx("tech_impulse_core"))) return;
    const auto who = small_ship(s);
    if (!who || at(1 - s).non_fighters() == 0) return;
    // not with one of the three ships of a cannon that is still to fire
    if (at(s).has(fx("tech_assault_cannon")) && !cannon_fired[static_cast<std::size_t>(s)] &&
        at(s).non_fighters() == 3)
      return;
    kill(s, *who);
    after_losses_in_space();
    assign_to(1 - s, {0, 1}, {Area::space, true});
  }

  void barrage() {
    std::array<std::vector<Die>, 2> dice;
    std::array<int, 2> infantry_kills{};
    for (int s = 0; s < 2; ++s) {
      const auto u = static_cast<std::size_t>(s);
      if (scar()) continue;
      std::vector<AbilityDice> units;
      const Pieces& pieces = at(s).pieces;
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Piece& p = pieces[i];
        if (!p.fights_in_space()) continue;
        const Roll roll = p.lent ? lent_barrage(s) : p.barrage;
        if (roll.dice > 0) units.push_back({more(roll, p), i});
      }
      if (at(s).has(fx("relic_metali_void_armaments"))) units.push_back({{6, 3}, pieces.size()});
      dice[u] = roll_ability(s, Ability::barrage, units, 0);
      for (const Die& die : dice[u])
        if (die.piece < pieces.size() && pieces[die.piece].text == fx("argent_destroyer_2") &&
            die.natural + die.mod >= 9)
          ++infantry_kills[1 - u];
    }
    Pools waylaid{};
    std::array<int, 2> on_fighters{};
    for (int s = 0; s < 2; ++s) {  // s rolled
      const auto u = static_cast<std::size_t>(s);
      const int hits = count_hits(dice[u]);
      const int fighters = number(1 - s, UnitType::fighter, Where::space);
      if (at(s).has(fx("ability_raid_formation")))
        for (int extra = hits - fighters; extra > 0; --extra) {
          const auto can_be_hurt = [&](const Piece& p) {
            return p.fights_in_space() && p.can_sustain && !p.damaged && !scar();
          };
          std::optional<std::size_t> who;
          if (const auto wanted = at(s).choice(fx("ability_raid_formation")).target)
            who =
                dearest(1 - s, [&](const Piece& p) { return can_be_hurt(p) && p.type == *wanted; });
          if (!who) who = dearest(1 - s, can_be_hurt);
          if (who) at(1 - s).pieces[*who].damaged = true;
        }
      if (at(s).has(fx("ac_waylay")))
        waylaid[1 - u].free = hits;
      else
        on_fighters[1 - u] = fighters > 0 ? hits : 0;  // a card is not wasted on hits that are lost
    }
    for (int s = 0; s < 2; ++s) {  // s suffers
      const auto u = static_cast<std::size_t>(s);
      for (int i = 0; i < infantry_kills[u]; ++i) {
        const auto who = next_to_lose(s, [](const Piece& p) {
          return p.type == UnitType::infantry && p.where == Where::space;
        });
        if (who) kill(s, *who);
      }
      // Shields Holding for two fighters; before hits beyond the fighters are lost
      tellurian_used = {};
      Hits pool{on_fighters[u], 0};
      const int fighters = number(s, UnitType::fighter, Where::space);
      if (pool.free >= 2 && pool.free <= fighters && at(s).spend(fx("ac_shields_holding")))
        take_off(pool, 2);
      if (at(1 - s).has(fx("ac_direct_hit")) && at(1 - s).uses(fx("ac_direct_hit")) > 0 &&
          pool.free <= fighters)
        cancel_late(s, pool, {Area::space, true});
      // Quantum Manipulator mechs may sustain for the fighters: not where that saves none
      int helps = 0;
      const auto is_able = [&](const Piece& p) {
        return p.where == Where::space && p.text == fx("nomad_mech") && may_sustain(s, p);
      };
      for (const Piece& p : at(s).pieces) helps += is_able(p);
      helps += at(s).has(fx("agent_tellurian")) && !tellurian_used[u] &&
               at(s).left[static_cast<std::size_t>(fx("agent_tellurian"))] > 0;
      if (helps > pool.free - fighters)
        for (Piece& p : at(s).pieces)
          if (pool.free > 0 && is_able(p)) {
            p.damaged = p.sustained = true;
            --pool.free;
          }
      if (pool.free <= fighters) cancel_late(s, pool, {Area::space, true});
      for (; pool.all() > 0; --pool.free) {
        if (const auto who =
                next_to_lose(s, [](const Piece& p) { return p.fights_in_space() && p.fighter(); }))
          kill(s, *who);
      }
    }
    if (waylaid[0].all() + waylaid[1].all() > 0) assign(waylaid, {Area::space, true});
    after_losses_in_space();
  }

  bool retreat(int s) {
    for (Piece& p : at(s).pieces) end_shape(p);
    remove_excess(s, capacity(s), 0);
    if (!at(s).has_ships()) {
      clear_space(s);
      return false;
    }
    for (Piece& p : at(s).pieces)
      if (p.where == Where::space) p.where = Where::away;
    return true;
  }

  void heavens_eye(int s) {
    for (Piece& p : at(s).pieces)
      if (p.bears(fx("firmament_flagship"))) p.damaged = false;
  }
  void repair_at_the_end(int s) { emergency_repairs(s, Area::space); }
  void devotion(int s) {
    const auto who = small_ship(s);
    if (!who) return;
    kill(s, *who);
    after_losses_in_space();
    chosen_hit(1 - s, {Area::space, true}, at(s).choice(fx("ability_devotion")).target);
    after_losses_in_space();
  }
  void exotrireme(int s) {
    const auto who = dearest(s, [](const Piece& p) {
      return p.text == fx("sardakk_dreadnought_2") && p.fights_in_space();
    });
    if (std::ranges::count_if(at(s).pieces, &Piece::fights_in_space) < 2) return;  // its last ship
    if (!who || at(s).uses(fx("sardakk_dreadnought_2")) <= 0) return;
    std::size_t given = *who;  // a damaged one first
    for (std::size_t i = 0; i < at(s).pieces.size(); ++i)
      if (at(s).pieces[i].text == fx("sardakk_dreadnought_2") && at(s).pieces[i].damaged) given = i;
    --at(s).uses(fx("sardakk_dreadnought_2"));
    kill(s, given);
    after_losses_in_space();
    for (int i = 0; i < 2; ++i)
      if (const auto victim = dearest(1 - s, [](const Piece& p) { return p.fights_in_space(); }))
        kill(1 - s, *victim);
    after_losses_in_space();
  }

  /// One ability each in turn, the attacker first; own repairs before what harms. In the last round
  /// only the repairs are left.
  void end_of_space_round() {
    std::array<std::vector<void (Fight::*)(int)>, 2> own;
    for (int s = 0; s < 2; ++s) {
      auto& mine = own[static_cast<std::size_t>(s)];
      if (at(s).text_in_space(fx("firmament_flagship")) &&
          at(s).choice(fx("firmament_flagship")).uses.value_or(0) > 0)
        mine.push_back(&Fight::heavens_eye);
      if (at(s).has(fx("ac_emergency_repairs"))) mine.push_back(&Fight::repair_at_the_end);
      if (at(s).choice(fx("sardakk_dreadnought_2")).uses) mine.push_back(&Fight::exotrireme);
      if (at(s).has(fx("ability_devotion"))) mine.push_back(&Fight::devotion);
    }
    for (std::size_t turn = 0; turn < std::max(own[0].size(), own[1].size()); ++turn)
      for (int s = 0; s < 2; ++s) {
        const auto& mine = own[static_cast<std::size_t>(s)];
        if (turn >= mine.size()) continue;
        const bool repairs =
            mine[turn] == &Fight::heavens_eye || mine[turn] == &Fight::repair_at_the_end;
        if (repairs || (at(0).has_ships() && at(1).has_ships())) (this->*mine[turn])(s);
      }
  }

  enum class SpaceEnd {
    attacker_holds,
    defender_holds,
    nobody,
    attacker_left,
    defender_left,
    truce,
    goes_on
  };

  SpaceEnd fight_in_space() {
    if (at(1).has(fx("ac_experimental_battlestation"))) cannon_offense(1, true);
    cannon_offense(0, false);
    cannon_offense(1, false);

    std::optional<SpaceEnd> left;
    const auto both = [&] { return at(0).has_ships() && at(1).has_ships(); };
    if (both()) {
      forget_sustains();
      start_of_space_combat();
      for (round = 1; both(); ++round) {
        if (most_rounds > 0 && round > most_rounds) return SpaceEnd::goes_on;
        if (round > 2000) throw std::runtime_error("effects roller: nobody can hit");
        for (int s = 0; s < 2; ++s) {
          if (round > 1)
            for (Piece& p : at(s).pieces) p.sustained = false;
          for (Piece& p : at(s).pieces)
            if (p.bears(fx("letnev_flagship")) && p.where == Where::space) p.damaged = false;
        }
        bool gone = false;
        for (int s = 0; s < 2 && !gone; ++s)
          if (at(s).has(fx("ac_skilled_retreat")) && round == skilled_round(s)) {
            skilled_retreat(s);
            left = SpaceEnd::truce;
            skilled = s;
            gone = true;
          }
        if (gone) break;
        if (round == 1) {
          for (int s = 0; s < 2; ++s) emergency_repairs(s, Area::space);
          barrage();
          if (!both()) break;
        }
        bool defender_announces =
            at(1).cards->retreat_round && *at(1).cards->retreat_round <= round;
        bool rout = at(1).has(fx("ac_rout")) && at(1).uses(fx("ac_rout")) > 0 &&
                    !defender_announces && round >= at(1).choice(fx("ac_rout")).round;
        if (rout) --at(1).uses(fx("ac_rout"));
        bool attacker_announces =
            !defender_announces &&
            (rout || (at(0).cards->retreat_round && *at(0).cards->retreat_round <= round));
        if (defender_announces && at(0).spend(fx("ac_intercept"))) defender_announces = false;
        if (attacker_announces && at(1).spend(fx("ac_intercept"))) attacker_announces = false;

        const std::array<Boosts, 2> b = {boosts(0, Area::space, false),
                                         boosts(1, Area::space, false)};
        const Pools pools = roll_step(Area::space, b, {false, false});
        assign(pools, {Area::space, true});
        after_losses_in_space();
        for (int s = 0; s < 2; ++s) duranium(s, Area::space);

        if (both()) {
          if (defender_announces) {
            if (retreat(1)) left = SpaceEnd::defender_left;
            break;
          }
          if (attacker_announces) {
            if (retreat(0)) left = SpaceEnd::attacker_left;
            break;
          }
        }
        end_of_space_round();
      }
    }
    dead = {};
    const bool attacker_stands = at(0).has_ships(), defender_stands = at(1).has_ships();
    settle(0);
    settle(1);
    if (left) return *left;
    if (attacker_stands) return SpaceEnd::attacker_holds;
    return defender_stands ? SpaceEnd::defender_holds : SpaceEnd::nobody;
  }
  int skilled = 0;
  int skilled_round(int s) const {
    return at(s).cards->choice[static_cast<std::size_t>(fx("ac_skilled_retreat"))].round;
  }
  void skilled_retreat(int s) {
    for (Piece& p : at(s).pieces) {
      if (p.where != Where::space) continue;
      end_shape(p);
      p.where = Where::away;
    }
  }

  // --- invasion ---

  bool shielded() const {
    if (scar()) return false;
    const Player& attacker = at(0);
    if (attacker.has(fx("commander_2ram"))) return false;
    for (const Piece& p : attacker.pieces)
      if (p.where == Where::space &&
          (p.type == UnitType::war_sun || p.bears(fx("letnev_flagship"))))
        return false;
    return std::ranges::any_of(at(1).pieces, [&](const Piece& p) {
      return p.where == Where::planet && p.shield &&
             !(p.type == UnitType::pds && attacker.has(fx("ac_disable")));
    });
  }

  /// `harrow`: at the end of a round of the ground combat.
  void bombard(bool harrow = false) {
    Player& attacker = at(0);
    if (scar() || shielded() || holds(0, fx("law_conventions_of_war")) ||
        holds(1, fx("law_conventions_of_war")))
      return;
    std::vector<AbilityDice> units;
    for (std::size_t i = 0; i < attacker.pieces.size(); ++i) {
      const Piece& p = attacker.pieces[i];
      if (p.where != Where::space) continue;
      Roll roll = p.bombardment;
      if (p.type == UnitType::mech && p.text != fx("l1z1x_mech")) roll = {};
      if (roll.dice == 0 && p.ship && !p.fighter() && attacker.has(fx("ac_blitz"))) roll = {6, 1};
      if (roll.dice > 0) units.push_back({more(roll, p), i});
    }
    const int mod = at(1).has(fx("ac_bunker")) ? -4 : 0;
    int hits = count_hits(roll_ability(0, Ability::bombardment, units, mod));
    if (attacker.has(fx("tech_x89_bacterial_weapon_omega2"))) hits *= 2;
    if (holds(0, fx("event_conventions_of_war_abandoned")) ||
        holds(1, fx("event_conventions_of_war_abandoned")))
      hits *= 3;
    assign_to(1, {unshielded_by_tokens(1, hits), 0}, {Area::planet, harrow, false, true});
    const bool infantry_died =
        std::ranges::any_of(dead[1], [](const Piece& p) { return p.type == UnitType::infantry; });
    if (infantry_died && attacker.has(fx("tech_x89_bacterial_weapon_omega")))
      for (std::size_t i = at(1).pieces.size(); i-- > 0;)
        if (at(1).pieces[i].type == UnitType::infantry && at(1).pieces[i].where == Where::planet)
          kill(1, i);
  }

  /// Proxima Targeting: each galvanized unit of its owner on the planet cancels a bombardment hit.
  int unshielded_by_tokens(int s, int hits) const {
    if (!at(s).has(fx("tech_proxima_targeting_vi"))) return hits;
    const auto tokens = std::ranges::count_if(
        at(s).pieces, [](const Piece& p) { return p.token && p.where == Where::planet; });
    return std::max(0, hits - static_cast<int>(tokens));
  }

  void start_of_ground_combat() {
    for (int s = 0; s < 2; ++s)
      if (at(s).has(fx("commander_claire_gibson")) && s == 1)
        place(s, UnitType::infantry, 1, Where::planet);
    const auto both = [&] { return at(0).has_troops() && at(1).has_troops(); };
    for (const auto& step : {&Fight::indoctrination, &Fight::greyfire, &Fight::magen_hit})
      for (int s = 0; s < 2; ++s)
        if (both()) {
          (this->*step)(s);
          after_losses_on_planet();
        }
  }
  void magen_hit(int s) {
    if (!at(s).has(fx("tech_magen_defense_grid_omega")) &&
        !at(s).has(fx("tech_magen_defense_grid_omega2")))
      return;
    if (std::ranges::none_of(
            at(s).pieces, [](const Piece& p) { return p.where == Where::planet && p.structure; }))
      return;
    chosen_hit(1 - s, {Area::planet, true});
  }
  bool swap_infantry(int s, UnitType into) {
    Pieces& theirs = at(1 - s).pieces;
    const auto who = std::ranges::find_if(theirs, [](const Piece& p) {
      return p.type == UnitType::infantry && p.where == Where::planet;
    });
    if (who == theirs.end()) return false;
    theirs.erase(who);
    place(s, into, 1, Where::planet);
    return true;
  }
  void indoctrination(int s) {
    if (at(s).has(fx("ability_indoctrination")))
      swap_infantry(s,
                    at(s).choice(fx("ability_indoctrination")).target.value_or(UnitType::infantry));
  }
  void greyfire(int s) {
    if (!at(s).has(fx("pn_greyfire_mutagen_omega"))) return;
    if (std::ranges::count_if(at(1 - s).pieces, &Piece::fights_on_planet) >= 2)
      swap_infantry(s, UnitType::infantry);
  }

  void fight_on_the_ground() {
    dead = {};
    const auto both = [&] { return at(0).has_troops() && at(1).has_troops(); };
    if (!both()) return;
    forget_sustains();
    start_of_ground_combat();
    for (int s = 0; s < 2; ++s) emergency_repairs(s, Area::planet);
    for (round = 1; both(); ++round) {
      looked_at = most_rounds > 0 && round > most_rounds;
      if (looked_at) return;
      if (round > 2000) throw std::runtime_error("effects roller: nobody can hit");
      std::array<bool, 2> silent{};
      for (int s = 0; s < 2; ++s) {
        Player& owner = at(s);
        if (round > 1)
          for (Piece& p : owner.pieces) p.sustained = false;
        if (owner.has(fx("letnev_mech")) && owner.uses(fx("letnev_mech")) > 0) {
          const auto who = std::ranges::find_if(owner.pieces, [](const Piece& p) {
            return p.type == UnitType::infantry && p.where == Where::planet;
          });
          if (who != owner.pieces.end()) {
            --owner.uses(fx("letnev_mech"));
            owner.pieces.erase(who);
            place(s, UnitType::mech, 1, Where::planet);
          }
        }
        if (owner.has(fx("tech_magen_defense_grid")) &&
            round == owner.choice(fx("tech_magen_defense_grid")).round &&
            std::ranges::any_of(
                owner.pieces, [](const Piece& p) { return p.where == Where::planet && p.shield; }))
          if (s == 0 || !shield_off()) silent[static_cast<std::size_t>(1 - s)] = true;
      }
      for (int s = 0; s < 2; ++s)
        if (at(s).has(fx("tech_proxima_targeting_vi")) && both()) {
          for (const int victim : {1 - s, s}) {
            int hits = 0;
            for (int i = 0; i < 3; ++i)
              if (d10() >= 8) ++hits;
            assign_to(victim, {unshielded_by_tokens(victim, hits), 0}, {Area::planet, true});
            after_losses_on_planet();
          }
        }
      if (!both()) break;
      const std::array<Boosts, 2> b = {boosts(0, Area::planet, silent[0]),
                                       boosts(1, Area::planet, silent[1])};
      const Pools pools = roll_step(Area::planet, b, silent);
      assign(pools, {Area::planet, true});
      after_losses_on_planet();
      for (int s = 0; s < 2; ++s) duranium(s, Area::planet);
      if (kind != Kind::ground && at(0).has(fx("ability_harrow")) && at(1).has_troops()) {
        bombard(true);
        after_losses_on_planet();
      }
      for (int s = 0; s < 2; ++s) emergency_repairs(s, Area::planet);
      for (int s = 0; s < 2; ++s)
        for (auto i = 2 * std::ranges::count_if(at(s).pieces,
                                                [](const Piece& p) {
                                                  return p.text == fx("ral_nel_mech") &&
                                                         p.where == Where::planet;
                                                });
             i > 0 && at(s).uses(fx("ral_nel_mech")) > 0; --i) {
          --at(s).uses(fx("ral_nel_mech"));
          place(s, UnitType::infantry, 1, Where::planet);
        }
    }
  }
  bool shield_off() const {
    if (scar() || at(0).has(fx("ac_disable"))) return true;
    return std::ranges::any_of(at(0).pieces, [](const Piece& p) {
      return p.where == Where::space &&
             (p.type == UnitType::war_sun || p.bears(fx("letnev_flagship")));
    });
  }

  void invade() {
    const bool troops = std::ranges::any_of(
        at(0).pieces, [](const Piece& p) { return p.where == Where::space && p.ground; });
    const bool matriarch = at(0).text_in_space(fx("naalu_flagship"));
    dead = {};
    bombard();
    dead = {};
    if (!troops && !(matriarch && number(0, UnitType::fighter, Where::space) > 0)) return;
    if (at(1).spend(fx("ac_parley"))) return;
    for (Piece& p : at(0).pieces) {
      if (p.where != Where::space) continue;
      if (p.ground) p.where = Where::planet;
      if (p.fighter() && matriarch) {
        p.where = Where::planet;
        p.joined = true;
      }
    }
    if (at(0).has(fx("commander_ghom_sekkus")))
      place(0, at(0).choice(fx("commander_ghom_sekkus")).target.value_or(UnitType::infantry),
            at(0).choice(fx("commander_ghom_sekkus")).uses.value_or(1), Where::planet);
    cannon_defense();
    fight_on_the_ground();
    for (Piece& p : at(0).pieces)
      if (p.fighter() && p.where == Where::planet) {
        p.where = Where::space;
        p.joined = false;
      }
    if (at(0).has_troops() && !at(1).has_troops())
      std::erase_if(at(1).pieces,
                    [](const Piece& p) { return p.where == Where::planet && p.structure; });
  }

  // --- before the battle ---

  Where home_of(int s, bool troops) const {
    if (!troops) return Where::space;
    return kind == Kind::ground || (kind != Kind::space && s == 1) ? Where::planet : Where::space;
  }
  void add(int s, int id, UnitType type, int count) {
    if (!at(s).has(id)) return;
    const Choice& choice = at(s).choice(id);
    const UnitType what = choice.target.value_or(type);
    const bool troops = what == UnitType::infantry || what == UnitType::mech;
    place(s, what, choice.uses.value_or(count), home_of(s, troops));
  }
  void take(int s, UnitType type, int count) {
    for (int i = 0; i < count; ++i) {
      const auto who = next_to_lose(s, [&](const Piece& p) { return p.type == type; });
      if (who) at(s).pieces.erase(at(s).pieces.begin() + static_cast<std::ptrdiff_t>(*who));
    }
  }
  int planet_infantry(int s) const { return number(s, UnitType::infantry, Where::planet); }

  void before_the_battle() {
    for (int s = 0; s < 2; ++s) {
      add(s, fx("ac_frontline_deployment"), UnitType::infantry, 3);
      add(s, fx("ac_war_effort"), UnitType::cruiser, 1);
      add(s, fx("ac_ghost_ship"), UnitType::destroyer, 1);
      add(s, fx("ac_fighter_conscription"), UnitType::fighter, 1);
      add(s, fx("ac_rise_of_a_messiah"), UnitType::infantry, 1);
      add(s, fx("ac_rescue"), UnitType::dreadnought, 1);
      add(s, fx("ac_decoy_operation"), UnitType::infantry, 2);
      add(s, fx("ac_ghost_squad"), UnitType::infantry, 1);
      add(s, fx("planet_imperial_arms_vault"), UnitType::mech, 1);
      add(s, fx("planet_mirage_flight_academy"), UnitType::fighter, 2);
      add(s, fx("planet_the_atrament"), UnitType::infantry, 2);
      add(s, fx("exploration_mercenary_outfit"), UnitType::infantry, 1);
      add(s, fx("exploration_local_fabricators"), UnitType::mech, 1);
      if (at(s).has(fx("ac_refit_troops")))
        for (int i = 0; i < at(s).choice(fx("ac_refit_troops")).uses.value_or(2); ++i)
          become(s, UnitType::infantry, UnitType::mech);
      if (at(s).has(fx("agent_i48s"))) become(s, UnitType::infantry, UnitType::mech);
      if (at(s).has(fx("ac_upgrade"))) become(s, UnitType::cruiser, UnitType::dreadnought);
      if (at(s).has(fx("ac_lucky_shot"))) {
        const auto wanted = at(s).choice(fx("ac_lucky_shot")).target;
        for (const UnitType type : {UnitType::dreadnought, UnitType::cruiser, UnitType::destroyer})
          if ((!wanted || *wanted == type) && number(1 - s, type, Where::space) > 0) {
            // an undamaged one, if there is any
            Pieces& theirs = at(1 - s).pieces;
            auto who = std::ranges::find_if(
                theirs, [&](const Piece& p) { return p.type == type && !p.damaged; });
            if (who == theirs.end())
              who = std::ranges::find_if(theirs, [&](const Piece& p) { return p.type == type; });
            theirs.erase(who);
            break;
          }
      }
      if (at(s).has(fx("ac_unstable_planet")))
        take(1 - s, UnitType::infantry, at(s).choice(fx("ac_unstable_planet")).uses.value_or(3));
      if (at(s).has(fx("ac_cripple_defenses")))
        take(1 - s, UnitType::pds, at(s).choice(fx("ac_cripple_defenses")).uses.value_or(99));
      if (at(s).has(fx("ac_reactor_meltdown"))) take(1 - s, UnitType::space_dock, 1);
      if (at(s).has(fx("ac_plague"))) {
        int died = 0;
        for (int i = planet_infantry(1 - s); i > 0; --i)
          if (d10() >= 6) ++died;
        take(1 - s, UnitType::infantry, died);
      }
      if (at(s).has(fx("agent_ggrocuto_rinn"))) take(1 - s, UnitType::infantry, 1);
      if (at(s).has(fx("tech_x89_bacterial_weapon"))) take(1 - s, UnitType::infantry, 99);
      if (at(s).has(fx("tech_neural_parasite_obsidian")))
        take(1 - s, UnitType::infantry,
             at(s).choice(fx("tech_neural_parasite_obsidian")).uses.value_or(1));
      if (at(s).has(fx("hero_gurno_aggero"))) {
        take(1 - s, UnitType::infantry, 99);
        take(1 - s, UnitType::fighter, 99);
      }
      if (at(s).has(fx("tech_nanomachines")))
        for (Piece& p : at(s).pieces) p.damaged = false;
      if (at(s).has(fx("tech_magen_defense_grid_omega2"))) {
        const auto structures = std::ranges::count_if(at(s).pieces, &Piece::structure);
        place(s, UnitType::infantry, static_cast<int>(structures), Where::planet);
      }
    }
  }
  void become(int s, UnitType from, UnitType to) {
    for (Piece& p : at(s).pieces)
      if (p.type == from) {
        const Where where = p.where;
        p = fresh(s, to);
        p.where = where;
        return;
      }
  }
};

Outcome who_stands(bool attacker, bool defender) {
  if (attacker && !defender) return Outcome::attacker_win;
  return defender ? Outcome::defender_win : Outcome::draw;
}

Kind read_kind(const std::string& word) {
  if (word.empty() || word == "space") return Kind::space;
  if (word == "ground") return Kind::ground;
  if (word == "invasion") return Kind::invasion;
  if (word == "conquest") return Kind::conquest;
  throw std::invalid_argument("effects roller: unknown battle " + word);
}

UnitType read_type(std::string_view word) {
  const auto type = ti4::unit_type(word);
  if (!type) throw std::invalid_argument("effects roller: unknown unit " + std::string(word));
  return *type;
}

Choice read_choice(const EffectChoice& effect) {
  Choice choice;
  choice.held = true;
  choice.round = effect.round.value_or(effect.id == "ac_skilled_retreat" ? 2 : 1);
  choice.uses = effect.uses;
  if (effect.target) choice.target = read_type(*effect.target);
  choice.at_least = effect.at_least;
  return choice;
}

/// What a faction brings by itself: abilities that cost nothing, and the texts of its units.
void own_by_itself(Cards& cards) {
  constexpr std::pair<std::string_view, int> kFree[] = {
      {"jolnar", fx("ability_fragile")},        {"sardakk", fx("ability_unrelenting")},
      {"argent", fx("ability_raid_formation")}, {"mentak", fx("ability_ambush")},
      {"l1z1x", fx("ability_harrow")},
  };
  for (const auto& [faction, id] : kFree)
    if (cards.faction == faction) cards.choice[static_cast<std::size_t>(id)].held = true;
  for (int i = 0; i < kIds; ++i)
    if (const ti4::Unit* unit = ti4::find_unit(kKnown[i]); unit && unit->faction == cards.faction)
      cards.choice[static_cast<std::size_t>(i)].held = true;
}

/// How many uses a player starts with where none are given: one, but nothing that costs goods.
int default_uses(int id) {
  constexpr int kPaid[] = {fx("hacan_flagship"), fx("letnev_mech"), fx("sardakk_dreadnought_2"),
                           fx("ral_nel_mech")};
  return std::ranges::find(kPaid, id) != std::end(kPaid) ? 0 : 1;
}

}  // namespace

std::span<const std::string_view> known_effects() { return kKnown; }

struct EffectsBoard::Table {
  std::array<Cards, 2> cards;
  std::array<Choice, kIds> system{};
  std::array<std::vector<std::string>, 2> upgrades;
  Fight fight;
};

EffectsBoard::EffectsBoard(const Scenario& scenario) : table_(std::make_unique<Table>()) {
  Table& table = *table_;
  Fight& fight = table.fight;
  fight.kind = read_kind(scenario.battle);
  fight.most_rounds = rounds_asked(scenario);
  for (std::size_t s = 0; s < 2; ++s) fight.side[s].cards = &table.cards[s];
  fight.system = &table.system;
  for (const EffectChoice& effect : scenario.system_effects) {
    const int id = find_id(effect.id);
    if (id < 0) throw std::invalid_argument("effects roller: unknown effect " + effect.id);
    table.system[static_cast<std::size_t>(id)] = read_choice(effect);
  }
  for (int s = 0; s < 2; ++s) {
    const auto u = static_cast<std::size_t>(s);
    const SideSpec& spec = scenario.sides[u];
    Cards& cards = table.cards[u];
    Player& player = fight.side[u];
    cards.faction = spec.faction;
    own_by_itself(cards);
    for (const EffectChoice& effect : spec.effects) {
      const int id = find_id(effect.id);
      if (id < 0) throw std::invalid_argument("effects roller: unknown effect " + effect.id);
      cards.choice[static_cast<std::size_t>(id)] = read_choice(effect);
      if (id == fx("ability_galvanize")) cards.tokens.push_back(read_choice(effect));
    }
    for (const std::string& word : spec.without) {
      const int id = find_id(word);
      if (id < 0) throw std::invalid_argument("effects roller: unknown effect " + word);
      cards.choice[static_cast<std::size_t>(id)].held = false;
    }
    for (int id = 0; id < kIds; ++id)
      player.left[static_cast<std::size_t>(id)] = static_cast<std::int8_t>(
          cards.choice[static_cast<std::size_t>(id)].uses.value_or(default_uses(id)));
    if (spec.policy.text("sustain") == "last") cards.sustain = Sustain::last;
    if (spec.policy.text("sustain") == "never") cards.sustain = Sustain::never;
    if (const bool* flag = spec.policy.get<bool>("sustain_space_cannon"))
      cards.sustains_cannons = *flag;
    if (const bool* flag = spec.policy.get<bool>("sustain_bombardment"))
      cards.sustains_bombardment = *flag;
    cards.ability_order = spec.policy.names("ability_order");
    if (const auto* retreat = spec.policy.get<RetreatTiming>("retreat"))
      cards.retreat_round = retreat->round;

    constexpr UnitType kOrder[] = {UnitType::fighter,     UnitType::infantry,  UnitType::destroyer,
                                   UnitType::cruiser,     UnitType::mech,      UnitType::carrier,
                                   UnitType::dreadnought, UnitType::flagship,  UnitType::war_sun,
                                   UnitType::pds,         UnitType::space_dock};
    int rank = 100;
    for (const UnitType type : kOrder) cards.loss_rank[static_cast<std::size_t>(type)] = rank++;
    rank = 0;
    for (const std::string& word : spec.policy.names("losses"))
      cards.loss_rank[static_cast<std::size_t>(read_type(word))] = rank++;

    table.upgrades[u] = spec.upgrades;
    fight.upgrades[u] = &table.upgrades[u];
    for (const UnitCount& entry : spec.units) {
      const UnitType type = read_type(entry.type);
      for (int i = 0; i < entry.count; ++i) {
        Piece piece = fight.fresh(s, type);
        if (piece.structure)
          piece.where = Where::planet;
        else
          piece.where = fight.home_of(s, piece.ground);
        player.pieces.push_back(piece);
      }
    }
    for (const UnitCount& entry : spec.damaged) {
      int left = entry.count;
      for (Piece& piece : player.pieces)
        if (left > 0 && piece.type == read_type(entry.type)) {
          piece.damaged = true;
          --left;
        }
    }
    for (const Choice& choice : cards.tokens)
      for (int left = choice.uses.value_or(1); left > 0; --left) {
        const auto who = fight.dearest(s, [&](const Piece& p) {
          return !p.token && (choice.target ? p.type == *choice.target : p.combat.dice > 0);
        });
        if (who) player.pieces[*who].token = true;
      }
  }
  for (int s = 0; s < 2; ++s) {
    const bool* flag =
        scenario.sides[static_cast<std::size_t>(s)].policy.get<bool>("protect_capacity");
    table.cards[static_cast<std::size_t>(s)].keeps_room =
        flag ? *flag
             : fight.kind == Kind::conquest && s == 0 &&
                   std::ranges::any_of(fight.at(s).pieces,
                                       [](const Piece& p) { return p.ground && !p.structure; });
  }
  for (Player& player : fight.side)
    player.brought_fighters = std::ranges::any_of(player.pieces, &Piece::fighter);
  // laws strip mechs only when both sides are known
  for (Player& player : fight.side)
    for (Piece& piece : player.pieces) fight.strip(piece);
  // in a space battle the defender's troops are at home, but for those that fight in space
  if (fight.kind != Kind::space || fight.at(1).text_in_space(fx("nekro_flagship"))) return;
  for (Piece& piece : fight.at(1).pieces)
    if (piece.ground && !piece.structure && piece.text != fx("naaz_rokha_mech") &&
        piece.text != fx("nomad_mech"))
      piece.where = Where::planet;
}
EffectsBoard::~EffectsBoard() = default;
EffectsBoard::EffectsBoard(EffectsBoard&&) noexcept = default;
EffectsBoard& EffectsBoard::operator=(EffectsBoard&&) noexcept = default;

PlayedEffects EffectsBoard::play(boost::random::mt19937& dice) const {
  Fight fight = table_->fight;
  fight.generator = &dice;
  fight.before_the_battle();
  PlayedEffects played;
  const auto holder = [&] {
    if (fight.looked_at) return Outcome::undecided;
    return who_stands(fight.at(0).has_troops(), fight.at(1).has_troops());
  };
  using End = Fight::SpaceEnd;
  switch (fight.kind) {
    case Kind::space:
      switch (fight.fight_in_space()) {
        case End::attacker_holds:
          played.outcome = Outcome::attacker_win;
          break;
        case End::defender_holds:
          played.outcome = Outcome::defender_win;
          break;
        case End::goes_on:
          played.outcome = Outcome::undecided;
          break;
        case End::nobody:
        case End::truce:
          played.outcome = Outcome::draw;
          break;
        case End::attacker_left:
          played.outcome = Outcome::attacker_retreats;
          break;
        case End::defender_left:
          played.outcome = Outcome::defender_retreats;
          break;
      }
      break;
    case Kind::ground:
      fight.fight_on_the_ground();
      played.outcome = holder();
      break;
    case Kind::invasion:
      fight.invade();
      played.outcome = holder();
      break;
    case Kind::conquest: {
      const End end = fight.fight_in_space();
      if (end == End::goes_on) {
        played.outcome = Outcome::undecided;
        break;
      }
      if (end == End::attacker_left) {
        played.outcome = Outcome::attacker_retreats;
        break;
      }
      if (end == End::attacker_holds || end == End::defender_left ||
          (end == End::truce && fight.skilled == 1))
        fight.invade();
      played.outcome = holder();
      break;
    }
  }
  for (std::size_t s = 0; s < 2; ++s)
    for (const Piece& p : fight.side[s].pieces) {
      ++played.left[s][static_cast<std::size_t>(p.type)];
      if (p.damaged) ++played.damaged[s][static_cast<std::size_t>(p.type)];
    }
  return played;
}

}  // namespace broadside::naive
