#include "apps/report/link.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/game.hpp"
#include "core/scenario/query.hpp"
#include "sim/engine.hpp"

using namespace broadside;

namespace {

/// Random battles out of what a game declares: any unit, any effect, any field. Links say what was
/// asked, whether or not the rules allow it.
class Maker {
 public:
  Maker(const Game& game, unsigned seed) : game_(game), dice_(seed) {
    for (const auto& unit : game.list_units()) {
      // The scenario's word, which the notation reads: "dreadnought" of all dreadnoughts.
      for (const std::string& word : {unit.id, unit.kind})
        if (const auto side = game.parse_side(word);
            side && side->units.size() == 1 && side->faction.empty() &&
            std::find(types_.begin(), types_.end(), side->units[0].type) == types_.end())
          types_.push_back(side->units[0].type);
    }
    for (const auto& effect : game.list_effects()) effects_.push_back(effect.id);
    for (const auto& faction : game.list_factions()) factions_.push_back(faction.id);
    REQUIRE(!types_.empty());
  }

  Scenario scenario() {
    Scenario made;
    made.game = game_.id();
    if (roll(2)) made.battle = game_.battles()[roll(game_.battles().size())];
    for (const Field& field : game_.fields()) {
      const bool of_side = field.place == Place::side || field.place == Place::policy;
      for (const Side side : kSides) {
        // Each side brings one thing: units or whatever stands instead of them.
        const bool wanted = field.name == "units" ? true : !field.is_fleet && roll(3) == 0;
        if (of_side && wanted) give(made.side(side), field.place, field.name, value(field));
      }
      if (!of_side && roll(2)) give(made, field.place, field.name, value(field));
    }
    return made;
  }

 private:
  std::size_t roll(std::size_t sides) { return dice_() % sides; }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[roll(list.size())];
  }

  std::string a_name(const Field& field) {
    if (field.name == "faction") return one_of(factions_);
    return effects_.empty() || roll(4) == 0 ? "some words" : one_of(effects_);
  }
  std::vector<UnitCount> counts() {
    std::vector<UnitCount> units;
    for (const std::string& type : types_)
      if (roll(types_.size()) < 4) units.push_back({type, 1 + static_cast<int>(roll(9))});
    if (units.empty()) units.push_back({types_.front(), 2});
    return units;
  }
  std::vector<EffectChoice> effects() {
    std::vector<EffectChoice> list;
    for (std::size_t n = 1 + roll(3); n > 0; --n) {
      EffectChoice effect{effects_.empty() ? "something" : one_of(effects_), {}, {}, {}};
      if (roll(3) == 0) effect.round = 1 + static_cast<int>(roll(5));
      if (roll(3) == 0) effect.uses = static_cast<int>(roll(9));
      list.push_back(effect);
    }
    return list;
  }
  Rows rows(const Field& field) {
    Rows made(field.kind == FieldKind::record ? 1 : 1 + roll(3));
    for (Values& row : made)
      for (const Field& column : field.columns)
        if (!column.missing.empty() || roll(2)) row[column.name] = value(column);
    for (Values& row : made)
      if (row.empty()) row[field.columns.front().name] = value(field.columns.front());
    return made;
  }

  Value value(const Field& field) {
    if (field.may_be_null && field.place == Place::scenario && roll(4) == 0) return {};
    switch (field.kind) {
      case FieldKind::flag:
        return roll(2) == 0;
      case FieldKind::word:
        return std::string(field.words[roll(field.words.size())]);
      case FieldKind::number:
        return field.least +
               static_cast<int>(roll(static_cast<std::size_t>(field.most - field.least + 1)));
      case FieldKind::amount:
        return field.least + (field.most - field.least) * (static_cast<double>(roll(1000)) / 999);
      case FieldKind::text:
      case FieldKind::note:
        return a_name(field);
      case FieldKind::names:
        return Names{a_name(field), a_name(field)};
      case FieldKind::types:
        return Names{one_of(types_), one_of(types_)};
      case FieldKind::counts:
        return counts();
      case FieldKind::effects:
        return effects();
      case FieldKind::retreat: {
        RetreatTiming plan;
        if (roll(2))
          plan.round = 1 + static_cast<int>(roll(9));
        else
          plan.below = static_cast<double>(roll(1001)) / 1000;
        return plan;
      }
      case FieldKind::record:
      case FieldKind::table:
        return rows(field);
    }
    return {};
  }

