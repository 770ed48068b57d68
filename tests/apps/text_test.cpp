#include "apps/report/text.hpp"

#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "tests/apps/made_report.hpp"
#include "tests/apps/program.hpp"

using broadside::test::contains;
using namespace broadside;

namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

int widest(const std::string& text) {
  std::istringstream lines(text);
  int most = 0;
  for (std::string line; std::getline(lines, line);) most = std::max(most, columns_of(line));
  return most;
}

}  // namespace

TEST_CASE("the first line answers") {
  auto report = test::made_report();
  report.odds[5] = {};  // nobody retreats
  report.exact->p[5] = 0;
  report.exact->p[2] = 3.0 / 13;
  const std::string answer =
      "Space combat: attacker wins 61.5 %, draw 15.4 %, defender wins 23.1 %";
  for (const bool details : {false, true}) {
    CHECK(first_line(report_text(report, {true, false, 80, details})) == answer);
    CHECK(contains(report_text(report, {true, false, 80, details}),
                   "\n(exact; 1 million sampled battles agree)\n"));
  }
  CHECK(first_line(report_text(report, {false, false, 120})) ==
        answer + "   (exact; 1 million sampled battles agree)");
  report.exact.reset();
  CHECK(first_line(report_text(report, {true, false, 120})) ==
        "Space combat: attacker wins 61.5 %, draw 15.4 %, defender wins 21.1 %   (\u00b1 0.05 %; 1 "
        "million sampled battles)");
  CHECK(contains(report_text(report, {false, false, 80}), "(+/- 0.05 %; 1 million"));
}

TEST_CASE("the short text is the answer at a glance") {
  auto report = test::made_report();
  report.left_when_won[0] = {{{{"dreadnought", 2}}, {{"dreadnought", 2}}, 0.3},
                             {{{"dreadnought", 1}}, {{"dreadnought", 1}}, 0.28},
                             {{{"fighter", 4}}, {}, 0.0001}};
  report.left_when_won[1] = {{{{"cruiser", 1}}, {}, 0.9}, {{{"cruiser", 2}}, {}, 0.1}};
  report.exact->lost_resources = {3.12, 5.5};
  report.notes = {"something that may surprise"};
  report.brief = {"fighters are lost first", "damage is sustained first"};
  const auto text = report_text(report, {true, false, 80});
  CAPTURE(text);
  CHECK(contains(text,
                 "  attacker 62 %   2 damaged dreadnoughts (30 %), 1 (28 %)  3.1 of 10 "
                 "resources\n"));
  CHECK(contains(text,
                 "  defender 21 %   1 cruiser (90 %), 2 (10 %)               5.5 of 6 "
                 "resources\n"));
  CHECK(contains(text, "\n  1.9 rounds on average\n"));
  CHECK(contains(text, "\nNote: something that may surprise.\n"));
  CHECK(contains(text, "\nAssumed: fighters are lost first, damage is sustained first. --details"));
  CHECK(std::count(text.begin(), text.end(), '\n') <= 15);
  report.brief.clear();
  CHECK(contains(report_text(report, {true, false, 80}), "\n--details for all tables and assump"));
}

TEST_CASE("no more notes than fit the short text") {
  auto report = test::made_report();
  report.notes.assign(20, "something that may surprise whoever has not read the rules for a while");
  for (const int width : {80, 60}) {
    const auto text = report_text(report, {true, false, width});
    CAPTURE(text);
    CHECK(std::count(text.begin(), text.end(), '\n') <= 15);
    CHECK(contains(text, "things more: --details\n"));
  }
}

TEST_CASE("where the solved and the sampled battle disagree the text begins with that") {
  auto report = test::made_report();
  report.disagreement = Disagreement{Outcome::attacker_win, {}, 0.61, 0.62, 20.5};
  for (const bool details : {false, true}) {
    const auto text = report_text(report, {true, false, 100, details});
    CHECK(text.starts_with("WRONG: the solved and the sampled battle disagree"));
    CHECK(contains(text, "1 million sampled battles disagree)"));
  }
}

TEST_CASE("the text says everything the report knows") {
  const auto text = report_text(test::made_report(), {false, false, 80, true});
  CAPTURE(text);
  CHECK(contains(text, "1,000,000 battles, seed 7"));
  CHECK(contains(text, "attacker wins      61.530 %  61.480 to 61.580 %  61.538462 %"));
  CHECK(contains(text, "defender retreats"));
  CHECK_FALSE(contains(text, "attacker retreats"));
  CHECK_FALSE(contains(text, "stalemate"));
  CHECK(contains(text, "What the attacker has left of 2 Dreadnought II, 4 Fighter I"));
  CHECK(contains(text, "   50.0 %  #####       2 dreadnoughts (1 damaged), 1 fighter\n"));
  CHECK(contains(text, "   <0.1 %              4 fighters\n"));
  CHECK(contains(text, "   30.0 %  ###         nothing\n"));
  CHECK(contains(text, "  dreadnoughts  70.0 %  50.0 %\n"));
  CHECK(contains(text, "  fighters       3.50 of 4\n"));
  CHECK(contains(text, "  resources     3.10 of 10  5.50 of 6\n"));
  CHECK(contains(text, "Rounds: 1.92 on average"));
  CHECK(contains(text, "  - attacker losses: fighter, dreadnought\n"));
}

