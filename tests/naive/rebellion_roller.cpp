#include "tests/naive/rebellion_roller.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace broadside::naive_rebellion {
namespace {

// -------------------------------------------------------------------------------------------------
// Printed numbers, copied from tests/data/rebellion/units.json (not from core/systems/rebellion, so
// that a slip there is noticed).

constexpr Printed kPrinted[] = {
    {"tie_fighter", true, space, {0, 1, 0}, black, 1, 0, true},
    {"assault_carrier", true, space, {1, 1, 0}, red, 2, 4},
    {"star_destroyer", true, space, {2, 1, 0}, red, 4, 6},
    {"super_star_destroyer", true, space, {3, 2, 0}, red, 6, 8},
    {"death_star", true, space, {4, 0, 0}, red, 0, 8},
    {"death_star_under_construction", true, space, {0, 0, 0}, black, 4},
    {"stormtrooper", true, ground, {0, 1, 0}, black, 1, 0, true},
    {"at_st", true, ground, {1, 1, 0}, red, 2, 0, true},
    {"at_at", true, ground, {2, 1, 0}, red, 3, 0, true},
    {"tie_striker", true, space, {0, 0, 1}, black, 1, 0, true},
    {"interdictor", true, space, {0, 0, 2}, red, 4, 4},
    {"assault_tank", true, ground, {0, 0, 1}, red, 1, 0, true},
    {"shield_bunker", true, ground, {0, 0, 0}, red, 3, 0, false, true},
    {"x_wing", false, space, {0, 1, 0}, black, 1},
    {"y_wing", false, space, {1, 0, 0}, black, 1},
    {"rebel_transport", false, space, {0, 0, 0}, red, 2, 4},
    {"corellian_corvette", false, space, {1, 1, 0}, red, 2, 2},
    {"mon_calamari_cruiser", false, space, {2, 1, 0}, red, 4, 4},
    {"rebel_trooper", false, ground, {0, 1, 0}, black, 1, 0, true},
    {"airspeeder", false, ground, {1, 1, 0}, red, 2, 0, true},
    {"shield_generator", false, ground, {0, 0, 0}, red, 3, 0, false, true},
    {"ion_cannon", false, ground, {0, 0, 0}, red, 3, 0, false, true},
    {"u_wing", false, space, {0, 0, 1}, black, 1, 1},
    {"nebulon_b_frigate", false, space, {0, 0, 2}, red, 3, 3},
    {"rebel_vanguard", false, ground, {0, 0, 1}, black, 1, 0, true},
    {"golan_arms_turret", false, ground, {0, 0, 2}, red, 3, 0, false, true},
};
static_assert(std::size(kPrinted) == kKinds);
constexpr std::array<int, 3> kMostDice{5, 5, 3};

/// The row of a unit; a name that is not there does not compile.
consteval int kind(std::string_view id) {
  int row = 0;
  while (kPrinted[row].id != id) ++row;
  return row;
}

/// A die of six sides, by what it shows (tests/data/rebellion/dice.json).
enum class Face { hit, direct, special, blank };
Face face(Colour colour, int pips) {
  if (colour == green) return pips <= 2 ? Face::direct : Face::blank;
  if (pips <= 2) return Face::hit;
  if (pips == 3) return Face::direct;
  return pips == 4 ? Face::special : Face::blank;
}

// -------------------------------------------------------------------------------------------------
// Pieces and players

struct Piece {
  const Printed* printed;
  int damage = 0;
  bool dead = false;  // off the board
  bool away = false;  // retreated

