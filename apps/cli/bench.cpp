// broadside bench: how fast is the engine here, and does it still give the same answers?

#include "bench/bench.hpp"

#include <memory>
#include <ostream>
#include <sstream>

#include "apps/cli/command.hpp"
#include "apps/cli/values.hpp"

namespace broadside::cli {
namespace {

struct BenchArgs {
  bench::BenchOptions options;
  std::string threads;
};

/// A stream that ends in `print`: a table is seen as soon as it is flushed, and a reader who goes
/// away is noticed.
class PrintBuffer : public std::stringbuf {
 protected:
  int sync() override {
    const std::string text = str();
    str("");
    print(text);
    return 0;
  }
};

int run_bench(const BenchArgs& args) {
  auto options = args.options;
  if (!args.threads.empty()) {
    const auto threads = read_threads("--threads", args.threads);
    if (!threads) return complain(threads.error(), options.json);
    options.threads = threads.value();
  }
  PrintBuffer buffer;
  std::ostream out(&buffer);
  out.exceptions(std::ios::badbit);  // what print throws passes through the stream
  const int code = bench::run_bench(options, out);
  out.flush();
  return code;
}

}  // namespace

void add_bench(CLI::App& app, Action& chosen) {
  auto args = std::make_shared<BenchArgs>();
  auto* command =
      app.add_subcommand("bench", "Speed on this machine, and a signature of the answers");
  command->add_flag("--quick", args->options.quick, "a tenth of the time, less sure");
  command->add_flag("--signature", args->options.signature_only,
                    "only the hash of all counts: the same everywhere");
  command->add_option("--threads", args->threads, "all cores by default")->option_text("N");
  command->add_flag("--json", args->options.json, "JSON on standard output");
  command->footer(
      "Examples:\n"
      "  broadside bench --quick\n"
      "  broadside bench --signature");
  command->callback([args, &chosen] { chosen = [args] { return run_bench(*args); }; });
}

}  // namespace broadside::cli
