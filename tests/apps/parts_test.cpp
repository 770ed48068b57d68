// Answers in parts: all forms of a whole answer to the byte, whatever is wrong with a part is named,
// and parts that broke off are gone on with (kill -9 and full disks at chosen moments: tests/fault).

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "apps/report/report_json.hpp"
#include "sim/bytes.hpp"
#include "sim/report_bytes.hpp"
#include "tests/apps/folder.hpp"
#include "tests/apps/program.hpp"

using namespace broadside::test;

namespace {

/// Commands with several pieces each, solved, sampled and both.
const std::vector<std::string> kDivided{
    "matrix '2 dn' 'letnev: 2 dn' '5 cr' '4 dd' --against ws --against 'cr, dd'",
    "matrix --game rebellion isd '2 isd' 'isd, 2 tie' --against 'mon cal' --battles 5k --seed 3",
    "matrix --budget 3",
    "meta --budget 4 --payoff net",
    "meta --budget 3 --battle conquest --beats 'pds, inf'",
    "best --budget 9 --against 'ws, 3 ff' --goal 'keep cruiser'",
    "best --budget 5 --against '2 dn' --against '3 cr' --mix 2,1",
    "odds '2 dn' 'ws, 3 ff' --vary ff=0..4 --engine mc --battles 5k",
    "odds 'dn, 2 inf' 'pds, inf' --battle conquest --vary inf=1..2 --vary defender:inf=1..3"};

/// Works all parts out and returns the names of their files.
std::string parts_of(const std::string& question, int of, const Folder& folder) {
  std::string files;
  for (int part = 1; part <= of; ++part) {
    const std::string name = "part" + std::to_string(part);
    const auto run = shell_run("broadside " + question + " --part " + std::to_string(part) + "/" +
                                   std::to_string(of) + " --out " + name,
                               folder.path);
    CHECK(run.code == 0);
    CHECK(run.out.empty());
    files += " " + name;
  }
  return files;
}

}  // namespace

TEST_CASE("parts: every form of the whole answer, to the byte") {
  for (const std::string& question : kDivided) {
    CAPTURE(question);
    for (const int of : {1, 3}) {
      const Folder folder;
      const std::string files = parts_of(question, of, folder);
      for (const std::string form : {"", "--json", "--csv", "--markdown", "--details --ascii"}) {
        CAPTURE(form);
        const auto whole = shell_run("broadside " + question + " " + form, folder.path);
        const auto merged = shell_run("broadside merge" + files + " " + form, folder.path);
        CHECK(merged.code == whole.code);
        CHECK(merged.out == whole.out);
        CHECK(merged.err == whole.err);
      }
      shell_run("broadside " + question + " --svg whole.svg", folder.path);
      shell_run("broadside merge" + files + " --svg merged.svg", folder.path);
      CHECK(folder.read("whole.svg") == folder.read("merged.svg"));
      CHECK(folder.has("whole.svg"));
    }
  }
}

TEST_CASE("parts: the numbers of a matrix for NumPy, whole and merged") {
  const Folder folder;
  const std::string files = parts_of(kDivided[0], 2, folder);
  CHECK(shell_run("broadside " + kDivided[0] + " --out whole.npy", folder.path).code == 0);
  CHECK(shell_run("broadside merge" + files + " --out merged.npy", folder.path).code == 0);
  const std::string bytes = folder.read("whole.npy");
  CHECK(bytes == folder.read("merged.npy"));
  REQUIRE(bytes.size() > 128);
  const std::size_t head = 10 + static_cast<std::size_t>(bytes[8]);
  CHECK(bytes.substr(0, 6) == "\x93NUMPY");
  CHECK(head % 64 == 0);
  CHECK(contains(bytes.substr(0, head), "'shape': (4, 2, 8)"));
  CHECK(bytes.size() == head + 4 * 2 * 8 * sizeof(double));
}

