// broadside batch: many questions in, one a line; their answers out, one a line, in the same order.
//
// Three steps: read a line, answer it, print it (sim/run_in_order.hpp). Several lines are answered at a
// time, printing keeps the order, and a line's answer is printed as soon as it and all before it
// are known. The answer to a line is that of `broadside odds --json --engine auto` to the same
// question, whatever the threads.

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "apps/ask/ask.hpp"
#include "apps/ask/question.hpp"
#include "apps/cli/batch_lines.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/sampling.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/cli/whole_file.hpp"
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
  std::string out;  ///< a file for the answers; "" = standard output
  bool resume = false;
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
  bool known = false;                     ///< an earlier run has answered it
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
  if (line.text.size() > kLongestLine)
    return refused({"the line is too long", "", fmt::format("at most {} bytes", kLongestLine)});
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

std::string go_on_hint(const std::string& part) {
  return fmt::format("the answers so far are in {}; the same command with --resume goes on", part);
}

/// Where the answers go: to standard output, or to a file that is put in its place at the end.
class Answers {
 public:
  Answers() = default;
  Answers(const std::string& path, std::uint64_t kept) { file_.emplace(path, kept); }
  void write(const std::string& text) { file_ ? file_->append(text) : print(text); }
  void finish() {
    if (file_) file_->finish();
  }
  bool to_file() const { return file_.has_value(); }

 private:
  std::optional<GrowingFile> file_;
};

/// The lines of a batch on their way: read, answered on several threads, written in their order.
class Batch {
 public:
  Batch(std::istream& input, const Asked& asked, Answers& answers, const Answered& done)
      : input_(input), asked_(asked), answers_(answers), done_(done), failed_(done.failed) {}

  /// Throws what went wrong while writing.
  void run() {
    const int threads = asked_.options.threads;
    const auto at_once = static_cast<std::size_t>(2 * (threads > 0 ? threads : all_cores()));
    lines_.resize(at_once);
    texts_.resize(at_once);
    if (asked_.csv && done_.bytes == 0) answers_.write(answers_csv_head());
    run_in_order(threads, {at_once, [this](std::size_t place) { return next(place); },
                           [this](std::size_t place) { work(place); },
                           [this](std::size_t place) { give(place); }});
    progress_.clear();
    if (trouble_) std::rethrow_exception(trouble_);
    if (rows_ < done_.rows && !asked_.options.stop()) differs_ = true;
  }

  bool any_failed() const { return failed_ > 0; }
  std::uint64_t written() const { return done_.rows + written_; }
  /// Whether the answers of an earlier run are not those to these lines.
  bool differs() const { return differs_; }

 private:
  bool next(std::size_t place) {
    Line& line = lines_[place];
    for (;;) {
      if (stopped_ || asked_.options.stop() || !read_bounded_line(input_, line.text)) return false;
      line.number = ++read_;
      const bool blank = trimmed(line.text).empty();
      if (!begun_ && !blank) {
        begun_ = true;
        if (auto named = TableHead::of(line.text)) {  // the head of a table is no question
          head_ = std::make_shared<const TableHead>(*std::move(named));
          continue;
        }
      }
      line.head = head_;
      if (asked_.csv && blank) continue;
      // The last answer of an earlier run is found once more, to see that it belongs to this line.
      if (++rows_ >= done_.rows) break;
    }
    line.known = rows_ == done_.rows;
    return true;
  }

  void work(std::size_t place) {
    try {
      texts_[place] = answer(lines_[place], asked_);
    } catch (...) {  // out of memory
      keep_trouble();
    }
  }

  void give(std::size_t place) {
    const AnswerLine& answered = texts_[place];
    // A file is gone on with: no answer goes there that was cut short.
    if (answers_.to_file() && asked_.options.stop()) stopped_ = true;
    if (stopped_) return;
    if (lines_[place].known) {
      if (answered.text == done_.last) return;
      differs_ = stopped_ = true;
      return;
    }
    failed_ += answered.failed;
    progress_.clear();
    try {
      answers_.write(answered.text);
    } catch (...) {  // the reader has gone, or the disk is full
      keep_trouble();
    }
    progress_.show(++written_, 0, "lines answered");
  }

  /// An exception would leave the lines under way behind: kept until they are done.
  void keep_trouble() {
    if (!stopped_.exchange(true)) trouble_ = std::current_exception();
  }

  std::istream& input_;
  const Asked& asked_;
  Answers& answers_;
  const Answered& done_;
  std::vector<Line> lines_;  // those under way
  std::vector<AnswerLine> texts_;
  // Touched while reading only.
  std::size_t read_ = 0;
  std::uint64_t rows_ = 0;
  std::shared_ptr<const TableHead> head_;
  bool begun_ = false;  ///< something stood on a line
  // While writing only. Lines that are begun are answered with what there is; each says by how many
  // battles.
  ProgressLine progress_;
  std::uint64_t failed_ = 0, written_ = 0;
  bool differs_ = false;
  std::exception_ptr trouble_;
  std::atomic<bool> stopped_ = false;
};