  const Game& game_;
  std::mt19937 dice_;
  std::vector<std::string> types_, effects_, factions_;
};

Scenario battle_of(const std::string& link) {
  const auto battle = read_link(link);
  if (!battle) FAIL(link, ": ", battle.error().message());
  return battle->scenario;
}

}  // namespace

TEST_CASE("sixty random battles of every game come back from their links, in any order of keys") {
  for (const Game* game : games()) {
    CAPTURE(std::string(game->id()));
    Maker maker(*game, 15);
    std::mt19937 dice{7};
    for (int n = 0; n < 60; ++n) {
      const Scenario asked = maker.scenario();
      const auto link = write_link(asked);
      REQUIRE(link);
      CAPTURE(*link);
      CHECK(is_link(*link));
      const auto read = read_link(*link);
      if (!read) {
        FAIL_CHECK(read.error().message());
        continue;
      }
      CHECK(read->notes.empty());
      CHECK(read->scenario == asked);
      auto items = parse_query(link->substr(1));
      std::shuffle(items.begin(), items.end(), dice);
      std::string shuffled = "https://example.org/page#";
      for (const auto& item : items)
        shuffled += (shuffled.ends_with('#') ? "" : "&") + form_encoded(item.key) + "=" +
                    form_encoded(item.value);
      CHECK(battle_of(shuffled) == asked);
    }
  }
}

TEST_CASE("links are short and readable, and read as people write them") {
  const Game& ti4 = **find_game("ti4");
  Scenario asked;
  asked.game = "ti4";
  asked.battle = "conquest";
  asked.side(Side::attacker) = *ti4.parse_side("letnev: 2 dn2 (1 damaged), +plasma@2");
  asked.side(Side::defender) = *ti4.parse_side("ws, 3 ff");
  give(asked.side(Side::attacker), Place::policy, "losses", Names{"cruiser", "fighter"});
  give(asked, Place::system, "effects", std::vector<EffectChoice>{{"nebula", {}, {}, {}}});
  const auto link = write_link(asked);
  REQUIRE(link);
  CHECK(*link ==
        "#v=1&game=ti4&battle=conquest&a=letnev:%202%20dreadnought2%20%281%20damaged%29,%20"
        "%2Bplasma%402&a.losses=cruiser,%20fighter&d=1%20war%20sun,%203%20fighter&"
        "system.effects=nebula");
  // As version 1 has always been read: aliases, plus signs for blanks, the usual game and battle.
  const Scenario typed =
      battle_of("#v=1&d=ws,+3ff&a=2+dn&a.losses=dn&a.sustain=last&a.retreat=40%25");
  CHECK(typed.game == "ti4");
  CHECK(typed.battle.empty());
  CHECK(typed.side(Side::defender) == *ti4.parse_side("ws, 3 ff"));
  CHECK(typed.side(Side::attacker).policy.names("losses") == Names{"dreadnought"});
  CHECK(typed.side(Side::attacker).policy.text("sustain") == "last");
  CHECK(typed.side(Side::attacker).policy.get<RetreatTiming>("retreat")->below == 0.4);
}