  bool is(int other) const { return row() == other; }
  bool here() const { return !dead && !away; }
  bool is_station() const {
    return is(kind("death_star")) || is(kind("death_star_under_construction"));
  }
  int left() const { return printed->health - damage; }  // cinematic: may be below zero
  int dice() const { return printed->dice[0] + printed->dice[1] + printed->dice[2]; }
  // What its owner would rather keep: dice, then health, then as the facts list them.
  std::array<int, 3> worth() const { return {dice(), printed->health, row()}; }
  int row() const { return static_cast<int>(printed - kPrinted); }
};

struct Player {
  bool imperial = false;
  std::vector<Piece> pieces;
  std::array<int, 2> tactic{};  // best values of the leaders, by theater
  bool has_leader = false;
  std::string targets;         // policy.targets
  bool piles_on_weak = false;  // policy.overkill
  std::optional<int> retreat_round;
  bool retreated = false;
  std::array<bool, 2> rolled{};  // at least one die this round, by theater

  template <class Test>
  int count(Test test) const {
    return static_cast<int>(std::count_if(pieces.begin(), pieces.end(),
                                          [&](const Piece& p) { return p.here() && test(p); }));
  }
  int in(Theater theater) const {
    return count([&](const Piece& p) { return p.printed->theater == theater; });
  }
  int of(int row) const {
    return count([&](const Piece& p) { return p.is(row); });
  }
};

struct Rolled {
  Colour colour;
  Face face;
};
using Dice = std::vector<Rolled>;
int showing(const Dice& dice, Colour colour, Face face) {
  return static_cast<int>(std::count_if(dice.begin(), dice.end(), [&](const Rolled& d) {
    return d.colour == colour && d.face == face;
  }));
}
int showing(const Dice& dice, Face face) {
  return showing(dice, red, face) + showing(dice, black, face) + showing(dice, green, face);
}

}  // namespace

// -------------------------------------------------------------------------------------------------
// The combat

struct Board::Table {
  bool cinematic = false;
  int most_rounds = 0;                     // 0 = to the end (RULES rebellion 3.5)
  bool spared = false;                     // RULES rebellion 5.4: the change by Rise of the Empire
  std::array<bool, 2> fights{true, true};  // which theaters the battle is about
  std::array<Player, 2> players;
  std::mt19937_64* generator = nullptr;
  Played played;

  Player& side(int s) { return players[static_cast<std::size_t>(s)]; }

  int pips() {
    // the six sides by rejection, so that no library's distribution is trusted
    for (;;)
      if (const auto bits = (*generator)() >> 61; bits < 6) return static_cast<int>(bits) + 1;
  }

  bool contested(Theater theater) {
    return fights[theater] && side(0).in(theater) > 0 && side(1).in(theater) > 0;
  }

  // RULES rebellion 4.1, 5.1: reduction first, cap second.
  std::array<int, 3> pool(const Player& roller, const Player& enemy, Theater theater) const {
    std::array<int, 3> dice{};
    for (const Piece& p : roller.pieces)
      if (p.here() && p.printed->theater == theater)
        for (std::size_t c = 0; c < 3; ++c) dice[c] += p.printed->dice[c];
    if (theater == space && roller.imperial) dice[red] -= 2 * enemy.of(kind("ion_cannon"));
    for (std::size_t c = 0; c < 3; ++c) dice[c] = std::clamp(dice[c], 0, kMostDice[c]);
    return dice;
  }

  // RULES rebellion 4.8, 5.11: the Death Star is never a target, nor is any station under a
  // Shield Bunker.
  bool targetable(const Player& owner, const Piece& p, Theater theater) const {
    if (!p.here() || p.printed->theater != theater || p.printed->health == 0) return false;
    return !(p.is_station() && owner.of(kind("shield_bunker")) > 0);
  }

  // Which unit is hit first; what is alike goes as the facts list them.
  static bool before(const Player& attacker, const Piece& a, const Piece& b) {
    const auto key = [&](const Piece& p) -> std::array<double, 4> {
      const auto& dice = p.printed->dice;
      const double left = p.left(), row = p.row();
      if (attacker.targets == "weakest_first") return {left, -1. * p.dice(), row, 0};
      if (attacker.targets == "most_dangerous_first") return {-1. * p.dice(), left, row, 0};
      // Usually most dice first, a red one counting 1.5; ties to more red dice.
      return {-(1.5 * dice[red] + dice[black] + dice[green]), -1. * dice[red], left, row};
    };
    return key(a) < key(b);
  }

