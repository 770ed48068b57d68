#include "sim/best.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <deque>

#include <fmt/format.h>

#include "core/scenario/text.hpp"
#include "sim/fleet_scores.hpp"
#include "sim/fleets.hpp"
#include "sim/goal_score.hpp"
#include "sim/lock.hpp"
#include "sim/pieces.hpp"
#include "sim/run_each.hpp"
#include "stats/compare.hpp"
#include "stats/racing.hpp"

namespace broadside {
namespace {

constexpr std::size_t kMostFleets = 1'000'000;  ///< solved one by one: some minutes
constexpr std::size_t kMostRunners = 2'000;     ///< their tables are all kept at a time

/// What is known about one fleet.
struct Scored {
  std::vector<Summary> against;  ///< by enemy; empty where the fleet cannot fight
  double value = 0;
};

/// One fleet's battles, one for each enemy.
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

/// The worst of the values, or their mean by weight.
double together(const std::vector<double>& values, const std::vector<double>& weights) {
  if (weights.empty()) return *std::min_element(values.begin(), values.end());
  double sum = 0, whole = 0;
  for (std::size_t e = 0; e < values.size(); ++e) {
    sum += weights[e] * values[e];
    whole += weights[e];
  }
  return sum / whole;
}

Summary mean_of(const std::vector<Summary>& against, const std::vector<double>& weights) {
  const auto each = [&](auto field) {
    std::vector<double> values;
    for (const Summary& one : against) values.push_back(one.*field);
    const std::vector<double> equal(values.size(), 1.0);
    return together(values, weights.empty() ? equal : weights);
  };
  return {each(&Summary::win),      each(&Summary::draw),       each(&Summary::loss),
          each(&Summary::own_lost), each(&Summary::enemy_lost), against.front().worth};
}

class Search {
 public:
  Search(const BestQuestion& question, const Options& options, const Market& market,
         std::vector<Purchase> purchases,
         const std::function<void(const SearchProgress&)>& progress, Pieces* pieces)
      : question_(question),
        options_(options),
        market_(market),
        purchases_(std::move(purchases)),
        progress_(progress),
        pieces_(pieces),
        scored_(purchases_.size()) {}

  Result<BestAnswer> run() {
    answer_.seed = options_.seed;
    answer_.confidence = options_.confidence;
    if (options_.method != Method::monte_carlo) solve_all();
    if (problem_) return *std::move(problem_);
    if (options_.method == Method::monte_carlo || !answer_.exact_skipped.empty()) {
      if (options_.method == Method::exact)
        return InputError{"not every battle here can be solved exactly: " + answer_.exact_skipped,
                          "method",
                          "ask for engine mc, which samples them; auto does that by itself"};
      if (pieces_)
        return InputError{"a race of fleets by the same dice cannot be divided into parts",
                          answer_.exact_skipped.empty() ? "method" : answer_.exact_skipped,
                          "ask without parts; broadside matrix takes parts that are sampled"};
      if (auto error = race()) return *std::move(error);
    }
    if (pieces_ && !pieces_->all_known()) return stop() ? stopped_too_early() : only_a_part();
    if (order_.empty()) return refusal_ ? *refusal_ : stopped_too_early();
    sort_and_tell();
    return std::move(answer_);
  }

 private:
  SideSpec fleet(std::size_t at) const {
    return with_purchase(question_.scenario.side(question_.side), market_, purchases_[at]);
  }

  bool stop() const { return options_.stop && options_.stop(); }

  /// Notes why a fleet cannot fight; the first such reason is told where none can.
  void refuse(const InputError& error) {
    const Lock lock(noting_);
    if (!refusal_) refusal_ = error;
  }

  void solve_all() {
    std::size_t best = purchases_.size();
    std::atomic<std::size_t> done = 0;
    const std::size_t chunks = (purchases_.size() + kFleetsAtATime - 1) / kFleetsAtATime;
    if (pieces_) pieces_->begin(chunks);
    run_each(
        chunks, options_.threads,
        [&](std::size_t chunk) {
          const std::size_t first = chunk * kFleetsAtATime,
                            last = std::min(first + kFleetsAtATime, purchases_.size());
          auto scores = scores_of(chunk, first, last);
          const Lock lock(noting_);
          if (!scores && !problem_) problem_ = scores.error();
          if (!scores || !scores.value() || scores.value()->size() != last - first) return;
          for (std::size_t at = first; at < last; ++at) {
            note((**scores)[at - first], scored_[at]);
            if (!scored_[at].against.empty() &&
                (best == purchases_.size() || scored_[at].value > scored_[best].value))
              best = at;
          }
          done += last - first;
        },
        [&](std::size_t) {
          const Lock lock(noting_);
          if (!progress_ || best == purchases_.size()) return;
          progress_({done, purchases_.size(), false, scored_[best].value,
                     bought_units(market_, purchases_[best])});
        });
    for (std::size_t at = 0; at < scored_.size(); ++at)
      if (!scored_[at].against.empty()) order_.push_back(at);
  }

