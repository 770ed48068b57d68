#pragma once
// Question: what does the first line say where it is not only who wins: after so many rounds, or
// what one order does?

#include <string>
#include <vector>

#include "apps/report/layout.hpp"
#include "sim/engine.hpp"

namespace broadside {

/// "after 2 rounds": where the battle was looked at before its end; empty elsewhere.
std::string looked_at(const Report& report);

/// One number of a side that is an answer: "hits scored".
struct SideNumber {
  Side side{};
  std::string key, words;
  double mean = 0;
  std::vector<double> at_least;  ///< 0, 1, 2, ...
};
std::vector<SideNumber> numbers_of(const Report& report);

/// Whether numbers of both sides are the answer (hits, damage), and not who wins.
bool tells_numbers(const Report& report);
/// Whether anybody can win at all: not with dice alone, which have nothing to lose.
bool tells_winner(const Report& report);
/// "attacker hits scored 2.13, damage dealt 2.13; defender ...": what is always zero is left out.
std::string numbers_headline(const Report& report);
/// The dice that are rolled, and how likely each number is at least so high.
std::string numbers_table(const Report& report, const TextStyle& style);

}  // namespace broadside
