#include "sim/fleet_race.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <utility>

#include <fmt/format.h>

#include "sim/goal_score.hpp"
#include "sim/large_number.hpp"
#include "sim/paired.hpp"
#include "sim/run_each.hpp"
#include "sim/table_bytes.hpp"
#include "sim/work.hpp"
#include "stats/racing.hpp"

namespace broadside {
namespace {

constexpr std::size_t kMostRunners = 2'000;  ///< their tables are all kept at a time
constexpr double kTablesOfRace = 64e6;       ///< bytes of them

/// One fleet in the race.
struct Runner {
  std::size_t at = 0;
  std::vector<Battle> battles;
  std::vector<GoalScore> scores;
  std::vector<PairedPlayer> players;
  std::vector<Finals<std::uint64_t>> finals;
  std::vector<double> work_of_round;

  double work() const {
    double sum = 0;
    for (std::size_t e = 0; e < players.size(); ++e)
      sum += work_of_round[e] * static_cast<double>(players[e].rounds());
    return sum;
  }
};

class FleetRace {
 public:
  explicit FleetRace(const RaceOrder& order) : order_(order) {}

  Result<Raced> run() {
    if (order_.question.weights.empty() && order_.question.enemies.size() > 1)
      return InputError{"the worst of several enemies cannot be raced for by sampling", "against",
                        "say how likely each is (--mix 1,1), or ask against one"};
    if (order_.fleets > kMostRunners)
      return InputError{
          fmt::format("{} fleets are too many to race", order_.fleets), "budget",
          fmt::format("at most {}: fewer types (--only), a smaller budget or fleet supply",
                      kMostRunners)};
    if (auto error = line_up()) return *std::move(error);
    if (runners_.empty()) return std::move(raced_);
    double range = 0;
    for (const Runner& runner : runners_) {
      std::vector<double> ranges;
      for (const GoalScore& score : runner.scores) ranges.push_back(score.range());
      range = std::max(range, *std::max_element(ranges.begin(), ranges.end()));
    }
    Race race(runners_.size(), std::max(range, 1e-12), order_.options.confidence);
    const auto start = std::chrono::steady_clock::now();
    const auto in_time = [&] {
      const auto elapsed = std::chrono::steady_clock::now() - start;
      return !order_.options.seconds ||
             std::chrono::duration<double>(elapsed).count() < *order_.options.seconds;
    };
    const std::uint64_t most = most_battles(order_.options);
    std::uint64_t batch =
        std::clamp<std::uint64_t>(kFirstScores / runners_.size(), kLeastBatch, kFirstBatch);
    while (race.alive().size() > 1 && race.battles() < most && in_time() &&
           (race.battles() == 0 || !stopped())) {
      run_batch(race, std::min(batch, most - race.battles()));
      race.look();
      // Twice as many at each look, as far as there is room for all scores.
      batch = std::min(race.battles(), std::max(kFirstBatch, kMostScores / race.alive().size()));
      if (order_.counted) batch = std::min(batch, may_play(race));
      if (batch == 0) {
        raced_.ended_by_work = race.alive().size() > 1 && race.battles() < most;
        break;
      }
      const std::size_t leader = race.leader();
      order_.tell(race.battles(), order_.options.seconds ? 0 : most, race.mean(leader),
                  runners_[race.alive()[leader]].at);
    }
    raced_.battles = race.battles();
    for (std::size_t place = 0; place < race.alive().size(); ++place) {
      const Runner& runner = runners_[race.alive()[place]];
      RacedFleet& one = raced_.left.emplace_back(RacedFleet{runner.at, race.mean(place), {}});
      for (std::size_t e = 0; e < runner.battles.size(); ++e)
        one.against.push_back(summarize(runner.battles[e], runner.finals[e],
                                        static_cast<double>(race.battles()), order_.question.side));
    }
    raced_.raced_out = runners_.size() - race.alive().size();
    return std::move(raced_);
  }