  Piece* target(const Player& attacker, Player& owner, Theater theater,
                std::optional<Colour> colour) {
    Piece* best = nullptr;
    for (Piece& p : owner.pieces)
      if (targetable(owner, p, theater) && p.left() > 0 &&
          (!colour || p.printed->health_colour == *colour) && (!best || before(attacker, p, *best)))
        best = &p;
    return best;
  }

  void hit(const Player& attacker, Player& owner, Theater theater, std::optional<Colour> colour,
           int hits) {
    for (; hits > 0; --hits) {
      Piece* p = target(attacker, owner, theater, colour);
      if (!p && cinematic) p = overkill(attacker, owner, theater, colour);
      if (!p) return;  // wasted
      ++p->damage;
    }
  }

  // RULES rebellion 8.10: damage beyond health has to be healed away as well. It is put on the lost
  // unit that is worth most, or least where the attacker says so (9.7), all of it on the same one.
  Piece* overkill(const Player& attacker, Player& owner, Theater theater,
                  std::optional<Colour> colour) {
    const auto before = [&](const Piece& a, const Piece& b) {
      return attacker.piles_on_weak ? a.worth() < b.worth() : a.worth() > b.worth();
    };
    Piece* best = nullptr;
    for (Piece& p : owner.pieces)
      if (targetable(owner, p, theater) && (!colour || p.printed->health_colour == *colour) &&
          (!best || before(p, *best) || (p.worth() == best->worth() && p.damage > best->damage)))
        best = &p;
    return best;
  }

  // RULES rebellion 8.6: once per attack up to the tactic value of dice, all at once. Dice of no
  // use are rolled again: blanks, then hits and specials that do nothing; first of a colour that
  // has targets, then green, then of the other colours.
  void reroll(const Player& roller, const Player& enemy, Theater theater, Dice& dice) {
    std::array<bool, 3> has_target{};
    std::array<int, 3> heals{};  // damage: one special for each
    for (const Piece& p : enemy.pieces)
      if (targetable(enemy, p, theater)) has_target[p.printed->health_colour] = true;
    for (const Piece& p : roller.pieces)
      if (p.here() && p.printed->theater == theater && p.damage > 0)
        heals[p.printed->health_colour] += p.damage;
    std::vector<Colour> order;
    for (const Colour c : {red, black})
      if (has_target[c]) order.push_back(c);
    order.push_back(green);
    for (const Colour c : {red, black})
      if (!has_target[c]) order.push_back(c);
    std::vector<Rolled*> again;
    const auto pick = [&](Colour c, Face shown, int kept = 0) {
      for (Rolled& die : dice)
        if (die.colour == c && die.face == shown && --kept < 0 &&
            static_cast<int>(again.size()) < roller.tactic[theater])
          again.push_back(&die);
    };
    for (const Colour c : order) {
      pick(c, Face::blank);
      if (!has_target[c]) pick(c, Face::hit);
      pick(c, Face::special, heals[c]);
    }
    for (Rolled* die : again) die->face = face(die->colour, pips());
  }

  // RULES rebellion 8.7: one damage off an own unit of that colour. Units that would be lost
  // are saved, those worth most first, where the dice suffice; then the unit heals that the enemy
  // would hit next.
  void heal(Player& roller, const Player& enemy, Theater theater, Colour colour, int specials) {
    std::vector<Piece*> lost;
    for (Piece& p : roller.pieces)
      if (p.here() && p.printed->theater == theater && p.damage > 0 &&
          p.printed->health_colour == colour && p.left() <= 0)
        lost.push_back(&p);
    std::stable_sort(lost.begin(), lost.end(), [](const Piece* a, const Piece* b) {
      return a->worth() != b->worth() ? a->worth() > b->worth() : a->damage < b->damage;
    });
    for (Piece* p : lost)
      if (const int cost = 1 - p->left(); cost <= specials) {
        p->damage -= cost;
        specials -= cost;
      }
    for (; specials > 0; --specials) {
      Piece* next = nullptr;
      for (Piece& p : roller.pieces)
        if (p.here() && p.printed->theater == theater && p.damage > 0 && p.left() > 0 &&
            p.printed->health_colour == colour && (!next || before(enemy, p, *next)))
          next = &p;
      if (!next) return;
      --next->damage;
    }
  }

