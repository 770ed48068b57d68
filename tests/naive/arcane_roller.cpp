#include "tests/naive/arcane_roller.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string_view>

#include <boost/random/uniform_int_distribution.hpp>

namespace broadside::naive {

using Unit = ArcaneTable::Unit;
using Figure = ArcaneTable::Figure;

int Unit::icons(int Slot::*colour) const {
  int sum = 0;
  for (const Figure& figure : figures) sum += slots[static_cast<std::size_t>(figure.slot)].*colour;
  return sum;
}

int Unit::has(const std::string& ability) const {
  int count = static_cast<int>(std::count(abilities.begin(), abilities.end(), ability));
  for (const Figure& figure : figures) {
    const auto& list = slots[static_cast<std::size_t>(figure.slot)].abilities;
    count += static_cast<int>(std::count(list.begin(), list.end(), ability));
  }
  return count;
}

std::string Unit::plays(const std::string& what, const std::string& usual) const {
  const auto at = policy.find(what);
  return at == policy.end() ? usual : at->second;
}

ArcaneTable::ArcaneTable(const Scenario& scenario)
    : kind_(scenario.battle), looks_after_(rounds_asked(scenario)) {
  for (std::size_t s = 0; s < 2; ++s) {
    const SideSpec& side = scenario.sides[s];
    Unit& unit = units_[s];
    const auto* slots = side.fields.get<Rows>("slots");
    if (!slots) throw std::invalid_argument("the roller's units are given slot by slot");
    for (const Values& row : *slots) {
      const auto number = [&row](std::string_view name) {
        const int* value = row.get<int>(name);
        if (!value) throw std::invalid_argument("the roller's slots say all of their numbers");
        return *value;
      };
      unit.slots.push_back({number("hit_points"), number("attack"), number("ranged"),
                            number("defence"), row.names("abilities")});
    }
    unit.side = side.fields.text("side");
    unit.abilities = side.fields.names("abilities");
    for (const auto& [name, value] : side.policy) unit.policy[name] = side.policy.text(name);
    for (std::size_t i = 0; i < unit.slots.size(); ++i)
      unit.figures.push_back({static_cast<int>(i), 0});
  }
  for (const auto& [name, value] : scenario.readings) rules_[name] = scenario.readings.text(name);
}

struct ArcaneTable::Fight {
  const ArcaneTable& table;
  boost::random::mt19937& engine;
  std::array<Unit, 2> units;
  std::array<int, 2> hits{};

  bool rule(const std::string& name, const std::string& value) const {
    const auto at = table.rules_.find(name);
    return at != table.rules_.end() && at->second == value;
  }
  int number(const std::string& name, int usual) const {
    const auto at = table.rules_.find(name);
    return at == table.rules_.end() ? usual : std::stoi(at->second);
  }
  int die() { return boost::random::uniform_int_distribution<int>{1, 6}(engine); }
  static void sort(std::vector<int>& row) { std::sort(row.rbegin(), row.rend()); }

  // --- RULES arcane_legions 2: dice
  int attack_dice(const Unit& me, const Unit& foe, bool ranged, bool moved, int claws) const {
    std::vector<int> changes;
    int dice = ranged ? me.icons(&Slot::ranged) : me.icons(&Slot::attack);
    if (ranged ? me.side != "blue" : me.side == "grey") changes.push_back(-3);
    if (ranged) {
      const int friends = std::stoi(me.plays("friends", "0"));
      if (friends > 0 && !me.has("precision"))
        changes.push_back(rule("melee_penalty", "per_friend") ? -friends : -1);
      changes.push_back(-std::stoi(me.plays("hindered", "0")));
    } else {
      changes.push_back(-foe.has("fear"));
      if (moved) changes.push_back(me.has("aggressive"));
    }
    changes.push_back(claws);
    return total(dice, changes);
  }
  int defence_dice(const Unit& me, const Unit& foe, bool ranged) const {
    std::vector<int> changes;
    if (me.side == "grey") changes.push_back(-3);
    if (ranged) {
      changes.push_back(2 * me.has("guardian"));
      changes.push_back(2 * me.has("wall_of_shields"));
    } else {
      changes.push_back(-foe.has("fear"));
      changes.push_back(me.has("heavy_armor"));
    }
    return total(me.icons(&Slot::defence), changes);
  }
  int total(int dice, const std::vector<int>& changes) const {
    for (const int change : changes) {
      dice += change;
      if (rule("clamp", "each")) dice = std::max(dice, 0);
    }
    return std::max(dice, 0);
  }

