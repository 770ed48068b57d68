#pragma once
// Question: how do the processes of one job talk? A few calls of MPI; rank 0 leads and works too.

#include <cstdint>
#include <string>
#include <vector>

namespace broadside {

class Ranks {
 public:
  Ranks(int* argc, char*** argv);  ///< joins the job
  ~Ranks();                        ///< leaves it, once all do
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int mine() const noexcept { return mine_; }
  int count() const noexcept { return count_; }
  bool leads() const noexcept { return mine_ == 0; }

  /// Says on standard error what went wrong on this rank, silent or not, and ends those of all: the
  /// others would wait for it.
  [[noreturn]] void end_job(const char* why) const;

  // Together: every rank calls them, in the same order.
  /// What rank 0 says, to all.
  void tell_all(std::vector<std::uint64_t>& numbers) const;
  /// What every rank has, at rank 0 in their order; nothing elsewhere.
  std::vector<std::vector<std::uint64_t>> gather(const std::vector<std::uint64_t>& numbers) const;
  bool all_say(std::uint64_t number) const;  ///< all say the same
  double sum(double number) const;           ///< at rank 0

  // One to one; every message is a list of bytes.
  void send(int to, const std::string& bytes) const;
  std::string receive(int from) const;
  /// At rank 0: a rank that has sent something, or 0 where none has.
  int who_calls() const;

 private:
  int told_;  ///< standard error as it was
  int mine_ = 0, count_ = 1;
};

}  // namespace broadside
