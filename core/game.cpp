#include "core/game.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/scenario/members.hpp"
#include "core/scenario/names.hpp"
#include "core/scenario/notation.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

/// "policy.losses": a field among all of a side or of a battle.
std::string name_in(const Field& field) { return field_path(field.place, field.name); }

bool is_of_side(Place place) { return place == Place::side || place == Place::policy; }

/// Whether the field means something in this battle and for this side.
std::optional<InputError> check_use(const Field& field, std::string_view battle,
                                    std::optional<Side> side) {
  const auto where = [&] { return field_path(field.place, field.name, side); };
  const auto& battles = field.battles;
  if (!battles.empty() && std::find(battles.begin(), battles.end(), battle) == battles.end())
    return InputError{fmt::format("{} has no meaning in this battle", field.name), where(),
                      "it belongs to " + fmt::format("{}", fmt::join(battles, " and "))};
  if (side && field.side && *field.side != *side)
    return InputError{fmt::format("{} has no meaning for the {}", field.name, name(*side)), where(),
                      fmt::format("it belongs to the {}", name(*field.side))};
  return std::nullopt;
}

/// Every field of a side or of a battle, in the game's own words.
template <class Of>
std::optional<InputError> settle_all(const Game& game, std::string_view battle,
                                     std::optional<Side> side, Of& of) {
  for (const GivenField& each : given_fields(of)) {
    const Field* field = find_field(game.fields(), each.place, each.name);
    if (!field) return game.unknown_field(each.place, each.name, side);
    if (has_member(each.place, each.name)) {  // and so a value of its kind
      if (auto error = check_use(*field, battle, side)) return error;
      continue;
    }
    const std::string where = field_path(each.place, field->name, side);
    Value value = *given(of, each.place, each.name);
    if (auto error = settle(*field, value, where)) return error;
    if (auto error = check_use(*field, battle, side)) return error;
    if (field->name != each.name) {
      if (given(of, each.place, field->name))
        return InputError{fmt::format("'{}' is chosen twice", field->name), where, "name it once"};
      take_back(of, each.place, each.name);
    }
    give(of, each.place, field->name, std::move(value));
  }
  return std::nullopt;
}

/// Where both sides play best the battle is played for the attacker's goal, which the defender plays
/// against: another goal of his would count for nothing.
std::optional<InputError> check_goals(const Scenario& scenario) {
  const auto &attacker = scenario.side(Side::attacker), &defender = scenario.side(Side::defender);
  if (!plays_best(attacker) || !plays_best(defender) || !defender.policy.has(kGoal))
    return std::nullopt;
  const std::string where = field_path(Place::policy, kGoal, Side::defender);
  const auto his = read_play_goal(defender.policy.text(kGoal), where);
  if (!his) return his.error();
  const std::string counts = attacker.policy.has(kGoal) ? attacker.policy.text(kGoal) : "win";
  const auto mine = read_play_goal(counts, field_path(Place::policy, kGoal, Side::attacker));
  if (!mine) return mine.error();
  if (*mine == *his) return std::nullopt;
  return InputError{
      fmt::format("'{}' is not the attacker's goal, and both sides play best", written(*his)),
      where,
      fmt::format("leave it out: the defender then plays against the attacker's goal, '{}'",
                  written(*mine))};
}

}  // namespace

Remains numbered_force(std::span<const std::uint32_t> digits, std::uint64_t number) {
  Remains left;
  for (const std::uint32_t digit : digits) {
    left.count.push_back(static_cast<std::uint8_t>(number % digit));
    number /= digit;
  }
  left.damaged.resize(digits.size());
  return left;
}

std::string Game::write_side(const SideSpec& side) const { return write_fleet(side); }

Result<EffectChoice> Game::read_effect(std::string_view text, std::string_view where) const {
  return parse_effect(text, where);
}

Result<ForeignBattle> Game::read_foreign(std::string_view text) const {
  return InputError{fmt::format("no other tool of {} is known", title()), std::string(text),
                    "write the fleets yourself"};
}

Result<ForeignLinks> Game::write_foreign(const Scenario&) const {
  return InputError{fmt::format("no other tool of {} is known", title()), "game", ""};
}

Result<Values> Game::read_row(const Field& field, std::string_view text,
                              const std::string& where) const {
  return InputError{fmt::format("{} cannot be typed", field.name),
                    fmt::format("{} {}", where, text), "write it in a scenario file"};
}

