// broadside meta: which fleets are never beaten?

#include "sim/meta.hpp"

#include <memory>

#include "apps/ask/meta.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/parts.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/sampling.hpp"
#include "apps/cli/search.hpp"
#include "apps/lp/game_solver.hpp"
#include "apps/report/meta_report.hpp"

namespace broadside::cli {
namespace {

struct MetaArgs {
  MetaWords words;
  std::optional<std::string> beats;
  QuestionArgs question;
  SamplingArgs sampling;
  OutputArgs output;
  PartArgs parts;
};

Result<MetaQuestion> question_of(const MetaArgs& args, const Game& game,
                                 std::vector<std::string>& notes) {
  MetaQuestion question;
  auto scenario = read_conditions(args.question, game);
  if (!scenario) return scenario.error();
  question.scenario = std::move(scenario).value();
  for (const Side side : kSides) {
    auto read = read_side(side, args.question.sides[side], game, notes);
    if (!read) return read.error();
    question.scenario.side(side) = std::move(read).value();
  }
  if (auto error = read_meta(args.words, game, question)) return *std::move(error);
  if (args.beats) {
    SideArgs typed = args.question.sides[Side::defender];
    typed.fleet = args.beats;
    auto enemy = read_side(Side::defender, typed, game, notes);
    if (!enemy) return enemy.error();
    SideSpec& fleet = enemy.value();
    const SideSpec& usual = question.scenario.side(Side::defender);
    if (fleet.faction.empty()) fleet.faction = usual.faction;
    if (fleet.upgrades.empty()) fleet.upgrades = usual.upgrades;
    question.beats = std::move(fleet);
  }
  return question;
}

int run_meta(const MetaArgs& args) {
  const bool json = args.output.screen.json;
  if (const auto error = check_output(args.output)) return complain(*error, json);
  if (const auto error = check_parts(args.parts, args.output, args.sampling))
    return complain(*error, json);
  auto options = read_sampling(args.sampling, Method::automatic);
  if (!options) return complain(options.error(), json);
  std::vector<std::string> notes, fleets;
  if (args.beats) fleets.push_back(*args.beats);
  const auto game = read_game(args.question, fleets, notes);
  if (!game) return complain(game.error(), json);
  auto question = question_of(args, *game.value(), notes);
  if (!question) return complain(question.error(), json);
  MetaQuestion& asked = question.value();
  asked.scenario.game = game.value()->id();
  if (asked.scenario.battle.empty()) asked.scenario.battle = game.value()->battles().front();

  const auto division = Division::open(args.parts, args.sampling);
  if (!division) return complain(division.error(), json);
  ProgressLine line;
  options.value().stop = stop_when_interrupted();
  const auto progress = [&](const MatrixProgress& far) { line.show(far.done, far.all, "battles"); };
  auto answer = meta(asked, options.value(), game_solver(), progress, division->get());
  line.clear();
  return end_search(*division, std::move(answer), notes, args.output, [&](const MetaAnswer& found) {
    return Forms{[&](const TextStyle& style) { return meta_text(found, asked, style); },
                 [&] { return meta_json(found, asked); }, [&] { return meta_csv(found, asked); },
                 [&] { return meta_markdown(found, asked); },
                 [&] { return meta_svg(found, asked); }};
  });
}

void add_meta(App& app, Action& chosen) {
  auto args = std::make_shared<MetaArgs>();
  auto* command = app.add_subcommand("meta", "Which fleets for a budget are never beaten");
  const auto add = [&](const char* option, std::string& value, const char* text,
                       const char* description) {
    command->add_option(option, value, description)->option_text(text)->group("Search");
  };
  add("--budget", args->words.budget, "N", "resources that each player spends");
  command->add_option("--beats", args->beats, "what beats this fleet, best replies first")
      ->option_text("FLEET")
      ->group("Search");
  add("--payoff", args->words.payoff, "WORD",
      "what is played for: win (chance to win less chance\nto lose; the usual one), net "
      "(resources), "
      "planet");
  add("--faction", args->words.faction, "NAME", "of both players");
  add("--upgrades", args->words.upgrades, "LIST", "types that fight upgraded, on both sides");
  add("--fleet", args->words.supply, "N", "fleet supply: what the ships may use of it; or any");
  add("--only", args->words.only, "LIST", "types that may be bought; all unless said otherwise");
  add("--never", args->words.never, "LIST", "types that may not be bought");
  add("--show", args->words.show, "N", "how many fleets to tell; 5 unless said otherwise");
  add_conditions(*command, args->question);
  add_sampling(*command, args->sampling);
  add_output(*command, args->output);
  add_parts(*command, args->parts, "the file for the part");
  command->footer(
      "Both players buy a fleet without seeing the other's. Every fleet meets every\n"
      "fleet; where no fleet is unbeaten, the mix that is comes from a linear program,\n"
      "and both players' guarantees are told with it.\n"
      "\n"
      "Examples:\n"
      "  broadside meta --budget 8\n"
      "  broadside meta --budget 8 --beats \"2 dn\"\n"
      "  broadside meta --budget 6 --upgrades dd,cr --payoff net --svg meta.svg");
  command->callback([args, command, &chosen] {
    args->parts.words = question_words(*command);
    chosen = [args] { return run_meta(*args); };
  });
}

const Subcommand kMeta{34, add_meta};

}  // namespace
}  // namespace broadside::cli
