#include "tests/naive/rebellion_one_card.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace broadside::naive_rebellion {
namespace {

struct Piece {
  const Printed* printed;
  int damage = 0;

  bool is(std::string_view id) const { return printed->id == id; }
  int left() const { return printed->health - damage; }
  bool lost() const { return printed->health > 0 && left() <= 0; }
  int to_save() const { return damage - printed->health + 1; }
  int dice() const { return printed->dice[0] + printed->dice[1] + printed->dice[2]; }
  // RULES rebellion 9.12.
  auto worth() const { return std::tuple{dice(), printed->health, row_of(*printed)}; }
  // RULES rebellion 9.1: the lowest is hit first.
  auto place() const {
    const auto& d = printed->dice;
    return std::tuple{-3 * d[red] - 2 * (d[black] + d[green]), -d[red], left(), row_of(*printed)};
  }
};
using Pieces = std::vector<Piece>;

struct Faces {
  std::array<int, 2> hits{}, specials{};  // red, black
  int direct = 0;
};

/// The piece that comes first by the key, of those that the test takes.
template <class Test, class Key>
Piece* first_by(Pieces& pieces, Test test, Key key) {
  Piece* best = nullptr;
  for (Piece& p : pieces)
    if (test(p) && (!best || key(p) < key(*best))) best = &p;
  return best;
}

}  // namespace

struct OneCardRound::Table {
  OneCard card;
  std::array<Pieces, 2> sides;  // attacker, defender: all that they brought
  int holder = 0;
  std::mt19937_64* generator = nullptr;

  bool here(const Piece& p) const { return p.printed->theater == card.theater; }

  // RULES rebellion 4.8, 5.11.
  bool targetable(const Pieces& owner, const Piece& p) const {
    if (!here(p) || p.printed->health == 0) return false;
    const bool bunker = std::any_of(owner.begin(), owner.end(), [](const Piece& other) {
      return other.is("shield_bunker") && !other.lost();
    });
    return !(bunker && p.is("death_star_under_construction"));
  }

  Faces roll(const Pieces& roller) {
    std::array<int, 3> pool{};
    for (const Piece& p : roller)
      if (here(p))
        for (std::size_t c = 0; c < 3; ++c) pool[c] += p.printed->dice[c];
    Faces faces;
    const auto pips = [&] {
      for (;;)
        if (const auto bits = (*generator)() >> 61; bits < 6) return bits;
    };
    for (const std::size_t c : {std::size_t{red}, std::size_t{black}})
      for (int i = std::min(pool[c], 5); i > 0; --i) {
        const auto shown = pips();
        if (shown < 2) ++faces.hits[c];
        if (shown == 2) ++faces.direct;
        if (shown == 3) ++faces.specials[c];
      }
    for (int i = std::min(pool[green], 3); i > 0; --i) faces.direct += pips() < 2;
    return faces;
  }

  // RULES rebellion 4.3, 8.10, 9.7: beyond all health on the lost piece worth most, of those alike
  // on the one that has most.
  void damage_one(Pieces& owner, std::optional<Colour> colour) {
    const auto open = [&](const Piece& p) {
      return targetable(owner, p) && (!colour || p.printed->health_colour == *colour);
    };
    Piece* hit = first_by(
        owner, [&](const Piece& p) { return open(p) && !p.lost(); },
        [](const Piece& p) { return p.place(); });
    if (!hit)
      for (Piece& p : owner)
        if (open(p) &&
            (!hit || std::tuple{p.worth(), p.damage} > std::tuple{hit->worth(), hit->damage}))
          hit = &p;
    if (hit) ++hit->damage;
  }

  /// Lost pieces as they are saved: the most worth first, of those alike the cheapest.
  template <class Test>
  std::vector<Piece*> lost_pieces(Pieces& owner, Test test) const {
    std::vector<Piece*> lost;
    for (Piece& p : owner)
      if (here(p) && p.lost() && test(p)) lost.push_back(&p);
    std::stable_sort(lost.begin(), lost.end(), [](const Piece* a, const Piece* b) {
      return a->worth() != b->worth() ? a->worth() > b->worth() : a->damage < b->damage;
    });
    return lost;
  }

  // RULES rebellion 9.6: returns what is left of the points.
  template <class Test>
  int save(Pieces& owner, int points, Test test) const {
    for (Piece* p : lost_pieces(owner, test))
      if (const int cost = p->to_save(); cost <= points) {
        p->damage -= cost;
        points -= cost;
      }
    return points;
  }
  template <class Test>
  int heal(Pieces& owner, int points, Test test) const {
    points = save(owner, points, test);
    for (; points > 0; --points) {
      Piece* hurt = first_by(
          owner, [&](const Piece& p) { return here(p) && p.damage > 0 && !p.lost() && test(p); },
          [](const Piece& p) { return p.place(); });
      if (!hurt) break;
      --hurt->damage;
    }
    return points;
  }

  // The cards: so much damage on one unit, on the one that most of it destroys.
  void blast(Pieces& enemy, int damage, auto may) {
    Piece* victim = nullptr;
    const auto better = [&](const Piece& a, const Piece& b) {
      const bool kills = a.left() <= damage, other = b.left() <= damage;
      if (kills != other) return kills;
      if (kills && a.left() != b.left()) return a.left() > b.left();
      return a.place() < b.place();
    };
    for (Piece& p : enemy)
      if (targetable(enemy, p) && may(p) && (!victim || better(p, *victim))) victim = &p;
    if (victim) victim->damage += damage;
  }