TEST_CASE("parts: the lines of a batch in their order, with what is wrong with them") {
  const Folder folder;
  folder.write("in",
               "1 cr vs 2 dd\n\n2 crusier vs dd\n3 cr vs 2 dd\n"
               "{\"id\": 7, \"attacker\": \"dn\", \"defender\": \"2 dd\"}\n2 cr vs 2 dd\n");
  for (const std::string form : {"", "--csv ", "--brief "}) {
    CAPTURE(form);
    const std::string question = "batch --engine mc --battles 1k " + form + "in";
    const auto whole = shell_run("broadside " + question, folder.path);
    const std::string files = parts_of(question, 4, folder);
    const auto merged = shell_run("broadside merge" + files, folder.path);
    CHECK(whole.code == 1);
    CHECK(merged.code == 1);
    CHECK(merged.out == whole.out);
    CHECK(shell_run("broadside merge --out lines" + files, folder.path).code == 1);
    CHECK(folder.read("lines") == whole.out);
    CHECK(shell_run("broadside merge --markdown" + files, folder.path).code == 2);
    CHECK(shell_run("rm" + files, folder.path).code == 0);
  }
  // The same from a pipe; other lines for one of the parts are noticed.
  const std::string files = parts_of("batch --brief in", 2, folder),
                    part = "--part 2/2 --out part2";
  shell_run("rm part2; broadside batch --brief " + part + " <in", folder.path);
  CHECK(shell_run("broadside merge" + files, folder.path).code == 1);
  shell_run("rm part2; sed 1d in | broadside batch --brief " + part, folder.path);
  const auto refused = shell_run("broadside merge" + files, folder.path);
  CHECK(refused.code == 2);
  CHECK(contains(refused.err, "part2"));
  CHECK(refused.out.empty());
  // A part that is there already answers the same lines or none.
  const auto again = shell_run("sed 1d in | broadside batch --brief " + part, folder.path);
  CHECK(again.code == 0);
  CHECK(contains(again.err, "was there already"));
  const auto others = shell_run("broadside batch --brief " + part + " <in", folder.path);
  CHECK(others.code == 2);
  CHECK(contains(others.err, "a part of other lines"));
}

TEST_CASE("parts: missing, foreign, damaged and doubled ones are named") {
  const Folder folder;
  parts_of(kDivided[0], 3, folder);
  const auto refused = [&](const std::string& files, const std::string& named) {
    CAPTURE(files);
    const auto run = shell_run("broadside merge " + files, folder.path);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(contains(run.err, named));
  };
  refused("part1 part3", "missing: 2/3");
  refused("part1 part2 part3 part2", "part 2 of 3 stands here twice");
  refused("part1 part2 nothing", "nothing");
  refused("", "there are no parts");
  for (const std::string other : {"--seed 2", "--against dn", "--engine mc --battles 100"}) {
    CAPTURE(other);
    shell_run("rm -f foreign; broadside " + kDivided[0] + " " + other + " --part 2/3 --out foreign",
              folder.path);
    refused("part1 foreign part3", "foreign");
  }
  shell_run("rm foreign; broadside " + kDivided[0] + " --part 2/4 --out foreign", folder.path);
  refused("part1 foreign part3", "foreign");
  const std::string whole = folder.read("part2");
  for (std::size_t at = 0; at < whole.size(); at += 11) {  // every byte counts
    CAPTURE(at);
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    folder.write("damaged", bytes);
    refused("part1 damaged part3", "damaged");
  }
  for (const std::size_t kept :
       {std::size_t{0}, std::size_t{40}, whole.size() / 2, whole.size() - 1}) {
    folder.write("short", whole.substr(0, kept));
    refused("part1 short part3", "short");
  }
  folder.write("long", whole + "x");
  refused("part1 long part3", "long");
}

TEST_CASE("parts: gone on with wherever they broke off, and not with another question's") {
  const Folder folder;
  const std::string files = parts_of(kDivided[1], 2, folder),
                    command = "broadside " + kDivided[1] + " --threads 1 ";
  const std::string bytes = folder.read("part1");
  const auto whole = shell_run("broadside merge" + files, folder.path);
  for (std::size_t kept = 0; kept <= bytes.size(); kept += 23) {
    CAPTURE(kept);
    std::filesystem::remove(folder.at("part1"));
    folder.write("part1.part", bytes.substr(0, kept));
    CHECK(shell_run(command + "--part 1/2 --out part1", folder.path).code == 0);
    CHECK_FALSE(folder.has("part1.part"));
    CHECK(folder.read("part1").size() == bytes.size());
    CHECK(shell_run("broadside merge" + files, folder.path).out == whole.out);
  }
  const auto again = shell_run(command + "--part 1/2 --out part1", folder.path);
  CHECK(again.code == 0);
  CHECK(contains(again.err, "was there already"));
  const std::string before = folder.read("part1");
  for (const std::string other : {"--part 2/2 --out part1", "--part 1/3 --out part1",
                                  "--confidence 90% --part 1/2 --out part1"}) {
    CHECK(shell_run(command + other, folder.path).code == 2);
    CHECK(folder.read("part1") == before);
  }
  folder.write("letter", "dear friend\n");
  CHECK(shell_run(command + "--part 1/2 --out letter", folder.path).code == 2);
  CHECK(folder.read("letter") == "dear friend\n");
}

