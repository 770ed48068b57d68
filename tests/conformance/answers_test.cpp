// What the program answers to some hundred battles that nobody chose (tests/data/answers.jsonl), as
// it stood when they were written down. A mistake in a rule shows here although every engine makes
// it alike, and a rule that is changed on purpose shows which answers it changes: `./test answers
// write` puts the new ones into the file, and the difference is read before it is committed.
// `./test answers draw` makes other battles, so that every effect has some in which it matters.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/report/report_json.hpp"
#include "apps/report/scenario_json.hpp"
#include "sim/choices.hpp"
#include "sim/engine.hpp"
#include "tests/fuzz/made_scenario.hpp"

using namespace broadside;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFile = BROADSIDE_SOURCE_DIR "/tests/data/answers.jsonl";
constexpr double kApart = 1e-9;  // solved numbers that are further apart differ
constexpr std::uint64_t kSampled = 2000, kSeed = 7;

std::uint64_t fingerprint(std::string_view text, std::uint64_t from = 14695981039346656037U) {
  for (const char c : text) from = (from ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return from;
}

/// Between 1 and 2, another for each text: a sum with these weights shows where a number stood.
double weight(std::string_view text) {
  return 1 + static_cast<double>(fingerprint(text) >> 11) * 0x1p-53;
}

/// All of an answer in two values: numbers, which other compilers round otherwise, and words.
struct Digest {
  double numbers = 0;
  std::uint64_t words = fingerprint("");

  void take(const std::string& path, const Json& tree) {
    if (tree.is_number()) {
      numbers += tree.get<double>() * weight(path);
    } else if (tree.is_object() && tree.contains("units") && tree.contains("p")) {
      Json force = tree;  // forces of equal chance may stand in any order
      force.erase("p");
      numbers += tree["p"].get<double>() * weight(path + force.dump());
    } else if (tree.is_object()) {
      for (const auto& [key, value] : tree.items())
        if (key != "scenario" && key != "version") take(path + "/" + key, value);
    } else if (tree.is_array()) {
      for (const Json& value : tree) take(path + "/", value);
    } else {
      words = fingerprint(path + "=" + tree.dump(), words);
    }
  }
};

Json words_of(std::uint64_t print) { return fmt::format("{:016x}", print); }

/// What is written down of an answer: the chances for people, the rest as a digest.
Json answer_to(const Scenario& scenario) {
  Options options;
  options.seed = kSeed;
  options.battles = kSampled;
  options.threads = 1;
  options.exact_budget = 3e6;
  const auto battle = ready(scenario);
  if (!battle) return {{"refused", words_of(fingerprint(battle.error().message()))}};
  if (!battle->duel.direct && solvable(battle->duel, options)) options.method = Method::exact;
  const auto report = odds(*battle, scenario, options);
  if (!report) return {{"refused", words_of(fingerprint(report.error().message()))}};
  Digest digest;
  digest.take("", Json::parse(write_report(*report, scenario)));
  Json answer;
  for (const auto& [name, outcome] :
       {std::pair{"win", Outcome::attacker_win}, std::pair{"loss", Outcome::defender_win}})
    answer[name] = report->chance(outcome).p;
  answer["numbers"] = digest.numbers;
  answer["words"] = words_of(digest.words);
  const Game& game = *find_game(scenario.game).value();
  if (const auto chosen = choose(game, scenario))
    if (const auto story = game.replay(chosen->scenario, kSeed)) {
      std::uint64_t told = fingerprint("");
      for (const std::string& line : *story) told = fingerprint(line + "\n", told);
      answer["story"] = words_of(told);
    }
  return answer;
}

bool same(const Json& was, const Json& now) {
  if (was.size() != now.size()) return false;
  for (const auto& [key, value] : was.items()) {
    if (!now.contains(key)) return false;
    if (value.is_number() ? !(std::abs(value.get<double>() - now[key].get<double>()) <=
                              kApart * (1 + std::abs(value.get<double>())))
                          : value != now[key])
      return false;
  }
  return true;
}

std::vector<Json> kept() {
  std::vector<Json> lines;
  std::ifstream file(kFile);
  for (std::string line; std::getline(file, line);) lines.push_back(Json::parse(line));
  return lines;
}

Scenario made(const Game& game, std::uint64_t seed, std::size_t one_field_in) {
  const std::vector<std::uint8_t> drawn = fuzz::bytes_of(seed + (std::uint64_t{1} << 41), 512);
  fuzz::Bytes bytes{drawn};
  const fuzz::Taste taste{bytes.between(1, 4), 3, one_field_in + bytes.below(20)};
  return fuzz::made_scenario(game, bytes, taste);
}

bool is_short(const Scenario& scenario) { return write_scenario(scenario).size() <= 600; }

/// Battles of every game as they come, refused ones among them.
void draw_any(const Game& game, std::vector<Scenario>& battles) {
  constexpr int kFought = 50, kRefused = 15;
  int fought = 0, refused = 0;
  for (std::uint64_t seed = 0; fought < kFought && seed < 20'000; ++seed) {
    const Scenario scenario = made(game, seed, 2);
    if (!is_short(scenario)) continue;
    int& count = answer_to(scenario).contains("refused") ? refused : fought;
    if (++count <= (&count == &refused ? kRefused : kFought)) battles.push_back(scenario);
  }
}

/// Battles whose numbers the effect changes: two for each side that may have it.
void draw_with(const Game& game, const Listing& effect, std::vector<Scenario>& battles) {
  constexpr int kOfASide = 2;
  for (const Side side : kSides) {
    int mattered = 0;
    for (std::uint64_t seed = 0; mattered < kOfASide && seed < 150; ++seed) {
      Scenario without = made(game, fingerprint(effect.id) % 1'000'000 + seed, 12);
      if (!effect.battles.empty()) without.battle = effect.battles[seed % effect.battles.size()];
      if (!effect.faction.empty()) without.side(side).faction = effect.faction;
      Scenario with = without;
      with.side(side).effects.push_back({effect.id, {}, {}, {}});
      if (!is_short(with)) continue;
      const Json answer = answer_to(with);
      if (answer.contains("refused")) continue;
      const Json other = answer_to(without);
      if (other.contains("refused") || other["numbers"] == answer["numbers"]) continue;
      ++mattered;
      battles.push_back(with);
    }
  }
}

std::vector<Scenario> drawn() {
  std::vector<Scenario> battles;
  for (const Game* game : games()) {
    draw_any(*game, battles);
    for (const Listing& effect : game->list_effects())
      if (effect.refused.empty()) draw_with(*game, effect, battles);
  }
  return battles;
}

void write_down(const std::vector<Scenario>& battles) {
  std::ofstream file(kFile, std::ios::trunc);
  for (const Scenario& scenario : battles)
    file << Json{{"battle", scenario_json(scenario)}, {"answer", answer_to(scenario)}}.dump()
         << "\n";
  REQUIRE(file.good());
}

}  // namespace

TEST_CASE("answers are those that were written down") {
  const char* asked = std::getenv("BROADSIDE_ANSWERS");
  const std::string_view wish = asked ? asked : "";
  if (wish == "draw") {
    write_down(drawn());
    return;
  }
  std::vector<Scenario> battles;
  std::uint64_t differ = 0;
  for (const Json& line : kept()) {
    const auto scenario = scenario_of(line["battle"]);
    REQUIRE_MESSAGE(scenario, line["battle"].dump());
    battles.push_back(*scenario);
    const Json now = answer_to(*scenario);
    if (same(line["answer"], now)) continue;
    ++differ;
    MESSAGE("echo '", line["battle"].dump(), "' | broadside odds --scenario -\n  was ",
            line["answer"].dump(), "\n  is  ", now.dump());
  }
  CHECK(battles.size() > 500);
  if (wish == "write")
    write_down(battles);
  else
    CHECK(differ == 0);
}
