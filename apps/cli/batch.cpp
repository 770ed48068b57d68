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
#include <sys/stat.h>
#include <unistd.h>

#include "apps/cli/batch_answer.hpp"
#include "apps/cli/batch_lines.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/parts.hpp"
#include "apps/cli/question.hpp"
#include "apps/cli/sampling.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/parts/whole_file.hpp"
#include "apps/report/brief.hpp"
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
  PartArgs parts;  ///< its `out` is a file for the answers; "" = standard output
  bool resume = false;
};

std::string go_on_hint(const std::string& part) {
  std::error_code none;
  if (!std::filesystem::exists(part, none))  // where nothing can be written
    return "a file in a folder that is there and can be written to";
  return fmt::format("the answers so far are in {}; the same command with --resume goes on", part);
}

/// The lines of a batch on their way: read, answered on several threads, written in their order.
class Batch {
 public:
  Batch(std::istream& input, const BatchAsked& asked, Answers& answers, const Answered& done)
      : input_(input), asked_(asked), answers_(answers), done_(done), failed_(done.failed) {}
  /// Only the lines of a part, which go there; `head` and `part` outlive this.
  void divide(const PartHead& head, PartWriter& part) {
    head_of_part_ = &head;
    part_ = &part;
  }

  /// Throws what went wrong while writing.
  void run() {
    const int threads = asked_.options.threads;
    const auto at_once = static_cast<std::size_t>(2 * (threads > 0 ? threads : all_cores()));
    lines_.resize(at_once);
    texts_.resize(at_once);
    if (asked_.csv && done_.bytes == 0 && !part_) answers_.write(answers_csv_head());
    run_in_order(threads, {at_once, [this](std::size_t place) { return next(place); },
                           [this](std::size_t place) { work(place); },
                           [this](std::size_t place) { give(place); }});
    progress_.clear();
    if (trouble_) std::rethrow_exception(trouble_);
    if (rows_ < done_.rows && !asked_.options.stop()) differs_ = true;
  }

  bool any_failed() const { return failed_ > 0 || failed_before_; }
  std::uint64_t written() const { return done_.rows + written_; }
  /// Whether the answers of an earlier run are not those to these lines.
  bool differs() const { return differs_ || differs_in_part_; }
  PartEnd end_of_part() const { return {rows_, read_sum_}; }

 private:
  // None of the three may throw: the lines under way would stay behind. What went wrong is kept.
  bool next(std::size_t place) {
    bool came = false;
    keeping_trouble([&] { came = read(place); });
    return came;
  }
  void work(std::size_t place) {
    keeping_trouble([&] { texts_[place] = answer_line(lines_[place], asked_); });
  }
  void give(std::size_t place) {
    keeping_trouble([&] { write(place); });
  }

  template <class Step>
  void keeping_trouble(Step step) {
    try {
      step();
    } catch (...) {  // out of memory, the reader has gone, or the disk is full
      if (!stopped_.exchange(true)) trouble_ = std::current_exception();
    }
  }

  /// The next line that is to be answered; false where there is none any more.
  bool read(std::size_t place) {
    BatchLine& line = lines_[place];
    for (;;) {
      if (stopped_ || asked_.options.stop() || !read_bounded_line(input_, line.text)) return false;
      line.number = ++read_;
      if (part_) read_sum_ = checksum("\n", checksum(line.text, read_sum_));
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
      line.row = rows_++;
      // The last answer of an earlier run is found once more, to see that it belongs to this line.
      if (part_ ? is_open(line) : rows_ >= done_.rows) break;
      if (differs_in_part_) return false;
    }
    line.known = !part_ && rows_ == done_.rows;
    return true;
  }

  /// Whether a line belongs to the part and an earlier run has not answered it.
  bool is_open(const BatchLine& line) {
    if (part_->complete() || !head_of_part_->holds(line.row)) return false;
    const PartReader* const before = part_->before();
    if (!before || !before->has(line.row)) return true;
    const auto bytes = before->read(line.row);
    const auto known = bytes ? from_bytes<LineAnswer>(*bytes) : std::nullopt;
    if (!known || known->question != checksum(line.text)) differs_in_part_ = true;
    failed_before_ |= known && known->failed;
    return false;
  }

