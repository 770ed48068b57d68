#include "tests/fuzz/made_scenario.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/kernel/rng.hpp"

namespace broadside::fuzz {
namespace {

/// What a game lists, asked once.
struct Lists {
  std::vector<Listing> units, effects, factions;
};

const Lists& lists_of(const Game& game) {
  static std::map<std::string_view, Lists> known;
  const auto at = known.find(game.id());
  if (at != known.end()) return at->second;
  return known
      .emplace(game.id(), Lists{game.list_units(), game.list_effects(), game.list_factions()})
      .first->second;
}

class Maker {
 public:
  Maker(const Game& game, Bytes& bytes, const Taste& taste)
      : game_(game), lists_(lists_of(game)), bytes_(bytes), taste_(taste) {}

  Scenario make() {
    Scenario scenario;
    scenario.game = game_.id();
    const auto battles = game_.battles();
    scenario.battle = battles[bytes_.below(battles.size())];
    battle_ = scenario.battle;
    for (const Side side : kSides) make_side(scenario, side);
    for (const Field& field : game_.fields())
      if (field.place != Place::side && field.place != Place::policy && wanted(field))
        give(scenario, field.place, field.name, value_of(field));
    return scenario;
  }

 private:
  bool belongs(std::span<const std::string_view> battles) const {
    return battles.empty() || std::find(battles.begin(), battles.end(), battle_) != battles.end();
  }
  bool wanted(const Field& field) {
    return belongs(field.battles) && bytes_.one_in(taste_.one_field_in);
  }

  void make_side(Scenario& scenario, Side side) {
    side_ = side;
    SideSpec& spec = scenario.side(side);
    if (!lists_.factions.empty() && !bytes_.one_in(4))
      spec.faction = lists_.factions[bytes_.below(lists_.factions.size())].id;
    faction_ = spec.faction;
    // A game whose sides are units, one of its own fields, or either.
    std::vector<const Field*> fleets;
    for (const Field& field : game_.fields())
      if (field.is_fleet && field.place == Place::side && belongs(field.battles))
        fleets.push_back(&field);
    if (!fleets.empty()) {
      const Field& field = *fleets[bytes_.below(fleets.size())];
      if (field.name == "units")
        spec.units = units();
      else
        give(spec, field.place, field.name, value_of(field));
    }
    for (const Field& field : game_.fields()) {
      const bool of_side = field.place == Place::side || field.place == Place::policy;
      if (!of_side || field.is_fleet || field.name == "faction" || field.name == "units") continue;
      if (field.side && *field.side != side) continue;
      if (!wanted(field)) continue;
      if (field.name == "damaged" || field.name == "upgrades")
        some_of(spec, field);
      else
        give(spec, field.place, field.name, value_of(field));
    }
  }

  /// Of what the side has.
  void some_of(SideSpec& spec, const Field& field) {
    if (spec.units.empty()) return;
    const UnitCount& unit = spec.units[bytes_.below(spec.units.size())];
    if (field.kind == FieldKind::counts)
      give(spec, field.place, field.name,
           std::vector<UnitCount>{{unit.type, bytes_.between(1, std::max(1, unit.count))}});
    else
      give(spec, field.place, field.name, Names{unit.type});
  }

  std::vector<UnitCount> units() {
    std::vector<const Listing*> fit;
    for (const Listing& unit : lists_.units)
      if (belongs(unit.battles) && (!unit.side || *unit.side == side_) &&
          (unit.faction.empty() || faction_.empty() || unit.faction == faction_))
        fit.push_back(&unit);
    std::vector<UnitCount> units;
    if (fit.empty()) return units;
    const int types = bytes_.between(1, taste_.most_types);
    for (int i = 0; i < types; ++i) {
      const Listing& unit = *fit[bytes_.below(fit.size())];
      const std::string& type = unit.type.empty() ? unit.id : unit.type;
      if (std::none_of(units.begin(), units.end(),
                       [&](const UnitCount& known) { return known.type == type; }))
        units.push_back({type, bytes_.between(1, taste_.most_units)});
    }
    return units;
  }

