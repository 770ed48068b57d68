#include "apps/ask/ask_field.hpp"

#include <nlohmann/json.hpp>

#include "apps/ask/values.hpp"
#include "apps/report/strict_json.hpp"

namespace broadside {

nlohmann::ordered_json ask_fields_json(std::span<const AskField> fields) {
  auto list = nlohmann::ordered_json::array();
  for (const AskField& field : fields) {
    auto& item = list.emplace_back(nlohmann::ordered_json::object());
    item["name"] = field.name;
    item["kind"] = field.kind;
    item["text"] = field.text;
    if (field.is_required) item["required"] = true;
    if (!field.words.empty()) item["words"] = field.words;
    for (const auto& [key, limit] : {std::pair{"least", field.least},
                                     {"most", field.most},
                                     {"above", field.above},
                                     {"below", field.below}})
      if (limit) item[key] = *limit;
    item["example"] = *parse_strict(field.example, {});
  }
  return list;
}

std::span<const AskField> option_fields() {
  static const std::vector<AskField> fields{
      {.name = "engine",
       .kind = "word",
       .text = "solved exactly, sampled, or whichever is feasible",
       .example = R"("auto")",
       .words = {"auto", "mc", "exact"}},
      {.name = "battles",
       .kind = "number",
       .text = "how many are sampled; beside precision or seconds at most so many",
       .example = "1000000",
       .least = 1,
       .most = kMostBattles},
      // A bare number from 0.01 up may mean one of a hundred and is refused: "2%" says it.
      {.name = "precision",
       .kind = "chance",
       .text =
           R"(half the width of the interval that is sampled for; from 0.01 up as a text, "2%")",
       .example = "0.001",
       .least = kFinestPrecision,
       .below = 0.01},
      {.name = "seconds",
       .kind = "amount",
       .text = "how long it is sampled",
       .example = "0.5",
       .most = kMostSeconds,
       .above = 0},
      {.name = "seed",
       .kind = "number",
       .text = "of the dice: the same seed, the same answer; up to 18446744073709551615",
       .example = "7",
       .least = 0},
      {.name = "confidence",
       .kind = "chance",
       .text = "of the intervals",
       .example = "0.95",
       .least = 0.5,
       .below = 1},
      {.name = "threads",
       .kind = "number",
       .text = "0 = all cores",
       .example = "1",
       .least = 0,
       .most = kMostThreads},
      {.name = "prune",
       .kind = "chance",
       .text = "chances below it are left out of an exact answer",
       .example = "1e-12",
       .least = 0,
       .most = kMostPruned},
      {.name = "antithetic",
       .kind = "flag",
       .text = "battles in pairs with opposite dice",
       .example = "true"},
      {.name = kAdvice,
       .kind = "flag",
       .text = "odds: say where other choices than the usual ones gain much",
       .example = "true"},
  };
  return fields;
}

}  // namespace broadside