std::string GameWords::of(std::string_view type, int count) const {
  const auto known =
      std::find_if(nouns.begin(), nouns.end(), [&](const Noun& noun) { return noun.type == type; });
  if (known != nouns.end()) return plural(count, known->one, known->many);
  std::string word(type);
  std::replace(word.begin(), word.end(), '_', ' ');
  return plural(count, word);
}

MeantBattle Game::battle_of(const Scenario& scenario) const {
  if (scenario.battle.empty()) return meant(scenario);
  const std::string typed = fold_name(scenario.battle);
  for (const std::string_view battle : battles())
    if (battle == typed) return {std::string(battle), meant(scenario).reason};
  return {scenario.battle, ""};
}

std::string Game::battle_title(std::string_view battle) const {
  std::string title(battle);
  if (!title.empty() && title[0] >= 'a' && title[0] <= 'z')
    title[0] = static_cast<char>(title[0] - 'a' + 'A');
  return title;
}

std::string Game::brought_beside_units(const SideSpec& side) const {
  std::vector<std::string> parts;
  for (const Field& field : fields()) {
    if (!field.is_fleet) continue;
    if (const auto* word = side.fields.get<std::string>(field.name)) parts.push_back(*word);
    if (const int* number = side.fields.get<int>(field.name))
      parts.push_back(fmt::format("{} {}", *number, field.name));
  }
  return joined(parts);
}

InputError Game::unknown_field(Place place, std::string_view typed,
                               std::optional<Side> side) const {
  std::vector<std::string> names;
  for (const Field& field : fields())
    if (is_of_side(field.place) == is_of_side(place)) names.push_back(name_in(field));
  if (place == Place::policy && (typed == kPlay || typed == kGoal)) {
    const std::string cannot = fmt::format("{} has no best play", title());
    const auto policies = field_names(fields(), place);
    return {cannot, field_path(place, typed, side),
            policies.empty()
                ? cannot
                : fmt::format("{}: its choices are made by {}", cannot, joined(policies))};
  }
  std::string hint = nearest_hint(typed, field_names(fields(), place));
  if (!hint.starts_with("did you mean"))
    hint = names.empty() ? "leave it out" : fmt::format("{} reads {}", title(), joined(names));
  return {fmt::format("unknown field '{}'", typed), field_path(place, typed, side),
          std::move(hint)};
}

Result<Scenario> Game::checked(const Scenario& scenario) const {
  Scenario asked = scenario;
  const auto known = battles();
  const auto is_known = [&] {
    return std::find(known.begin(), known.end(), asked.battle) != known.end();
  };
  if (!is_known()) asked.battle = battle_of(scenario).battle;
  if (!is_known())
    return InputError{fmt::format("unknown battle '{}'", scenario.battle), "battle",
                      nearest_or_all(scenario.battle, known)};
  for (const Side side : kSides)
    if (auto error = settle_all(*this, asked.battle, side, asked.side(side)))
      return *std::move(error);
  if (auto error = settle_all(*this, asked.battle, std::nullopt, asked)) return *std::move(error);
  if (auto error = check_goals(asked)) return *std::move(error);
  return asked;
}

Result<CommonBattle> Game::prepare_shared(const Scenario&, const BySide<std::vector<SideSpec>>&,
                                          const TableLimits&) const {
  return InputError{"battles of this game are prepared one by one", "game", "ask for them so"};
}

Result<Battle> Game::prepare(const Scenario& scenario, const TableLimits& limits) const {
  const auto asked = checked(scenario);
  return asked ? make(asked.value(), limits) : asked.error();
}

Result<std::vector<std::string>> Game::replay(const Scenario& scenario, std::uint64_t seed) const {
  const auto asked = checked(scenario);
  if (!asked) return asked.error();
  for (const Side side : kSides) {
    if (plays_best(asked->side(side)))
      return InputError{"a replay tells battles that are played as usual",
                        field_path(Place::policy, kPlay, side),
                        "leave it out; odds and advise know the best play"};
    for (const auto& [name, value] : asked->side(side).policy)
      if (const auto* retreat = std::get_if<RetreatTiming>(&value); retreat && retreat->below)
        return InputError{"a replay does not solve the battle, so it knows no chance to leave at",
                          field_path(Place::policy, name, side),
                          "name a round to leave in; odds knows the chances"};
  }
  return tell(asked.value(), seed);
}

}  // namespace broadside
