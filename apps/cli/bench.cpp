// broadside bench: how fast is the engine here, and does it still give the same answers?

#include "bench/bench.hpp"

#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/ask/values.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/terminal.hpp"
#include "bench/matchups.hpp"
#include "bench/play.hpp"
#include "core/kernel/kernel.hpp"
#include "core/scenario/text.hpp"

namespace broadside::cli {
namespace {

struct BenchArgs {
  bench::BenchOptions options;
  std::vector<std::string> play;
  std::string threads;
  bool fleets = false;
};

/// A stream that ends in `print`: a table is seen as soon as it is flushed, and a reader who goes
/// away is noticed.
class PrintBuffer : public std::stringbuf {
 public:
  explicit PrintBuffer(ProgressLine& line) : line_(line) {}

 protected:
  int sync() override {
    const std::string text = str();
    str("");
    line_.clear();  // both may be on one terminal
    print(text);
    return 0;
  }

 private:
  ProgressLine& line_;
};

/// The names of the kernels that this machine can run: "scalar, avx2".
std::string kernels() {
  std::vector<std::string> names;
  for (const Kernel kernel : available_kernels()) names.emplace_back(name(kernel));
  return joined(names);
}

/// What valgrind runs to count the instructions of one kernel.
int run_play(const std::vector<std::string>& words) {
  const auto kernel = bench::kernel_named(words[1]);
  if (!kernel)
    return complain({fmt::format("unknown kernel '{}'", words[1]), "--play",
                     fmt::format("one of {}", kernels())},
                    false);
  const auto battles = read_battles("--play", words[2]);
  if (!battles && words[2] != "0") return complain(battles.error(), false);
  const auto problem =
      bench::play(bench::fixed_matchup(words[0]), *kernel, battles ? battles.value() : 0);
  if (problem) print(*problem + "\n");
  return problem ? kFailed : kAnswered;
}

int run_bench(const BenchArgs& args) {
  if (!bench::can_bench())
    return complain({"this program was built without its benchmarks", "bench",
                     "cmake -D BROADSIDE_BENCH=ON, or ./broadside bench in the sources"},
                    args.options.json);
  if (!args.play.empty()) return run_play(args.play);
  auto options = args.options;
  if (!args.threads.empty()) {
    const auto threads = read_threads("--threads", args.threads);
    if (!threads) return complain(threads.error(), options.json);
    options.threads = threads.value();
  }
  ProgressLine line;
  const auto stop = stop_when_interrupted();
  options.go_on = [&](std::uint64_t done, std::uint64_t all) {
    if (stop()) return false;
    line.show(done, all, "measurements");
    return true;
  };
  PrintBuffer buffer(line);
  std::ostream out(&buffer);
  out.exceptions(std::ios::badbit);  // what print throws passes through the stream
  const int code =
      args.fleets ? bench::run_fleets_bench(options, out) : bench::run_bench(options, out);
  out.flush();
  tell_if_interrupted();
  return unless_interrupted(code);
}

void add_bench(App& app, Action& chosen) {
  auto args = std::make_shared<BenchArgs>();
  auto* command =
      app.add_subcommand("bench", "Speed on this machine, and a signature of the answers");
  command->add_flag("--quick", args->options.quick, "a tenth of the time, less sure");
  command->add_flag("--signature", args->options.signature_only,
                    "only the hash of all counts: the same everywhere");
  command->add_flag("--fleets", args->fleets, "only many fleets, at once and one by one");
  command->add_option("--threads", args->threads, "all cores by default")->option_text("N");
  command->add_flag("--json", args->options.json, "JSON on standard output");
  command->add_option("--play", args->play, "matchup, kernel, battles: only these, for counting")
      ->expected(3)
      ->group("");
  command->footer(
      "Examples:\n"
      "  broadside bench --quick\n"
      "  broadside bench --signature");
  command->callback([args, &chosen] { chosen = [args] { return run_bench(*args); }; });
}

const Subcommand kBench{70, add_bench};

}  // namespace
}  // namespace broadside::cli
