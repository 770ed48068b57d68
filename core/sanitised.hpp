#pragma once
// Question: does a sanitiser watch this build? It takes memory of its own and ten times as long.

namespace broadside {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // as g++ says it
inline constexpr bool kSanitised = true;
#elif defined(__has_feature)  // as Clang does
inline constexpr bool kSanitised =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitised = false;
#endif

}  // namespace broadside
