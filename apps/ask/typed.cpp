#include "apps/ask/typed.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "apps/report/link.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"
#include "sim/other_game.hpp"

namespace broadside {
namespace {

constexpr const char* kTwoFleets =
    "two fleets, attacker then defender: \"2 dn, 4 ff\" \"ws, 3 ff\", or with vs between them";

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_parting_word(std::string_view word) {
  static constexpr std::array<std::string_view, 6> kWords{"vs", "vs.",    "v",
                                                          "v.", "versus", "against"};
  const std::string folded = fold_name(word);
  return std::find(kWords.begin(), kWords.end(), folded) != kWords.end();
}

/// Where the arrow that begins here ends; 0 where none does.
std::size_t arrow_at(std::string_view text) {
  for (const std::string_view arrow : {"->", "=>", "\u2192"})
    if (text.starts_with(arrow)) return arrow.size();
  return 0;
}

/// A place in a text: [begin, end).
struct Stretch {
  std::size_t begin = 0, end = 0;
};

/// Every word or arrow that parts fleets.
std::vector<Stretch> partings(std::string_view text) {
  std::vector<Stretch> found;
  std::size_t begin = 0;  // of the word under way
  const auto end_word = [&](std::size_t end) {
    if (end > begin && is_parting_word(text.substr(begin, end - begin)))
      found.push_back({begin, end});
  };
  for (std::size_t i = 0; i < text.size();) {
    if (const auto length = arrow_at(text.substr(i)); length > 0) {
      end_word(i);
      found.push_back({i, i + length});
      begin = i += length;
    } else if (is_space(text[i])) {
      end_word(i);
      begin = ++i;
    } else {
      ++i;
    }
  }
  end_word(text.size());
  return found;
}

bool begins_like_a_link(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://") || text.starts_with('?') ||
         text.starts_with('#');
}

/// The game that a fleet begins with the name of, as in "risk 6"; nullptr where that is no other.
const Game* game_named_by(std::string_view fleet, const Game& asked) {
  const std::string words = fold_name(fleet);
  for (const Game* game : games())
    for (const std::string& name : {fold_name(game->id()), fold_name(game->title())})
      if (game->id() != asked.id() && (words == name || words.starts_with(name + "_"))) return game;
  return nullptr;
}

const Game* who_recognises(std::string_view text) {
  for (const Game* game : games())
    if (game->recognises(text)) return game;
  return nullptr;
}

}  // namespace

bool parts_fleets(std::string_view word) {
  word = trimmed(word);
  return is_parting_word(word) || (!word.empty() && arrow_at(word) == word.size());
}

Result<std::optional<BySide<std::string>>> split_sides(std::string_view text) {
  using Sides = std::optional<BySide<std::string>>;
  const auto found = partings(text);
  if (found.empty()) return Sides{};
  const auto word = [&](const Stretch& at) { return text.substr(at.begin, at.end - at.begin); };
  if (found.size() > 1)
    return InputError{fmt::format("more than two fleets: '{}' stands between two of them, and '{}'",
                                  word(found[0]), word(found[1])),
                      std::string(trimmed(text)), "one battle has an attacker and a defender"};
  BySide<std::string> sides;
  sides[Side::attacker] = trimmed(text.substr(0, found.front().begin));
  sides[Side::defender] = trimmed(text.substr(found.front().end));
  for (const Side side : kSides)
    if (sides[side].empty())
      return InputError{fmt::format("there is no fleet for the {}", name(side)),
                        std::string(trimmed(text)),
                        fmt::format("a fleet {} '{}'", side == Side::attacker ? "before" : "after",
                                    word(found.front()))};
  return Sides{std::move(sides)};
}

Result<TypedWords> sort_words(std::span<const std::string> words) {
  TypedWords sorted;
  const std::string all = joined(words, " ");
  if (words.size() == 1 && is_battle(all)) {
    sorted.battle = all;
    return sorted;
  }
  // Fleets in quotation marks are words of their own: one that holds a battle beside others would
  // run together with them.
  const auto holds_battle = [](const std::string& word) {
    const auto found = partings(word);
    return !found.empty() &&
           trimmed(word) != trimmed(std::string_view(word).substr(
                                found.front().begin, found.front().end - found.front().begin));
  };
  const auto whole = std::find_if(words.begin(), words.end(), holds_battle);
  if (words.size() > 1 && whole != words.end())
    return InputError{fmt::format("a battle and {} beside it",
                                  words.size() == 2 ? "another fleet" : "other words"),
                      *whole, kTwoFleets};
  auto sides = split_sides(all);
  if (!sides) return sides.error();
  if (sides.value()) {
    for (const Side side : kSides) sorted.fleets[side] = (*sides.value())[side];
    return sorted;
  }
  if (words.size() > 2) {
    const auto is_switch = [](const std::string& word) {
      return word == "true" || word == "false";
    };
    return InputError{
        fmt::format("{} arguments, but a battle has two fleets", words.size()), all,
        std::any_of(words.begin(), words.end(), is_switch)
            ? "true and false stand behind an equals sign: --attacker-protect-capacity=false"
            : "write vs between the fleets, as in 2 dn, 4 ff vs ws, 3 ff; or put quotes around "
              "each"};
  }
  for (std::size_t i = 0; i < words.size(); ++i) sorted.fleets[i] = words[i];
  return sorted;
}

bool is_battle(std::string_view text) {
  if (is_link(text) || begins_like_a_link(trimmed(text))) return true;
  const Game* game = who_recognises(text);
  if (!game) return false;
  const auto read = game->read_foreign(text);  // may be one fleet
  return !read || read->scenario.side(Side::defender) != SideSpec{};
}

Result<ForeignBattle> read_battle(std::string_view text) {
  const bool ours = is_link(text);
  const Game* game = ours ? nullptr : who_recognises(text);
  if (trimmed(text).starts_with('#') && text.find('=') == std::string_view::npos)
    return InputError{"neither a battle nor a link", std::string(trimmed(text)),
                      "comments are not read: leave the line out"};
  if (begins_like_a_link(trimmed(text)) && text.find('&') == std::string_view::npos)
    return InputError{"the link says no battle", std::string(trimmed(text)),
                      text.find_first_of("?#") == text.npos
                          ? "a link to a battle, not only to a site: --link writes one"
                          : "put quotes around it: the shell ends a word at '&'"};
  if (ours) return read_link(text);
  if (game) return game->read_foreign(text);
  return InputError{"not a link that says a battle", std::string(trimmed(text)),
                    "a link that --link wrote, or one of ti4battle.com or ti-combat"};
}

Result<TypedSide> read_fleet(std::string_view text, Side which, const Game& game) {
  const auto place = [&](InputError error) {
    error.where = fmt::format("{}{}{}", name(which), error.where.empty() ? "" : ": ", error.where);
    return error;
  };
  auto parsed = game.parse_side(trimmed(text));
  if (parsed) return TypedSide{std::move(parsed).value(), {}};
  if (is_link(text) || begins_like_a_link(trimmed(text)))
    return InputError{"a link says the whole battle and cannot be one of its fleets",
                      fmt::format("{}: {}", name(which), trimmed(text)),
                      "give the link alone, or two fleets"};
  // Other tools know misspelt names as well; here a name that is nearly known is told.
  const bool is_misspelt = parsed.error().hint.starts_with("did you mean");
  if (!is_misspelt && game.recognises(text)) {
    auto foreign = game.read_foreign(text);
    if (!foreign) return place(foreign.error());
    if (foreign->scenario.side(Side::defender) != SideSpec{})
      return place(
          {"a whole battle where a fleet is wanted", std::string(trimmed(text)), "give it alone"});
    // Of a fleet without an enemy it is no news that the enemy has no units.
    std::erase_if(foreign->notes, [](const std::string& note) {
      return note.starts_with(fmt::format("{}:", name(Side::defender)));
    });
    return TypedSide{std::move(foreign->scenario.side(Side::attacker)), std::move(foreign->notes)};
  }
  InputError error = parsed.error();
  if (const Game* named = game_named_by(text, game))
    error.hint = fmt::format("for a battle of {}: --game {}, and the fleets without its name",
                             named->title(), named->id());
  else if (const Game* other = other_game_of(text, game))
    error.hint = fmt::format("that is {}: --game {}", other->title(), other->id());
  else if (const auto strange = strange_item(text, game))
    error.hint = fmt::format("{} is of {}: a battle has units of one game", quoted(strange->item),
                             strange->game->title());
  return place(std::move(error));
}

Result<MeantGame> meant_game(std::string_view named, std::span<const std::string> fleets) {
  const auto usual = find_game(named);
  if (!usual) return usual.error();
  MeantGame meant{usual.value(), ""};
  if (!trimmed(named).empty()) return meant;
  const auto reads_all = [&](const Game& game) {
    return std::all_of(fleets.begin(), fleets.end(), [&](const std::string& fleet) {
      return game.parse_side(trimmed(fleet)) || game.recognises(fleet);
    });
  };
  if (reads_all(*usual.value())) return meant;
  const Game* found = nullptr;
  for (const Game* game : games()) {
    if (game == usual.value() || !reads_all(*game)) continue;
    if (found != nullptr) return meant;  // more than one: the usual one says what is wrong
    found = game;
  }
  if (found != nullptr)
    meant = {found, fmt::format("units of {}, so --game {}", found->title(), found->id())};
  return meant;
}

}  // namespace broadside
