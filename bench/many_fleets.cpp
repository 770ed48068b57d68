// How long do all battles of many fleets take at once, and how long one by one? (bench --fleets)

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/bench.hpp"
#include "core/systems/ti4/game.hpp"
#include "sim/best.hpp"
#include "sim/meta.hpp"

namespace broadside::bench {
namespace {

using Json = nlohmann::ordered_json;

enum class Ask { best, matrix, meta };

struct FleetsAsked {
  Ask ask;
  double budget;
  const char* battle;
};
constexpr FleetsAsked kFleetsAsked[] = {
    {Ask::best, 12, "space"},   {Ask::best, 20, "space"},   {Ask::best, 30, "space"},
    {Ask::matrix, 8, "space"},  {Ask::matrix, 10, "space"}, {Ask::matrix, 12, "space"},
    {Ask::matrix, 16, "space"}, {Ask::matrix, 20, "space"}, {Ask::matrix, 24, "space"},
    {Ask::matrix, 30, "space"}, {Ask::meta, 12, "space"},   {Ask::meta, 20, "space"},
    {Ask::meta, 12, "conquest"}};
constexpr const char* kEnemy = "ws, 3 ff";

/// Of more battles than this some are answered one by one, spread evenly over all.
constexpr std::size_t kMostOneByOne = 4000, kFewOneByOne = 200;

struct FleetsRow {
  std::string question;
  std::size_t attackers = 0, defenders = 0, sampled = 0;
  double at_once = 0, one_by_one = 0;  ///< seconds of one processor, for all battles
  double off = 0;                      ///< the largest difference of those that were answered twice
  double memory = 0;                   ///< bytes, the most so far

  std::size_t cells() const { return attackers * defenders; }
};

/// Seconds of one processor: others may be at work on the machine.
template <class Work>
double processor_seconds(Work work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// The most memory that the program has had so far; 0 where the system does not say.
double most_memory() {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("VmHWM:")) return 1024 * std::stod(line.substr(6));
  return 0;
}

/// All answers at once: win and loss of each attacker against each defender, as one number.
std::vector<double> at_once(const FleetsAsked& asked, const MetaQuestion& question,
                            const ManyFleets& many, const Options& options) {
  std::vector<double> answers;
  if (asked.ask == Ask::best) {
    BestQuestion search;
    search.scenario = question.scenario;
    search.enemies = many.fleets[1];
    search.budget = asked.budget;
    search.show = many.fleets[0].size();
    const auto found = best(search, options);
    // In the order of the fleets and not of their ranks.
    for (const SideSpec& fleet : many.fleets[0])
      for (const RankedFleet& ranked : found.value().fleets)
        if (ranked.fleet.units == fleet.units) {
          answers.push_back(ranked.mean.win - ranked.mean.loss);
          break;
        }
  } else if (asked.ask == Ask::meta) {
    answers = std::move(payoffs_of(many, Payoff::win, options).value().table.payoff);
  } else {
    const auto found = matrix({many.scenario, many.fleets[0], many.fleets[1]}, options);
    for (const MatrixCell& cell : found.value().cells)
      answers.push_back(cell.attacker_win - cell.defender_win);
  }
  return answers;
}

FleetsRow measure_fleets(const FleetsAsked& asked, bool quick) {
  constexpr const char* kNames[] = {"best", "matrix", "meta"};
  FleetsRow row;
  row.question =
      fmt::format("{} --budget {:.0f}{}", kNames[static_cast<int>(asked.ask)], asked.budget,
                  asked.battle == std::string("space") ? "" : ", conquest");
  Options options;
  options.method = Method::exact;
  options.threads = 1;
  MetaQuestion question;
  question.scenario.game = ti4::game().id();
  question.scenario.battle = asked.battle;
  question.budget = asked.budget;
  std::vector<std::string> told;
  auto bought = all_fleets(question, told);
  if (asked.ask == Ask::best) bought.value()[1] = {ti4::game().parse_side(kEnemy).value()};
  const auto many = many_fleets(question.scenario, bought.value()[0], bought.value()[1]);
  row.attackers = many->fleets[0].size();
  row.defenders = many->fleets[1].size();
  std::vector<double> answers;
  // The best of some tries, for as long as that takes little: others only ever make it slower.
  constexpr double kPatience = 3;
  double spent = 0;
  for (int tries = 0; tries < 5 && spent < kPatience; ++tries) {
    const double now =
        processor_seconds([&] { answers = at_once(asked, question, *many, options); });
    row.at_once = tries == 0 ? now : std::min(row.at_once, now);
    spent += now;
  }
  row.memory = most_memory();

  const std::size_t most = quick ? kFewOneByOne : kMostOneByOne;
  const std::size_t step = std::max<std::size_t>(1, row.cells() / most);
  for (int tries = 0; tries < 3; ++tries) {
    row.sampled = 0;
    const double now = processor_seconds([&] {
      for (std::size_t at = step / 2; at < row.cells(); at += step) {
        const auto cell = matrix_cell(*many, at / row.defenders, at % row.defenders, options);
        row.off =
            std::max(row.off, std::abs(cell->attacker_win - cell->defender_win - answers[at]));
        ++row.sampled;
      }
    });
    const double all = now * static_cast<double>(row.cells()) / static_cast<double>(row.sampled);
    row.one_by_one = tries == 0 ? all : std::min(row.one_by_one, all);
  }
  return row;
}

std::string fleets_line(const FleetsRow& row) {
  return fmt::format(
      "{:<26} {:>6} x {:<6} {:>10} {:>10.3f} s {:>9.2f} s {:>6.0f} {:>8.0e} {:>6.0f} MB\n",
      row.question, row.attackers, row.defenders, row.cells(), row.at_once, row.one_by_one,
      row.one_by_one / row.at_once, row.off, row.memory / 1e6);
}

Json fleets_json(const FleetsRow& row) {
  return {{"question", row.question},
          {"attackers", row.attackers},
          {"defenders", row.defenders},
          {"at_once_seconds", row.at_once},
          {"one_by_one_seconds", row.one_by_one},
          {"one_by_one_answered", row.sampled},
          {"largest_difference", row.off},
          {"most_memory_bytes", row.memory}};
}

}  // namespace

int run_fleets_bench(const BenchOptions& options, std::ostream& out) {
  constexpr double kMostOff = 1e-12;
  std::vector<Json> rows;
  if (!options.json)
    out << fmt::format("{:<26} {:>15} {:>10} {:>12} {:>11} {:>6} {:>8} {:>9}\n", "question",
                       "fleets", "battles", "at once", "one by one", "times", "off", "memory")
        << std::flush;
  double off = 0;
  std::uint64_t done = 0;
  for (const FleetsAsked& asked : kFleetsAsked) {
    if (options.quick && asked.budget > 10) continue;
    if (options.go_on && !options.go_on(done++, std::size(kFleetsAsked))) break;
    const FleetsRow row = measure_fleets(asked, options.quick);
    off = std::max(off, row.off);
    rows.push_back(fleets_json(row));
    if (!options.json) out << fleets_line(row) << std::flush;
  }
  if (options.json)
    out << Json{{"version", 1}, {"fleets", rows}}.dump(2) << '\n';
  else
    out << "Seconds of one processor, the best of some tries. One by one: of more than 4,000\n"
           "battles so many were answered, and the time is that of all. Off: the largest\n"
           "difference between both.\n";
  out.flush();
  return off < kMostOff ? 0 : 1;
}

}  // namespace broadside::bench
