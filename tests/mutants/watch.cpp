// Tells which places of mutants.hpp each test comes by, so that a mistake is shown only to the tests
// that can notice it. Part of the test program that ./test mutants builds, and of no other.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "tests/mutants/mutant.hpp"

namespace {

double processor_seconds() {
  double seconds = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    getrusage(who, &used);
    seconds += static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
               static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
  }
  return seconds;
}

/// One line a test: file, name, seconds, places.
struct Watch : doctest::IReporter {
  explicit Watch(const doctest::ContextOptions&)
      : file_(std::getenv("BROADSIDE_MUTANTS_REACHED")) {}
  void test_case_start(const doctest::TestCaseData& test) override {
    test_ = &test;
    began_ = processor_seconds();
    // What was reached before the first test (tables made at the start) counts for all of them.
    if (first_) std::memcpy(early_, broadside_mutant::reached, sizeof early_);
    first_ = false;
    std::memset(broadside_mutant::reached, 0, sizeof broadside_mutant::reached);
  }
  void test_case_end(const doctest::CurrentTestCaseStats& stats) override {
    if (!file_) return;
    std::string line = std::string(stats.failure_flags ? "failed " : "") + std::string(test_->m_file.c_str()) + '\t' + test_->m_name + '\t' +
                       std::to_string(processor_seconds() - began_) + '\t';
    for (int place = 0; place < broadside_mutant::kMost; ++place)
      if (broadside_mutant::reached[place] || early_[place]) line += std::to_string(place) + ' ';
    line += '\n';
    if (std::FILE* file = std::fopen(file_, "a")) {
      std::fputs(line.c_str(), file);
      std::fclose(file);
    }
  }
  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

 private:
  const char* file_;
  const doctest::TestCaseData* test_ = nullptr;
  double began_ = 0;
  bool first_ = true;
  unsigned char early_[broadside_mutant::kMost] = {};
};

REGISTER_LISTENER("mutants", 1, Watch);

}  // namespace
