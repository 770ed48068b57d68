#pragma once
// Question: how does a search end? With its part in its place, with what went wrong, or with an answer.

#include <memory>
#include <string>
#include <vector>

#include "apps/cli/command.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/parts.hpp"

namespace broadside::cli {

/// The exit code. `forms_of` says in which forms an answer can be shown; `notes` are told before it,
/// or as JSON among its assumptions.
template <class Answer, class FormsOf>
int end_search(const std::unique_ptr<Division>& division, Result<Answer> answer,
               const std::vector<std::string>& notes, const OutputArgs& output, FormsOf forms_of) {
  const bool json = output.screen.json;
  if (const auto code = end_of_part(division, answer, json)) return *code;
  if (!answer) return complain(answer.error(), json, unless_interrupted(kBadInput));
  Answer& found = answer.value();
  if (json)
    found.assumptions.insert(found.assumptions.end(), notes.begin(), notes.end());
  else
    tell(notes);
  return show(output, forms_of(found));
}

}  // namespace broadside::cli
