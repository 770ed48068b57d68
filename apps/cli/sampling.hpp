#pragma once
// Question: which options say how an answer is to be found, and how sure it shall be?

#include <cstdint>
#include <functional>

#include "apps/ask/sampling.hpp"
#include "apps/cli/app.hpp"
#include "sim/engine.hpp"
#include "sim/stop.hpp"

namespace broadside::cli {

void add_sampling(App& command, SamplingArgs& args);

/// The options with `usual` as the engine where none is named.
Result<Options> read_sampling(const SamplingArgs& args, Method usual);

/// Plays the battles of one question elsewhere than on the threads here; what a program sets that
/// runs on many machines. Empty in all others.
using SharedRun = std::function<Sample(const Duel& duel, std::uint64_t seed, const StopRule& rule,
                                       int threads, const ProgressCallback& progress)>;
SharedRun& shared_run();

/// `options` with battles that are played there, if anywhere.
Options shared(Options options);

}  // namespace broadside::cli
