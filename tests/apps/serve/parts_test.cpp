// The parts of the server that need no connection; tests/serve visits it as a whole.

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <doctest/doctest.h>

#include "apps/serve/access_log.hpp"
#include "apps/serve/own_names.hpp"
#include "apps/serve/page.hpp"
#include "apps/serve/route.hpp"
#include "apps/serve/target.hpp"

using namespace broadside::serve;

TEST_CASE("a target names a path, or nothing") {
  CHECK(path_of("/") == "/");
  CHECK(path_of("/a%20b?c=%00#d") == "/a b");
  CHECK(path_of("/%e2%80%a6") == "/\xe2\x80\xa6");
  CHECK(path_of("http://host:1/a") == "/a");
  CHECK(path_of("https://host?x") == "/");
  CHECK(path_of("/..%2f..") == "/../..");  // resolved by nobody: there is no such file
  for (const char* wrong :
       {"", "a", "*", "%2f", "/%", "/%4", "/%4g", "/%00", "/%0a", "/%7f", "/a\\b", "/%5c", "/%ff",
        "/%c0%af", "/%e0%80%af", "/%ed%a0%80", "/%f4%90%80%80", "/%e2%80", "ftp://host/a"})
    CHECK_MESSAGE(!path_of(wrong), wrong);
}

TEST_CASE("codings are taken as the visitor weighs them") {
  CHECK(accepts("gzip, br", "br"));
  CHECK(accepts(" BR ;q=0.001", "br"));
  CHECK_FALSE(accepts("br;q=0", "br"));
  CHECK_FALSE(accepts("br;q=0.000, gzip", "br"));
  CHECK_FALSE(accepts("brotli", "br"));
  CHECK_FALSE(accepts("", "br"));
  CHECK_FALSE(accepts("b\xd2, \xff", "br"));  // letters of no alphabet that HTTP knows
}

TEST_CASE("nothing in a line of the log can steer a terminal or end the line") {
  CHECK(log_line({"127.0.0.1", "GET", "/a\r\n\x1b[31m\"b\\", 404, 7, 1.25}, 0) ==
        "127.0.0.1 - - [01/Jan/1970:00:00:00 +0000] \"GET /a\\x0d\\x0a\\x1b[31m\\x22b\\x5c\" 404 7 "
        "1.2\n");
  CHECK(log_line({"", "", "", 400, 0, 0}, 0) ==
        "- - - [01/Jan/1970:00:00:00 +0000] \"- -\" 400 0 0.0\n");
  CHECK(log_line({"::1", "GET", std::string(100'000, '"'), 431, 0, 0}, 0).size() < 1024);
}

TEST_CASE("requests that leave open where they end are refused") {
  Request request;
  request.method = "POST";
  request.target = "/api/ask";
  request.host = "h";
  request.hosts = 1;
  const auto status = [&] {
    const Route to = route(request, OwnNames(), Page(), "");
    const auto* reply = std::get_if<Reply>(&to);
    return reply ? reply->status : 200;
  };
  CHECK(status() == 200);
  request.transfer_encoding = "Chunked";
  CHECK(status() == 200);
  request.modern = false;
  CHECK(status() == 400);
  request.modern = true;
  request.transfer_encoding = "chunked, gzip";
  CHECK(status() == 501);
  request.transfer_encoding = "";
  request.hosts = 2;
  CHECK(status() == 400);
  request.hosts = 1;
  request.origin = "https://H";  // behind a proxy that speaks TLS
  CHECK(status() == 200);
  request.origin = "https://h.elsewhere";
  CHECK(status() == 403);
  request.origin = "";
  for (const char* foreign : {"cross-site", "same-site"}) {
    request.fetch_site = foreign;
    CHECK(status() == 403);
  }
  request.fetch_site = "same-origin";
  CHECK(status() == 200);
}

TEST_CASE("a server that only this machine reaches answers to its own names") {
  const auto takes = [](const OwnNames& names, std::string_view host) { return names.take(host); };
  const OwnNames here = own_names("127.0.0.2", true, {});
  for (const char* own : {"localhost", "LocalHost:8017", "127.0.0.1", "127.0.0.1:80", "[::1]",
                          "[::1]:8017", "127.0.0.2:1", "localhost:"})
    CHECK_MESSAGE(takes(here, own), own);
  for (const char* other :
       {"", ":8017", "elsewhere.example", "elsewhere.example:8017", "localhost.elsewhere.example",
        "127.0.0.1.elsewhere.example", "elsewhere.example:localhost", "localhost:8017:elsewhere",
        "localhost:x", "localhost@elsewhere", "::1", "[::1]x", "odds.example.org", "\xff"})
    CHECK_MESSAGE(!takes(here, other), other);
  const std::array given{std::string("odds.example.org")};
  CHECK(takes(own_names("127.0.0.1", true, given), "Odds.Example.org:443"));
  CHECK(takes(own_names("127.0.0.1", true, given), "localhost"));
  CHECK_FALSE(takes(own_names("127.0.0.1", true, given), "elsewhere.example"));
  // What the machine is called elsewhere nobody knows, unless it is said.
  CHECK(takes(own_names("0.0.0.0", false, {}), "elsewhere.example"));
  CHECK(takes(own_names("0.0.0.0", false, given), "odds.example.org"));
  CHECK_FALSE(takes(own_names("0.0.0.0", false, given), "elsewhere.example"));
}

TEST_CASE("a name of somebody else that leads to this machine opens nothing") {
  Request request;
  request.host = "elsewhere.example:8017";
  request.origin = "http://elsewhere.example:8017";
  request.fetch_site = "same-origin";  // so it looks to the browser
  request.hosts = 1;
  const OwnNames names = own_names("127.0.0.1", true, {});
  for (const auto& [method, target] :
       {std::pair{"POST", "/api/ask"}, std::pair{"GET", "/"}, std::pair{"GET", "/api/health"}}) {
    request.method = method;
    request.target = target;
    const Route to = route(request, names, Page(), "");
    const auto* refused = std::get_if<Reply>(&to);
    REQUIRE_MESSAGE(refused, target);
    CHECK(refused->status == 403);
    CHECK(refused->last);
    CHECK(refused->body->find("--name") != std::string::npos);
  }
  request.modern = false;  // HTTP/1.0 need not name a host: no browser does that
  request.hosts = 0;
  request.host = request.origin = request.fetch_site = "";
  const Route to = route(request, names, Page(), "");
  CHECK(std::holds_alternative<ToHealth>(to));
}
