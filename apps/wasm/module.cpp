// What the module exports, and nothing else: questions and answers as bytes in its memory. The page
// calls these by name (apps/web/src/engine/wasm.ts); a call may move the memory.

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "apps/ask/ask.hpp"
#include "apps/wasm/sharing.hpp"
#include "sim/version.hpp"

#define BROADSIDE_EXPORT(function) __attribute__((export_name(#function)))

namespace {

using namespace broadside;

/// Numbers, because counts want their alignment.
std::vector<std::uint64_t> room;  // NOLINT: what the page wrote for the next call
Answer answer;                    // NOLINT
std::vector<std::uint64_t> counts;
std::unique_ptr<PlayedTogether> shared;

/// A phone gives a page a few hundred megabytes at most.
constexpr double kMostMemory = 256 << 20;

Options usual() {
  Options options;
  options.method = Method::automatic;
  options.exact_memory = kMostMemory;
  return options;
}

std::string_view text_of(std::size_t bytes) {
  return {reinterpret_cast<const char*>(room.data()), bytes};
}

}  // namespace

extern "C" {

/// The page's: tells how far a question is; 0 to stop.
__attribute__((import_module("page"), import_name("progress"))) int page_progress(double done,
                                                                                  double planned);

/// Room for so many bytes of a question or of counts.
BROADSIDE_EXPORT(room_for) void* room_for(std::size_t bytes) {
  room.resize((bytes + 7) / 8);
  return room.data();
}

/// Answers the question in the room; what comes back is its status.
BROADSIDE_EXPORT(ask) int ask_question(std::size_t bytes) {
  answer = ask(text_of(bytes), usual(),
               [](double done, double planned) { return page_progress(done, planned) != 0; });
  return static_cast<int>(answer.status);
}
BROADSIDE_EXPORT(answer) const char* answer_text() { return answer.json.data(); }
BROADSIDE_EXPORT(answer_size) std::size_t answer_size() { return answer.json.size(); }

/// Opens the question in the room for several modules; 0 = it is for one alone (`ask`).
BROADSIDE_EXPORT(open) int open_question(std::size_t bytes) {
  shared = PlayedTogether::open(text_of(bytes), usual());
  return shared != nullptr;
}
BROADSIDE_EXPORT(close) void close_question() { shared.reset(); }
BROADSIDE_EXPORT(planned) double planned() { return static_cast<double>(shared->planned()); }
BROADSIDE_EXPORT(next_stop) double next_stop(double done) {
  return static_cast<double>(shared->next_stop(static_cast<std::uint64_t>(done)));
}
BROADSIDE_EXPORT(play) void play(double first, double last) {
  shared->play(static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last));
}
/// How many numbers there are; they stand at `counts`.
BROADSIDE_EXPORT(hand_over) std::size_t hand_over() {
  counts = shared->hand_over();
  return counts.size();
}
BROADSIDE_EXPORT(counts) const std::uint64_t* counts_at() { return counts.data(); }
/// Adds so many numbers, which stand in the room; 0 where they belong to another battle.
BROADSIDE_EXPORT(add) int add(std::size_t numbers) {
  return shared->add(std::span{room}.first(numbers));
}
BROADSIDE_EXPORT(report) int report() {
  answer = shared->report();
  return static_cast<int>(answer.status);
}

/// A text that ends in zero.
BROADSIDE_EXPORT(version) const char* version_text() { return version(); }

}  // extern "C"
