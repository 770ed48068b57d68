// One effect of a fleet, read.
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/groups.hpp"
#include "core/scenario/notation.hpp"
#include "core/scenario/text.hpp"
#include "core/scenario/tokens.hpp"

namespace broadside {
namespace {

/// The type that a text names, and nothing else.
std::optional<std::string> type_named(std::string_view text, const Vocabulary& vocabulary) {
  GroupReader reader(text, text, vocabulary);
  if (!reader.is_name()) return std::nullopt;
  const auto groups = reader.read(false);
  if (!groups) return std::nullopt;
  return std::string(groups->front().type);
}

/// "galvanize x2 on cruiser": takes the unit off the text, where it is one.
std::optional<std::string> take_target(std::string_view& text, const Vocabulary& vocabulary) {
  constexpr std::string_view kOn = " on ";
  const auto on = text.rfind(kOn);
  if (on == std::string_view::npos) return std::nullopt;
  auto type = type_named(trimmed(text.substr(on + kOn.size())), vocabulary);
  if (type) text = trimmed(text.substr(0, on));
  return type;
}

/// Without what may stand around a name: "+direct hit."
std::string_view bare(std::string_view text) {
  text = trimmed(text);
  while (text.ends_with('.')) text = trimmed(text.substr(0, text.size() - 1));
  while (text.starts_with('+')) text = trimmed(text.substr(1));
  return text;
}

/// "morale boost@2", "direct hit x2", "galvanize@dn": choices stand at the end, in any order. After
/// an '@' a number is a round and a word the unit that it is used on ("on dn" says that too);
/// ">=2": when so many hit.
Result<EffectChoice> read_effect(std::string_view text, std::string_view where,
                                 const Vocabulary* vocabulary) {
  const auto error = [where](std::string problem, std::string hint) {
    return InputError{std::move(problem), std::string(where), std::move(hint)};
  };
  EffectChoice choice;
  text = bare(text);
  const auto whole = text;
  for (;;) {
    if (vocabulary != nullptr && !choice.target) {
      choice.target = take_target(text, *vocabulary);
      if (choice.target) continue;
    }
    std::size_t digits = text.size();
    while (digits > 0 && is_digit(text[digits - 1])) --digits;
    const auto number = text.substr(digits);
    const auto before = trimmed(text.substr(0, digits));
    if (before.ends_with('@')) {
      const int round = to_number(number);
      if (choice.round || round < 1 || round > kMostRounds)
        return error("'@' needs one round in '+" + std::string(whole) + "'",
                     "write e.g. '+morale boost@2' for the second round");
      choice.round = round;
      text = trimmed(before.substr(0, before.size() - 1));
      continue;
    }
    if (before.ends_with(">=") && !number.empty()) {
      if (choice.at_least)
        return error("two numbers after '>=' in '+" + std::string(whole) + "'", "name one");
      choice.at_least = to_number(number);
      text = trimmed(before.substr(0, before.size() - 2));
      continue;
    }
    std::size_t sign = 0;  // bytes of a multiplication sign; the letter needs a blank before it
    if (before.ends_with('*'))
      sign = 1;
    else if (before.ends_with(kTimesSign))
      sign = kTimesSign.size();
    else if (before.size() > 1 && (before.back() == 'x' || before.back() == 'X') &&
             is_blank(before[before.size() - 2]))
      sign = 1;
    const auto rest = trimmed(before.substr(0, before.size() - sign));
    if (const auto at = text.rfind('@');
        number.empty() && at != std::string_view::npos && at + 1 < text.size()) {
      const auto unit = trimmed(text.substr(at + 1));
      if (choice.target || unit.empty() || !is_letter(unit.front()))
        return error("'@' needs one round or one unit in '+" + std::string(whole) + "'",
                     "write e.g. '+morale boost@2' or '+galvanize@dn'");
      if (vocabulary != nullptr) choice.target = type_named(unit, *vocabulary);
      if (!choice.target) choice.target = unit;  // the game says what is wrong with it
      text = trimmed(text.substr(0, at));
      continue;
    }
    if (sign == 0 || number.empty()) break;
    const int uses = to_number(number);
    if (choice.uses || uses > kMostUses)
      return error("cannot use " + quoted(text.substr(rest.size())) + " as a number of uses",
                   "write e.g. '+direct hit x2'");
    choice.uses = uses;
    text = rest;
  }
  text = bare(text);
  if (text.empty() || text.find('@') != std::string_view::npos)
    return error(whole.empty() ? std::string("an effect's name is missing after '+'")
                               : "cannot read '+" + std::string(whole) + "'",
                 "write e.g. '+plasma scoring' or '+morale boost@2'");
  choice.id = text;
  return choice;
}

}  // namespace

Result<EffectChoice> parse_effect(std::string_view text, std::string_view where,
                                  const Vocabulary* vocabulary) {
  auto choice = read_effect(text, where, vocabulary);
  if (!choice) return choice;
  const std::string written = write_effect(*choice);
  const auto again = read_effect(written, where, vocabulary);
  if (again && write_effect(*again) == written) return choice;
  return two_readings(written, where);
}

}  // namespace broadside
