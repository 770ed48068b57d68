#pragma once
// Question: what does somebody want to know? A battle, how its odds are to be found, and a name for
// the answer; read from JSON (question, version 1), from a line as a player types it, or from a row
// of a table.
//
// JSON is a scenario (apps/report/scenario_json.hpp) with more beside it:
//   "id"       a text or a whole number, which comes back in the answer
//   "ask"      "odds", as when it is absent
//   "options"  engine, battles, precision, seconds, seed, confidence, threads, prune, antithetic,
//              advice

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "sim/engine.hpp"

namespace broadside {

struct Question {
  std::string id;  ///< as JSON: "\"a\"" or "7"; empty = none
  Scenario scenario;
  Options options;
  std::vector<std::string> notes;  ///< what had to be told about how it was read
  std::optional<bool> advice{};    ///< whether better choices are told, where that was said
};

/// What every question may say beside what it asks: "id" and "options".
struct Beside {
  std::string id;  ///< as above
  Options options;
  std::optional<bool> advice;
};
Result<Beside> read_beside(const nlohmann::ordered_json& tree, const Options& usual);

/// A question for the odds of one battle (others: apps/ask/ask.hpp). `usual` holds where the
/// question does not say.
Result<Question> read_question(std::string_view json, const Options& usual);

/// The id of a question that cannot be read otherwise, as JSON; empty = none.
std::string id_of(std::string_view json);

/// JSON, or one line as typed: "2 dn vs ws", a link. The game of a line is `game`, or empty: the
/// one that the units belong to.
Result<Question> read_line(std::string_view text, std::string_view game, const Options& usual);

/// A JSON object with one more field, its first; the value is JSON too. As it was where there is no
/// value.
std::string with_field(std::string object, std::string_view key, std::string_view value);
inline std::string with_id(std::string object, std::string_view id) {
  return with_field(std::move(object), "id", id);
}

/// The first line of a table and what its columns are called: "attacker", "defender", "battle",
/// "game", "id", "attacker.losses", "rounds". Cells are separated by commas, semicolons or tabs;
/// those that hold the separator stand in quotation marks.
class TableHead {
 public:
  /// Nothing where the line names no attacker and no defender.
  static std::optional<TableHead> of(std::string_view line);

  std::string id_of(std::string_view line) const;  ///< as above, of a row
  Result<Question> read_row(std::string_view line, std::string_view game,
                            const Options& usual) const;

 private:
  char separator_ = ',';
  std::vector<std::string> columns_;
};

}  // namespace broadside
