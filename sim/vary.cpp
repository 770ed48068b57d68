#include "sim/vary.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "sim/pieces.hpp"
#include "sim/report_bytes.hpp"
#include "sim/run_each.hpp"
#include "sim/work.hpp"

namespace broadside {
namespace {

void set_value(Scenario& scenario, const Axis& axis, int value) {
  SideSpec& side = scenario.side(axis.side);
  if (axis.is_field)
    side.fields[axis.type] = value;
  else
    set_count(side, axis.type, value);
}

std::string point_text(const std::vector<Axis>& axes, std::size_t at, std::size_t columns) {
  std::string text;
  for (std::size_t x = 0; x < axes.size(); ++x) {
    const int value = axes[x].values[x == 0 ? at / columns : at % columns];
    text += fmt::format("{}{} {} = {}", text.empty() ? "" : ", ", name(axes[x].side), axes[x].type,
                        value);
  }
  return text;
}

using Answers = std::vector<Result<std::optional<Report>>>;

/// From which number on a point that has no answer has one, all else as it is there; empty where no
/// larger one helps.
std::string hint_from(const std::vector<Axis>& axes, const Answers& answers, std::size_t at,
                      std::size_t columns) {
  for (std::size_t x = 0; x < axes.size(); ++x) {
    const Axis& axis = axes[x];
    const std::size_t step = x == 0 ? columns : 1, mine = x == 0 ? at / columns : at % columns;
    for (std::size_t i = mine + 1; i < axis.values.size(); ++i) {
      const auto& larger = answers[at + (i - mine) * step];
      if (!larger || !larger.value()) continue;
      const std::string side = axis.side == Side::attacker ? "" : "defender:";
      return fmt::format("from {0} on: \"{1}{2}={0}..{3}\"", axis.values[i], side, axis.type,
                         axis.values.back());
    }
  }
  return "";
}

Scenario at_values(const Scenario& base, const std::vector<Axis>& axes, int first, int second) {
  Scenario asked = base;
  set_value(asked, axes[0], first);
  if (axes.size() > 1) set_value(asked, axes[1], second);
  return asked;
}

/// Solved or sampled; sampled as often as so much work is enough for.
Result<Report> answer_at(const Scenario& asked, const Options& options, double work) {
  if (!as_usual(options)) return odds(asked, options);
  if (auto error = check(options)) return *std::move(error);
  const auto battle = ready(asked, options.stop);
  if (!battle) return battle.error();
  Options how = options;
  if (options.method == Method::monte_carlo || !solvable(battle->duel, options))
    how.battles = battles_for(battle->duel, asked, options.seed, work);
  if (how.antithetic && how.battles) *how.battles += *how.battles % 2;
  return odds(*battle, asked, how);
}

/// Why so many points cannot be answered within what a decision may cost, if they cannot: by the
/// largest values, which are the dearest where they are numbers of units. The others are taken for
/// half of it.
std::optional<InputError> too_many_points(const Scenario& scenario, const std::vector<Axis>& axes,
                                          std::size_t points, const Options& options) {
  const auto most = [](const Axis& axis) {
    return *std::max_element(axis.values.begin(), axis.values.end());
  };
  const Scenario dearest = at_values(scenario, axes, most(axes.front()), most(axes.back()));
  const auto battle = ready(dearest, options.stop);
  if (!battle) return std::nullopt;  // the point says so by itself
  const bool samples = options.method == Method::monte_carlo || !solvable(battle->duel, options);
  const double work = samples
                          ? work_to_prepare(*battle) +
                                kLeastSample * work_of_battle(battle->duel, dearest, options.seed)
                          : work_to_solve(*battle);
  constexpr double kOfThem = 0.5;
  if (kOfThem * static_cast<double>(points) * work <= kMostWork) return std::nullopt;
  return InputError{
      fmt::format("{} points of such battles would take too long", points), "vary",
      "fewer values or fewer units; --battles 4096 plays so many at each point, however "
      "long that takes"};
}

}  // namespace

void set_count(SideSpec& side, const std::string& type, int count) {
  std::erase_if(side.units, [&](const UnitCount& unit) { return unit.type == type; });
  if (count > 0) side.units.push_back({type, count});
}

Result<Sweep> sweep(const Scenario& base, const std::vector<Axis>& axes, const Options& options,
                    Pieces* pieces) {
  if (auto error = check(options)) return *std::move(error);
  const Scenario scenario = of_one_kind(base, {}, {});
  Sweep sweep{axes, {}, false};
  const std::size_t columns = sweep.columns(), points = axes.front().values.size() * columns;
  if (points > kMostPoints)
    return InputError{fmt::format("{} points are more than can be drawn", points), "vary",
                      fmt::format("at most {}", kMostPoints)};
  if (as_usual(options) && !pieces)
    if (auto error = too_many_points(scenario, axes, points, options)) return *std::move(error);
  // Each point on one thread, many points at a time; counts do not depend on the threads.
  Options one = options;
  one.threads = points > 1 ? 1 : options.threads;
  one.progress = {};
  if (pieces) pieces->begin(points);
  Answers answers(points, std::optional<Report>{});
  const auto answer = [&](std::size_t at) {
    answers[at] = piece_of<Report>(pieces, at, options.stop, [&] {
      return answer_at(at_values(scenario, axes, axes.front().values[at / columns],
                                 axes.back().values[at % columns]),
                       one, kMostWork / static_cast<double>(points));
    });
  };
  const auto tell = [&](std::size_t done) {
    if (options.progress) options.progress({done, points, 0, 0});
  };
  run_each(points, options.threads, answer, tell);
  for (std::size_t at = 0; at < points; ++at) {
    if (!answers[at]) {
      InputError error = answers[at].error();
      error.where = point_text(axes, at, columns) + ": " + error.where;
      if (std::string from = hint_from(axes, answers, at, columns); !from.empty())
        error.hint = std::move(from);
      return error;
    }
    if (pieces && !pieces->all_known()) continue;
    if (!answers[at].value()) {
      sweep.stopped = true;
      break;
    }
    sweep.reports.push_back(*std::move(answers[at]).value());
  }
  if (pieces && !pieces->all_known())
    return options.stop && options.stop() ? stopped_too_early() : only_a_part();
  if (sweep.stopped) {
    const std::size_t rows = sweep.reports.size() / columns;
    if (rows == 0) return stopped_too_early();
    sweep.axes[0].values.resize(rows);
    sweep.reports.erase(sweep.reports.begin() + static_cast<std::ptrdiff_t>(rows * columns),
                        sweep.reports.end());
  }
  return sweep;
}

}  // namespace broadside
