#include "core/systems/ti4/homebrew.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

#include "core/scenario/names.hpp"
#include "core/systems/ti4/army.hpp"
#include "core/systems/ti4/factions.hpp"

namespace broadside::ti4 {
namespace {

constexpr int kNone = -1;  ///< the card prints no such number
constexpr int kMostDice = 20, kMostMoves = 20, kMostCapacity = 100, kMostFigures = 100;
constexpr int kMostResources = 1000;

/// Dice of a homebrew unit. Without dice it does not have the roll.
struct HomebrewRoll {
  std::optional<int> hit_on, dice, range;
  std::string dice_rule;  ///< what sets the number of dice instead
};

struct HomebrewSpecial {
  std::string op;
  std::optional<int> count;
};

/// One row as it was given. What is left out is as in the unit that it replaces.
struct HomebrewUnit {
  std::string id, name, faction, type;
  std::optional<int> level, move, capacity, component_limit, produces;  ///< kNone = none printed
  std::optional<double> resources;
  std::optional<HomebrewRoll> combat, anti_fighter_barrage, bombardment, space_cannon;
  std::optional<bool> sustain_damage, planetary_shield, is_ship, is_ground_force, is_structure;
  std::optional<std::vector<HomebrewSpecial>> special;
};

struct TextColumn {
  std::string_view name;
  std::string HomebrewUnit::*value;
};
constexpr std::array<TextColumn, 4> kTextColumns{{{"id", &HomebrewUnit::id},
                                                  {"name", &HomebrewUnit::name},
                                                  {"faction", &HomebrewUnit::faction},
                                                  {"type", &HomebrewUnit::type}}};
struct NumberColumn {
  std::string_view name;
  std::optional<int> HomebrewUnit::*value;
  int least, most;
};
constexpr std::array<NumberColumn, 4> kNumberColumns{
    {{"level", &HomebrewUnit::level, 1, 3},
     {"move", &HomebrewUnit::move, 0, kMostMoves},
     {"capacity", &HomebrewUnit::capacity, 0, kMostCapacity},
     {"component_limit", &HomebrewUnit::component_limit, 0, kMostFigures}}};
struct RollColumn {
  std::string_view name;
  std::optional<HomebrewRoll> HomebrewUnit::*value;
};
constexpr std::array<RollColumn, 4> kRollColumns{
    {{"combat", &HomebrewUnit::combat},
     {"anti_fighter_barrage", &HomebrewUnit::anti_fighter_barrage},
     {"bombardment", &HomebrewUnit::bombardment},
     {"space_cannon", &HomebrewUnit::space_cannon}}};
struct FlagColumn {
  std::string_view name;
  std::optional<bool> HomebrewUnit::*value;
};
constexpr std::array<FlagColumn, 5> kFlagColumns{
    {{"sustain_damage", &HomebrewUnit::sustain_damage},
     {"planetary_shield", &HomebrewUnit::planetary_shield},
     {"is_ship", &HomebrewUnit::is_ship},
     {"is_ground_force", &HomebrewUnit::is_ground_force},
     {"is_structure", &HomebrewUnit::is_structure}}};
/// They only describe the card.
constexpr std::array<std::string_view, 6> kNoteColumns{
    "upgrade_of", "expansion", "variant", "side", "requires_technology", "requires_breakthrough"};

Field number_column(std::string_view name, int least, int most) {
  return number_field(Place::scenario, name, "", 0, least, most);
}

Field record_column(std::string_view name, std::vector<Field> columns) {
  return {.name = name,
          .place = Place::scenario,
          .kind = FieldKind::record,
          .columns = std::move(columns),
          .may_be_null = true};
}

Field roll_column(std::string_view name) {
  std::vector<Field> parts{number_column("hit_on", 1, 10), number_column("dice", 0, kMostDice)};
  if (name == "combat")
    parts.push_back({.name = "dice_rule", .place = Place::scenario, .kind = FieldKind::text});
  if (name == "space_cannon") parts.push_back(number_column("range", 0, 1));
  return record_column(name, std::move(parts));
}

std::optional<int> number_in(const Values& row, std::string_view name) {
  if (const int* number = row.get<int>(name)) return *number;
  if (row.get<std::monostate>(name)) return kNone;
  return std::nullopt;
}

/// The row of a record; nothing where the card prints none.
const Values* record_in(const Values& row, std::string_view name) {
  const Rows* record = row.get<Rows>(name);
  return record ? &record->front() : nullptr;
}

HomebrewUnit unit_of(const Values& row) {
  HomebrewUnit unit;
  for (const auto& [name, value] : kTextColumns) unit.*value = row.text(name);
  for (const auto& [name, value, least, most] : kNumberColumns) unit.*value = number_in(row, name);
  for (const auto& [name, value] : kFlagColumns)
    if (const bool* flag = row.get<bool>(name)) unit.*value = *flag;
  for (const auto& [name, value] : kRollColumns) {
    if (!row.has(name)) continue;
    HomebrewRoll& roll = (unit.*value).emplace();
    if (const Values* given = record_in(row, name))
      roll = {number_in(*given, "hit_on"), number_in(*given, "dice"), number_in(*given, "range"),
              given->text("dice_rule")};
    else
      roll.dice = 0;
  }
  if (const Values* cost = record_in(row, "cost")) {
    if (const double* price = cost->get<double>("resources")) unit.resources = *price;
    unit.produces = number_in(*cost, "produces");
  } else if (row.has("cost")) {
    unit.resources = kNone;
  }
  if (const Rows* specials = row.get<Rows>("special")) {
    unit.special.emplace();
    for (const Values& special : *specials)
      unit.special->push_back({special.text("op"), number_in(special, "count")});
  }
  return unit;
}

/// Specials that mean the same on any unit; all others are texts of one card, known by its id.
constexpr std::array<Special, 4> kSpecials{{
    {"direct_hit_immune", "odds", 0, "Direct Hit cards cannot destroy this unit."},
    {"disable_planetary_shield", "odds", 0,
     "Switches off the Planetary Shield of everyone else's units in its system."},
    {"no_capacity_use", "capacity", 0, "Uses no capacity while carried."},
    {"fighter_allowance", "capacity", 0, "Fighters that need no ship's capacity while it stands."},
}};

const Special* common_special(std::string_view op) {
  const auto found = std::find_if(kSpecials.begin(), kSpecials.end(),
                                  [&](const Special& s) { return s.op == op; });
  return found == kSpecials.end() ? nullptr : &*found;
}

constexpr bool is_ship_type(UnitType type) { return type <= UnitType::fighter; }
constexpr bool is_structure_type(UnitType type) {
  return type == UnitType::pds || type == UnitType::space_dock;
}

/// A unit that nothing is known about but its type: no dice, no abilities.
Unit blank(UnitType type) {
  Unit unit;
  unit.type = type;
  unit.is_ship = is_ship_type(type);
  unit.is_structure = is_structure_type(type);
  unit.is_ground_force = !unit.is_ship && !unit.is_structure;
  unit.move = unit.is_ship && type != UnitType::fighter ? 1 : -1;
  return unit;
}

template <class To, class From>
void set(To& to, const std::optional<From>& given) {
  if (given) to = static_cast<To>(*given);
}

/// False where dice are given that hit on nothing known.
bool set_roll(Dice& to, const std::optional<HomebrewRoll>& given) {
  if (!given) return true;
  const Dice before = to;
  set(to.hit_on, given->hit_on);
  to.dice = before ? before.dice : std::uint8_t{1};
  set(to.dice, given->dice);
  return !to || to.hit_on <= 10;
}

using Problem = std::optional<InputError>;

/// The level that it is fielded at.
int slot_level(const Unit& unit) { return unit.level == 0 ? 1 : unit.level; }

/// Makes one entry of the book.
class Maker {
 public:
  Maker(const HomebrewUnit& made, std::string at, UnitBook::Entry& entry)
      : made_(made), at_(std::move(at)), entry_(entry) {}

