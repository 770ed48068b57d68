#pragma once
// Question: what happens on one connection? Requests one after the other: wait, read the head, read
// the body, ask, reply; and at the end linger until the reply has arrived.

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <boost/beast/core/flat_buffer.hpp>

#include "apps/serve/http/asio.hpp"
#include "apps/serve/http/hall.hpp"
#include "apps/serve/http/message.hpp"

namespace broadside::serve {

class Session : public std::enable_shared_from_this<Session> {
 public:
  /// `refused`: there are too many, and this one is only told so.
  Session(tcp::socket socket, Hall& hall, bool refused);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void begin();

  /// The server ends: no further request, but what was asked is answered.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;
  enum class Stage { waiting, head, body, asking, replying, lingering };

  void set_deadline(Seconds from_now);
  void too_late();
  void await_request();
  void read_head();
  void take_head();
  void continue_then_read_body();
  void read_body();
  void ask();
  void reply_to_mistake(error_code error);
  void reply(Reply reply, bool last = false);
  void after_reply(bool goes_on);
  void linger();
  void drain();
  void close();
  Reply health() const;

  tcp::socket socket_;
  Hall& hall_;
  const Limits& limits_;
  asio::steady_timer timer_;
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  Stage stage_ = Stage::waiting;
  const bool refused_;
  bool late_ = false, head_is_read_ = false;
  std::uint64_t deadline_ = 0;  ///< number of the one that counts
  std::size_t replies_ = 0, drained_ = 0;
  Clock::time_point began_, replied_;  ///< the request, the last reply
  std::string who_, head_;             ///< the visitor's address, the head of the reply
  Reply reply_;
  std::array<char, 4096> spill_;
};

}  // namespace broadside::serve