  void attack(Player& roller, Player& enemy, Theater theater) {
    Dice dice;
    const auto pool_now = pool(roller, enemy, theater);
    for (const Colour c : {red, black, green})
      for (int i = 0; i < pool_now[c]; ++i) dice.push_back({c, face(c, pips())});
    if (!dice.empty()) roller.rolled[theater] = true;
    if (cinematic) {
      reroll(roller, enemy, theater, dice);
      for (const Colour c : {red, black})
        heal(roller, enemy, theater, c, showing(dice, c, Face::special));
    }
    for (const Colour c : {red, black}) hit(roller, enemy, theater, c, showing(dice, c, Face::hit));
    hit(roller, enemy, theater, std::nullopt, showing(dice, Face::direct));
  }

  // RULES rebellion 4 and 8: both attack, then the lethally hit leave.
  void step(Theater theater) {
    ++played.rounds[theater];
    for (int s : {0, 1}) attack(side(s), side(1 - s), theater);
    for (Player& player : players)
      for (Piece& p : player.pieces)
        if (p.here() && p.printed->theater == theater && p.printed->health > 0 && p.left() <= 0)
          p.dead = true;
  }

  // RULES rebellion 6.
  bool may_retreat(const Player& player, const Player& enemy) const {
    if (player.retreated || !player.has_leader) return false;
    if (enemy.in(space) + enemy.in(ground) == 0) return false;
    // somebody goes: a ship that moves by itself
    if (player.count([](const Piece& p) {
          return p.printed->theater == space && !p.printed->needs_transport;
        }) == 0)
      return false;
    if (player.imperial)
      return player.of(kind("death_star")) + player.of(kind("death_star_under_construction")) == 0;
    return enemy.of(kind("interdictor")) == 0;
  }

  // RULES rebellion 7.2, 7.3: who stands in a theater that the enemy has lost or left has won it,
  // whatever becomes of it later.
  void settle() {
    for (const Theater theater : {space, ground}) {
      Winner& winner = played.winner[theater];
      const bool first = side(0).in(theater) > 0, second = side(1).in(theater) > 0;
      if (winner == Winner::undecided && !(first && second))
        winner = first ? Winner::attacker : second ? Winner::defender : Winner::nobody;
    }
  }

  void retreat(Player& player) {
    int slots = 0;
    for (Piece& p : player.pieces)
      if (p.here() && p.printed->theater == space && !p.printed->needs_transport) {
        p.away = true;
        slots += p.printed->capacity;
      }
    std::vector<Piece*> waiting;
    for (Piece& p : player.pieces)
      if (p.here() && p.printed->needs_transport) waiting.push_back(&p);
    std::stable_sort(waiting.begin(), waiting.end(),
                     [](const Piece* a, const Piece* b) { return a->worth() > b->worth(); });
    for (Piece* p : waiting)
      if (slots-- > 0) p->away = true;
    player.retreated = true;
  }

  // RULES rebellion 5.8, 5.9: transports alone, and Rebel ships against a Death Star that cannot
  // roll, must go.
  bool must_retreat(const Player& player, const Player& enemy) const {
    if (player.imperial || !fights[space] || player.in(space) == 0 || enemy.in(space) == 0)
      return false;
    const bool transports_alone = player.of(kind("rebel_transport")) == player.in(space);
    const bool silenced = player.of(kind("ion_cannon")) >= 2 && enemy.of(kind("death_star")) == 1 &&
                          enemy.in(space) == 1 && enemy.in(ground) == 0;
    return transports_alone || silenced;
  }

