#include "core/systems/arcane_legions/dealing.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/text.hpp"

namespace broadside::arcane_legions {
namespace {

bool is_white(const FieldSlot& slot) { return slot.circle == Circle::white; }

}  // namespace

Dealing::Dealing(const Unit& unit, const Unit& enemy, const Readings& readings)
    : unit_(unit),
      enemy_(enemy),
      readings_(readings),
      // RULES 8.20: Berserker counts the icons that are left, before anybody could choose here.
      picks_down_(enemy.free.picks && !unit.carries(Ability::berserker)) {
  for (std::size_t s = 0; s < unit.slots.size(); ++s) {
    std::size_t first = 0;
    while (!same(unit.slots[first], unit.slots[s])) ++first;
    alike_.push_back(first);
    for (int hurt = 0; first == s && hurt < unit.slots[s].hit_points; ++hurt)
      kinds_.push_back({s, hurt});
  }
}

std::size_t Dealing::standing(const Force& force, const Kind& kind) const {
  std::size_t s = kind.slot;
  while (s < alike_.size() &&
         !(alike_[s] == kind.slot && force.stands(s) && force.hurt(s) == kind.hurt))
    ++s;
  return s;
}

/// Who chooses freely does not care for the list: figures that give the same stand in the last
/// places of their kind, the worst hurt last.
Force Dealing::settled(Force force) const {
  if (!unit_.free.casualties) return tidy(unit_, force);
  Force after = force;
  after.standing = 0;
  after.damage = 0;
  for (std::size_t s = 0; s < alike_.size(); ++s) {
    if (alike_[s] != s) continue;
    std::vector<int> hurt;
    for (std::size_t t = s; t < alike_.size(); ++t)
      if (alike_[t] == s && force.stands(t)) hurt.push_back(force.hurt(t));
    std::sort(hurt.begin(), hurt.end());
    for (std::size_t t = alike_.size(); t-- > s && !hurt.empty();)
      if (alike_[t] == s) {
        after.standing |= std::uint32_t{1} << t;
        after.damage |= static_cast<std::uint64_t>(hurt.back()) << 2 * t;
        hurt.pop_back();
      }
  }
  return after;
}

Force Dealing::suffered(const Force& force, const Blow& blow) const {
  return suffer(unit_, readings_, enemy_.policy, force, blow);
}

/// One way for each kind of figure that the enemy may pick out.
template <class Allowed, class Deal>
std::vector<Dealing::Way> Dealing::picked(const Force& force, const Blow& left, Allowed allowed,
                                          Deal deal) const {
  std::vector<Way> ways;
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    const std::size_t slot = standing(force, kinds_[k]);
    if (slot == alike_.size() || !allowed(unit_.slots[slot])) continue;
    Force after = force;
    deal(after, slot);
    ways.push_back({static_cast<std::uint8_t>(kinds_.size() + k), after, left});
  }
  return ways;
}

/// RULES 6.2, 6.3: the worst hurt first, equal ones and undamaged ones as the owner likes.
std::vector<Dealing::Way> Dealing::casualties(const Force& force, Blow blow) const {
  Blow left = blow;
  left.combat = left.direct = 0;
  const int damage = blow.combat + blow.direct;
  if (damage >= hit_points_left(unit_, force)) {
    Force after = force;
    after.standing = 0;
    after.damage = 0;
    return {{0, after, left}};
  }
  if (!unit_.free.casualties)
    return {{0, suffered(force, {.combat = blow.combat, .direct = blow.direct}), left}};
  const auto key = [&](std::size_t s) {
    return std::pair{-force.hurt(s), readings_.weakest_first ? unit_.slots[s].hit_points : 0};
  };
  std::pair<int, int> least{1, 0};
  for (std::size_t s = 0; s < alike_.size(); ++s)
    if (force.stands(s)) least = std::min(least, key(s));
  std::vector<Way> ways;
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    const std::size_t slot = standing(force, kinds_[k]);
    if (slot == alike_.size() || key(slot) != least) continue;
    Force after = force;
    left.direct = put(unit_, after, slot, damage);
    ways.push_back({static_cast<std::uint8_t>(k), after, left});
  }
  return ways;
}

/// RULES 6.9: damage that the enemy puts on one figure.
std::vector<Dealing::Way> Dealing::aimed(const Force& force, const Blow& blow) const {
  Blow not_aimed = blow, left = blow;
  not_aimed.aim = left.aim = Blow::Aim::none;
  not_aimed.slot = left.slot = 0;
  left.combat = 0;
  const auto deal = [&](Force& after, std::size_t slot) { put(unit_, after, slot, blow.combat); };
  if (blow.aim == Blow::Aim::figure) {
    for (const Kind& kind : kinds_)
      if (const std::size_t slot = standing(force, kind);
          slot < alike_.size() && kind.slot == alike_[static_cast<std::size_t>(blow.slot)]) {
        Force after = force;
        deal(after, slot);
        return {{0, after, left}};
      }
    return {{0, force, left}};
  }
  const bool white = blow.aim == Blow::Aim::white;
  const auto usual =
      chosen_figure(unit_, enemy_.policy, force, white ? Among::white : Among::not_commander);
  if (!usual) return {{0, force, not_aimed}};
  std::vector<Way> ways;
  if (white && enemy_.free.concentrates)
    ways.push_back({static_cast<std::uint8_t>(2 * kinds_.size()), force, not_aimed});
  if (white && enemy_.free.picks) {
    for (const Way& way : picked(force, left, is_white, deal)) ways.push_back(way);
  } else {
    Force after = force;
    deal(after, *usual);
    const Kind kind{alike_[*usual], force.hurt(*usual)};
    const auto number = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& one) {
      return one.slot == kind.slot && one.hurt == kind.hurt;
    });
    ways.push_back({static_cast<std::uint8_t>(kinds_.size() +
                                              static_cast<std::size_t>(number - kinds_.begin())),
                    after, left});
  }
  return ways;
}