  Problem make() {
    if (made_.id.empty()) return fail("a unit without an id", "id", "add \"id\": \"my_cruiser\"");
    entry_.id = made_.id;
    for (auto step : {&Maker::find_base, &Maker::set_numbers, &Maker::set_specials})
      if (auto error = (this->*step)()) return error;
    entry_.unit.name = entry_.name;
    entry_.unit.id = entry_.text_id;
    return std::nullopt;
  }

  InputError fail(std::string problem, const std::string& field, std::string hint) const {
    return {std::move(problem), at_ + (field.empty() ? "" : "." + field), std::move(hint)};
  }

 private:
  /// The unit that is replaced, and with it all that is not said otherwise.
  Problem find_base() {
    const Unit* named = ti4::find_unit(made_.id);
    std::optional<UnitType> type = unit_type(made_.type);
    if (made_.type.empty() && named) type = named->type;
    if (!type) {
      std::vector<std::string_view> known;
      for (int t = 0; t < kUnitTypes; ++t) known.push_back(name(static_cast<UnitType>(t)));
      return fail(made_.type.empty() ? "'" + made_.id + "' has no type"
                                     : "unknown unit type '" + made_.type + "'",
                  "type", nearest_hint(made_.type, known));
    }
    if (named && named->type != *type)
      return fail("'" + made_.id + "' is the id of a " + std::string{name(named->type)}, "type",
                  "choose another id, or leave the type out");
    std::string_view faction = named && made_.faction.empty() ? named->faction : "generic";
    if (!made_.faction.empty() && made_.faction != "generic") {
      const auto found = find_faction(made_.faction, at_ + ".faction");
      if (!found) return found.error();
      faction = found.value()->id;
    }
    const int level = made_.level ? std::max(1, *made_.level) : named ? slot_level(*named) : 1;
    if (named && named->faction == faction && slot_level(*named) == level) entry_.card = named;
    if (level > 2 && !entry_.card)
      return fail("no side fields a unit of level " + std::to_string(level), "level",
                  "1, or 2 for the upgraded unit");
    base_ = entry_.card ? named : ti4::unit_for(faction, *type, level);
    if (!base_) base_ = named;

    entry_.unit = base_ ? *base_ : blank(*type);
    entry_.unit.faction = faction;
    entry_.unit.level = static_cast<std::uint8_t>(level);
    entry_.name = !made_.name.empty() ? made_.name
                  : entry_.card       ? std::string{named->name}
                                      : made_.id;
    return std::nullopt;
  }

