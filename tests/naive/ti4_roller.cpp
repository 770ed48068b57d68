#include "tests/naive/ti4_roller.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include <boost/random/uniform_int_distribution.hpp>

namespace broadside::naive {
namespace {

using Generator = boost::random::mt19937;

// -------------------------------------------------------------------------------------------------
// Printed numbers, copied from tests/data/ti4/units.json (not from core/systems/ti4, so that a slip
// there is noticed).

struct Roll {
  int hit_on = 11;
  int dice = 0;
};

struct Printed {
  Type type;
  int level;
  Roll combat, barrage, bombardment, space_cannon;
  int capacity = 0;
  bool has_move = false;
  bool sustains = false;
  bool direct_hit_can_touch = false;  // only ships; not dreadnought II
  bool planetary_shield = false;
};

constexpr Roll kNone{};
constexpr Printed kPrinted[] = {
    // type, level, combat, barrage, bombardment, space cannon, capacity, move, sustain, direct hit,
    // shield
    {Type::fighter, 1, {9, 1}, kNone, kNone, kNone, 0, false, false, true, false},
    {Type::fighter, 2, {8, 1}, kNone, kNone, kNone, 0, true, false, true, false},
    {Type::destroyer, 1, {9, 1}, {9, 2}, kNone, kNone, 0, true, false, true, false},
    {Type::destroyer, 2, {8, 1}, {6, 3}, kNone, kNone, 0, true, false, true, false},
    {Type::cruiser, 1, {7, 1}, kNone, kNone, kNone, 0, true, false, true, false},
    {Type::cruiser, 2, {6, 1}, kNone, kNone, kNone, 1, true, false, true, false},
    {Type::carrier, 1, {9, 1}, kNone, kNone, kNone, 4, true, false, true, false},
    {Type::carrier, 2, {9, 1}, kNone, kNone, kNone, 6, true, false, true, false},
    {Type::dreadnought, 1, {5, 1}, kNone, {5, 1}, kNone, 1, true, true, true, false},
    {Type::dreadnought, 2, {5, 1}, kNone, {5, 1}, kNone, 1, true, true, false, false},
    {Type::war_sun, 1, {3, 3}, kNone, {3, 3}, kNone, 6, true, true, true, false},
    {Type::infantry, 1, {8, 1}, kNone, kNone, kNone, 0, false, false, false, false},
    {Type::infantry, 2, {7, 1}, kNone, kNone, kNone, 0, false, false, false, false},
    {Type::mech, 1, {6, 1}, kNone, kNone, kNone, 0, false, true, false, false},
    {Type::pds, 1, kNone, kNone, kNone, {6, 1}, 0, false, false, false, true},
    {Type::pds, 2, kNone, kNone, kNone, {5, 1}, 0, false, false, false, true},
    {Type::space_dock, 1, kNone, kNone, kNone, kNone, 0, false, false, false, false},
    {Type::space_dock, 2, kNone, kNone, kNone, kNone, 0, false, false, false, false},
};
constexpr int kFightersPerDock = 3;

constexpr std::string_view kNames[kTypes] = {"fighter",     "destroyer", "cruiser",  "carrier",
                                             "dreadnought", "war_sun",   "infantry", "mech",
                                             "pds",         "space_dock"};

constexpr std::size_t at(Type type) { return static_cast<std::size_t>(type); }

// -------------------------------------------------------------------------------------------------
// Pieces and players

struct Piece {
  const Printed* printed;
  bool damaged = false;

