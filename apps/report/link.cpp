#include "apps/report/link.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "apps/report/add_value.hpp"
#include "apps/report/field_text.hpp"
#include "core/game.hpp"
#include "core/scenario/query.hpp"
#include "core/scenario/text.hpp"
#include "sim/engine.hpp"

namespace broadside {
namespace {

constexpr std::string_view kLinkVersion = "1";

/// What stands before a field's name in a key.
std::string prefix(Place place, std::optional<Side> side) {
  if (side) return *side == Side::attacker ? "a." : "d.";
  return place == Place::scenario ? "" : fmt::format("{}.", name(place));
}

class Writer {
 public:
  explicit Writer(const Game& game) : game_(game) {}

  std::string write(const Scenario& scenario) {
    add("v", kLinkVersion);
    add("game", game_.id());
    if (!scenario.battle.empty()) add("battle", scenario.battle);
    for (const Side side : kSides) write_side(side, scenario.side(side));
    for (const Field& field : game_.fields())
      if (field.place != Place::side && field.place != Place::policy)
        if (const auto value = given(scenario, field.place, field.name))
          add(prefix(field.place, {}) + std::string(field.name), field_text(field, *value));
    return "#" + query_;
  }

 private:
  void add(std::string_view key, std::string_view value) {
    query_ += (query_.empty() ? "" : "&") + link_encoded(key) + "=" + link_encoded(value);
  }

  struct Told {
    std::string fleet;
    SideSpec said;  ///< by this text
  };

  /// The fleet as a text. What it would say otherwise than the side ("a, b" is no name in a fleet)
  /// is left out of it; nothing where no text can be read back.
  std::optional<Told> told(const SideSpec& side) const {
    SideSpec part = side;
    for (;;) {
      std::string fleet = game_.write_side(part);
      auto read = game_.parse_side(fleet);
      if (!read || game_.write_side(*read) != fleet) return std::nullopt;
      bool is_all = true;
      for (const Field& field : game_.fields()) {
        if (field.place != Place::side && field.place != Place::policy) continue;
        const auto said = given(*read, field.place, field.name),
                   asked = given(side, field.place, field.name);
        if (!said || !asked || said == asked) continue;
        if (!given(part, field.place, field.name)) return std::nullopt;
        leave_out(part, field);
        is_all = false;
      }
      if (is_all) return Told{std::move(fleet), *std::move(read)};
    }
  }

  static void leave_out(SideSpec& side, const Field& field) {
    take_back(side, field.place, field.name);
    const auto member = given(side, field.place, field.name);  // else it is gone by now
    if (!member) return;
    give(side, field.place, field.name,
         std::visit([](const auto& held) { return Value{std::decay_t<decltype(held)>{}}; },
                    *member));
  }

  /// The fleet as a text, then every field that this text does not say.
  void write_side(Side which, const SideSpec& side) {
    const auto text = told(side);
    if (text) add(which == Side::attacker ? "a" : "d", text->fleet);
    const SideSpec said = text ? text->said : SideSpec{};
    for (const Field& field : game_.fields()) {
      if (field.place != Place::side && field.place != Place::policy) continue;
      const auto value = given(side, field.place, field.name);
      if (value && value != given(said, field.place, field.name))
        add(prefix(field.place, which) + std::string(field.name), field_text(field, *value));
    }
  }

  const Game& game_;
  std::string query_;
};

class LinkReader {
 public:
  LinkReader(std::vector<QueryItem> items, const Game& game)
      : items_(std::move(items)), game_(game) {
    battle_.scenario.game = game.id();
  }

  Result<ForeignBattle> read() {
    for (const Side side : kSides)
      if (auto error = read_fleet(side)) return *error;
    return read_fields();
  }

  /// What else is said about this scenario.
  Result<ForeignBattle> read_on(Scenario scenario) {
    battle_.scenario = std::move(scenario);
    return read_fields();
  }

  /// The first key that means nothing here; empty where there is none.
  const std::string& unknown_key() const { return unknown_key_; }

 private:
  using Problem = std::optional<InputError>;

  Result<ForeignBattle> read_fields() {
    for (const QueryItem& item : items_)
      if (auto error = read_item(item)) return *error;
    return std::move(battle_);
  }

  /// Fleets first: fields of their own add to them.
  Problem read_fleet(Side which) {
    for (const QueryItem& item : items_) {
      if (item.key != (which == Side::attacker ? "a" : "d") || trimmed(item.value).empty())
        continue;
      auto side = game_.parse_side(item.value);
      if (!side) {
        InputError error = side.error();
        error.where = fmt::format("{}: {}", name(which), error.where);
        return error;
      }
      battle_.scenario.side(which) = *std::move(side);
    }
    return std::nullopt;
  }

