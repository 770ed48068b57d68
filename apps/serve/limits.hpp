#pragma once
// Question: how much may visitors take, and what are they told when it is too much?

#include <chrono>
#include <cstddef>

namespace broadside::serve {

using Seconds = std::chrono::duration<double>;

struct Limits {
  // A question. How many units it may have is the engine's limit: 422 with its words.
  std::size_t body = 256 << 10;      ///< bytes; more: 413
  Seconds time{20};                  ///< then the answer so far, or 422 where there is none
  std::size_t memory = 1024U << 20;  ///< bytes; more: 422
  std::size_t threads = 16;          ///< that one may use when it is alone
  std::size_t answerers = 0;         ///< questions under way at once; 0 = one a core
  std::size_t waiting = 256;         ///< questions that wait for one of them; more: 429

  // A connection.
  std::size_t connections = 512;  ///< open at once; more: 503
  std::size_t refusals = 64;      ///< beyond them, being told so; more: closed without a word
  std::size_t header = 16 << 10;  ///< bytes of a request's head; more: 431
  Seconds slow_head{10};          ///< until the head of a request is here; later: 408
  Seconds slow_body{10};          ///< until its body is; later: 408
  Seconds slow_reader{60};        ///< until the reply is fetched; later: closed
  Seconds idle{30};               ///< until the next request of a connection; later: closed
  Seconds lingering{2};           ///< for a reply to arrive before the connection is gone

  // The end: whoever has just connected still has the time to ask.
  Seconds last_question{2};  ///< for a connection that has not asked yet
  Seconds last_words{1};     ///< for one that was answered less than this ago

  /// A worker that does not stop by itself is ended after this.
  Seconds hard_time() const { return time * 1.25 + Seconds{2}; }
};

}  // namespace broadside::serve
