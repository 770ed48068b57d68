#pragma once
// Question: does a sanitiser watch this build? Everything takes ten times as long then, so tests
// that repeat one thing many times do so less often.

namespace broadside::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // as g++ says it
inline constexpr bool kSanitised = true;
#elif defined(__has_feature)  // as Clang does
inline constexpr bool kSanitised =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitised = false;
#endif

/// How often a test does something: as often as is usual, or as often as a sanitiser bears.
template <class Count>
constexpr Count unless_sanitised(Count usual, Count sanitised) {
  return kSanitised ? sanitised : usual;
}

}  // namespace broadside::test
