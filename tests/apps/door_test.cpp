// The ways in and out that are more than words: links, files, batch.

#ifdef BROADSIDE_PROGRAM

#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/apps/program.hpp"

using broadside::test::broadside_run;
using broadside::test::contains;
using broadside::test::lines_of;
using nlohmann::json;
using Words = std::vector<std::string>;

namespace {

json answer(Words words, const std::string& input = "") {
  words.push_back("--json");
  const auto run = broadside_run(words, input);
  CAPTURE(run.out);
  CHECK(run.err.empty());
  REQUIRE(run.code == 0);
  return json::parse(run.out);
}

bool tells(const json& report, const std::string& note) {
  for (const auto& line : report["assumptions"])
    if (contains(line.get<std::string>(), note)) return true;
  return false;
}

}  // namespace

TEST_CASE("a battle is handed on and comes back") {
  const json asked = answer({"odds", "letnev: 2 dn2, 4 ff, +plasma scoring", "hacan: ws, 3 ff, pds",
                             "--attacker-losses", "dn, ff", "--exact", "--link"});
  const std::string ours = asked["links"]["link"].get<std::string>();
  REQUIRE(asked["links"]["others"].size() == 1);
  const std::string theirs = asked["links"]["others"][0].get<std::string>();
  CHECK(theirs.starts_with("https://ti4battle.com/?"));
  CHECK_FALSE(asked["links"]["notes"].empty());  // an order of losses cannot be said there
  for (const Words& words : {Words{"open", ours}, {"odds", ours}, {ours}}) {
    Words exact = words;
    exact.push_back("--exact");
    CHECK(answer(exact)["exact"] == asked["exact"]);
  }
  const json usual =
      answer({"odds", "letnev: 2 dn2, 4 ff, +plasma scoring", "hacan: ws, 3 ff, pds", "--exact"});
  const json read = answer({"open", theirs, "--exact"});
  CHECK(read["exact"] == usual["exact"]);

  // Options come on top of what a link says; sides change places as a whole.
  CHECK(answer({"open", theirs, "--exact", "--attacker-losses", "dn, ff"})["exact"] ==
        asked["exact"]);
  const json swapped = answer({"open", ours, "--exact", "--swap"});
  CHECK(swapped["scenario"]["defender"] == asked["scenario"]["attacker"]);
  CHECK(broadside_run({"open", ours, "--game", "risk"}).code == 2);

  const auto text = broadside_run({"odds", "2 dn", "ws", "--exact", "--link"});
  CHECK(
      contains(text.out, "\nLink: #v=1&game=ti4&battle=space&a=2%20dreadnought&d=1%20war%20sun\n"));
}

TEST_CASE("options add to a link and do not replace what it says") {
  const std::string link =
      "#v=1&battle=conquest&a=2 dn, 2 ff, %2Bplasma&d=ws&a.losses=dn"
      "&a.sustain_space_cannon=false";
  const auto refusal = [&](const Words& options) {
    Words words{"open", link};
    words.insert(words.end(), options.begin(), options.end());
    const auto run = broadside_run(words);
    CHECK(run.code == 2);
    CHECK(contains(run.err, "hint: name it once"));
    return run.err;
  };
  CHECK(contains(refusal({"--attacker-losses", "ff"}),
                 "losses is given twice\n  where: --attacker-losses"));
  CHECK(contains(refusal({"--battle", "invasion"}),
                 "two values of battle: 'conquest' and 'invasion'\n  where: --battle invasion"));
  CHECK(contains(refusal({"--attacker-policy", "sustain_space_cannon=true"}),
                 "sustain_space_cannon is given twice\n  where: --attacker-policy"));
  const json more = answer({"open", link, "--battle", "conquest", "--attacker-losses", "dn",
                            "--attacker-effects", "morale", "--battles", "100"});
  CHECK(more["scenario"]["attacker"]["effects"].size() == 2);
  CHECK(more["scenario"]["attacker"]["policy"]["losses"] == json{"dreadnought"});
}

TEST_CASE("what a link says and nobody can use is told") {
  const std::string link = "#v=1&game=ti4&a=2 dn&d=ws&later=3";
  CHECK(tells(answer({"open", link, "--exact"}), "'later' is not known here"));
  CHECK(tells(answer({"open", link, "--vary", "ff=0..1"}), "'later' is not known here"));
  CHECK(tells(answer({"open", link, "--need", "60%"}), "'later' is not known here"));
  const auto text = broadside_run({"replay", link});
  CHECK(text.code == 0);
  CHECK(contains(text.err, "broadside: note: 'later' is not known here"));
  CHECK(answer({"replay", link})["notes"].size() == 1);
  const json hex = answer({"odds", "18+0+0B2r1yWtc3f;", "--tile", "18", "--exact"});
  CHECK(tells(hex, "white attacks, blue defends"));
  CHECK(tells(answer({"2", "star", "destroyers", "vs", "mon", "cal", "--battles", "100"}),
              "units of Star Wars: Rebellion, so --game rebellion"));
}

