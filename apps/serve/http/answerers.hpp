#pragma once
// Question: which worker takes the next question, and what if it does not come back?

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "apps/serve/http/asio.hpp"
#include "apps/serve/reply.hpp"

namespace broadside::serve {

class Answerers {
 public:
  using Tell = std::function<void(Reply)>;

  Answerers(asio::io_context& io, const Limits& limits);
  ~Answerers();
  Answerers(const Answerers&) = delete;
  Answerers& operator=(const Answerers&) = delete;

  /// `tell` is called once, later. False, and never called, where too many wait already.
  bool ask(std::string question, Tell tell);

  /// Nobody asks any more: workers that have nothing to do end.
  void stop();

  int seconds_until_free() const;  ///< about; at least one
  std::size_t under_way() const { return under_way_; }
  std::size_t waiting() const { return waiting_.size(); }
  std::uint64_t answered() const { return answered_; }

 private:
  struct Question {
    std::string text;
    Tell tell;
  };
  struct Worker;

  bool start(Worker& worker);  ///< unless it lives; false where there is no process to be had
  void give(Worker& worker, Question question);
  void read_answer(Worker& worker);
  void finish(Worker& worker, Reply reply);
  void bury(Worker& worker);  ///< it ended, or is ended, in the middle of a question
  void give_next();

  asio::io_context& io_;
  const Limits& limits_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::deque<Question> waiting_;
  std::size_t under_way_ = 0, cores_ = 1;
  std::uint64_t answered_ = 0;
  double usual_seconds_ = 0.01;  ///< of the last questions
  bool stopping_ = false;
};

}  // namespace broadside::serve
