#include "bench/play.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <fmt/format.h>

#include "bench/check.hpp"

namespace broadside::bench {
namespace {

/// Instructions of a whole run of this program that plays so many battles.
std::optional<double> instructions_of(const Matchup& matchup, Kernel kernel,
                                      std::uint64_t battles) {
  const std::string command = fmt::format(
      "valgrind --tool=callgrind --callgrind-out-file=/dev/null \"$(readlink -f /proc/{}/exe)\" "
      "bench --play {} {} {} 2>&1 >/dev/null",
      "$PPID", matchup.name, name(kernel), battles);
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe{popen(command.c_str(), "r"), pclose};
  if (!pipe) return std::nullopt;
  std::optional<double> collected;
  std::array<char, 512> line;
  while (std::fgets(line.data(), line.size(), pipe.get()) != nullptr) {
    const std::string_view text{line.data()};
    const auto at = text.find("Collected :");
    if (at != text.npos) collected = std::strtod(line.data() + at + 11, nullptr);
  }
  return collected;
}

}  // namespace

std::optional<std::string> play(const Matchup& matchup, Kernel kernel, std::uint64_t battles) {
  const Battle battle = prepare(matchup);
  Workspace workspace{battle.duel};
  Counts counts{battle.duel};
  for (std::uint64_t chunk = 0, left = battles; left > 0; ++chunk) {
    const std::uint64_t now = std::min<std::uint64_t>(left, kChunkBattles);
    play_chunk(battle.duel, 1, chunk, static_cast<std::uint32_t>(now), workspace, counts, kernel);
    left -= now;
  }
  return check_sums(battle.duel, counts, battles);
}

std::optional<Kernel> kernel_named(std::string_view text) {
  for (const Kernel kernel : available_kernels())
    if (name(kernel) == text) return kernel;
  return std::nullopt;
}

std::optional<double> instructions_per_battle(const Matchup& matchup, Kernel kernel) {
  constexpr std::uint64_t kBattles = 4 * kChunkBattles;
  const auto base = instructions_of(matchup, kernel, 0);
  const auto with = base ? instructions_of(matchup, kernel, kBattles) : std::nullopt;
  if (!with) return std::nullopt;
  return (*with - *base) / static_cast<double>(kBattles);
}

}  // namespace broadside::bench
