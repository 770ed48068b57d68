#include "sim/engine.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "sim/best_play.hpp"
#include "sim/choices.hpp"
#include "sim/decide.hpp"
#include "sim/describe.hpp"
#include "sim/exact.hpp"
#include "sim/exact_parallel.hpp"
#include "sim/large_number.hpp"
#include "sim/lengths.hpp"
#include "sim/run.hpp"
#include "sim/watch.hpp"

namespace broadside {
namespace {

constexpr std::uint64_t kMostBattles = 1'000'000'000'000'000;

/// Multiply-adds and bytes that solving the best play may take, and what its tables may cost
/// (TableLimits): together within 2 seconds and 256 MB.
constexpr double kPlayBudget = 5e8, kPlayMemory = 100e6, kPlayTables = 5e6;

/// Multiply-adds from which on threads are worth waking up.
constexpr double kWorthThreads = 2e7;

/// Seconds since it was last asked.
class Stopwatch {
 public:
  double lap() {
    const auto before = std::exchange(last_, Clock::now());
    return std::chrono::duration<double>(last_ - before).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
};

}  // namespace

std::uint64_t most_battles(const Options& options) {
  if (options.max_battles) return *options.max_battles;
  if (options.precision || options.seconds) return kMostBattles;
  return options.battles.value_or(kUsualBattles);
}

std::optional<InputError> check(const Options& options) {
  constexpr double kFinest = 1e-7;  // takes some 10^14 battles
  constexpr int kMostThreads = 1024;
  constexpr double kMostPruned = 1e-3;
  // Written so that "not a number" fails too.
  if (!(options.confidence > 0 && options.confidence < 1))
    return InputError{fmt::format("confidence {} is not between 0 and 1", options.confidence),
                      "confidence", "for example 0.95"};
  if (options.precision && !(*options.precision >= kFinest && *options.precision < 0.5))
    return InputError{
        fmt::format("precision {} cannot be reached by sampling", *options.precision), "precision",
        "half the width of the intervals, from 0.0000001 up to below 0.5, for example 0.001"};
  if (options.seconds && !(*options.seconds > 0 && std::isfinite(*options.seconds)))
    return InputError{fmt::format("a time of {} seconds is no time", *options.seconds), "seconds",
                      "for example 2"};
  const bool fixed = !options.precision && !options.seconds;
  if (fixed && options.battles && (*options.battles < 1 || *options.battles > kMostBattles))
    return InputError{fmt::format("{} battles cannot be played", *options.battles), "battles",
                      "from 1 to 10^15, for example 1000000"};
  if (options.max_battles && (*options.max_battles < 1 || *options.max_battles > kMostBattles))
    return InputError{fmt::format("at most {} battles cannot be played", *options.max_battles),
                      "max_battles", "from 1 to 10^15, for example 1000000000"};
  if (options.antithetic && options.precision)
    return InputError{
        "antithetic pairs cannot be stopped by precision", "precision",
        "give a number of battles or a time: the intervals of a sample that is looked "
        "at again and again are for independent battles"};
  if (options.antithetic && (fixed ? options.battles : options.max_battles).value_or(0) % 2 != 0)
    return InputError{"an odd number of battles cannot be played in pairs", "battles",
                      "an even number, for example 1000000"};
  if (options.threads < 0 || options.threads > kMostThreads)
    return InputError{fmt::format("{} threads cannot be started", options.threads), "threads",
                      "from 1 to 1024, or 0 for all cores"};
  if (!(options.exact_budget >= 0))
    return InputError{fmt::format("a budget of {} cannot be kept", options.exact_budget),
                      "exact_budget",
                      "multiply-adds that the solver may spend, for example 400000000"};
  if (!(options.exact_memory >= 0))
    return InputError{fmt::format("a memory of {} bytes cannot be kept", options.exact_memory),
                      "exact_memory", "bytes that the solver may take, for example 1000000000"};
  if (!(options.prune >= 0 && options.prune <= kMostPruned))
    return InputError{fmt::format("a chance of {} cannot be left out", options.prune), "prune",
                      "from 0 to 0.001, for example 0.00000001"};
  return std::nullopt;
}

namespace {

/// What is known before anything is played.
Report report_head(const Battle& battle, const Scenario& scenario, const Options& options) {
  Report report;
  report.game = scenario.game;
  report.battle = scenario.battle;
  if (const auto game = find_game(scenario.game)) {
    report.game = game.value()->id();
    MeantBattle meant = game.value()->battle_of(scenario);
    report.battle_title = game.value()->battle_title(meant.battle);
    report.battle = std::move(meant.battle);
    report.battle_reason = std::move(meant.reason);
  }
  report.seed = options.seed;
  report.confidence = options.confidence;
  report.prune = options.prune;
  report.assumptions = battle.assumptions;
  report.notes = battle.notes;
  report.brief = battle.brief;
  report.opening = battle.opening;
  if (battle.places) report.splits = battle.places->splits;
  report.rounds_played = rounds_asked(scenario);
  return report;
}

/// The mean of the longest stage, where the stages share rounds but their tables do not.
std::optional<double> longest_stage(const Duel& duel, const Options& options) {
  const bool ends_rounds = std::any_of(duel.steps.begin(), duel.steps.end(),
                                       [](const Step& step) { return step.ends_round; });
  if (!duel.shares_rounds || duel.direct || ends_rounds) return std::nullopt;
  return mean_longest_stage(duel, options.exact_budget);
}

}  // namespace

StopRule stop_rule(const Duel& duel, const Options& options) {
  StopRule rule{options.max_battles, options.precision, options.seconds, options.confidence,
                options.stop};
  if (!options.precision && !options.seconds)
    rule.battles = options.battles ? *options.battles : usual_battles(duel, options.seed);
  return rule;
}

Result<const Game*> find_game(std::string_view id) {
  if (id.empty()) return games().front();
  const std::string wanted = fold_name(id);
  std::vector<std::string_view> known;
  for (const Game* game : games()) {
    if (fold_name(game->id()) == wanted || fold_name(game->title()) == wanted) return game;
    known.push_back(game->id());
  }
  return InputError{fmt::format("unknown game '{}'", id), "game", nearest_hint(id, known)};
}

Scenario of_one_kind(const Scenario& scenario, std::span<const SideSpec> attackers,
                     std::span<const SideSpec> defenders) {
  const auto game = find_game(scenario.game);
  if (!game || !scenario.battle.empty()) return scenario;
  Scenario together = scenario;
  const auto join = [](SideSpec& all, std::span<const SideSpec> fleets) {
    for (const SideSpec& fleet : fleets)
      all.units.insert(all.units.end(), fleet.units.begin(), fleet.units.end());
  };
  join(together.side(Side::attacker), attackers);
  join(together.side(Side::defender), defenders);
  Scenario named = scenario;
  named.battle = game.value()->battle_of(together).battle;
  return named;
}

std::string battle_in_words(const Scenario& scenario) {
  const auto game = find_game(scenario.game);
  if (!game) return scenario.battle;
  std::string words = game.value()->battle_title(game.value()->battle_of(scenario).battle);
  if (const int rounds = rounds_asked(scenario); rounds > 0)
    words += " after " + counted(rounds, game.value()->words().round);
  return words;
}

namespace {

/// What the sides play for that play best, in the game's own words; both for the attacker's goal
/// where both do.
BySide<std::optional<PlayGoal>> goals_of(const Game& game, const Scenario& scenario) {
  BySide<std::optional<PlayGoal>> goals;
  for (const Side side : kSides) {
    const Values& policy = scenario.side(side).policy;
    if (!plays_best(scenario.side(side))) continue;
    auto goal = read_play_goal(policy.has(kGoal) ? policy.text(kGoal) : "win", "");
    if (!goal) continue;
    for (PlayGoal::Term& term : goal.value().terms)
      if (const auto unit = game.parse_side(term.type); unit && unit->units.size() == 1)
        term.type = unit->units.front().type;
    goals[side] = *std::move(goal);
  }
  if (goals[0] && goals[1]) goals[Side::defender] = goals[Side::attacker];
  return goals;
}

/// A battle that cannot be solved for the best play: for the goal the best order of losses, or the
/// best of the policies that have names, where the game has that; else the usual one.
Result<Chosen> fallen_back(const Game& game, const Scenario& asked, const StopQuery& stop) {
  const auto has_word = [&](std::string_view field, std::string_view word) {
    const broadside::Field* found = find_field(game.fields(), Place::policy, field);
    return found && std::find(found->words.begin(), found->words.end(), word) != found->words.end();
  };
  const bool named = has_word(kPlay, "named");
  Scenario usual = played_as_usual(asked);
  if (named || has_word("losses", "best")) {
    Scenario ordered = usual;
    for (const Side side : kSides)
      if (plays_best(asked.side(side)))
        ordered.side(side).policy[std::string(named ? kPlay : "losses")] =
            std::string(named ? "named" : "best");
    const auto goals = goals_of(game, asked);
    auto chosen = choose(game, ordered, stop, goals);
    if (chosen || (stop && stop())) return chosen;
    // Too many pairs of policies: the attacker's against the usual ones, then the defender's.
    if (named && goals[0] && goals[1]) {
      Scenario one = usual;
      one.side(Side::attacker) = ordered.side(Side::attacker);
      auto first = choose(game, one, stop, goals);
      if (!first) return choose(game, usual, stop);
      Scenario two = first.value().scenario;
      two.side(Side::defender) = ordered.side(Side::defender);
      auto second = choose(game, two, stop, goals);
      if (!second) return first;
      auto& told = second.value().told;
      told.insert(told.begin(), first.value().told.begin(), first.value().told.end());
      return second;
    }
  }
  return choose(game, usual, stop);
}

}  // namespace

Result<Battle> ready(const Scenario& scenario, const StopQuery& stop) {
  const auto game = find_game(scenario.game);
  if (!game) return game.error();
  Scenario question = scenario;
  question.game = game.value()->id();
  auto chosen = choose(*game.value(), question, stop);
  if (!chosen) return chosen.error();
  const Scenario& decided = chosen.value().scenario;
  const bool for_goal =
      plays_best(decided.side(Side::attacker)) || plays_best(decided.side(Side::defender));
  TableLimits limits, within;
  limits.stop = within.stop = stop;
  if (for_goal) within.work = kPlayTables;
  auto battle = game.value()->prepare(decided, within);
  auto best = battle ? play_best(battle.value(), kPlayBudget, kPlayMemory, stop)
                     : Result<std::vector<std::string>>{battle.error()};
  if (!best && for_goal && best.error().hint == kTooLargeHint) {
    const std::string why = best.error().problem;
    chosen = fallen_back(*game.value(), question, stop);
    if (!chosen) return chosen.error();
    battle = game.value()->prepare(chosen.value().scenario, limits);
    best = std::vector<std::string>{
        fmt::format("not the best play, {}: {}",
                    chosen.value().told.empty() ? "the usual one"
                    : find_field(game.value()->fields(), Place::policy, "losses")
                        ? "the best order"
                        : "the best of the named policies",
                    why)};
    if (battle) battle.value().notes.push_back(best->front());
  }
  if (!battle) return battle;
  if (!best) return best.error();
  if (!battle.value().goals[0] && !battle.value().goals[1]) {
    if (auto error = too_much_to_decide(battle.value().duel)) return *std::move(error);
    if (stop && stop()) return stopped_too_early();
    settle_decisions(battle.value().duel);
  }
  auto& told = battle.value().assumptions;
  told.insert(told.end(), best->begin(), best->end());
  told.insert(told.end(), chosen.value().told.begin(), chosen.value().told.end());
  auto& notes = battle.value().notes;  // it weighs, or the solver would not have been asked
  notes.insert(notes.end(), chosen.value().told.begin(), chosen.value().told.end());
  return battle;
}

Result<Battle> ready_to_compare(const Scenario& scenario, const StopQuery& stop) {
  auto battle = ready(scenario, stop);
  if (battle && !battle.value().duel.lists_finals())
    return InputError{"the forces that can be left are too many to compare battles one by one",
                      "units", "ask for the odds of each, or bring fewer units"};
  return battle;
}

bool solvable(const Duel& duel, const Options& options, std::string* why_not) {
  if (duel.direct) {
    if (why_not) *why_not = duel.direct->reason();
    return false;
  }
  const double cost = exact_cost(duel), memory = exact_memory(duel);
  if (cost <= options.exact_budget && memory <= options.exact_memory) return true;
  if (!why_not) return false;
  if (memory > options.exact_memory)
    *why_not =
        fmt::format("solving the tables would take about {} bytes, more than the limit of {}",
                    large_number(memory), large_number(options.exact_memory));
  else
    *why_not = fmt::format(
        "solving the tables would take about {} multiply-adds, more than the budget of {}",
        large_number(cost), large_number(options.exact_budget));
  return false;
}

Result<Report> odds(const Scenario& scenario, const Options& options) {
  if (auto error = check(options)) return *std::move(error);
  Stopwatch watch;
  const auto battle = ready(scenario, watched(options.progress, options.stop, "making the tables"));
  if (!battle) return battle.error();
  const double compile = watch.lap();
  auto report = odds(battle.value(), scenario, options);
  if (report) report.value().timing.compile = compile;
  return report;
}

Result<Report> odds(const Battle& battle, const Scenario& scenario, const Options& options) {
  if (auto error = check(options)) return *std::move(error);
  Report report = report_head(battle, scenario, options);

  bool can_solve = solvable(battle.duel, options, &report.exact_skipped);
  if (options.method == Method::exact && !can_solve)
    return InputError{"this battle is too large to be solved exactly: " + report.exact_skipped,
                      "method", "ask for engine mc, which samples it; auto does that by itself"};

  if (options.antithetic && battle.duel.direct)
    return InputError{fmt::format("battles without tables cannot be played in antithetic pairs: {}",
                                  battle.duel.direct->reason()),
                      "antithetic", "leave it out"};

  Stopwatch watch;
  const std::optional<double> longest = longest_stage(battle.duel, options);
  ExactResult exact;
  if (can_solve) {
    ExactOptions how{options.prune, {}, watched(options.progress, options.stop, "solving")};
    if (exact_cost(battle.duel) > kWorthThreads) how.parallel = solving_threads(options.threads);
    exact = solve_exact(battle.duel, how);
    if (exact.stopped) {
      if (options.method == Method::exact) return stopped_too_early();
      report.exact_skipped = "stopped before it was solved";
      can_solve = false;
    }
  }
  if (can_solve) {
    report.exact.emplace();
    report.exact->memory = static_cast<double>(exact.memory);
    if (options.prune > 0) report.exact->error_bound = exact.left_out;
    report.exact->p = outcome_totals(battle.duel, exact.finals);
    for (double& p : report.exact->p) p = std::min(p, 1.0);  // a sum of many may round above one
    report.exact->rounds = mean_rounds<double>(battle.duel, exact.rounds, 1.0);
    if (!report.exact->rounds) report.exact->rounds = longest;
    for (const Side side : kSides)
      report.exact->lost_resources[side] = expected_loss(battle.labels[side], battle.remains[side],
                                                         final_forces(exact.finals, side), 1.0);
    describe_winners(battle, exact.finals, report);
    describe_exact_parts(battle, exact, report);
  }
  report.timing.exact = watch.lap();
  report.method =
      options.method == Method::exact || (options.method == Method::automatic && can_solve)
          ? Method::exact
          : Method::monte_carlo;
  if (report.method == Method::exact) {
    describe_exact(battle, exact, report);
  } else {
    const StopRule rule = stop_rule(battle.duel, options);
    const Sample sample =
        options.antithetic
            ? run_antithetic(battle.duel, options.seed, rule, options.threads, options.progress)
        : options.sampler ? *options.sampler(battle.duel, rule)
                          : run(battle.duel, options.seed, rule, options.threads, options.progress);
    report.timing.sampling = watch.lap();
    describe_sample(battle, sample, rule, longest, report);
    const std::uint64_t battles = sample.counts.battles;
    if (options.precision && !can_solve && sample.stopped_by != StoppedBy::precision)
      report.notes.push_back(fmt::format(
          "stopped after {} battles, before the precision asked for was reached", battles));
    if (can_solve)
      report.disagreement =
          disagreement(battle.duel, exact.finals, report.exact->error_bound, sample.counts.finals,
                       battles, sample.pairs ? battles / 2 : battles);
    else
      describe_winners(battle, sample.counts.finals, report);
  }
  return report;
}

Report report_of(const Battle& battle, const Scenario& scenario, const Counts& counts,
                 const Options& options) {
  Report report = report_head(battle, scenario, options);
  StopRule rule;
  rule.confidence = options.confidence;
  describe_sample(battle, {counts, StoppedBy::battles}, rule, longest_stage(battle.duel, options),
                  report);
  describe_winners(battle, counts.finals, report);
  return report;
}

}  // namespace broadside
