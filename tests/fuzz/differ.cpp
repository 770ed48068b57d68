#include "tests/fuzz/differ.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>
#include <random>
#include <utility>

#include <boost/random/mersenne_twister.hpp>
#include <fmt/format.h>

#include "apps/report/scenario_json.hpp"
#include "core/kernel/kernel.hpp"
#include "sim/choices.hpp"
#include "sim/engine.hpp"
#include "sim/exact.hpp"
#include "sim/play_words.hpp"
#include "sim/players.hpp"
#include "sim/run.hpp"
#include "sim/values.hpp"
#include "stats/tally.hpp"
#include "tests/fuzz/made_scenario.hpp"
#include "tests/fuzz/shrunk.hpp"
#include "tests/naive/arcane_roller.hpp"
#include "tests/naive/random_scenarios.hpp"
#include "tests/naive/rebellion_roller.hpp"
#include "tests/naive/rebellion_scenarios.hpp"
#include "tests/naive/ti4_roller.hpp"

namespace broadside::fuzz {
namespace {

using Chances = ByOutcome<double>;

constexpr std::uint64_t kSampled = 3 * kChunkBattles + 1001;  // several chunks, one cut short
constexpr std::uint64_t kRolled = 4000;
constexpr std::uint64_t kTold = 25;

/// Standard errors between a share and a solved chance. Where fewer than 50 events or exceptions are
/// expected the normal law says little, and only what cannot be at all is held against it.
double standard_errors(double count, double battles, double p) {
  const double variance = battles * p * (1 - p);
  if (variance >= 50) return (count - battles * p) / std::sqrt(variance);
  const double rare = p < 0.5 ? p : 1 - p, seen = p < 0.5 ? count : battles - count;
  const double expected = battles * rare;
  if (expected < 1e-9) return seen == 0 ? 0 : 100;
  return seen > 60 + 4 * expected ? 100 : 0;  // below 1e-12 for any expectation up to 50
}

Chances solved_forward(const Duel& duel) {
  const ExactResult exact = solve_exact(duel);
  return outcome_totals(duel, exact.finals);
}

Chances solved_backward(const Duel& duel) {
  std::vector<Measure> measures;
  for (const Outcome outcome : all_outcomes()) measures.push_back(chance_of(duel, outcome));
  const BattleValues values{duel, measures};
  Chances chances{};
  for (std::size_t m = 0; m < measures.size(); ++m)
    chances[m] = values.from(duel.start[0], duel.start[1], m);
  return chances;
}

Counts one_chunk(const Duel& duel, std::uint64_t seed, Kernel kernel) {
  const PlainPlayer player{duel, seed, kernel};
  PlainPlayer::Worker worker{player};
  player.play(0, 1001, worker);
  return worker.counts;
}

std::optional<std::string> compare_samples(const Duel& duel, std::uint64_t seed, Counts& counts) {
  StopRule rule;
  rule.battles = kSampled;
  counts = run(duel, seed, rule, 1).counts;
  if (counts.battles != kSampled) return "battles were lost";
  for (const int threads : {2, 3})
    if (run(duel, seed, rule, threads).counts != counts)
      return fmt::format("{} threads count differently than one", threads);
  if (duel.direct) return std::nullopt;
  const Counts scalar = one_chunk(duel, seed, Kernel::scalar);
  for (const Kernel kernel : available_kernels())
    if (one_chunk(duel, seed, kernel) != scalar)
      return fmt::format("kernel {} counts differently than scalar", name(kernel));
  return std::nullopt;
}

std::optional<std::string> compare_solvers(const Duel& duel, const Chances& forward,
                                           Agreement& seen) {
  const Chances backward = solved_backward(duel);
  double sum = 0;
  for (const Outcome outcome : all_outcomes()) {
    sum += forward[outcome];
    const double apart = std::abs(forward[outcome] - backward[outcome]);
    seen.worst_solved = std::max(seen.worst_solved, apart);
    if (apart > kSolversApart)
      return fmt::format("{}: forward {:.15f}, backward {:.15f}", name(outcome), forward[outcome],
                         backward[outcome]);
  }
  if (std::abs(sum - 1) > 1e-11) return fmt::format("chances add up to {:.15f}", sum);
  return std::nullopt;
}

std::optional<std::string> beyond(const Shares& shares, const Chances& solved,
                                  std::string_view what, double& worst) {
  const auto battles = static_cast<double>(shares.battles);
  for (const Outcome outcome : all_outcomes()) {
    const double p = std::clamp(solved[outcome], 0.0, 1.0);
    const double z = standard_errors(static_cast<double>(shares.counted[outcome]), battles, p);
    worst = std::max(worst, std::abs(z));
    if (std::abs(z) > kSampleApart)
      return fmt::format("{}: {} {} of {}, solved {:.12f}: {:.1f} standard errors", name(outcome),
                         what, shares.counted[outcome], shares.battles, solved[outcome], z);
  }
  return std::nullopt;
}

/// One z a battle is kept, of the outcome that is least certain: several of one battle would hang
/// together.
void keep_one(const Shares& shares, const Chances& solved, Agreement& seen) {
  Outcome least_certain{};
  for (const Outcome outcome : all_outcomes())
    if (std::abs(solved[outcome] - 0.5) < std::abs(solved[least_certain] - 0.5))
      least_certain = outcome;
  const double p = solved[least_certain];
  const auto battles = static_cast<double>(shares.battles);
  if (battles * p * (1 - p) >= 50)
    seen.z.push_back(
        standard_errors(static_cast<double>(shares.counted[least_certain]), battles, p));
}

Shares sampled(const Duel& duel, const Counts& counts) {
  return {outcome_totals(duel, counts.finals), counts.battles};
}

/// What a story says that became of the battle, after its last empty line.
std::optional<Outcome> told_ending(const std::vector<std::string>& story) {
  struct Ending {
    std::string_view words;
    Outcome outcome;
  };
  static constexpr Ending kEndings[] = {{"the attacker wins", Outcome::attacker_win},
                                        {"the attacker takes", Outcome::attacker_win},
                                        {"a draw", Outcome::draw},
                                        {"both are defeated", Outcome::draw},
                                        {"the defender wins", Outcome::defender_win},
                                        {"the defender holds", Outcome::defender_win},
                                        {"a stalemate", Outcome::stalemate},
                                        {"the attacker retreats", Outcome::attacker_retreats},
                                        {"the attacker has retreated", Outcome::attacker_retreats},
                                        {"the attacker breaks off", Outcome::attacker_retreats},
                                        {"the defender retreats", Outcome::defender_retreats},
                                        {"the defender has retreated", Outcome::defender_retreats},
                                        {"undecided", Outcome::undecided}};
  const auto last = std::find(story.rbegin(), story.rend(), "");
  if (last == story.rbegin() || last == story.rend()) return std::nullopt;
  for (const Ending& ending : kEndings)
    if (std::string_view(*last.base()).starts_with(ending.words)) return ending.outcome;
  return std::nullopt;
}

/// Battles that are told, by the same rules but with dice in the hand.
std::optional<std::string> compare_told(const Scenario& scenario, const Chances& solved,
                                        Agreement& seen) {
  const Game& game = *find_game(scenario.game).value();
  const auto chosen = choose(game, scenario);  // what is tried out is no part of a story
  if (!chosen) return std::nullopt;
  Shares shares{{}, kTold};
  for (std::uint64_t i = 0; i < kTold; ++i) {
    const auto story = game.replay(chosen->scenario, seen.seed * kTold + i);
    if (!story) return std::nullopt;
    const auto ending = told_ending(*story);
    if (!ending) return "a story without an ending";
    ++shares.counted[*ending];
  }
  ++seen.told;
  const double p = solved[Outcome::attacker_win];
  seen.told_off += static_cast<double>(shares.counted[Outcome::attacker_win]) - kTold * p;
  seen.told_variance += kTold * p * (1 - p);
  double worst = 0;
  return beyond(shares, solved, "told", worst);
}

/// The smallest battle that still `differs`, as a command.
std::string told(const Scenario& scenario, const std::string& what,
                 const std::function<std::optional<std::string>(const Scenario&)>& differs) {
  const Scenario small =
      shrunk(scenario, [&](const Scenario& less) { return differs(less).has_value(); });
  return fmt::format("{}\n  smallest: {}\n{}", what, differs(small).value_or(what),
                     as_command(small));
}

void note(const Scenario& scenario, Agreement& seen) {
  seen.seed = ++seen.scenarios;
  const auto what = difference(scenario, seen);
  if (!what) return;
  seen.found.push_back(told(scenario, *what, [&](const Scenario& less) {
    Agreement nobody{.seed = seen.seed};
    return difference(less, nobody);
  }));
}

/// Nothing also where there is nothing to compare: a battle that is refused, or too large to solve.
std::optional<std::string> rolled_apart(const Scenario& scenario,
                                        const std::function<Roll(const Scenario&)>& roller,
                                        Agreement& seen) {
  const auto battle = ready(scenario);
  if (!battle || battle->duel.direct || !solvable(battle->duel, {})) return std::nullopt;
  const Roll roll = roller(scenario);
  const auto rolled = [&](std::uint64_t battles) {
    Shares shares{{}, battles};
    for (std::uint64_t i = 0; i < battles; ++i) ++shares.counted[roll()];
    return shares;
  };
  ++seen.rolled;
  return far_off(
      rolled(kRolled), solved_forward(battle->duel), "rolled",
      [&] { return rolled(kAgain * kRolled); }, seen);
}

}  // namespace

std::string as_command(const Scenario& scenario) {
  // An apostrophe in a name would end the quotes of an echo.
  return fmt::format("broadside odds --scenario - <<'END'\n{}\nEND", write_scenario(scenario));
}

void roll_against_solved(const Scenario& scenario,
                         const std::function<Roll(const Scenario&)>& roller, Agreement& seen) {
  if (const auto battle = ready(scenario); !battle) {
    seen.found.push_back(fmt::format("a battle of the roller is refused: {}\n{}",
                                     battle.error().problem, as_command(scenario)));
    return;
  }
  const auto what = rolled_apart(scenario, roller, seen);
  if (!what) return;
  seen.found.push_back(
      told(scenario, *what, [&](const Scenario& less) -> std::optional<std::string> {
        Agreement nobody;
        try {
          return rolled_apart(less, roller, nobody);
        } catch (const std::exception&) {  // less than the roller can play
          return std::nullopt;
        }
      }));
}

std::optional<std::string> difference(const Scenario& scenario, Agreement& seen) {
  const auto battle = ready(scenario);
  if (!battle) {
    ++seen.refused;
    return battle.error().problem.empty() ? std::optional("a refusal without a word")
                                          : std::nullopt;
  }
  const Duel& duel = battle->duel;
  Counts counts{duel};
  if (auto what = compare_samples(duel, seen.seed, counts)) return what;
  Options options;
  options.exact_budget = 3e6;
  if (duel.direct || !solvable(duel, options)) {
    ++seen.sampled_only;
    // What was never seen may still happen.
    const Shares shares = sampled(duel, counts);
    Chances about{};
    for (const Outcome outcome : all_outcomes())
      about[outcome] = (static_cast<double>(shares.counted[outcome]) + 0.5) /
                       (static_cast<double>(shares.battles) + 0.5 * about.size());
    return compare_told(scenario, about, seen);
  }
  ++seen.solved;
  if (!duel.choices.empty()) play_in_words(*battle);
  const Chances forward = solved_forward(duel);
  if (auto what = compare_solvers(duel, forward, seen)) return what;
  if (auto what = compare_told(scenario, forward, seen)) return what;
  return far_off(
      sampled(duel, counts), forward, "sampled",
      [&] {
        StopRule rule;
        rule.battles = kAgain * kSampled;
        constexpr std::uint64_t kOtherLuck = std::uint64_t{1} << 40;  // no battle's own seed
        return sampled(duel, run(duel, seen.seed + kOtherLuck, rule, 2).counts);
      },
      seen);
}

std::optional<std::string> far_off(const Shares& shares, const ByOutcome<double>& solved,
                                   std::string_view what, const std::function<Shares()>& again,
                                   Agreement& seen) {
  keep_one(shares, solved, seen);
  double once = 0;
  if (!beyond(shares, solved, what, once)) {
    seen.worst_z = std::max(seen.worst_z, once);
    return std::nullopt;
  }
  ++seen.played_again;
  return beyond(again(), solved, what, seen.worst_z);
}

void differ_on_made_battles(std::uint64_t first, std::uint64_t last, Agreement& seen) {
  const auto all = games();
  for (std::uint64_t seed = first; seed < last; ++seed) {
    const Game& game = *all[seed % all.size()];
    // Most of what is drawn blindly is refused: then less is said of the next one.
    constexpr std::uint64_t kTries = 8;
    for (std::uint64_t t = 0; t < kTries; ++t) {
      const std::vector<std::uint8_t> drawn = bytes_of(seed * kTries + t, 512);
      Bytes bytes{drawn};
      const Taste taste{bytes.between(1, 4), 3, 3 + 6 * t + bytes.below(8)};
      const Scenario scenario = made_scenario(game, bytes, taste);
      const std::uint64_t refused = seen.refused;
      note(scenario, seen);
      if (seen.refused == refused) break;
    }
  }
}

void differ_on_rolled_battles(std::uint64_t first, std::uint64_t last, Agreement& seen) {
  // A board moves but is not copied, a std::function is.
  const auto on_board = [](auto made, auto dice, auto outcome) -> Roll {
    const auto board = std::make_shared<decltype(made)>(std::move(made));
    return [board, dice, outcome]() mutable { return outcome(board->play(dice)); };
  };
  for (std::uint64_t seed = first; seed < last; ++seed) {
    const boost::random::mt19937 dice(static_cast<std::uint32_t>(seed));
    ++seen.scenarios;
    switch (seed % 3) {
      case 0:
        roll_against_solved(
            naive::random_standard_scenario(seed),
            [&](const Scenario& scenario) {
              return on_board(naive::Board(scenario), dice,
                              [](const auto& played) { return played.outcome; });
            },
            seen);
        break;
      case 1:
        roll_against_solved(
            naive_rebellion::random_combat(seed),
            [&](const Scenario& scenario) {
              return on_board(naive_rebellion::Board(scenario), std::mt19937_64(seed),
                              [](const auto& played) { return played.outcome(); });
            },
            seen);
        break;
      default:
        roll_against_solved(
            naive::random_arcane_scenario(seed),
            [&](const Scenario& scenario) {
              return on_board(naive::ArcaneTable(scenario), dice,
                              [](const auto& played) { return played.outcome; });
            },
            seen);
    }
  }
}

bool looks_normal(const std::vector<double>& z) {
  const auto n = static_cast<double>(z.size());
  if (z.empty()) return false;
  double sum = 0, squares = 0, beyond_one = 0, beyond_two = 0;
  for (const double one : z) {
    sum += one;
    squares += one * one;
    beyond_one += std::abs(one) > 1;
    beyond_two += std::abs(one) > 2;
  }
  const auto within = [n](double count, double share) {
    return std::abs(count - n * share) < 4.5 * std::sqrt(n * share * (1 - share)) + 1;
  };
  // Mean 0, variance 1, and the shares of a normal law beyond one and two standard errors.
  return std::abs(sum) < 4.5 * std::sqrt(n) && std::abs(squares - n) < 4.5 * std::sqrt(2 * n) + 1 &&
         within(beyond_one, 0.317311) && within(beyond_two, 0.045500);
}

}  // namespace broadside::fuzz
