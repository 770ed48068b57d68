#include "sim/paired.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/kernel/rng.hpp"
#include "sim/engine.hpp"
#include "sim/exact.hpp"
#include "stats/tally.hpp"
#include "tests/sim/toy_duels.hpp"

using namespace broadside;

namespace {

Battle battle_of(const std::string& attacker, const std::string& defender,
                 const std::string& kind = "space") {
  const Game& game = *find_game("ti4").value();
  Scenario scenario;
  scenario.battle = kind;
  scenario.side(Side::attacker) = game.parse_side(attacker).value();
  scenario.side(Side::defender) = game.parse_side(defender).value();
  auto battle = ready(scenario);
  REQUIRE_MESSAGE(bool{battle}, (battle ? "" : battle.error().message()));
  return std::move(battle).value();
}

/// A game that plays by itself: a coin decides, and its last bits what is left.
class CoinGame final : public DirectPlay {
 public:
  void play(std::uint64_t seed, std::uint64_t chunk, std::uint32_t battles,
            Counts& counts) const noexcept override {
    Philox dice{seed, chunk};
    for (std::uint32_t b = 0; b < battles; ++b) {
      const std::uint32_t toss = dice(), won = toss >> 31;
      ++counts.finals[won][0][won ? 1 + toss % 2 : 0];
      ++counts.finals[won][1][won ? 0 : 1 + toss % 2];
    }
    counts.battles += battles;
  }
  std::string_view reason() const noexcept override { return "a coin has no tables"; }
};

}  // namespace

TEST_CASE("a game that plays by itself is played battle by battle too") {
  Duel duel;
  duel.endings = {{Outcome::defender_win, 0}, {Outcome::attacker_win, 0}};
  duel.finals = {3, 3};
  duel.direct = std::make_shared<CoinGame>();
  PairedPlayer player(duel), twin(duel);
  int won = 0;
  for (std::uint64_t b = 0; b < 10'000; ++b) {
    const NamedEnd end = player.play(3, b);
    CHECK(end.force == twin.play(3, b).force);
    CHECK((end.force[0] == 0) == (end.ending == 0));
    CHECK((end.force[1] == 0) == (end.ending == 1));
    won += end.ending;
  }
  CHECK(std::abs(won - 5000) < 4.5 * 50);
}

TEST_CASE("battles with named dice come out as the solver says, in every kind of battle") {
  struct Case {
    const char *attacker, *defender, *kind;
  };
  constexpr int kBattles = 40'000;
  for (const auto& [attacker, defender, kind] :
       {Case{"2 dn, 4 ff", "ws, 3 ff", "space"},
        {"3 dd, cv, 3 ff", "cruiser, 4 ff, cv", "space"},
        {"letnev: 2 dn2, 3 ff, +plasma scoring, +morale boost@2",
         "jol-nar: 2 cruiser, pds, +direct hit x2", "space"},
        {"sardakk: dn, 2 cruiser", "titans: 2 cruiser, dn", "space"},
        {"dn, cv, 3 inf, 2 ff", "cruiser, pds, 2 inf", "conquest"},
        {"4 inf", "2 mech", "ground"}}) {
    CAPTURE(attacker);
    const Battle battle = battle_of(attacker, defender, kind);
    const ExactResult exact = solve_exact(battle.duel);
    auto counted = Counts{battle.duel}.finals;
    PairedPlayer player(battle.duel);
    for (std::uint64_t b = 0; b < kBattles; ++b) {
      const NamedEnd end = player.play(5, b);
      for (std::size_t side = 0; side < 2; ++side) ++counted[end.ending][side][end.force[side]];
    }
    for (std::size_t e = 0; e < counted.size(); ++e)
      for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t f = 0; f < counted[e][side].size(); ++f) {
          const double p = exact.finals[e][side][f];
          const double error = std::sqrt(kBattles * p * (1 - p)) + 1;
          CHECK(std::abs(static_cast<double>(counted[e][side][f]) - kBattles * p) < 5 * error);
        }
  }
}

