// What a player may type wrongly about a Rebellion combat: each is refused with a hint, nothing is
// ignored.

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/systems/rebellion/asking.hpp"

namespace {

using namespace broadside;
using namespace broadside::rebellion_asking;

struct Wrong {
  std::string what;   ///< part of the problem that is named
  std::string where;  ///< part of the place
  std::function<void(Scenario&)> spoil;
};

Scenario good() {
  return combat("combat", "empire: 2 tie_fighter, 2 stormtrooper",
                "rebels: x_wing, 2 rebel_trooper", false, true);
}

void check_refused(const Wrong& wrong, Scenario scenario) {
  CAPTURE(wrong.what);
  wrong.spoil(scenario);
  const auto battle = find_game("rebellion").value()->prepare(scenario);
  CHECK(!battle);
  if (battle) return;
  const InputError& error = battle.error();
  CAPTURE(error.message());
  CHECK(error.problem.find(wrong.what) != std::string::npos);
  CHECK(error.where.find(wrong.where) != std::string::npos);
  CHECK(!error.hint.empty());
  CHECK(!find_game("rebellion").value()->replay(scenario, 1));
}

auto units(Side side, std::vector<UnitCount> list) {
  return [=](Scenario& s) { s.side(side).units = list; };
}
auto leaders(Side side, std::vector<std::string> list) {
  return [=](Scenario& s) { s.side(side).fields["leaders"] = list; };
}
auto hand(Side side, std::vector<std::string> list) {
  return [=](Scenario& s) { s.side(side).fields["hand"] = list; };
}
auto effect(Side side, EffectChoice choice, std::vector<std::string> who = {}) {
  return [=](Scenario& s) {
    s.side(side).effects = {choice};
    s.side(side).fields["leaders"] = who;
  };
}
auto policy(Side side, std::string name, std::string value) {
  return [=](Scenario& s) { s.side(side).policy = {{name, value}}; };
}
auto rule(std::string name, std::string value) {
  return [=](Scenario& s) { s.readings = {{name, value}}; };
}

}  // namespace

