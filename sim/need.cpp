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
#include "sim/work.hpp"

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
/// And what they may cost together, where it is counted: so much less is left for the search.
constexpr double kFinalistsShare = 8;

class NeedSearch {
 public:
  NeedSearch(const NeedQuestion& question, const Options& options, const Market& market,
             const std::function<void(std::size_t)>& progress, bool direct, NeedAnswer& answer)
      : question_(question),
        options_(options),
        market_(market),
        progress_(progress),
        direct_(direct),
        counted_(as_usual(options)),
        answer_(answer) {
    options_.threads = 1;  // many additions at a time, each on one thread
    options_.progress = {};
  }

  std::optional<InputError> run(std::optional<double> supply, int threads) {
    const auto have = owned(market_, question_.scenario.side(question_.side));
    const int beyond = beyond_capacity(market_, have);
    const auto list_up_to = [&](double budget) {
      return all_purchases(market_, have,
                           {.budget = budget, .supply = supply, .beyond_capacity = beyond},
                           kMostAdditions, options_.stop);
    };
    double last = question_.budget > 0 ? question_.budget : kMostBudget;
    answer_.ended_by = question_.budget > 0 ? NeedEnd::resources : NeedEnd::limits;
    double below = -1;  // every addition up to this cost has been looked at
    for (double budget = std::min(4.0, last);; budget = std::min(2 * budget, last)) {
      auto list = list_up_to(budget);
      while (!list && !stop() && budget > below + 1) {  // too many: as far as it goes
        last = budget = std::floor((below + budget) / 2);
        list = list_up_to(budget);
        answer_.ended_by = NeedEnd::additions;
      }
      if (!list) break;
      // What the fleet can do now is asked also where the limits are spent already.
      const auto is_nothing = [](const Purchase& one) {
        return std::all_of(one.bought.begin(), one.bought.end(), [](int n) { return n == 0; });
      };
      if (std::none_of(list->begin(), list->end(), is_nothing))
        list->insert(list->begin(), Purchase{std::vector<int>(have.size()), 0});
      std::erase_if(*list, [&](const Purchase& one) { return one.cost <= below; });
      std::stable_sort(list->begin(), list->end(),
                       [](const Purchase& a, const Purchase& b) { return a.cost < b.cost; });
      if (auto error = look_through(*list, threads)) return error;
      if (!answer_.additions.empty()) return std::nullopt;
      if (answer_.stopped || ended_early_) return find_nearest(threads);
      answer_.looked_up_to = below = budget;
      if (budget >= last) break;
    }
    return find_nearest(threads);
  }

 private:
  bool stop() const { return options_.stop && options_.stop(); }

  /// From the cheapest up, until some are enough or the search has to end.
  std::optional<InputError> look_through(const std::vector<Purchase>& list, int threads) {
    std::size_t known = 0;  // additions that have been looked at
    std::vector<Looked> looked;
    for (std::size_t first = 0; first < list.size();) {
      std::size_t end = first;
      while (end < list.size() && list[end].cost == list[first].cost) ++end;
      if (end > known) {
        const std::size_t until = std::min(std::max(end, known + ahead()), list.size());
        auto more = look_at(std::span{list}.subspan(known, until - known), threads);
        if (meter_.over() && counted_ && answer_.examined > 0) {
          end_early(NeedEnd::work);
          return std::nullopt;
        }
        looked.insert(looked.end(), more.begin(), more.end());
        known = until;
      }
      if (auto error = take(std::span{list}.subspan(first, end - first),
                            std::span{looked}.subspan(first, end - first)))
        return error;
      if (!answer_.additions.empty()) {
        answer_.ended_by = NeedEnd::reached;
        return std::nullopt;
      }
      if (alone_ > kMostAlone) end_early(NeedEnd::additions);
      if (answer_.stopped || ended_early_) return std::nullopt;
      first = end;
    }
    return std::nullopt;
  }

  void end_early(NeedEnd by) {
    ended_early_ = true;
    answer_.ended_by = by;
  }

