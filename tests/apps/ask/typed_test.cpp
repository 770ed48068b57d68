#include "apps/ask/typed.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace broadside;

namespace {

std::string read(const std::string& text) {
  const auto sides = split_sides(text);
  if (!sides) return "error: " + sides.error().problem;
  if (!sides.value()) return "none";
  return (**sides)[Side::attacker] + " | " + (**sides)[Side::defender];
}

std::string sorted(const std::vector<std::string>& words) {
  const auto typed = sort_words(words);
  if (!typed) return "error: " + typed.error().problem;
  if (typed->battle) return "battle: " + *typed->battle;
  return typed->fleets[Side::attacker].value_or("-") + " | " +
         typed->fleets[Side::defender].value_or("-");
}

}  // namespace

TEST_CASE("the word between two fleets") {
  for (const char* text :
       {"2 dn vs ws", "2 dn VS. ws", "2 dn v ws", "2 dn versus ws", "2 dn against ws", "2 dn -> ws",
        "2 dn->ws", "2 dn → ws", " 2 dn\tvs  ws "})
    CHECK(read(text) == "2 dn | ws");
  CHECK(read("2 dn, 4 ff") == "none");
  CHECK(read("") == "none");
  CHECK(read("vsx 2 dn, v2 ws") == "none");
  CHECK(read("2 dn vs").starts_with("error: there is no fleet for the defender"));
  CHECK(read("vs ws").starts_with("error: there is no fleet for the attacker"));
  CHECK(read("dn vs ws -> cr").starts_with("error: more than two fleets"));
}

TEST_CASE("words of a command line: quoted or not") {
  CHECK(sorted({"2", "dn,", "4", "ff", "vs", "ws,", "3", "ff"}) == "2 dn, 4 ff | ws, 3 ff");
  CHECK(sorted({"2 dn, 4 ff vs ws"}) == "2 dn, 4 ff | ws");
  CHECK(sorted({"2 dn, 4 ff", "ws"}) == "2 dn, 4 ff | ws");
  CHECK(sorted({"2 dn, 4 ff", "vs", "ws"}) == "2 dn, 4 ff | ws");
  CHECK(sorted({"2 dn"}) == "2 dn | -");
  CHECK(sorted({}) == "- | -");
  CHECK(sorted({"2", "dn", "ws"}).starts_with("error: 3 arguments"));
  CHECK(sorted({"2 dn vs ws", "3 cr"}).starts_with("error: a battle and another fleet"));
  CHECK(sorted({"#v=1&a=2 dn&d=ws"}) == "battle: #v=1&a=2 dn&d=ws");
}

TEST_CASE("the game that fleets are of") {
  const auto meant = [](std::string_view named, std::vector<std::string> fleets) {
    const auto game = meant_game(named, fleets);
    return game ? std::string(game->game->id()) + (game->note.empty() ? "" : ", told") : "error";
  };
  CHECK(meant("", {"2 dn", "ws"}) == "ti4");
  CHECK(meant("", {"2 star destroyers", "mon cal"}) == "rebellion, told");
  CHECK(meant("ti4", {"2 star destroyers", "mon cal"}) == "ti4");
  CHECK(meant("", {"2 star destroyers", "ws"}) == "ti4");  // who says what is wrong
  CHECK(meant("", {"2 xx", "ws"}) == "ti4");
  CHECK(meant("chess", {"2 dn", "ws"}) == "error");
}

TEST_CASE("a battle that a text says by itself") {
  const auto ours = read_battle("#v=1&game=ti4&a=2 dn&d=ws&later=3");
  REQUIRE(ours);
  CHECK(ours->scenario.side(Side::attacker).units == std::vector<UnitCount>{{"dreadnought", 2}});
  CHECK(ours->notes.size() == 1);
  CHECK_FALSE(is_battle("2 dn, 4 ff"));
  CHECK(is_battle("https://example.com/?x=1&y=2"));
  CHECK_FALSE(read_battle("https://example.com/?x=1&y=2"));
  const auto cut = read_battle("https://ti4battle.com/?attacker-faction=Sol");
  REQUIRE_FALSE(cut);
  CHECK(cut.error().hint.find("quotes") != std::string::npos);
}
