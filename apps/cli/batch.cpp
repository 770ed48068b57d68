// broadside batch: many scenarios in, one a line; their reports out, one a line, in the same order.
//
// A pipeline of three filters: read a line, answer it, print it. Several lines are answered at a
// time, printing keeps the order, and a line's answer is printed as soon as it and all before it
// are known. The answer to a line is that of `broadside odds --json --scenario`, whatever the
// threads.

#include <atomic>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include "apps/cli/command.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/sampling.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/report/report_json.hpp"
#include "apps/report/scenario_json.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {
namespace {

struct BatchArgs {
  std::string file;
  FieldArgs tables;
  SamplingArgs sampling;
  bool json = false;  ///< the answers always are; this is about mistakes in the call itself
};

struct Line {
  std::size_t number = 0;
  std::string text;
};

/// What stands on the answer's line, without the line end.
struct Answer {
  std::string text;
  bool failed = false;
};

Answer answer(const Line& line, const Options& options, const std::vector<TableRows>& tables) {
  // A blank line stays a blank line: then line n of the output always answers line n of the input.
  if (trimmed(line.text).empty()) return {};
  const auto refused = [&](InputError error) {
    constexpr std::string_view kOnlyLine = "line 1, ";  // of a text that is one line of many
    if (error.where.starts_with(kOnlyLine)) error.where.erase(0, kOnlyLine.size());
    error.where =
        fmt::format("line {}{}{}", line.number, error.where.empty() ? "" : ": ", error.where);
    return Answer{write_error(error), true};
  };
  auto scenario = read_scenario(line.text);
  if (!scenario) return refused(scenario.error());
  add_tables(scenario.value(), tables);
  const auto report = odds(scenario.value(), options);
  if (!report) return refused(report.error());
  return {write_report(report.value(), scenario.value(), options.precision),
          report.value().disagreement.has_value()};
}

int run_batch(const BatchArgs& args) {
  const auto read = read_sampling(args.sampling);
  if (!read) return complain(read.error(), args.json);
  const Options& options = read.value();
  for (const auto& [option, path] : args.tables.texts) {
    if (args.file != "-" || path != "-") continue;
    return complain({fmt::format("standard input cannot be both the scenarios and --{}", option),
                     fmt::format("--{} -", option), "give one of them as a file"},
                    args.json);
  }
  const auto tables = read_tables(args.tables);
  if (!tables) return complain(tables.error(), args.json);

  std::ifstream file;
  if (args.file != "-") {
    errno = 0;
    file.open(args.file);
    // A directory opens but cannot be read, which would look like an empty file.
    if (!file || (file.peek(), errno == EISDIR)) {
      return complain({fmt::format("cannot read the file: {}", std::strerror(errno)), args.file,
                       "the path of a file with one JSON scenario a line, or - for standard input"},
                      args.json);
    }
    file.clear();
  }
  std::ios::sync_with_stdio(false);  // standard input in blocks; the answers go through print
  std::istream& input = args.file == "-" ? std::cin : file;

  const auto threads = static_cast<std::size_t>(
      options.threads > 0 ? options.threads : tbb::info::default_concurrency());
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  ProgressLine progress;
  std::size_t lines = 0;                // touched by the reading filter only
  std::size_t failed = 0, printed = 0;  // by the printing filter only

  // An exception thrown through the pipeline would leave the lines under way behind: kept here
  // until it has run dry.
  std::exception_ptr trouble;
  std::atomic<bool> stopped = false;

  const auto next_line = [&](tbb::flow_control& control) {
    Line line;
    if (stopped || !std::getline(input, line.text)) control.stop();
    line.number = ++lines;
    return line;
  };
  const auto answer_line = [&](const Line& line) {
    // Isolated, because a thread that waits for the battles of one line must not go and wait for
    // the next line to be typed: a program that feeds us line by line would never see its answer.
    return tbb::this_task_arena::isolate([&] { return answer(line, options, tables.value()); });
  };
  const auto print_line = [&](const Answer& answered) {
    if (stopped) return;
    failed += answered.failed;
    progress.clear();
    try {
      print(answered.text + "\n");
    } catch (...) {  // the reader has gone, or the disk is full
      trouble = std::current_exception();
      stopped = true;
    }
    progress.show(fmt::format("{} lines answered", grouped(++printed)));
  };
  using tbb::filter_mode;
  tbb::parallel_pipeline(
      2 * threads, tbb::make_filter<void, Line>(filter_mode::serial_in_order, next_line) &
                       tbb::make_filter<Line, Answer>(filter_mode::parallel, answer_line) &
                       tbb::make_filter<Answer, void>(filter_mode::serial_in_order, print_line));
  if (trouble) std::rethrow_exception(trouble);
  if (input.bad()) {
    return complain({fmt::format("the input broke off after line {}", printed), args.file, ""},
                    args.json, kFailed);
  }
  return failed > 0 ? kFailed : kAnswered;
}

void add_batch(CLI::App& app, Action& chosen) {
  auto args = std::make_shared<BatchArgs>();
  auto* command =
      app.add_subcommand("batch", "Many scenarios: one JSON a line, and so the answers");
  command->add_option("file", args->file, "one scenario a line; - is standard input")
      ->required()
      ->option_text("FILE");
  add_table_options(*command, args->tables);
  add_sampling(*command, args->sampling);
  command->add_flag("--json", args->json, "mistakes in the call as JSON too, as the answers are");
  command->footer(
      "Line n of the output answers line n of the input, as odds --json --scenario\n"
      "would; a blank line gives a blank line. A line that cannot be answered gives\n"
      "{\"error\": ...}, the others are still answered, and the exit code is 1.\n"
      "\n"
      "Examples:\n"
      "  broadside batch scenarios.jsonl > reports.jsonl\n"
      "  head -n 100 scenarios.jsonl | broadside batch - --engine exact");
  command->callback([args, &chosen] { chosen = [args] { return run_batch(*args); }; });
}

const Subcommand kBatch{40, add_batch};

}  // namespace
}  // namespace broadside::cli
