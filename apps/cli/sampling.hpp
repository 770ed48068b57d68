#pragma once
// Question: how is an answer to be found, and how sure shall it be? Shared by odds and batch.

#include <string>

#include "apps/cli/app.hpp"
#include "core/scenario/result.hpp"
#include "sim/engine.hpp"

namespace broadside::cli {

/// As typed; "" = not given.
struct SamplingArgs {
  std::string engine, battles, precision, time, confidence, seed, threads, prune;
  bool antithetic = false;
};

void add_sampling(App& command, SamplingArgs& args);
/// `usual`: the engine where none is named.
Result<Options> read_sampling(const SamplingArgs& args, Method usual = Method::monte_carlo);

}  // namespace broadside::cli
