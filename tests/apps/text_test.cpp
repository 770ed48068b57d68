#include "apps/report/text.hpp"

#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "tests/apps/made_report.hpp"

using namespace broadside;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

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
  CHECK(first_line(report_text(report, {true, false, 80})) ==
        "Space combat: attacker wins 61.5 % (\u00b1 0.05 %), draw 15.4 %, defender wins 21.1 %");
  CHECK(first_line(report_text(report, {false, false, 100})) ==
        "Space combat: attacker wins 61.5 % (+/- 0.05 %), draw 15.4 %, defender wins 21.1 %");
  report.method = Method::exact;
  CHECK(first_line(report_text(report, {true, false, 80})) ==
        "Space combat: attacker wins 61.5 %, draw 15.4 %, defender wins 21.1 % \u2014 exact");
}

TEST_CASE("the text says everything the report knows") {
  const auto text = report_text(test::made_report(), {false, false, 80});
  CAPTURE(text);
  CHECK(contains(text, "1,000,000 battles, seed 7"));
  CHECK(contains(text, "attacker wins      61.530 %  61.480 to 61.580 %  61.538462 %"));
  CHECK(contains(text, "defender retreats"));
  CHECK_FALSE(contains(text, "attacker retreats"));
  CHECK_FALSE(contains(text, "stalemate"));
  CHECK(contains(text, "What the attacker has left of 2 Dreadnought II, 4 Fighter I"));
  CHECK(contains(text, "   50.0 %  #####       2 dreadnought (1 damaged), 1 fighter\n"));
  CHECK(contains(text, "   <0.1 %              4 fighter\n"));
  CHECK(contains(text, "   30.0 %  ###         nothing\n"));
  CHECK(contains(text, "  dreadnought  70.0 %  50.0 %\n"));
  CHECK(contains(text, "  fighter       3.50 of 4\n"));
  CHECK(contains(text, "  resources    3.10 of 10  5.50 of 6\n"));
  CHECK(contains(text, "Rounds: 1.92 on average"));
  CHECK(contains(text, "  - attacker losses: fighter, dreadnought\n"));
}

TEST_CASE("many ways to come out are told by the likeliest, the rest summed up") {
  auto report = test::made_report();
  auto& rows = report.sides[0].survivors;
  rows.clear();
  for (int n = 0; n < 20; ++n) rows.push_back({{{"fighter", n + 1}}, {}, 0.05});
  const auto text = report_text(report, {false, false, 80});
  CHECK(contains(text, "6 fighter\n"));
  CHECK_FALSE(contains(text, "7 fighter\n"));
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
      const auto text = report_text(report, {unicode, false, width});
      CAPTURE(text);
      CHECK(widest(text) <= width);
    }
  }
  const auto ascii = report_text(report, {false, false, 80});
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
  CHECK(wrap("one two three", 7, "", "  ") == "one two\n  three\n");
  CHECK(wrap("1 war_sun, 12 fighter", 15) == "1 war_sun,\n12 fighter\n");
  CHECK(wrap("wins 61.5 % or", 9) == "wins\n61.5 % or\n");  // a percent sign stays with its number
  Table table({Table::Align::left, Table::Align::right});
  table.row({"a", "10"});
  table.row({"long", "1"});
  CHECK(table.text() == "  a     10\n  long   1\n");
}
