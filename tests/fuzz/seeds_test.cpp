// What every fuzz target must take, in the ordinary tests: its seeds, all that ever broke it, and a
// few hundred inputs made of them with fixed luck. A broken promise ends the program.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/kernel/rng.hpp"
#include "tests/fuzz/made_scenario.hpp"
#include "tests/fuzz/targets.hpp"

using namespace broadside;
using Input = std::vector<std::uint8_t>;

namespace {

std::vector<Input> seeds_of(std::string_view target) {
  std::vector<std::filesystem::path> files;
  const auto folder = std::filesystem::path(BROADSIDE_SOURCE_DIR) / "tests/fuzz/seeds" / target;
  if (std::filesystem::is_directory(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Input> seeds;
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return seeds;
}

/// One to four small changes.
Input changed(Input input, const std::vector<Input>& others, Philox& random) {
  const auto below = [&](std::size_t bound) { return bound == 0 ? 0 : random() % bound; };
  const auto place = [&] {
    return input.begin() + static_cast<std::ptrdiff_t>(below(input.size()));
  };
  for (std::size_t change = 1 + below(4); change > 0; --change) switch (below(5)) {
      case 0:
        if (!input.empty()) *place() = static_cast<std::uint8_t>(random());
        break;
      case 1:
        if (!input.empty()) *place() ^= static_cast<std::uint8_t>(1u << below(8));
        break;
      case 2:
        if (!input.empty()) input.erase(place());
        break;
      case 3:
        input.insert(place(), static_cast<std::uint8_t>(" ,:+@!\"{}[]0129-"[below(16)]));
        break;
      default:
        if (const Input& other = others[below(others.size())]; !other.empty()) {
          const std::size_t from = below(other.size()), count = 1 + below(other.size() - from);
          input.insert(place(), other.begin() + static_cast<std::ptrdiff_t>(from),
                       other.begin() + static_cast<std::ptrdiff_t>(from + count));
        }
    }
  return input;
}

}  // namespace

TEST_CASE("fuzz targets take their seeds, what ever broke them, and changes of both") {
  constexpr int kChanges = 250;
  for (const fuzz::Target& target : fuzz::targets()) {
    CAPTURE(target.name);
    std::vector<Input> seeds = seeds_of(target.name);
    if (target.name == "battles")
      for (std::uint64_t seed = 1; seed <= 8; ++seed) seeds.push_back(fuzz::bytes_of(seed));
    REQUIRE_FALSE(seeds.empty());
    for (const Input& seed : seeds) target.run(seed);
    Philox random{20, target.name.size()};
    for (int i = 0; i < kChanges; ++i)
      target.run(changed(seeds[static_cast<std::size_t>(i) % seeds.size()], seeds, random));
  }
}
