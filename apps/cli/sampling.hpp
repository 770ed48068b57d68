#pragma once
// Question: which options say how an answer is to be found, and how sure it shall be?

#include "apps/cli/app.hpp"

#include "apps/ask/sampling.hpp"

namespace broadside::cli {

void add_sampling(App& command, SamplingArgs& args);

/// The options with `usual` as the engine where none is named.
Result<Options> read_sampling(const SamplingArgs& args, Method usual);

}  // namespace broadside::cli
