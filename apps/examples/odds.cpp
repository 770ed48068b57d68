// The odds of one battle, from C++.
#include <cstdio>

#include <broadside/engine.hpp>
#include <broadside/shortcut.hpp>

int main() {
  const auto battle = broadside::scenario("ti4", "2 dn, 4 ff", "ws, 3 ff");
  const auto report = battle ? broadside::odds(battle.value(), {})
                             : broadside::Result<broadside::Report>(battle.error());
  if (!report) {
    std::fprintf(stderr, "%s (%s)\n", report.error().problem.c_str(), report.error().hint.c_str());
    return 2;
  }
  const auto win = report.value().chance(broadside::Outcome::attacker_win);
  std::printf("attacker wins %.1f %% (%.2f to %.2f)\n", 100 * win.p, 100 * win.low, 100 * win.high);
}
