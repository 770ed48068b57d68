#include "sim/need.hpp"

#include <algorithm>

#include "sim/best.hpp"
#include "sim/fleets.hpp"
#include "sim/run_each.hpp"

namespace broadside {
namespace {

constexpr std::size_t kMostAdditions = 20'000;  ///< looked at before the search gives up

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
    const double last = question_.budget > 0 ? question_.budget : kMostBudget;
    double below = -1;  // every addition up to this cost has been looked at
    for (double budget = std::min(4.0, last);; budget = std::min(2 * budget, last)) {
      auto list = all_purchases(market_, have, {budget, supply}, kMostAdditions);
      if (!list) break;  // too many
      std::erase_if(*list, [&](const Purchase& one) { return one.cost <= below; });
      std::stable_sort(list->begin(), list->end(),
                       [](const Purchase& a, const Purchase& b) { return a.cost < b.cost; });
      for (std::size_t first = 0; first < list->size();) {
        std::size_t end = first;
        while (end < list->size() && (*list)[end].cost == (*list)[first].cost) ++end;
        if (auto error = look({list->begin() + static_cast<std::ptrdiff_t>(first),
                               list->begin() + static_cast<std::ptrdiff_t>(end)},
                              threads))
          return error;
        if (!answer_.additions.empty() || answer_.stopped) return std::nullopt;
        first = end;
      }
      answer_.looked_up_to = below = budget;
      if (budget >= last) break;
    }
    return std::nullopt;
  }

 private:
  /// Looks at additions of one cost.
  std::optional<InputError> look(const std::vector<Purchase>& list, int threads) {
    std::vector<std::optional<Result<Report>>> reports(list.size());
    const auto tell = [&](std::size_t done) {
      if (progress_) progress_(answer_.examined + done);
    };
    const auto answer = [&](std::size_t at) {
      if (options_.stop && options_.stop()) return;
      Scenario asked = question_.scenario;
      asked.side(question_.side) =
          with_purchase(question_.scenario.side(question_.side), market_, list[at]);
      reports[at] = odds(asked, options_);
    };
    run_each(list.size(), threads, answer, tell);
    answer_.stopped = options_.stop && options_.stop();
    for (std::size_t at = 0; at < list.size(); ++at) {
      if (!reports[at]) continue;
      if (!*reports[at]) return reports[at]->error();
      const Report& report = reports[at]->value();
      const Addition one{bought_units(market_, list[at]), list[at].cost,
                         report.chance(question_.side == Side::attacker ? Outcome::attacker_win
                                                                        : Outcome::defender_win),
                         report.assumptions, report.brief};
      ++answer_.examined;
      answer_.exact &= report.method == Method::exact;
      if (one.bought.empty()) answer_.now = one.win;
      if (one.win.low >= question_.chance) answer_.additions.push_back(one);
      if (!answer_.nearest || one.win.p > answer_.nearest->win.p) answer_.nearest = one;
    }
    if (!answer_.stopped) answer_.looked_up_to = list.front().cost;
    std::stable_sort(answer_.additions.begin(), answer_.additions.end(),
                     [](const Addition& a, const Addition& b) { return a.win.p > b.win.p; });
    return std::nullopt;
  }

  const NeedQuestion& question_;
  Options options_;
  const Market& market_;
  const std::function<void(std::size_t)>& progress_;
  NeedAnswer& answer_;
};

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
  answer.side = question.side;
  answer.chance = question.chance;
  answer.assumptions = market.value().assumptions;
  const auto supply =
      supply_limit(market.value(), have, question.supply, question.any_supply, answer.assumptions);
  const auto used = supply_used(market.value(), owned(market.value(), have));
  if (!used || (supply && *used > *supply))
    return InputError{"the fleet itself does not keep the limits", "need",
                      "it has more than the box holds, more to carry than capacity, or more ships "
                      "than --fleet allows"};
  NeedSearch search{question, options, market.value(), progress, answer};
  if (auto error = search.run(supply, options.threads)) return *std::move(error);
  if (answer.examined == 0) return stopped_too_early();
  if (!answer.additions.empty()) answer.nearest.reset();
  const Addition& told = answer.nearest ? *answer.nearest : answer.additions.front();
  answer.assumptions.insert(answer.assumptions.end(), told.assumptions.begin(),
                            told.assumptions.end());
  answer.brief = told.brief;
  return answer;
}

}  // namespace broadside
