#pragma once
// Question: how is a request read, and a reply written? Without a connection: session.cpp has one,
// the fuzzer (tests/fuzz/http.cpp) has bytes.

#include <cstddef>
#include <optional>
#include <string>

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "apps/serve/http/asio.hpp"
#include "apps/serve/limits.hpp"
#include "apps/serve/reply.hpp"
#include "apps/serve/route.hpp"

namespace broadside::serve {

using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

/// Takes no more than the limits let it.
void limit(Parser& parser, const Limits& limits);

/// The error with which a head of so many bytes was read. The parser limits the first line and the
/// rest together or each for itself, as the pieces arrive that they come in; a head is one length.
error_code head_error(const error_code& error, std::size_t bytes, const Limits& limits);

/// What the head says; views of the parser's.
Request request_of(const Parser& parser);

/// A request that cannot be read. Where the next one begins nobody can tell any more, so the reply
/// is the last. Nothing where the visitor has gone.
std::optional<Reply> reply_to_mistake(const error_code& error, const Limits& limits);

/// What is sent before the body of a reply.
std::string head_of(const Reply& reply, bool goes_on);

}  // namespace broadside::serve
