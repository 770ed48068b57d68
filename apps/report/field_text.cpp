#include "apps/report/field_text.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "apps/report/decimal.hpp"
#include "apps/report/rows_text.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/notation.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

/// The parts between commas; gaps are left out.
Names listed(std::string_view text) {
  Names items;
  for (const auto part : split(text, ','))
    if (!part.empty()) items.emplace_back(part);
  return items;
}

/// The id that a player means by a word: the id itself, a printed name or an alias, however it is
/// written. A word that nothing matches stays as it is: the game refuses it with its own hint.
std::string id_of(std::string_view word, const std::vector<Listing>& known) {
  const std::string folded = fold_name(word);
  for (const auto& item : known) {
    if (folded == fold_name(item.id) || folded == fold_name(item.name)) return item.id;
    if (std::any_of(item.aliases.begin(), item.aliases.end(),
                    [&](const auto& alias) { return folded == fold_name(alias); }))
      return item.id;
  }
  return std::string(word);
}

/// "plasma scoring, morale boost@2, direct hit x2". Names stay as typed: the game knows what is
/// meant by them, and which printing.
Result<Value> read_effects(std::string_view text, const std::string& where, const Game& game) {
  std::vector<EffectChoice> effects;
  for (const std::string& item : listed(text)) {
    auto effect = game.read_effect(item.front() == '+' ? item.substr(1) : item, where);
    if (!effect) return effect.error();
    effects.push_back(std::move(effect).value());
  }
  return Value{std::move(effects)};
}

std::optional<int> as_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}
std::optional<double> as_amount(std::string_view text) {
  const auto decimal = read_decimal(text);
  if (!decimal || decimal->length != text.size()) return std::nullopt;
  return decimal->number;
}

/// A share from its percentage: the number that "40" with two more decimals is, to the last bit.
std::optional<double> share_of(std::string_view percent) {
  if (percent.find_first_of("eE") != std::string_view::npos) return std::nullopt;
  return as_amount(std::string(percent) + "e-2");
}

/// A round, "40%" or "free".
Result<Value> read_retreat(std::string_view text, const std::string& where) {
  const std::string hint = fmt::format(
      "the round in which to announce it, from 1 to {}, the chance below which, or free: 2, 40% or "
      "free",
      kMostRounds);
  RetreatTiming timing;
  timing.free = fold_name(text) == "free";
  if (timing.free) return Value{timing};
  if (text.ends_with('%')) {
    timing.below = share_of(trimmed(text.substr(0, text.size() - 1)));
    if (timing.below && *timing.below >= 0 && *timing.below <= 1) return Value{timing};
  } else {
    timing.round = as_number(text);
    if (timing.round && *timing.round > kMostRounds)
      return InputError{fmt::format("round {} is later than a retreat can be planned for", text),
                        where, hint};
    if (timing.round && *timing.round >= 1) return Value{timing};
  }
  return InputError{"not a plan to retreat", where, hint};
}

/// The shortest percentage that is read back as this share.
std::string percent_text(double share) {
  constexpr int kAllDecimals = 19;
  std::string text;
  for (int decimals = 0; decimals <= kAllDecimals; ++decimals) {
    text = fmt::format("{:.{}f}", share * 100, decimals);
    if (share_of(text) == share) break;
  }
  return text + "%";
}

Result<Value> read_counts(std::string_view text, const std::string& where, const Game& game) {
  if (text.empty()) return Value{std::vector<UnitCount>{}};
  auto side = game.parse_side(text);
  if (!side) return InputError{side.error().problem, where, side.error().hint};
  SideSpec counts;
  counts.units = side.value().units;
  if (side.value() != counts)
    return InputError{fmt::format("{} says more than how many there are of which", quoted(text)),
                      where, "units and their numbers alone"};
  return Value{std::move(counts.units)};
}

Result<Value> read_amount(const Field& field, std::string_view text, const std::string& where) {
  Value value = std::string(text);
  if (const auto number = as_amount(text)) value = *number;
  if (auto error = settle(field, value, where)) return *std::move(error);
  return value;
}

}  // namespace