  Problem set_numbers() {
    Unit& unit = entry_.unit;
    set(unit.resources, made_.resources);
    set(unit.produces, made_.produces);
    set(unit.move, made_.move);
    set(unit.capacity, made_.capacity);
    set(unit.component_limit, made_.component_limit);
    set(unit.sustain_damage, made_.sustain_damage);
    set(unit.planetary_shield, made_.planetary_shield);
    set(unit.is_ship, made_.is_ship);
    set(unit.is_ground_force, made_.is_ground_force);
    set(unit.is_structure, made_.is_structure);
    if (made_.space_cannon) set(unit.space_cannon_range, made_.space_cannon->range);
    if (made_.combat && made_.combat->dice_rule != unit.dice_rule) {
      if (!made_.combat->dice_rule.empty())
        return fail("unknown rule for the number of dice '" + made_.combat->dice_rule + "'",
                    "combat.dice_rule", "give their number: \"dice\": 2");
      if (made_.combat->dice) unit.dice_rule = {};
    }
    const std::array rolls{
        std::tuple{"combat", &unit.combat, &made_.combat},
        std::tuple{"anti_fighter_barrage", &unit.anti_fighter_barrage, &made_.anti_fighter_barrage},
        std::tuple{"bombardment", &unit.bombardment, &made_.bombardment},
        std::tuple{"space_cannon", &unit.space_cannon, &made_.space_cannon}};
    for (const auto& [field, to, given] : rolls)
      if (!set_roll(*to, *given))
        return fail("dice, but no result that hits", std::string{field} + ".hit_on",
                    "the lowest result that hits, 1 to 10");
    return std::nullopt;
  }

  /// A card keeps its text unless its specials are given anew without it; the text is found by the
  /// card's id.
  Problem set_specials() {
    Unit& unit = entry_.unit;
    bool keeps_text = base_ && !made_.special && base_->dice_rule == unit.dice_rule;
    if (!keeps_text) unit.fighter_allowance = 0;
    for (std::size_t s = 0; made_.special && s < made_.special->size(); ++s) {
      const HomebrewSpecial& given = (*made_.special)[s];
      const std::string field = "special[" + std::to_string(s) + "]";
      const Special* common = common_special(given.op);
      const Special* printed = base_ ? base_->find(given.op) : nullptr;
      if (!common && !printed) {
        std::vector<std::string_view> known;
        for (const Special& special : kSpecials) known.push_back(special.op);
        if (base_)
          for (const Special& special : base_->special) known.push_back(special.op);
        return fail("unknown special '" + given.op + "'", field + ".op",
                    nearest_hint(given.op, known));
      }
      entry_.special.push_back(printed ? *printed : *common);
      if (!common) keeps_text = true;
      if (given.op != "fighter_allowance") continue;
      if (!given.count)
        return fail("how many fighters does it shelter?", field + ".count",
                    "{\"op\": \"fighter_allowance\", \"count\": 3}");
      unit.fighter_allowance = static_cast<std::uint8_t>(*given.count);
    }
    if (made_.special || !keeps_text) unit.special = entry_.special;
    entry_.text_id = keeps_text ? std::string{base_->id} : "homebrew " + made_.id;
    return std::nullopt;
  }

