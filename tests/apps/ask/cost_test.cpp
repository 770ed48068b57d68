// What the door bears: many questions in a row, and many at once. What it costs: tests/c/cost.cpp.

#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "apps/c/broadside.h"

namespace {

std::string in_c(const char* question) {
  broadside_answer* answer = nullptr;
  broadside_ask(question, BROADSIDE_UNTIL_ZERO, nullptr, nullptr, &answer);
  std::string json = broadside_json(answer, nullptr);
  broadside_free(answer);
  return json;
}

std::string small_question(int number) {
  return fmt::format(
      R"({{"id":{},"game":"risk","attacker":"{}","defender":"{}","options":{{"engine":"exact"}}}})",
      number, 2 + number % 4, 1 + number % 3);
}

}  // namespace

TEST_CASE("10,000 questions in a row") {
  for (int i = 0; i < 10'000; ++i) {
    const std::string question = small_question(i);
    broadside_answer* answer = nullptr;
    const int status = broadside_ask(question.data(), question.size(), nullptr, nullptr, &answer);
    if (status != 0 || broadside_json(answer, nullptr)[0] != '{') FAIL_CHECK(question);
    broadside_free(answer);
  }
}

TEST_CASE("8 threads that ask at once get the answers of one") {
  constexpr int kThreads = 8, kQuestions = 60;
  const auto question = [](int i) {
    switch (i % 6) {
      case 0:
        return std::string(R"({"attacker":"2 dn","defender":"3 ff, cruiser"})");
      case 1:
        return std::string(R"({"attacker":"2 crusier","defender":"dn"})");
      case 2:
        return std::string(R"({"attacker":"dn, 2 ff","defender":"2 cruiser",
                               "options":{"engine":"mc","battles":20000,"threads":2}})");
      case 3:
        return std::string(R"({"ask":"replay","attacker":"dn","defender":"dn"})");
      case 4:
        return std::string(R"({"ask":"need","attacker":"cruiser","defender":"dn","need":0.5})");
      default:
        return small_question(i);
    }
  };
  std::vector<std::string> expected;
  for (int i = 0; i < kQuestions; ++i) expected.push_back(in_c(question(i).c_str()));
  std::vector<std::vector<std::string>> given(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < kQuestions; ++i) given[t].push_back(in_c(question(i).c_str()));
    });
  for (std::thread& thread : threads) thread.join();
  for (int t = 0; t < kThreads; ++t) CHECK(given[t] == expected);
}
