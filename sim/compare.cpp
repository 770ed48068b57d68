#include "sim/compare.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <deque>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/alike.hpp"
#include "sim/battle_lines.hpp"
#include "sim/exact.hpp"
#include "sim/large_number.hpp"
#include "sim/lock.hpp"
#include "sim/paired.hpp"
#include "sim/run_each.hpp"
#include "sim/stop.hpp"
#include "sim/table_bytes.hpp"
#include "sim/work.hpp"

namespace broadside {
namespace {

constexpr std::uint64_t kBattlesAtATime = 4096;
/// Chunks of so many battles before it is asked whether somebody still waits.
constexpr std::uint64_t kChunksAtATime = 8;

/// All attackers against one defender, battle by battle with the same dice.
class Field {
 public:
  explicit Field(std::vector<Battle> battles)
      : battles_(std::move(battles)), wins_(battles_.size()) {
    for (const Battle& battle : battles_) {
      players_.emplace_back(battle.duel);
      finals_.push_back(Counts{battle.duel}.finals);
    }
  }
  Field(Field&&) = delete;  // the players point into the battles

  /// Plays the battles [first, first + count). Called by several threads at once.
  void play(std::uint64_t seed, std::uint64_t first, std::uint64_t count) {
    auto players = players_;
    PairedWins wins(battles_.size());
    std::vector<Finals<std::uint64_t>> finals;
    for (const Battle& battle : battles_) finals.push_back(Counts{battle.duel}.finals);
    std::vector<std::uint8_t> won(battles_.size());
    for (std::uint64_t battle = first; battle < first + count; ++battle) {
      for (std::size_t f = 0; f < battles_.size(); ++f) {
        const NamedEnd end = players[f].play(seed, battle);
        for (std::size_t side = 0; side < 2; ++side) ++finals[f][end.ending][side][end.force[side]];
        won[f] = battles_[f].duel.endings[end.ending].outcome == Outcome::attacker_win;
      }
      wins.add(won);
    }
    const Lock lock(adding_);
    wins_ += wins;
    for (std::size_t f = 0; f < finals.size(); ++f)
      for (std::size_t e = 0; e < finals[f].size(); ++e)
        for (std::size_t side = 0; side < 2; ++side)
          for (std::size_t at = 0; at < finals[f][e][side].size(); ++at)
            finals_[f][e][side][at] += finals[f][e][side][at];
  }

  const PairedWins& wins() const noexcept { return wins_; }
  Summary summary(std::size_t fleet) const {
    return summarize(battles_[fleet], finals_[fleet], static_cast<double>(wins_.battles()),
                     Side::attacker);
  }