TEST_CASE("what a link says and nobody knows is told; what cannot be meant is refused") {
  const auto later = read_link("#v=2&a=2 dn&d=ws&weather=rain&a.mood=fine&rules.house=yes");
  REQUIRE(later);
  CHECK(later->notes.size() == 4);
  const auto problem = [](const char* link) {
    const auto battle = read_link(link);
    return battle ? std::string("read") : battle.error().message();
  };
  CHECK(problem("#v=1&a=2 crusier&d=ws").find("did you mean 'cruiser'") != std::string::npos);
  CHECK(problem("#v=1&a=2 dn&d=ws&a.sustain=perhaps").find("perhaps") != std::string::npos);
  // Numbers of units are read as fleets are; what else a fleet may say would be lost.
  for (const char* more : {"%2Bplasma scoring", "sol: dn", "dn!"})
    CHECK(problem(("#v=1&a=2 dn&d=ws&a.damaged=" + std::string(more)).c_str())
              .find("says more than how many") != std::string::npos);
  CHECK(problem("#v=1&a=2 dn&d=ws&a=3 dn").find("more than once") != std::string::npos);
  CHECK(problem("#v=1&game=chess&a=2 dn&d=ws").find("unknown game 'chess'") != std::string::npos);
  CHECK(!is_link("2 dn, 4 ff"));
  CHECK(!is_link("https://ti4battle.com/?attacker-unit-cruiser=2"));
  CHECK(!is_link("ff=0..8"));
}

TEST_CASE("what a fleet and a field of its own both say is added up or refused") {
  const auto attacker = [](const std::string& keys) {
    return battle_of("#v=1&d=ws&" + keys).side(Side::attacker);
  };
  const auto refused = [](const std::string& keys) {
    const auto battle = read_link("#v=1&d=ws&" + keys);
    if (battle) return std::string("read");
    CHECK(battle.error().hint == "name it once");
    return battle.error().problem + " in " + battle.error().where;
  };
  const SideSpec both = attacker("a=2 dn, %2Bmorale&a.effects=plasma@2");
  REQUIRE(both.effects.size() == 2);
  CHECK(both.effects[0].id == "morale");
  CHECK(both.effects[1].id == "plasma");
  CHECK(both == attacker("a.effects=plasma@2&a=2 dn, %2Bmorale"));
  CHECK(attacker("a=2 dn, %2Bmorale&a.effects=morale").effects.size() == 2);  // the game refuses it
  CHECK(attacker("a=2 dn2, cr&a.upgrades=cr").upgrades == Names{"dreadnought", "cruiser"});
  CHECK(attacker("a=2 dn2, cr&a.upgrades=cr, dn").upgrades == Names{"dreadnought", "cruiser"});

  CHECK(refused("a=letnev: 2 dn&a.faction=sol") ==
        "two values of faction for one side: 'letnev' and 'sol' in a.faction sol");
  CHECK(refused("a=2 dn&a.units=cr") == "units is given twice in a.units cr");
  CHECK(refused("a=2 dn!, cr&a.damaged=cr") == "damaged is given twice in a.damaged cr");
  CHECK(refused("a=2 dn, cr&a.losses=dn&a.Losses=cr") == "losses is given twice in a.Losses cr");
  CHECK(refused("a=2 dn&rounds=1&Rounds=2") == "rounds is given twice in Rounds 2");
  // Twice alike is once.
  CHECK(attacker("a=letnev: 2 dn, cr&a.faction=letnev&a.units=cr, 2 dn").faction == "letnev");
  CHECK(attacker("a=2 dn!, cr!&a.damaged=cr, 2 dn").damaged.size() == 2);
}

TEST_CASE("a link that is written says nothing twice") {
  Scenario asked;
  asked.game = "ti4";
  SideSpec& side = asked.side(Side::attacker);
  side.units = {{"dreadnought", 2}, {"cruiser", 1}};
  side.upgrades = {"cruiser", "dreadnought", "fighter"};  // in an order that a fleet cannot say
  side.effects = {{"Ipswitch, Loose Cannon", {}, {}, {}}, {"plasma", {}, {}, {}}};
  asked.side(Side::defender).units = {{"war_sun", 1}};
  const auto link = write_link(asked);
  REQUIRE(link);
  CAPTURE(*link);
  const SideSpec read = battle_of(*link).side(Side::attacker);
  CHECK(read.units == side.units);
  CHECK(read.upgrades == side.upgrades);
  CHECK(read.effects.size() == 2);
}
