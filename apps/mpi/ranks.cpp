#include "apps/mpi/ranks.hpp"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

namespace broadside {
namespace {

constexpr int kTag = 1;

// Errors end the job (MPI_ERRORS_ARE_FATAL, the usual): what is finished is on the disk.
int size_of(std::size_t size) {
  if (size > INT_MAX) throw std::length_error("more than one message can hold");
  return static_cast<int>(size);
}

}  // namespace

Ranks::Ranks(int* argc, char*** argv) : told_(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) {
  int provided = 0;  // one thread of a rank talks, others work
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &mine_);
  MPI_Comm_size(MPI_COMM_WORLD, &count_);
}

Ranks::~Ranks() {
  MPI_Finalize();
  close(told_);
}

void Ranks::end_job(const char* why) const {
  char text[256];  // not on the heap, which may be what is missing
  const int size = std::snprintf(text, sizeof text, "broadside: rank %d: %s\n", mine_, why);
  const auto length = std::min(static_cast<std::size_t>(std::max(size, 0)), sizeof text - 1);
  if (write(told_, text, length) < 0) {  // nothing to be done about it
  }
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

void Ranks::tell_all(std::vector<std::uint64_t>& numbers) const {
  std::uint64_t size = numbers.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  numbers.resize(size);
  MPI_Bcast(numbers.data(), size_of(size), MPI_UINT64_T, 0, MPI_COMM_WORLD);
}

std::vector<std::vector<std::uint64_t>> Ranks::gather(
    const std::vector<std::uint64_t>& numbers) const {
  // Lists differ in length: forces that were seen.
  const int size = size_of(numbers.size());
  std::vector<int> sizes(leads() ? static_cast<std::size_t>(count_) : 0);
  MPI_Gather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::vector<int> places;
  std::size_t all = 0;
  for (const int one : sizes) {
    places.push_back(size_of(all));
    all += static_cast<std::size_t>(one);
  }
  std::vector<std::uint64_t> together(static_cast<std::size_t>(size_of(all)));
  MPI_Gatherv(numbers.data(), size, MPI_UINT64_T, together.data(), sizes.data(), places.data(),
              MPI_UINT64_T, 0, MPI_COMM_WORLD);
  std::vector<std::vector<std::uint64_t>> lists;
  for (std::size_t r = 0; r < sizes.size(); ++r)
    lists.emplace_back(together.begin() + places[r], together.begin() + places[r] + sizes[r]);
  return lists;
}

bool Ranks::all_say(std::uint64_t number) const {
  std::uint64_t least = 0, most = 0;
  MPI_Allreduce(&number, &least, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
  MPI_Allreduce(&number, &most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
  return least == most;
}

double Ranks::sum(double number) const {
  double all = 0;
  MPI_Reduce(&number, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  return all;
}

void Ranks::send(int to, const std::string& bytes) const {
  MPI_Send(bytes.data(), size_of(bytes.size()), MPI_CHAR, to, kTag, MPI_COMM_WORLD);
}

std::string Ranks::receive(int from) const {
  MPI_Status status;
  MPI_Probe(from, kTag, MPI_COMM_WORLD, &status);
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  MPI_Recv(bytes.data(), size, MPI_CHAR, from, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return bytes;
}

int Ranks::who_calls() const {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &there, &status);
  return there != 0 ? status.MPI_SOURCE : 0;
}

}  // namespace broadside