  // "Remove 2 damage"; what saves nobody is put where a special may finish it.
  void remove(Pieces& own, bool attacks, auto may) {
    const int left = heal(own, 2, may);
    if (left == 0 || !attacks) return;
    std::array<int, 3> dice{};
    for (const Piece& p : own)
      if (here(p))
        for (std::size_t c = 0; c < 3; ++c) dice[c] += p.printed->dice[c];
    for (Piece* p : lost_pieces(own, may))
      if (p->to_save() - left <= std::min(dice[p->printed->health_colour], 5)) {
        p->damage -= left;
        return;
      }
  }

  // "Move up to 3 damage to one own structure", RULES rebellion 9.18.
  void redirect(Pieces& own) {
    const auto shield = [&](const Piece& p) { return p.is(card.needs); };
    const auto other = [&](const Piece& p) { return !shield(p); };
    Piece* standing = first_by(
        own, [&](const Piece& p) { return shield(p) && !p.lost(); },
        [](const Piece& p) { return p.damage; });
    Piece* fallen = first_by(
        own, [&](const Piece& p) { return shield(p) && p.lost(); },
        [](const Piece& p) { return -p.damage; });
    Piece* const takes = standing ? standing : fallen;
    if (!takes) return;
    const auto moved = [&](int most, Pieces& after) { return most - save(after, most, other); };
    Pieces all = own;
    const int wanted = moved(3, all);
    const auto index = static_cast<std::size_t>(takes - own.data());
    const auto settle = [&](Pieces& after, int damage) {
      after[index].damage += damage;
      own = after;
    };
    if (wanted == 0) return;
    if (standing && wanted < standing->left()) return settle(all, wanted);
    if (fallen) {
      const auto on = static_cast<std::size_t>(fallen - own.data());
      all[on].damage += wanted;
      own = all;
      return;
    }
    // It would fall: only for a unit worth more, that it cannot save standing.
    Pieces some = own;
    const int borne = moved(standing->left() - 1, some);
    const Piece* price = nullptr;
    for (std::size_t i = 0; i < own.size(); ++i)
      if (some[i].lost() && !all[i].lost() && (!price || own[i].worth() > price->worth()))
        price = &own[i];
    if (price && price->worth() > standing->worth()) return settle(all, wanted);
    settle(some, borne);
  }

  void after_assigning(int side, bool attacks) {
    Pieces& own = sides[static_cast<std::size_t>(side)];
    if (side != holder) return;
    if (card.id.ends_with("energy_shield")) remove(own, attacks, [](const Piece&) { return true; });
    if (card.id.ends_with("draw_their_fire"))
      remove(own, attacks, [](const Piece& p) { return !p.is("nebulon_b_frigate"); });
    if (card.id.ends_with("armored_position") || card.id.ends_with("planetary_shield"))
      redirect(own);
  }

  void attack(int side, bool enemy_follows) {
    Pieces& own = sides[static_cast<std::size_t>(side)];
    Pieces& enemy = sides[static_cast<std::size_t>(1 - side)];
    const Faces faces = roll(own);
    for (const Colour c : {red, black})
      heal(own, faces.specials[c], [&](const Piece& p) { return p.printed->health_colour == c; });
    for (const Colour c : {red, black})
      for (int i = 0; i < faces.hits[c]; ++i) damage_one(enemy, c);
    for (int i = 0; i < faces.direct; ++i) damage_one(enemy, std::nullopt);
    after_assigning(1 - side, enemy_follows);
  }

  BySide<std::array<std::uint8_t, kKinds>> play() {
    Pieces& enemy = sides[static_cast<std::size_t>(1 - holder)];
    if (card.id.ends_with("superlaser_blast"))  // a capital ship has red health
      blast(enemy, 5, [](const Piece& p) { return p.printed->health_colour == red; });
    if (card.id.ends_with("tow_cables"))
      blast(enemy, 4, [](const Piece& p) { return p.is("at_at") || p.is("at_st"); });
    attack(0, true);
    attack(1, false);
    BySide<std::array<std::uint8_t, kKinds>> left{};
    for (std::size_t s = 0; s < 2; ++s)
      for (const Piece& p : sides[s])
        if (!p.lost()) ++left[s][static_cast<std::size_t>(row_of(*p.printed))];
    return left;
  }
};

OneCardRound::OneCardRound(const Scenario& scenario, const OneCard& card)
    : table_(std::make_unique<Table>()) {
  table_->card = card;
  for (const Side side : kSides) {
    const SideSpec& spec = scenario.side(side);
    Pieces& pieces = table_->sides[static_cast<std::size_t>(index(side))];
    if ((spec.faction == "empire") == card.imperial) table_->holder = index(side);
    for (const UnitCount& units : spec.units)
      for (int i = 0; i < units.count; ++i) pieces.push_back({&printed(units.type)});
    for (const UnitCount& units : spec.damaged) {
      const std::string id = units.type.substr(0, units.type.find('!'));
      int left = units.count;
      for (Piece& p : pieces)
        if (left > 0 && p.is(id) && p.damage == 0) {
          p.damage = id == units.type ? 1 : std::stoi(units.type.substr(id.size() + 1));
          --left;
        }
    }
  }
}
OneCardRound::~OneCardRound() = default;

BySide<std::array<std::uint8_t, kKinds>> OneCardRound::play(std::mt19937_64& dice) const {
  Table table = *table_;
  table.generator = &dice;
  return table.play();
}

}  // namespace broadside::naive_rebellion
