#include "core/scenario/query.hpp"

#include <doctest/doctest.h>

using namespace broadside;

TEST_SUITE("core/scenario/query") {
  TEST_CASE("a query is taken apart and decoded") {
    const std::vector<QueryItem> meant = {{"a", "1"}, {"b", "two words"}, {"c", "N'orr"},
                                          {"d", ""},  {"e", "x=y"},       {"f", "50%"}};
    CHECK(parse_query("a=1&b=two+words&c=N%27orr&d&&e=x=y&f=50%") == meant);
    CHECK(parse_query("").empty());
    CHECK(parse_query("%4")[0].key == "%4");
    CHECK(parse_query("%zz=%4z")[0] == QueryItem{"%zz", "%4z"});
  }

  TEST_CASE("the query of an address") {
    CHECK(query_part("https://example.com/?a=1#top") == "a=1");
    CHECK(query_part(" <https://example.com/?a=1> ") == "a=1");
    CHECK(query_part("a=1&b=2") == "a=1&b=2");
  }

  TEST_CASE("what is written is read back, whatever it holds") {
    std::string every;
    for (int byte = 1; byte < 256; ++byte) every += static_cast<char>(byte);
    for (const auto encode : {form_encoded, link_encoded}) {
      const auto items = parse_query(encode(every) + "=" + encode("2 dn, +plasma & more"));
      REQUIRE(items.size() == 1);
      CHECK(items[0].key == every);
      CHECK(items[0].value == "2 dn, +plasma & more");
    }
    CHECK(form_encoded("Asail (Firmament)") == "Asail+%28Firmament%29");
    CHECK(link_encoded("letnev: 2 dn!, +nes") == "letnev:%202%20dn%21,%20%2Bnes");
  }
}
