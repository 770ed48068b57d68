#include <cstdio>

#include <broadside/engine.hpp>
#include <broadside/shortcut.hpp>

int main() {
  const auto battle = broadside::scenario("ti4", "2 dn, 4 ff", "ws, 3 ff");
  if (!battle) return 2;
  const auto report = broadside::odds(*battle, {});
  if (report) std::printf("%.3f\n", report->chance(broadside::Outcome::attacker_win).p);
  return report ? 0 : 1;
}
