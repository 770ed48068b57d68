#include "core/scenario/field.hpp"

#include <string>

#include <doctest/doctest.h>

#include "core/scenario/scenario.hpp"

using namespace broadside;

namespace {

const std::vector<Field> kFields{
    flag_on(Place::readings, "cards", "cards are in play"),
    flag_off(Place::readings, "long_game", "the long game"),
    word_field(Place::policy, "targets", "who is hit", {"weakest_first", "strongest_first"}),
    number_field(Place::policy, "turn_limit", "turns", 50, 0, 100),
    {.name = "slots",
     .kind = FieldKind::table,
     .text = "figures",
     .columns = {number_field(Place::side, "attack", "", 0, 0, 9),
                 {.name = "abilities", .kind = FieldKind::names}}},
};

const Field& field(Place place, const char* name) { return *find_field(kFields, place, name); }

/// The value in its field's form, or the hint of the refusal.
Value settled(const Field& of, Value value) {
  if (const auto error = settle(of, value, "here")) {
    CHECK(error->where.starts_with("here"));
    return "refused: " + error->hint;
  }
  return value;
}

}  // namespace

TEST_CASE("a field is found however its name is written, at its place only") {
  CHECK(find_field(kFields, Place::policy, "Turn limit") == &kFields[3]);
  CHECK(find_field(kFields, Place::policy, "turn-limit") == &kFields[3]);
  CHECK(find_field(kFields, Place::readings, "turn_limit") == nullptr);
  CHECK(field_names(kFields, Place::readings) ==
        std::vector<std::string_view>{"cards", "long_game"});
}

TEST_CASE("values are brought into the form of their field, or refused with what would do") {
  const Field& cards = field(Place::readings, "cards");
  for (const char* on : {"true", "On", "yes"}) CHECK(settled(cards, on) == Value{true});
  for (const char* off : {"false", "off", "NO"}) CHECK(settled(cards, off) == Value{false});
  CHECK(settled(cards, false) == Value{false});
  CHECK(settled(cards, "maybe") == Value{"refused: true or false"});
  CHECK(settled(cards, 1) == Value{"refused: true or false"});

  const Field& targets = field(Place::policy, "targets");
  CHECK(settled(targets, "Weakest first") == Value{"weakest_first"});
  CHECK(settled(targets, "nobody") == Value{"refused: weakest_first or strongest_first"});
  CHECK(settled(targets, true) == Value{"refused: weakest_first or strongest_first"});

  const Field& limit = field(Place::policy, "turn_limit");
  CHECK(settled(limit, "12") == Value{12});
  CHECK(settled(limit, 100) == Value{100});
  for (const Value& wrong : {Value{101}, Value{-1}, Value{"12a"}, Value{""}, Value{true}})
    CHECK(settled(limit, wrong) == Value{"refused: a whole number from 0 to 100"});

  const Field& slots = field(Place::side, "slots");
  const Rows rows{{{"attack", "3"}, {"abilities", Names{"tough"}}}, {}};
  CHECK(settled(slots, rows) == Value{Rows{{{"attack", 3}, {"abilities", Names{"tough"}}}, {}}});
  Value bad = Rows{{}, {{"attack", 10}}};
  CHECK(settle(slots, bad, "slots")->where == "slots[1].attack");
  bad = Rows{{{"atack", 1}}};
  CHECK(settle(slots, bad, "slots")->hint == "did you mean 'attack'?");
}

TEST_CASE("a game reads what was given, or the usual") {
  const Given rules{{{"cards", "off"}}, kFields, Place::readings};
  CHECK_FALSE(rules.flag("cards"));
  CHECK_FALSE(rules.flag("long_game"));
  CHECK(Given{{}, kFields, Place::readings}.flag("cards"));

  enum class Targets { weakest_first, strongest_first };
  const Given policy{{{"targets", "Strongest first"}}, kFields, Place::policy};
  CHECK(policy.word("targets") == "strongest_first");
  CHECK(policy.choice<Targets>("targets") == Targets::strongest_first);
  CHECK(policy.number("turn_limit") == 50);
  CHECK(policy.all() == "targets strongest_first, turn_limit 50");
}

TEST_CASE("what has a member of a side and what has not are given alike") {
  SideSpec side;
  const std::vector<UnitCount> units{{"cruiser", 2}};
  const std::vector<EffectChoice> effects{{"nebula", 2, {}, {}}};
  give(side, Place::side, "faction", "sol");
  give(side, Place::side, "units", units);
  give(side, Place::side, "effects", effects);
  give(side, Place::side, "without", Names{"ambush"});
  give(side, Place::side, "hand", Names{});
  give(side, Place::policy, "retreat", RetreatTiming{2, {}});
  CHECK(side.faction == "sol");
  CHECK(side.units == units);
  CHECK(side.effects == effects);
  CHECK(given(side, Place::side, "units") == Value{units});
  CHECK(given(side, Place::side, "hand") == Value{Names{}});
  CHECK_FALSE(given(side, Place::side, "damaged"));
  CHECK_FALSE(given(side, Place::policy, "hand"));
  CHECK(given_fields(side).size() == 6);
  CHECK(field_path(Place::policy, "retreat", Side::attacker) == "attacker.policy.retreat");

  Scenario scenario;
  give(scenario, Place::system, "effects", effects);
  give(scenario, Place::readings, "cards", false);
  give(scenario, Place::scenario, "rounds", 3);
  CHECK(scenario.system_effects == effects);
  CHECK(given_fields(scenario).size() == 3);
  CHECK(given(scenario, Place::scenario, "rounds") == Value{3});
  CHECK(field_path(Place::readings, "cards") == "rules.cards");
  CHECK(field_path(Place::scenario, "rounds") == "rounds");
}
