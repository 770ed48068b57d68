#include "apps/cli/sampling.hpp"

#include <memory>
#include <utility>

namespace broadside::cli {
void add_sampling(App& command, SamplingArgs& args) {
  const auto add = [&](const char* option, std::string& value, const char* text,
                       const char* description) {
    command.add_option(option, value, description)->option_text(text)->group("How");
  };
  add("--engine", args.engine, "HOW",
      "mc: sampled, with the exact answer beside it where\nthat is cheap; exact; auto");
  command.add_flag("--exact", args.exact, "the same as --engine exact")->group("How");
  add("--battles", args.battles, "N", "how many to play: 4194304, 100k, 10M, 1e6");
  add("--precision", args.precision, "P", "play until every interval is within P: 0.1%");
  add("--time", args.time, "T", "play for so long: 2s, 500ms");
  command
      .add_flag("--antithetic", args.antithetic,
                "pairs of opposite luck: as sure with fewer battles")
      ->group("How");
  add("--confidence", args.confidence, "C", "of the intervals: 95% unless said otherwise");
  add("--seed", args.seed, "N", "same seed, same answer, anywhere; 1 by default");
  add("--prune", args.prune, "P",
      "let the exact solver leave out so much chance: 1e-9;\nfaster, and the report bounds the "
      "error");
  add("--threads", args.threads, "N", "all cores by default; never changes an answer");
}

Result<Options> read_sampling(const SamplingArgs& args, Method usual) {
  Options options;
  options.method = usual;
  return broadside::read_sampling(args, std::move(options));
}

SharedRun& shared_run() {
  static SharedRun run;
  return run;
}

Options shared(Options options) {
  if (!shared_run()) return options;
  options.sampler = [seed = options.seed, threads = options.threads, progress = options.progress](
                        const Duel& duel, const StopRule& rule) {
    return std::make_shared<const Sample>(shared_run()(duel, seed, rule, threads, progress));
  };
  return options;
}

}  // namespace broadside::cli