 private:
  std::vector<Battle> battles_;
  std::vector<PairedPlayer> players_;
  Mutex adding_;
  PairedWins wins_;
  std::vector<Finals<std::uint64_t>> finals_;
};

using Grid = std::vector<std::vector<Battle>>;  ///< [defender][attacker]

bool nobody_waits(const Options& options) { return options.stop && options.stop(); }

/// All battles are kept: whether they can be solved is known when all of them are ready, and those
/// that are sampled meet the same dice.
Result<Grid> ready_all(const Scenario& scenario, const std::vector<SideSpec>& attackers,
                       const std::vector<SideSpec>& defenders, const Options& options,
                       double memory) {
  Grid grid(defenders.size());
  double bytes = 0;
  for (std::size_t d = 0; d < defenders.size(); ++d)
    for (std::size_t a = 0; a < attackers.size(); ++a) {
      if (nobody_waits(options)) return stopped_too_early();
      Scenario one = scenario;
      one.side(Side::attacker) = attackers[a];
      one.side(Side::defender) = defenders[d];
      auto battle = ready_to_compare(one, options.stop);
      if (!battle) return at_fleets(battle.error(), a, d);
      bytes += table_bytes(*battle);
      if (bytes > memory)
        return InputError{
            fmt::format("the tables of {} battles would take more than {} bytes together",
                        attackers.size() * defenders.size(), large_number(memory)),
            "units",
            "fewer fleets at a time, or fewer units; a matrix keeps no tables (broadside matrix)"};
      grid[d].push_back(std::move(battle).value());
    }
  return grid;
}

/// The average over defenders; each is as likely as the others.
void average(ComparedFleet& fleet) {
  const auto count = static_cast<double>(fleet.against.size());
  fleet.worst = 1;
  for (const Summary& one : fleet.against) {
    fleet.mean.win += one.win / count;
    fleet.mean.draw += one.draw / count;
    fleet.mean.loss += one.loss / count;
    fleet.mean.own_lost += one.own_lost / count;
    fleet.mean.enemy_lost += one.enemy_lost / count;
    fleet.mean.worth = one.worth;
    fleet.worst = std::min(fleet.worst, one.win);
  }
}

void rank(Comparison& comparison) {
  const std::size_t count = comparison.fleets.size();
  for (std::size_t f = 0; f < count; ++f) comparison.ranking.push_back(f);
  std::stable_sort(
      comparison.ranking.begin(), comparison.ranking.end(), [&](std::size_t a, std::size_t b) {
        const Summary &first = comparison.fleets[a].mean, &second = comparison.fleets[b].mean;
        if (comparison.difference(a, b).verdict() == Verdict::equal)
          return first.worth < second.worth;
        return first.win > second.win;
      });
}

/// False where nobody waits for it any more.
bool solve(const Grid& grid, const Options& options, Comparison& comparison) {
  const std::size_t fleets = comparison.fleets.size();
  for (auto& fleet : comparison.fleets) {
    fleet.against.resize(grid.size());
    fleet.win.resize(grid.size());
  }
  std::atomic<bool> left_off = false;
  run_each(grid.size() * fleets, options.threads, [&](std::size_t at) {
    if (left_off) return;
    const std::size_t d = at / fleets, a = at % fleets;
    const ExactResult exact = solve_exact(grid[d][a].duel, {0, {}, options.stop});
    if (exact.stopped || nobody_waits(options)) {
      left_off = true;
      return;
    }
    ComparedFleet& fleet = comparison.fleets[a];
    fleet.against[d] = summarize(grid[d][a], exact.finals, 1.0, Side::attacker);
    fleet.win[d] = exactly(fleet.against[d].win);
  });
  if (left_off) return false;
  for (auto& fleet : comparison.fleets) average(fleet);
  for (const auto& a : comparison.fleets)
    for (const auto& b : comparison.fleets)
      comparison.differences.push_back(exact_difference(a.mean.win, b.mean.win));
  return true;
}

class Sampling {
 public:
  /// At most so many battles.
  Sampling(Grid grid, const Options& options, std::uint64_t most, Comparison& comparison)
      : options_(options), most_(most), comparison_(comparison), fleets_(comparison.fleets.size()) {
    for (auto& battles : grid) fields_.emplace_back(std::move(battles));
    // All statements together: every difference and every chance of the table.
    const double defenders = static_cast<double>(fields_.size()),
                 count = static_cast<double>(fleets_);
    const double statements = defenders * (count * (count - 1) / 2 + count);
    confidence_ = 1 - (1 - options.confidence) / statements;
  }

  /// Once nobody waits any more it answers with what there is, but not before the first battles.
  void run() {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const auto elapsed = [&] {
      return std::chrono::duration<double>(Clock::now() - start).count();
    };
    const std::uint64_t chunks = (most_ + kBattlesAtATime - 1) / kBattlesAtATime;
    std::uint64_t done = 0;
    for (std::uint64_t look = next_look(0); done < chunks; look = next_look(look)) {
      const std::uint64_t until = std::min(look, chunks);
      bool left_off = false;
      while (done < until && !left_off) {
        const std::uint64_t some = options_.stop ? std::min(done + kChunksAtATime, until) : until;
        play(done, some, most_);
        done = some;
        left_off = nobody_waits(options_);
      }
      settle_differences();
      if (options_.progress) {
        const bool open_end = options_.precision || options_.seconds;
        options_.progress({std::min(done * kBattlesAtATime, most_), open_end ? 0 : most_, 0, 0});
      }
      if (left_off || enough() || (options_.seconds && elapsed() >= *options_.seconds)) break;
    }
    describe();
  }

 private:
  /// The chunks [from, until) of every field, of `most` battles in all.
  void play(std::uint64_t from, std::uint64_t until, std::uint64_t most) {
    run_each((until - from) * fields_.size(), options_.threads, [&](std::size_t i) {
      const std::uint64_t first = (from + i / fields_.size()) * kBattlesAtATime;
      fields_[i % fields_.size()].play(options_.seed, first,
                                       std::min(kBattlesAtATime, most - first));
    });
  }

  void settle_differences() {
    comparison_.differences.assign(fleets_ * fleets_, {});
    for (std::size_t a = 0; a < fleets_; ++a)
      for (std::size_t b = a + 1; b < fleets_; ++b) {
        Difference mean;
        for (const Field& field : fields_) {
          const Difference one = field.wins().difference(a, b, confidence_);
          const auto share = static_cast<double>(fields_.size());
          mean.value += one.value / share;
          mean.low += one.low / share;
          mean.high += one.high / share;
        }
        comparison_.differences[a * fleets_ + b] = mean;
        comparison_.differences[b * fleets_ + a] = {-mean.value, -mean.high, -mean.low};
      }
  }

