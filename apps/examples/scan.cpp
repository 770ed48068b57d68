// Ten thousand pairs of fleets, solved one by one: which attackers do best against everybody?
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <broadside/engine.hpp>
#include <broadside/shortcut.hpp>

int main() {
  using namespace broadside;
  std::vector<std::string> fleets;
  for (int fighters = 0; fighters < 5; ++fighters)
    for (int destroyers = 0; destroyers < 5; ++destroyers)
      for (int cruisers = 1; cruisers < 5; ++cruisers)
        fleets.push_back(std::to_string(fighters) + " ff, " + std::to_string(destroyers) + " dd, " +
                         std::to_string(cruisers) + " cruiser");
  Options options;
  options.method = Method::exact;
  options.threads = 1;
  std::vector<std::pair<double, std::string>> ranking;
  for (const auto& attacker : fleets) {
    double sum = 0;
    for (const auto& defender : fleets) {
      const auto battle = scenario("ti4", attacker, defender);
      const auto report = odds(*battle, options);
      if (!report) return 2;
      sum += report->chance(Outcome::attacker_win).p;
    }
    ranking.emplace_back(sum / static_cast<double>(fleets.size()), attacker);
  }
  std::sort(ranking.rbegin(), ranking.rend());
  for (std::size_t i = 0; i < 5; ++i)
    std::printf("%5.1f %%  %s\n", 100 * ranking[i].first, ranking[i].second.c_str());
}
