#include "sim/fleet_scores.hpp"

#include <utility>

#include "sim/alike.hpp"
#include "sim/exact.hpp"
#include "sim/goal_score.hpp"

namespace broadside {
namespace {

constexpr double kBytesOfPass = 60e6;

class Scoring {
 public:
  Scoring(const Scenario& scenario, Side mine, std::span<const SideSpec> fleets,
          const std::vector<SideSpec>& enemies, const Goal& goal, const Options& options,
          WorkMeter* meter)
      : scenario_(scenario),
        mine_(mine),
        fleets_(fleets),
        enemies_(enemies),
        goal_(goal),
        options_(options),
        meter_(meter),
        scores_(fleets.size()),
        known_(fleets.size() * enemies.size()) {
    options_.threads = 1;
  }

  std::vector<FleetScore> run() {
    share();
    for (std::size_t f = 0; f < fleets_.size(); ++f) gather(f);
    return std::move(scores_);
  }

 private:
  struct One {
    Summary summary;
    double value = 0;
  };

  /// All that one pass answers.
  void share() {
    std::vector<SideSpec> own(fleets_.begin(), fleets_.end());
    const auto many = mine_ == Side::attacker ? many_fleets(scenario_, own, enemies_)
                                              : many_fleets(scenario_, enemies_, own);
    if (!many) return;  // each fleet says by itself what is wrong with it
    // Passes on several threads at a time have their memory together.
    const SharedQuestion question{[&](const Battle& battle) { return measures(battle); },
                                  [&](const SharedCell& cell) { take(cell); }, kBytesOfPass};
    for (const FleetBlock& block : blocks_of(many.value()))
      if (block.shared && !stop()) answer_shared(many.value(), block, question, options_);
  }

  std::vector<Measure> measures(const Battle& battle) const {
    if (meter_) meter_->spend(work_to_share(battle));
    std::vector<Measure> list;
    for (const Outcome outcome : {win_of(mine_), Outcome::draw, win_of(other(mine_))})
      list.push_back(chance_of(battle.duel, outcome));
    for (const Side side : {mine_, other(mine_)})
      list.emplace_back().by_force[side] = lost_by_force(battle.labels[side], battle.remains[side]);
    if (goal_.kind == Goal::Kind::keep) list.push_back(GoalScore{goal_, battle, mine_}.measure());
    return list;
  }

  void take(const SharedCell& cell) {
    const auto fleet = mine_ == Side::attacker ? cell.attacker : cell.defender,
               enemy = mine_ == Side::attacker ? cell.defender : cell.attacker;
    const auto values = cell.values;
    One one;
    one.summary = {values[0],
                   values[1],
                   values[2],
                   cell.worth[mine_] + values[3],
                   cell.worth[other(mine_)] + values[4],
                   cell.worth[mine_]};
    switch (goal_.kind) {
      case Goal::Kind::win:
        one.value = one.summary.win;
        break;
      case Goal::Kind::win_per_resource:
        one.value = one.summary.win_per_resource();
        break;
      case Goal::Kind::net_resources:
        one.value = one.summary.net();
        break;
      case Goal::Kind::keep:
        one.value = values[5];
        break;
    }
    known_[fleet * enemies_.size() + enemy] = one;
  }

  bool stop() const { return (meter_ && meter_->over()) || (options_.stop && options_.stop()); }

  /// What is known of a fleet, and the rest of it one by one.
  void gather(std::size_t f) {
    FleetScore score;
    for (std::size_t e = 0; e < enemies_.size(); ++e) {
      std::optional<One>& one = known_[f * enemies_.size() + e];
      if (!one) {
        if (stop()) return;
        Scenario battle = scenario_;
        battle.side(mine_) = fleets_[f];
        battle.side(other(mine_)) = enemies_[e];
        one = solve(battle, scores_[f]);
        if (!one) return;
      }
      score.against.push_back(one->summary);
      score.values.push_back(one->value);
    }
    scores_[f] = std::move(score);
  }

  std::optional<One> solve(const Scenario& scenario, FleetScore& score) const {
    const auto battle = ready_to_compare(scenario, options_.stop);
    if (!battle && stop()) return std::nullopt;  // that is no reason why it cannot fight
    if (!battle) {
      score.refused = battle.error();
      return std::nullopt;
    }
    const bool can = solvable(battle->duel, options_, &score.too_large);
    if (meter_) meter_->spend(can ? work_to_solve(*battle) : work_to_prepare(*battle));
    if (!can || stop()) return std::nullopt;
    const ExactResult exact = solve_exact(battle->duel, {0, {}, options_.stop});
    if (exact.stopped) return std::nullopt;
    return One{summarize(battle.value(), exact.finals, 1.0, mine_),
               GoalScore{goal_, battle.value(), mine_}.expected(exact.finals)};
  }

  const Scenario& scenario_;
  Side mine_;
  std::span<const SideSpec> fleets_;
  const std::vector<SideSpec>& enemies_;
  const Goal& goal_;
  Options options_;
  WorkMeter* meter_;
  std::vector<FleetScore> scores_;
  std::vector<std::optional<One>> known_;  ///< [fleet * enemies + enemy]
};

}  // namespace

std::vector<FleetScore> score_fleets(const Scenario& scenario, Side mine,
                                     std::span<const SideSpec> fleets,
                                     const std::vector<SideSpec>& enemies, const Goal& goal,
                                     const Options& options, WorkMeter* meter) {
  return Scoring{scenario, mine, fleets, enemies, goal, options, meter}.run();
}

}  // namespace broadside
