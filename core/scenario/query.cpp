#include "core/scenario/query.hpp"

#include "core/scenario/text.hpp"

namespace broadside {
namespace {

constexpr bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

constexpr int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decoded(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape =
        text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0;
    if (escape) {
      plain += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
      i += 2;
    } else {
      plain += text[i] == '+' ? ' ' : text[i];
    }
  }
  return plain;
}

std::string encoded(std::string_view text, std::string_view stays, std::string_view blank) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string code;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain(c) || stays.find(c) != std::string_view::npos)
      code += c;
    else if (c == ' ')
      code += blank;
    else
      ((code += '%') += kDigits[byte / 16]) += kDigits[byte % 16];
  }
  return code;
}

}  // namespace

std::vector<QueryItem> parse_query(std::string_view query) {
  std::vector<QueryItem> items;
  for (const std::string_view part : split(query, '&')) {
    if (part.empty()) continue;
    const auto equals = part.find('=');
    items.push_back({decoded(part.substr(0, equals)),
                     equals == std::string_view::npos ? "" : decoded(part.substr(equals + 1))});
  }
  return items;
}

std::string_view query_part(std::string_view address) {
  address = trimmed(address);
  if (address.starts_with('<') && address.ends_with('>'))  // as chats write a link
    address = address.substr(1, address.size() - 2);
  if (const auto mark = address.find('?'); mark != std::string_view::npos)
    address.remove_prefix(mark + 1);
  return address.substr(0, address.find('#'));
}

std::string form_encoded(std::string_view text) { return encoded(text, "*-._", "+"); }

std::string link_encoded(std::string_view text) { return encoded(text, "-._~,:", "%20"); }

}  // namespace broadside
