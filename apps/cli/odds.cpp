// broadside odds: the chance that each side wins one battle, how it changes with a number of units
// (--vary), and what more must be brought (--need).

#include <chrono>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "apps/ask/axis.hpp"
#include "apps/ask/typed.hpp"
#include "apps/ask/values.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/parts.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/sampling.hpp"
#include "apps/cli/topics.hpp"
#include "apps/report/advise_report.hpp"
#include "apps/report/first_line.hpp"
#include "apps/report/need_report.hpp"
#include "apps/report/odds_tables.hpp"
#include "apps/report/report_json.hpp"
#include "apps/report/share.hpp"
#include "apps/report/text.hpp"
#include "apps/report/vary_report.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"
#include "sim/full_odds.hpp"
#include "sim/need.hpp"
#include "sim/vary.hpp"

namespace broadside::cli {
namespace {

struct OddsArgs {
  QuestionArgs question;
  SamplingArgs sampling;
  OutputArgs output;
  PartArgs parts;
  std::vector<std::string> vary;
  std::string need, side, fleet;
  bool timing = false, link = false, no_advice = false;
  bool opens = false;  ///< a link, and nothing else
};

/// What cannot be asked together.
std::optional<InputError> check_args(const OddsArgs& args) {
  const bool many = !args.vary.empty() || !args.need.empty();
  const auto& words = args.question.words;
  if (auto error = check_output(args.output)) return error;
  if (auto error = check_parts(args.parts, args.output, args.sampling)) return error;
  if (!args.parts.part.empty() && args.vary.empty())
    return InputError{
        "only --vary has parts", "--part " + args.parts.part,
        "one battle is answered as a whole; on several machines by ./broadside mpi of the "
        "sources"};
  if (!args.vary.empty() && !args.need.empty())
    return InputError{"--vary and --need together", "", "one question at a time"};
  if (args.need.empty() && !args.fleet.empty())
    return InputError{"--fleet without --need", "", "it limits what --need may add"};
  if (args.need.empty() && !args.side.empty())
    return InputError{"--for without --need", "", "it says whose side --need adds to"};
  if (args.no_advice && many)
    return InputError{"--no-advice with --vary or --need", "", "they give none"};
  if (args.timing && many)
    return InputError{"--timing with --vary or --need", "", "it times one answer"};
  if (args.link && many)
    return InputError{"--link with --vary or --need", "", "it says one battle"};
  if (args.link && args.output.csv)
    return InputError{"--link and --csv exclude one another", "", "give one of them"};
  if (args.opens && (words.size() != 1 || !is_battle(words.front())))
    return InputError{words.empty() ? "there is no link" : "not a link that says a battle",
                      joined(words, " "),
                      "one link in quotes: broadside open \"#v=1&a=2 dn, 4 ff&d=ws, 3 ff\""};
  return std::nullopt;
}

/// Notes on how the question was read stand in JSON with what was assumed; elsewhere they have been
/// told.
template <class Answer>
void add_notes(Answer& answer, const Question& question, const OddsArgs& args) {
  if (!args.output.screen.json) return;
  auto& told = answer.assumptions;
  told.insert(told.end(), question.notes.begin(), question.notes.end());
}

int run_sweep(const OddsArgs& args, const Question& question, const Game& game, Options options) {
  Scenario scenario = question.scenario;
  const bool json = args.output.screen.json;
  const auto axes = read_axes(args.vary, "--vary", game, scenario);
  if (!axes) return complain(axes.error(), json);
  const auto division = Division::open(args.parts, args.sampling);
  if (!division) return complain(division.error(), json);
  ProgressLine line;
  options.progress = [&](const Progress& progress) {
    line.show(progress.battles, progress.planned, "points");
  };
  auto answer = sweep(scenario, axes.value(), options, division->get());
  line.clear();
  if (const auto code = end_of_part(*division, answer, json)) return *code;
  if (!answer) return complain(answer.error(), json, unless_interrupted(kBadInput));
  Sweep& swept = answer.value();
  for (Report& point : swept.reports) add_notes(point, question, args);
  return show(args.output, {[&](const TextStyle& style) { return sweep_text(swept, style); },
                            [&] { return with_id(sweep_json(swept, scenario), question.id); },
                            [&] { return sweep_csv(swept); }, [&] { return sweep_markdown(swept); },
                            [&] { return sweep_svg(swept, battle_title(scenario, swept.axes)); }});
}

int run_need(const OddsArgs& args, const Question& asked, const Options& options) {
  const bool json = args.output.screen.json;
  const Scenario& scenario = asked.scenario;
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
  ProgressLine line;
  auto answer =
      need(question, options, [&](std::size_t looked_at) { line.show(looked_at, 0, "additions"); });
  line.clear();
  if (!answer) return complain(answer.error(), json, unless_interrupted(kBadInput));
  NeedAnswer& needed = answer.value();
  add_notes(needed, asked, args);
  return show(args.output, {[&](const TextStyle& style) { return need_text(needed, style); },
                            [&] { return with_id(need_json(needed, scenario), asked.id); },
                            [&] { return need_csv(needed); }, [&] { return need_markdown(needed); },
                            [&] { return need_svg(needed, battle_title(scenario)); }});
}

/// What the better choices took, of which budget.
std::string advice_timing(const FullOdds& full) {
  const BetterBudget budget;
  const std::string spent =
      full.better.left_out.empty()
          ? fmt::format("{:.2f} million multiply-adds", full.better.spent / 1e6)
          : full.better.left_out;
  return fmt::format("Advice: {:.2f} ms, {} (at most {:.0f} million a solution)\n",
                     1e3 * full.advising, spent, budget.work / 1e6);
}

int run_odds(const OddsArgs& args) {
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point from) {
    return std::chrono::duration<double>(Clock::now() - from).count();
  };
  const auto start = Clock::now();
  const bool json = args.output.screen.json;
  if (const auto error = check_args(args)) return complain(*error, json);
  // Many battles at a time are answered the fastest way that there is.
  const bool many = !args.vary.empty() || !args.need.empty();
  Options usual;
  usual.method = many ? Method::automatic : Method::monte_carlo;
  const auto question = read_question(args.question, usual);
  if (!question) return complain(question.error(), json);
  const Scenario& scenario = question->scenario;
  auto options = read_sampling(args.sampling, question->options);
  if (!options) return complain(options.error(), json);
  const auto game = find_game(scenario.game);
  if (!game) return complain(game.error(), json);
  if (!json) tell(question->notes);
  options.value().stop = stop_when_interrupted();
  if (!args.vary.empty()) return run_sweep(args, *question, *game.value(), options.value());
  if (!args.need.empty()) return run_need(args, *question, options.value());

