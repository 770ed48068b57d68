#pragma once
// Question: how is an answer to be found, and how sure shall it be? As typed after options of the
// command line, or as "options" of a JSON question.

#include <string>
#include <string_view>

#include "core/scenario/result.hpp"
#include "sim/engine.hpp"

namespace broadside {

/// As typed; "" = not given.
struct SamplingArgs {
  std::string engine, battles, precision, time, confidence, seed, threads, prune;
  bool antithetic = false;
  bool exact = false;  ///< in short for the engine
};

/// What each of them is called where it was typed; only goes into errors.
struct SamplingNames {
  std::string_view engine = "--engine", battles = "--battles", precision = "--precision",
                   time = "--time", confidence = "--confidence", seed = "--seed",
                   threads = "--threads", prune = "--prune";
};

/// `usual` holds where nothing is said.
Result<Options> read_sampling(const SamplingArgs& args, Options usual,
                              const SamplingNames& names = {});

}  // namespace broadside
