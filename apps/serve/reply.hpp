#pragma once
// Question: what is a visitor told?

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/serve/page.hpp"

namespace broadside::serve {

using Headers = std::vector<std::pair<std::string_view, std::string>>;

struct Reply {
  int status = 200;
  std::string type;
  std::shared_ptr<const std::string> body;  ///< never null
  Headers headers;                          ///< beside those that every reply has
  bool last = false;                        ///< the connection ends with it
};

/// One JSON object on a line.
Reply json_reply(int status, std::string json);

/// {"error": {...}}, as every refused question has it.
Reply error_reply(int status, std::string problem, std::string where = "", std::string hint = "");

/// Too much at once: 429 or 503, with when to come again.
Reply busy_reply(int status, std::string problem, int seconds);

/// A file of the page in the form that the visitor takes best, or 304 where he has it already.
Reply file_reply(const PageFile& file, std::string_view accept_encoding,
                 std::string_view if_none_match);

/// In place of the page.
Reply no_page_reply(std::string_view why);

/// What every reply carries: nothing is fetched from elsewhere, nothing is guessed, nobody frames it.
const Headers& common_headers();

}  // namespace broadside::serve
