// What of the C library the modules use a corner of: that corner. Its own functions would bring all
// of printf and of reading numbers, a fiftieth of what a visitor loads. Linked before the library.

#include <__verbose_abort>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
const char* after_digits(const char* text) {
  while (is_digit(*text)) ++text;
  return text;
}

/// Whole numbers in decimal as nlohmann-json's reader hands them over, sign and digits.
std::uint64_t read_whole(const char* text, char** end, std::uint64_t most) {
  std::uint64_t number = 0;
  for (; is_digit(*text); ++text) {
    const auto digit = static_cast<std::uint64_t>(*text - '0');
    if (number > (most - digit) / 10) {
      errno = ERANGE;
      *end = const_cast<char*>(text);
      return most;
    }
    number = 10 * number + digit;
  }
  *end = const_cast<char*>(text);
  return number;
}

}  // namespace

extern "C" {

/// The page's: the number that so many characters say, rounded as JavaScript rounds, correctly.
__attribute__((import_module("page"), import_name("number"))) double page_number(const char* text,
                                                                                 std::size_t size);

/// Decimals only: who reads others looks for them first (apps/report/decimal.cpp).
double strtod(const char* text, char** end) {
  const char* at = text + (*text == '-');
  const char* const whole = at;
  at = after_digits(at);
  auto digits = at - whole;
  if (*at == '.') {
    const char* const behind = after_digits(at + 1);
    digits += behind - at - 1;
    if (digits > 0) at = behind;
  }
  if (digits == 0) {
    *end = const_cast<char*>(text);
    return 0;
  }
  if (*at == 'e' || *at == 'E') {
    const char* const exponent = at + 1 + (at[1] == '-' || at[1] == '+');
    if (is_digit(*exponent)) at = after_digits(exponent);
  }
  *end = const_cast<char*>(at);
  return page_number(text, static_cast<std::size_t>(at - text));
}

unsigned long long strtoull(const char* text, char** end, int) {
  return read_whole(text, end, std::numeric_limits<std::uint64_t>::max());
}

long long strtoll(const char* text, char** end, int) {
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (*text != '-') return static_cast<long long>(read_whole(text, end, kMost));
  return static_cast<long long>(-read_whole(text + 1, end, kMost + 1));
}

// What std::stod and its like would call, if anybody called them: the linker wants all or none.
float strtof(const char* text, char** end) { return static_cast<float>(strtod(text, end)); }
long double strtold(const char* text, char** end) { return strtod(text, end); }
long strtol(const char* text, char** end, int) { return static_cast<long>(strtoll(text, end, 10)); }
unsigned long strtoul(const char* text, char** end, int) {
  return static_cast<unsigned long>(strtoull(text, end, 10));
}

/// Texts and hexadecimal numbers of a least width (%04x, %.4X): all that nlohmann-json prints so.
int snprintf(char* to, std::size_t room, const char* format, ...) {
  std::va_list given;
  va_start(given, format);
  std::size_t size = 0;
  const auto put = [&](char c) {
    if (size + 1 < room) to[size] = c;
    ++size;
  };
  for (; *format != 0; ++format) {
    if (*format != '%') {
      put(*format);
      continue;
    }
    int width = 1;
    while (*++format == '.' || is_digit(*format))
      if (*format != '.') width = *format - '0';
    const unsigned number = va_arg(given, unsigned);
    const char* const digits = *format == 'x' ? "0123456789abcdef" : "0123456789ABCDEF";
    for (int place = 7; place >= 0; --place)
      if (place < width || number >> (4 * place) != 0) put(digits[number >> (4 * place) & 15]);
  }
  va_end(given);
  if (room > 0) to[size < room ? size : room - 1] = 0;
  return static_cast<int>(size);
}

/// What cannot go on says nothing: the page sees that it ended and starts another module.
[[noreturn]] void abort_message(const char*, ...) { std::abort(); }

}  // extern "C"

_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) { std::abort(); }  // NOLINT
_LIBCPP_END_NAMESPACE_STD