TEST_CASE("the dice belong to the battle: same name, same end; equal fleets, equal ends") {
  const Battle first = battle_of("2 dn, 4 ff", "ws, 3 ff"),
               same = battle_of("2 dn, 4 ff", "ws, 3 ff");
  PairedPlayer player(first.duel), twin(same.duel), copy = player;
  int differ_by_seed = 0;
  for (std::uint64_t b = 200; b-- > 0;) {  // in any order
    const NamedEnd end = player.play(1, b), other = twin.play(1, b), again = copy.play(1, b);
    CHECK(end.ending == other.ending);
    CHECK(end.force == other.force);
    CHECK(end.force == again.force);
    differ_by_seed += player.play(2, b).force != end.force;
  }
  CHECK(differ_by_seed > 100);
}

TEST_CASE("luck is shared: one ship more rarely loses a battle that was won without it") {
  const Battle fewer = battle_of("4 cruiser", "5 destroyer, dn"),
               more = battle_of("5 cruiser", "5 destroyer, dn");
  PairedPlayer small(fewer.duel), large(more.duel);
  int only_small = 0, only_large = 0;
  for (std::uint64_t b = 0; b < 20'000; ++b) {
    const auto won = [](const Battle& battle, const NamedEnd& end) {
      return battle.duel.endings[end.ending].outcome == Outcome::attacker_win;
    };
    const bool a = won(fewer, small.play(1, b)), c = won(more, large.play(1, b));
    only_small += a && !c;
    only_large += c && !a;
  }
  CHECK(only_large > 1000);
  CHECK(only_small < only_large / 50);
}

TEST_CASE("battles with named dice: volleys that answer one another") {
  for (const std::uint64_t seed : {3, 4, 5}) {
    CAPTURE(seed);
    const Duel duel = toy::random_duel(seed, {.spends = true, .responds = true});
    const auto exact = outcome_totals(duel, solve_exact(duel).finals);
    constexpr int kBattles = 40'000;
    ByOutcome<int> seen{};
    PairedPlayer player(duel);
    for (std::uint64_t b = 0; b < kBattles; ++b)
      ++seen[duel.endings[player.play(9, b).ending].outcome];
    for (const Outcome outcome : all_outcomes()) {
      const double p = exact[outcome];
      CHECK(std::abs(seen[outcome] - kBattles * p) <=
            4.5 * std::sqrt(kBattles * p * (1 - p)) + 1e-6);
    }
  }
}

TEST_CASE("the dice of a round are found by its name alone") {
  // FNV-1a as published: 0xe40c292c for "a", 0xbf9cf968 for "foobar".
  const auto fnv = [](std::string_view text) {
    std::uint32_t hash = 0x811c9dc5;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193;
    return hash;
  };
  REQUIRE(fnv("a") == 0xe40c292c);
  REQUIRE(fnv("foobar") == 0xbf9cf968);
  const std::uint32_t name = fnv("combat\ncombat round");
  // One unit each that hits with 0.4 and 0.2: a hit is what the highest numbers stand for.
  const Duel duel = toy::single_units(0.4, 0.2);
  PairedPlayer player(duel);
  constexpr std::uint64_t kSeed = (std::uint64_t{5} << 32) + 3;
  for (std::uint32_t battle = 0; battle < 200; ++battle) {
    bool hit = false, is_hit = false;
    for (std::uint32_t round = 0; !hit && !is_hit; ++round) {
      const auto block = Philox::hash({round, name, battle, 0}, {3, 5});
      hit = block[1] >= 0.6 * 0x1p32;
      is_hit = block[3] >= 0.8 * 0x1p32;
    }
    const NamedEnd end = player.play(kSeed, battle);
    CHECK(end.force[0] == (is_hit ? 0 : 1));
    CHECK(end.force[1] == (hit ? 0 : 1));
  }
}
