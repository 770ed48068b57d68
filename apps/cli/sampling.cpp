#include "apps/cli/sampling.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "apps/cli/values.hpp"
#include "core/scenario/names.hpp"

namespace broadside::cli {
namespace {

/// Reads one option where it was given. False after it has noted the error.
template <class T, class Target>
bool take(std::string_view option, const std::string& text,
          Result<T> (*read)(std::string_view, std::string_view), Target& target,
          InputError& error) {
  if (text.empty()) return true;
  const auto value = read(option, text);
  if (!value) {
    error = value.error();
    return false;
  }
  target = value.value();
  return true;
}

}  // namespace

void add_sampling(App& command, SamplingArgs& args) {
  const auto add = [&](const char* option, std::string& value, const char* text,
                       const char* description) {
    command.add_option(option, value, description)->option_text(text)->group("How");
  };
  add("--engine", args.engine, "HOW",
      "mc: sampled, with the exact answer beside it where\nthat is cheap; exact; auto");
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
  InputError error;
  if (!args.engine.empty()) {
    static constexpr std::array<std::string_view, 3> kEngines{"mc", "exact", "auto"};
    const std::string engine = fold_name(args.engine);
    if (engine == "mc") {
      options.method = Method::monte_carlo;
    } else if (engine == "exact") {
      options.method = Method::exact;
    } else if (engine == "auto") {
      options.method = Method::automatic;
    } else {
      return InputError{fmt::format("unknown engine '{}'", args.engine), "--engine",
                        nearest_hint(args.engine, kEngines)};
    }
  }
  if (!take("--battles", args.battles, read_battles, options.battles, error) ||
      !take("--precision", args.precision, read_precision, options.precision, error) ||
      !take("--time", args.time, read_seconds, options.seconds, error) ||
      !take("--confidence", args.confidence, read_confidence, options.confidence, error) ||
      !take("--seed", args.seed, read_seed, options.seed, error) ||
      !take("--prune", args.prune, read_prune, options.prune, error) ||
      !take("--threads", args.threads, read_threads, options.threads, error)) {
    return error;
  }
  options.antithetic = args.antithetic;
  // Beside precision or time the number of battles is a limit: whichever comes first.
  if ((options.precision || options.seconds) && !args.battles.empty())
    options.max_battles = options.battles;
  return options;
}

}  // namespace broadside::cli
