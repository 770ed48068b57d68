#include "core/scenario/play_goal.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"

namespace broadside {
namespace {

constexpr double kMostWeight = 1e6;

InputError unknown_goal(std::string_view text, const std::string& where) {
  return {fmt::format("'{}' is no goal to play for", text), where,
          "win, net, planet, keep and a unit, or a sum: net + 6 win"};
}

/// "6", "0.5"; 0 for what is no number. Not every standard library reads decimals with from_chars,
/// and strtod hangs on the locale. The quotient of two whole numbers of up to 15 digits is the
/// nearest double.
double decimal(std::string_view text) {
  constexpr std::size_t kMostDigits = 15;
  double digits = 0, scale = 1;
  bool behind_point = false;
  for (const char c : text) {
    if (c == '.') {
      if (std::exchange(behind_point, true)) return 0;
      continue;
    }
    digits = 10 * digits + (c - '0');
    if (behind_point) scale *= 10;
  }
  return text.size() <= kMostDigits + 1 ? digits / scale : 0;
}

/// "6 win", "keep flagship".
Result<PlayGoal::Term> read_term(std::string_view text, const std::string& where) {
  using What = PlayGoal::What;
  PlayGoal::Term term{1, What::win, ""};
  std::string_view left = trimmed(text);
  // What is left out as never better (a weaker unit kept, a hit taken another way) is so only for goals that
  // want more of everything.
  if (left.starts_with('-') || left.find(" - ") != std::string_view::npos)
    return InputError{fmt::format("a goal only adds up: '{}'", text), where,
                      "for instance net + 6 win"};
  const std::size_t length = std::min(left.find_first_not_of("0123456789."), left.size());
  if (length > 0) {
    const double weight = decimal(left.substr(0, length));
    if (!(weight > 0 && weight <= kMostWeight))
      return InputError{fmt::format("a goal cannot count '{}'", left), where,
                        "a weight above 0 and at most a million: 6 win"};
    term.weight = weight;
    left = trimmed(left.substr(length));
    if (left.starts_with('*')) left = trimmed(left.substr(1));
  }
  const std::string word = fold_name(left);
  if (word == "win") return term;
  term.what = What::net;
  if (word == "net" || word == "net_resources" || word == "expected_net_resources") return term;
  term.what = What::planet;
  if (word == "planet") return term;
  term.what = What::keep;
  if (word.starts_with("keep_")) {
    term.type = std::string(trimmed(left.substr(left.find_first_of(" -_") + 1)));
    if (!term.type.empty()) return term;
  }
  return unknown_goal(text, where);
}

}  // namespace

Result<PlayGoal> read_play_goal(std::string_view text, const std::string& where) {
  PlayGoal goal;
  std::string_view left = trimmed(text);
  while (!left.empty()) {
    const std::size_t cut = left.find('+');
    auto term = read_term(left.substr(0, cut), where);
    if (!term) return term.error();
    goal.terms.push_back(*std::move(term));
    if (cut == std::string_view::npos) return goal;
    left = trimmed(left.substr(cut + 1));
  }
  return unknown_goal(text, where);  // nothing, or nothing behind the last sign
}

std::string written(const PlayGoal& goal) {
  constexpr const char* kWords[] = {"win", "net", "planet", "keep"};
  std::string text;
  for (const PlayGoal::Term& term : goal.terms) {
    if (!text.empty()) text += " + ";
    if (term.weight != 1) text += fmt::format("{:g} ", term.weight);
    text += kWords[static_cast<std::size_t>(term.what)];
    if (!term.type.empty()) text += " " + term.type;
  }
  return text;
}

bool plays_best(const SideSpec& side) { return side.policy.text(kPlay) == "best"; }

Scenario played_as_usual(Scenario scenario) {
  for (const Side side : kSides) {
    Values& policy = scenario.side(side).policy;
    policy.erase(kPlay);
    policy.erase(kGoal);
    std::vector<std::string> free;
    for (const auto& [name, value] : policy)
      if (const auto* timing = std::get_if<RetreatTiming>(&value); timing && timing->free)
        free.push_back(name);
    for (const std::string& name : free) policy.erase(name);
  }
  return scenario;
}

Field play_field() {
  Field field = word_field(Place::policy, kPlay,
                           "usual orders and choices, or every free choice the best for the goal",
                           {"usual", "best"});
  field.option = kPlay;
  return field;
}

Field goal_field(std::string_view example) {
  return {.name = kGoal,
          .place = Place::policy,
          .kind = FieldKind::text,
          .text = "of play best: win, net, planet, keep UNIT, or a sum: net + 6 win",
          .option = kGoal,
          .example = example,
          .needs = {{"policy.play", R"("best")"}}};
}

}  // namespace broadside