  /// The scores of some fleets: a piece of the search. Where a fleet cannot be solved it has none.
  Result<std::optional<std::vector<FleetScore>>> scores_of(std::size_t chunk, std::size_t first,
                                                           std::size_t last) {
    return piece_of<std::vector<FleetScore>>(
        pieces_, chunk, options_.stop, [&]() -> Result<std::vector<FleetScore>> {
          std::vector<SideSpec> fleets;
          for (std::size_t at = first; at < last; ++at) fleets.push_back(fleet(at));
          auto scores = score_fleets(question_.scenario, question_.side, fleets, question_.enemies,
                                     question_.goal, options_);
          for (const FleetScore& score : scores)
            if (pieces_ && !score.too_large.empty()) {
              const Lock lock(noting_);
              answer_.exact_skipped = score.too_large;
            }
          return scores;
        });
  }

  /// A fleet with a battle that is too large is as good as not looked at; the first reason why one
  /// cannot fight is told where none can.
  void note(FleetScore& score, Scored& scored) {
    if (score.refused || !score.too_large.empty() || !score.against.empty()) ++looked_at_;
    if (score.refused && !refusal_) refusal_ = score.refused;
    if (!score.too_large.empty()) answer_.exact_skipped = score.too_large;
    if (score.against.empty()) return;
    scored.value = together(score.values, question_.weights);
    scored.against = std::move(score.against);
  }

  /// One fleet in the race.
  struct Runner {
    std::size_t at = 0;
    std::vector<Battle> battles;
    std::vector<GoalScore> scores;
    std::vector<PairedPlayer> players;
    std::vector<Finals<std::uint64_t>> finals;
  };

  std::optional<InputError> race() {
    answer_.method = Method::monte_carlo;
    if (question_.weights.empty() && question_.enemies.size() > 1)
      return InputError{"the worst of several enemies cannot be raced for by sampling", "against",
                        "say how likely each is (--mix 1,1), or ask against one"};
    if (purchases_.size() > kMostRunners)
      return InputError{
          fmt::format("{} fleets are too many to race", purchases_.size()), "budget",
          fmt::format("at most {}: fewer types (--only), a smaller budget or fleet supply",
                      kMostRunners)};
    line_up();
    if (runners_.empty()) return std::nullopt;
    double range = 0;
    for (const Runner& runner : runners_) {
      std::vector<double> ranges;
      for (const GoalScore& score : runner.scores) ranges.push_back(score.range());
      range = std::max(range, *std::max_element(ranges.begin(), ranges.end()));
    }
    Race race(runners_.size(), std::max(range, 1e-12), options_.confidence);
    const auto start = std::chrono::steady_clock::now();
    const auto in_time = [&] {
      const auto elapsed = std::chrono::steady_clock::now() - start;
      return !options_.seconds ||
             std::chrono::duration<double>(elapsed).count() < *options_.seconds;
    };
    const std::uint64_t most = most_battles(options_);
    std::uint64_t batch = kFirstBatch;
    while (race.alive().size() > 1 && race.battles() < most && in_time() &&
           (race.battles() == 0 || !stop())) {
      run_batch(race, std::min(batch, most - race.battles()));
      race.look();
      // Twice as many at each look, as far as there is room for all scores.
      batch = std::min(race.battles(), std::max(kFirstBatch, kMostScores / race.alive().size()));
      if (progress_) {
        const std::size_t leader = race.leader();
        const std::uint64_t planned = options_.seconds ? 0 : most;
        progress_({static_cast<std::size_t>(race.battles()), static_cast<std::size_t>(planned),
                   true, race.mean(leader),
                   bought_units(market_, purchases_[runners_[race.alive()[leader]].at])});
      }
    }
    answer_.battles = race.battles();
    for (std::size_t place = 0; place < race.alive().size(); ++place) {
      Runner& runner = runners_[race.alive()[place]];
      Scored& scored = scored_[runner.at];
      scored.value = race.mean(place);
      scored.against.clear();
      for (std::size_t e = 0; e < runner.battles.size(); ++e)
        scored.against.push_back(summarize(runner.battles[e], runner.finals[e],
                                           static_cast<double>(race.battles()), question_.side));
      order_.push_back(runner.at);
    }
    raced_out_ = runners_.size() - race.alive().size();
    return std::nullopt;
  }

