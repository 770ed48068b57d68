#pragma once
// Question: how are rows of named values written as a text, where there is no JSON?
//
//   rows  = row { ";" row }            row  = [ cell { "," cell } ]        cell = name ":" value
//   value = atom | "(" rows ")" | "(" [ atom { "," atom } ] ")"            the column's kind says which
//
// Atoms are percent-encoded where they hold a sign of this grammar; "~" is a value that is null.

#include <string>
#include <string_view>

#include "core/scenario/field.hpp"
#include "core/scenario/result.hpp"

namespace broadside {

/// "hit_points:1,attack:2;hit_points:2"
std::string rows_text(const Field& field, const Rows& rows);

/// The rows of a record or a table; `where` only goes into the error.
Result<Rows> read_rows(const Field& field, std::string_view text, const std::string& where);

}  // namespace broadside