  /// How many more are looked at together with those of one cost: as many as leave most of the work
  /// for later, and none where they are sampled.
  std::size_t ahead() const {
    if (!counted_) return kBatch;
    if (answer_.examined == 0 || alone_ > 0) return 0;
    constexpr double kShare = 8, kLeast = 1e5;
    const double each = std::max(meter_.spent() / static_cast<double>(answer_.examined), kLeast);
    return static_cast<std::size_t>(
        std::min(meter_.left() / kShare / each, static_cast<double>(kBatch)));
  }

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
    double work = 0;    ///< of one battle that is sampled
    std::optional<InputError> problem;
  };

  /// Many at a time by one pass over the tables (sim/fleet_scores); the others by themselves.
  std::vector<Looked> look_at(std::span<const Purchase> list, int threads) {
    std::vector<Looked> looked(list.size());
    const SideSpec& enemy = question_.scenario.side(other(question_.side));
    const std::size_t batches =
        options_.method == Method::monte_carlo || direct_ ? 0 : (list.size() + kBatch - 1) / kBatch;
    run_each(batches, threads, [&](std::size_t batch) {
      const auto some =
          list.subspan(batch * kBatch, std::min(kBatch, list.size() - batch * kBatch));
      std::vector<SideSpec> fleets;
      for (const Purchase& one : some) fleets.push_back(with(one).side(question_.side));
      const auto scores =
          score_fleets(question_.scenario, question_.side, fleets, {enemy},
                       Goal{Goal::Kind::win, ""}, options_, counted_ ? &meter_ : nullptr);
      for (std::size_t f = 0; f < fleets.size(); ++f) {
        Looked& to = looked[batch * kBatch + f];
        to.problem = scores[f].refused;
        if (!scores[f].against.empty()) to.win = exactly(scores[f].against.front().win);
      }
    });
    std::vector<std::size_t> alone;
    for (std::size_t at = 0; at < list.size(); ++at)
      if (!looked[at].win && !looked[at].problem) alone.push_back(at);
    alone_ += alone.size();
    run_each(alone.size(), threads, [&](std::size_t i) {
      const std::size_t at = alone[i];
      if (stop() || (counted_ && meter_.over())) return;
      looked[at] = look_at(with(list[at]), list[at].cost > 0);
    });
    if (counted_) play_out(list, looked, alone, threads);
    return looked;
  }

  /// Those that were not left share half of the work that may still be done.
  void play_out(std::span<const Purchase> list, std::vector<Looked>& looked,
                const std::vector<std::size_t>& alone, int threads) {
    std::vector<std::size_t> open;
    for (const std::size_t at : alone)
      if (!looked[at].win && !looked[at].problem) open.push_back(at);
    if (open.empty() || stop() || meter_.over()) return;
    const double each = meter_.left() / 2 / static_cast<double>(open.size());
    // The fleet as it stands is played whatever that takes: it is the first, and alone.
    if (answer_.examined > 0)
      for (const std::size_t at : open)
        if (each < static_cast<double>(kLeastSample) * looked[at].work)
          return meter_.spend(2 * kMostWork);
    run_each(open.size(), threads, [&](std::size_t i) {
      if (stop()) return;
      const double work = looked[open[i]].work;
      looked[open[i]] = played(with(list[open[i]]), work, each);
    });
  }

  /// As often as so much work is enough for.
  Looked played(const Scenario& asked, double work_of_one, double work) {
    Looked looked;
    const auto battle = ready(asked, options_.stop);
    if (!battle) {
      looked.problem = battle.error();
      return looked;
    }
    Options how = options_;
    how.battles = battles_for(battle->duel, asked, options_.seed, work);
    if (const auto report = odds(*battle, asked, how)) {
      looked.win = report->chance(win_of(question_.side));
      looked.exact = false;
      meter_.spend(work_to_prepare(*battle) + work_of_one * static_cast<double>(report->battles));
    } else {
      looked.problem = report.error();
    }
    return looked;
  }

  Looked look_at(const Scenario& asked, bool may_leave) {
    Looked looked;
    const auto battle = ready(asked, options_.stop);
    if (!battle) {
      looked.problem = battle.error();
      return looked;
    }
    const bool samples =
        options_.method == Method::monte_carlo || !solvable(battle->duel, options_);
    if (counted_) meter_.spend(samples ? work_to_prepare(*battle) : work_to_solve(*battle));
    if (counted_ && samples) looked.work = work_of_battle(battle->duel, asked, options_.seed);
    if (may_leave && samples) looked.win = certainly_below(*battle, asked, looked.work);
    looked.left = looked.win.has_value();
    looked.exact = !looked.left;
    if (looked.left || (looked.work > 0 && options_.method != Method::exact)) return looked;
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
  std::optional<Chance> certainly_below(const Battle& battle, const Scenario& asked,
                                        double work_of_one) {
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
      if (counted_) meter_.spend(work_of_one * static_cast<double>(battles));
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
    std::vector<Looked> known(left_.size());
    const double each = kMostWork / kFinalistsShare / static_cast<double>(kFinalists);
    if (!answer_.stopped)
      run_each(left_.size(), threads, [&](std::size_t at) {
        const Scenario asked = with(left_[at].second);
        known[at] = counted_ ? played(asked, 0, each) : look_at(asked, false);
      });
    answer_.stopped |= stop();
    for (std::size_t at = 0; at < left_.size(); ++at) {
      Addition& one = left_[at].first;
      if (known[at].problem && !answer_.stopped) return known[at].problem;
      if (known[at].win) one.win = *known[at].win;
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
  bool direct_;   ///< the game plays by itself: nothing is solved
  bool counted_;  ///< nobody says how much may be done
  WorkMeter meter_{kMostWork * (1 - 1 / kFinalistsShare)};
  bool ended_early_ = false;
  NeedAnswer& answer_;
  std::size_t alone_ = 0;  ///< additions that were looked at by themselves
  std::vector<std::pair<Addition, Purchase>> left_;
};

/// What no addition can mend: more of a type than there may be, more fleet supply in use than there
/// is.
std::optional<InputError> check_limits(const Market& market, const std::vector<int>& have,
                                       std::optional<double> supply) {
  for (std::size_t at = 0; at < have.size(); ++at)
    if (const Offer& offer = market.offers[at]; have[at] > offer.most())
      return InputError{fmt::format("the fleet has {} of '{}', more than the {} that there may be",
                                    have[at], offer.type, offer.most()),
                        "need", fmt::format("at most {} of it", offer.most())};
  if (const double used = least_supply(market, have); supply && used > *supply)
    return InputError{
        fmt::format("the fleet uses a fleet supply of {:.4g}, more than {:.4g}", used, *supply),
        "need", fmt::format("--fleet {:.4g}, or --fleet any", used)};
  return std::nullopt;
}

/// What additions keep to besides the resources: "fleet supply 5, capacity, the pieces in the box".
std::string limits_in_words(const Market& market, std::optional<double> supply) {
  std::vector<std::string> words;
  if (supply) words.push_back(fmt::format("fleet supply {:.4g}", *supply));
  bool carried = false, boxed = false, counted = false;
  for (const Offer& offer : market.offers) {
    carried |= offer.needs > 0 && !offer.supply_beyond;
    boxed |= offer.limit && *offer.limit != kMostUnits;
    counted |= !offer.limit || *offer.limit == kMostUnits;
  }
  if (carried) words.push_back("capacity");
  if (boxed) words.push_back("the pieces in the box");
  if (counted && !carried && !boxed) words.push_back(fmt::format("{} of a type", kMostUnits));
  std::string text;
  for (const std::string& one : words) text += (text.empty() ? "" : ", ") + one;
  return text;
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
  answer.limits = limits_in_words(market.value(), supply);
  bool direct = false;
  if (const auto now = ready(question.scenario)) {
    answer.notes = now->notes;
    direct = now->duel.direct != nullptr;
  }
  NeedSearch search{question, options, market.value(), progress, direct, answer};
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