  /// Every pair is decided, or known as precisely as asked for.
  bool enough() const {
    for (std::size_t a = 0; a < fleets_; ++a)
      for (std::size_t b = a + 1; b < fleets_; ++b) {
        const Difference& one = comparison_.difference(a, b);
        if (options_.precision ? (one.high - one.low) / 2 > *options_.precision
                               : one.verdict() == Verdict::unclear)
          return false;
      }
    return true;
  }

  void describe() {
    // Tuned to what is typical here; any choice made beforehand is valid.
    const AnytimeInterval interval =
        options_.precision
            ? AnytimeInterval{confidence_, *options_.precision, most_battles(options_)}
            : AnytimeInterval{confidence_, 0.005};
    for (std::size_t f = 0; f < fleets_; ++f) {
      for (const Field& field : fields_) {
        comparison_.fleets[f].against.push_back(field.summary(f));
        comparison_.fleets[f].win.push_back(interval(field.wins().wins(f), field.wins().battles()));
      }
      average(comparison_.fleets[f]);
    }
    comparison_.battles = fields_.front().wins().battles();
    double log_gain = 0;
    for (const Field& field : fields_) {
      const auto gains = field.wins().gains();
      for (std::size_t a = 0; a < fleets_; ++a)
        for (std::size_t b = a + 1; b < fleets_; ++b) log_gain += std::log(gains[a * fleets_ + b]);
    }
    const std::size_t pairs = fields_.size() * fleets_ * (fleets_ - 1) / 2;
    if (pairs > 0) comparison_.gain = std::exp(log_gain / static_cast<double>(pairs));
  }

  const Options& options_;
  std::uint64_t most_;
  Comparison& comparison_;
  std::size_t fleets_;
  std::deque<Field> fields_;  ///< by defender; never moved
  double confidence_;
};

/// So many that all pairs together take no more than a decision may: whole chunks, one at least.
std::uint64_t battles_in_all(const Scenario& scenario, const Grid& grid,
                             const std::vector<SideSpec>& attackers,
                             const std::vector<SideSpec>& defenders, const Options& options) {
  double each = 0;
  Scenario one = scenario;
  for (std::size_t d = 0; d < defenders.size(); ++d)
    for (std::size_t a = 0; a < attackers.size(); ++a) {
      one.side(Side::attacker) = attackers[a];
      one.side(Side::defender) = defenders[d];
      each += work_of_named(grid[d][a].duel, one, options.seed);
    }
  const auto chunks =
      static_cast<std::uint64_t>(kMostWork / each / static_cast<double>(kBattlesAtATime));
  return std::max(chunks, std::uint64_t{1}) * kBattlesAtATime;
}

}  // namespace

Result<Comparison> compare(const Scenario& asked, const std::vector<SideSpec>& attackers,
                           const std::vector<SideSpec>& defenders, const Options& options,
                           double memory) {
  if (auto error = check(options)) return *std::move(error);
  if (attackers.empty() || defenders.empty())
    return InputError{"there is nothing to compare", "", "at least one fleet on each side"};
  const Scenario scenario = of_one_kind(asked, attackers, defenders);
  auto grid = ready_all(scenario, attackers, defenders, options, memory);
  if (!grid) return grid.error();

  Comparison comparison;
  const auto game = find_game(scenario.game);
  comparison.game = game.value()->id();
  comparison.battle = game.value()->battle_of(scenario).battle;
  comparison.battle_words = battle_in_words(scenario);
  comparison.seed = options.seed;
  comparison.confidence = options.confidence;
  comparison.fleets.resize(attackers.size());
  std::string why_not;
  for (const auto& row : grid.value())
    for (const Battle& battle : row)
      if (why_not.empty()) solvable(battle.duel, options, &why_not);
  std::vector<FleetsBattle> told;
  for (std::size_t d = 0; d < defenders.size(); ++d)
    for (std::size_t a = 0; a < attackers.size(); ++a)
      told.push_back({grid.value()[d][a], attackers[a], defenders[d]});
  comparison.assumptions = lines_of(&Battle::assumptions, *game.value(), told);
  comparison.notes = lines_of(&Battle::notes, *game.value(), told);
  comparison.brief = brief_of_all(told);
  if (options.method == Method::exact && !why_not.empty())
    return InputError{"not every battle here can be solved exactly: " + why_not, "method",
                      "ask for engine mc, which samples them; auto does that by itself"};

  if (options.method != Method::monte_carlo && why_not.empty()) {
    comparison.method = Method::exact;
    if (!solve(grid.value(), options, comparison)) return stopped_too_early();
  } else {
    comparison.method = Method::monte_carlo;
    comparison.exact_skipped = why_not;
    std::uint64_t most = most_battles(options);
    if (as_usual(options))
      most = std::min(most, battles_in_all(scenario, grid.value(), attackers, defenders, options));
    Sampling{std::move(grid).value(), options, most, comparison}.run();
  }
  rank(comparison);
  return comparison;
}

}  // namespace broadside
