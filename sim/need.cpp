#include "sim/need.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "sim/best.hpp"
#include "sim/fleet_scores.hpp"
#include "sim/fleets.hpp"
#include "sim/run_each.hpp"

namespace broadside {
namespace {

constexpr std::size_t kMostAdditions = 20'000;  ///< looked at before the search gives up
/// Of those so many by themselves, where no pass over the tables answers many at a time.
constexpr std::size_t kMostAlone = 2'000;

/// Battles after which an addition is left that is certainly not enough, as most of a sampled
/// search are; and how certain each such look is.
constexpr std::uint64_t kFewBattles[] = {512, 8'192};
constexpr double kCertain = 1 - 1e-9;
/// Of those that were left the likeliest are played out, to tell which came nearest.
constexpr std::size_t kFinalists = 8;

class NeedSearch {
 public:
  NeedSearch(const NeedQuestion& question, const Options& options, const Market& market,
             const std::function<void(std::size_t)>& progress, NeedAnswer& answer)
      : question_(question),
        options_(options),
        market_(market),
        progress_(progress),
        answer_(answer) {
    options_.threads = 1;  // many additions at a time, each on one thread
    options_.progress = {};
  }

  std::optional<InputError> run(std::optional<double> supply, int threads) {
    const auto have = owned(market_, question_.scenario.side(question_.side));
    double last = question_.budget > 0 ? question_.budget : kMostBudget;
    double below = -1;  // every addition up to this cost has been looked at
    for (double budget = std::min(4.0, last);; budget = std::min(2 * budget, last)) {
      auto list = all_purchases(market_, have, {budget, supply}, kMostAdditions, options_.stop);
      while (!list && !stop() && budget > below + 1) {  // too many: as far as it goes
        last = budget = std::floor((below + budget) / 2);
        list = all_purchases(market_, have, {budget, supply}, kMostAdditions, options_.stop);
      }
      if (!list) break;
      // What the fleet can do now is asked also where it has more to carry than room: an addition
      // may bring that room.
      const auto is_nothing = [](const Purchase& one) {
        return std::all_of(one.bought.begin(), one.bought.end(), [](int n) { return n == 0; });
      };
      if (std::none_of(list->begin(), list->end(), is_nothing))
        list->insert(list->begin(), Purchase{std::vector<int>(have.size()), 0});
      std::erase_if(*list, [&](const Purchase& one) { return one.cost <= below; });
      std::stable_sort(list->begin(), list->end(),
                       [](const Purchase& a, const Purchase& b) { return a.cost < b.cost; });
      std::size_t known = 0;  // additions that have been looked at
      std::vector<Looked> looked;
      for (std::size_t first = 0; first < list->size();) {
        std::size_t end = first;
        while (end < list->size() && (*list)[end].cost == (*list)[first].cost) ++end;
        if (end > known) {
          const std::size_t until = std::min(std::max(end, known + kBatch), list->size());
          auto more = look_at(std::span{*list}.subspan(known, until - known), threads);
          looked.insert(looked.end(), more.begin(), more.end());
          known = until;
        }
        if (auto error = take(std::span{*list}.subspan(first, end - first),
                              std::span{looked}.subspan(first, end - first)))
          return error;
        if (!answer_.additions.empty()) return std::nullopt;
        if (answer_.stopped || alone_ > kMostAlone) return find_nearest(threads);
        first = end;
      }
      answer_.looked_up_to = below = budget;
      if (budget >= last) break;
    }
    return find_nearest(threads);
  }

 private:
  bool stop() const { return options_.stop && options_.stop(); }

  Scenario with(const Purchase& purchase) const {
    Scenario asked = question_.scenario;
    asked.side(question_.side) =
        with_purchase(question_.scenario.side(question_.side), market_, purchase);
    return asked;
  }

  /// What is known of an addition once it has been looked at.
  struct Looked {
    std::optional<Chance> win;
    bool exact = true;
    bool left = false;  ///< after a few battles
    std::optional<InputError> problem;
  };

  /// Many at a time by one pass over the tables (sim/fleet_scores); the others by themselves.
  std::vector<Looked> look_at(std::span<const Purchase> list, int threads) {
    std::vector<Looked> looked(list.size());
    const SideSpec& enemy = question_.scenario.side(other(question_.side));
    const std::size_t batches =
        options_.method == Method::monte_carlo ? 0 : (list.size() + kBatch - 1) / kBatch;
    run_each(batches, threads, [&](std::size_t batch) {
      const auto some =
          list.subspan(batch * kBatch, std::min(kBatch, list.size() - batch * kBatch));
      std::vector<SideSpec> fleets;
      for (const Purchase& one : some) fleets.push_back(with(one).side(question_.side));
      const auto scores = score_fleets(question_.scenario, question_.side, fleets, {enemy},
                                       Goal{Goal::Kind::win, ""}, options_);
      for (std::size_t f = 0; f < fleets.size(); ++f) {
        Looked& to = looked[batch * kBatch + f];
        to.problem = scores[f].refused;
        if (!scores[f].against.empty()) to.win = exactly(scores[f].against.front().win);
      }
    });
    alone_ += static_cast<std::size_t>(std::count_if(
        looked.begin(), looked.end(), [](const Looked& one) { return !one.win && !one.problem; }));
    run_each(list.size(), threads, [&](std::size_t at) {
      if (looked[at].win || looked[at].problem || stop()) return;
      looked[at] = look_at(with(list[at]), list[at].cost > 0);
    });
    return looked;
  }

  Looked look_at(const Scenario& asked, bool may_leave) const {
    Looked looked;
    const auto battle = ready(asked, options_.stop);
    if (!battle) {
      looked.problem = battle.error();
      return looked;
    }
    if (may_leave) looked.win = certainly_below(*battle, asked);
    looked.left = looked.win.has_value();
    looked.exact = !looked.left;
    if (looked.left) return looked;
    const auto report = odds(*battle, asked, options_);
    if (!report) {
      looked.problem = report.error();
      return looked;
    }
    looked.win = report->chance(win_of(question_.side));
    looked.exact = report->method == Method::exact;
    return looked;
  }

  /// What a few battles say of one that is certainly not enough; nothing where it may be.
  std::optional<Chance> certainly_below(const Battle& battle, const Scenario& asked) const {
    if (options_.method != Method::monte_carlo && solvable(battle.duel, options_))
      return std::nullopt;
    Options few = options_;
    few.method = Method::monte_carlo;
    few.exact_budget = 0;
    few.confidence = kCertain;
    few.antithetic = false;
    few.precision.reset();
    few.seconds.reset();
    few.max_battles.reset();
    for (const std::uint64_t battles : kFewBattles) {
      if (options_.battles && *options_.battles <= battles) break;
      few.battles = battles;
      const auto report = odds(battle, asked, few);
      if (!report) break;
      const Chance win = report->chance(win_of(question_.side));
      if (win.high < question_.chance) return win;
    }
    return std::nullopt;
  }

  /// Takes additions of one cost into the answer.
  std::optional<InputError> take(std::span<const Purchase> list, std::span<const Looked> looked) {
    answer_.stopped = stop();
    for (std::size_t at = 0; at < list.size(); ++at) {
      if (looked[at].problem && !answer_.stopped) return looked[at].problem;
      if (!looked[at].win) continue;
      const Addition one{bought_units(market_, list[at]), list[at].cost, *looked[at].win, {}, {}};
      ++answer_.examined;
      answer_.exact &= looked[at].exact;
      if (one.bought.empty()) answer_.now = one.win;
      if (one.win.low >= question_.chance) answer_.additions.push_back(one);
      if (looked[at].left)
        note_left(one, list[at]);
      else if (!answer_.nearest || one.win.p > answer_.nearest->win.p)
        answer_.nearest = one;
    }
    if (!answer_.stopped) answer_.looked_up_to = list.front().cost;
    std::stable_sort(answer_.additions.begin(), answer_.additions.end(),
                     [](const Addition& a, const Addition& b) { return a.win.p > b.win.p; });
    if (progress_) progress_(answer_.examined);
    return std::nullopt;
  }

  /// The likeliest of those that were left, the cheaper ones first among equals.
  void note_left(const Addition& one, const Purchase& purchase) {
    const auto place =
        std::upper_bound(left_.begin(), left_.end(), one.win.p,
                         [](double p, const auto& finalist) { return p > finalist.first.win.p; });
    if (place == left_.end() && left_.size() >= kFinalists) return;
    left_.insert(place, {one, purchase});
    if (left_.size() > kFinalists) left_.pop_back();
  }

  /// Plays the finalists out: what is told of the nearest is no chance of a few battles, unless
  /// nobody waits for more.
  std::optional<InputError> find_nearest(int threads) {
    std::vector<Looked> played(left_.size());
    if (!answer_.stopped)
      run_each(left_.size(), threads,
               [&](std::size_t at) { played[at] = look_at(with(left_[at].second), false); });
    answer_.stopped |= stop();
    for (std::size_t at = 0; at < left_.size(); ++at) {
      Addition& one = left_[at].first;
      if (played[at].problem && !answer_.stopped) return played[at].problem;
      if (played[at].win) one.win = *played[at].win;
      if (!answer_.nearest || one.win.p > answer_.nearest->win.p) answer_.nearest = one;
    }
    return std::nullopt;
  }

  /// Additions that are looked at together, and at least so many where the first are not enough.
  static constexpr std::size_t kBatch = 256;
  const NeedQuestion& question_;
  Options options_;
  const Market& market_;
  const std::function<void(std::size_t)>& progress_;
  NeedAnswer& answer_;
  std::size_t alone_ = 0;  ///< additions that were looked at by themselves
  std::vector<std::pair<Addition, Purchase>> left_;
};

/// What no addition can mend: more of a type than there may be, more fleet supply in use than there
/// is.
std::optional<InputError> check_limits(const Market& market, const std::vector<int>& have,
                                       std::optional<double> supply) {
  for (std::size_t at = 0; at < have.size(); ++at)
    if (const Offer& offer = market.offers[at]; offer.limit && have[at] > *offer.limit)
      return InputError{fmt::format("the fleet has {} of '{}', more than the {} that there may be",
                                    have[at], offer.type, *offer.limit),
                        "need", fmt::format("at most {} of it", *offer.limit)};
  if (const double used = least_supply(market, have); supply && used > *supply)
    return InputError{
        fmt::format("the fleet uses a fleet supply of {:.4g}, more than {:.4g}", used, *supply),
        "need", fmt::format("--fleet {:.4g}, or --fleet any", used)};
  return std::nullopt;
}

/// How the battle with an addition is fought.
std::optional<InputError> tell_how(const NeedQuestion& question, const Market& market,
                                   Addition& addition) {
  Scenario asked = question.scenario;
  SideSpec& side = asked.side(question.side);
  side = with_units(side, market, addition.bought);
  const auto battle = ready(asked);
  if (!battle) return battle.error();
  addition.assumptions = battle->assumptions;
  addition.brief = battle->brief;
  return std::nullopt;
}

}  // namespace

Result<NeedAnswer> need(const NeedQuestion& asked, const Options& options,
                        const std::function<void(std::size_t)>& progress) {
  if (auto error = check(options)) return *std::move(error);
  NeedQuestion question = asked;
  question.scenario = of_one_kind(asked.scenario, {}, {});
  const auto market = find_game(question.scenario.game).and_then([&](const Game* game) {
    return game->market(question.scenario, question.side);
  });
  if (!market) return market.error();
  const SideSpec& have = question.scenario.side(question.side);
  NeedAnswer answer;
  answer.game = question.scenario.game;
  answer.battle = question.scenario.battle;
  answer.battle_words = battle_in_words(question.scenario);
  answer.side = question.side;
  answer.chance = question.chance;
  answer.assumptions = market.value().assumptions;
  const auto supply =
      supply_limit(market.value(), have, question.supply, question.any_supply, answer.assumptions);
  answer.supply = supply;
  if (auto error = check_limits(market.value(), owned(market.value(), have), supply))
    return *std::move(error);
  if (const auto now = ready(question.scenario)) answer.notes = now->notes;
  NeedSearch search{question, options, market.value(), progress, answer};
  if (auto error = search.run(supply, options.threads)) return *std::move(error);
  if (answer.examined == 0) return stopped_too_early();
  if (!answer.additions.empty()) answer.nearest.reset();
  Addition& told = answer.nearest ? *answer.nearest : answer.additions.front();
  if (auto error = tell_how(question, market.value(), told)) return *std::move(error);
  answer.assumptions.insert(answer.assumptions.end(), told.assumptions.begin(),
                            told.assumptions.end());
  answer.brief = told.brief;
  return answer;
}

}  // namespace broadside
