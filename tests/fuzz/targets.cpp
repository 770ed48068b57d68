#include "tests/fuzz/targets.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "apps/ask/ask.hpp"
#include "apps/ask/axis.hpp"
#include "apps/ask/question.hpp"
#include "apps/ask/typed.hpp"
#include "apps/ask/values.hpp"
#include "apps/report/field_text.hpp"
#include "apps/report/link.hpp"
#include "apps/report/report_json.hpp"
#include "apps/report/scenario_json.hpp"
#include "apps/report/value_json.hpp"
#include "core/scenario/query.hpp"
#include "sim/engine.hpp"
#include "tests/fuzz/made_scenario.hpp"

namespace broadside::fuzz {
namespace {

using Data = std::span<const std::uint8_t>;

std::string_view text_of(Data bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The first byte chooses a game, the others are for it.
const Game& game_of(Data& bytes) {
  const auto all = games();
  if (bytes.empty()) return *all.front();
  const Game& game = *all[bytes.front() % all.size()];
  bytes = bytes.subspan(1);
  return game;
}

/// Whatever is refused says why and what would have worked.
void check_error(const InputError& error) {
  must(!error.problem.empty(), "an error without a problem", error.where);
  must(write_error(error).size() > 10, "an error that cannot be written", error.problem);
}

/// A battle that can be fought can be handed on. Names are checked by the game alone, so others may
/// not.
void check_link(const Scenario& battle) {
  const auto game = find_game(battle.game);
  TableLimits limits;
  limits.work = 1e5;
  if (!game || !(*game)->prepare(battle, limits)) return;
  const auto link = write_link(battle);
  must(bool{link}, "a battle without a link", write_scenario(battle));
  const auto opened = read_link(*link);
  must(bool{opened}, "a link that was written cannot be read", *link);
  must(bool{(*game)->prepare(opened->scenario, limits)}, "a link that says another battle", *link);
}

void notation(Data bytes) {
  const Game& game = game_of(bytes);
  const auto side = game.parse_side(text_of(bytes));
  if (!side) return check_error(side.error());
  // What is written is read back as the same, and written alike.
  const std::string written = game.write_side(*side);
  const auto again = game.parse_side(written);
  must(bool{again}, "a side that was written cannot be read", written);
  must(game.write_side(*again) == written, "a side is written in two ways", written);
}

void scenario(Data bytes) {
  const auto read = read_scenario(text_of(bytes));
  if (!read) return check_error(read.error());
  const std::string written = write_scenario(*read);
  const auto again = read_scenario(written);
  must(bool{again}, "a scenario that was written cannot be read", written);
  must(write_scenario(*again) == written, "a scenario is written in two ways", written);
  check_link(*read);
}

/// Any question at all, stopped as early as it can be.
void question(Data bytes) {
  Options usual;
  usual.method = Method::automatic;
  usual.battles = 64;
  usual.threads = 1;
  usual.exact_budget = 1e5;
  const Answer answer = ask(text_of(bytes), usual, [](double, double) { return false; });
  must(nlohmann::json::accept(answer.json), "an answer that is no JSON", answer.json);
  if (answer.status != AnswerStatus::answered)
    must(answer.json.find("\"error\"") != std::string::npos, "a failure without an error",
         answer.json);
}

void typed(Data bytes) {
  Options usual;
  const auto read = read_line(text_of(bytes), "", usual);
  if (!read) check_error(read.error());
}

void homebrew(Data bytes) {
  for (const Game* game : games())
    for (const Field& field : game->fields()) {
      if (field.kind != FieldKind::table || field.place != Place::scenario) continue;
      const auto rows = read_rows(text_of(bytes), field, field.name);
      if (!rows) {
        check_error(rows.error());
        continue;
      }
      if (const auto error = game->check_rows(field, *rows, std::string(field.name))) {
        check_error(*error);
        continue;
      }
      const auto units = game->list_units();
      Scenario battle;
      battle.game = game->id();
      battle.fields[field.name] = *rows;
      for (const Side side : kSides) battle.side(side).units = {{units.front().type, 2}};
      TableLimits limits;
      limits.work = 1e5;
      const auto ready = game->prepare(battle, limits);
      if (!ready) check_error(ready.error());
    }
}

void values(Data bytes) {
  const std::string_view text = text_of(bytes);
  const auto check = [](const auto& read) {
    if (!read) check_error(read.error());
  };
  check(read_battles("--battles", text));
  check(read_seed("--seed", text));
  check(read_precision("--precision", text));
  check(read_confidence("--confidence", text));
  check(read_prune("--prune", text));
  check(read_chance("--need", text));
  check(read_side_name("--for", text));
  check(read_amount("--budget", text, 1000));
  check(read_supply("--fleet", text));
  check(read_values("--vary", text, kMostUnits));
  check(read_seconds("--time", text));
  check(read_threads("--threads", text));
}

/// A field of a game as a text.
void fields(Data bytes) {
  const Game& game = game_of(bytes);
  if (bytes.empty()) return;
  const auto all = game.fields();
  const Field& field = all[bytes.front() % all.size()];
  const auto value = read_field(field, text_of(bytes.subspan(1)), "--field", game);
  if (!value) return check_error(value.error());
  if (field.kind == FieldKind::table || field.kind == FieldKind::record) return;
  const std::string written = field_text(field, *value);
  const auto again = read_field(field, written, "--field", game);
  must(bool{again}, "a value that was written cannot be read", written);
  must(field_text(field, *again) == written, "a value is written in two ways", written);
}

void axes(Data bytes) {
  const Game& game = game_of(bytes);
  Scenario battle;
  battle.game = game.id();
  const auto read = read_axes({std::string(text_of(bytes))}, "--vary", game, battle);
  if (!read) check_error(read.error());
}

void links(Data bytes) {
  const std::string_view text = text_of(bytes);
  const auto told = [](const Result<ForeignBattle>& battle) {
    if (!battle) return check_error(battle.error());
    check_link(battle->scenario);
  };
  if (is_link(text)) told(read_link(text));
  for (const Game* game : games()) {
    if (!game->recognises(text)) continue;
    const auto battle = game->read_foreign(text);
    told(battle);
    if (!battle) continue;
    if (const auto links = game->write_foreign(battle->scenario); !links)
      check_error(links.error());
  }
}

/// A table: its head is the first line.
void table(Data bytes) {
  const std::string_view text = text_of(bytes);
  const auto end = text.find('\n');
  const auto head = TableHead::of(text.substr(0, end));
  if (!head || end == std::string_view::npos) return;
  const std::string_view row = text.substr(end + 1);
  head->id_of(row);
  const auto read = head->read_row(row, "", Options{});
  if (!read) check_error(read.error());
}

constexpr std::array kTargets{
    Target{"notation", "a side as players type it, every game", notation},
    Target{"scenario", "a battle as JSON", scenario},
    Target{"question", "a question as JSON", question},
    Target{"typed", "a line of a batch: two fleets, a link, JSON", typed},
    Target{"homebrew", "units that somebody made", homebrew},
    Target{"values", "numbers behind options", values},
    Target{"fields", "declared fields as texts", fields},
    Target{"axes", "what varies", axes},
    Target{"links", "links and texts of ours and of other tools", links},
    Target{"table", "tables of battles", table},
    Target{"http", "requests to the server", fuzz_http},
    Target{"battles", "battles made of what games declare, through every engine", fuzz_battles},
};

}  // namespace

std::span<const Target> targets() { return kTargets; }

void must(bool holds, std::string_view what, std::string_view shown) {
  if (holds) return;
  std::fprintf(stderr, "broken: %.*s\n  %.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(shown.size()), shown.data());
  std::abort();
}

}  // namespace broadside::fuzz