  // --- RULES arcane_legions 5: line-up
  struct Compared {
    int attacker = 0, defender = 0;
  };
  struct Lines {
    int pa = 2, pd = 2;
    bool ranged = false, ties = false;
    int forced = 0;  ///< highest attack dice still to be rolled again
    int plus = 0;
  };
  static Compared compare(const std::vector<int>& a, const std::vector<int>& d, const Lines& how) {
    Compared sum;
    for (std::size_t i = 0; i < a.size() || i < d.size(); ++i) {
      if (i < a.size() && i < d.size()) {
        if (a[i] > d[i] || (how.ties && a[i] == d[i])) ++sum.attacker;
        if (d[i] > a[i] && !how.ranged) ++sum.defender;
      } else if (i < a.size()) {
        if (a[i] > how.pd || (how.ties && a[i] == how.pd)) ++sum.attacker;
      } else if (d[i] > how.pa && !how.ranged) {
        ++sum.defender;
      }
    }
    return sum;
  }
  static double balance(std::vector<int> a, const std::vector<int>& d, const Lines& how, int left) {
    if (left == 0 || a.empty()) {
      const Compared sum = compare(a, d, how);
      return sum.attacker - sum.defender;
    }
    double mean = 0;
    for (int face = 1; face <= 6; ++face) {
      std::vector<int> then = a;
      then[0] = face + how.plus;
      sort(then);
      mean += balance(then, d, how, left - 1) / 6;
    }
    return mean;
  }
  bool wants_reroll(const Unit& me, const std::vector<int>& a, const std::vector<int>& d,
                    const Lines& how) const {
    const std::string policy = me.plays("reroll", "expected");
    if (policy == "never") return false;
    if (policy == "always") return true;
    if (policy == "low") return a.back() - how.plus <= 3;
    double mean = 0;
    for (int face = 1; face <= 6; ++face) {
      std::vector<int> then = a;
      then.back() = face + how.plus;
      sort(then);
      mean += balance(then, d, how, how.forced) / 6;
    }
    return mean > balance(a, d, how, how.forced) + 1e-9;
  }

  // --- RULES arcane_legions 6: figures
  void remove(Unit& unit, std::size_t at) {
    unit.figures.erase(unit.figures.begin() + static_cast<std::ptrdiff_t>(at));
  }
  const Slot& slot(const Unit& unit, std::size_t at) const {
    return unit.slots[static_cast<std::size_t>(unit.figures[at].slot)];
  }
  std::size_t victim(const Unit& unit, int damage) const {
    const std::string policy = unit.plays("casualties", "listed");
    std::size_t best = 0;
    const auto value = [&](std::size_t i) {
      const Slot& s = slot(unit, i);
      const int attack = s.attack + s.ranged;
      std::vector<int> key{-unit.figures[i].damage};
      key.push_back(rule("soaking", "weakest_first") ? s.hit_points : 0);
      if (policy == "soak") {
        key.push_back(s.hit_points > damage ? 0 : 1);
        key.push_back(s.hit_points);
      } else if (policy == "keep_attack") {
        key.insert(key.end(), {attack, s.defence});
      } else if (policy == "keep_defence") {
        key.insert(key.end(), {s.defence, attack});
      }
      key.push_back(unit.figures[i].slot);
      return key;
    };
    for (std::size_t i = 1; i < unit.figures.size(); ++i)
      if (value(i) < value(best)) best = i;
    return best;
  }
  void damage(Unit& unit, int points) {
    while (points > 0 && !unit.figures.empty()) {
      const std::size_t at = victim(unit, points);
      Figure& figure = unit.figures[at];
      const int room = slot(unit, at).hit_points - figure.damage;
      figure.damage += std::min(points, room);
      points -= std::min(points, room);
      if (figure.damage >= slot(unit, at).hit_points) remove(unit, at);
    }
  }
  /// The figure with most attack icons: what the enemy takes out when he may choose.
  int chosen(const Unit& unit) const {
    int best = -1;
    for (std::size_t i = 0; i < unit.figures.size(); ++i) {
      const auto value = [&](std::size_t f) {
        const Slot& s = slot(unit, f);
        return std::vector<int>{s.attack + s.ranged, s.defence, -unit.figures[f].slot};
      };
      if (best < 0 || value(i) > value(static_cast<std::size_t>(best))) best = static_cast<int>(i);
    }
    return best;
  }

