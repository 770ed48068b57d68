#include "core/systems/arcane_legions/words.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/notation.hpp"
#include "core/scenario/text.hpp"
#include "core/scenario/tokens.hpp"
#include "core/systems/arcane_legions/builder.hpp"
#include "core/systems/arcane_legions/draft.hpp"
#include "core/systems/arcane_legions/side_reader.hpp"
#include "core/systems/arcane_legions/units.hpp"

namespace broadside::arcane_legions {
namespace {

constexpr std::string_view kExample = "5 heavy_legionary, titus_petronius";
constexpr std::string_view kDescription = "dice 9 red, 7 white, hp 1 1 1 1 1 2, side red";

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

/// A word of a unit: its ability or what it is.
bool is_ability(std::string_view typed) {
  const auto types = type_names();
  return find_ability(typed) ||
         std::find(types.begin(), types.end(), fold_name(typed)) != types.end();
}

/// Units of the lists, by their ids, and those that are known by name only.
std::vector<std::string_view> unit_ids() {
  std::vector<std::string_view> ids;
  const auto add = [&](const auto& units) {
    for (const auto& unit : units) ids.push_back(unit.id);
  };
  add(derived_units());
  add(example_units());
  add(published_units());
  for (const std::string_view known : units_known_by_name()) ids.push_back(known);
  return ids;
}

bool is_unit_id(std::string_view typed) {
  const auto ids = unit_ids();
  return std::any_of(ids.begin(), ids.end(), [wanted = fold_name(typed)](std::string_view id) {
    return fold_name(id) == wanted;
  });
}

const Vocabulary& vocabulary() {
  static const std::vector<Word> kWords = [] {
    std::vector<Word> words;
    for (const Figure& figure : figures()) words.push_back({figure.key, figure.key});
    return words;
  }();
  static const Vocabulary kVocabulary{kWords, false, kExample, nullptr};
  return kVocabulary;
}

/// "Hoplites with Javelins", "Cursed Spearmen", "Gallic Berserkers A": the noun is the word before
/// what tells it apart. Words for many men stay as they are.
std::string plural_of(std::string_view printed) {
  std::size_t end = std::min({printed.find(" with "), printed.find(" of "), printed.size()});
  if (end > 2 && printed[end - 2] == ' ') end -= 2;
  const std::string_view noun = printed.substr(0, end), rest = printed.substr(end);
  for (const std::string_view many : {"Infantry", "Cavalry", "Reborn", "Strikers"})
    if (noun.ends_with(many)) return std::string(printed);
  if (noun.ends_with("man"))
    return std::string(noun.substr(0, noun.size() - 3)) + "men" + std::string(rest);
  return plural(2, noun) + std::string(rest);
}

/// A figure whose name holds a word that would part two figures anywhere else, written so that it
/// does not: "12 hoplite_with_javelins".
std::string in_one_word(std::string item) {
  constexpr std::string_view kWith = " with ";
  const auto at = item.find(kWith);
  const std::string folded = fold_name(item);
  if (at != std::string::npos &&
      std::any_of(figures().begin(), figures().end(), [&](const auto& figure) {
        return folded.ends_with(figure.key) && figure.key.find("_with_") != std::string_view::npos;
      }))
    item.replace(at, kWith.size(), "_with_");
  return item;
}

/// Reads one text; what describes a unit slot by slot is put together at the end.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), plain_(plain_text(text)) {}