  Type type() const { return printed->type; }
  bool is_ground_force() const { return type() == Type::infantry || type() == Type::mech; }
  bool is_structure() const { return type() == Type::pds || type() == Type::space_dock; }
  bool is_ship() const { return !is_ground_force() && !is_structure(); }
  bool is_fighter() const { return type() == Type::fighter; }
  bool needs_transport() const { return !is_structure() && !printed->has_move; }
};
using Pieces = std::vector<Piece>;

enum class Sustain { first, last, never };

struct Player {
  Pieces space;                         // ships, and what they carry
  Pieces planet;                        // ground forces on the planet that is fought for
  Pieces structures;                    // PDS and space docks in the system
  Pieces away;                          // retreated
  std::array<int, kTypes> loss_rank{};  // smallest is lost first
  Sustain sustain = Sustain::first;
  std::optional<int> retreat_round;
  bool keeps_room = false;  // rather loses another ship than the room of its troops
};

bool has_ships(const Player& player) { return std::ranges::any_of(player.space, &Piece::is_ship); }

// -------------------------------------------------------------------------------------------------
// Dice

/// RULES ti4 0: ten sides, a die hits when it shows the value or more.
int roll(Roll what, Generator& generator) {
  boost::random::uniform_int_distribution<int> ten_sided_die(1, 10);
  int hits = 0;
  for (int die = 0; die < what.dice; ++die)
    if (ten_sided_die(generator) >= what.hit_on) ++hits;
  return hits;
}

int roll_all(const Pieces& pieces, Roll Printed::*ability, Generator& generator) {
  int hits = 0;
  for (const Piece& piece : pieces) hits += roll(piece.printed->*ability, generator);
  return hits;
}

/// Only ships fight in space; what they carry does not (RULES ti4 3.4).
int roll_ships(const Pieces& pieces, Roll Printed::*ability, Generator& generator) {
  int hits = 0;
  for (const Piece& piece : pieces)
    if (piece.is_ship()) hits += roll(piece.printed->*ability, generator);
  return hits;
}

// -------------------------------------------------------------------------------------------------
// Hits

using MayBeHit = bool (Piece::*)() const;

/// Would the troops aboard still find room without this ship?
bool leaves_room(const Pieces& pieces, const Piece& lost) {
  int room = -lost.printed->capacity, troops = 0;
  for (const Piece& piece : pieces) {
    room += piece.printed->capacity;
    troops += piece.is_ground_force() ? 1 : 0;
  }
  return lost.printed->capacity == 0 || room >= troops;
}

/// The piece that its owner gives up next: his order of types, a damaged one first.
Pieces::iterator next_to_lose(Pieces& pieces, MayBeHit may_be_hit, const Player& owner,
                              bool only_without_sustain, bool only_leaving_room,
                              std::optional<int> only_with_room = {}) {
  auto next = pieces.end();
  for (auto piece = pieces.begin(); piece != pieces.end(); ++piece) {
    if (!((*piece).*may_be_hit)() || (only_without_sustain && piece->printed->sustains)) continue;
    if (only_leaving_room && !leaves_room(pieces, *piece)) continue;
    if (only_with_room && piece->printed->capacity != *only_with_room) continue;
    if (next == pieces.end()) {
      next = piece;
      continue;
    }
    const int rank = owner.loss_rank[at(piece->type())];
    const int best = owner.loss_rank[at(next->type())];
    if (rank < best || (rank == best && piece->damaged && !next->damaged)) next = piece;
  }
  return next;
}

std::optional<int> least_room(const Pieces& pieces, MayBeHit may_be_hit) {
  std::optional<int> least;
  for (const Piece& piece : pieces)
    if ((piece.*may_be_hit)() && (!least || piece.printed->capacity < *least))
      least = piece.printed->capacity;
  return least;
}

/// The undamaged piece, first in the order of losses, that could cancel a hit.
Pieces::iterator next_to_sustain(Pieces& pieces, MayBeHit may_be_hit, const Player& owner,
                                 bool only_safe_from_direct_hit) {
  auto next = pieces.end();
  for (auto piece = pieces.begin(); piece != pieces.end(); ++piece) {
    if (!((*piece).*may_be_hit)() || !piece->printed->sustains || piece->damaged) continue;
    if (only_safe_from_direct_hit && piece->printed->direct_hit_can_touch) continue;
    if (next == pieces.end() ||
        owner.loss_rank[at(piece->type())] < owner.loss_rank[at(next->type())])
      next = piece;
  }
  return next;
}

/// RULES ti4 3.5: sustain damage, then losses; hits beyond the last piece are lost. `last`: pieces
/// without the ability are there to be lost first, so only hits beyond them are sustained; those
/// that Direct Hit cannot touch sustain anyway.
void assign_hits(Pieces& pieces, MayBeHit may_be_hit, int hits, const Player& owner) {
  const auto sustain = [&](bool only_safe_from_direct_hit, int beyond) {
    while (hits > beyond) {
      const auto piece = next_to_sustain(pieces, may_be_hit, owner, only_safe_from_direct_hit);
      if (piece == pieces.end()) break;
      piece->damaged = true;
      --hits;
    }
  };
  const bool last = owner.sustain == Sustain::last;
  const bool keeps_room = owner.keeps_room;
  const auto lost_before_sustaining = [&] {
    Pieces left = pieces;
    for (int lost = 0;; ++lost) {
      const auto piece = next_to_lose(left, may_be_hit, owner, true, keeps_room);
      if (piece == left.end()) return lost;
      left.erase(piece);
    }
  };
  if (owner.sustain != Sustain::never) sustain(last, 0);
  if (last) sustain(false, lost_before_sustaining());
  while (hits > 0) {
    auto piece = last ? next_to_lose(pieces, may_be_hit, owner, true, keeps_room) : pieces.end();
    if (piece == pieces.end() && keeps_room)
      piece = next_to_lose(pieces, may_be_hit, owner, false, true);
    // of ships that the troops need, one with the least room (RULES ti4 9.6)
    if (piece == pieces.end())
      piece = next_to_lose(pieces, may_be_hit, owner, false, false,
                           keeps_room ? least_room(pieces, may_be_hit) : std::nullopt);
    if (piece == pieces.end()) break;
    pieces.erase(piece);
    --hits;
  }
}

// -------------------------------------------------------------------------------------------------
// Capacity

int capacity(const Player& player) {
  int sum = 0;
  for (const Piece& piece : player.space) sum += piece.printed->capacity;
  return sum;
}

int fighters_a_dock_shelters(const Player& player) {
  int sum = 0;
  for (const Piece& piece : player.structures)
    if (piece.type() == Type::space_dock) sum += kFightersPerDock;
  return sum;
}

/// What needs room in ships: fighters I beyond those sheltered, and ground forces in space.
int load(const Player& player, int sheltered) {
  int fighters = 0, ground_forces = 0;
  for (const Piece& piece : player.space) {
    if (!piece.needs_transport()) continue;
    if (piece.is_fighter())
      ++fighters;
    else
      ++ground_forces;
  }
  return std::max(0, fighters - sheltered) + ground_forces;
}

void remove_one(Pieces& pieces, Type type) {
  auto choice = pieces.end();
  for (auto piece = pieces.begin(); piece != pieces.end(); ++piece)
    if (piece->type() == type && (choice == pieces.end() || (piece->damaged && !choice->damaged)))
      choice = piece;
  pieces.erase(choice);
}

int count(const Pieces& pieces, Type type) {
  return static_cast<int>(std::ranges::count(pieces, type, &Piece::type));
}

/// Fighters first, then infantry, then mechs, until what is left has room. A sheltered fighter
/// takes none.
void remove_excess(Player& player, int limit, int sheltered) {
  const bool fighters_need_room = std::ranges::any_of(
      player.space, [](const Piece& p) { return p.is_fighter() && p.needs_transport(); });
  while (load(player, sheltered) > limit) {
    if (fighters_need_room && count(player.space, Type::fighter) > sheltered)
      remove_one(player.space, Type::fighter);
    else if (count(player.space, Type::infantry) > 0)
      remove_one(player.space, Type::infantry);
    else
      remove_one(player.space, Type::mech);
  }
}

/// After the fighting: without a ship nothing stays in space; with ships, only what they can carry.
void settle_in_space(Player& player) {
  if (!has_ships(player)) player.space.clear();
  remove_excess(player, capacity(player), fighters_a_dock_shelters(player));
  if (!has_ships(player)) player.space.clear();
}

// -------------------------------------------------------------------------------------------------
// Space

/// RULES ti4 2: one player's space cannon at the ships of the other; cargo of lost ships goes with
/// them at once.
void space_cannon_offense(const Player& shooter, Player& target, Generator& generator) {
  const int sheltered = fighters_a_dock_shelters(target);
  const int too_much_from_the_start = std::max(0, load(target, sheltered) - capacity(target));
  const int hits = roll_all(shooter.structures, &Printed::space_cannon, generator);
  assign_hits(target.space, &Piece::is_ship, hits, target);
  remove_excess(target, capacity(target) + too_much_from_the_start, sheltered);
}

/// RULES ti4 3.2: hits destroy fighters, and nothing else; no sustain damage.
void destroy_fighters(Pieces& pieces, int hits) {
  for (; hits > 0 && count(pieces, Type::fighter) > 0; --hits) remove_one(pieces, Type::fighter);
}

/// RULES ti4 3.6: everything that can move leaves with what it can carry (a dock shelters nobody on
/// the way); the rest is removed. Among the standard ships only fighters I have no move value.
/// False = no ship left (RULES ti4 8.2: the enemy wins).
bool retreat(Player& player) {
  remove_excess(player, capacity(player), 0);
  if (!has_ships(player)) {
    player.space.clear();
    return false;
  }
  player.away = std::move(player.space);
  player.space.clear();
  return true;
}

enum class SpaceEnd {
  attacker_holds,
  defender_holds,
  nobody,
  attacker_left,
  defender_left,
  goes_on,  // looked at in mid-combat (RULES ti4 1.12)
};

/// RULES ti4 2 and 3.
SpaceEnd fight_in_space(Player& attacker, Player& defender, int most, int& rounds,
                        Generator& generator) {
  space_cannon_offense(attacker, defender, generator);
  space_cannon_offense(defender, attacker, generator);

  std::optional<SpaceEnd> left;
  for (int round = 1; has_ships(attacker) && has_ships(defender); ++round) {
    if (most > 0 && round > most) return SpaceEnd::goes_on;
    if (round == 1) {
      const int by_attacker = roll_ships(attacker.space, &Printed::barrage, generator);
      const int by_defender = roll_ships(defender.space, &Printed::barrage, generator);
      destroy_fighters(defender.space, by_attacker);
      destroy_fighters(attacker.space, by_defender);
      if (!has_ships(attacker) || !has_ships(defender)) break;
    }

    const bool defender_announces = defender.retreat_round && *defender.retreat_round <= round;
    const bool attacker_announces =
        attacker.retreat_round && *attacker.retreat_round <= round && !defender_announces;

    ++rounds;
    const int by_attacker = roll_ships(attacker.space, &Printed::combat, generator);
    const int by_defender = roll_ships(defender.space, &Printed::combat, generator);
    assign_hits(attacker.space, &Piece::is_ship, by_defender, attacker);
    assign_hits(defender.space, &Piece::is_ship, by_attacker, defender);

    if (!has_ships(attacker) || !has_ships(defender)) break;  // an announced retreat is called off
    if (defender_announces) {
      if (retreat(defender)) left = SpaceEnd::defender_left;
      break;
    }
    if (attacker_announces) {
      if (retreat(attacker)) left = SpaceEnd::attacker_left;
      break;
    }
  }

  // The winner is known before capacity is checked: fighters alone can win and then go.
  const bool attacker_stands = has_ships(attacker), defender_stands = has_ships(defender);
  settle_in_space(attacker);
  settle_in_space(defender);
  if (left) return *left;
  if (attacker_stands) return SpaceEnd::attacker_holds;
  return defender_stands ? SpaceEnd::defender_holds : SpaceEnd::nobody;
}

// -------------------------------------------------------------------------------------------------
// Ground

/// RULES ti4 4.4.
void fight_on_the_ground(Player& attacker, Player& defender, int most, int& rounds,
                         Generator& generator) {
  while (!attacker.planet.empty() && !defender.planet.empty() && (most == 0 || rounds < most)) {
    ++rounds;
    const int by_attacker = roll_all(attacker.planet, &Printed::combat, generator);
    const int by_defender = roll_all(defender.planet, &Printed::combat, generator);
    assign_hits(attacker.planet, &Piece::is_ground_force, by_defender, attacker);
    assign_hits(defender.planet, &Piece::is_ground_force, by_attacker, defender);
  }
}

/// RULES ti4 4. The attacker's ground forces are still in space.
void invade(Player& attacker, Player& defender, int most, int& rounds, Generator& generator) {
  // RULES ti4 4.1: bombardment
  const bool shielded = std::ranges::any_of(
      defender.structures, [](const Piece& p) { return p.printed->planetary_shield; });
  const bool war_sun = count(attacker.space, Type::war_sun) > 0;
  if (!shielded || war_sun) {
    const int hits = roll_ships(attacker.space, &Printed::bombardment, generator);
    assign_hits(defender.planet, &Piece::is_ground_force, hits, defender);
  }

  // RULES ti4 4.2: everybody lands; where nobody does nothing else happens
  if (std::ranges::none_of(attacker.space, &Piece::is_ground_force)) return;
  for (const Piece& piece : attacker.space)
    if (piece.is_ground_force()) attacker.planet.push_back(piece);
  std::erase_if(attacker.space, [](const Piece& piece) { return piece.is_ground_force(); });

  // RULES ti4 4.3: space cannon defense
  const int hits = roll_all(defender.structures, &Printed::space_cannon, generator);
  assign_hits(attacker.planet, &Piece::is_ground_force, hits, attacker);

  fight_on_the_ground(attacker, defender, most, rounds, generator);

  // RULES ti4 4.5: control
  if (!attacker.planet.empty() && defender.planet.empty()) defender.structures.clear();
}

// -------------------------------------------------------------------------------------------------
// Several planets

struct Site {
  Pieces garrison, structures;  // the defender's
  Pieces landed;                // the attacker's
  Counts wants_troops{}, wants_bombers{};
};

/// Pieces of a type that are still unassigned, an undamaged one first.
Pieces::iterator next_of(Pieces& pieces, Type type) {
  auto next = pieces.end();
  for (auto piece = pieces.begin(); piece != pieces.end(); ++piece)
    if (piece->type() == type && (next == pieces.end() || (next->damaged && !piece->damaged)))
      next = piece;
  return next;
}

/// Takes what a site wants out of the pile, as far as there is any.
Pieces take(Pieces& pile, const Counts& wants) {
  Pieces taken;
  for (std::size_t type = 0; type < kTypes; ++type)
    for (int n = 0; n < wants[type]; ++n) {
      const auto piece = next_of(pile, static_cast<Type>(type));
      if (piece == pile.end()) break;
      taken.push_back(*piece);
      pile.erase(piece);
    }
  return taken;
}

/// RULES ti4 4.4.1: all targets are named, then all planets are bombarded; all troops land, then all
/// structures fire; then planet after planet is fought for.
void invade_all(Player& attacker, Player& defender, std::vector<Site>& sites, int& rounds,
                Generator& generator) {
  const bool war_sun = count(attacker.space, Type::war_sun) > 0;
  Pieces unassigned = attacker.space;
  std::vector<Pieces> bombers;
  for (const Site& site : sites) bombers.push_back(take(unassigned, site.wants_bombers));
  for (std::size_t s = 0; s < sites.size(); ++s) {
    const bool shielded = std::ranges::any_of(
        sites[s].structures, [](const Piece& p) { return p.printed->planetary_shield; });
    if (shielded && !war_sun) continue;
    const int hits = roll_ships(bombers[s], &Printed::bombardment, generator);
    assign_hits(sites[s].garrison, &Piece::is_ground_force, hits, defender);
  }
  for (Site& site : sites) site.landed = take(attacker.space, site.wants_troops);
  for (Site& site : sites) {
    const int hits = roll_all(site.structures, &Printed::space_cannon, generator);
    assign_hits(site.landed, &Piece::is_ground_force, hits, attacker);
  }
  for (Site& site : sites) {
    std::swap(attacker.planet, site.landed);
    std::swap(defender.planet, site.garrison);
    fight_on_the_ground(attacker, defender, 0, rounds, generator);
    std::swap(attacker.planet, site.landed);
    std::swap(defender.planet, site.garrison);
    if (!site.landed.empty()) site.structures.clear();
  }
}

/// Every planet, or none and nobody left on any.
Outcome who_holds(const std::vector<Site>& sites) {
  const auto taken = std::ranges::count_if(sites, [](const Site& s) { return !s.landed.empty(); });
  if (taken == static_cast<std::ptrdiff_t>(sites.size())) return Outcome::attacker_win;
  const bool defended =
      std::ranges::any_of(sites, [](const Site& s) { return !s.garrison.empty(); });
  return taken == 0 && !defended ? Outcome::draw : Outcome::defender_win;
}

Outcome who_stands(bool attacker, bool defender) {
  if (attacker && !defender) return Outcome::attacker_win;
  return defender ? Outcome::defender_win : Outcome::draw;
}

// -------------------------------------------------------------------------------------------------
// Setting up

enum class Kind { space, ground, invasion, conquest };

Kind read_kind(const std::string& word) {
  if (word.empty() || word == "space") return Kind::space;
  if (word == "ground") return Kind::ground;
  if (word == "invasion") return Kind::invasion;
  if (word == "conquest") return Kind::conquest;
  throw std::invalid_argument("naive roller: unknown battle " + word);
}

Type read_type(const std::string& word) {
  const auto found = std::ranges::find(kNames, std::string_view(word));
  if (found == std::end(kNames)) throw std::invalid_argument("naive roller: unknown unit " + word);
  return static_cast<Type>(found - std::begin(kNames));
}

const Printed& printed(Type type, int level) {
  for (const Printed& unit : kPrinted)
    if (unit.type == type && unit.level == level) return unit;
  throw std::invalid_argument("naive roller: no such level of " + std::string(name(type)));
}

Sustain read_sustain(const std::string& word) {
  if (word.empty() || word == "auto" || word == "first") return Sustain::first;
  if (word == "last") return Sustain::last;
  if (word == "never") return Sustain::never;
  throw std::invalid_argument("naive roller: unknown sustain policy " + word);
}

Player set_up(const SideSpec& spec, Kind kind, Side side) {
  if (!spec.faction.empty() || !spec.effects.empty() || !spec.without.empty())
    throw std::invalid_argument("naive roller: standard units only");
  Player player;
  player.sustain = read_sustain(spec.policy.text("sustain"));
  // a conquest with troops aboard keeps their room unless told otherwise
  const bool troops = std::ranges::any_of(spec.units, [](const UnitCount& entry) {
    return entry.count > 0 && (entry.type == "infantry" || entry.type == "mech");
  });
  const bool* protects = spec.policy.get<bool>("protect_capacity");
  player.keeps_room =
      protects ? *protects : kind == Kind::conquest && side == Side::attacker && troops;
  if (const auto* retreat = spec.policy.get<RetreatTiming>("retreat"))
    player.retreat_round = retreat->round;

  // Types named in the policy come first, in its order; then the others in the default order.
  for (std::size_t type = 0; type < kTypes; ++type)
    player.loss_rank[type] = 100 + static_cast<int>(type);
  int rank = 0;
  for (const std::string& word : spec.policy.names("losses"))
    if (word != "flagship") player.loss_rank[at(read_type(word))] = rank++;

  for (const UnitCount& entry : spec.units) {
    const Type type = read_type(entry.type);
    const bool upgraded = std::ranges::find(spec.upgrades, entry.type) != spec.upgrades.end();
    for (int i = 0; i < entry.count; ++i) {
      const Piece piece{&printed(type, upgraded ? 2 : 1)};
      if (piece.is_structure())
        player.structures.push_back(piece);
      else if (piece.is_ground_force() && (kind == Kind::ground || side == Side::defender))
        player.planet.push_back(piece);
      else
        player.space.push_back(piece);
    }
  }
  for (const UnitCount& entry : spec.damaged) {
    int left = entry.count;
    for (Pieces* area : {&player.space, &player.planet})
      for (Piece& piece : *area)
        if (left > 0 && piece.type() == read_type(entry.type)) {
          piece.damaged = true;
          --left;
        }
    if (left > 0) throw std::invalid_argument("naive roller: more damaged units than units");
  }
  return player;
}

/// The planets of a scenario; none where it has only one.
std::vector<Site> read_sites(const Scenario& scenario) {
  std::vector<Site> sites;
  const Rows* rows = scenario.fields.get<Rows>("planets");
  if (!rows) return sites;
  const auto wanted = [](const Values& row, const char* field) {
    const auto* units = row.get<std::vector<UnitCount>>(field);
    if (!units)
      throw std::invalid_argument("naive roller: a planet must name its " + std::string(field));
    Counts counts{};
    for (const UnitCount& unit : *units) counts[at(read_type(unit.type))] += unit.count;
    return counts;
  };
  for (const Values& row : *rows) {
    Site& site = sites.emplace_back();
    site.wants_troops = wanted(row, "commit");
    site.wants_bombers = wanted(row, "bombard");
    const Rows* defender = row.get<Rows>("defender");
    if (!defender) continue;
    SideSpec there;
    there.upgrades = scenario.side(Side::defender).upgrades;
    if (const auto* units = defender->front().get<std::vector<UnitCount>>("units"))
      there.units = *units;
    if (const auto* units = defender->front().get<std::vector<UnitCount>>("damaged"))
      there.damaged = *units;
    Player garrison = set_up(there, Kind::invasion, Side::defender);
    site.garrison = std::move(garrison.planet);
    site.structures = std::move(garrison.structures);
  }
  return sites;
}

}  // namespace

std::string_view name(Type type) { return kNames[at(type)]; }

struct Board::Table {
  Kind kind;
  int most_rounds;  // of each combat; 0 = all
  Player attacker, defender;
  std::vector<Site> sites;
};

Board::Board(const Scenario& scenario) {
  const Kind kind = read_kind(scenario.battle);
  table_ = std::make_unique<Table>(Table{
      kind, rounds_asked(scenario), set_up(scenario.side(Side::attacker), kind, Side::attacker),
      set_up(scenario.side(Side::defender), kind, Side::defender), read_sites(scenario)});
  // What stands on the planets fires at the ships too.
  for (const Site& site : table_->sites)
    for (const Piece& piece : site.structures) table_->defender.structures.push_back(piece);
}
Board::~Board() = default;
Board::Board(Board&&) noexcept = default;
Board& Board::operator=(Board&&) noexcept = default;

Played Board::play(boost::random::mt19937& dice) const {
  Player attacker = table_->attacker, defender = table_->defender;
  std::vector<Site> sites = table_->sites;
  Played played;
  auto& [space_rounds, ground_rounds] = played.rounds;
  const int most = table_->most_rounds;
  const auto holder_of_the_planet = [&] {
    if (!sites.empty()) return who_holds(sites);
    if (!attacker.planet.empty() && !defender.planet.empty()) return Outcome::undecided;
    return who_stands(!attacker.planet.empty(), !defender.planet.empty());
  };

  switch (table_->kind) {
    case Kind::space:
      switch (fight_in_space(attacker, defender, most, space_rounds, dice)) {
        case SpaceEnd::goes_on:
          played.outcome = Outcome::undecided;
          break;
        case SpaceEnd::attacker_holds:
          played.outcome = Outcome::attacker_win;
          break;
        case SpaceEnd::defender_holds:
          played.outcome = Outcome::defender_win;
          break;
        case SpaceEnd::nobody:
          played.outcome = Outcome::draw;
          break;
        case SpaceEnd::attacker_left:
          played.outcome = Outcome::attacker_retreats;
          break;
        case SpaceEnd::defender_left:
          played.outcome = Outcome::defender_retreats;
          break;
      }
      break;
    case Kind::ground:
      fight_on_the_ground(attacker, defender, most, ground_rounds, dice);
      played.outcome = holder_of_the_planet();
      break;
    case Kind::invasion:
      if (sites.empty())
        invade(attacker, defender, most, ground_rounds, dice);
      else
        invade_all(attacker, defender, sites, ground_rounds, dice);
      played.outcome = holder_of_the_planet();
      break;
    case Kind::conquest: {
      const SpaceEnd end = fight_in_space(attacker, defender, most, space_rounds, dice);
      if (end == SpaceEnd::goes_on) {
        played.outcome = Outcome::undecided;
        break;
      }
      if (end == SpaceEnd::attacker_left) {
        played.outcome = Outcome::attacker_retreats;
        break;
      }
      if (end == SpaceEnd::attacker_holds || end == SpaceEnd::defender_left) {
        if (sites.empty())
          invade(attacker, defender, most, ground_rounds, dice);
        else
          invade_all(attacker, defender, sites, ground_rounds, dice);
      }
      played.outcome = holder_of_the_planet();
      break;
    }
  }

  if (!sites.empty()) defender.structures.clear();  // they stand at their sites
  for (const Site& site : sites) {
    BySide<Counts>& there = played.planets.emplace_back();
    for (const Piece& piece : site.landed) ++there[Side::attacker][at(piece.type())];
    for (const Piece& piece : site.garrison) ++there[Side::defender][at(piece.type())];
    for (const Pieces* area : {&site.garrison, &site.structures})
      for (const Piece& piece : *area) defender.planet.push_back(piece);
    for (const Piece& piece : site.landed) attacker.planet.push_back(piece);
  }
  for (const Side side : kSides) {
    const Player& player = side == Side::attacker ? attacker : defender;
    for (const Pieces* area : {&player.space, &player.planet, &player.structures, &player.away})
      for (const Piece& piece : *area) {
        ++played.left[side][at(piece.type())];
        if (piece.damaged) ++played.damaged[side][at(piece.type())];
      }
  }
  return played;
}

Played play(const Scenario& scenario, boost::random::mt19937& dice) {
  return Board(scenario).play(dice);
}

}  // namespace broadside::naive
