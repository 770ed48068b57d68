// A text that somebody pastes becomes a battle or a fleet, and a battle becomes links and texts: the
// same as on the command line.

#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/ask/ask.hpp"

using namespace broadside;
using nlohmann::json;

namespace {

json told(const json& question) { return json::parse(ask(question.dump()).json); }
json read(const std::string& text, const char* game = nullptr) {
  json question{{"ask", "read"}, {"text", text}};
  if (game != nullptr) question["game"] = game;
  return told(question);
}

}  // namespace

TEST_CASE("two fleets are a battle, whose kind is told") {
  const json answer = read("2 dn2, 4 ff vs letnev: ws!, 3 ff");
  CHECK(answer["scenario"]["battle"] == "space");
  CHECK(answer["scenario"]["attacker"]["units"] == json{{"dreadnought", 2}, {"fighter", 4}});
  CHECK(answer["scenario"]["attacker"]["upgrades"] == json{"dreadnought"});
  CHECK(answer["scenario"]["defender"]["faction"] == "letnev");
  CHECK(answer["scenario"]["defender"]["damaged"] == json{{"war_sun", 1}});
  CHECK(read("2 dn, cv, 3 inf vs cr, 2 inf")["battle_reason"] != "");
  CHECK(read("6 army vs 4 army")["game"] == "risk");
}

TEST_CASE("one fleet is a side") {
  const json answer = read("letnev: 2 dn2, 4 ff");
  CHECK(!answer.contains("scenario"));
  CHECK(answer["side"]["faction"] == "letnev");
  CHECK(answer["side"]["units"] == json{{"dreadnought", 2}, {"fighter", 4}});
  CHECK(read("3 gf jord, 2 cruiser")["side"]["units"] == json{{"infantry", 3}, {"cruiser", 2}});
  CHECK(read("D-MIX-TITUS", "arcane_legions")["side"]["unit"] == "D-MIX-TITUS");
}

TEST_CASE("links of ours and of others, and the text of a map") {
  CHECK(read("#v=1&game=ti4&battle=conquest&a=2%20dn&d=ws")["scenario"]["battle"] == "conquest");
  const json site = read(
      "https://ti4battle.com/?attacker-faction=Sol&attacker-unit-carrier=2&defender-faction=Neutral"
      "&defender-unit-cruiser=1&no-such-key=1");
  CHECK(site["scenario"]["attacker"]["faction"] == "sol");
  CHECK(!site["notes"].empty());
  const json hex = read("tile 18: 18+0+0B2r1yWtc3f;");
  CHECK(hex["scenario"]["defender"]["units"] == json{{"cruiser", 2}, {"destroyer", 1}});
  CHECK(!hex["notes"].empty());
}

TEST_CASE("what cannot be read is told") {
  for (const char* text :
       {"", "2 frobnicators", "2 dn vs ws vs ff", "https://example.org/?a=1&b=2"}) {
    CAPTURE(text);
    CHECK(read(text)["error"]["problem"] != "");
  }
  CHECK(told({{"ask", "read"}, {"text", "2 dn"}, {"attacker", "ws"}})["error"]["where"] ==
        "attacker");
}

TEST_CASE("a battle that is handed on comes back") {
  const json battle{{"game", "ti4"},
                    {"battle", "conquest"},
                    {"attacker",
                     {{"units", {{"dreadnought", 2}, {"infantry", 3}}},
                      {"policy", {{"losses", {"infantry", "dreadnought"}}}}}},
                    {"defender", {{"units", {{"cruiser", 1}}}}},
                    {"planets", {{{"name", "A"}, {"defender", {{"units", {{"infantry", 2}}}}}}}}};
  json question = battle;
  question["ask"] = "link";
  const json handed = told(question);
  CHECK(handed["fleets"]["attacker"] == "2 dreadnought, 3 infantry");
  const json back = read(handed["link"])["scenario"];
  for (const char* part : {"game", "battle", "attacker", "defender", "planets"}) {
    CAPTURE(part);
    CHECK(back[part] == battle[part]);
  }
  const json plain =
      told({{"ask", "link"}, {"attacker", "2 dn"}, {"defender", "ws"}, {"battle", "space"}});
  REQUIRE(plain["others"].size() == 1);
  CHECK(read(plain["others"][0])["scenario"]["defender"]["units"] == json{{"war_sun", 1}});
}