  Problem read_item(const QueryItem& item) {
    const std::string_view key = item.key;
    if (key == "game" || key == "a" || key == "d") return std::nullopt;
    if (key == "v") {
      if (item.value != kLinkVersion)
        battle_.notes.push_back(fmt::format(
            "the link is of version {}; this program writes version {}", item.value, kLinkVersion));
      return std::nullopt;
    }
    if (key == "battle") {
      battle_.scenario.battle = item.value;
      return std::nullopt;
    }
    const auto dot = key.find('.');
    const std::string_view first = dot == std::string_view::npos ? "" : key.substr(0, dot);
    const std::string_view rest = dot == std::string_view::npos ? key : key.substr(dot + 1);
    if (first == "a" || first == "d")
      return read_side_field(first == "a" ? Side::attacker : Side::defender, rest, item);
    for (const Place place : {Place::readings, Place::system, Place::scenario})
      if (prefix(place, {}) == (first.empty() ? "" : std::string(first) + "."))
        if (const Field* field = find_field(game_.fields(), place, rest)) {
          auto value = value_of(*field, item);
          if (!value) return value.error();
          return add_value(battle_.scenario, *field, *std::move(value), place_of(item));
        }
    return unknown(item);
  }

  Problem read_side_field(Side side, std::string_view name, const QueryItem& item) {
    for (const Place place : {Place::side, Place::policy})
      if (const Field* field = find_field(game_.fields(), place, name)) {
        auto value = value_of(*field, item);
        if (!value) return value.error();
        return add_value(battle_.scenario.side(side), *field, *std::move(value), place_of(item));
      }
    return unknown(item);
  }

  Result<Value> value_of(const Field& field, const QueryItem& item) const {
    return read_field(field, item.value, item.key, game_);
  }

  static std::string place_of(const QueryItem& item) {
    return fmt::format("{} {}", item.key, trimmed(item.value));
  }

  Problem unknown(const QueryItem& item) {
    if (unknown_key_.empty()) unknown_key_ = item.key;
    battle_.notes.push_back(
        fmt::format("{} is not known here: passed over", broadside::quoted(item.key)));
    return std::nullopt;
  }

  std::vector<QueryItem> items_;
  const Game& game_;
  ForeignBattle battle_;
  std::string unknown_key_;
};

/// What stands behind the '#'; the whole text where there is none.
std::string_view fragment(std::string_view text) {
  text = trimmed(text);
  const auto sign = text.find('#');
  return sign == std::string_view::npos ? text : text.substr(sign + 1);
}

const std::string* value_of(const std::vector<QueryItem>& items, std::string_view key) {
  for (const QueryItem& item : items)
    if (item.key == key) return &item.value;
  return nullptr;
}

}  // namespace

bool is_link(std::string_view text) {
  const auto items = parse_query(fragment(text));
  const auto of_side = [](const QueryItem& item) {
    return item.key == "a" || item.key == "d" || item.key.starts_with("a.") ||
           item.key.starts_with("d.");
  };
  return value_of(items, "v") && std::any_of(items.begin(), items.end(), of_side);
}

Result<ForeignBattle> read_link(std::string_view text) {
  auto items = parse_query(fragment(text));
  for (auto item = items.begin(); item != items.end(); ++item)
    if (std::any_of(items.begin(), item,
                    [&](const QueryItem& before) { return before.key == item->key; }))
      return InputError{fmt::format("{} stands more than once", broadside::quoted(item->key)),
                        std::string(trimmed(text)), "say it once"};
  const std::string* id = value_of(items, "game");
  return find_game(id ? *id : "").and_then([&](const Game* game) {
    return LinkReader(std::move(items), *game).read();
  });
}

Result<Scenario> with_keys(Scenario scenario, std::vector<QueryItem> items) {
  return find_game(scenario.game).and_then([&](const Game* game) -> Result<Scenario> {
    const auto no_field = [&](const std::string& key) {
      return InputError{
          "a column that is no field of the battle", key,
          fmt::format("fields of {}: broadside list fields --game {}", game->title(), game->id())};
    };
    for (const QueryItem& item : items)  // of a link alone
      if (item.key == "v" || item.key == "a" || item.key == "d") return no_field(item.key);
    LinkReader reader(std::move(items), *game);
    auto battle = reader.read_on(std::move(scenario));
    if (!battle) return battle.error();
    if (!reader.unknown_key().empty()) return no_field(reader.unknown_key());
    return std::move(battle->scenario);
  });
}

Result<std::string> write_link(const Scenario& scenario) {
  return find_game(scenario.game).transform([&](const Game* game) {
    return Writer(*game).write(scenario);
  });
}

}  // namespace broadside
