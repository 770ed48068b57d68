#include "apps/report/retreat_headline.hpp"

#include "apps/report/layout.hpp"

namespace broadside {

std::string retreat_headline(const Report& report) {
  const auto chance = [&](Outcome outcome) {
    return report.exact ? report.exact->p[outcome] : report.chance(outcome).p;
  };
  const auto said = [&](const std::string& words, Outcome outcome) {
    return kept_together(words + " " + percent(chance(outcome)));
  };
  const BySide<double> leaves{chance(Outcome::attacker_retreats),
                              chance(Outcome::defender_retreats)};
  if (leaves[0] <= 0 && leaves[1] <= 0) return "";
  constexpr BySide<Outcome> kRetreats{Outcome::attacker_retreats, Outcome::defender_retreats};
  constexpr BySide<Outcome> kWins{Outcome::attacker_win, Outcome::defender_win};
  // Who leaves more often is told first.
  const Side first = leaves[0] >= leaves[1] ? Side::attacker : Side::defender;
  const Side second = other(first);

  std::string line = said(std::string(name(first)) + " retreats", kRetreats[first]);
  const auto add = [&](const std::string& words, Outcome outcome, bool always = false) {
    if (always || chance(outcome) > 0) line += ", " + said(words, outcome);
  };
  add("wins", kWins[first], true);
  add("draw", Outcome::draw);
  add("stalemate", Outcome::stalemate);
  add("undecided", Outcome::undecided);
  add(std::string(name(second)) + " retreats", kRetreats[second]);
  add(leaves[second] > 0 ? "wins" : std::string(name(second)) + " wins", kWins[second], true);
  return line;
}

}  // namespace broadside
