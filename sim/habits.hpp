#pragma once
// Question: what is an edge of a choice called, and what kind of choice is it by its words?

#include <cstddef>
#include <string>

#include "core/game.hpp"

namespace broadside {

/// The habit that an edge of a choice stands for; the words of single moves come before it. Empty
/// where a game has no words for it.
const std::string& habit(const Battle& battle, std::size_t choice, std::size_t edge);

/// Cards, and whatever else may be kept for later, have sentences of their own.
bool is_kept(const std::string& words);
bool is_of_card(const std::string& words);
/// Is this the edge by which something is done that the others of its choice keep?
bool uses(const Battle& battle, std::size_t choice, std::size_t edge);

/// Does the choice only say how many: "land 2 infantry on A", "land 1 infantry on A"?
bool is_amount(const Battle& battle, std::size_t choice);

}  // namespace broadside