 private:
  /// How many battles those that are left may still play, by what they have taken so far.
  std::uint64_t may_play(const Race& race) const {
    double work = 0, each = 0;
    for (const Runner& runner : runners_) work += runner.work();
    for (const std::size_t runner : race.alive())
      each += runners_[runner].work() / static_cast<double>(race.battles());
    const auto named = kNamedBattle * static_cast<double>(race.alive().size());
    const double left = kMostWork - prepared_ - work - named * static_cast<double>(race.battles());
    return static_cast<std::uint64_t>(std::max(left, 0.0) / (each + named));
  }

  std::optional<InputError> line_up() {
    double bytes = 0;
    for (std::size_t at = 0; at < order_.fleets && !stopped(); ++at) {
      auto battles = battles_of(order_.question, order_.fleet(at));
      ++raced_.looked_at;
      if (!battles) {
        if (!raced_.refusal) raced_.refusal = battles.error();
        continue;
      }
      Runner& runner = runners_.emplace_back();
      runner.at = at;
      runner.battles = std::move(battles).value();
      for (const Battle& battle : runner.battles) {
        runner.scores.emplace_back(order_.question.goal, battle, order_.question.side);
        runner.players.emplace_back(battle.duel);
        runner.finals.push_back(Counts{battle.duel}.finals);
        runner.work_of_round.push_back(
            battle.duel.direct ? work_of_round(battle.duel, with_fleet(at)) : kNamedStep);
        bytes += table_bytes(battle);
        prepared_ += work_to_prepare(battle);
      }
      if (bytes > kTablesOfRace)
        return InputError{fmt::format("the tables of {} fleets would take more than {} bytes",
                                      order_.fleets, large_number(kTablesOfRace)),
                          "budget", "fewer types (--only), a smaller budget or fleet supply"};
    }
    return std::nullopt;
  }

  /// The battle of a fleet against the first enemy, to count its units.
  Scenario with_fleet(std::size_t at) const {
    Scenario one = order_.question.scenario;
    one.side(order_.question.side) = order_.fleet(at);
    one.side(other(order_.question.side)) = order_.question.enemies.front();
    return one;
  }

  /// Every fleet that is left plays the same battles. The scores are written where they belong
  /// and added up in one order, so the sums do not depend on the threads.
  void run_batch(Race& race, std::uint64_t battles) {
    const auto& alive = race.alive();
    std::vector<double> scores(battles * alive.size());
    run_each(alive.size(), order_.options.threads, [&](std::size_t place) {
      Runner& runner = runners_[alive[place]];
      std::vector<double> values(runner.battles.size());
      for (std::uint64_t b = 0; b < battles; ++b) {
        for (std::size_t e = 0; e < values.size(); ++e) {
          const NamedEnd end = runner.players[e].play(order_.options.seed, race.battles() + b);
          for (std::size_t side = 0; side < 2; ++side)
            ++runner.finals[e][end.ending][side][end.force[side]];
          values[e] = runner.scores[e].of(end);
        }
        scores[b * alive.size() + place] = together(values, order_.question.weights);
      }
    });
    race.add(scores);
  }

  bool stopped() const { return order_.options.stop && order_.options.stop(); }

  static constexpr std::uint64_t kFirstBatch = 256, kLeastBatch = 32, kFirstScores = 100'000,
                                 kMostScores = 4'000'000;
  const RaceOrder& order_;
  std::deque<Runner> runners_;  ///< never moved: players point into them
  double prepared_ = 0;         ///< work that it took to make the battles ready
  Raced raced_;
};

}  // namespace

Result<std::vector<Battle>> battles_of(const BestQuestion& question, const SideSpec& fleet) {
  std::vector<Battle> battles;
  for (const SideSpec& enemy : question.enemies) {
    Scenario one = question.scenario;
    one.side(question.side) = fleet;
    one.side(other(question.side)) = enemy;
    auto battle = ready_to_compare(one);
    if (!battle) return battle.error();
    battles.push_back(std::move(battle).value());
  }
  return battles;
}

double together(const std::vector<double>& values, const std::vector<double>& weights) {
  if (weights.empty()) return *std::min_element(values.begin(), values.end());
  double sum = 0, whole = 0;
  for (std::size_t e = 0; e < values.size(); ++e) {
    sum += weights[e] * values[e];
    whole += weights[e];
  }
  return sum / whole;
}

Result<Raced> race_fleets(const RaceOrder& order) { return FleetRace{order}.run(); }

}  // namespace broadside