TEST_CASE("a file says how it is to be answered, the command line has the last word") {
  const std::string file =
      R"({"id": 7, "attacker": "2 dn", "defender": {"units": {"ws": 1}},
          "options": {"engine": "mc", "battles": 1000, "seed": 5}})";
  const json as_said = answer({"odds", "--scenario", "-"}, file);
  CHECK(as_said["id"] == 7);
  CHECK(as_said["battles"] == 1000);
  CHECK(as_said["seed"] == 5);
  const json other = answer({"odds", "--scenario", "-", "--seed", "6"}, file);
  CHECK(other["battles"] == 1000);
  CHECK(other["seed"] == 6);
  CHECK(answer({"odds", "--scenario", "-", "--vary", "ff=0..1"}, file)["id"] == 7);
  CHECK(answer({"replay", "--scenario", "-"}, file)["seed"] == 5);
}

TEST_CASE("batch: every form of a line gives the answer of odds") {
  const json wanted = answer({"odds", "2 dn, 4 ff", "ws", "--engine", "auto"});
  const auto run =
      broadside_run({"batch"},
                    "2 dn, 4 ff vs ws\n"
                    R"({"id": "x", "attacker": "2 dn, 4 ff", "defender": {"units": {"ws": 1}}})"
                    "\n#v=1&a=2 dn, 4 ff&d=ws\n"
                    R"({"id": 3, "attacker": "2 xx", "defender": "ws"})"
                    "\n6 vs 5\n");
  CHECK(run.code == 1);
  const auto lines = lines_of(run.out);
  REQUIRE(lines.size() == 5);
  CHECK(json::parse(lines[0]) == wanted);
  json named = json::parse(lines[1]);
  CHECK(named["id"] == "x");
  named.erase("id");
  CHECK(named == wanted);
  CHECK(json::parse(lines[2])["exact"] == wanted["exact"]);
  CHECK(json::parse(lines[3])["id"] == 3);
  CHECK(json::parse(lines[3])["error"]["where"] == "line 4: attacker: 2 xx");
  CHECK(json::parse(lines[4])["game"] == "risk");  // the only game whose units these are
}

TEST_CASE("batch: tables in, short answers and tables out") {
  const std::string table =
      "id,attacker,defender,battle,attacker.losses\n"
      "a,\"2 dn, 4 ff\",ws,,\"dn, ff\"\n"
      "\n"
      "b,3 inf,2 inf,ground\n"
      "c,2 crusier,ws\n";
  const auto brief = broadside_run({"batch", "--brief"}, table);
  CHECK(brief.code == 1);
  const auto lines = lines_of(brief.out);
  REQUIRE(lines.size() == 4);
  const json first = json::parse(lines[0]),
             wanted =
                 answer({"odds", "2 dn, 4 ff", "ws", "--attacker-losses", "dn, ff", "--exact"});
  CHECK(first["id"] == "a");
  CHECK(first["method"] == "exact");
  CHECK(first["attacker_win"] == wanted["exact"]["attacker_win"]);
  CHECK(first["expected_losses"]["attacker"] == wanted["expected_losses"]["attacker"]["resources"]);
  CHECK(first["within"] == 0);
  CHECK(lines[1].empty());
  CHECK(json::parse(lines[2])["battle"] == "ground");
  CHECK(json::parse(lines[3])["id"] == "c");
  CHECK(json::parse(lines[3])["error"]["where"] == "line 5: attacker: 2 crusier");

  const auto csv = broadside_run({"batch", "--csv"}, table);
  CHECK(csv.code == 1);
  const auto rows = lines_of(csv.out);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].starts_with("line,id,attacker,defender,battle,method,attacker_win,draw,"));
  CHECK(rows[1].starts_with("2,a,\"2 dreadnought, 4 fighter\",1 war sun,space,exact,"));
  CHECK(rows[2].starts_with("4,b,3 infantry,2 infantry,ground,exact,0.8"));
  CHECK(contains(rows[3], "5,c,,,,"));
  CHECK(contains(rows[3], "did you mean 'cruiser'?"));

  // What could not be used is told in every form.
  const std::string link = "#v=1&game=ti4&a=2 dn&d=ws&later=3\n";
  CHECK(json::parse(broadside_run({"batch", "--brief"}, link).out)["notes"].size() == 1);
  CHECK(contains(broadside_run({"batch", "--csv"}, link).out, "'later' is not known here"));
  CHECK(tells(json::parse(broadside_run({"batch"}, link).out), "'later' is not known here"));

  // Sampled answers say how far off they may be.
  const auto sampled = broadside_run(
      {"batch", "--brief", "--engine", "mc", "--battles", "2000", "--game", "rebellion"},
      "isd vs corvette\n");
  const json rough = json::parse(sampled.out);
  CHECK(rough["method"] == "monte_carlo");
  CHECK(rough["within"].get<double>() > 0.001);
  CHECK(rough["within"].get<double>() < 0.1);
}

TEST_CASE("help, version and list alone; a command that is nearly one") {
  CHECK(broadside_run({"help"}).out == broadside_run({"--help"}).out);
  CHECK(broadside_run({"help", "best"}).out == broadside_run({"best", "--help"}).out);
  CHECK(broadside_run({"version"}).out == broadside_run({"--version"}).out);
  const auto list = broadside_run({"list"});
  CHECK(list.code == 0);
  CHECK(contains(list.out, "broadside list units --game rebellion"));
  for (const char* nearly : {"odd", "od"})
    CHECK(contains(broadside_run({nearly, "2 dn", "ws"}).err, "did you mean 'odds'?"));
  CHECK(broadside_run({"2 dn", "vs", "ws", "--help"}).out == broadside_run({"odds", "--help"}).out);
}

#endif
