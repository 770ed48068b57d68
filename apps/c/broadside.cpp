#include "apps/c/broadside.h"

#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include "apps/ask/ask.hpp"
#include "sim/version.hpp"

struct broadside_answer {
  broadside::Answer answer;
};

int broadside_ask(const char* question, size_t length, broadside_progress progress, void* user,
                  broadside_answer** answer) {
  *answer = nullptr;
  try {
    const std::string_view text{question,
                                length == BROADSIDE_UNTIL_ZERO ? std::strlen(question) : length};
    broadside::AskProgress watch;
    if (progress != nullptr)
      watch = [=](double done, double planned) { return progress(done, planned, user) == 0; };
    auto given = broadside::ask(text, watch);
    const int status = static_cast<int>(given.status);
    *answer = new broadside_answer{std::move(given)};
    return status;
  } catch (...) {
    // Only memory can run out: everything else is an answer. Even the text that says so needs some.
    try {
      *answer = new broadside_answer{
          {broadside::AnswerStatus::failed,
           R"({"error":{"problem":"out of memory","where":"","hint":"a smaller battle"}})",
           {},
           {}}};
    } catch (...) {
    }
    return BROADSIDE_FAILED;
  }
}

const char* broadside_json(const broadside_answer* answer, size_t* length) {
  if (length != nullptr) *length = answer->answer.json.size();
  return answer->answer.json.c_str();
}

const double* broadside_numbers(const broadside_answer* answer, size_t shape[3]) {
  for (size_t i = 0; i < 3; ++i) shape[i] = answer->answer.shape[i];
  return answer->answer.numbers.empty() ? nullptr : answer->answer.numbers.data();
}

void broadside_free(broadside_answer* answer) { delete answer; }

const char* broadside_version() { return broadside::version(); }

int broadside_abi() { return BROADSIDE_ABI; }
