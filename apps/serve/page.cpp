#include "apps/serve/page.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "apps/serve/same_word.hpp"
#include "core/scenario/text.hpp"

namespace broadside::serve {
namespace {

namespace fs = std::filesystem;

// A page is some dozen files of a few megabytes: a folder beyond these is not one.
constexpr std::size_t kMostFiles = 2000, kMostBytes = 256U << 20;

/// Nothing where it cannot be read, or where a link has taken its place.
std::shared_ptr<const std::string> read_plain(const fs::path& path, std::size_t most) {
  const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return nullptr;
  auto text = std::make_shared<std::string>();
  std::array<char, 1 << 16> block;
  ssize_t got = 0;
  do {
    got = ::read(file, block.data(), block.size());
    if (got > 0) text->append(block.data(), static_cast<std::size_t>(got));
  } while ((got > 0 && text->size() <= most) || (got < 0 && errno == EINTR));
  close(file);
  return got == 0 ? text : nullptr;
}

/// FNV-1a: it only has to tell one version of a file from another.
std::string tag_of(const std::string& contents) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : contents) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return fmt::format("{:016x}-{:x}", hash, contents.size());
}

/// "page-0f3a9c1b2d.js", "engine-0f3a9c1b2d/worker.js": a name that changes with what it holds.
bool is_named_by_contents(std::string_view name) {
  constexpr std::size_t kDigits = 10;
  for (auto dash = name.find('-'); dash != std::string_view::npos;
       dash = name.find('-', dash + 1)) {
    const auto digits = name.substr(dash + 1, kDigits);
    const auto after = name.substr(std::min(dash + 1 + kDigits, name.size()));
    if ((after.starts_with('.') || after.starts_with('/')) &&
        digits.find_first_not_of("0123456789abcdef") == std::string_view::npos)
      return true;
  }
  return false;
}

bool hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

}  // namespace

std::string_view content_type(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kTypes{{
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".json", "application/json"},
      {".map", "application/json"},
      {".webmanifest", "application/manifest+json"},
      {".wasm", "application/wasm"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".jpg", "image/jpeg"},
      {".webp", "image/webp"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".txt", "text/plain; charset=utf-8"},
      {".xml", "application/xml"},
  }};
  for (const auto& [ending, type] : kTypes)
    if (name.ends_with(ending)) return type;
  return "application/octet-stream";
}

bool accepts(std::string_view codings, std::string_view coding) {
  while (!codings.empty()) {
    const auto comma = std::min(codings.find(','), codings.size());
    const auto item = codings.substr(0, comma);
    codings.remove_prefix(std::min(comma + 1, codings.size()));
    const auto name = trimmed(item.substr(0, item.find(';')));
    if (!same_word(name, coding)) continue;
    const auto weight = item.find("q=");
    if (weight == std::string_view::npos) return true;
    return item.substr(weight + 2).find_first_of("123456789") != std::string_view::npos;
  }
  return false;
}

Result<Page> Page::read(const std::string& folder) {
  const auto wrong = [&](std::string problem) {
    return InputError{std::move(problem), folder,
                      "the folder of a built page: ./broadside page DIR makes one"};
  };
  std::error_code trouble;
  fs::recursive_directory_iterator at(folder, trouble), end;
  if (trouble) return wrong(fmt::format("cannot read the page: {}", trouble.message()));
  std::map<std::string, std::shared_ptr<const std::string>> found;
  std::size_t bytes = 0;
  for (; at != end; at.increment(trouble)) {
    const auto kind = at->symlink_status(trouble).type();
    if (trouble) break;
    if (kind == fs::file_type::directory && hidden(at->path())) at.disable_recursion_pending();
    if (kind != fs::file_type::regular || hidden(at->path())) continue;
    auto text = read_plain(at->path(), kMostBytes);
    if (!text) return wrong(fmt::format("cannot read {}", at->path().filename().string()));
    bytes += text->size();
    found["/" + at->path().lexically_relative(folder).generic_string()] = std::move(text);
    if (found.size() > kMostFiles || bytes > kMostBytes)
      return wrong("the folder holds more than any page");
  }
  if (trouble) return wrong(fmt::format("cannot read the page: {}", trouble.message()));
  if (!found.contains("/index.html")) return wrong("there is no index.html");

  Page page;
  for (const auto& [name, text] : found) {
    const bool is_form = name.ends_with(".br") || name.ends_with(".gz");
    if (is_form && found.contains(name.substr(0, name.size() - 3))) continue;
    PageFile& file = page.files_[name];
    file = {std::string(content_type(name)), text, nullptr, nullptr, tag_of(*text),
            is_named_by_contents(name)};
    if (const auto form = found.find(name + ".br"); form != found.end()) file.brotli = form->second;
    if (const auto form = found.find(name + ".gz"); form != found.end()) file.gzip = form->second;
  }
  return page;
}

const PageFile* Page::find(std::string_view path) const {
  const auto file =
      path.ends_with('/') ? files_.find(std::string(path) + "index.html") : files_.find(path);
  return file == files_.end() ? nullptr : &file->second;
}

}  // namespace broadside::serve
