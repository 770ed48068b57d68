#include "apps/serve/http/message.hpp"

#include <cstdint>
#include <ctime>
#include <string_view>

#include <boost/beast/http/error.hpp>
#include <fmt/format.h>

namespace broadside::serve {
namespace {

namespace http = boost::beast::http;

std::string_view plain(boost::beast::string_view text) { return {text.data(), text.size()}; }

std::string_view reason(int status) {
  return plain(http::obsolete_reason(static_cast<http::status>(status)));
}

/// "Tue, 17 Nov 2026 03:45:39 GMT"
std::string http_date() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[40];
  std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &utc);
  return text;
}

}  // namespace

void limit(Parser& parser, const Limits& limits) {
  parser.header_limit(static_cast<std::uint32_t>(limits.header));
  parser.body_limit(limits.body);
}

error_code head_error(const error_code& error, std::size_t bytes, const Limits& limits) {
  return error || bytes <= limits.header ? error : make_error_code(http::error::header_limit);
}

Request request_of(const Parser& parser) {
  const auto& asked = parser.get();
  const auto value = [&](http::field name) { return plain(asked[name]); };
  Request request;
  request.method = plain(asked.method_string());
  request.target = plain(asked.target());
  request.host = value(http::field::host);
  request.hosts = static_cast<int>(asked.count(http::field::host));
  request.origin = value(http::field::origin);
  request.fetch_site = plain(asked["Sec-Fetch-Site"]);
  request.transfer_encoding = asked.count(http::field::transfer_encoding) > 1
                                  ? "several"
                                  : value(http::field::transfer_encoding);
  request.expect = value(http::field::expect);
  request.content_encoding = value(http::field::content_encoding);
  request.accept_encoding = value(http::field::accept_encoding);
  request.if_none_match = value(http::field::if_none_match);
  request.modern = asked.version() >= 11;
  request.has_body = parser.chunked() || parser.content_length().value_or(0) > 0;
  return request;
}

std::optional<Reply> reply_to_mistake(const error_code& error, const Limits& limits) {
  if (error.category() != http::make_error_code(http::error::end_of_stream).category())
    return std::nullopt;
  switch (static_cast<http::error>(error.value())) {
    case http::error::end_of_stream:
    case http::error::partial_message:
      return std::nullopt;
    case http::error::header_limit:
    case http::error::buffer_overflow:
      return error_reply(431, "the head of the request is too long", "",
                         fmt::format("at most {} bytes", limits.header));
    case http::error::body_limit:
      return error_reply(413, "the question is too long", "",
                         fmt::format("at most {} bytes", limits.body));
    case http::error::bad_version:
      return error_reply(505, "this version of HTTP is not spoken here", "", "HTTP/1.1");
    default:
      return error_reply(400, fmt::format("the request cannot be read: {}", error.message()));
  }
}

std::string head_of(const Reply& reply, bool goes_on) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\nDate: {}\r\nServer: broadside\r\n",
                                 reply.status, reason(reply.status), http_date());
  const auto add = [&](std::string_view name, std::string_view value) {
    head += fmt::format("{}: {}\r\n", name, value);
  };
  for (const auto& [name, value] : common_headers()) add(name, value);
  for (const auto& [name, value] : reply.headers) add(name, value);
  add("Content-Type", reply.type);
  if (reply.status != 304) add("Content-Length", fmt::format("{}", reply.body->size()));
  add("Connection", goes_on ? "keep-alive" : "close");
  return head + "\r\n";
}

}  // namespace broadside::serve
