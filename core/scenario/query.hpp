#pragma once
// Question: what does the query of a link say, and how is one written?

#include <string>
#include <string_view>
#include <vector>

namespace broadside {

struct QueryItem {
  std::string key, value;
  friend bool operator==(const QueryItem&, const QueryItem&) = default;
};

/// "a=1&b=two+words%21" -> {a, 1}, {b, two words!}; a key without '=' has an empty value. A '%'
/// that no two hexadecimal digits follow stays as it is.
std::vector<QueryItem> parse_query(std::string_view query);

/// The query of a whole address: what stands between '?' and '#'. A text without '?' is one itself.
std::string_view query_part(std::string_view address);

/// As the form of a browser writes a text: blanks become '+', letters, digits and "*-._" stay.
std::string form_encoded(std::string_view text);

/// As a link writes it that people are to read: commas and colons stay too, blanks become "%20".
std::string link_encoded(std::string_view text);

}  // namespace broadside