  // --- RULES arcane_legions 3: one order
  void order(std::size_t who, bool ranged, bool moved, bool second) {
    Unit &me = units[who], &foe = units[1 - who];
    if ((ranged ? me.icons(&Slot::ranged) : me.icons(&Slot::attack)) == 0) return;
    const int claws = !ranged && me.has("claws_of_chaos") ? die() : 0;
    std::vector<int> a(
        static_cast<std::size_t>(attack_dice(me, foe, ranged, moved && !second, claws)));
    std::vector<int> d(static_cast<std::size_t>(defence_dice(foe, me, ranged)));
    if (a.empty() && rule("no_attack_dice", "nothing")) return;
    Lines how;
    how.ranged = ranged;
    how.ties = ranged && me.has("way_of_the_bow") && !moved && !second;
    if (!ranged) {
      how.pa = std::max(0, 2 - foe.has("crones_curse") - 2 * foe.has("dragons_curse"));
      how.pd = std::max(0, 2 - me.has("crones_curse") - 2 * me.has("dragons_curse"));
      how.forced = foe.has("bad_luck");
      if (foe.icons(&Slot::defence) == 0) how.plus = 2 * me.has("bully");
    }
    for (int& value : a) value = die() + how.plus;
    for (int& value : d) value = die();
    sort(a);
    sort(d);
    const auto sixes = [&] { return std::count(a.begin(), a.end(), 6 + how.plus); };
    auto six = sixes();
    const auto again = [&](std::vector<int>& row, std::size_t at, int plus) {
      row[at] = die() + plus;
      sort(row);
    };
    for (int i = 0; !ranged && i < me.has("bad_luck") && !d.empty(); ++i) again(d, 0, 0);
    if (me.has("good_fortune") && !a.empty() && wants_reroll(me, a, d, how))
      again(a, a.size() - 1, how.plus);
    for (int i = 0; i < how.forced && !a.empty(); ++i) again(a, 0, how.plus);
    if (rule("critical_roll", "final")) six = sixes();

    const Compared won = compare(a, d, how);
    const int needed = me.has("deadly") ? 2 : 3;
    int critical = six >= needed;
    if (rule("critical_count", "exactly")) critical = six == needed;
    if (rule("critical_count", "each")) critical = static_cast<int>(six) / needed;
    if (rule("critical", "false")) critical = 0;
    if (rule("critical_needs_hit", "true") && won.attacker == 0) critical = 0;
    hits = {won.attacker + critical, won.defender};

    int on_foe = hits[0], on_me = hits[1];
    if (ranged) {
      if (on_foe > 0 || !rule("fire_arrows", "on_a_hit")) on_foe += me.has("fire_arrows");
      on_foe -= foe.has("wall_of_mist");
    } else {
      int gift = 0;
      for (int i = 0; i < 2 * me.has("dragons_gift"); ++i) gift += die();
      if (gift > 0) on_foe = rule("dragons_gift", "replaces") ? gift : on_foe + gift;
      if (hits[0] > 0) on_foe += me.has("brutal");
      if (hits[1] > 0 && !rule("brutal_defending", "false")) on_me += foe.has("brutal");
    }
    on_foe = std::max(0, on_foe - foe.has("tough"));
    if (rule("tough_attacking", "true")) on_me -= me.has("tough");
    on_me = std::max(0, on_me);
    const bool mine_power = !ranged && critical > 0 && me.has("power_at_a_price");
    const bool his_price = !ranged && critical > 0 && foe.has("power_at_a_price");
    if (mine_power)
      if (const int at = chosen(foe); at >= 0) remove(foe, static_cast<std::size_t>(at));
    if (his_price)
      for (std::size_t i = foe.figures.size(); i-- > 0;) {
        const auto& list = slot(foe, i).abilities;
        if (std::find(list.begin(), list.end(), "power_at_a_price") != list.end()) remove(foe, i);
      }
    const int back_by_foe = !ranged && on_foe > 0 ? foe.has("berserker") : 0;
    const int back_by_me = !ranged && on_me > 0 ? me.has("berserker") : 0;
    const bool aims = !ranged && me.plays("concentrates", "false") == "true" &&
                      me.has("concentrated_attack") && on_foe > 0;
    if (const int at = aims ? chosen(foe) : -1; at >= 0) {
      Figure& figure = foe.figures[static_cast<std::size_t>(at)];
      figure.damage += on_foe;
      if (figure.damage >= slot(foe, static_cast<std::size_t>(at)).hit_points)
        remove(foe, static_cast<std::size_t>(at));
    } else {
      damage(foe, on_foe);
    }
    damage(me, on_me);
    const bool spared = rule("damage_back_when_wiped", "false");
    const bool foe_gone = foe.figures.empty(), me_gone = me.figures.empty();
    if (!(spared && foe_gone)) damage(me, back_by_foe);
    if (!(spared && me_gone)) damage(foe, back_by_me);
  }