std::optional<InputError> check_args(const BatchArgs& args) {
  if (args.brief && args.csv)
    return InputError{"--brief and --csv exclude one another", "", "give one of them"};
  if (args.resume && args.out.empty())
    return InputError{"there is nothing to go on with", "--resume",
                      "name the file that the answers go to: --out FILE --resume"};
  if (args.resume && !args.sampling.time.empty())
    return InputError{"answers that end by the clock cannot be gone on with", "--resume",
                      "--battles or --precision instead of --time"};
  std::error_code none;
  if (!args.out.empty() && std::filesystem::exists(args.out, none) &&
      !std::filesystem::is_regular_file(args.out, none))
    return InputError{"answers are put in the place of a file, and this is none",
                      "--out " + args.out,
                      "leave out --out and redirect: broadside batch FILE > " + args.out};
  if (args.file == "-" && isatty(STDIN_FILENO) == 1)
    return InputError{"there is nothing to read", "",
                      "a file, or lines on standard input: broadside batch battles.txt"};
  for (const auto& [option, path] : args.tables.texts) {
    if (args.file != "-" || path != "-") continue;
    return InputError{fmt::format("standard input cannot be both the scenarios and --{}", option),
                      fmt::format("--{} -", option), "give one of them as a file"};
  }
  return std::nullopt;
}

int run_batch(const BatchArgs& args) {
  if (const auto error = check_args(args)) return complain(*error, args.json);
  if (const auto game = find_game(args.game); !game) return complain(game.error(), args.json);
  auto options = read_sampling(args.sampling, Method::automatic);
  if (!options) return complain(options.error(), args.json);
  options->stop = stop_when_interrupted();
  const auto tables = read_tables(args.tables);
  if (!tables) return complain(tables.error(), args.json);
  const Asked asked{args.game, *options, tables.value(), args.brief, args.csv};

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

  Answered done;
  std::optional<Answers> answers;
  const std::string part = args.out.empty() ? "" : GrowingFile::part_of(args.out);
  if (args.resume) done = read_answered(part, args.csv);
  args.out.empty() ? answers.emplace() : answers.emplace(args.out, done.bytes);
  Batch batch{input, asked, *answers, done};
  const auto interrupted = [] { return unless_interrupted(kAnswered) != kAnswered; };
  try {
    batch.run();
    if (!batch.differs() && !input.bad() && !interrupted()) answers->finish();
  } catch (const std::system_error& error) {
    if (args.out.empty()) throw;
    return complain({error.what(), "--out " + args.out, go_on_hint(part)}, args.json, kFailed);
  }
  if (batch.differs())
    return complain({"the answers so far are not those to these lines and options", part,
                     "the same as before, or no --resume to begin anew"},
                    args.json);
  if (input.bad() && !interrupted())
    return complain(
        {fmt::format("the input broke off after line {}", batch.written()), args.file, ""},
        args.json, kFailed);
  if (interrupted() && !args.out.empty())
    std::fputs(fmt::format("broadside: stopped; {}\n", go_on_hint(part)).c_str(), stderr);
  else
    tell_if_interrupted();
  return unless_interrupted(batch.any_failed() ? kFailed : kAnswered);
}

void add_batch(App& app, Action& chosen) {
  auto args = std::make_shared<BatchArgs>();
  auto* command = app.add_subcommand("batch", "Many battles: one a line, and so the answers");
  command->add_option("file", args->file, "one battle a line; standard input unless named")
      ->option_text("FILE");
  add_game_option(*command, args->game);
  add_table_options(*command, args->tables);
  add_sampling(*command, args->sampling);
  command->add_option("--out", args->out, "a file for the answers, there when all are")
      ->option_text("FILE");
  command->add_flag("--resume", args->resume, "go on with what an earlier --out has left");
  command->add_flag("--brief", args->brief, "chances, rounds and losses alone");
  command->add_flag("--csv", args->csv, "the same as a table, one row a line");
  command->add_flag("--json", args->json, "mistakes in the call as JSON too, as the answers are");
  command->footer(
      "A line is a scenario as JSON, two fleets (2 dn, 4 ff vs ws, 3 ff) or a link. Or\n"
      "the first line names columns (attacker,defender,battle,...) and every other one\n"
      "is a row. An \"id\" comes back with its answer. Line n of the output answers line\n"
      "n of the input, as odds --json --engine auto would; a blank line gives a blank\n"
      "line. A line that cannot be answered gives {\"error\": ...}, the others are still\n"
      "answered, and the exit code is 1. While --out FILE is written it is called\n"
      "FILE.part; whatever ends it, the same command with --resume goes on there.\n"
      "\n"
      "Examples:\n"
      "  broadside batch scenarios.jsonl > reports.jsonl\n"
      "  broadside batch battles.csv --csv > answers.csv\n"
      "  broadside batch scenarios.jsonl --out reports.jsonl --resume\n"
      "  head -n 100 scenarios.jsonl | broadside batch --engine exact --brief");
  command->callback([args, &chosen] { chosen = [args] { return run_batch(*args); }; });
}

const Subcommand kBatch{40, add_batch};

}  // namespace
}  // namespace broadside::cli