  Result<SideSpec> read() {
    std::string_view rest = plain_;
    if (rest.ends_with(',')) rest.remove_suffix(1);    // a list that goes on, and does not
    const auto is_count = [](std::string_view text) {  // "heavy_legionary: 4, titus_petronius"
      const auto item = trimmed(text.substr(0, text.find(',')));
      return !item.empty() && item.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (const auto colon = rest.find(':');
        colon != std::string_view::npos &&
        (find_faction(trimmed(rest.substr(0, colon))) || !is_count(rest.substr(colon + 1)))) {
      const auto faction = find_faction(trimmed(rest.substr(0, colon)));
      if (!faction) return unknown_faction(rest.substr(0, colon), text_);
      side_.faction = name(*faction);
      rest.remove_prefix(colon + 1);
    }
    if (rest.empty()) return nothing();
    for (const std::string_view item : split(rest, ','))
      if (auto error = read_item(item)) return *std::move(error);
    if (!figures_.empty()) {
      auto fleet = parse_fleet(figures_, vocabulary());
      if (!fleet) return near_unit(fleet.error()).value_or(fleet.error());
      if (!fleet->effects.empty() || !fleet->damaged.empty())
        return fail("only figures can be counted here", fmt::format("for example {}", kExample));
      side_.units = std::move(fleet->units);
    }
    if (auto error = describe()) return *std::move(error);
    return std::move(side_);
  }

 private:
  InputError fail(std::string problem, std::string hint) const {
    return {std::move(problem), std::string(text_), std::move(hint)};
  }
  InputError nothing() const { return fail("nothing between two commas", std::string(kExample)); }

  std::optional<InputError> read_item(std::string_view item) {
    std::vector<std::string_view> words = split(item, ' ');
    std::erase(words, "");
    if (words.empty()) return nothing();
    if (words[0].starts_with('+')) words[0].remove_prefix(1);
    const std::string first = fold_name(words[0]);
    const auto rest = [&](std::size_t from) { return joined(std::span(words).subspan(from), " "); };
    if (first == "side" && words.size() == 2) return set("side", std::string(words[1]));
    if (first == "without" && words.size() > 1)
      return side_.without.push_back(rest(1)), std::nullopt;
    if (first == "hp" && words.size() > 1) return read_hit_points(words);
    if (const bool dice = first == "dice"; dice || words.size() == 2) {
      const std::size_t at = dice ? 1 : 0;
      if (dice && words.size() == 2) {
        const auto count = number(words[1]);
        if (!count) return fail(quoted(words[1]) + " is no number of dice", "for example dice 4");
        if (dice_of(side_)) return fail("dice twice", std::string(kDescription));
        side_.fields["dice"] = *count;
        return std::nullopt;
      }
      if (words.size() == at + 2)
        if (const auto count = number(words[at])) {
          if (int* colour = colour_of(words[at + 1])) {
            if (*colour >= 0)
              return fail(fmt::format("{} icons twice", words[at + 1]), "name them once");
            *colour = *count;
            return std::nullopt;
          }
          if (dice) return fail("unknown colour " + quoted(words[at + 1]), "red, blue or white");
        }
      if (dice) return fail(quoted(item) + " is no number of dice", std::string(kDescription));
    }
    if (is_ability(rest(0))) return abilities_.push_back(rest(0)), std::nullopt;
    if (const auto count = words.size() > 1 ? number(words[0]) : std::nullopt;
        count && is_ability(rest(1))) {
      if (*count < 1 || *count > kMostIcons)
        return fail(quoted(words[0]) + " is no number of icons", "from 1 to 40");
      abilities_.insert(abilities_.end(), static_cast<std::size_t>(*count), rest(1));
      return std::nullopt;
    }
    if (is_unit_id(rest(0))) return set("unit", rest(0));
    figures_ += (figures_.empty() ? "" : ", ") + in_one_word(rest(0));
    return std::nullopt;
  }

  /// "D-MIX-ACHILES" is no figure but a unit of the list, misspelt.
  std::optional<InputError> near_unit(const InputError& as_figures) const {
    constexpr std::string_view kNear = "did you mean";
    const std::string hint = nearest_hint(figures_, unit_ids());
    if (as_figures.hint.starts_with(kNear) || !hint.starts_with(kNear)) return std::nullopt;
    return fail("unknown unit " + quoted(figures_), hint);
  }

  std::optional<InputError> set(const char* field, const std::string& value) {
    if (side_.fields.has(field)) return fail(fmt::format("{} named twice", field), "name it once");
    side_.fields[field] = value;
    return std::nullopt;
  }

  int* colour_of(std::string_view word) {
    const std::string colour = fold_name(word);
    return colour == "red"     ? &red_
           : colour == "blue"  ? &blue_
           : colour == "white" ? &white_
                               : nullptr;
  }

  std::optional<InputError> read_hit_points(const std::vector<std::string_view>& words) {
    if (!slots_.empty()) return fail("hp twice", "name them once");
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto points = number(words[i]);
      if (!points || *points < 1 || *points > kMostHitPoints)
        return fail(quoted(words[i]) + " is no number of hit points", "a figure has 1 to 4");
      Slot slot;
      slot.hit_points = *points;
      slots_.push_back(slot);
    }
    return std::nullopt;
  }