  // --- RULES arcane_legions 8: turns
  void regenerate(Unit& unit) {
    if (!unit.has("regeneration")) return;
    int best = -1;
    for (std::size_t s = 0; s < unit.slots.size(); ++s) {
      const bool there =
          std::any_of(unit.figures.begin(), unit.figures.end(),
                      [&](const Figure& f) { return f.slot == static_cast<int>(s); });
      if (there) continue;
      const auto value = [&](std::size_t i) {
        const Slot& at = unit.slots[i];
        return std::vector<int>{at.hit_points, at.attack + at.ranged + at.defence,
                                -static_cast<int>(i)};
      };
      if (best < 0 || value(s) > value(static_cast<std::size_t>(best))) best = static_cast<int>(s);
    }
    if (best < 0) return;
    unit.figures.push_back({best, 0});
    std::sort(unit.figures.begin(), unit.figures.end(),
              [](const Figure& a, const Figure& b) { return a.slot < b.slot; });
  }
  bool over() const { return units[0].figures.empty() || units[1].figures.empty(); }
  void turn(std::size_t who, bool ranged, bool moved) {
    Unit& me = units[who];
    regenerate(me);
    order(who, ranged, moved, false);
    if (!over() && me.plays("push", "never") == "always" && me.figures.size() >= 2) {
      Unit paid = me;
      remove(paid, victim(paid, 4));
      if ((ranged ? paid.icons(&Slot::ranged) : paid.icons(&Slot::attack)) > 0) {
        me = paid;
        order(who, ranged, moved, true);
      }
    }
    for (Unit& unit : units)
      for (Figure& figure : unit.figures) figure.damage = 0;
  }
};

ArcaneResult ArcaneTable::play(boost::random::mt19937& dice) const {
  Fight fight{*this, dice, units_, {}};
  const auto moved = [&](std::size_t who) { return units_[who].plays("moved", "false") == "true"; };
  bool duel = false, timed_out = false;
  int turns = 0;  // of both units
  const auto looked_at = [&] { return looks_after_ > 0 && turns == looks_after_; };
  if (kind_ == "close" || kind_ == "ranged") {
    fight.order(0, kind_ == "ranged", moved(0), false);
  } else if (kind_ == "turn") {
    fight.turn(0, false, moved(0));
  } else {
    std::size_t who = 0;
    if (kind_ == "volley") {
      for (int i = 0; i < fight.number("volleys", 1) && !fight.over() && !looked_at();
           ++i, ++turns) {
        if (i > 0) fight.regenerate(fight.units[1]);
        fight.turn(0, true, moved(0));
      }
      who = 1;
    }
    duel = true;
    const int limit = fight.number("turn_limit", 50);
    for (int t = 0; !fight.over(); ++t, ++turns, who = 1 - who) {
      if (t == limit) {
        timed_out = true;
        break;
      }
      if (looked_at()) break;
      fight.turn(who, false, t == 0 && moved(who));
    }
  }
  ArcaneResult result;
  result.hits = fight.hits;
  for (std::size_t s = 0; s < 2; ++s)
    result.figures[s] = static_cast<int>(fight.units[s].figures.size());
  const bool a = result.figures[0] > 0, d = result.figures[1] > 0;
  result.outcome = a && d ? (duel && timed_out ? Outcome::stalemate : Outcome::undecided)
                   : a    ? Outcome::attacker_win
                   : d    ? Outcome::defender_win
                          : Outcome::draw;
  return result;
}

Scenario random_arcane_scenario(std::uint64_t seed) {
  boost::random::mt19937 engine(static_cast<std::uint32_t>(seed * 2654435761u + 17));
  const auto below = [&](int n) {
    return boost::random::uniform_int_distribution<int>{0, n - 1}(engine);
  };
  const auto one_of = [&](const std::vector<std::string>& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  };
  Scenario scenario;
  scenario.game = "arcane_legions";
  scenario.battle = one_of({"duel", "duel", "duel", "volley", "turn", "close", "ranged"});
  const bool acts_both = scenario.battle == "duel" || scenario.battle == "volley";
  for (std::size_t s = 0; s < 2; ++s) {
    SideSpec& side = scenario.sides[s];
    side.fields["side"] = one_of({"blue", "red", "red", "grey"});
    const int figures = 2 + below(4);
    Rows slots;
    Names abilities;
    for (int f = 0; f < figures; ++f) {
      Values slot;
      slot["hit_points"] = 1 + below(3) * below(2);
      slot["attack"] = f == 0 ? 2 : below(3);
      slot["ranged"] = f == 0 ? 2 : below(2);
      slot["defence"] = below(3) * below(2);
      if (below(3) == 0)
        slot["abilities"] = Names{
            one_of({"fear", "heavy_armor", "wall_of_shields", "bad_luck", "bully", "way_of_the_bow",
                    "crones_curse", "dragons_curse", "fire_arrows", "wall_of_mist", "berserker",
                    "power_at_a_price", "claws_of_chaos", "dragons_gift", "precision"})};
      slots.push_back(slot);
    }
    for (const char* ability :
         {"good_fortune", "deadly", "brutal", "tough", "aggressive", "guardian", "regeneration"})
      if (below(5) == 0) abilities.emplace_back(ability);
    Values& choices = side.policy;
    choices["casualties"] = one_of({"listed", "soak", "keep_attack", "keep_defence"});
    choices["reroll"] = one_of({"expected", "expected", "always", "low", "never"});
    if ((s == 0 ? scenario.battle != "close" && scenario.battle != "ranged" : acts_both) &&
        below(3) == 0)
      choices["push"] = "always";
    if (s == 0 ? below(3) == 0 : scenario.battle == "volley" && below(2) == 0)
      choices["moved"] = "true";
    if (below(4) == 0) choices["friends"] = std::to_string(1 + below(2));
    if (below(4) == 0) choices["hindered"] = "1";
    if ((s == 0 ? scenario.battle != "ranged" : acts_both) && below(6) == 0) {
      Names icons = slots.back().names("abilities");
      icons.emplace_back("concentrated_attack");
      slots.back()["abilities"] = icons;
      choices["concentrates"] = "true";
    }
    side.fields["slots"] = slots;
    if (!abilities.empty()) side.fields["abilities"] = abilities;
  }
  const auto read = [&](const char* name, const char* value) {
    if (below(5) == 0) scenario.readings[name] = value;
  };
  read("critical_count", below(2) ? "exactly" : "each");
  read("critical_roll", "final");
  read("critical_needs_hit", "true");
  read("clamp", "each");
  read("no_attack_dice", "nothing");
  read("melee_penalty", "per_friend");
  read("brutal_defending", "false");
  read("tough_attacking", "true");
  read("soaking", "weakest_first");
  read("damage_back_when_wiped", "false");
  read("fire_arrows", "on_a_hit");
  read("dragons_gift", "replaces");
  if (acts_both && below(3) == 0) scenario.readings["turn_limit"] = std::to_string(1 + below(8));
  if (scenario.battle == "volley") scenario.readings["volleys"] = std::to_string(1 + below(3));
  return scenario;
}

}  // namespace broadside::naive
