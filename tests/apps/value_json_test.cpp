// What follows from the declarations of the games, whatever they declare.

#include "apps/report/value_json.hpp"

#include <set>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/report/field_text.hpp"
#include "apps/report/scenario_json.hpp"
#include "sim/engine.hpp"

using namespace broadside;

namespace {

std::string full_name(const Game& game, const Field& field) {
  return std::string(game.id()) + " " + field_path(field.place, field.name);
}

}  // namespace

TEST_CASE("every field is declared once, with words for the help and an example that holds") {
  for (const Game* game : games()) {
    std::set<std::string> names, options;
    for (const Field& field : game->fields()) {
      CAPTURE(full_name(*game, field));
      CHECK(names.insert(field_path(field.place, field.name)).second);
      CHECK_FALSE(field.text.empty());
      if (field.kind != FieldKind::types)  // an order may have a name
        CHECK((field.kind == FieldKind::word) == !field.words.empty());
      const bool of_side = field.place == Place::side || field.place == Place::policy;
      if (!field.option.empty())
        CHECK(options.insert((of_side ? "side " : "") + std::string(field.option)).second);
      if (field.example.empty()) continue;
      ValueReader reader;
      const auto example = nlohmann::ordered_json::parse(field.example);
      Value value;
      REQUIRE_MESSAGE(reader.value(example, field, "here", value), reader.error.message());
      CHECK(value_json(field, value) == example);
      CHECK_FALSE(settle(field, value, "here"));
    }
  }
}

TEST_CASE("a scenario that gives every field of a game survives being written and read") {
  for (const Game* game : games()) {
    CAPTURE(game->id());
    Scenario scenario;
    scenario.game = game->id();
    for (const Field& field : game->fields()) {
      CAPTURE(full_name(*game, field));
      Value value;
      ValueReader reader;
      if (!field.example.empty())
        REQUIRE(reader.value(nlohmann::ordered_json::parse(field.example), field, "", value));
      else if (field.kind == FieldKind::flag)
        value = field.usual == 0;
      else if (field.kind == FieldKind::word)
        value = std::string(field.words.back());
      else if (field.kind == FieldKind::number)
        value = field.most;
      else if (field.kind == FieldKind::text)
        value = "somebody";
      else
        FAIL_CHECK("an example is needed");
      if (field.place != Place::side && field.place != Place::policy) {
        give(scenario, field.place, field.name, value);
        continue;
      }
      for (const Side side : kSides) give(scenario.side(side), field.place, field.name, value);
    }
    const auto read = read_scenario(write_scenario(scenario));
    REQUIRE_MESSAGE(bool{read}, (read ? "" : read.error().message()));
    CHECK(read.value() == scenario);
  }
}

TEST_CASE("the words of a field can be typed, and nothing else") {
  for (const Game* game : games())
    for (const Field& field : game->fields()) {
      CAPTURE(full_name(*game, field));
      for (const std::string_view word : field.words) {
        const auto read = read_field(field, word, "--option", *game);
        REQUIRE(read);
        CHECK(read.value() == Value{std::string(word)});
      }
      if (field.kind != FieldKind::word) continue;
      const auto wrong = read_field(field, "xyzzy", "--option", *game);
      REQUIRE_FALSE(wrong);
      CHECK(wrong.error().where == "--option xyzzy");
      CHECK(wrong.error().hint == words_text(field.words));
    }
}

TEST_CASE("settings are read by their names, once each") {
  const Game& game = *find_game("rebellion").value();
  const auto read =
      read_choices("Cinematic, cards=off, structures = rote", Place::readings, "--rules", game);
  REQUIRE(read);
  CHECK(read.value() == Values{{"cinematic", true}, {"cards", false}, {"structures", "rote"}});
  CHECK_FALSE(read_choices("cards, cards=off", Place::readings, "--rules", game));
  const auto unknown = read_choices("cardz", Place::readings, "--rules", game);
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().hint == "did you mean 'cards'?");
}
