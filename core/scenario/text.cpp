#include "core/scenario/text.hpp"

#include <fmt/format.h>

namespace broadside {
namespace {

/// Bytes of the control character that a text begins with; 0 where it begins with none.
std::size_t control_bytes(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (at(0) < 0x20 || at(0) == 0x7f) return 1;
  return at(0) == 0xC2 && text.size() > 1 && at(1) >= 0x80 && at(1) < 0xA0 ? 2 : 0;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t bytes = control_bytes(text);
    shown += bytes > 0 ? '?' : text[0];
    text.remove_prefix(bytes > 0 ? bytes : 1);
  }
  return shown;
}

bool is_printable(std::string_view text) {
  for (; !text.empty(); text.remove_prefix(1))
    if (control_bytes(text) > 0) return false;
  return true;
}

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view kBlanks = " \t\r\n\v\f";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  if (text.empty()) return parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string joined(std::span<const std::string> parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}
std::string joined(std::span<const std::string_view> parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

std::string quoted(std::string_view text) { return fmt::format("'{}'", text); }

std::string plural(long long count, std::string_view one, std::string_view many) {
  if (count == 1 || one.empty()) return std::string(one);
  if (!many.empty()) return std::string(many);
  const auto ends = [&](std::string_view end) { return one.ends_with(end); };
  const std::string_view before = one.substr(0, one.size() - 1);
  const bool behind_vowel =
      !before.empty() && std::string_view("aeiou").find(before.back()) != std::string_view::npos;
  if (ends("y") && !behind_vowel) return fmt::format("{}ies", before);
  return fmt::format("{}{}", one, ends("s") || ends("x") || ends("sh") || ends("ch") ? "es" : "s");
}

std::string counted(long long count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, plural(count, one, many));
}

}  // namespace broadside
