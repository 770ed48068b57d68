#include "core/scenario/names.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace broadside;

TEST_SUITE("core/scenario/names") {
  TEST_CASE("names are folded to one spelling") {
    CHECK(fold_name("War  Sun") == "war_sun");
    CHECK(fold_name("war-sun") == "war_sun");
    CHECK(fold_name(" WAR_-_SUN\t") == "war_sun");
    CHECK(fold_name("N'orr") == "norr");
    CHECK(fold_name("Vuil\xE2\x80\x99raith") == "vuilraith");  // as phones type it
    CHECK(fold_name("cruiser2") == "cruiser2");
    CHECK(fold_name("") == "");
    CHECK(fold_name(" - _ ") == "");
    CHECK(fold_name(" -x wing") == "-x_wing");  // a minus is no blank
  }

  TEST_CASE("edit distance counts inserts, deletes, replacements and neighbour swaps") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("abc", "") == 3);
    CHECK(edit_distance("cruiser", "cruiser") == 0);
    CHECK(edit_distance("crusier", "cruiser") == 1);   // swap
    CHECK(edit_distance("cruser", "cruiser") == 1);    // insert
    CHECK(edit_distance("cruisser", "cruiser") == 1);  // delete
    CHECK(edit_distance("cruizer", "cruiser") == 1);   // replace
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("ca", "abc") == 3);  // no letter is edited twice
    CHECK(edit_distance("ab", "ba") == 1);
  }

  TEST_CASE("edit distance is symmetric") {
    const std::string_view words[] = {"dn", "dreadnought", "dreadnaught", "ff", "fighter",
                                      "",   "mech"};
    for (const auto a : words)
      for (const auto b : words) CHECK(edit_distance(a, b) == edit_distance(b, a));
  }

  TEST_CASE("hints name the nearest known name") {
    const std::string_view units[] = {"cruiser", "carrier", "war_sun", "ff", "dn"};
    CHECK(nearest_hint("crusier", units) == "did you mean 'cruiser'?");
    CHECK(nearest_hint("CARIER", units) == "did you mean 'carrier'?");
    CHECK(nearest_hint("war son", units) == "did you mean 'war_sun'?");
    CHECK(nearest_hint("nd", units) == "did you mean 'dn'?");
    CHECK(nearest_hint("fg", units).starts_with("known: "));          // as near to many others
    CHECK(nearest_hint("crui", units) == "did you mean 'cruiser'?");  // a beginning
  }

  TEST_CASE("hints list a short list where nothing is near, and nothing else") {
    const std::string_view units[] = {"cruiser", "ff"};
    CHECK(nearest_hint("banana", units) == "known: cruiser, ff");
    CHECK(nearest_hint("", units) == "known: cruiser, ff");
    CHECK(nearest_hint("xy", units) == "known: cruiser, ff");
    CHECK(nearest_hint(std::string(100'000, 'x'), units) == "known: cruiser, ff");
    const std::vector<std::string_view> many(13, "cruiser");
    CHECK(nearest_hint("banana", many) == "");
    CHECK(nearest_hint("banana", {}) == "");
  }
}
