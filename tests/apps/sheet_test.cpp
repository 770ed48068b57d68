#include "apps/report/sheet.hpp"

#include <doctest/doctest.h>

using namespace broadside;

namespace {

Sheet made_sheet() {
  Sheet sheet({{"fleet", "fleet", Sheet::Kind::words},
               {"wins", "win", Sheet::Kind::chance},
               {"loses", "own_lost", Sheet::Kind::number, true},
               {"cost", "cost", Sheet::Kind::count}});
  sheet.row({"2 dn, 4 ff", 0.615, 3.125, 10.0});
  sheet.row({"a | b \"c\"", 1.0, {}, 2.5});
  return sheet;
}

}  // namespace

TEST_CASE("one table as text, as Markdown and as CSV") {
  CHECK(made_sheet().text({}) ==
        "  fleet          wins  loses  cost\n"
        "  2 dn, 4 ff   61.5 %   3.12    10\n"
        "  a | b \"c\"   100.0 %          2.5\n");
  CHECK(made_sheet().markdown() ==
        "| fleet | wins | loses | cost |\n"
        "|---|---:|---:|---:|\n"
        "| 2 dn, 4 ff | 61.5 % | 3.12 | 10 |\n"
        "| a \\| b \"c\" | 100.0 % |  | 2.5 |\n");
  CHECK(made_sheet().csv() ==
        "fleet,win,own_lost,cost\n"
        "\"2 dn, 4 ff\",0.615,3.125,10\n"
        "\"a | b \"\"c\"\"\",1,,2.5\n");
}

TEST_CASE(
    "a cell of CSV steers no terminal and is no formula, and every row is as long as its head") {
  Sheet sheet({{"id", "id", Sheet::Kind::words},
               {"", "value", Sheet::Kind::number},
               {"", "exact", Sheet::Kind::number}});
  sheet.row({"a\x1b[31m\nb\xc2\x9b", -1.5});
  for (const char* id : {"=1+1", "+cmd", "-x", "@sum", "-7", "+2.5", "-", "caf\xc3\xa9"})
    sheet.row({id});
  CHECK(sheet.csv() ==
        "id,value,exact\n"
        "a?[31m?b?,-1.5,\n"
        "'=1+1,,\n'+cmd,,\n'-x,,\n'@sum,,\n-7,,\n+2.5,,\n'-,,\ncaf\xc3\xa9,,\n");
}

TEST_CASE("spare columns go where there is no room") {
  CHECK(made_sheet().text({false, false, 30}) ==
        "  fleet          wins  cost\n"
        "  2 dn, 4 ff   61.5 %    10\n"
        "  a | b \"c\"   100.0 %   2.5\n");
}

TEST_CASE("headings of numbers go over several lines before they are cut") {
  Sheet sheet({{"defender's dice", "dice", Sheet::Kind::count},
               {"attacker hits", "attacker_hits", Sheet::Kind::number}});
  sheet.row({3.0, 1.5});
  CHECK(sheet.text({false, false, 40}) ==
        "  defender's dice  attacker hits\n"
        "                3           1.50\n");
  CHECK(sheet.text({false, false, 24}) ==
        "  defender's  attacker\n"
        "        dice      hits\n"
        "           3      1.50\n");
}

TEST_CASE("words are cut, but broken where rows would look alike") {
  Sheet sheet({{"fleet", "fleet", Sheet::Kind::words}, {"wins", "win", Sheet::Kind::chance}});
  sheet.row({"4 formation legionaries", 0.5});
  sheet.row({"1 criosphinx, 2 gallic berserkers a", 0.25});
  sheet.row({"1 criosphinx, 2 gallic berserkers b", 0.25});
  CHECK(sheet.text({true, false, 30}) ==
        "  fleet                   wins\n"
        "  4 formation legiona\u2026  50.0 %\n"
        "  1 criosphinx,         25.0 %\n"
        "  2 gallic berserkers\n"
        "  a\n"
        "  1 criosphinx,         25.0 %\n"
        "  2 gallic berserkers\n"
        "  b\n");
}

TEST_CASE("columns that do not fit stand in blocks one below the other") {
  Sheet sheet({{"", "", Sheet::Kind::words},
               {"3 cruisers", "", Sheet::Kind::chance},
               {"2 carriers", "", Sheet::Kind::chance},
               {"8 fighters", "", Sheet::Kind::chance}});
  sheet.row({"2 destroyers", 0.5, 0.25, 1.0});
  CHECK(sheet.text({.width = 38}) ==
        "                3 cruisers  2 carriers\n"
        "  2 destroyers      50.0 %      25.0 %\n"
        "\n"
        "                8 fighters\n"
        "  2 destroyers     100.0 %\n");
}

TEST_CASE("what nothing is known of is no column of zeros") {
  Sheet sheet({{"fleet", "fleet", Sheet::Kind::words},
               {"loses", "own_lost", Sheet::Kind::number, true, false}});
  sheet.row({"a", 0.0});
  CHECK(sheet.text({}) == "  fleet\n  a\n");
  sheet.row({"b", 1.5});
  CHECK(sheet.text({}).find("loses") != std::string::npos);
}

TEST_CASE("a word that is longer than a line goes over several") {
  CHECK(wrap("one twothreefour", 6) == "one\ntwothr\neefour\n");
  CHECK(wrap("abcdefgh ij", 5, "- ", "  ") == "- abc\n  def\n  gh\n  ij\n");
  CHECK(wrap("\u03a9\u03a9\u03a9 x", 2) == "\u03a9\u03a9\n\u03a9\nx\n");
  CHECK(wrap("2 cruisers", 4) == "2 cr\nuise\nrs\n");
}

TEST_CASE("bars in eighths, or in letters") {
  const TextStyle unicode{true, false, 80}, ascii{false, false, 80};
  CHECK(bar_of(0.5, 10, ascii) == "#####");
  CHECK(bar_of(1, 3, unicode) == "\u2588\u2588\u2588");
  CHECK(bar_of(0.5, 3, unicode) == "\u2588\u258c");
  CHECK(bar_of(1e-9, 3, unicode) == "\u258f");  // more than nothing shows
  CHECK(bar_of(0, 3, unicode).empty());
  CHECK(short_number(12) == "12");
  CHECK(short_number(2.5) == "2.5");
  CHECK(short_number(4 - 1e-13) == "4");
  CHECK(short_number(2.5, 2) == "2.5");
  CHECK(short_number(2.347, 2) == "2.35");
}