  const double parse = seconds_since(start);
  ProgressLine line(options.value());
  options.value().progress = [&](const Progress& progress) { line.show(progress); };
  // People are told; programs, which have other things to spend their time on, where they ask.
  const bool advises = !args.no_advice && question->advice.value_or(!json);
  auto full = full_odds(scenario, shared(options.value()), advises);
  line.clear();
  if (!full) return complain(full.error(), json);
  Report& found = full->report;
  add_notes(found, *question, args);
  std::string link, link_json;
  if (args.link) {
    Scenario asked = scenario;
    asked.battle = found.battle;
    const auto shared = share(asked);
    if (!shared) return complain(shared.error(), json);
    link = share_text(*shared);
    link_json = share_json(*shared);
  }
  const auto text = [&](const TextStyle& style) {
    return report_text(found, style, args.timing) + (args.timing ? advice_timing(*full) : "") +
           play_text(*full, style) + link;
  };
  const auto as_json = [&] {
    std::string report =
        with_play(write_report(found, scenario, options.value().precision, args.timing), *full);
    return with_id(with_field(std::move(report), "links", link_json), question->id);
  };
  if (args.timing) {  // written once more, to see how long that takes
    const auto answered = Clock::now();
    json ? as_json() : text(screen_style(args.output.screen));
    found.timing.parse = parse;
    found.timing.report = seconds_since(answered);
  }
  const int shown = show(args.output, {text, as_json, [&] { return report_csv(found); },
                                       [&] {
                                         return report_markdown(found, args.output.screen.details) +
                                                (link.empty() ? "" : "\n" + link);
                                       },
                                       [&] { return report_svg(found, battle_title(scenario)); }});
  return found.disagreement ? complain({alarm(found), "", ""}, false, kFailed) : shown;
}

App* add_command(App& app, Action& chosen, const char* name, const char* text, bool opens) {
  auto args = std::make_shared<OddsArgs>();
  args->opens = opens;
  auto* command = app.add_subcommand(name, text);
  add_question(*command, args->question);
  add_sampling(*command, args->sampling);
  add_output(*command, args->output);
  command->add_flag("--link", args->link, "links to hand the battle on")->group("Output");
  command->add_flag("--no-advice", args->no_advice, "do not say which choices would be better")
      ->group("Output");
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
  add_parts(*command, args->parts, "the file for the part of --vary");
  command->callback([args, command, &chosen] {
    args->parts.words = question_words(*command);
    chosen = [args] { return run_odds(*args); };
  });
  return command;
}

void add_odds(App& app, Action& chosen) {
  auto* command = add_command(app, chosen, "odds", "Chance that each side wins one battle", false);
  command->footer(help_topics() +
                  "\nExamples:\n"
                  "  broadside 2 dn, 4 ff vs ws, 3 ff\n"
                  "  broadside odds \"2 dn, 4 ff\" \"ws, 3 ff\" --link\n"
                  "  broadside odds --battle invasion \"dn, cv, 3 inf\" \"2 inf, pds\"\n"
                  "  broadside odds \"2 cr2, dn!\" \"3 dd\" --defender-retreat 2 --precision 0.1%\n"
                  "  broadside odds cruiser destroyer --engine exact --json\n"
                  "  broadside odds \"2 dn\" \"ws, 3 ff\" --vary \"ff=0..8\" --svg curve.svg\n"
                  "  broadside odds \"2 dn\" \"ws, 3 ff\" --need 80%");
}

/// The same with a name that says what is meant where a link is all that somebody has.
void add_open(App& app, Action& chosen) {
  auto* command = add_command(app, chosen, "open", "The odds of a battle that a link says", true);
  command->footer(
      "A link that --link wrote, or one of ti4battle.com or ti-combat, in quotes.\n"
      "Options add to what it says; what cannot be used is named.\n"
      "\n"
      "Examples:\n"
      "  broadside open \"#v=1&game=ti4&a=2 dn, 4 ff&d=ws, 3 ff\"\n"
      "  broadside open \"#v=1&game=ti4&a=2 dn, 4 ff&d=ws, 3 ff\" --swap");
}

const Subcommand kOdds{10, add_odds};
const Subcommand kOpen{15, add_open};

}  // namespace
}  // namespace broadside::cli
