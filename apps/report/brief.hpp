#pragma once
// Question: how does an answer look in one short line, for many of them one below the other?

#include <cstddef>
#include <string>
#include <vector>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "sim/engine.hpp"

namespace broadside {

/// {"battle", "method", "attacker_win", "draw", "defender_win", ..., "within", "rounds",
/// "expected_losses"}, and "notes" on how the question was read where there are any: the keys of a report with numbers alone, exact where they are known, and
/// "within" how far off a chance may be.
std::string write_brief(const Report& report, const std::vector<std::string>& notes = {});

/// One line of a table of answers: what was asked, and its numbers or why there are none.
struct AnswerRow {
  std::size_t line = 0;  ///< of the input
  std::string id;
  const Scenario* scenario = nullptr;  ///< nothing where it could not be read
  const Report* report = nullptr;      ///< nothing where there is an error
  const InputError* error = nullptr;
  std::vector<std::string> notes{};
};
std::string answers_csv_head();  ///< with its line end, as the rows
std::string answers_csv_row(const AnswerRow& row);

}  // namespace broadside
