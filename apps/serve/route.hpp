#pragma once
// Question: where does a request lead: to a file, a question, or a refusal?

#include <string_view>
#include <variant>

#include "apps/serve/own_names.hpp"
#include "apps/serve/page.hpp"
#include "apps/serve/reply.hpp"

namespace broadside::serve {

/// What decides it; empty where the request does not say.
struct Request {
  std::string_view method, target, host, origin, fetch_site, transfer_encoding, expect,
      content_encoding, accept_encoding, if_none_match;
  int hosts = 0;       ///< how many Host lines there are
  bool modern = true;  ///< HTTP/1.1
  bool has_body = false;
};

struct ToAsk {};     ///< the body is a question
struct ToHealth {};  ///< how is the server?

using Route = std::variant<Reply, ToAsk, ToHealth>;

/// `missing`: why there is no page, where there is none.
Route route(const Request& request, const OwnNames& names, const Page& page,
            std::string_view missing);

}  // namespace broadside::serve
