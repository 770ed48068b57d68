#include "sim/fleets.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/tables/limits.hpp"  // stopped_too_early

namespace broadside {
namespace {

constexpr double kSlack = 1e-9;  // prices and supplies may be halves and thirds

double price_of(const Offer& offer, int count) {
  const int lots = (count + offer.each - 1) / offer.each;
  return offer.price * lots;
}

/// Goes through the offers one after the other, each with every number that the limits allow.
class Lists {
 public:
  Lists(const Market& market, const std::vector<int>& have, const FleetLimits& limits,
        std::size_t most, const StopQuery& stop)
      : market_(market), have_(have), limits_(limits), most_(most), stop_(stop) {}

  Result<std::vector<Purchase>> all() {
    find_room_to_come();
    Purchase list{std::vector<int>(market_.offers.size()), 0};
    extend(list, 0);
    if (problem_) return *std::move(problem_);
    return std::move(lists_);
  }

 private:
  /// False where it is given up.
  bool extend(Purchase& list, std::size_t at) {
    if (++begun_ > limits_.begun)
      return give_up(too_many(fmt::format(
          "there are too many ways to buy: {} were begun, and {} of them fit these limits",
          limits_.begun, lists_.size())));
    if (begun_ % kStopEvery == 0 && stop_ && stop_()) return give_up(stopped_too_early());
    if (at == market_.offers.size()) return keep(list);
    const Offer& offer = market_.offers[at];
    const double before = list.cost;
    for (int count = 0;; ++count) {
      list.bought[at] = count;
      list.cost = before + price_of(offer, count);
      const bool in_box = count == 0 || have_[at] + count <= offer.most();
      if (!in_box || list.cost > limits_.budget + kSlack || over_supply(list, at)) break;
      if (!may_find_room(list, at)) {
        if (offer.gives > 0) continue;  // more of it may
        break;
      }
      if (!extend(list, at + 1)) return false;
    }
    list.bought[at] = 0;
    list.cost = before;
    return true;
  }

  /// More of anything only uses more, so what is above the limit now stays above it.
  bool over_supply(const Purchase& list, std::size_t last) const {
    if (!limits_.supply) return false;
    double used = 0;
    for (std::size_t at = 0; at < market_.offers.size(); ++at)
      used += market_.offers[at].supply * (have_[at] + (at <= last ? list.bought[at] : 0));
    return used > *limits_.supply + kSlack;
  }

  /// How much room the offers behind each can bring at the most, and for each resource.
  void find_room_to_come() {
    room_to_come_.assign(market_.offers.size() + 1, {0, 0});
    for (std::size_t at = market_.offers.size(); at-- > 0;) {
      const Offer& offer = market_.offers[at];
      Room& room = room_to_come_[at];
      room = room_to_come_[at + 1];
      if (offer.gives == 0) continue;
      const int most = std::max(0, offer.most() - have_[at]);
      room.most += offer.gives * most;
      room.for_each = std::max(
          room.for_each, offer.price > 0 ? offer.gives * offer.each / offer.price : kForNothing);
    }
  }

  /// Can what is bought so far, up to this offer, still be carried?
  bool may_find_room(const Purchase& list, std::size_t last) const {
    int room = limits_.beyond_capacity;
    for (std::size_t at = 0; at < market_.offers.size(); ++at) {
      const Offer& offer = market_.offers[at];
      const int needs = offer.supply_beyond ? 0 : offer.needs;
      room += (offer.gives - needs) * (have_[at] + (at <= last ? list.bought[at] : 0));
    }
    if (room >= 0) return true;
    const Room& more = room_to_come_[last + 1];
    return room + more.most >= 0 &&
           // Part of what one purchase brings costs as much as all of it.
           room + more.for_each * (limits_.budget - list.cost) + kSlack >= 0;
  }

  bool keep(const Purchase& list) {
    std::vector<int> counts = have_;
    for (std::size_t at = 0; at < counts.size(); ++at) counts[at] += list.bought[at];
    const auto used = supply_used(market_, counts, limits_.beyond_capacity);
    if (!used || (limits_.supply && *used > *limits_.supply + kSlack)) return true;
    if (lists_.size() == most_)
      return give_up(too_many(fmt::format("more than {} fleets fit these limits", most_)));
    lists_.push_back(list);
    return true;
  }

  static InputError too_many(std::string problem) {
    return {std::move(problem), "budget", "fewer types (--only), a smaller budget or fleet supply"};
  }
  bool give_up(InputError problem) {
    problem_ = std::move(problem);
    return false;
  }

  struct Room {
    double most, for_each;
  };
  static constexpr double kForNothing = 1e9;  ///< room for one resource of what costs none
  static constexpr std::uint64_t kStopEvery = 1 << 14;  ///< a millisecond or two