  void write(std::size_t place) {
    LineAnswer& answered = texts_[place];
    // A file is gone on with: no answer goes there that was cut short.
    if ((part_ || answers_.to_file()) && asked_.options.stop()) stopped_ = true;
    if (stopped_) return;
    if (lines_[place].known) {
      if (answered.text == done_.last) return;
      differs_ = stopped_ = true;
      return;
    }
    failed_ += answered.failed;
    progress_.clear();
    if (part_) {
      answered.question = checksum(lines_[place].text);
      part_->put(lines_[place].row, bytes_of(answered));
    } else {
      answers_.write(answered.text);
    }
    progress_.show(++written_, 0, "lines answered");
  }

  std::istream& input_;
  const BatchAsked& asked_;
  Answers& answers_;
  const Answered& done_;
  const PartHead* head_of_part_ = nullptr;
  PartWriter* part_ = nullptr;
  std::vector<BatchLine> lines_;  // those under way
  std::vector<LineAnswer> texts_;
  // Touched while reading only.
  std::size_t read_ = 0;
  std::uint64_t rows_ = 0;
  std::shared_ptr<const TableHead> head_;
  bool begun_ = false;  ///< something stood on a line
  std::uint64_t read_sum_ = checksum("");
  bool differs_in_part_ = false, failed_before_ = false;
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
  if (auto error = check_parts(args.parts, {}, args.sampling, true)) return error;
  if (args.resume && !args.parts.part.empty())
    return InputError{"a part is gone on with by itself", "--resume", "leave --resume out"};
  if (args.resume && args.parts.out.empty())
    return InputError{"there is nothing to go on with", "--resume",
                      "name the file that the answers go to: --out FILE --resume"};
  if (args.resume && !args.sampling.time.empty())
    return InputError{"answers that end by the clock cannot be gone on with", "--resume",
                      "--battles or --precision instead of --time"};
  std::error_code none;
  if (!args.parts.out.empty() && std::filesystem::exists(args.parts.out, none) &&
      !std::filesystem::is_regular_file(args.parts.out, none))
    return InputError{"answers are put in the place of a file, and this is none",
                      "--out " + args.parts.out,
                      "leave out --out and redirect: broadside batch FILE > " + args.parts.out};
  if (!args.parts.out.empty() && args.file != "-" &&
      std::filesystem::equivalent(args.file, args.parts.out, none))
    return InputError{"the answers would take the place of the lines", "--out " + args.parts.out,
                      "another file"};
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

bool interrupted() { return unless_interrupted(kAnswered) != kAnswered; }

/// How a run ends that could not come to its end, or should not have begun; nothing where it did.
std::optional<int> end_early(const BatchArgs& args, const Batch& batch, bool broke_off,
                             const std::string& hint) {
  const std::string& out = args.parts.out;
  if (batch.differs())
    return complain(
        {"the answers so far are not those to these lines and options", GrowingFile::part_of(out),
         args.parts.part.empty() ? "the same as before, or no --resume to begin anew"
                                 : "the same lines as before, or another --out"},
        args.json);
  if (broke_off && !interrupted())
    return complain(
        {fmt::format("the input broke off after line {}", batch.written()), args.file, ""},
        args.json, kFailed);
  if (interrupted() && !out.empty()) {
    std::fputs(fmt::format("broadside: stopped; {}\n", hint).c_str(), stderr);
    return unless_interrupted(kAnswered);
  }
  return std::nullopt;
}

/// Answers the lines of one part. Lines that cannot be answered count when all are put together.
int answer_part(const BatchArgs& args, const BatchAsked& asked, std::istream& input) {
  const std::string& out = args.parts.out;
  const PartHead head = part_head(args.parts, args.sampling);
  try {
    auto part = PartWriter::open(out, head);
    if (!part) return complain(part.error(), args.json);
    Answers none;
    const Answered nothing;
    Batch batch{input, asked, none, nothing};
    batch.divide(head, *part);
    batch.run();
    if (part->complete() && !interrupted()) {
      if (part->before()->end() != batch.end_of_part())
        return complain({"this file is a part of other lines", "--out " + out,
                         "the same lines as before, or another --out"},
                        args.json);
      tell({fmt::format("part {}/{} was there already: {}", head.part, head.of, out)});
      return kAnswered;
    }
    if (const auto code = end_early(args, batch, input.bad(), same_command_hint(out))) return *code;
    part->finish(batch.end_of_part());
  } catch (const std::system_error& error) {
    return complain({error.what(), "--out " + out, same_command_hint(out)}, args.json, kFailed);
  }
  return kAnswered;
}

int answer_all(const BatchArgs& args, const BatchAsked& asked, std::istream& input) {
  const std::string& out = args.parts.out;
  const std::string part = out.empty() ? "" : GrowingFile::part_of(out);
  try {
    Answers answers = out.empty() ? Answers() : Answers(out);
    Answered done;
    if (args.resume) done = read_answered(part, args.csv);  // now that nobody else writes to it
    answers.go_on(done.bytes);
    Batch batch{input, asked, answers, done};
    batch.run();
    if (const auto code = end_early(args, batch, input.bad(), go_on_hint(part))) return *code;
    answers.finish();
    tell_if_interrupted();
    return unless_interrupted(batch.any_failed() ? kFailed : kAnswered);
  } catch (const std::system_error& error) {
    if (out.empty()) throw;
    return complain({error.what(), "--out " + out, go_on_hint(part)}, args.json, kFailed);
  }
}

/// The file with the lines, opened; standard input stays where it is.
std::optional<InputError> open_lines(const std::string& path, std::ifstream& file) {
  const auto failed = [&](int reason) {
    return InputError{fmt::format("cannot read the file: {}", std::strerror(reason)), path,
                      "the path of a file with one battle a line, or - for standard input"};
  };
  if (path == "-") {
    struct stat input {};
    if (fstat(STDIN_FILENO, &input) != 0) return failed(errno);
    if (S_ISDIR(input.st_mode)) return failed(EISDIR);
    return std::nullopt;
  }
  errno = 0;
  file.open(path);
  // A directory opens but cannot be read, which would look like an empty file.
  if (!file || (file.peek(), errno == EISDIR)) return failed(errno);
  file.clear();
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
  const BatchAsked asked{args.game, *options, tables.value(), args.brief, args.csv};

  std::ifstream file;
  if (const auto error = open_lines(args.file, file)) return complain(*error, args.json);
  std::ios::sync_with_stdio(false);  // standard input in blocks; the answers go through print
  std::istream& input = args.file == "-" ? std::cin : file;
  return args.parts.part.empty() ? answer_all(args, asked, input) : answer_part(args, asked, input);
}

void add_batch(App& app, Action& chosen) {
  auto args = std::make_shared<BatchArgs>();
  auto* command = app.add_subcommand("batch", "Many battles: one a line, and so the answers");
  command->add_option("file", args->file, "one battle a line; standard input unless named")
      ->option_text("FILE");
  add_game_option(*command, args->game);
  add_table_options(*command, args->tables);
  add_sampling(*command, args->sampling);
  add_parts(*command, args->parts, "a file for the answers, there when all are");
  command->add_flag("--resume", args->resume, "go on with what an earlier --out has left")
      ->group("Parts");
  command->add_flag("--brief", args->brief, "chances, rounds and losses alone");
  command->add_flag("--csv", args->csv, "the same as a table, one row a line");
  command->add_flag("--json", args->json, "mistakes in the call as JSON too, as the answers are")
      ->group("Output");
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
  command->callback([args, command, &chosen] {
    args->parts.words = question_words(*command);
    chosen = [args] { return run_batch(*args); };
  });
}

const Subcommand kBatch{40, add_batch};

}  // namespace
}  // namespace broadside::cli