  // Nobody leaves a system in which nothing is fought any more.
  void retreats(int round) {
    for (int s : {0, 1}) {
      Player& player = side(s);
      const bool planned = player.retreat_round && round >= *player.retreat_round;
      if ((contested(space) || contested(ground)) &&
          (planned || must_retreat(player, side(1 - s))) && may_retreat(player, side(1 - s))) {
        retreat(player);
        settle();
      }
    }
  }

  static void kill(Player& player, auto test) {
    for (Piece& p : player.pieces)
      if (p.here() && test(p)) p.dead = true;
  }

  // RULES rebellion 3.4, 5.
  void round_end() {
    std::array<bool, 2> lone{};
    for (int s : {0, 1}) {
      Player& player = side(s);
      const int structures = player.count([](const Piece& p) { return p.printed->structure; });
      lone[static_cast<std::size_t>(s)] =
          fights[ground] && structures > 0 && structures == player.in(ground) &&
          side(1 - s).in(ground) > 0 && !(spared && player.rolled[ground]);
    }
    Player& empire = side(side(0).imperial ? 0 : 1);
    Player& rebels = side(side(0).imperial ? 1 : 0);
    // 5.9: before what is left alone.
    if (must_retreat(rebels, empire))
      kill(rebels, [](const Piece& p) { return p.printed->theater == space; });
    const bool lone_station =
        fights[space] && rebels.in(space) > 0 &&
        empire.of(kind("death_star_under_construction")) > 0 &&
        empire.of(kind("death_star_under_construction")) == empire.in(space) &&
        empire.of(kind("shield_bunker")) == 0;
    for (int s : {0, 1})
      if (lone[static_cast<std::size_t>(s)])
        kill(side(s), [](const Piece& p) { return p.printed->structure; });
    if (lone_station) kill(empire, [](const Piece& p) { return p.printed->theater == space; });
  }

  // Whether any die can still do anything, or anybody still leaves.
  bool can_change() {
    for (const Theater theater : {space, ground})
      if (contested(theater))
        for (int s : {0, 1}) {
          const auto dice = pool(side(s), side(1 - s), theater);
          bool target = false;
          for (const Piece& p : side(1 - s).pieces) target |= targetable(side(1 - s), p, theater);
          if (target && dice[0] + dice[1] + dice[2] > 0) return true;
        }
    for (int s : {0, 1})
      if (side(s).retreat_round && may_retreat(side(s), side(1 - s))) return true;
    return false;
  }

  int pieces_here() {
    return side(0).in(space) + side(0).in(ground) + side(1).in(space) + side(1).in(ground);
  }

  Played play() {
    for (const Theater theater : {space, ground})
      if (contested(theater)) played.winner[theater] = Winner::undecided;
    for (int round = 1; contested(space) || contested(ground); ++round) {
      if (most_rounds > 0 && round > most_rounds && can_change()) break;
      const bool hopeless = !can_change();
      const int before_round = pieces_here();
      const Played before = played;
      ++played.combat_rounds;
      for (Player& player : players) player.rolled = {};
      for (const Theater theater : {space, ground})
        if (contested(theater)) step(theater);
      settle();
      retreats(round);
      round_end();
      settle();
      if (hopeless && pieces_here() == before_round) {
        played = before;  // nobody would go through the motions
        played.stalemate = true;
        break;
      }
    }
    for (int s : {0, 1}) {
      played.retreated[static_cast<std::size_t>(s)] = side(s).retreated;
      for (const Piece& p : side(s).pieces)
        if (!p.dead) ++played.left[static_cast<std::size_t>(s)][static_cast<std::size_t>(p.row())];
    }
    return played;
  }
};