  const Market& market_;
  const std::vector<int>& have_;
  const FleetLimits& limits_;
  std::size_t most_;
  const StopQuery& stop_;
  std::uint64_t begun_ = 0;
  std::optional<InputError> problem_;
  std::vector<Room> room_to_come_;  ///< from this offer on
  std::vector<Purchase> lists_;
};

}  // namespace

std::vector<int> owned(const Market& market, const SideSpec& side) {
  std::vector<int> have;
  for (const Offer& offer : market.offers) {
    int count = 0;
    for (const UnitCount& unit : side.units)
      if (unit.type == offer.type) count += unit.count;
    have.push_back(count);
  }
  return have;
}

int beyond_capacity(const Market& market, const std::vector<int>& counts) {
  int room = 0;
  for (std::size_t at = 0; at < counts.size(); ++at) {
    const Offer& offer = market.offers[at];
    room += (offer.gives - (offer.supply_beyond ? 0 : offer.needs)) * counts[at];
  }
  return std::max(0, -room);
}

std::optional<double> supply_used(const Market& market, const std::vector<int>& counts, int over) {
  double supply = 0, beyond = 0;  // beyond: what the cheapest of those without room would use
  int room = 0;
  std::vector<std::pair<double, int>> free_riders;  // supply each without room, how many
  for (std::size_t at = 0; at < counts.size(); ++at) {
    const Offer& offer = market.offers[at];
    if (counts[at] > offer.most()) return std::nullopt;
    supply += offer.supply * counts[at];
    room += offer.gives * counts[at];
    if (offer.supply_beyond)
      free_riders.emplace_back(*offer.supply_beyond, offer.needs * counts[at]);
    else
      room -= offer.needs * counts[at];
  }
  if (room + over < 0) return std::nullopt;
  room = std::max(room, 0);
  // Units that use most fleet supply outside of capacity get the capacity first.
  std::sort(free_riders.begin(), free_riders.end(), std::greater<>{});
  for (const auto& [each, count] : free_riders) {
    const int inside = std::min(room, count);
    room -= inside;
    beyond += each * (count - inside);
  }
  return supply + beyond;
}

double least_supply(const Market& market, const std::vector<int>& counts) {
  double supply = 0;
  for (std::size_t at = 0; at < counts.size(); ++at)
    supply += market.offers[at].supply * counts[at];
  return supply;
}

Result<std::vector<Purchase>> all_purchases(const Market& market, const std::vector<int>& have,
                                            const FleetLimits& limits, std::size_t most,
                                            const StopQuery& stop) {
  assert(have.size() == market.offers.size());
  return Lists{market, have, limits, most, stop}.all();
}

SideSpec with_units(const SideSpec& side, const Market& market,
                    const std::vector<UnitCount>& more) {
  SideSpec result = side;
  if (result.faction.empty()) result.faction = market.faction;
  for (const UnitCount& unit : more) {
    const auto same = std::find_if(result.units.begin(), result.units.end(),
                                   [&](const UnitCount& known) { return known.type == unit.type; });
    if (same != result.units.end())
      same->count += unit.count;
    else
      result.units.push_back(unit);
  }
  return result;
}

SideSpec with_purchase(const SideSpec& side, const Market& market, const Purchase& purchase) {
  return with_units(side, market, bought_units(market, purchase));
}

std::vector<UnitCount> bought_units(const Market& market, const Purchase& purchase) {
  std::vector<UnitCount> units;
  for (std::size_t at = 0; at < purchase.bought.size(); ++at)
    if (purchase.bought[at] > 0) units.push_back({market.offers[at].type, purchase.bought[at]});
  return units;
}

Result<Market> narrowed(Market market, const std::vector<std::string>& only,
                        const std::vector<std::string>& never) {
  const auto sold = [&](const std::string& type) {
    return std::any_of(market.offers.begin(), market.offers.end(),
                       [&](const Offer& offer) { return offer.type == type; });
  };
  std::vector<std::string_view> known;
  for (const Offer& offer : market.offers) known.push_back(offer.type);
  for (const auto* list : {&only, &never})
    for (const std::string& type : *list)
      if (!sold(type))
        return InputError{fmt::format("'{}' cannot be bought for this battle", type),
                          list == &only ? "only" : "never", nearest_hint(type, known)};
  const auto named = [](const std::vector<std::string>& list, const std::string& type) {
    return std::find(list.begin(), list.end(), type) != list.end();
  };
  std::erase_if(market.offers, [&](const Offer& offer) {
    return (!only.empty() && !named(only, offer.type)) || named(never, offer.type);
  });
  return market;
}

std::optional<double> supply_limit(const Market& market, const SideSpec& side,
                                   std::optional<double> asked, bool any,
                                   std::vector<std::string>& assumptions) {
  if (any) return std::nullopt;
  if (asked) return asked;
  if (!market.supply) return std::nullopt;
  const std::vector<int> have = owned(market, side);
  const double limit =
      std::max<double>(*market.supply, supply_used(market, have, beyond_capacity(market, have))
                                           .value_or(least_supply(market, have)));
  assumptions.push_back(fmt::format("fleet supply: {:.0f} (--fleet says otherwise)", limit));
  return limit;
}

}  // namespace broadside
