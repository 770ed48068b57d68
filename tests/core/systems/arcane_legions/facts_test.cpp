// The tables in the program against the facts they were taken from.

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/scenario/names.hpp"
#include "tests/core/systems/arcane_legions/fielding.hpp"

using namespace broadside;
using namespace broadside::arcane_legions;
using namespace broadside::arcane_legions::fielding;
using Json = nlohmann::json;

namespace {

const Json& facts() {
  static const Json kFacts = [] {
    std::ifstream file{BROADSIDE_SOURCE_DIR "/tests/data/arcane_legions/units.json"};
    REQUIRE(file);
    return Json::parse(file);
  }();
  return kFacts;
}

int hundredths(const Json& value) {
  return static_cast<int>(std::lround(value.get<double>() * 100));
}

constexpr std::array kCircles{"white", "red", "green", "yellow"};

/// The unit with every ability that is refused taken away, and those by name.
std::pair<Unit, std::set<std::string>> fielded(const std::string& id) {
  SideSpec spec;
  spec.fields["unit"] = std::string(id);
  std::set<std::string> refused;
  for (;;) {
    const auto made = muster(spec, "side");
    if (made) return {made.value().unit, refused};
    bool found = false;
    for (const AbilityInfo& ability : abilities())
      if (made.error().problem.starts_with(ability.name)) {
        spec.without.emplace_back(ability.name);
        found = refused.insert(std::string(ability.name)).second;
      }
    REQUIRE_MESSAGE(found, made.error().message());
  }
}

int icons(const Unit& unit, Ability ability) { return ready(unit, starting(unit)).of(ability); }

}  // namespace