  void line_up() {
    order_.clear();
    looked_at_ = 0;
    for (std::size_t at = 0; at < purchases_.size() && !stop(); ++at) {
      auto battles = battles_of(question_, fleet(at));
      ++looked_at_;
      if (!battles) {
        refuse(battles.error());
        continue;
      }
      Runner& runner = runners_.emplace_back();
      runner.at = at;
      runner.battles = std::move(battles).value();
      for (const Battle& battle : runner.battles) {
        runner.scores.emplace_back(question_.goal, battle, question_.side);
        runner.players.emplace_back(battle.duel);
        runner.finals.push_back(Counts{battle.duel}.finals);
      }
    }
  }

  /// Every fleet that is left plays the same battles. The scores are written where they belong
  /// and added up in one order, so the sums do not depend on the threads.
  void run_batch(Race& race, std::uint64_t battles) {
    const auto& alive = race.alive();
    std::vector<double> scores(battles * alive.size());
    run_each(alive.size(), options_.threads, [&](std::size_t place) {
      Runner& runner = runners_[alive[place]];
      std::vector<double> values(runner.battles.size());
      for (std::uint64_t b = 0; b < battles; ++b) {
        for (std::size_t e = 0; e < values.size(); ++e) {
          const NamedEnd end = runner.players[e].play(options_.seed, race.battles() + b);
          for (std::size_t side = 0; side < 2; ++side)
            ++runner.finals[e][end.ending][side][end.force[side]];
          values[e] = runner.scores[e].of(end);
        }
        scores[b * alive.size() + place] = together(values, question_.weights);
      }
    });
    race.add(scores);
  }

  bool equal(std::size_t a, std::size_t b) const {
    return exact_difference(scored_[a].value, scored_[b].value).verdict() == Verdict::equal;
  }

  void sort_and_tell() {
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return scored_[a].value > scored_[b].value || (scored_[a].value == scored_[b].value && a < b);
    });
    // Values that differ by rounding only are one: within such a run the cheaper comes first.
    for (std::size_t first = 0; first < order_.size();) {
      std::size_t last = first + 1;
      while (last < order_.size() && equal(order_[first], order_[last])) ++last;
      if (answer_.left == 0) answer_.left = last;
      std::sort(order_.begin() + static_cast<std::ptrdiff_t>(first),
                order_.begin() + static_cast<std::ptrdiff_t>(last),
                [&](std::size_t a, std::size_t b) {
                  return std::pair{purchases_[a].cost, a} < std::pair{purchases_[b].cost, b};
                });
      first = last;
    }
    if (answer_.method == Method::monte_carlo) answer_.left = order_.size();
    answer_.examined = looked_at_;
    answer_.not_examined = purchases_.size() - looked_at_;
    answer_.refused = looked_at_ - order_.size() - raced_out_;
    const std::size_t ties = std::min(answer_.left, kMostTies);
    const std::size_t told = std::min(order_.size(), std::max(question_.show, ties));
    for (std::size_t i = 0; i < told; ++i) {
      const std::size_t at = order_[i];
      RankedFleet ranked{
          fleet(at),         bought_units(market_, purchases_[at]),           purchases_[at].cost,
          scored_[at].value, mean_of(scored_[at].against, question_.weights), 1};
      for (const Summary& one : scored_[at].against) ranked.worst = std::min(ranked.worst, one.win);
      answer_.fleets.push_back(std::move(ranked));
    }
  }

  static constexpr std::uint64_t kFirstBatch = 256, kMostScores = 4'000'000;
  const BestQuestion& question_;
  const Options& options_;
  const Market& market_;
  std::vector<Purchase> purchases_;
  const std::function<void(const SearchProgress&)>& progress_;
  Pieces* pieces_;
  std::vector<Scored> scored_;
  std::vector<std::size_t> order_;  ///< those that could be judged, later best first
  std::deque<Runner> runners_;      ///< never moved: players point into them
  std::size_t raced_out_ = 0;
  std::atomic<std::size_t> looked_at_ = 0;
  Mutex noting_;
  std::optional<InputError> refusal_, problem_;
  BestAnswer answer_;
};