  const HomebrewUnit& made_;
  std::string at_;
  UnitBook::Entry& entry_;
  const Unit* base_ = nullptr;
};

}  // namespace

std::vector<Field> homebrew_columns() {
  std::vector<Field> columns;
  for (const auto& [name, value] : kTextColumns)
    columns.push_back({.name = name, .place = Place::scenario, .kind = FieldKind::text});
  columns.front().missing = "an id";
  columns.push_back(record_column("cost", {{.name = "resources",
                                            .place = Place::scenario,
                                            .kind = FieldKind::amount,
                                            .most = kMostResources},
                                           number_column("produces", 1, kMostFigures)}));
  for (const auto& [name, value, least, most] : kNumberColumns) {
    columns.push_back(number_column(name, least, most));
    columns.back().may_be_null = true;
  }
  for (const auto& [name, value] : kRollColumns) columns.push_back(roll_column(name));
  for (const auto& [name, value] : kFlagColumns)
    columns.push_back(flag_off(Place::scenario, name, ""));
  columns.push_back({.name = "special",
                     .place = Place::scenario,
                     .kind = FieldKind::table,
                     .text = "texts of the card, by name; fighter_allowance with its count",
                     .empty_counts = true,
                     .example = R"(["direct_hit_immune"])",
                     .columns = {{.name = "op",
                                  .place = Place::scenario,
                                  .kind = FieldKind::text,
                                  .missing = "its name"},
                                 number_column("count", 0, kMostFigures)},
                     .entry = "special",
                     .brief = "op",
                     .is_open = true});
  for (const auto name : kNoteColumns)
    columns.push_back({.name = name, .place = Place::scenario, .kind = FieldKind::note});
  return columns;
}

Result<std::shared_ptr<const UnitBook>> UnitBook::make(const Scenario& scenario) {
  const Rows* units = scenario.fields.get<Rows>(kHomebrew);
  return make(units ? *units : Rows{}, std::string(kHomebrew));
}

Result<std::shared_ptr<const UnitBook>> UnitBook::make(const Rows& units, const std::string& at) {
  if (units.empty()) return std::shared_ptr<const UnitBook>{};
  auto book = std::make_shared<UnitBook>();
  for (std::size_t i = 0; i < units.size(); ++i) {
    Entry& entry = book->entries_.emplace_back();
    const HomebrewUnit made = unit_of(units[i]);
    Maker maker{made, at + "[" + std::to_string(i) + "]", entry};
    if (auto error = maker.make()) return *error;
    for (const Entry& other : book->entries_) {
      if (&other == &entry) continue;
      if (other.id == entry.id)
        return maker.fail("'" + entry.id + "' stands twice", "id",
                          "give every unit an id of its own");
      const Unit &a = entry.unit, &b = other.unit;
      if (!entry.card && !other.card && a.faction == b.faction && a.type == b.type &&
          a.level == b.level)
        return maker.fail("'" + other.id + "' and '" + entry.id + "' would be the same " +
                              std::string{name(a.type)},
                          "", "keep one of them, or give them different factions or levels");
    }
  }
  return std::shared_ptr<const UnitBook>{std::move(book)};
}

const Unit* UnitBook::unit_for(std::string_view faction, UnitType type, int level) const {
  if (faction.empty()) faction = "generic";
  const auto made_for = [&](std::string_view whose) -> const Unit* {
    for (const Entry& entry : entries_)
      if (!entry.card && entry.unit.faction == whose && entry.unit.type == type &&
          (slot_level(entry.unit) == level || whose == "neutral"))
        return &entry.unit;
    return nullptr;
  };
  const Unit* printed = ti4::unit_for(faction, type, level);
  if (const Unit* own = made_for(faction)) return own;
  if (printed)
    for (const Entry& entry : entries_)
      if (entry.card == printed) return &entry.unit;
  if (const Unit* any = faction == "neutral" ? nullptr : made_for("generic")) return any;
  return printed;
}

const Unit* UnitBook::find_unit(std::string_view id) const {
  for (const Entry& entry : entries_)
    if (entry.card && entry.card->id == id) return &entry.unit;
  return ti4::find_unit(id);
}

const Unit* UnitBook::find_homebrew(UnitType type, std::string_view name) const {
  for (const Entry& entry : entries_)
    if (entry.unit.type == type && entry.unit.name == name) return &entry.unit;
  return nullptr;
}

const Unit* unit_for(const Army& army, UnitType type, int level) {
  return army.book ? army.book->unit_for(army.faction, type, level)
                   : unit_for(army.faction, type, level);
}

const Unit* find_unit(const Army& army, std::string_view id) {
  return army.book ? army.book->find_unit(id) : find_unit(id);
}

}  // namespace broadside::ti4
