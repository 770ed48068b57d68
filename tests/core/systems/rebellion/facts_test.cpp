// The tables of the program against the facts they were made from (tests/data/rebellion).

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/systems/rebellion/cards.hpp"
#include "core/systems/rebellion/game.hpp"
#include "core/systems/rebellion/leaders.hpp"
#include "core/systems/rebellion/units.hpp"
#include "tests/by_id.hpp"

using namespace broadside::rebellion;
using broadside::test::by_id;

namespace {

using Json = nlohmann::ordered_json;
using Words = std::set<std::string>;

Json facts(const std::string& file) {
  std::ifstream in(std::string(BROADSIDE_SOURCE_DIR) + "/tests/data/rebellion/" + file);
  REQUIRE(in);
  return Json::parse(in);
}

/// Every key of an entry must be known to this test, so that a new fact cannot slip by unread.
void check_keys(const Json& entry, const Words& known) {
  for (const auto& [key, value] : entry.items()) {
    CAPTURE(key);
    CHECK(known.contains(key));
  }
}

std::string text(const Json& value) {
  return value.is_null() ? std::string{} : value.get<std::string>();
}
std::string text(const Json& entry, const std::string& key) {
  return entry.contains(key) ? text(entry[key]) : std::string{};
}
std::uint8_t number(const Json& entry, const std::string& key) {
  return entry.contains(key) ? entry[key].get<std::uint8_t>() : std::uint8_t{0};
}

/// Words of the facts; one that is not there fails the test.
template <class Value>
Value meaning(const std::map<std::string, Value>& words, const std::string& word) {
  CAPTURE(word);
  const auto at = words.find(word);
  CHECK(at != words.end());
  return at == words.end() ? Value{} : at->second;
}

Faction faction(const Json& entry) {
  return meaning<Faction>({{"empire", Faction::empire}, {"rebel", Faction::rebels}},
                          text(entry, "faction"));
}
Expansion expansion(const Json& entry) {
  return meaning<Expansion>({{"base", Expansion::base}, {"rote", Expansion::rote}},
                            text(entry, "set"));
}
Theater theater(const std::string& word) {
  return meaning<Theater>({{"space", Theater::space}, {"ground", Theater::ground}}, word);
}
Color color(const Json& entry) {
  return meaning<Color>({{"red", Color::red}, {"black", Color::black}, {"green", Color::green}},
                        text(entry, "color"));
}
Confidence confidence(const Json& entry) {
  return meaning<Confidence>({{"high", Confidence::high}, {"medium", Confidence::medium}},
                             text(entry, "confidence"));
}
Dice dice(const Json& entry) {
  return {number(entry, "red"), number(entry, "black"), number(entry, "green")};
}

const std::map<std::string, Target> kTargets{
    {"enemy_ship", Target::enemy_unit},
    {"enemy_ground_unit", Target::enemy_unit},
    {"enemy_ground_units", Target::enemy_unit},
    {"enemy units of this theater", Target::enemy_unit},
    {"one_enemy_ship", Target::one_enemy_unit},
    {"one_enemy_ground_unit", Target::one_enemy_unit},
    {"up_to_2_different_enemy_ships", Target::two_enemy_units},
    {"up_to_2_different_enemy_ground_units", Target::two_enemy_units},
    {"one enemy capital ship", Target::one_enemy_capital},
    {"one enemy at_at or at_st", Target::one_enemy_walker},
    {"enemy triangle-tier ground unit", Target::enemy_triangle_ground},
    {"enemy structure", Target::enemy_structure},
    {"structure of choice in the system", Target::enemy_structure},
    {"Rebel ship of choice", Target::enemy_ship},
    {"own ships", Target::own_unit},
    {"own ships except nebulon_b_frigate", Target::own_unit_not_frigate},
    {"one triangle-tier Rebel ground unit, owner's choice", Target::own_triangle_ground},
};
const std::map<std::string, Condition> kConditions{
    {"more Imperial than Rebel fighters", Condition::more_fighters},
    {"no Shield Generator in the system", Condition::no_shield_generator},
    {"no Rebel ship and >=1 Star Destroyer in the system", Condition::star_destroyer_alone},
    {"Death Star or Death Star Under Construction in the system", Condition::station_present},
    {"Imperial ground unit in the system", Condition::enemy_ground_unit},
    {"retreated", Condition::retreated},
    {"own unit retreats this round", Condition::own_unit_retreats},
    {"last Imperial ground unit destroyed this round", Condition::last_enemy_ground_lost},
};
/// How long something holds; the facts say it in "until", in "when" or in "scope".
const std::map<std::string, Until> kUntil{
    {"end_of_this_theater_step", Until::theater_step},
    {"end_of_battle_round", Until::battle_round},
    {"end_of_combat_round", Until::combat_round},
    {"next combat round", Until::next_round},
    {"first combat round", Until::first_round},
    {"each battle of the first combat round", Until::first_round},
    {"end_of_combat", Until::combat},
    {"end_of_combat or overridden", Until::combat},
};
const std::map<std::string, Decks> kDecks{
    {"either deck, or one from each", Decks::either},
    {"space deck or ground deck, one of them", Decks::one},
};

/// Remarks that every card of the op carries, and that the op means anyway; or what another field
/// says already.
const Words kImplied{
    "the extra card can neither be cancelled nor cancel",
    "same",                                    // theater of the card
    "after the Rebel player assigned damage",  // remove_damage, redirect_damage
    "after the Imperial player assigned damage",
    "allowed on a generator that already carries damage (FAQ)",
    "own ground units",  // redirect_damage
    "rebel ships",
    "rebel ground units",
    "imperial ships",
    "imperial ground units",  // theater
    "before the 5-die cap",
    "end of combat round, after retreats",
    "not a leader who retreated",                          // capture_leader
    "returns to pool after the combat, cannot retreat",    // add_leader
    "all units of both sides in the system",               // health_modifier
    "every own space attack",                              // black_hits_as_red
    "once per game round",                                 // the ring
    "rescue a captured leader or remove a target marker",  // reward_elsewhere
    "one Imperial leader there is eliminated at the end of the Command Phase; this card leaves the "
    "game",
    "cost",
};

/// The main number of an effect stands under a key that depends on its op.
std::uint8_t amount(const Json& fact) {
  for (const auto* key : {"amount", "max", "count", "health"})
    if (fact.contains(key) && fact[key].is_number())
      return static_cast<std::uint8_t>(std::abs(fact[key].get<int>()));
  return 0;
}

Effect effect(const Json& fact, Op op) {
  Effect expected{.op = op, .amount = amount(fact)};
  for (const auto& [key, value] : fact.items()) {
    const std::string word = value.is_string() ? value.get<std::string>() : "";
    CAPTURE(key);
    CAPTURE(word);
    if (key == "op" ||
        (value.is_number() && Words{"amount", "max", "count", "health"}.contains(key)))
      continue;
    if (kImplied.contains(word)) continue;
    if (key == "amount") {
      CHECK(word == "red attack value of one own ship in the system");
      expected.by_ship = true;
    } else if (key == "target") {
      expected.target = meaning(kTargets, word);
    } else if (key == "unit" && kTargets.contains(word)) {
      expected.target = meaning(kTargets, word);
    } else if (key == "unit" || key == "to") {
      const std::string id = word.starts_with("one own ") ? word.substr(8) : word;
      REQUIRE(find_unit(id));
      expected.unit = find_unit(id)->number;
    } else if (key == "from") {
      if (op == Op::draw)
        expected.decks = meaning(kDecks, word);
      else
        expected.target = meaning(kTargets, word);
    } else if (key == "if") {
      expected.condition = meaning(kConditions, word);
    } else if (key == "until" || key == "when" || key == "scope") {
      expected.until = meaning(kUntil, word);
    } else if (key == "color") {
      expected.color = meaning<HealthColor>(
          {{"any", HealthColor::any}, {"red", HealthColor::red}, {"black", HealthColor::black}},
          word);
    } else if (key == "red" || key == "red_hit") {
      expected.dice.red = value.get<std::uint8_t>();
    } else if (key == "black" || key == "black_hit") {
      expected.dice.black = value.get<std::uint8_t>();
    } else if (key == "direct_hit") {
      expected.direct = value.get<std::uint8_t>();
    } else if (key == "deck") {
      CHECK(op == Op::discard_cost);  // of the card's own theater; checked with the card
    } else if (key == "theater") {
      CHECK(word == "space");  // of an action card; checked with the card
    } else {
      // a block may be split and may be less, as may any damage without a named target; the health
      // modifier leaves 1; printed health is what a unit has before modifiers; destroyed units
      // never roll
      CHECK(Words{"up_to", "split", "min", "printed_health", "rolls_this_round"}.contains(key));
      CHECK((key == "rolls_this_round" ? value == false
             : key == "min"            ? value == 1
                                       : value == true));
    }
  }
  return expected;
}

void check_effects(const Effects& ours, const Json& list) {
  REQUIRE(list.size() <= ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    CAPTURE(i);
    if (i >= list.size()) {
      CHECK(ours[i] == Effect{});
      continue;
    }
    CAPTURE(list[i].dump());
    CHECK(name(ours[i].op) == text(list[i], "op"));
    CHECK(ours[i] == effect(list[i], ours[i].op));
  }
}

/// Leaders stand in the facts of action cards by their printed names.
std::string leader_name(std::string_view id) {
  if (id.empty()) return "";
  REQUIRE(find_leader(id));
  return std::string(find_leader(id)->name);
}

}  // namespace