TEST_SUITE("arcane legions, facts") {
  TEST_CASE("every ability is there, and refused where its effect is not known") {
    REQUIRE(facts()["abilities"].size() == kAbilities);
    for (const Json& fact : facts()["abilities"]) {
      const std::string name = fact["name"];
      CAPTURE(name);
      const AbilityInfo* ability = find_ability(name);
      REQUIRE(ability);
      CHECK(ability->name == name);
      CHECK(ability->of_unit == (fact["scope"] == "unit"));
      CHECK((ability->use == Use::name_only) == (fact["known_from"] == "name only"));
      CHECK_FALSE(ability->text.empty());
    }
  }

  TEST_CASE("every figure has the values of the facts") {
    REQUIRE(facts()["figures"].size() == figures().size());
    for (const Json& fact : facts()["figures"]) {
      const std::string id = fact["id"];
      CAPTURE(id);
      const Figure* figure = find_figure(id);
      REQUIRE(figure);
      CHECK(figure == find_figure(fact["name"].get<std::string>()));
      CHECK(figure->name == fact["name"].get<std::string>());
      CHECK(name(figure->faction) == fact["faction"].get<std::string>());
      CHECK(figure->hit_points == fact["hit_points"]);
      CHECK(kCircles[static_cast<std::size_t>(figure->circle)] == fact["circle"]);
      CHECK(figure->attack == hundredths(fact["icons_per_figure"]["attack"]));
      CHECK(figure->ranged == hundredths(fact["icons_per_figure"]["ranged"]));
      CHECK(figure->defence == hundredths(fact["icons_per_figure"]["defence"]));
      for (std::size_t i = 0; i < 4; ++i) {
        CHECK(name(figure->sides[i]) == fact["codex"]["side"][i].get<std::string>());
        const Json& cost = fact["cost"][std::string(name(static_cast<Faction>(i)))];
        CHECK(figure->cost[i] == (cost.is_null() ? kNotAllowed : cost.get<int>()));
      }
      const auto same = [&](const std::array<Share, 2>& shares, const Json& list,
                            const char* amount) {
        std::size_t used = 0;
        for (const Share& share : shares)
          if (share.hundredths > 0) {
            REQUIRE(used < list.size());
            CHECK(info(share.ability).name == list[used]["name"].get<std::string>());
            CHECK(share.hundredths == hundredths(list[used][amount]));
            ++used;
          }
        CHECK(used == list.size());
      };
      same(figure->figure_abilities, fact["figure_abilities"], "icons_per_figure");
      same(figure->unit_abilities, fact["unit_abilities"], "weight");
    }
  }

  TEST_CASE("derived units come out of the build rules as the facts have them") {
    REQUIRE(facts()["derived_units"].size() == derived_units().size());
    for (const Json& fact : facts()["derived_units"]) {
      const std::string id = fact["id"];
      CAPTURE(id);
      const auto [unit, refused] = fielded(id);
      const Ready all = ready(unit, starting(unit));
      CHECK(all.attack == fact["icons"]["attack"]);
      CHECK(all.ranged == fact["icons"]["ranged"]);
      CHECK(all.defence == fact["icons"]["defence"]);
      CHECK(figures(starting(unit)) == fact["figures"]);
      CHECK(hit_points_left(unit, starting(unit)) == fact["hit_points"]);
      CHECK(name(unit.facing) == fact["sides"][0].get<std::string>());
      double points = 0;
      for (const UnitLabel& label : unit.labels) points += label.resources * label.start;
      CHECK(points == fact["figure_points"]);
      for (const AbilityInfo& ability : abilities()) {
        CAPTURE(ability.id);
        const std::string ability_name{ability.name};
        const Json &of_unit = fact["unit_abilities"], &of_figures = fact["figure_ability_icons"];
        const int expected =
            refused.contains(ability_name) ? 0
            : of_figures.contains(ability_name)
                ? of_figures[ability_name].get<int>()
                : std::find(of_unit.begin(), of_unit.end(), ability_name) != of_unit.end();
        CHECK(icons(unit, ability.ability) == expected);
      }
      for (const std::string place : {"front", "right", "back", "left"}) {
        SideSpec spec;
        spec.fields["unit"] = std::string(id);
        spec.fields["side"] = std::string(place);
        spec.without.assign(refused.begin(), refused.end());
        const std::size_t at = place == "front"   ? 0
                               : place == "right" ? 1
                               : place == "back"  ? 2
                                                  : 3;
        CHECK(name(fielding::unit(spec).facing) == fact["sides"][at].get<std::string>());
      }
    }
  }

  TEST_CASE("example units have the slots of the facts") {
    REQUIRE(facts()["example_units"].size() == example_units().size());
    for (const Json& fact : facts()["example_units"]) {
      const std::string id = fact["id"];
      CAPTURE(id);
      const auto [unit, refused] = fielded(id);
      CHECK(refused.empty());
      REQUIRE(unit.slots.size() == fact["slots"].size());
      for (std::size_t s = 0; s < unit.slots.size(); ++s) {
        const FieldSlot& slot = unit.slots[s];
        const Json& of = fact["slots"][s];
        CHECK(slot.hit_points == of["hit_points"]);
        CHECK(slot.attack == of["attack"]);
        CHECK(slot.ranged == of["ranged"]);
        CHECK(slot.defence == of["defence"]);
        CHECK(kCircles[static_cast<std::size_t>(slot.circle)] == of.value("circle", "white"));
        CHECK(slot.starts == (!fact.contains("figures") || of.value("start", false)));
        REQUIRE(slot.abilities.size() == of.contains("ability"));
        if (of.contains("ability"))
          CHECK(info(slot.abilities[0]).name == of["ability"].get<std::string>());
      }
      for (const AbilityInfo& ability : abilities())
        CHECK(unit.has(ability.ability) ==
              (std::find(fact["unit_abilities"].begin(), fact["unit_abilities"].end(),
                         ability.name) != fact["unit_abilities"].end()));
    }
  }

  TEST_CASE("published units say that they are partly known") {
    REQUIRE(facts()["published_units"].size() == published_units().size());
    for (const PublishedUnit& unit : published_units()) {
      CAPTURE(unit.id);
      SideSpec spec;
      spec.fields["unit"] = std::string(unit.id);
      const auto made = muster(spec, "side");
      REQUIRE(made);
      CHECK(made.value().notes.front().find("published unit") != std::string::npos);
      for (const Json& fact : facts()["published_units"])
        if (fact["id"] == unit.id) {
          const Ready all = ready(made.value().unit, starting(made.value().unit));
          const Json& icon = fact.value("icons", Json::object());
          if (icon.contains("attack")) CHECK(all.attack == icon["attack"]);
          if (icon.contains("ranged")) CHECK(all.ranged == icon["ranged"]);
          if (icon.contains("defence")) CHECK(all.defence == icon["defence"]);
        }
    }
    for (const Json& name : facts()["published_names_only"]) {
      SideSpec spec;
      spec.fields["unit"] = std::string(name);
      const auto made = muster(spec, "side");
      REQUIRE_FALSE(made);
      CHECK(made.error().problem == name.get<std::string>() + " is known by its name only");
    }
  }
}
