// A program of somebody else: asks the installed library one question whose answer is known by
// hand.
#include <cmath>
#include <cstdio>

#include <broadside/engine.hpp>
#include <broadside/version.hpp>
#include <cstring>

#include "core/game.hpp"

int main() {
  broadside::Scenario scenario;
  scenario.game = "ti4";
  scenario.battle = "space";
  scenario.side(broadside::Side::attacker).units = {{"cruiser", 1}};
  scenario.side(broadside::Side::defender).units = {{"destroyer", 1}};

  broadside::Options options;
  options.battles = 10'000;
  const auto report = broadside::odds(scenario, options);
  if (!report) {
    std::fprintf(stderr, "%s\n", report.error().message().c_str());
    return 1;
  }
  // A cruiser hits on 7 and a destroyer on 9. In a round the cruiser alone is left with chance 0.4
  // * 0.8, nobody with 0.4 * 0.2, the destroyer alone with 0.6 * 0.2; rounds without a hit repeat:
  // 8 to 2 to 3.
  const auto& exact = report.value().exact;
  const bool good =
      exact && std::abs(exact->p[0] - 8.0 / 13) < 1e-12 &&
      std::abs(report.value().chance(broadside::Outcome::attacker_win).p - 8.0 / 13) < 0.03;
  if (kMine != 1 || std::strcmp(broadside::version(), BROADSIDE_VERSION) != 0) return 1;
  std::printf("%s\n", good ? "ok" : "wrong odds");
  return good ? 0 : 1;
}