std::optional<InputError> check_question(const BestQuestion& question, const Options& options) {
  if (options.precision)
    return InputError{"a search has no precision", "precision",
                      "a race ends when one fleet is left, by --battles or by --time"};
  if (question.enemies.empty())
    return InputError{"there is no enemy to search against", "against", "--against \"ws, 3 ff\""};
  if (!(question.budget >= 0 && question.budget <= kMostBudget))
    return InputError{"not a budget", "budget",
                      fmt::format("resources from 0 to {:.0f}, for example 12", kMostBudget)};
  if (!question.weights.empty() && question.weights.size() != question.enemies.size())
    return InputError{
        fmt::format("{} weights for {}", question.weights.size(),
                    counted(static_cast<long long>(question.enemies.size()), "enemy", "enemies")),
        "mix", "one number for each --against, for example 2,1"};
  double whole = 0;
  for (const double weight : question.weights) {
    if (!(weight >= 0 && std::isfinite(weight)))
      return InputError{"a weight below zero", "mix", "how likely each enemy is: 2,1"};
    whole += weight;
  }
  if (!question.weights.empty() && !(whole > 0))
    return InputError{"no enemy has a weight", "mix", "how likely each enemy is: 2,1"};
  return std::nullopt;
}

}  // namespace

Result<BestAnswer> best(const BestQuestion& asked, const Options& options,
                        const std::function<void(const SearchProgress&)>& progress,
                        Pieces* pieces) {
  if (auto error = check(options)) return *std::move(error);
  if (auto error = check_question(asked, options)) return *std::move(error);
  BestQuestion question = asked;
  question.scenario = asked.side == Side::attacker ? of_one_kind(asked.scenario, {}, asked.enemies)
                                                   : of_one_kind(asked.scenario, asked.enemies, {});
  Scenario first = question.scenario;  // whom I meet may tell which faction I am
  first.side(other(question.side)) = question.enemies.front();
  const auto whole = find_game(first.game).and_then([&](const Game* game) {
    return game->market(first, question.side);
  });
  if (!whole) return whole.error();
  std::vector<std::string> assumptions = whole.value().assumptions;
  const SideSpec& have = question.scenario.side(question.side);
  const auto supply =
      supply_limit(whole.value(), have, question.supply, question.any_supply, assumptions);
  // What may not be bought may still be there, with its room and its place in the fleet: the whole
  // market knows it, with nothing more of it in the box.
  const auto sold = narrowed(whole.value(), question.only, question.never);
  if (!sold) return sold.error();
  Market market = whole.value();
  const std::vector<int> owned_now = owned(market, have);
  for (std::size_t at = 0; at < market.offers.size(); ++at)
    if (std::none_of(sold.value().offers.begin(), sold.value().offers.end(),
                     [&](const Offer& offer) { return offer.type == market.offers[at].type; }))
      market.offers[at].limit = owned_now[at];

  auto purchases =
      all_purchases(market, owned_now, {question.budget, supply}, kMostFleets, options.stop);
  if (!purchases) return purchases.error();
  if (have.units.empty())
    std::erase_if(*purchases, [](const Purchase& one) {
      return std::all_of(one.bought.begin(), one.bought.end(), [](int n) { return n == 0; });
    });
  if (purchases->empty())
    return InputError{"no fleet fits these limits", "budget",
                      "a larger budget or fleet supply, or types that carry the others"};
  auto answer = Search{question, options, market, *std::move(purchases), progress, pieces}.run();
  if (!answer) return answer;
  answer.value().battle = question.scenario.battle;
  answer.value().battle_words = battle_in_words(question.scenario);
  answer.value().supply = supply;
  answer.value().offers = sold.value().offers;
  // How the best fleet is taken to fight; the others fight by the same choices.
  const auto battles = battles_of(question, answer.value().fleets.front().fleet);
  for (const Battle& battle : battles.value())
    for (const std::string& line : battle.assumptions)
      if (std::find(assumptions.begin(), assumptions.end(), line) == assumptions.end())
        assumptions.push_back(line);
  answer.value().assumptions = std::move(assumptions);
  answer.value().notes = battles.value().front().notes;
  answer.value().brief = battles.value().front().brief;
  return answer;
}

}  // namespace broadside
