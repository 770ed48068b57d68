#include "sim/best.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

#include <fmt/format.h>

#include "sim/alike.hpp"
#include "sim/fleet_race.hpp"
#include "sim/fleet_scores.hpp"
#include "sim/fleets.hpp"
#include "sim/lock.hpp"
#include "sim/pieces.hpp"
#include "sim/run_each.hpp"
#include "sim/work.hpp"
#include "stats/compare.hpp"

namespace broadside {
namespace {

constexpr std::size_t kMostFleets = 400'000;  ///< 500 bytes each, what they score included
/// Fleets that tell what solving each by itself takes.
constexpr std::size_t kFleetsAsked = 8;

/// What is known about one fleet.
struct Scored {
  std::vector<Summary> against;  ///< by enemy; empty where the fleet cannot fight
  double value = 0;
};

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
        counted_(as_usual(options) && !pieces),
        scored_(purchases_.size()) {}

  Result<BestAnswer> run() {
    answer_.seed = options_.seed;
    answer_.confidence = options_.confidence;
    if (options_.method != Method::monte_carlo && !too_large(dearest())) {
      if (counted_ && too_long()) return takes_too_long();
      solve_all();
      if (meter_.over()) return takes_too_long();
    }
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

  std::size_t dearest() const {
    return static_cast<std::size_t>(
        std::max_element(purchases_.begin(), purchases_.end(),
                         [](const Purchase& a, const Purchase& b) { return a.cost < b.cost; }) -
        purchases_.begin());
  }

  /// Whether a battle of this fleet cannot be solved, so that there is nothing but a race.
  bool too_large(std::size_t at) {
    const auto battles = battles_of(question_, fleet(at));
    if (!battles) return false;  // it cannot fight: others may
    std::string why_not;
    for (const Battle& battle : battles.value())
      if (!solvable(battle.duel, options_, &why_not)) {
        answer_.exact_skipped = why_not;
        return true;
      }
    return false;
  }

  /// Whether every fleet is solved by itself and some say that all of them take too long.
  bool too_long() {
    std::vector<SideSpec> fleets;
    const std::size_t some = std::min(purchases_.size(), kFleetsAtATime);
    for (std::size_t at = purchases_.size() - some; at < purchases_.size(); ++at)
      fleets.push_back(fleet(at));
    const bool attacks = question_.side == Side::attacker;
    const auto many = many_fleets(question_.scenario, attacks ? fleets : question_.enemies,
                                  attacks ? question_.enemies : fleets);
    if (!many) return false;
    for (const FleetBlock& block : blocks_of(many.value()))
      if (block.shared) return false;
    double work = 0;
    const std::size_t asked = std::min(purchases_.size(), kFleetsAsked);
    for (std::size_t i = 1; i <= asked; ++i)
      if (const auto battles = battles_of(question_, fleet(i * purchases_.size() / asked - 1)))
        for (const Battle& battle : battles.value()) work += work_to_solve(battle);
    return work / static_cast<double>(asked) * static_cast<double>(purchases_.size()) > kMostWork;
  }

  InputError takes_too_long() const {
    return {fmt::format("{} fleets would take too long to look at", purchases_.size()), "budget",
            "fewer types (--only), a smaller budget or fleet supply; --time 1m looks for so long"};
  }

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
                                     question_.goal, options_, counted_ ? &meter_ : nullptr);
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

  std::optional<InputError> race() {
    answer_.method = Method::monte_carlo;
    const auto fleet_at = [&](std::size_t at) { return fleet(at); };
    const auto tell = [&](std::uint64_t battles, std::uint64_t planned, double best,
                          std::size_t at) {
      if (progress_)
        progress_({static_cast<std::size_t>(battles), static_cast<std::size_t>(planned), true, best,
                   bought_units(market_, purchases_[at])});
    };
    auto raced = race_fleets({question_, options_, purchases_.size(), fleet_at, counted_, tell});
    if (!raced) return raced.error();
    order_.clear();
    looked_at_ = raced->looked_at;
    raced_out_ = raced->raced_out;
    answer_.battles = raced->battles;
    answer_.ended_by_work = raced->ended_by_work;
    if (raced->refusal) refuse(*raced->refusal);
    for (RacedFleet& one : raced->left) {
      scored_[one.at] = {std::move(one.against), one.value};
      order_.push_back(one.at);
    }
    return std::nullopt;
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
    const std::size_t told = std::min(order_.size(), question_.show);
    answer_.more_as_good = answer_.left - std::min(answer_.left, told);
    for (std::size_t i = 0; i < told; ++i) {
      const std::size_t at = order_[i];
      RankedFleet ranked{
          fleet(at),         bought_units(market_, purchases_[at]),           purchases_[at].cost,
          scored_[at].value, mean_of(scored_[at].against, question_.weights), 1};
      for (const Summary& one : scored_[at].against) ranked.worst = std::min(ranked.worst, one.win);
      answer_.fleets.push_back(std::move(ranked));
    }
  }

  const BestQuestion& question_;
  const Options& options_;
  const Market& market_;
  std::vector<Purchase> purchases_;
  const std::function<void(const SearchProgress&)>& progress_;
  Pieces* pieces_;
  bool counted_;  ///< nobody says how much may be done
  WorkMeter meter_{kMostWork};
  std::vector<Scored> scored_;
  std::vector<std::size_t> order_;  ///< those that could be judged, later best first
  std::size_t raced_out_ = 0;
  std::atomic<std::size_t> looked_at_ = 0;
  Mutex noting_;
  std::optional<InputError> refusal_, problem_;
  BestAnswer answer_;
};

}  // namespace

Result<BestAnswer> best(const BestQuestion& asked, const Options& options,
                        const std::function<void(const SearchProgress&)>& progress,
                        Pieces* pieces) {
  if (auto error = check(options)) return *std::move(error);
  if (auto error = check(asked, options)) return *std::move(error);
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
  if (auto error = check_goal(question, sold->offers)) return *std::move(error);
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
  // A time that was asked for holds for what is solved, too: then it tells the best so far.
  Options timed = options;
  if (options.seconds)
    timed.stop = [&, end = std::chrono::steady_clock::now() +
                           std::chrono::duration<double>(*options.seconds)] {
      return std::chrono::steady_clock::now() >= end || (options.stop && options.stop());
    };
  auto answer = Search{question, timed, market, *std::move(purchases), progress, pieces}.run();
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
