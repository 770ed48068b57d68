#pragma once
// Question: which battle does a player mean by words as they are typed?
//
//   2 dn, 4 ff vs ws, 3 ff           "vs", "v", "versus", "against" or "->" between two fleets
//   #v=1&a=2 dn&d=ws                 a link of ours (apps/report/link.hpp)
//   https://... or another text      whatever a game recognises as written for another tool

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/scenario/foreign.hpp"
#include "core/scenario/result.hpp"

namespace broadside {

/// "vs", "against", "->": whether a word stands between two fleets.
bool parts_fleets(std::string_view word);

/// What stands on either side of the word that parts two fleets; nothing where there is no such
/// word.
Result<std::optional<BySide<std::string>>> split_sides(std::string_view text);

/// Words of a command line: two fleets as two words, or any words with one between them that parts
/// two fleets, or one that is a whole battle.
struct TypedWords {
  BySide<std::optional<std::string>> fleets;
  std::optional<std::string> battle;
};
Result<TypedWords> sort_words(std::span<const std::string> words);

/// Whether a text is a battle by itself: a link, or a text that a game recognises.
bool is_battle(std::string_view text);
Result<ForeignBattle> read_battle(std::string_view text);

/// A fleet of this game: in its notation, or as another tool writes one.
struct TypedSide {
  SideSpec side;
  std::vector<std::string> notes;  ///< about what could not be used
};
Result<TypedSide> read_fleet(std::string_view text, Side which, const Game& game);

/// The game that is named; where none is, the usual one, or the only other one that reads all these
/// fleets where the usual one does not.
struct MeantGame {
  const Game* game = nullptr;
  std::string note;  ///< that the fleets decided it; empty = they did not
};
Result<MeantGame> meant_game(std::string_view named, std::span<const std::string> fleets);

}  // namespace broadside
