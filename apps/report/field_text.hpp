#pragma once
// Question: which value of a declared field does a player mean by a text, and how is it written?
// For options of the command line, links, and whoever else takes fields as texts.

#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/scenario/result.hpp"

namespace broadside {

/// `where` is what the text stands behind and only goes into the error. Rows of a table are written
/// as rows_text says.
Result<Value> read_field(const Field& field, std::string_view text, const std::string& where,
                         const Game& game);

/// The text that read_field reads back.
std::string field_text(const Field& field, const Value& value);

/// "ff, dn" -> unit types, by the game's own notation.
Result<Names> read_types(const std::string& where, std::string_view text, const Game& game);

/// "cinematic, cards=off" -> flags, words and numbers of one place by their names; a name alone is
/// switched on.
Result<Values> read_choices(std::string_view text, Place place, const std::string& where,
                            const Game& game);

}  // namespace broadside