  std::optional<InputError> describe() {
    const bool icons = red_ >= 0 || blue_ >= 0 || white_ >= 0;
    if (icons && slots_.empty())
      return fail("icons without figures", fmt::format("add their hit points: {}", kDescription));
    deal(slots_, &Slot::attack, std::min(red_, kTooMany));
    deal(slots_, &Slot::ranged, std::min(blue_, kTooMany));
    deal(slots_, &Slot::defence, std::min(white_, kTooMany));
    if (!slots_.empty()) set_slots(side_, slots_);
    if (!abilities_.empty()) side_.fields["abilities"] = abilities_;
    const int forms = side_.fields.has("unit") + side_.fields.has("slots") + !side_.units.empty() +
                      side_.fields.has("dice");
    if (forms == 1) return std::nullopt;
    return fail(forms == 0 ? "no unit in the text" : "more than one unit in the text",
                fmt::format("a unit is one thing: {}; or {}", kExample, kDescription));
  }

  static constexpr int kTooMany = kMostIcons + 1;  ///< refused when the unit is put together
  std::string_view text_;
  std::string plain_, figures_;
  SideSpec side_;
  std::vector<Slot> slots_;
  Names abilities_;
  int red_ = -1, blue_ = -1, white_ = -1;
};

/// "9 red, 7 white, 12 hit points; Tough, Heavy Armor"
std::string summary(const Unit& unit) {
  int red = 0, blue = 0, white = 0, points = 0, figures = 0;
  for (const FieldSlot& slot : unit.slots) {
    red += slot.attack;
    blue += slot.ranged;
    white += slot.defence;
    if (!slot.starts) continue;
    points += slot.hit_points;
    ++figures;
  }
  std::string text = fmt::format("{} red, {} blue, {} white", red, blue, white);
  if (unit.has_figures) text += fmt::format(", {} figures with {} hit points", figures, points);
  std::vector<std::string_view> names;
  for (const AbilityInfo& ability : abilities())
    if (unit.carries(ability.ability)) names.push_back(ability.name);
  return names.empty() ? text : fmt::format("{}; {}", text, joined(names));
}

/// Is a unit that has it refused?
bool is_refused(const AbilityInfo& ability) {
  return ability.use == Use::name_only || ability.use == Use::amount_unknown;
}

/// The unit can only be given when these are taken away.
Need without(const std::vector<std::string>& abilities) {
  return {"without", fmt::format("[\"{}\"]", fmt::join(abilities, "\", \""))};
}

/// What a unit of the list is; one with an ability that is refused can still be shown.
void tell_unit(std::string_view id, Listing& item) {
  SideSpec side;
  side.fields["unit"] = std::string(id);
  std::string refused;
  for (;;) {
    const auto made = muster(side, "unit");
    if (made) {
      const auto& slots = made->unit.slots;
      item.text = summary(made->unit) + refused;
      if (!side.without.empty()) item.needs.push_back(without(side.without));
      if (made->icons_only && std::all_of(slots.begin(), slots.end(), [](const FieldSlot& slot) {
            return slot.attack == 0 && slot.ranged == 0;
          }))
        item.refused = "the icons that an order needs are not known";
      return;
    }
    bool found = false;
    for (const AbilityInfo& ability : abilities())
      if (is_refused(ability) && made.error().problem.starts_with(ability.name)) {
        side.without.emplace_back(ability.id);
        refused += fmt::format("; only without {}", ability.name);
        found = true;
        break;
      }
    if (!found) {
      item.text = item.refused = made.error().message();
      return;
    }
  }
}

/// As many of it as one base holds.
int most_on_a_base(const Figure& figure) {
  const int most = kFormationHitPoints / figure.hit_points;
  return figure.circle == Circle::green ? std::min(most, kArcaneOfAKind) : most;
}

}  // namespace

Result<SideSpec> parse_side(std::string_view text) { return Reader{text}.read(); }

std::string write_side(const SideSpec& side) {
  std::vector<std::string> items;
  for (const UnitCount& unit : side.units)
    items.push_back(fmt::format("{} {}", unit.count, unit.type));
  if (const std::string unit = unit_of(side); !unit.empty()) items.push_back(unit);
  if (const auto dice = dice_of(side)) items.push_back(fmt::format("dice {}", *dice));
  if (const std::string facing = facing_of(side); !facing.empty())
    items.push_back("side " + facing);
  for (const std::string& ability : side.fields.names("abilities")) items.push_back(ability);
  for (const std::string& ability : side.without) items.push_back("without " + ability);
  return (side.faction.empty() ? "" : side.faction + ": ") + joined(items);
}

