#include "apps/serve/route.hpp"

#include <optional>
#include <string>

#include <fmt/format.h>

#include "apps/serve/same_word.hpp"
#include "apps/serve/target.hpp"

namespace broadside::serve {
namespace {

Reply not_allowed(std::string_view method, std::string allowed) {
  Reply reply = error_reply(405, "this cannot be done here", std::string(method),
                            fmt::format("allowed: {}", allowed));
  reply.headers.emplace_back("Allow", std::move(allowed));
  return reply;
}

/// What is wrong with the head of a request, whatever it asks for.
std::optional<Reply> refusal(const Request& request, const OwnNames& names) {
  if (request.hosts > 1 || (request.modern && request.hosts == 0))
    return error_reply(400, "a request names its host once", "Host");
  // Every browser names a host; who does not, in HTTP/1.0, cannot be led here by another's name.
  if (request.hosts > 0 && !names.take(request.host))
    return error_reply(403, "this server is not called that", fmt::format("Host: {}", request.host),
                       "127.0.0.1 or localhost; broadside serve --name NAME gives it another name");
  // Anything else would leave open where the body ends, and so where the next request begins.
  if (!request.transfer_encoding.empty() && !request.modern)
    return error_reply(400, "HTTP/1.0 knows no chunks", "Transfer-Encoding");
  if (!request.transfer_encoding.empty() && !same_word(request.transfer_encoding, "chunked"))
    return error_reply(501, "bodies come plain or chunked", "Transfer-Encoding");
  if (!request.expect.empty() && !same_word(request.expect, "100-continue"))
    return error_reply(417, "cannot be expected", "Expect", "100-continue");
  if (!request.content_encoding.empty() && !same_word(request.content_encoding, "identity"))
    return error_reply(415, "questions come as plain text", "Content-Encoding", "leave it out");
  return std::nullopt;
}

/// A page of somebody else makes its visitor's browser ask: his machine shall not work for it.
bool is_foreign(const Request& request) {
  const auto site = request.fetch_site;  // counts more: a proxy may have changed the host
  if (!site.empty()) return site != "same-origin" && site != "none";
  if (request.origin.empty()) return false;
  const auto colon = request.origin.find("://");
  return colon == std::string_view::npos ||
         !same_word(request.origin.substr(colon + 3), request.host);
}

}  // namespace

Route route(const Request& request, const OwnNames& names, const Page& page,
            std::string_view missing) {
  if (auto refused = refusal(request, names)) {
    refused->last = true;
    return *std::move(refused);
  }
  const bool reads = request.method == "GET" || request.method == "HEAD";
  const auto path = path_of(request.target);
  if (!path) return error_reply(400, "this is no path", "", "a path such as /index.html");
  if (*path == "/api/ask") {
    if (request.method != "POST") return not_allowed(request.method, "POST");
    if (is_foreign(request))
      return error_reply(403, "a page from elsewhere may not ask here", "Origin");
    return ToAsk{};
  }
  if (!reads) return not_allowed(request.method, "GET, HEAD");
  if (*path == "/api/health") return ToHealth{};
  if (const PageFile* file = page.find(*path))
    return file_reply(*file, request.accept_encoding, request.if_none_match);
  if (page.empty() && (*path == "/" || *path == "/index.html")) return no_page_reply(missing);
  return error_reply(404, "there is nothing of this name");
}

}  // namespace broadside::serve