namespace {

/// Leaders that the random combats use (tests/data/rebellion/tactic_cards.json): space, ground.
struct Values {
  std::string_view id;
  int space, ground;
};
constexpr Values kLeaders[] = {
    {"emperor_palpatine", 3, 2}, {"darth_vader", 2, 3},    {"grand_moff_tarkin", 2, 1},
    {"general_tagge", 1, 2},     {"moff_jerjerrod", 1, 1}, {"boba_fett", 0, 0},
    {"mon_mothma", 0, 0},        {"princess_leia", 1, 1},  {"jan_dodonna", 2, 1},
    {"general_rieekan", 1, 2},   {"han_solo", 2, 2},       {"luke_skywalker_jedi", 3, 3},
};

template <class Row, std::size_t N>
const Row& row_of(const Row (&rows)[N], std::string_view id) {
  for (const Row& row : rows)
    if (row.id == id) return row;
  throw std::invalid_argument("the roller does not know " + std::string{id});
}

std::string chosen(const broadside::Values& choices, std::string_view name,
                   std::string_view usual) {
  return choices.has(name) ? choices.text(name) : std::string{usual};
}

Player player_of(const SideSpec& spec) {
  Player player;
  player.imperial = spec.faction == "empire";
  for (const UnitCount& units : spec.units) {
    const Printed& printed = row_of(kPrinted, units.type);
    if (printed.imperial != player.imperial)
      throw std::invalid_argument("a unit of the other side");
    for (int i = 0; i < units.count; ++i) player.pieces.push_back({&printed});
  }
  // "star_destroyer!2": so many of them, with 2 damage each.
  for (const UnitCount& units : spec.damaged) {
    const std::string id = units.type.substr(0, units.type.find('!'));
    const int damage = id == units.type ? 1 : std::stoi(units.type.substr(id.size() + 1));
    int left = units.count;
    for (Piece& piece : player.pieces)
      if (left > 0 && piece.printed->id == id && piece.damage == 0) {
        piece.damage = damage;
        --left;
      }
    if (left > 0) throw std::invalid_argument("more damaged units than there are");
  }
  for (const std::string& id : spec.fields.names("leaders")) {
    const Values& leader = row_of(kLeaders, id);
    player.has_leader = true;
    player.tactic = {std::max(player.tactic[0], leader.space),
                     std::max(player.tactic[1], leader.ground)};
  }
  player.targets = chosen(spec.policy, "targets", "");
  player.piles_on_weak = chosen(spec.policy, "overkill", "strongest") == "weakest";
  if (const auto* retreat = spec.policy.get<RetreatTiming>("retreat"))
    player.retreat_round = retreat->round;
  return player;
}

}  // namespace

Board::Board(const Scenario& scenario) : table_(std::make_unique<Table>()) {
  if (chosen(scenario.readings, "cards", "true") != "false")
    throw std::invalid_argument("the roller plays without tactic cards");
  table_->cinematic = chosen(scenario.readings, "cinematic", "false") == "true";
  table_->spared = chosen(scenario.readings, "structures", "auto") == "rote";
  table_->most_rounds = rounds_asked(scenario);
  table_->fights = {scenario.battle != "ground", scenario.battle != "space"};
  for (const Side s : kSides) table_->side(index(s)) = player_of(scenario.side(s));
  if (table_->side(0).imperial == table_->side(1).imperial)
    throw std::invalid_argument("one side is the Empire, the other the Rebels");
}
std::string_view name_of(int kind) { return kPrinted[kind].id; }
const Printed& printed(std::string_view id) { return row_of(kPrinted, id); }
int row_of(const Printed& unit) { return static_cast<int>(&unit - kPrinted); }

Outcome Played::outcome() const {
  if (stalemate) return Outcome::stalemate;
  if (winner[0] == Winner::undecided || winner[1] == Winner::undecided) return Outcome::undecided;
  if (retreated[0]) return Outcome::attacker_retreats;
  if (retreated[1]) return Outcome::defender_retreats;
  const auto won = [&](Winner who) { return winner[0] == who || winner[1] == who; };
  if (won(Winner::attacker) == won(Winner::defender)) return Outcome::draw;
  return won(Winner::attacker) ? Outcome::attacker_win : Outcome::defender_win;
}

Board::~Board() = default;
Board::Board(Board&&) noexcept = default;

Played Board::play(std::mt19937_64& dice) const {
  Table table = *table_;
  table.generator = &dice;
  return table.play();
}

}  // namespace broadside::naive_rebellion
