#include "apps/serve/http/session.hpp"

#include <string_view>

#include <boost/beast/http/read.hpp>
#include <fmt/format.h>

#include "sim/version.hpp"

namespace broadside::serve {

namespace http = boost::beast::http;

Session::Session(tcp::socket socket, Hall& hall, bool refused)
    : socket_(std::move(socket)),
      hall_(hall),
      limits_(hall.settings.limits),
      timer_(socket_.get_executor()),
      buffer_(limits_.header + (64U << 10)),
      refused_(refused),
      began_(Clock::now()) {
  hall_.sessions.insert(this);
  error_code ignored;
  const auto visitor = socket_.remote_endpoint(ignored);
  if (!ignored) who_ = visitor.address().to_string(ignored);
  socket_.set_option(tcp::no_delay(true), ignored);
}

Session::~Session() { hall_.sessions.erase(this); }

void Session::begin() {
  set_deadline(refused_ ? limits_.lingering : limits_.slow_head);
  await_request();
}

// Waiting operations are cancelled, not the connection: the visitor is still told that he is late.
void Session::set_deadline(Seconds from_now) {
  late_ = false;
  timer_.expires_after(ticks(from_now));
  timer_.async_wait([self = shared_from_this(), number = ++deadline_](error_code) {
    if (number == self->deadline_ && self->timer_.expiry() <= Clock::now()) self->too_late();
  });
}

void Session::too_late() {
  late_ = true;
  if (stage_ == Stage::replying || stage_ == Stage::lingering) return close();
  error_code ignored;
  socket_.cancel(ignored);
}

void Session::await_request() {
  stage_ = Stage::waiting;
  parser_.emplace();
  limit(*parser_, limits_);
  head_is_read_ = false;
  if (buffer_.size() > 0) return read_head();
  socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](error_code error) {
    error_code gone;
    if (error && self->late_ && self->socket_.available(gone) > 0) {  // just in time
      self->set_deadline(self->limits_.last_question);
      return self->read_head();
    }
    // Between two requests nobody waits for a reply.
    if (error && (!self->late_ || self->replies_ > 0 || self->hall_.stopping)) return self->close();
    if (error) return self->reply_to_mistake(error);
    self->read_head();
  });
}

void Session::read_head() {
  stage_ = Stage::head;
  if (replies_ > 0) {
    began_ = Clock::now();
    set_deadline(limits_.slow_head);
  }  // else the time runs since it connected
  http::async_read_header(socket_, buffer_, *parser_,
                          [self = shared_from_this()](error_code error, std::size_t taken) {
                            error = head_error(error, taken, self->limits_);
                            error ? self->reply_to_mistake(error) : self->take_head();
                          });
}

void Session::take_head() {
  head_is_read_ = true;
  const Request asked = request_of(*parser_);
  if (refused_) return reply(busy_reply(503, "too many visitors", 1), true);
  Route to = route(asked, hall_.names, hall_.page, hall_.settings.page_missing);
  if (auto* ready = std::get_if<Reply>(&to)) return reply(std::move(*ready), asked.has_body);
  if (std::holds_alternative<ToHealth>(to)) return reply(health(), asked.has_body);
  asked.expect.empty() ? read_body() : continue_then_read_body();
}

void Session::continue_then_read_body() {
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  asio::async_write(socket_, asio::buffer(kContinue),
                    [self = shared_from_this()](error_code error, std::size_t) {
                      error ? self->close() : self->read_body();
                    });
}

void Session::read_body() {
  stage_ = Stage::body;
  set_deadline(limits_.slow_body);
  http::async_read(socket_, buffer_, *parser_,
                   [self = shared_from_this()](error_code error, std::size_t) {
                     error ? self->reply_to_mistake(error) : self->ask();
                   });
}

void Session::ask() {
  stage_ = Stage::asking;
  ++deadline_;  // from here on the worker's counts
  timer_.cancel();
  Answerers& answerers = *hall_.answerers;
  const bool taken =
      answerers.ask(std::move(parser_->get().body()),
                    [self = shared_from_this()](Reply told) { self->reply(std::move(told)); });
  if (!taken) reply(busy_reply(429, "too many questions at once", answerers.seconds_until_free()));
}

/// A request that cannot be read, or not in time.
void Session::reply_to_mistake(error_code error) {
  if (late_ && error == asio::error::operation_aborted)
    return reply(error_reply(408, "the request took too long to arrive"), true);
  if (auto told = serve::reply_to_mistake(error, limits_)) return reply(*std::move(told), true);
  close();
}

void Session::reply(Reply told, bool last) {
  stage_ = Stage::replying;
  reply_ = std::move(told);
  const bool goes_on = !last && !reply_.last && head_is_read_ && !refused_ && !hall_.stopping &&
                       parser_->get().keep_alive();
  head_ = head_of(reply_, goes_on);
  const bool only_head =
      reply_.status == 304 || (head_is_read_ && parser_->get().method() == http::verb::head);
  if (only_head) reply_.body = std::make_shared<const std::string>();
  set_deadline(limits_.slow_reader);
  const std::array<asio::const_buffer, 2> parts{asio::buffer(head_), asio::buffer(*reply_.body)};
  asio::async_write(socket_, parts,
                    [self = shared_from_this(), goes_on](error_code error, std::size_t) {
                      error ? self->close() : self->after_reply(goes_on);
                    });
}

void Session::after_reply(bool goes_on) {
  const Request asked = head_is_read_ ? request_of(*parser_) : Request{};
  replied_ = Clock::now();
  hall_.log.note({who_, asked.method, asked.target, reply_.status, reply_.body->size(),
                  Seconds(replied_ - began_).count() * 1000});
  ++replies_;
  reply_ = {};
  if (!goes_on) return linger();
  set_deadline(limits_.idle);
  await_request();
  if (hall_.stopping) stop();
}

/// Closing at once would throw away what the visitor still sends, and with it, on his side, the
/// reply that he has not read yet.
void Session::linger() {
  stage_ = Stage::lingering;
  error_code gone;
  socket_.shutdown(tcp::socket::shutdown_send, gone);
  if (gone) return close();
  set_deadline(limits_.lingering);
  drain();
}

void Session::drain() {
  constexpr std::size_t kMostDrained = 4U << 20;
  socket_.async_read_some(asio::buffer(spill_),
                          [self = shared_from_this()](error_code error, std::size_t got) {
                            self->drained_ += got;
                            const bool enough = error || self->drained_ > kMostDrained;
                            enough ? self->close() : self->drain();
                          });
}

void Session::close() {
  ++deadline_;
  timer_.cancel();
  error_code ignored;
  socket_.close(ignored);
}

void Session::stop() {
  if (stage_ == Stage::head || stage_ == Stage::body) return set_deadline(limits_.last_question);
  if (stage_ != Stage::waiting) return;
  error_code gone;
  if (socket_.available(gone) > 0 && !gone) return;  // a request that is here already
  if (replies_ == 0) return set_deadline(limits_.last_question);
  if (Clock::now() - replied_ < limits_.last_words) return set_deadline(limits_.last_words);
  close();
}

Reply Session::health() const {
  return json_reply(hall_.stopping ? 503 : 200,
                    fmt::format(R"({{"status":"{}","version":"{}","page":{},"connections":{},)"
                                R"("questions":{{"under_way":{},"waiting":{},"answered":{}}}}})",
                                hall_.stopping ? "stopping" : "ok", version(), !hall_.page.empty(),
                                hall_.sessions.size(), hall_.answerers->under_way(),
                                hall_.answerers->waiting(), hall_.answerers->answered()));
}

}  // namespace broadside::serve
