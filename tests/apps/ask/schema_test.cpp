// Schema is enough to draw a form: whatever it names works when it is put into a question, in a
// battle and for a side that the schema itself names, and nothing that a game has is missing.

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/ask/ask.hpp"
#include "apps/ask/question.hpp"
#include "core/game.hpp"
#include "sim/engine.hpp"

using namespace broadside;
using json = nlohmann::ordered_json;

namespace {

const json& schema() {
  static const json read = json::parse(ask(R"({"ask":"schema"})").json);
  return read;
}

/// "" where it is answered, otherwise the problem.
std::string problem(const json& question) {
  const Answer answer = ask(question.dump());
  if (answer.status == AnswerStatus::answered) return "";
  const json error = json::parse(answer.json)["error"];
  return error["problem"].get<std::string>() + " in " + error["where"].get<std::string>();
}

/// Whether these options can be used; nothing is played.
bool is_read(const json& options) {
  const json question{{"attacker", "dn"}, {"defender", "dn"}, {"options", options}};
  return bool{read_question(question.dump(), {})};
}

bool holds(const json& list, const json& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// Puts a value where a path of the schema says: "rules.x", "enemy.faction", "policy.y", "effects".
void put(json& question, const std::string& side, std::string path, const json& value) {
  const std::string enemy = side == "attacker" ? "defender" : "attacker";
  json* at = &question[side];
  if (path.starts_with("enemy.")) {
    at = &question[enemy];
    path.erase(0, 6);
  } else if (path.starts_with("rules.") || path.starts_with("system.")) {
    at = &question;
  }
  for (auto dot = path.find('.'); dot != path.npos; dot = path.find('.')) {
    at = &(*at)[path.substr(0, dot)];
    path.erase(0, dot + 1);
  }
  json& held = (*at)[path];
  if (value.is_array() && held.is_array()) {
    for (const json& one : value)
      if (!holds(held, one)) held.push_back(one);
  } else if (value.is_object() && held.is_object()) {
    held.update(value);
  } else {
    held = value;
  }
}

/// One game of the schema, and the ways to try something in it.
class Form {
 public:
  explicit Form(const json& game) : game_(game) {
    for (const json& field : game["fields"])
      if (field["name"] == "units") units_ = field["example"];
    for (const json& unit : game["units"]) unit_[unit["id"]] = &unit;
    for (const char* kind : {"units", "effects"})
      for (const json& item : game[kind]) listed_[item["id"]] = &item;
  }

  struct Try {
    json battles, sides, needs;
    std::string faction;
    std::vector<json> mine{};  ///< fleets that are tried first
    std::function<void(json& question, const std::string& side)> give;
  };

  static json sides_of(const json& item) {
    return item.contains("side") ? json::array({item["side"]})
                                 : json::array({"attacker", "defender"});
  }
  json battles_of(const json& item) const {
    if (item.contains("battles")) return item["battles"];
    json all = json::array();
    for (const json& battle : game_["battles"]) all.push_back(battle["id"]);
    return all;
  }
  static json needs_of(const json& item, const json& word = {}) {
    json needs = json::array();
    for (const json& need : item.value("needs", json::array()))
      if (!need.contains("word") || need["word"] == word ||
          (word.is_array() && holds(word, need["word"])))
        needs.push_back(need);
    return needs;
  }
  std::string faction_of(const json& item) const {
    const std::string faction = item.value("faction", "");
    for (const json& known : game_["factions"])
      if (known["id"] == faction) return faction;
    return "";
  }
  const json* listed(const std::string& id) const {
    const auto found = listed_.find(id);
    return found == listed_.end() ? nullptr : found->second;
  }
  const json& example() const { return units_; }
  const json& game() const { return game_; }

  /// As many of a unit as the schema allows, up to two.
  static int some_of(const json& unit) { return std::min(2, unit.value("pieces", 2)); }

  /// Some units of a faction that mean something in this battle, of so many types.
  json fleet(const std::string& battle, const std::string& faction, std::size_t types = 9) const {
    json units = json::object();
    for (const json& unit : game_["units"]) {
      const std::string whose = faction_of(unit);
      if (!holds(unit["fields"], "units") || (!whose.empty() && whose != faction)) continue;
      if (unit.contains("battles") && !holds(unit["battles"], battle)) continue;
      if (unit.contains("refused") || unit.contains("needs")) continue;
      if (units.size() < types) units[unit["type"].get<std::string>()] = some_of(unit);
    }
    return units;
  }

  /// "" where some battle and side that were named take it; otherwise the last problem.
  std::string tried(Try what) {
    for (const json& need : what.needs)
      if (need["field"] == "faction") what.faction = need["value"];
    std::string last = "nothing to try";
    for (const json& battle : what.battles)
      for (const json& side : what.sides) {
        const std::string id = battle, who = side;
        std::vector<json> mine = what.mine;
        mine.push_back({{"units", units_}});
        mine.push_back({{"units", fleet(id, what.faction)}});
        mine.push_back({{"units", fleet(id, what.faction, 1)}});
        std::vector<json> enemies{{{"units", units_}}, {{"units", fleet(id, "")}}};
        std::size_t others = 0;
        for (const json& faction : game_["factions"])
          if (faction["id"] != what.faction && others++ < 2) {
            enemies.push_back({{"units", fleet(id, faction["id"])}});
            if (what.faction.empty()) {
              mine.push_back(enemies.back());
              mine.push_back({{"units", fleet(id, faction["id"], 1)}});
              mine.push_back({{"units", fleet(id, faction["id"], 3)}});
            }
          }
        for (json& fleet : mine) {
          if (!what.faction.empty()) fleet["faction"] = what.faction;
          for (const json& enemy : enemies) {
            json question{{"game", game_["id"]},
                          {"battle", id},
                          {"options", {{"engine", "mc"}, {"battles", 1}}}};
            question[who] = fleet;
            question[who == "attacker" ? "defender" : "attacker"] = enemy;
            for (const json& need : what.needs) put(question, who, need["field"], need["value"]);
            what.give(question, who);
            const std::string wrong = problem(question);
            if (wrong.empty()) return "";
            last = wrong + ": " + question.dump();
          }
        }
      }
    return last;
  }

 private:
  const json& game_;
  json units_ = json::object();
  std::map<std::string, const json*> listed_, unit_;
};

std::string path_of(const json& field) {
  const std::string place = field["place"], name = field["name"];
  if (place == "side" || place == "scenario") return name;
  return place + "." + name;
}

/// Values that the schema says a field may hold.
std::vector<json> values_of(const json& field, const json& game) {
  std::vector<json> values;
  const std::string kind = field["kind"];
  if (kind == "flag") values = {true, false};
  for (const json& word : field.value("words", json::array())) values.push_back(word);
  if (kind == "number" || kind == "amount") {
    values = {field["least"], field["most"]};
    if (field.contains("usual")) values.push_back(field["usual"]);
  }
  if (kind == "retreat")
    for (const auto& [key, limit] : field["limits"].items())
      for (const char* end : {"least", "most"}) values.push_back({{key, limit[end]}});
  if (field.contains("example")) values.push_back(field["example"]);
  if (field["name"] == "faction")
    for (const json& faction : game["factions"]) values.push_back(faction["id"]);
  if (field.value("null", false)) values.push_back(nullptr);
  return values;
}

/// The same where one column of the first row is each of its values in turn.
std::vector<json> rows_of(const json& field) {
  std::vector<json> rows;
  for (const json& column : field.value("columns", json::array())) {
    const std::string kind = column["kind"];
    if (kind != "number" && kind != "word" && kind != "flag") continue;
    if (column["name"] == "level") continue;  // a third is known and nobody fields it
    for (const json& value : values_of(column, {})) {
      json row = field["example"];
      (row.is_array() ? row[0] : row)[column["name"].get<std::string>()] = value;
      rows.push_back(row);
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("schema: every field works at every limit and with every word that it names") {
  for (const json& game : schema()["games"]) {
    Form form(game);
    for (const json& field : game["fields"]) {
      const std::string path = path_of(field);
      auto values = values_of(field, game);
      for (json& row : rows_of(field)) values.push_back(std::move(row));
      CAPTURE(game["id"].get<std::string>());
      CAPTURE(path);
      CHECK_FALSE(values.empty());
      for (const json& value : values) {
        Form::Try what{.battles = form.battles_of(field),
                       .sides = Form::sides_of(field),
                       .needs = Form::needs_of(field, value),
                       .give = {}};
        if (path == "faction" && value.is_string()) what.faction = value;
        // A name may belong to somebody.
        for (const json& word : value.is_array() ? value : json::array({value}))
          if (const json* item = word.is_string() ? form.listed(word) : nullptr) {
            if (what.faction.empty()) what.faction = form.faction_of(*item);
            for (const json& need : Form::needs_of(*item)) what.needs.push_back(need);
          }
        if (value.is_object() && field["kind"] == "counts") {
          json units = json::object();
          for (const auto& [type, count] : value.items()) units[type.substr(0, type.find('!'))] = 2;
          what.mine.push_back({{"units", units}});
          json among = form.example();
          among.update(units);
          what.mine.push_back({{"units", among}});
        }
        json most = json::object();
        for (const auto& [type, count] : form.example().items()) most[type] = game["most_units"];
        what.mine.push_back({{"units", most}});
        what.give = [&](json& question, const std::string& side) {
          if (field.value("fleet", false)) {
            question[side] = json::object();
            for (const json& need : what.needs) put(question, side, need["field"], need["value"]);
          }
          if (field["place"] == "scenario")
            question[path] = value;
          else
            put(question, side, path, value);
        };
        const std::string wrong = form.tried(what);
        if (!wrong.empty()) MESSAGE(game["id"], " ", path, " = ", value.dump());
        CHECK(wrong == "");
      }
    }
  }
}

TEST_CASE("schema: every unit works, by its id, upgraded and damaged where it says so") {
  for (const json& game : schema()["games"]) {
    Form form(game);
    for (const json& unit : game["units"]) {
      const std::string id = unit["id"];
      for (const json& field : unit["fields"]) {
        Form::Try what{.battles = form.battles_of(unit),
                       .sides = Form::sides_of(unit),
                       .needs = Form::needs_of(unit),
                       .faction = form.faction_of(unit),
                       .mine = {{{"units", json::object()}}},
                       .give = {}};
        what.give = [&](json& question, const std::string& side) {
          json& mine = question[side];
          if (field == "unit") {
            mine.erase("units");
            mine["unit"] = id;
            return;
          }
          const std::string type = unit["type"];
          put(question, side, "units", {{type, Form::some_of(unit)}});
          if (field == "damaged") put(question, side, "damaged", {{type, 1}});
          if (field == "upgrades") put(question, side, "upgrades", json::array({unit["type"]}));
        };
        const std::string wrong = form.tried(what);
        if (unit.contains("refused")) {
          CHECK_MESSAGE(!wrong.empty(), id, " is said to be refused");
          continue;
        }
        if (!wrong.empty()) MESSAGE(game["id"], " ", id, " in ", field);
        CHECK(wrong == "");
      }
    }
  }
}

TEST_CASE("schema: every effect works where it says, with everything that may be said with it") {
  for (const json& game : schema()["games"]) {
    Form form(game);
    for (const json& effect : game["effects"]) {
      const std::string id = effect["id"];
      std::vector<json> types;
      for (const json& unit : game["units"])
        if (std::find(types.begin(), types.end(), unit["type"]) == types.end())
          types.push_back(unit["type"]);
      for (const json& other : game["effects"])
        if (other["faction"] == effect["faction"]) types.push_back(other["id"]);
      REQUIRE(effect.contains("fields"));
      const auto works = [&](const std::string& field, const json& given) {
        Form::Try what{.battles = form.battles_of(effect),
                       .sides = Form::sides_of(effect),
                       .needs = Form::needs_of(effect),
                       .faction = form.faction_of(effect),
                       .give = {}};
        if (effect["kind"] == "promissory_note") what.faction = "";
        // What must be said with the effect itself.
        json said = given;
        for (auto need = what.needs.begin(); need != what.needs.end();) {
          if ((*need)["field"] != "target") {
            ++need;
            continue;
          }
          if (said.is_string()) said = {{"id", given}};
          if (!said.contains("target")) said["target"] = (*need)["value"];
          need = what.needs.erase(need);
        }
        bool upgraded = false;
        what.give = [&](json& question, const std::string& side) {
          put(question, side, field, json::array({said}));
          if (upgraded) put(question, side, "enemy.upgrades", json::array({said["target"]}));
        };
        std::string wrong = form.tried(what);
        // Some learn from what the enemy has upgraded.
        upgraded =
            said.is_object() && said.contains("target") && game["id"] == games().front()->id();
        if (!wrong.empty() && upgraded && form.tried(what).empty()) wrong.clear();
        return wrong;
      };
      for (const json& field : effect["fields"]) {
        const std::string wrong = works(field, id);
        if (effect.contains("refused")) {
          CHECK_MESSAGE(!wrong.empty(), id, " is said to be refused");
          continue;
        }
        if (!wrong.empty()) MESSAGE(game["id"], " ", id, " in ", field);
        CHECK(wrong == "");
      }
      for (const json& choice : effect.value("choices", json::array())) {
        const std::vector<json> values = choice == "target" ? types : std::vector<json>{2, 3, 0, 1};
        std::string last;
        const bool any = std::any_of(values.begin(), values.end(), [&](const json& value) {
          return (last =
                      works(effect["fields"][0], {{"id", id}, {choice.get<std::string>(), value}}))
              .empty();
        });
        CHECK_MESSAGE(any, game["id"], " ", id, " with ", choice, ": ", last);
      }
    }
  }
}

TEST_CASE("schema: a question takes the options that it names and refuses all others") {
  std::size_t refused = 0;
  for (const json& asked : schema()["asks"])
    for (const json& option : schema()["options"]) {
      const json kind = asked["ask"], name = option["name"];
      CAPTURE(kind);
      CAPTURE(name);
      // A question of this kind that is refused for something else, later: nothing is played.
      const std::string wrong =
          problem({{"ask", kind}, {"no such field", 1}, {"options", {{name, option["example"]}}}});
      const bool taken = holds(asked["options"], name);
      CHECK(wrong.ends_with("in options." + name.get<std::string>()) != taken);
      refused += taken ? 0 : 1;
    }
  CHECK(refused > 20);

  const json error = json::parse(
      ask(R"({"ask":"replay","attacker":"dn","defender":"dn","options":{"battles":7}})").json);
  CHECK(error["error"]["problem"] == R"('battles' means nothing to "ask": 'replay')");
  CHECK(error["error"]["hint"].get<std::string>().starts_with(
      "its options: seed, threads; it belongs to"));
  CHECK(problem({{"ask", "best"}, {"budget", 4}, {"against", {"dn"}}, {"show", 1.5}}) ==
        "not a whole number of fleets in show 1.5");
}

TEST_CASE("schema: options work at their limits, and every question with all of its fields") {
  for (const json& option : schema()["options"]) {
    const std::string name = option["name"];
    std::vector<json> values{option["example"]};
    for (const char* limit : {"least", "most"})
      if (option.contains(limit)) {
        json value = option[limit];
        if (option["kind"] == "number") value = value.get<std::uint64_t>();
        values.push_back(value);
      }
    for (const json& word : option.value("words", json::array())) values.push_back(word);
    for (const json& value : values) {
      CAPTURE(value.dump());
      CHECK_MESSAGE(is_read({{name, value}}), name);
    }
    for (const char* limit : {"above", "below"})
      if (option.contains(limit)) CHECK_MESSAGE(!is_read({{name, option[limit]}}), name);
  }
  for (const json& asked : schema()["asks"]) {
    json question{{"ask", asked["ask"]}};
    bool named = asked["ask"] == "meta";  // the question names its fleets itself, or buys them all
    for (const json& field : asked["fields"]) named |= field["name"] == "against";
    if (asked["battle"] && !named) {
      question["attacker"] = "2 dn";
      question["defender"] = "ws";
    }
    for (const json& field : asked["fields"])
      if (field.value("required", false))
        question[field["name"].get<std::string>()] = field["example"];
    CAPTURE(question.dump());
    CHECK(problem(question) == "");
    for (const json& field : asked["fields"]) {
      const std::string name = field["name"];
      std::vector<json> values{field["example"]};
      for (const json& word : field.value("words", json::array())) values.push_back(word);
      for (const char* limit : {"least", "most"})
        // All fleets of the largest budget are more than a test can look at, and nothing fits into
        // a supply of 0.
        if (field.contains(limit) && name != "budget" && name != "mix" && name != "supply" &&
            name != "hits") {  // more hits than a fleet can take leave nothing to choose
          json value = field[limit];
          if (field["kind"] == "number") value = value.get<int>();
          values.push_back(value);
        }
      for (const json& value : values) {
        json more = question;
        more[name] = value;
        CAPTURE(more.dump());
        CHECK(problem(more) == "");
      }
      if (field.value("required", false)) {
        json less = question;
        less.erase(name);
        CHECK(problem(less) != "");
      }
    }
  }
}

TEST_CASE("schema: nothing that a game has is missing") {
  REQUIRE(schema()["games"].size() == games().size());
  for (std::size_t i = 0; i < games().size(); ++i) {
    const Game& game = *games()[i];
    const json& told = schema()["games"][i];
    CHECK(told["id"] == game.id());
    CHECK(told["title"] == game.title());
    const auto ids = [&](const char* kind) {
      std::set<std::string> all;
      for (const json& item : told[kind]) all.insert(item["id"]);
      return all;
    };
    const auto has_all = [&](const char* kind, const std::vector<Listing>& list) {
      const auto known = ids(kind);
      for (const Listing& item : list) CHECK_MESSAGE(known.contains(item.id), item.id);
    };
    has_all("units", game.list_units());
    has_all("effects", game.list_effects());
    has_all("factions", game.list_factions());
    for (const auto battle : game.battles()) CHECK(ids("battles").contains(std::string(battle)));
    REQUIRE(told["fields"].size() == game.fields().size());
    for (std::size_t f = 0; f < game.fields().size(); ++f) {
      const Field& field = game.fields()[f];
      const json& item = told["fields"][f];
      CHECK(item["name"] == field.name);
      CHECK(item["kind"] == name(field.kind));
      CHECK(item["place"] == name(field.place));
      CHECK(item.contains("columns") == !field.columns.empty());
      CHECK(item.contains("words") == !field.words.empty());
    }
  }
}
