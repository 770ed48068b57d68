// Question: what does this build answer? Some of every kind of question, through the door that all
// programs use, printed so that two builds can be compared.

#include <cstdio>

#include "apps/ask/ask.hpp"

int main() {
  using namespace broadside;
  for (const char* question : {
           R"({"ask": "odds", "attacker": "2 dn, 4 ff", "defender": "ws, 3 ff"})",
           R"({"attacker": "2 dn, 4 ff", "defender": "ws, 3 ff", "picture": "svg",
               "options": {"engine": "mc", "battles": 200000, "seed": 7, "threads": 2}})",
           R"({"battle": "conquest", "attacker": "dn, 3 inf, 2 ff", "defender": "pds, 2 inf"})",
           R"({"game": "rebellion", "attacker": "isd, 2 tie", "defender": "mon cal, x-wing",
               "options": {"battles": 50000}})",
           R"({"game": "risk", "attacker": "9", "defender": "6", "options": {"precision": 0.005}})",
           R"({"game": "arcane_legions", "attacker": "dice 4", "defender": "dice 3"})",
           R"({"ask": "compare", "attackers": ["2 dn, 4 ff", "5 cruiser"], "against": "ws, 3 ff"})",
           R"({"ask": "best", "budget": 6, "against": "2 cruiser", "show": 3})",
           R"({"ask": "vary", "attacker": "2 dn", "defender": "ws", "vary": "ff=0..4"})",
           R"({"ask": "need", "attacker": "2 dn", "defender": "ws, 3 ff", "need": 0.8})",
           R"({"ask": "replay", "attacker": "2 dn", "defender": "ws", "options": {"seed": 3}})",
           R"({"ask": "list", "list": "units", "game": "risk"})",
           R"({"ask": "schema"})",
           R"({"attacker": "2 crusier", "defender": "dn"})",
           R"({"attacker": "dn", "defender":)",
       }) {
    const Answer answer = ask(question);
    std::printf("%d %s\n", static_cast<int>(answer.status), answer.json.c_str());
    for (const double number : answer.numbers) std::printf(" %a", number);
    std::printf("\n");
  }
}
