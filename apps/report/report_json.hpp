#pragma once
// Question: how does an answer look as JSON (report, version 1)?
// One line of text that depends on the question alone: no time, no thread count. The same seed
// gives the same bytes.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "sim/engine.hpp"

namespace broadside {

/// The report with the scenario in it, so that the answer can be repeated from its own output.
/// `precision` is the one that was asked for, where sampling stopped by it. With `timing` it also
/// says where the time went, which is never the same twice.
std::string write_report(const Report& report, const Scenario& scenario,
                         std::optional<double> precision = {}, bool timing = false);

/// One battle told line by line, with the seed and the scenario that give it again.
std::string write_replay(const std::vector<std::string>& lines, const Scenario& scenario,
                         std::uint64_t seed, const std::vector<std::string>& notes = {});

/// {"error": {"problem", "where", "hint"}}
std::string write_error(const InputError& error);

}  // namespace broadside
