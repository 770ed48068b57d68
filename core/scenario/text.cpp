#include "core/scenario/text.hpp"

#include <fmt/format.h>

namespace broadside {

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
