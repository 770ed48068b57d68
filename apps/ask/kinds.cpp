#include "apps/ask/kinds.hpp"

#include <fmt/format.h>

#include "apps/ask/goal.hpp"
#include "apps/ask/listing.hpp"
#include "core/scenario/values.hpp"
#include "sim/best.hpp"
#include "sim/engine.hpp"

namespace broadside {
namespace {

AskField against(bool is_required) {
  return {.name = "against",
          .kind = "fleets",
          .text = "the enemy's; without it all meet all",
          .example = R"(["ws, 3 ff"])",
          .is_required = is_required};
}

const AskField kWhose{.name = "for",
                      .kind = "word",
                      .text = "whose fleet is looked for",
                      .example = R"("defender")",
                      .words = {"attacker", "defender"}};

const AskField kSupply{.name = "supply",
                       .kind = "number",
                       .text = "fleet supply that what is bought may use; or \"any\"",
                       .example = "5",
                       .words = {"any"},
                       .least = 0,
                       .most = kMostUnits};

/// What a program may say beside any battle: on how many threads, and from which seed. Where the
/// answer hangs on neither it is the same.
std::vector<std::string_view> anywhere() { return {"seed", "threads"}; }

/// What says how odds are found.
std::vector<std::string_view> sampling() {
  std::vector<std::string_view> names;
  for (const AskField& field : option_fields())
    if (field.name != kAdvice) names.push_back(field.name);
  return names;
}

std::vector<std::string_view> sampling_and_advice() {
  auto names = sampling();
  names.push_back(kAdvice);
  return names;
}

AskField types(std::string_view name, std::string_view text) {
  return {.name = name, .kind = "types", .text = text, .example = R"(["cruiser", "dn"])"};
}

#ifndef BROADSIDE_SMALL
AskField filter(std::string_view name, std::string_view text, const std::string& example) {
  return {.name = name, .kind = "text", .text = text, .example = fmt::format("\"{}\"", example)};
}

/// The first thing of its kind that the usual game lists.
Listing first_listed(std::string_view kind) {
  const auto items = list_of(*games().front(), kind);
  return items.empty() ? Listing{} : items.front();
}
#endif

std::vector<AskField> best_fields() {
  AskField enemies = against(true);
  enemies.text = "the fleets that it must beat";
  return {
      {.name = "budget",
       .kind = "amount",
       .text = "what may be spent",
       .example = "6",
       .is_required = true,
       .least = 0,
       .most = kMostBudget},
      enemies,
      {.name = "mix",
       .kind = "amounts",
       .text = "how likely each enemy is; without it the worst of them counts",
       .example = "[1]",
       .least = 0,
       .most = kMostBudget},
      {.name = "goal",
       .kind = "word",
       .text = "what it is to be good for; or \"keep\" and a unit type",
       .example = R"("win")",
       .words = {"win", "win_per_resource", "expected_net_resources"}},
      {.name = "have",
       .kind = "fleet",
       .text = "what is there already",
       .example = R"("carrier, 2 ff")"},
      kWhose,
      kSupply,
      types("only", "unit types that may be bought"),
      {.name = "never",
       .kind = "types",
       .text = "unit types that may not be bought",
       .example = R"(["destroyer"])"},
      types("upgrades", "unit types that fight upgraded"),
      {.name = "show",
       .kind = "number",
       .text = "how many fleets to tell",
       .example = "3",
       .least = 1,
       .most = kMostShown},
  };
}

#ifndef BROADSIDE_SMALL
std::vector<AskField> meta_fields() {
  return {
      {.name = "budget",
       .kind = "amount",
       .text = "what each player spends",
       .example = "4",
       .is_required = true,
       .least = 0,
       .most = kMostBudget},
      {.name = "beats",
       .kind = "fleet",
       .text = "what beats this fleet? best replies first",
       .example = R"("2 cruiser")"},
      {.name = "payoff",
       .kind = "word",
       .text = "what is played for; in a battle for a planet also \"planet\"",
       .example = R"("net")",
       .words = {"win", "net"}},
      {.name = "faction", .kind = "text", .text = "of both players", .example = R"("letnev")"},
      kSupply,
      types("only", "unit types that may be bought"),
      {.name = "never",
       .kind = "types",
       .text = "unit types that may not be bought",
       .example = R"(["destroyer"])"},
      types("upgrades", "unit types that fight upgraded"),
      {.name = "show",
       .kind = "number",
       .text = "how many fleets to tell",
       .example = "3",
       .least = 0,
       .most = kMostShown},
  };
}
#endif

}  // namespace

std::span<const AskKind> ask_kinds() {
  static const std::vector<AskKind> kinds{
      {"odds", "what are the odds?", true, {}, sampling_and_advice(), tell_odds},
      {"compare",
       "which fleet is the better one?",
       true,
       {{.name = "attackers",
         .kind = "fleets",
         .text = "the fleets that are compared",
         .example = R"(["2 dn, 4 ff", "5 cruiser"])",
         .is_required = true},
        against(false)},
       sampling(),
       tell_compare},
      {"best", "which fleet should be bought?", true, best_fields(), sampling(), tell_best},
#ifndef BROADSIDE_SMALL  // the page has no room for games of fleets
      {"matrix",
       "how does each of these fleets fare against each of those?",
       true,
       {{.name = "attackers",
         .kind = "fleets",
         .text = "the fleets that attack",
         .example = R"(["2 dn, 4 ff", "5 cruiser"])",
         .is_required = true},
        against(false)},
       sampling(),
       tell_matrix},
      {"meta", "which fleets for a budget are never beaten?", true, meta_fields(), sampling(),
       tell_meta},
#endif
      {"vary",
       "what does one more of a unit change?",
       true,
       {{.name = "vary",
         .kind = "texts",
         .text = "a unit type and its numbers; a second one gives a map",
         .example = R"(["ff=0..3", "defender:ff=0..2"])",
         .is_required = true}},
       sampling(),
       tell_vary},
      {"need",
       "what must be added to reach a chance?",
       true,
       {{.name = "need",
         .kind = "chance",
         .text = "the chance to win that is wanted",
         .example = "0.8",
         .is_required = true,
         .above = 0,
         .below = 1},
        kWhose,
        kSupply},
       sampling(),
       tell_need},
      {"advise",
       "hits have come: what does the attacker do now?",
       true,
       {{.name = "hits",
         .kind = "number",
         .text = "hits that he must take",
         .example = "1",
         .is_required = true,
         .least = 1,
         .most = kMostUnits},
        {.name = "goal",
         .kind = "text",
         .text = "what he plays for: win, net, planet, keep and a unit, or a sum",
         .example = R"("net + 6 win")"},
        {.name = "may_retreat", .kind = "flag", .text = "whether he may leave", .example = "true"}},
       anywhere(),
       tell_advise},
      {"replay", "how could it go? one battle told from a seed", true, {}, anywhere(), tell_replay},
      {"read",
       "which battle, or which fleet, does a text say?",
       false,
       {{.name = "text",
         .kind = "text",
         .text = "a fleet, two with vs between them, a link, or a text of another tool",
         .example = R"("2 dn, 4 ff vs ws, 3 ff")",
         .is_required = true}},
       {},
       tell_read},
      {"link",
       "how is the battle handed on: links, and the fleets as texts?",
       true,
       {},
       {},
       tell_link},
#ifndef BROADSIDE_SMALL  // the schema has it all
      {"list",
       "which units, effects, factions or fields does a game have?",
       false,
       {{.name = "list",
         .kind = "text",
         .text = "units, effects, factions, fields, or a group of effects of the game",
         .example = R"("units")",
         .is_required = true},
        filter("search", "words that it must mention", "move"),
        filter("faction", "of this one only", first_listed("factions").id),
        filter("expansion", "of this one only", first_listed("units").expansion)},
       {},
       tell_list},
#endif
      {"schema", "what may be asked and said?", false, {}, {}, tell_schema},
  };
  return kinds;
}

}  // namespace broadside
