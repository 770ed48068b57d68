// broadside odds: the chance that each side wins one battle, how it changes with a number of units
// (--vary), and what more must be brought (--need).

#include <chrono>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "apps/cli/axis.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/sampling.hpp"
#include "apps/cli/values.hpp"
#include "apps/report/need_report.hpp"
#include "apps/report/odds_tables.hpp"
#include "apps/report/report_json.hpp"
#include "apps/report/text.hpp"
#include "apps/report/vary_report.hpp"
#include "core/scenario/notation.hpp"
#include "sim/engine.hpp"
#include "sim/need.hpp"
#include "sim/vary.hpp"

namespace broadside::cli {
namespace {

struct OddsArgs {
  QuestionArgs question;
  SamplingArgs sampling;
  OutputArgs output;
  std::vector<std::string> vary;
  std::string need, side, fleet;
  bool timing = false;
};

int run_sweep(const OddsArgs& args, Scenario scenario, const Game& game, Options options) {
  const bool json = args.output.screen.json;
  const auto axes = read_axes(args.vary, game, scenario);
  if (!axes) return complain(axes.error(), json);
  ProgressLine line;
  options.progress = [&](const Progress& progress) {
    line.show(fmt::format("{} of {} points", grouped(progress.battles), grouped(progress.planned)));
  };
  const auto answer = sweep(scenario, axes.value(), options);
  line.clear();
  if (!answer) return complain(answer.error(), json);
  const Sweep& swept = answer.value();
  return show(args.output, {[&](const TextStyle& style) { return sweep_text(swept, style); },
                            [&] { return sweep_json(swept, scenario); },
                            [&] { return sweep_csv(swept); }, [&] { return sweep_markdown(swept); },
                            [&] { return sweep_svg(swept, battle_title(scenario, swept.axes)); }});
}

int run_need(const OddsArgs& args, const Scenario& scenario, const Options& options) {
  const bool json = args.output.screen.json;
  NeedQuestion question;
  question.scenario = scenario;
  const auto chance = read_chance("--need", args.need);
  if (!chance) return complain(chance.error(), json);
  question.chance = chance.value();
  if (!args.side.empty()) {
    const auto side = read_side_name("--for", args.side);
    if (!side) return complain(side.error(), json);
    question.side = side.value();
  }
  if (!args.fleet.empty()) {
    const auto supply = read_supply("--fleet", args.fleet);
    if (!supply) return complain(supply.error(), json);
    question.supply = supply.value();
    question.any_supply = !question.supply;
  }
  const auto answer = need(question, options);
  if (!answer) return complain(answer.error(), json);
  const NeedAnswer& needed = answer.value();
  return show(args.output, {[&](const TextStyle& style) { return need_text(needed, style); },
                            [&] { return need_json(needed, scenario); },
                            [&] { return need_csv(needed); }, [&] { return need_markdown(needed); },
                            [&] { return need_svg(needed, battle_title(scenario)); }});
}

int run_odds(const OddsArgs& args) {
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point from) {
    return std::chrono::duration<double>(Clock::now() - from).count();
  };
  const auto start = Clock::now();
  const bool json = args.output.screen.json;
  if (const auto error = check_output(args.output)) return complain(*error, json);
  if (!args.vary.empty() && !args.need.empty())
    return complain({"--vary and --need together", "", "one question at a time"}, json);
  if (args.need.empty() && !args.fleet.empty())
    return complain({"--fleet without --need", "", "it limits what --need may add"}, json);
  if (args.need.empty() && !args.side.empty())
    return complain({"--for without --need", "", "it says whose side --need adds to"}, json);
  if (args.timing && (!args.vary.empty() || !args.need.empty()))
    return complain({"--timing with --vary or --need", "", "it times one answer"}, json);
  // Many battles at a time are answered the fastest way that there is.
  const bool many = !args.vary.empty() || !args.need.empty();
  auto options = read_sampling(args.sampling, many ? Method::automatic : Method::monte_carlo);
  if (!options) return complain(options.error(), json);
  const auto scenario = read_question(args.question);
  if (!scenario) return complain(scenario.error(), json);
  const auto game = find_game(scenario.value().game);
  if (!game) return complain(game.error(), json);
  if (!args.vary.empty()) return run_sweep(args, scenario.value(), *game.value(), options.value());
  if (!args.need.empty()) return run_need(args, scenario.value(), options.value());

  const double parse = seconds_since(start);
  ProgressLine line;
  options.value().progress = [&](const Progress& progress) { line.show(progress); };
  auto report = odds(scenario.value(), options.value());
  line.clear();
  if (!report) return complain(report.error(), json);
  Report& found = report.value();
  const auto text = [&](const TextStyle& style) { return report_text(found, style, args.timing); };
  const auto as_json = [&] {
    return write_report(found, scenario.value(), options.value().precision, args.timing);
  };
  if (args.timing) {  // written once more, to see how long that takes
    const auto answered = Clock::now();
    json ? as_json() : text(screen_style(args.output.screen));
    found.timing.parse = parse;
    found.timing.report = seconds_since(answered);
  }
  return show(args.output, {text, as_json, [&] { return report_csv(found); },
                            [&] { return report_markdown(found); },
                            [&] { return report_svg(found, battle_title(scenario.value())); }});
}

void add_odds(CLI::App& app, Action& chosen) {
  auto args = std::make_shared<OddsArgs>();
  auto* command = app.add_subcommand("odds", "Chance that each side wins one battle");
  add_question(*command, args->question);
  add_sampling(*command, args->sampling);
  add_output(*command, args->output);
  command->add_flag("--timing", args->timing, "say where the time went")->group("Output");
  command
      ->add_option("--vary", args->vary,
                   "answer for each number of a unit: \"ff=0..8\",\n\"defender:ff=0..8\"; a second "
                   "one gives a map")
      ->option_text("AXIS")
      ->allow_extra_args(false)
      ->group("More");
  command->add_option("--need", args->need, "the cheapest additions that reach a chance: 80%")
      ->option_text("P")
      ->group("More");
  command->add_option("--for", args->side, "whose side --need adds to: attacker, or defender")
      ->option_text("SIDE")
      ->group("More");
  command->add_option("--fleet", args->fleet, "fleet supply that --need has; or any")
      ->option_text("N")
      ->group("More");
  command->footer(
      "Examples:\n"
      "  broadside odds \"2 dn, 4 ff\" \"ws, 3 ff\"\n"
      "  broadside odds --battle invasion \"dn, cv, 3 inf\" \"2 inf, pds\"\n"
      "  broadside odds \"2 cr2, dn!\" \"3 dd\" --defender-retreat 2 --precision 0.1%\n"
      "  broadside odds cruiser destroyer --engine exact --json\n"
      "  broadside odds \"2 dn\" \"ws, 3 ff\" --vary \"ff=0..8\" --svg curve.svg\n"
      "  broadside odds \"2 dn\" \"ws, 3 ff\" --need 80%");
  command->callback([args, &chosen] { chosen = [args] { return run_odds(*args); }; });
}

const Subcommand kOdds{10, add_odds};

}  // namespace
}  // namespace broadside::cli
