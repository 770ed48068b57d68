#pragma once
// Question: what of Boost does the server use? Included by the files of this folder alone, which are
// compiled as one where time counts: nothing else in the project takes as long to read.

// One thread does everything here, so nothing is locked and no fence (which the thread sanitiser does
// not know) is set. Said for the whole target (apps/CMakeLists.txt): other headers of Boost bring Asio
// too, and files that see two forms of it end the server at its start.
#ifndef BOOST_ASIO_DISABLE_THREADS
#error "whoever includes this is compiled with BOOST_ASIO_DISABLE_THREADS"
#endif

#include <utility>  // Asio of Boost 1.74 forgets it under C++20

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include "apps/serve/limits.hpp"

namespace broadside::serve {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

inline std::chrono::steady_clock::duration ticks(Seconds seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(seconds);
}

}  // namespace broadside::serve