std::span<const GameWords::Noun> figure_nouns() {
  struct Printed {
    std::string type, one, many;
  };
  static const auto kPrinted = [] {
    std::vector<Printed> made;
    for (const Figure& figure : figures())
      made.push_back({std::string(figure.key), std::string(figure.name), plural_of(figure.name)});
    for (int points = 1; points <= kMostHitPoints; ++points) {  // those that have no name
      const std::string worth = " with " + counted(points, "hit point");
      made.push_back({plain_figure(points), "figure" + worth, "figures" + worth});
    }
    return made;
  }();
  static const auto kNouns = [] {
    std::vector<GameWords::Noun> made;
    for (const Printed& noun : kPrinted) made.push_back({noun.type, noun.one, noun.many});
    return made;
  }();
  return kNouns;
}

std::vector<Listing> list_units() {
  std::vector<Listing> list;
  const auto hundredths = [](int value) {
    return fmt::format("{}.{:02}", value / 100, value % 100);
  };
  for (const Figure& figure : figures()) {
    Listing item;
    item.id = figure.key;
    item.name = figure.name;
    item.kind = "figure";
    item.faction = name(figure.faction);
    item.where = figure.id;
    item.type = item.id;
    item.pieces = most_on_a_base(figure);
    item.fields = {"units"};
    item.text = fmt::format("{}, {} red, {} blue, {} white",
                            counted(figure.hit_points, "hit point"), hundredths(figure.attack),
                            hundredths(figure.ranged), hundredths(figure.defence));
    const int cost = figure.cost[figure.faction];
    if (cost != kNotAllowed) item.text += fmt::format(", {} points", cost);
    std::vector<std::string> refused;
    const auto add_shares = [&](const auto& shares, int enough) {
      for (const Share& share : shares) {
        if (share.hundredths <= 0) continue;
        const AbilityInfo& ability = info(share.ability);
        item.text += fmt::format(", {} {}", ability.name, hundredths(share.hundredths));
        // What one figure brings, any number of them has.
        if (is_refused(ability) && share.hundredths >= enough) refused.emplace_back(ability.id);
      }
    };
    add_shares(figure.figure_abilities, 100);
    add_shares(figure.unit_abilities, 100 * figure.hit_points);  // one for each hit point
    if (!refused.empty()) item.needs.push_back(without(refused));
    list.push_back(std::move(item));
  }
  const auto add = [&](std::string_view id, std::string_view unit_name, const char* kind,
                       std::string_view faction) {
    Listing item;
    item.id = id;
    item.name = unit_name;
    item.kind = kind;
    item.faction = faction;
    tell_unit(id, item);
    item.type = item.id;
    item.fields = {"unit"};
    list.push_back(std::move(item));
  };
  for (const PublishedUnit& unit : published_units()) {
    add(unit.id, unit.name, "unit, partly known", "");
    list.back().side = Side::attacker;  // what it defends with is not known
    list.back().battles = {"close", "ranged"};
  }
  for (const DerivedUnit& unit : derived_units())
    add(unit.id, unit.name, "derived unit", name(unit.faction));
  for (const ExampleUnit& unit : example_units()) add(unit.id, unit.id, "example unit", "");
  return list;
}

std::vector<Listing> list_effects() {
  std::vector<Listing> list;
  for (const AbilityInfo& ability : abilities()) {
    Listing item;
    item.id = ability.id;
    item.name = ability.name;
    item.kind = ability.of_unit ? "unit ability" : "figure ability";
    item.where = ability.where;
    item.text = ability.text;
    if (ability.use == Use::inert) item.text += " (no influence on the odds here)";
    if (is_refused(ability)) item.text += " (refused)";
    if (ability.use == Use::special) item.text += " (policy special)";
    item.fields = {"abilities"};
    if (ability.use == Use::name_only) item.refused = "what it does is not known";
    if (ability.use == Use::amount_unknown) item.refused = "how much it does is not known";
    list.push_back(std::move(item));
  }
  for (const std::string_view type : type_names()) {
    Listing item;
    item.id = item.name = type;
    item.kind = "type of a unit";
    item.text = "what abilities of the enemy look for; listed among a unit's abilities";
    item.fields = {"abilities"};
    list.push_back(std::move(item));
  }
  return list;
}

std::vector<Listing> list_factions() {
  std::vector<Listing> list;
  for (int f = 0; f < kFactions; ++f) {
    Listing item;
    item.id = name(static_cast<Faction>(f));
    item.name = title(static_cast<Faction>(f));
    item.kind = "faction";
    list.push_back(std::move(item));
  }
  return list;
}

}  // namespace broadside::arcane_legions
