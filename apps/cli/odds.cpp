// broadside odds: the chance that each side wins one battle.

#include <chrono>
#include <memory>
#include <string>

#include "apps/cli/command.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/sampling.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/report/report_json.hpp"
#include "apps/report/text.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {
namespace {

struct OddsArgs {
  QuestionArgs question;
  SamplingArgs sampling;
  ScreenArgs screen;
  bool timing = false;
};

int run_odds(const OddsArgs& args) {
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point from) {
    return std::chrono::duration<double>(Clock::now() - from).count();
  };
  const auto start = Clock::now();
  auto options = read_sampling(args.sampling);
  if (!options) return complain(options.error(), args.screen.json);
  const auto scenario = read_question(args.question);
  if (!scenario) return complain(scenario.error(), args.screen.json);

  const double parse = seconds_since(start);
  ProgressLine line;
  options.value().progress = [&](const Progress& progress) { line.show(progress); };
  auto report = odds(scenario.value(), options.value());
  line.clear();
  if (!report) return complain(report.error(), args.screen.json);
  const auto write = [&](bool timing) {
    return args.screen.json
               ? write_report(report.value(), scenario.value(), options.value().precision, timing) +
                     "\n"
               : report_text(report.value(), screen_style(args.screen), timing);
  };
  const auto answered = Clock::now();
  std::string text = write(false);
  if (args.timing) {
    report.value().timing.parse = parse;
    report.value().timing.report = seconds_since(answered);
    text = write(true);
  }
  print(text);
  return kAnswered;
}

}  // namespace

void add_odds(CLI::App& app, Action& chosen) {
  auto args = std::make_shared<OddsArgs>();
  auto* command = app.add_subcommand("odds", "Chance that each side wins one battle");
  add_question(*command, args->question);
  add_sampling(*command, args->sampling);
  add_screen(*command, args->screen);
  command->add_flag("--timing", args->timing, "say where the time went")->group("Output");
  command->footer(
      "Examples:\n"
      "  broadside odds \"2 dn, 4 ff\" \"ws, 3 ff\"\n"
      "  broadside odds --battle invasion \"dn, cv, 3 inf\" \"2 inf, pds\"\n"
      "  broadside odds \"2 cr2, dn!\" \"3 dd\" --defender-retreat 2 --precision 0.1%\n"
      "  broadside odds cruiser destroyer --engine exact --json");
  command->callback([args, &chosen] { chosen = [args] { return run_odds(*args); }; });
}

}  // namespace broadside::cli
