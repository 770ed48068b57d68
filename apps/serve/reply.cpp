#include "apps/serve/reply.hpp"

#include <fmt/format.h>

#include "apps/report/markup.hpp"
#include "apps/report/report_json.hpp"
#include "core/scenario/text.hpp"

namespace broadside::serve {
namespace {

std::shared_ptr<const std::string> kept(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

/// Whether a list of tags (`"a", W/"b"` or `*`) has this one, which stands in quotes.
bool has_tag(std::string_view list, std::string_view tag) {
  return trimmed(list) == "*" || list.find(tag) != std::string_view::npos;
}

}  // namespace

Reply json_reply(int status, std::string json) {
  json += '\n';
  return {
      status, "application/json", kept(std::move(json)), {{"Cache-Control", "no-store"}}, false};
}

Reply error_reply(int status, std::string problem, std::string where, std::string hint) {
  return json_reply(status, write_error({std::move(problem), std::move(where), std::move(hint)}));
}

Reply busy_reply(int status, std::string problem, int seconds) {
  Reply reply =
      error_reply(status, std::move(problem), "", fmt::format("ask again in {} s", seconds));
  reply.headers.emplace_back("Retry-After", fmt::format("{}", seconds));
  return reply;
}

Reply file_reply(const PageFile& file, std::string_view accept_encoding,
                 std::string_view if_none_match) {
  Reply reply{200, file.type, file.plain, {}, false};
  std::string tag = file.tag;
  if (file.brotli || file.gzip) reply.headers.emplace_back("Vary", "Accept-Encoding");
  if (file.brotli && accepts(accept_encoding, "br")) {
    reply.body = file.brotli;
    reply.headers.emplace_back("Content-Encoding", "br");
    tag += "-br";  // a tag names these bytes, not what they unpack to
  } else if (file.gzip && accepts(accept_encoding, "gzip")) {
    reply.body = file.gzip;
    reply.headers.emplace_back("Content-Encoding", "gzip");
    tag += "-gz";
  }
  tag = fmt::format("\"{}\"", tag);
  reply.headers.emplace_back(
      "Cache-Control", file.named_by_contents ? "public, max-age=31536000, immutable" : "no-cache");
  if (has_tag(if_none_match, tag)) {
    reply.status = 304;
    reply.body = kept("");
    std::erase_if(reply.headers, [](const auto& h) { return h.first == "Content-Encoding"; });
  }
  reply.headers.emplace_back("ETag", std::move(tag));
  return reply;
}

Reply no_page_reply(std::string_view why) {
  constexpr std::string_view kWords =
      "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>Broadside</title>\n<h1>Broadside</h1>\n"
      "<p>The page is not here: {}</p>\n"
      "<p>Questions are answered all the same:</p>\n"
      "<pre>curl --json '{{\"attacker\": \"2 dn, 4 ff\", \"defender\": \"ws, 3 ff\"}}' \\\n"
      "  http://127.0.0.1:8017/api/ask</pre>\n</html>\n";
  return {503,
          "text/html; charset=utf-8",
          kept(fmt::format(kWords, escaped(why))),
          {{"Cache-Control", "no-store"}},
          false};
}

const Headers& common_headers() {
  static const Headers kHeaders{
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
       "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
       "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"},
  };
  return kHeaders;
}

}  // namespace broadside::serve