  std::string type() {
    if (lists_.units.empty()) return "none";
    const Listing& unit = lists_.units[bytes_.below(lists_.units.size())];
    return unit.type.empty() ? unit.id : unit.type;
  }

  /// What the game lists for the field.
  std::string name_for(const Field& field) {
    std::vector<const Listing*> fit;
    for (const auto* list : {&lists_.effects, &lists_.units, &lists_.factions})
      for (const Listing& one : *list)
        if (std::find(one.fields.begin(), one.fields.end(), field.name) != one.fields.end() &&
            belongs(one.battles) && (!one.side || *one.side == side_) && one.refused.empty())
          fit.push_back(&one);
    return fit.empty() ? type() : fit[bytes_.below(fit.size())]->id;
  }

  std::vector<EffectChoice> effects() {
    std::vector<EffectChoice> chosen;
    if (lists_.effects.empty()) return chosen;
    const int count = bytes_.between(1, 3);
    for (int i = 0; i < count; ++i) {
      const Listing& effect = lists_.effects[bytes_.below(lists_.effects.size())];
      if (!effect.refused.empty() || !belongs(effect.battles)) continue;
      EffectChoice choice{effect.id, {}, {}, {}};
      for (const std::string_view say : effect.choices) {
        if (!bytes_.one_in(2)) continue;
        if (say == "round") choice.round = bytes_.between(1, kMostRounds);
        if (say == "uses") choice.uses = bytes_.between(0, 4);
        if (say == "target") choice.target = type();
        if (say == "at_least") choice.at_least = bytes_.between(1, 5);
      }
      chosen.push_back(std::move(choice));
    }
    return chosen;
  }

  Values row_of(const Field& field) {
    Values row;
    for (const Field& column : field.columns)
      if (!column.missing.empty() || bytes_.one_in(2)) row[column.name] = value_of(column);
    return row;
  }

  Value value_of(const Field& field) {
    switch (field.kind) {
      case FieldKind::flag:
        return bytes_.one_in(2);
      case FieldKind::word:
        return field.words.empty() ? std::string{}
                                   : std::string(field.words[bytes_.below(field.words.size())]);
      case FieldKind::number:
        return bytes_.between(field.least, std::max(field.least, field.most));
      case FieldKind::amount:
        return static_cast<double>(bytes_.between(field.least, std::max(field.least, field.most)));
      case FieldKind::text:
        return name_for(field);
      case FieldKind::names: {
        Names names;
        for (int i = bytes_.between(1, 3); i > 0; --i) names.push_back(name_for(field));
        return names;
      }
      case FieldKind::types:
        return Names{type(), type()};
      case FieldKind::counts:
        return units();
      case FieldKind::effects:
        return effects();
      case FieldKind::retreat:
        if (bytes_.one_in(2)) return RetreatTiming{bytes_.between(1, 3), {}};
        return RetreatTiming{{}, bytes_.between(0, 100) / 100.0};
      case FieldKind::record:
        return Rows{row_of(field)};
      case FieldKind::table: {
        Rows rows;
        for (int i = bytes_.between(1, 2); i > 0; --i) rows.push_back(row_of(field));
        return rows;
      }
      case FieldKind::note:
        return std::string("a note");
    }
    return {};
  }

  const Game& game_;
  const Lists& lists_;
  Bytes& bytes_;
  const Taste& taste_;
  std::string_view battle_;
  std::string faction_;
  Side side_{};
};

}  // namespace

std::vector<std::uint8_t> bytes_of(std::uint64_t seed, std::size_t count) {
  Philox random{seed, 0};
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() >> 7);
  return bytes;
}

Scenario made_scenario(const Game& game, Bytes& bytes, const Taste& taste) {
  return Maker{game, bytes, taste}.make();
}

}  // namespace broadside::fuzz