TEST_SUITE("rebellion facts") {
  TEST_CASE("every field of every unit") {
    const Json file = facts("units.json");
    REQUIRE(file["units"].size() == all_units().size());
    for (const Json& fact : file["units"]) {
      CAPTURE(text(fact, "id"));
      check_keys(fact, {"id", "name", "faction", "set", "theater", "battle_theater", "class",
                        "attack", "health", "damageable", "transport_capacity", "needs_transport",
                        "immobile", "cost", "count", "special", "confidence"});
      const Unit* ours = find_unit(text(fact, "id"));
      REQUIRE(ours);
      CHECK(&unit(ours->number) == ours);
      CHECK(ours->name == text(fact, "name"));
      CHECK(ours->faction == faction(fact));
      CHECK(ours->expansion == expansion(fact));
      CHECK(ours->theater == theater(text(fact, "battle_theater")));
      CHECK((ours->is_structure() ? "structure" : name(ours->theater)) == text(fact, "theater"));
      CHECK(name(ours->unit_class) == text(fact, "class"));
      CHECK(ours->attack == dice(fact["attack"]));
      CHECK(ours->damageable() == fact["damageable"].get<bool>());
      if (fact["health"].is_null())
        CHECK(!ours->damageable());
      else
        CHECK(ours->health == Health{color(fact["health"]), number(fact["health"], "value")});
      CHECK(ours->transport_capacity == number(fact, "transport_capacity"));
      CHECK(ours->needs_transport == fact["needs_transport"].get<bool>());
      CHECK(ours->immobile == fact["immobile"].get<bool>());
      CHECK(name(ours->tier) == text(fact["cost"], "tier"));
      CHECK(ours->icon ==
            meaning<Icon>({{"", Icon::none}, {"blue", Icon::blue}, {"orange", Icon::orange}},
                          text(fact["cost"], "icon_color")));
      CHECK(ours->count == number(fact, "count"));
      Words special, traits;
      for (const Json& word : fact["special"]) special.insert(text(word));
      for (int bit = 0; bit < kTraits; ++bit)
        if (const auto trait = static_cast<Trait>(1 << bit); ours->has(trait))
          traits.insert(std::string(name(trait)));
      CHECK(traits == special);
      CHECK(ours->text.empty() == special.empty());
      CHECK(text(fact, "confidence") == "high");
    }
    for (int bit = 0; bit < kTraits; ++bit)
      CHECK(file["special_key"].contains(std::string(name(static_cast<Trait>(1 << bit)))));
    CHECK(file["special_key"].size() == kTraits);
    CHECK(kCaps == dice(file["caps_per_attack"]));
  }

  TEST_CASE("every face of every die") {
    const Json file = facts("dice.json");
    REQUIRE(file["dice"].size() == kDice.size());
    for (const Json& fact : file["dice"]) {
      check_keys(fact, {"color", "set", "faces", "in_box"});
      check_keys(fact["faces"], {"hit", "direct_hit", "special", "blank"});
      const Die& ours = die(color(fact));
      CHECK(ours.color == color(fact));
      CHECK(ours.expansion == expansion(fact));
      CHECK(ours.hit == number(fact["faces"], "hit"));
      CHECK(ours.direct_hit == number(fact["faces"], "direct_hit"));
      CHECK(ours.special == number(fact["faces"], "special"));
      CHECK(ours.blank == number(fact["faces"], "blank"));
      CHECK(ours.in_box == number(fact, "in_box"));
      CHECK(ours.sides() == file["sides"].get<int>());
    }
    CHECK(kCaps == dice(file["caps_per_attack"]));
  }

  TEST_CASE("every tactic card of the base game") {
    const Json file = facts("tactic_cards.json")["base"];
    REQUIRE(file["cards"].size() == all_tactic_cards().size());
    int special_cards[kTheaters]{}, cards[kTheaters]{};
    for (const Json& fact : file["cards"]) {
      CAPTURE(text(fact, "id"));
      check_keys(fact, {"id", "name", "theater", "copies", "needs_special_die", "timing", "effect",
                        "confidence"});
      const TacticCard* ours = by_id(all_tactic_cards(), text(fact, "id"));
      REQUIRE(ours);
      CHECK(ours->name == text(fact, "name"));
      CHECK(ours->theater == theater(text(fact, "theater")));
      CHECK(ours->copies == number(fact, "copies"));
      CHECK(ours->needs_special == fact["needs_special_die"].get<bool>());
      CHECK(ours->timing == meaning<Timing>({{"own_attack.combat_actions", Timing::own_attack},
                                             {"enemy_attack.block_step", Timing::enemy_attack}},
                                            text(fact, "timing")));
      check_effects(ours->effects, fact["effect"]);
      for (const Json& part : fact["effect"])
        if (part.contains("deck")) CHECK(text(part, "deck") == text(fact, "theater"));
      CHECK(ours->confidence == confidence(fact));
      CHECK(!ours->text.empty());
      const auto listed = game().list_effects();
      const auto line = std::find_if(listed.begin(), listed.end(),
                                     [&](const auto& one) { return one.id == text(fact, "id"); });
      REQUIRE(line != listed.end());
      CHECK(line->pieces == number(fact, "copies"));
      const auto deck = static_cast<std::size_t>(ours->theater);
      cards[deck] += ours->copies;
      special_cards[deck] += ours->needs_special ? ours->copies : 0;
    }
    for (const Theater deck : {Theater::space, Theater::ground}) {
      const std::string word{name(deck)};
      CHECK(cards[static_cast<std::size_t>(deck)] == file["deck_counts"][word].get<int>());
      CHECK(special_cards[static_cast<std::size_t>(deck)] ==
            file["special_cards"][word].get<int>());
    }
  }

  TEST_CASE("every advanced tactic card, both halves") {
    const Json file = facts("tactic_cards.json")["advanced"];
    REQUIRE(file["cards"].size() == all_advanced_cards().size());
    for (const Json& fact : file["cards"]) {
      CAPTURE(text(fact, "id"));
      check_keys(fact, {"id", "name", "faction", "theater", "copies", "top_requires_unit_in_system",
                        "top", "bottom", "confidence"});
      const AdvancedCard* ours = by_id(all_advanced_cards(), text(fact, "id"));
      REQUIRE(ours);
      CHECK(ours->name == text(fact, "name"));
      CHECK(ours->faction == faction(fact));
      CHECK(ours->theater == theater(text(fact, "theater")));
      CHECK(number(fact, "copies") == 1);
      std::vector<std::string> needs, expected;
      for (const UnitId id : ours->needs()) needs.emplace_back(unit(id).id);
      for (const Json& word : fact["top_requires_unit_in_system"]) expected.push_back(text(word));
      CHECK(needs == expected);
      check_effects(ours->top, fact["top"]);
      check_effects(ours->bottom, fact["bottom"]);
      CHECK(!ours->top_text.empty());
      CHECK(!ours->bottom_text.empty());
      CHECK(text(fact, "confidence") == "high");
    }
    for (const Faction side : {Faction::empire, Faction::rebels})
      for (const Theater deck : {Theater::space, Theater::ground})
        for (const AdvancedCard& card : advanced_cards(side, deck)) {
          CHECK(card.faction == side);
          CHECK(card.theater == deck);
        }
  }

  TEST_CASE("every leader") {
    const Json file = facts("tactic_cards.json")["leaders"];
    REQUIRE(file["list"].size() == all_leaders().size());
    for (const Json& fact : file["list"]) {
      CAPTURE(text(fact, "id"));
      check_keys(fact,
                 {"id", "name", "faction", "set", "starting", "space_tactic", "ground_tactic"});
      const Leader* ours = find_leader(text(fact, "id"));
      REQUIRE(ours);
      CHECK(ours->name == text(fact, "name"));
      CHECK(ours->faction == faction(fact));
      CHECK(ours->expansion == expansion(fact));
      CHECK(ours->starting == fact["starting"].get<bool>());
      CHECK(ours->tactic(Theater::space) == number(fact, "space_tactic"));
      CHECK(ours->tactic(Theater::ground) == number(fact, "ground_tactic"));
      CHECK(ours->has_tactic_values() ==
            (number(fact, "space_tactic") + number(fact, "ground_tactic") > 0));
    }
  }

  TEST_CASE("every combat action card") {
    const Json file = facts("tactic_cards.json")["combat_action_cards"];
    REQUIRE(file["list"].size() == all_action_cards().size());
    for (const Json& fact : file["list"]) {
      CAPTURE(text(fact, "id"));
      check_keys(fact, {"id", "name", "faction", "set", "timing", "leaders", "effect", "cinematic",
                        "confidence"});
      const ActionCard* ours = by_id(all_action_cards(), text(fact, "id"));
      REQUIRE(ours);
      CHECK(ours->name == text(fact, "name"));
      CHECK(ours->faction == faction(fact));
      CHECK(ours->expansion == expansion(fact));
      CHECK(ours->start_of_combat ==
            meaning<bool>({{"start_of_combat", true}, {"special", false}}, text(fact, "timing")));
      REQUIRE(fact["leaders"].size() <= ours->leaders.size());
      for (std::size_t i = 0; i < ours->leaders.size(); ++i) {
        const std::string named = i < fact["leaders"].size() ? text(fact["leaders"][i]) : "";
        CHECK(leader_name(ours->leaders[i]) == (named == "holder of the ring" ? "" : named));
      }
      REQUIRE(fact["effect"].size() == 1);
      check_effects({ours->effect, {}}, fact["effect"]);
      if (fact["effect"][0].contains("theater"))
        CHECK(ours->theater == theater(text(fact["effect"][0], "theater")));
      CHECK(ours->confidence == confidence(fact));
      CHECK(!ours->text.empty());
    }
  }

  TEST_CASE("lists of units and action cards say what cannot move and what waits for a round") {
    const auto units = game().list_units();
    const Json file = facts("units.json");
    for (const Json& fact : file["units"]) {
      CAPTURE(text(fact, "id"));
      const auto* line = by_id(units, text(fact, "id"));
      REQUIRE(line);
      CHECK((line->text.find("immobile") != std::string::npos) == fact["immobile"].get<bool>());
    }
    const auto effects = game().list_effects();
    const Json cards = facts("tactic_cards.json");
    for (const Json& fact : cards["combat_action_cards"]["list"]) {
      CAPTURE(text(fact, "id"));
      const auto* line = by_id(effects, text(fact, "id"));
      REQUIRE(line);
      CHECK(line->kind == "action card");
      // Cards of the start of combat are played then; of the others a player says the round.
      const auto& choices = line->choices;
      const bool any_round = std::find(choices.begin(), choices.end(), "round") != choices.end();
      CHECK(any_round == (text(fact, "timing") != "start_of_combat"));
    }
  }
}
