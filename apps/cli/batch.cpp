// broadside batch: many questions in, one a line; their answers out, one a line, in the same order.
//
// Three steps: read a line, answer it, print it (sim/run_in_order.hpp). Several lines are answered at a
// time, printing keeps the order, and a line's answer is printed as soon as it and all before it
// are known. The answer to a line is that of `broadside odds --json --engine auto` to the same
// question, whatever the threads.

#include <atomic>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "apps/ask/ask.hpp"
#include "apps/ask/question.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/sampling.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/report/brief.hpp"
#include "apps/report/report_json.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"
#include "sim/run_each.hpp"
#include "sim/run_in_order.hpp"

namespace broadside::cli {
namespace {

struct BatchArgs {
  std::string file = "-", game;
  FieldArgs tables;
  SamplingArgs sampling;
  bool json = false;  ///< the answers are anyway; this is about mistakes in the call itself
  bool brief = false, csv = false;
};

/// What holds for every line.
struct Asked {
  std::string game;
  Options options;
  std::vector<TableRows> tables;
  bool brief = false, csv = false;
};

struct Line {
  std::size_t number = 0;
  std::string text;
  std::shared_ptr<const TableHead> head;  ///< of the table that it is a row of
};

/// What stands on the answer's line, with the line end.
struct AnswerLine {
  std::string text;
  bool failed = false;
};

/// An id as it stands in a table.
std::string plain_id(const std::string& json) {
  return json.starts_with('"') ? nlohmann::json::parse(json).get<std::string>() : json;
}

AnswerLine answer(const Line& line, const Asked& asked) {
  // A blank line stays a blank line: then line n of the output always answers line n of the input.
  if (trimmed(line.text).empty()) return {asked.csv ? "" : "\n"};
  std::string id;
  std::optional<Scenario> scenario;
  std::vector<std::string> notes;
  const auto row = [&](const Report* report, const InputError* error) {
    return answers_csv_row(
        {line.number, plain_id(id), scenario ? &*scenario : nullptr, report, error, notes});
  };
  const auto refused = [&](InputError error) {
    constexpr std::string_view kOnlyLine = "line 1, ";  // of a text that is one line of many
    if (error.where.starts_with(kOnlyLine)) error.where.erase(0, kOnlyLine.size());
    if (asked.csv) return AnswerLine{row(nullptr, &error), true};
    error.where =
        fmt::format("line {}{}{}", line.number, error.where.empty() ? "" : ": ", error.where);
    return AnswerLine{with_id(write_error(error), id) + "\n", true};
  };
  if (!line.head && asks_for_more(line.text)) {
    if (asked.csv || asked.brief)
      return refused({"only odds fit a line of this form", "ask", "leave out --csv and --brief"});
    auto more = ask(line.text, asked.options);
    return {std::move(more.json) + "\n", more.status != AnswerStatus::answered};
  }
  auto question = line.head ? line.head->read_row(line.text, asked.game, asked.options)
                            : read_line(line.text, asked.game, asked.options);
  id = question ? question->id : line.head ? line.head->id_of(line.text) : id_of(line.text);
  if (!question) return refused(question.error());
  scenario = std::move(question->scenario);
  notes = std::move(question->notes);
  add_tables(*scenario, asked.tables);
  auto report = odds(*scenario, question->options);
  if (!report) return refused(report.error());
  auto& told = report->assumptions;
  told.insert(told.end(), notes.begin(), notes.end());
  const bool wrong = report->disagreement.has_value();
  if (asked.csv) return {row(&*report, nullptr), wrong};
  return {with_id(asked.brief ? write_brief(*report, notes)
                              : write_report(*report, *scenario, question->options.precision),
                  id) +
              "\n",
          wrong};
}

int run_batch(const BatchArgs& args) {
  if (args.brief && args.csv)
    return complain({"--brief and --csv exclude one another", "", "give one of them"}, args.json);
  if (const auto game = find_game(args.game); !game) return complain(game.error(), args.json);
  auto read = read_sampling(args.sampling, Method::automatic);
  if (!read) return complain(read.error(), args.json);
  const auto interrupted = read.value().stop = stop_when_interrupted();
  const Options& options = read.value();
  if (args.file == "-" && isatty(STDIN_FILENO) == 1)
    return complain({"there is nothing to read", "",
                     "a file, or lines on standard input: broadside batch battles.txt"},
                    args.json);
  for (const auto& [option, path] : args.tables.texts) {
    if (args.file != "-" || path != "-") continue;
    return complain({fmt::format("standard input cannot be both the scenarios and --{}", option),
                     fmt::format("--{} -", option), "give one of them as a file"},
                    args.json);
  }
  const auto tables = read_tables(args.tables);
  if (!tables) return complain(tables.error(), args.json);
  const Asked asked{args.game, options, tables.value(), args.brief, args.csv};

  std::ifstream file;
  if (args.file != "-") {
    errno = 0;
    file.open(args.file);
    // A directory opens but cannot be read, which would look like an empty file.
    if (!file || (file.peek(), errno == EISDIR)) {
      return complain({fmt::format("cannot read the file: {}", std::strerror(errno)), args.file,
                       "the path of a file with one battle a line, or - for standard input"},
                      args.json);
    }
    file.clear();
  }
  std::ios::sync_with_stdio(false);  // standard input in blocks; the answers go through print
  std::istream& input = args.file == "-" ? std::cin : file;

  const auto threads =
      static_cast<std::size_t>(options.threads > 0 ? options.threads : all_cores());
  std::vector<Line> read_lines(2 * threads);  // those under way
  std::vector<AnswerLine> answers(read_lines.size());
  // Lines that are begun are answered with what there is; each says by how many battles.
  ProgressLine progress;
  std::size_t lines = 0;                // touched while reading only
  std::size_t failed = 0, printed = 0;  // while printing only

  // An exception would leave the lines under way behind: kept here until they are done.
  std::exception_ptr trouble;
  std::atomic<bool> stopped = false;
  const auto keep_trouble = [&] {
    if (!stopped.exchange(true)) trouble = std::current_exception();
  };

  std::shared_ptr<const TableHead> head;
  bool begun = false;  // something stood on a line
  const auto next_line = [&](std::size_t place) {
    Line& line = read_lines[place];
    do {
      if (stopped || interrupted() || !std::getline(input, line.text)) return false;
      line.number = ++lines;
      if (begun || trimmed(line.text).empty()) break;
      begun = true;
      if (auto named = TableHead::of(line.text))  // the head of a table is no question
        head = std::make_shared<const TableHead>(*std::move(named));
    } while (head);
    line.head = head;
    return true;
  };
  const auto answer_line = [&](std::size_t place) {
    try {
      answers[place] = answer(read_lines[place], asked);
    } catch (...) {  // out of memory
      keep_trouble();
    }
  };
  const auto print_line = [&](std::size_t place) {
    const AnswerLine& answered = answers[place];
    if (stopped) return;
    failed += answered.failed;
    progress.clear();
    try {
      print(answered.text);
    } catch (...) {  // the reader has gone, or the disk is full
      keep_trouble();
    }
    progress.show(++printed, 0, "lines answered");
  };
  if (args.csv) print(answers_csv_head());
  run_in_order(options.threads, {read_lines.size(), next_line, answer_line, print_line});
  if (trouble) std::rethrow_exception(trouble);
  progress.clear();
  tell_if_interrupted();
  if (input.bad() && unless_interrupted(kAnswered) == kAnswered) {
    return complain({fmt::format("the input broke off after line {}", printed), args.file, ""},
                    args.json, kFailed);
  }
  return unless_interrupted(failed > 0 ? kFailed : kAnswered);
}

void add_batch(App& app, Action& chosen) {
  auto args = std::make_shared<BatchArgs>();
  auto* command = app.add_subcommand("batch", "Many battles: one a line, and so the answers");
  command->add_option("file", args->file, "one battle a line; standard input unless named")
      ->option_text("FILE");
  add_game_option(*command, args->game);
  add_table_options(*command, args->tables);
  add_sampling(*command, args->sampling);
  command->add_flag("--brief", args->brief, "chances, rounds and losses alone");
  command->add_flag("--csv", args->csv, "the same as a table, one row a line");
  command->add_flag("--json", args->json, "mistakes in the call as JSON too, as the answers are");
  command->footer(
      "A line is a scenario as JSON, two fleets (2 dn, 4 ff vs ws, 3 ff) or a link. Or\n"
      "the first line names columns (attacker,defender,battle,...) and every other one\n"
      "is a row. An \"id\" comes back with its answer. Line n of the output answers line\n"
      "n of the input, as odds --json --engine auto would; a blank line gives a blank\n"
      "line. A line that cannot be answered gives {\"error\": ...}, the others are still\n"
      "answered, and the exit code is 1.\n"
      "\n"
      "Examples:\n"
      "  broadside batch scenarios.jsonl > reports.jsonl\n"
      "  broadside batch battles.csv --csv > answers.csv\n"
      "  head -n 100 scenarios.jsonl | broadside batch --engine exact --brief");
  command->callback([args, &chosen] { chosen = [args] { return run_batch(*args); }; });
}

const Subcommand kBatch{40, add_batch};

}  // namespace
}  // namespace broadside::cli