TEST_CASE("many ways to come out are told by the likeliest, the rest summed up") {
  auto report = test::made_report();
  auto& rows = report.sides[0].survivors;
  rows.clear();
  for (int n = 0; n < 20; ++n) rows.push_back({{{"fighter", n + 1}}, {}, 0.05});
  const auto text = report_text(report, {false, false, 80, true});
  CHECK(contains(text, "6 fighters\n"));
  CHECK_FALSE(contains(text, "7 fighters\n"));
  CHECK(contains(text, "   70.0 %  #######     14 rarer outcomes\n"));
}

TEST_CASE("lines fit the width, in Unicode and in ASCII") {
  auto report = test::made_report();
  report.odds[3] = report.odds[4] = report.odds[5];
  auto& side = report.sides[0];
  for (const char* type :
       {"war_sun", "flagship", "cruiser", "carrier", "destroyer", "infantry", "mech"}) {
    side.units.push_back({type, type, 3, 2});
    side.survivors[0].units.push_back({type, 2});
  }
  side.types.push_back({"infantry", std::vector<double>(101, 0.01), std::vector<double>(101, 0.5)});
  report.exact_skipped =
      "solving the tables would take about 3 billion multiply-adds, more than the budget";
  for (const int width : {80, 100, 64}) {
    for (const bool unicode : {true, false}) {
      for (const bool details : {false, true}) {
        const auto text = report_text(report, {unicode, false, width, details});
        CAPTURE(text);
        CHECK(widest(text) <= width);
      }
    }
  }
  const auto ascii = report_text(report, {false, false, 80, true});
  CHECK(std::all_of(ascii.begin(), ascii.end(),
                    [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
}

TEST_CASE("colour only where asked for, and it changes nothing else") {
  const auto plain = report_text(test::made_report(), {true, false, 80});
  auto painted = report_text(test::made_report(), {true, true, 80});
  CHECK_FALSE(contains(plain, "\033["));
  CHECK(contains(painted, "\033["));
  for (auto at = painted.find('\033'); at != std::string::npos; at = painted.find('\033')) {
    painted.erase(at, painted.find('m', at) - at + 1);
  }
  CHECK(painted == plain);
}

TEST_CASE("percentages never claim certainty that is not there") {
  CHECK(percent(0) == "0.0 %");
  CHECK(percent(1) == "100.0 %");
  CHECK(percent(0.61538) == "61.5 %");
  CHECK(percent(0.9997) == "99.97 %");
  CHECK(percent(0.0003) == "0.03 %");
  CHECK(percent(0.0000012) == "0.0001 %");
  CHECK(percent(1e-12) == "<0.000001 %");
  CHECK(percent(1 - 1e-12) == ">99.999999 %");
  CHECK(cell_percent(0.0004) == "<0.1 %");
  CHECK(cell_percent(0.9996) == ">99.9 %");
  CHECK(cell_percent(1) == "100.0 %");
}

TEST_CASE("margins are rounded up") {
  CHECK(margin_percent(0.000466) == "0.05 %");
  CHECK(margin_percent(0.0005) == "0.05 %");
  CHECK(margin_percent(0.000501) == "0.06 %");
  CHECK(margin_percent(0.0096) == "1 %");
  CHECK(margin_percent(0.12) == "20 %");
  CHECK(margin_percent(0) == "0 %");
}

TEST_CASE("numbers, wrapping and tables") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(4'194'304) == "4,194,304");
  CHECK(round_number(999'999) == "999,999");
  CHECK(round_number(1'000'000) == "1 million");
  CHECK(round_number(4'194'304) == "4.2 million");
  CHECK(round_number(12'000'000'000) == "12 billion");
  CHECK(rough_percent(0.001) == "<1 %");
  CHECK(rough_percent(0.999) == ">99 %");
  CHECK(rough_percent(0) == "0 %");
  CHECK(rough_percent(0.4) == "40 %");
  CHECK(cut_words("2 dreadnought, 4 fighter", 10, {true}) == "2 dreadno\u2026");
  CHECK(cut_words("2 dn", 10, {true}) == "2 dn");
  CHECK(in_ascii("Magen \u03a9 \u2014 \u00b1 \u00e4") == "Magen Omega -- +/- ?");
  CHECK(wrap("one two three", 7, "", "  ") == "one two\n  three\n");
  CHECK(wrap("1 war_sun, 12 fighter", 15) == "1 war_sun,\n12 fighter\n");
  CHECK(wrap("wins 61.5 % or", 9) == "wins\n61.5 % or\n");  // a percent sign stays with its number
  CHECK(wrap("a draw, " + kept_together("b wins 1 %"), 12) == "a draw,\nb wins 1 %\n");
  CHECK(plain_blanks(kept_together("b wins 1 %")) == "b wins 1 %");
  Table table({Table::Align::left, Table::Align::right});
  table.row({"a", "10"});
  table.row({"long", "1"});
  CHECK(table.text() == "  a     10\n  long   1\n");
}

TEST_CASE("losses are told of all that a side brought, what came later among it") {
  Report report = test::made_report();
  report.exact.reset();
  report.sides[0].placed = {0, 1.4};
  report.sides[0].lost_units[1].second = 5;
  report.sides[0].lost_resources = 5.7;
  const std::string details = report_text(report, {false, false, 80, true});
  CAPTURE(details);
  CHECK(contains(details, "5.00 of 5.4\n"));
  CHECK(contains(details, "5.70 of 10.7  5.50 of 6\n"));
  CHECK(contains(report_text(report, {false, false, 80}), "5.7 of 10.7 resources"));
}