/// What comes next of a blow, in the order of suffer(); one way where nobody chooses.
std::vector<Dealing::Way> Dealing::next(const Force& force, const Blow& blow) const {
  if (!unit_.has_figures || (force.standing == 0 && blow.heal == 0)) return {};
  Blow left = blow;
  const auto pick = [&](auto allowed) {
    auto ways = picked(force, left, allowed, down);
    if (ways.empty()) ways.push_back({0, force, left});
    return ways;
  };
  const auto is_any = [](const FieldSlot&) { return true; };
  if (std::exchange(left.chosen_down, false))
    return picks_down_ ? pick(is_any)
                       : std::vector<Way>{{0, suffered(force, {.chosen_down = true}), left}};
  if (std::exchange(left.price_down, false))
    return {{0, suffered(force, {.price_down = true}), left}};
  if (blow.aim != Blow::Aim::none && blow.combat > 0) return aimed(force, blow);
  if (blow.combat + blow.direct > 0) return casualties(force, blow);
  if (const int most = std::exchange(left.touch, 0); most > 0)
    return enemy_.free.picks ? pick([&](const FieldSlot& slot) {
      return is_white(slot) && slot.hit_points <= most;
    })
                             : std::vector<Way>{{0, suffered(force, {.touch = most}), left}};
  if (std::exchange(left.touch_master, false))
    return enemy_.free.picks ? pick([](const FieldSlot& slot) { return !is_white(slot); })
                             : std::vector<Way>{{0, suffered(force, {.touch_master = true}), left}};
  if (const int heal = std::exchange(left.heal, 0); heal > 0)
    return {{0, suffered(force, {.heal = heal}), left}};
  return {};
}

Dealing::Left Dealing::opened(const Force& force, const Blow& blow) const {
  Force now = force;
  Blow left = blow;
  for (;;) {
    const auto ways = next(now, left);
    if (ways.size() > 1) return {settled(now), left.pack()};
    if (ways.empty()) return {settled(now), 0};
    now = settled(ways.front().force);
    left = ways.front().left;
  }
}

std::vector<Move<Force>> Dealing::moves(const Left& left) const {
  std::vector<Move<Force>> moves;
  for (const Way& way : next(left.force, Blow::of(left.hits)))
    moves.push_back({way.label, opened(way.force, way.left)});
  return moves;
}

std::vector<std::uint8_t> Dealing::owners_labels() const {
  std::vector<std::uint8_t> labels;
  if (!unit_.has_figures) return labels;
  for (std::size_t k = 0; unit_.free.casualties && k < kinds_.size(); ++k)
    labels.push_back(static_cast<std::uint8_t>(k));
  return labels;
}

std::vector<std::uint8_t> Dealing::enemys_labels() const {
  std::vector<std::uint8_t> labels;
  const auto& special = enemy_.free.specials;
  const auto may_give = [&](Ability ability) {
    return enemy_.policy.special == ability ||
           std::find(special.begin(), special.end(), ability) != special.end();
  };
  const bool picks = enemy_.free.picks &&
                     (enemy_.carries(Ability::power_at_a_price) || enemy_.policy.concentrates ||
                      may_give(Ability::death_touch) || may_give(Ability::death_touch_master));
  // Dice alone have nobody who could be picked out.
  if (!unit_.has_figures || (!picks && !enemy_.free.concentrates)) return labels;
  for (std::size_t k = 0; k < kinds_.size(); ++k)
    labels.push_back(static_cast<std::uint8_t>(kinds_.size() + k));
  if (enemy_.free.concentrates)
    labels.insert(labels.begin(), static_cast<std::uint8_t>(2 * kinds_.size()));
  return labels;
}

/// The icons are told where figures of one name differ in them, without a blank, so that lists of
/// such figures can be cut at blanks.
std::string Dealing::figure(const Kind& kind, bool many) const {
  const FieldSlot& at = unit_.slots[kind.slot];
  const auto alike = [&](const FieldSlot& slot) { return slot.label == at.label; };
  const auto count = std::count_if(unit_.slots.begin(), unit_.slots.end(), alike);
  const std::string& name = unit_.labels[at.label].name;
  if (count == 1) return name;
  std::string text = many ? plural(2, name) : "a " + name;
  if (std::all_of(unit_.slots.begin(), unit_.slots.end(),
                  [&](const FieldSlot& slot) { return !alike(slot) || same(slot, at); }))
    return text;
  std::vector<std::string> icons;
  for (const auto& [number, colour] :
       {std::pair{at.attack, "red"}, {at.ranged, "blue"}, {at.defence, "white"}})
    if (number > 0) icons.push_back(fmt::format("{}-{}", number, colour));
  for (const Ability ability : at.abilities) icons.emplace_back(info(ability).id);
  return text + fmt::format(" ({})", icons.empty() ? "no-icon" : joined(icons, ","));
}

std::string Dealing::words(std::uint8_t label, bool habit) const {
  const std::size_t kinds = kinds_.size();
  if (label == 2 * kinds) return "let the enemy assign";
  const Kind& kind = kinds_[label % kinds];
  return fmt::format("{} {}{}", label < kinds ? "hurt" : "pick out", figure(kind, habit),
                     kind.hurt > 0 && !habit ? ", injured" : "");
}

}  // namespace broadside::arcane_legions