TEST_SUITE("rebellion input") {
  TEST_CASE("choices that have no part in this combat are told") {
    const auto notes = [](const Scenario& asked) {
      return find_game("rebellion").value()->prepare(asked).value().notes;
    };
    CHECK(notes(good()).empty());
    CHECK(notes(choosing(good(), A, "card_choice", "none")) ==
          std::vector<std::string>{"the attacker's card_choice changes nothing: it is about "
                                   "advanced tactic cards (cinematic combat)"});
    CHECK(notes(with_rule(good(), "prevent", "hits")).size() == 1);
    CHECK(notes(choosing(with_rule(good(), "cards", "false"), D, "blocks", "never")).size() == 1);
    CHECK(notes(choosing(good(), D, "blocks", "never")).empty());
  }

  TEST_CASE("cinematic: what the action cards about hands do, and that some do nothing, is told") {
    const auto told = [](const std::string& empire, const char* leader, const char* card,
                         Names hand, bool given) {
      Scenario asked = led(
          combat("space", empire, "rebels: corellian_corvette, 2 x_wing", true, true), A, {leader});
      asked.side(A).effects = {{card, {}, {}, {}}};
      if (given) asked.side(A).fields["hand"] = std::move(hand);
      const auto battle = find_game("rebellion").value()->prepare(asked);
      REQUIRE(battle);
      return battle.value().notes;
    };
    const auto dangerous = [&](Names hand, bool given) {
      return told("empire: star_destroyer", "general_tagge", "more_dangerous_than_you_realize",
                  std::move(hand), given);
    };
    CHECK(dangerous({}, false) ==
          std::vector<std::string>{"attacker: More Dangerous Than You Realize changes nothing: no "
                                   "space card is in the discard when the combat begins"});
    CHECK(dangerous({"adv_empire_space_swarm_tactics"}, true) ==
          std::vector<std::string>{
              "attacker: More Dangerous Than You Realize adds no card by itself: the space cards "
              "that it takes back, up to 3, are to be listed in the hand"});
    // Only a card that cancels is chosen by what the enemy shows.
    CHECK(told("empire: star_destroyer", "colonel_yularen", "good_intel", {}, false) ==
          std::vector<std::string>{
              "attacker: Good Intel changes nothing: no card that cancels the enemy's is played "
              "here, and others are chosen without a look at his (RULES 9.8)"});
    CHECK(told("empire: interdictor", "colonel_yularen", "good_intel", {}, false).empty());
  }

  TEST_CASE("a card whose name begins with a number may be typed into a fleet") {
    const SideSpec side = side_of("2 y-wing, leader wedge, +one in a million");
    REQUIRE(side.effects.size() == 1);
    CHECK(side.effects.front().id.find("million") != std::string::npos);
    CHECK(side.units.size() == 1);
    // "4 crusier" stays a misspelt unit
    CHECK_FALSE(find_game("rebellion").value()->parse_side("4 crusier"));
  }

  TEST_CASE("what cannot be used is refused, with its place and a hint") {
    REQUIRE(find_game("rebellion").value()->prepare(good()));
    const std::vector<Wrong> all{
        {"tie_figther", "attacker.units", units(A, {{"tie_figther", 1}})},
        {"unit of the rebels", "attacker.units", units(A, {{"x_wing", 1}, {"tie_fighter", 1}})},
        {"unit of the empire", "defender.units", units(D, {{"x_wing", 1}, {"at_at", 1}})},
        {"-1", "attacker.units", units(A, {{"tie_fighter", -1}})},
        {"100000", "attacker.units", units(A, {{"tie_fighter", 100000}})},
        {"nobody fights", "units", units(A, {})},
        {"sith", "attacker.faction", [](Scenario& s) { s.side(A).faction = "sith"; }},
        {"both sides", "faction",
         [](Scenario& s) {
           s.side(D).faction = "empire";
           s.side(D).units = {{"tie_fighter", 1}};
         }},
        {"skirmish", "battle", [](Scenario& s) { s.battle = "skirmish"; }},
        {"darth_vadre", "attacker.leaders", leaders(A, {"darth_vadre"})},
        {"leads the rebels", "attacker.leaders", leaders(A, {"han_solo"})},
        {"leads the empire", "defender.leaders", leaders(D, {"darth_vader"})},
        {"named twice", "attacker.leaders", leaders(A, {"darth_vader", "darth_vader"})},
        {"luke", "defender.leaders", leaders(D, {"luke"})},  // two of the name
        {"ground_ambush", "defender.hand", hand(D, {"ground_ambush"})},
        {"ground_onslaught", "attacker.hand", hand(A, {"ground_onslaught", "ground_onslaught"})},
        {"space_critical_hit", "hand",
         [](Scenario& s) {  // two copies for both hands together
           s.side(A).fields["hand"] = Names{"space_critical_hit", "space_critical_hit"};
           s.side(D).fields["hand"] = Names{"space_critical_hit"};
         }},
        {"adv_empire_space_intercept", "attacker.hand", hand(A, {"adv_empire_space_intercept"})},
        {"cards are off", "attacker.hand",
         [](Scenario& s) {
           s.readings = {{"cards", "false"}};
           s.side(A).fields["hand"] = Names{"space_critical_hit"};
         }},
        {"adv_rebel_space_escort", "attacker.hand",
         [](Scenario& s) {  // a card of the other side
           s.readings = {{"cinematic", "true"}};
           s.side(A).fields["hand"] = Names{"adv_rebel_space_escort"};
         }},
        {"space_critical_hit", "attacker.hand",
         [](Scenario& s) {  // a card of the base game
           s.readings = {{"cinematic", "true"}};
           s.side(A).fields["hand"] = Names{"space_critical_hit"};
         }},
        {"named twice", "attacker.hand",
         [](Scenario& s) {
           s.readings = {{"cinematic", "true"}};
           s.side(A).fields["hand"] =
               Names{"adv_empire_ground_overrun", "adv_empire_ground_overrun"};
         }},
        {"nobody fights there", "attacker.hand",
         [](Scenario& s) {  // a card of the theater that is not fought
           s.battle = "space";
           s.side(A).fields["hand"] = Names{"ground_critical_hit"};
         }},
        {"nobody fights there", "attacker.hand",
         [](Scenario& s) {  // and where one side has nobody there
           s.side(D).units = {{"x_wing", 1}};
           s.side(A).fields["hand"] = Names{"ground_critical_hit"};
         }},
        {"nobody fights there", "attacker.hand",
         [](Scenario& s) {
           s.battle = "space";
           s.readings = {{"cinematic", "true"}};
           s.side(A).fields["hand"] = Names{"adv_empire_ground_overrun"};
         }},
        {"nobody fights", "attacker.effects",
         [](Scenario& s) {
           s.battle = "space";
           s.side(A).fields["leaders"] = Names{"general_tagge"};
           s.side(A).effects = {{"more_dangerous_than_you_realize", {}, {}, "ground"}};
         }},
        {"ground_critical_hit", "attacker.effects", effect(A, {"ground_critical_hit", {}, {}, {}})},
        {"its_a_trup", "defender.effects", effect(D, {"its_a_trup", {}, {}, {}})},
        {"needs Admiral Ackbar", "defender.effects", effect(D, {"its_a_trap", {}, {}, {}})},
        {"card of the rebels", "attacker.effects", effect(A, {"its_a_trap", {}, {}, {}})},
        {"once", "defender.effects", effect(D, {"its_a_trap", {}, 2, {}}, {"admiral_ackbar"})},
        {"start of the combat", "defender.effects",
         effect(D, {"its_a_trap", 2, {}, {}}, {"admiral_ackbar"})},
        {"", "defender.effects", effect(D, {"its_a_trap", {}, {}, "x_wing"}, {"admiral_ackbar"})},
        {"twice", "defender.effects",
         [](Scenario& s) {
           s.side(D).fields["leaders"] = Names{"admiral_ackbar"};
           s.side(D).effects = {{"its_a_trap", {}, {}, {}}, {"its_a_trap", {}, {}, {}}};
         }},
        {"round 0", "defender.effects",
         effect(D, {"one_in_a_million", 0, {}, {}}, {"wedge_antilles"})},
        {"no theater", "defender.effects",
         effect(D, {"one_in_a_million", {}, {}, "orbit"}, {"wedge_antilles"})},
        {"Death Star", "attacker.effects",
         effect(A, {"fully_operational", {}, {}, {}}, {"moff_jerjerrod"})},
        {"no target", "attacker.effects",
         effect(A, {"target_the_generator_action", {}, {}, {}}, {"general_veers"})},
        {"pool", "attacker.effects",
         effect(A, {"ready_for_action", {}, {}, "han_solo"}, {"general_veers"})},
        {"strongest_first", "attacker.policy", policy(A, "targets", "strongest_first")},
        {"aim", "attacker.policy", policy(A, "aim", "high")},
        {"Death Star Plans", "attacker.policy", policy(A, "death_star_plans", "true")},
        {"round 0", "attacker.policy.retreat",
         [](Scenario& s) {
           s.side(A).fields["leaders"] = Names{"boba_fett"};
           s.side(A).policy["retreat"] = RetreatTiming{0, {}};
         }},
        {"maybe", "rules", rule("cinematic", "maybe")},
        {"house", "rules", rule("house", "true")},
        {"field 'effects'", "system",
         [](Scenario& s) {
           s.system_effects = {{"anomaly", {}, {}, {}}};
         }},
        {"field", "attacker.upgrades", [](Scenario& s) { s.side(A).upgrades = {"tie_fighter"}; }},
        {"homebrew", "homebrew",
         [](Scenario& s) {
           s.fields["homebrew"] = Rows{{{"id", "tie_defender"}}};
         }},
        {"field", "attacker.policy.losses",
         [](Scenario& s) { s.side(A).policy["losses"] = Names{"tie_fighter"}; }},
    };
    for (const Wrong& wrong : all) check_refused(wrong, good());
  }

  TEST_CASE("hints name all that would have worked") {
    const Game& game = *find_game("rebellion").value();
    Scenario field = good();
    field.side(A).upgrades = {"tie_fighter"};
    CHECK(game.prepare(field).error().hint.find("policy.targets") != std::string::npos);
    Scenario card = good();
    card.side(A).effects = {{"ground_critical_hit", {}, {}, {}}};
    CHECK(game.prepare(card).error().hint.find("hand") != std::string::npos);
    // One limit for what is typed and what is fielded.
    Scenario many = good();
    many.side(A).units = {{"tie_fighter", kMostUnits + 1}};
    const auto refused = game.prepare(many);
    REQUIRE(!refused);
    CHECK(refused.error().hint.find(std::to_string(kMostUnits)) != std::string::npos);
    CHECK(!game.parse_side(std::to_string(kMostUnits + 1) + " tie_fighter"));
    CHECK(game.parse_side(std::to_string(kMostUnits) + " tie_fighter"));
    many.side(A).units = {{"tie_fighter", kMostUnits}};
    CHECK(game.prepare(many));
  }

  TEST_CASE("Ready for Action adds whose values are highest, of the pool where one is given") {
    const auto told = [](const Names& leaders, const Names& pool) {
      Scenario asked = combat("space", "empire: tie_fighter", "rebels: x_wing", true, false);
      asked.side(A).fields["leaders"] = leaders;
      if (!pool.empty()) asked.side(A).fields["pool"] = pool;
      asked.side(A).effects = {{"ready_for_action", {}, {}, {}}};
      const auto battle = find_game("rebellion").value()->prepare(asked);
      REQUIRE(battle);
      for (const std::string& line : battle.value().assumptions)
        if (const auto at = line.find("Ready for Action "); at != line.npos)
          return line.substr(at + std::string_view("Ready for Action ").size());
      return std::string("not told");
    };
    CHECK(told({"general_veers"}, {}).starts_with("adds Emperor Palpatine"));  // space 3
    CHECK(
        told({"admiral_piett", "darth_vader", "emperor_palpatine"}, {}).starts_with("adds Grand"));
    CHECK(told({"admiral_piett"}, {"grand_moff_tarkin"}).starts_with("adds Grand Moff Tarkin"));
    // The one of the pool was added before the combat already.
    CHECK(told({"admiral_piett", "grand_moff_tarkin"}, {"general_tagge"})
              .starts_with("adds General Tagge"));
    Names all;
    for (const char* id :
         {"emperor_palpatine", "darth_vader", "grand_moff_tarkin", "general_tagge", "admiral_piett",
          "admiral_ozzel", "soontir_fel", "colonel_yularen", "general_veers", "moff_jerjerrod",
          "director_krennic", "admiral_motti", "krennics_finest"})
      all.emplace_back(id);
    CHECK(told(all, {}) == "changes nothing: nobody is left in the pool");
    Scenario other = combat("space", "empire: tie_fighter", "rebels: x_wing", true, false);
    other.side(A).fields["leaders"] = Names{"admiral_piett"};
    other.side(A).fields["pool"] = Names{"general_tagge"};
    other.side(A).effects = {{"ready_for_action", {}, {}, "darth_vader"}};
    const auto refused = find_game("rebellion").value()->prepare(other);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().problem == "Darth Vader is not in the pool");
  }

  TEST_CASE("a name that is misspelt in one word is told, else where names are listed") {
    const auto hint = [](const char* field, const char* word) {
      Scenario asked = good();
      if (std::string_view(field) == "effects")
        asked.side(A).effects = {{word, {}, {}, {}}};
      else
        asked.side(A).fields[field] = Names{word};
      return find_game("rebellion").value()->prepare(asked).error().hint;
    };
    CHECK(hint("leaders", "vdaer") == "did you mean 'darth_vader'?");
    CHECK(hint("leaders", "genral") == "see broadside list leaders --game rebellion");
    CHECK(hint("leaders", "gandalf the grey") == "see broadside list leaders --game rebellion");
    CHECK(hint("effects", "plasma scoring") == "see broadside list effects --game rebellion");
  }

  TEST_CASE("an empty hand is one without cards, also where there are none") {
    Scenario plain = good();
    plain.readings = {{"cards", "false"}};
    Scenario empty = plain;
    empty.side(A).fields["hand"] = Names{};
    CHECK(distance(ask(empty), ask(plain)) < 1e-12);
  }

  TEST_CASE("the whole order of targets is told") {
    const auto battle = find_game("rebellion").value()->prepare(good());
    REQUIRE(battle);
    bool told = false;
    for (const std::string& line : battle.value().assumptions)
      told |= line.find("big_guns_first") != std::string::npos &&
              line.find("order of `list units`") != std::string::npos;
    CHECK(told);
  }

  TEST_CASE("what is typed in other ways means the same") {
    const Scenario plain =
        combat("combat", "empire: 2 star_destroyer, 4 tie_fighter, at_at, 3 stormtrooper",
               "rebels: 2 x_wing, 3 y_wing, mon_calamari_cruiser, 3 rebel_trooper");
    for (const auto& [empire, rebels] :
         {std::pair{"2 isd, 4 tie, at-at, 3 stormtroopers",
                    "2 x-wing, 3 y-wing, mon cal, 3 rebel trooper"},
          std::pair{"Empire: 2 Star Destroyer, 4 TIE fighters, 1 AT-AT, 3 trooper",
                    "Rebels: 2 X-wings, 3 Y-wings, Mon Calamari Cruiser, 3 troopers"},
          std::pair{"imperial: 2isd + 4 tie + atat + 3 trooper",
                    "rebel: 2 xwing; 3 ywing; mc; 3 trooper"}}) {
      CAPTURE(empire);
      const Scenario typed = combat("combat", empire, rebels);
      CHECK(typed.side(A).units == plain.side(A).units);
      CHECK(typed.side(D).units == plain.side(D).units);
    }
    // The faction may be left to the units; on one side at least.
    Scenario unnamed = plain;
    for (SideSpec& side : unnamed.sides) side.faction.clear();
    CHECK(distance(ask(unnamed), ask(plain)) < 1e-12);
  }

  TEST_CASE("a tactic card that nobody knows is called unknown, an advanced one by its kind") {
    const auto problem = [](const std::string& card) {
      Scenario scenario = good();
      hand(A, {card})(scenario);
      const auto battle = find_game("rebellion").value()->prepare(scenario);
      REQUIRE(!battle);
      return battle.error().problem;
    };
    CHECK(problem("ground_ambush") == "unknown tactic card 'ground_ambush'");
    CHECK(problem("adv_empire_space_intercept").find("is an advanced tactic card") !=
          std::string::npos);
  }

  TEST_CASE("every decision that is given is told with its own meaning") {
    const auto told = [](const Scenario& asked, const std::string& line) {
      const auto battle = find_game("rebellion").value()->prepare(asked);
      REQUIRE(battle);
      for (const std::string& each : battle.value().assumptions)
        if (each.starts_with("attacker: " + line)) return true;
      return false;
    };
    const Scenario cinematic = with_rule(good(), "cinematic", "true");
    CHECK(told(choosing(good(), A, "targets", "weakest_first"),
               "targets weakest_first: hits of a colour on units of that health colour, lowest "
               "remaining health first"));
    CHECK(told(choosing(good(), A, "blocks", "never"), "blocks never: no block card is played"));
    CHECK(told(choosing(good(), A, "specials", "draw_first"),
               "specials draw_first: every special die draws a card"));
    CHECK(told(choosing(good(), A, "rerolls", "blanks"),
               "rerolls blanks: only blanks are rolled again"));
    const Scenario holds_all = choosing(good(), A, "cards", "never");
    CHECK(told(holds_all, "cards never: no card is played in an own attack, Concentrate Fire and"));
    for (const char* line : {"rerolls ", "no_escape ", "specials ", "Unstoppable Assault is played",
                             "Brilliant Strategy is played", "order of combat actions"})
      CHECK(!told(holds_all, line));
    for (const Scenario& asked : {good(), cinematic})
      CHECK(told(choosing(asked, A, "rerolls", "never"), "rerolls never: no die is rolled again"));
    CHECK(told(choosing(cinematic, A, "healing", "never"), "healing never: specials heal nothing"));
    CHECK(told(choosing(cinematic, A, "card_choice", "none"),
               "card_choice none: cards are played face down and resolved for nothing"));
  }

  TEST_CASE("each card that may be played is counted under its name, once for each side") {
    // Base: nine kinds of cards in space, ten on the ground. Cinematic: eight cards and eight
    // cards, two halves each.
    for (const auto& [cinematic, cards] : {std::pair{"false", 19u}, std::pair{"true", 32u}}) {
      CAPTURE(cards);
      const auto battle =
          find_game("rebellion").value()->prepare(with_rule(good(), "cinematic", cinematic));
      REQUIRE(battle);
      std::set<std::pair<Side, std::string>> names;
      for (const Incident& each : battle.value().incidents) {
        CHECK(!each.name.empty());
        names.insert({each.side, each.name});
      }
      CHECK(names.size() == 2 * cards);
      CHECK(battle.value().incidents.size() == 2 * cards);
    }
  }
}