Result<Names> read_types(const std::string& where, std::string_view text, const Game& game) {
  Names types;
  const std::string at = fmt::format("{} {}", where, text);
  for (const std::string& word : listed(text)) {
    auto side = game.parse_side(word);
    if (!side) return InputError{side.error().problem, at, side.error().hint};
    const SideSpec& named = side.value();
    const bool counted = word.front() >= '0' && word.front() <= '9';
    if (named.units.size() == 1 && (counted || named.units.front().count != 1 ||
                                    !named.damaged.empty() || !named.upgrades.empty()))
      return InputError{fmt::format("'{}' says more than a type", word), at,
                        "all units of a type are meant: " + named.units.front().type};
    if (named.units.size() != 1)
      return InputError{fmt::format("'{}' is not a unit type", word), at,
                        "unit types, in their order"};
    types.push_back(named.units.front().type);
  }
  return types;
}

Result<Value> read_field(const Field& field, std::string_view typed, const std::string& where,
                         const Game& game) {
  const std::string_view text = trimmed(typed);
  const std::string at = fmt::format("{} {}", where, text);
  switch (field.kind) {
    case FieldKind::flag:
    case FieldKind::word:
    case FieldKind::number: {
      Value value = std::string(text);
      if (auto error = settle(field, value, at)) return *std::move(error);
      return value;
    }
    case FieldKind::amount:
      return read_amount(field, text, at);
    case FieldKind::names:
      return Value{listed(text)};
    case FieldKind::types:
      if (Value word = std::string(text); !field.words.empty() && !settle(field, word, at))
        return word;
      return read_types(where, text, game).transform([](Names&& types) {
        return Value{std::move(types)};
      });
    case FieldKind::counts:
      return read_counts(text, at, game);
    case FieldKind::effects:
      return read_effects(text, at, game);
    case FieldKind::retreat:
      return read_retreat(text, at);
    case FieldKind::text:
      return Value{field.name == "faction" ? id_of(text, game.list_factions()) : std::string(text)};
    case FieldKind::note:
      return Value{std::string(text)};
    case FieldKind::record:
    case FieldKind::table:
      break;
  }
  return read_rows(field, text, at).transform([](Rows&& rows) { return Value{std::move(rows)}; });
}

std::string field_text(const Field& field, const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<int>(&value)) return fmt::to_string(*number);
  if (const auto* amount = std::get_if<double>(&value)) return fmt::format("{}", *amount);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* names = std::get_if<Names>(&value)) return joined(*names);
  if (const auto* plan = std::get_if<RetreatTiming>(&value); plan && plan->free) return "free";
  if (const auto* plan = std::get_if<RetreatTiming>(&value))
    return plan->round ? fmt::to_string(*plan->round) : percent_text(plan->below.value_or(0));
  if (const auto* rows = std::get_if<Rows>(&value)) return rows_text(field, *rows);
  Names items;
  if (const auto* units = std::get_if<std::vector<UnitCount>>(&value))
    for (const UnitCount& unit : *units)
      items.push_back(fmt::format("{} {}", unit.count, unit.type));
  if (const auto* effects = std::get_if<std::vector<EffectChoice>>(&value))
    for (const EffectChoice& effect : *effects) items.push_back(write_effect(effect));
  return joined(items);
}

Result<Values> read_choices(std::string_view text, Place place, const std::string& where,
                            const Game& game) {
  Values choices;
  for (const std::string& item : listed(text)) {
    const auto equals = item.find('=');
    const std::string typed(trimmed(std::string_view(item).substr(0, equals)));
    const Field* field = find_field(game.fields(), place, typed);
    if (!field) {
      InputError error = game.unknown_field(place, typed, std::nullopt);
      error.where = fmt::format("{} {}", where, text);
      return error;
    }
    if (choices.has(field->name))
      return InputError{fmt::format("'{}' is chosen twice", typed), where, "name it once"};
    const std::string_view value =
        equals == std::string::npos ? "true" : std::string_view(item).substr(equals + 1);
    auto read = read_field(*field, value, fmt::format("{} {}", where, typed), game);
    if (!read) return read.error();
    choices[field->name] = std::move(read).value();
  }
  return choices;
}

}  // namespace broadside
