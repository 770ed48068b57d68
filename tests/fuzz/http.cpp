// A connection without one: bytes as a visitor sends them, in pieces of any size, through the reader,
// the routes and the writer of the server. Questions are answered here, stopped as early as can be.

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "apps/ask/ask.hpp"
#include "apps/serve/access_log.hpp"
#include "apps/serve/http/message.hpp"
#include "sim/engine.hpp"
#include "tests/fuzz/targets.hpp"

namespace broadside::fuzz {
namespace {

namespace http = boost::beast::http;
using serve::error_code;

/// Small, so that short inputs come to them.
serve::Limits small_limits() {
  serve::Limits limits;
  limits.header = 512;
  limits.body = 1024;
  return limits;
}

/// A page with a file in every form.
serve::Page small_page() {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / fmt::format("broadside_page_{}", getpid());
  fs::create_directories(folder);
  for (const char* name : {"index.html", "page-0f3a9c1b2d.js", "page-0f3a9c1b2d.js.br", "a.css.gz"})
    std::ofstream(folder / name) << name;
  auto page = serve::Page::read(folder.string());
  fs::remove_all(folder);
  must(bool{page} && page->size() > 0, "no page");
  return *std::move(page);
}

/// What Beast reads from in place of a socket.
class Visitor {
 public:
  Visitor(std::string_view sent, std::size_t piece) : sent_(sent), piece_(piece) {}
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers, error_code& error) {
    const std::size_t size =
        boost::asio::buffer_copy(buffers, boost::asio::buffer(sent_.data(), sent_.size()), piece_);
    sent_.remove_prefix(size);
    error = size == 0 ? error_code(boost::asio::error::eof) : error_code();
    return size;
  }
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers) {
    error_code error;
    const std::size_t size = read_some(buffers, error);
    must(!error, "read without looking at the error");
    return size;
  }

 private:
  std::string_view sent_;
  std::size_t piece_;
};

/// Nothing that a visitor wrote can make lines of its own in what he, or anybody's log, is sent.
void check_reply(const serve::Reply& reply, const serve::Request& request, bool goes_on) {
  must(reply.status >= 200 && reply.status < 600, "a status that is none");
  must(reply.body != nullptr, "a reply without a body");
  const std::string head = serve::head_of(reply, goes_on);
  must(head.ends_with("\r\n\r\n"), "a head that does not end", head);
  const std::size_t lines = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n'));
  const std::size_t written = 3 + serve::common_headers().size() + reply.headers.size() + 2 +
                              (reply.status == 304 ? 0 : 1) + 1;
  must(lines == written, "a head with lines that nobody wrote", head);
  if (reply.status >= 400 && reply.type.starts_with("application/json"))
    must(nlohmann::json::accept(*reply.body), "a refusal that is no JSON", *reply.body);
  const std::string line =
      serve::log_line({"::1", request.method, request.target, reply.status, 0, 0}, 0);
  must(std::count(line.begin(), line.end(), '\n') == 1 && line.ends_with('\n'),
       "a request that breaks its line of the log", line);
  for (const char c : line)
    must(c == '\n' || (c >= ' ' && c < 0x7f), "a request that steers a terminal", line);
}

/// The status of every request that could be read, in order. When a mistake in a request that is cut
/// short is noticed may hang on the pieces, so that is left out.
std::vector<int> statuses(std::string_view sent, std::size_t piece, const serve::Page& page) {
  const serve::Limits limits = small_limits();
  static const serve::OwnNames names =
      serve::own_names("127.0.0.1", true, std::array{std::string("h"), std::string("host")});
  Visitor visitor{sent, piece};
  boost::beast::flat_buffer buffer{limits.header + 1024};
  std::vector<int> told;
  const auto answer = [&](const serve::Reply& reply, const serve::Request& request, bool goes_on) {
    check_reply(reply, request, goes_on);
    told.push_back(reply.status);
    return goes_on;
  };
  for (bool goes_on = true; goes_on;) {
    serve::Parser parser;
    serve::limit(parser, limits);
    error_code error;
    const std::size_t taken = http::read_header(visitor, buffer, parser, error);
    error = serve::head_error(error, taken, limits);
    serve::Request request;
    if (!error) {
      request = serve::request_of(parser);
      const serve::Route to = serve::route(request, names, page, "there is none");
      const auto* ready = std::get_if<serve::Reply>(&to);
      const bool stays = parser.get().keep_alive() && !request.has_body;
      if (ready) {
        goes_on = answer(*ready, request, stays && !ready->last);
        continue;
      }
      if (std::holds_alternative<serve::ToHealth>(to)) {
        goes_on = answer(serve::json_reply(200, "{}"), request, stays);
        continue;
      }
      http::read(visitor, buffer, parser, error);
    }
    if (error) {
      const auto reply = serve::reply_to_mistake(error, limits);
      if (reply) check_reply(*reply, request, false);
      break;
    }
    must(parser.get().body().size() <= limits.body, "more than may be asked");
    Options usual;
    usual.battles = 64;
    usual.threads = 1;
    usual.exact_budget = 1e4;
    const Answer known = ask(parser.get().body(), usual, [](double, double) { return false; });
    const int status = known.status == AnswerStatus::answered ? 200 : 422;
    goes_on = answer(serve::json_reply(status, known.json), request, parser.get().keep_alive());
  }
  return told;
}

}  // namespace

void fuzz_http(std::span<const std::uint8_t> bytes) {
  static const serve::Page none, small = small_page();
  if (bytes.empty()) return;
  const std::size_t piece = 1 + bytes.front() % 64;
  const serve::Page& page = bytes.front() < 128 ? none : small;
  const std::string_view sent{reinterpret_cast<const char*>(bytes.data()) + 1, bytes.size() - 1};
  const auto whole = statuses(sent, sent.size() + 1, page);
  must(statuses(sent, piece, page) == whole, "the size of the pieces matters", sent);
}

}  // namespace broadside::fuzz
