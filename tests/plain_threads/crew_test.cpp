#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "sim/plain_threads/crew.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "sim/exact_parallel.hpp"
#include "sim/run_each.hpp"
#include "sim/run_in_order.hpp"

#ifndef MEMORY_OF_THE_SANITISER
namespace {
std::atomic<int> allocations_until_failure{0};  // 0: none fails
}

void* operator new(std::size_t size) {
  if (allocations_until_failure > 0 && --allocations_until_failure == 0) throw std::bad_alloc();
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
// Not inlined: g++ 12 would see free() for what it knows to come from operator new.
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
#endif

namespace broadside {
namespace {

using Times = std::vector<int>;  // how often each thing was done

TEST_CASE("every task is done once, tasks inside tasks too, and what one throws arrives") {
  for (const int threads : {0, 1, 2, 5})
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{300}}) {
      CAPTURE(threads);
      CAPTURE(count);
      Times outer(count), inner(count);
      std::size_t told = 0;
      const auto task = [&](std::size_t i) {
        ++outer[i];
        Times some(10);
        run_each(some.size(), threads, [&](std::size_t j) { ++some[j]; });
        if (some == Times(10, 1)) ++inner[i];
      };
      run_each(count, threads, task, [&](std::size_t done) { told = done; });
      CHECK(outer == Times(count, 1));
      CHECK(inner == Times(count, 1));
      CHECK(told == count);
      if (count == 0) continue;
      const auto fails = [&](std::size_t i) {
        if (i == count / 2) throw std::runtime_error("no memory");
      };
      CHECK_THROWS_AS(run_each(count, threads, fails), std::runtime_error);
    }
}

TEST_CASE("one crew solves many pieces one after the other") {
  const Parallel parallel = solving_threads(2);
  if (!parallel) return;  // a machine with one core
  for (std::size_t count = 0; count < 200; ++count) {
    Times times(count);
    parallel(count, [&](std::size_t first, std::size_t last) {
      for (; first != last; ++first) ++times[first];
    });
    CHECK(times == Times(count, 1));
  }
}

TEST_CASE("things leave in the order in which they came, whoever worked on them") {
  for (const int threads : {0, 1, 2, 5})
    for (const std::size_t places : {std::size_t{1}, std::size_t{4}}) {
      CAPTURE(threads);
      CAPTURE(places);
      constexpr int kAll = 500;
      int next = 0;
      Times read(places), worked(places), given;
      run_in_order(threads, {places,
                             [&](std::size_t place) {
                               if (next == kAll) return false;
                               read[place] = next++;
                               return true;
                             },
                             [&](std::size_t place) {
                               Times some(5);
                               run_each(some.size(), threads, [&](std::size_t j) { ++some[j]; });
                               worked[place] = read[place] + some[4];
                             },
                             [&](std::size_t place) { given.push_back(worked[place]); }});
      Times expected;
      for (int i = 1; i <= kAll; ++i) expected.push_back(i);
      CHECK(given == expected);
    }
}

#ifndef MEMORY_OF_THE_SANITISER
TEST_CASE("without memory for a thread those that there are go on, and none is lost for later") {
  constexpr int kThreads = 4, kAll = 50;
  int borne = 0;
  for (int nth = 1; nth <= 20; ++nth) {
    CAPTURE(nth);
    const auto done_or_told = [&](Times& times, const auto& work) {
      bool told = false;
      allocations_until_failure = nth;
      try {
        work();
      } catch (const std::bad_alloc&) {
        told = true;
      }
      borne += !told && allocations_until_failure == 0;
      allocations_until_failure = 0;
      CHECK((told || times == Times(kAll, 1)));
      CHECK(Crew{kThreads}.size() == kThreads);
    };
    Times once(kAll);
    done_or_told(once, [&] { run_each(once.size(), kThreads, [&](std::size_t i) { ++once[i]; }); });
    Times given(kAll);
    std::size_t next = 0, read[4] = {}, due = 0;
    done_or_told(given, [&] {
      run_in_order(kThreads, {4,
                              [&](std::size_t place) {
                                read[place] = next;
                                return next++ < kAll;
                              },
                              [](std::size_t) {},
                              [&](std::size_t place) {
                                given[due] += read[place] == due;
                                ++due;
                              }});
    });
  }
  CHECK(borne > 0);
}
#endif

}  // namespace
}  // namespace broadside