TEST_CASE("parts: a full disk says so with exit 1, and the same command goes on") {
  const Folder folder;
  const std::string vary = "broadside odds '2 dn' ws --vary ff=0..9 --engine mc --battles 1k ";
  const auto whole = shell_run(vary, folder.path);
  const auto full =
      shell_run("trap '' XFSZ; ulimit -f 8; " + vary + "--part 1/1 --out part1", folder.path);
  CHECK(full.code == 1);
  CHECK(contains(full.err, "cannot write"));
  CHECK(contains(full.err, "the same command goes on"));
  CHECK_FALSE(folder.has("part1"));
  CHECK(folder.has("part1.part"));
  CHECK(shell_run(vary + "--part 1/1 --out part1", folder.path).code == 0);
  CHECK(shell_run("broadside merge part1", folder.path).out == whole.out);
}

TEST_CASE("parts: a question carries its files with it") {
  const Folder folder;
  folder.write("units",
               R"({"units": [{"id": "cruiser", "type": "cruiser", "combat": {"hit_on": 3}}]})");
  const std::string question = "matrix '2 cr' '3 dd' dn --units units";
  const auto whole = shell_run("broadside " + question, folder.path);
  const std::string files = parts_of(question, 2, folder);
  folder.write("units", R"({"units": []})");
  CHECK(shell_run("broadside merge" + files, folder.path).out == whole.out);
  CHECK(shell_run("broadside " + question + " --part 2/2 --out part2", folder.path).code == 2);
}

TEST_CASE("parts: what cannot be divided, or makes no sense, is refused") {
  const Folder folder;
  folder.write("in", "dn vs ws\n");
  for (const std::string words :
       {"compare dn ws --part 1/2", "odds dn ws --part 1/2 --out x",
        "best --budget 4 --against ws --engine mc --part 1/2 --out x", "matrix dn ws --part 1/2",
        "meta --budget 3 --out x", "matrix dn ws --part 0/2 --out x",
        "matrix dn ws --part 3/2 --out x", "matrix dn ws --part 1 --out x",
        "matrix dn ws --part 1/2x --out x", "matrix dn ws --part 1/2 --out x --csv",
        "matrix dn ws --part 1/2 --out x --svg y", "matrix dn ws --part 1/2 --out x --time 1s",
        "batch in --part 1/2 --out x --resume"}) {
    CAPTURE(words);
    const auto run = shell_run("broadside " + words, folder.path);
    CHECK(run.code == 2);
    CHECK(contains(run.err, "hint"));
    CHECK_FALSE(folder.has("x"));
  }
}

TEST_CASE("bytes: a report is the same report again, of every kind of battle") {
  using namespace broadside;
  const auto read = [](const char* game, const char* battle, const char* a, const char* d) {
    Scenario scenario;
    scenario.game = game;
    scenario.battle = battle;
    const Game& of = *find_game(game).value();
    scenario.side(Side::attacker) = of.parse_side(a).value();
    scenario.side(Side::defender) = of.parse_side(d).value();
    return scenario;
  };
  for (const Scenario& scenario : {read("ti4", "space", "2 dn, 4 ff", "ws, 3 ff"),
                                   read("ti4", "conquest", "dn, cv, 3 inf, 2 ff", "cr, 2 inf, pds"),
                                   read("rebellion", "combat", "isd, 2 tie, 2 stormtrooper",
                                        "mon cal, x-wing, 2 rebel trooper"),
                                   read("risk", "", "7", "5")})
    for (const Method method : {Method::monte_carlo, Method::automatic}) {
      CAPTURE(scenario.game);
      CAPTURE(scenario.battle);
      Options options;
      options.method = method;
      options.battles = 3000;
      const auto report = odds(scenario, options);
      REQUIRE(report);
      const std::string bytes = bytes_of(*report);
      const auto again = from_bytes<Report>(bytes);
      REQUIRE(again);
      CHECK(bytes_of(*again) == bytes);
      CHECK(write_report(*again, scenario, std::nullopt) ==
            write_report(*report, scenario, std::nullopt));
      for (std::size_t kept = 0; kept < bytes.size(); kept += 97)  // nothing else is one
        CHECK_FALSE(from_bytes<Report>(std::string_view(bytes).substr(0, kept)));
      CHECK_FALSE(from_bytes<Report>(bytes + "x"));
    }
}
