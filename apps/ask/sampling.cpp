#include "apps/ask/sampling.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "apps/ask/values.hpp"
#include "core/scenario/names.hpp"

namespace broadside {
namespace {

/// Reads one of them where it was given. False after it has noted the error.
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

Result<Method> read_engine(std::string_view option, std::string_view text) {
  static constexpr std::array<std::string_view, 3> kEngines{"mc", "exact", "auto"};
  const std::string engine = fold_name(text);
  if (engine == "mc") return Method::monte_carlo;
  if (engine == "exact") return Method::exact;
  if (engine == "auto") return Method::automatic;
  return InputError{fmt::format("unknown engine '{}'", text), std::string(option),
                    nearest_hint(text, kEngines)};
}

}  // namespace

Result<Options> read_sampling(const SamplingArgs& args, Options usual, const SamplingNames& names) {
  Options options = std::move(usual);
  InputError error;
  if (!take(names.engine, args.engine, read_engine, options.method, error) ||
      !take(names.battles, args.battles, read_battles, options.battles, error) ||
      !take(names.precision, args.precision, read_precision, options.precision, error) ||
      !take(names.time, args.time, read_seconds, options.seconds, error) ||
      !take(names.confidence, args.confidence, read_confidence, options.confidence, error) ||
      !take(names.seed, args.seed, read_seed, options.seed, error) ||
      !take(names.prune, args.prune, read_prune, options.prune, error) ||
      !take(names.threads, args.threads, read_threads, options.threads, error)) {
    return error;
  }
  if (args.exact) {
    if (!args.engine.empty() && options.method != Method::exact)
      return InputError{fmt::format("--exact and --engine {} together", args.engine), "--exact",
                        "one of them: --exact is --engine exact"};
    options.method = Method::exact;
  }
  options.antithetic = options.antithetic || args.antithetic;
  // Beside precision or time the number of battles is a limit: whichever comes first.
  if ((options.precision || options.seconds) && !args.battles.empty())
    options.max_battles = options.battles;
  return options;
}

}  // namespace broadside
