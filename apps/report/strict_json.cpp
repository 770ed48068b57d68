#include "apps/report/strict_json.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace broadside {
namespace {

using Json = nlohmann::ordered_json;

// What people write here is a handful of short lists, a few levels deep. Refusing far more than
// that early keeps the linear look-ups below from becoming slow.
constexpr std::size_t kDeepest = 16;
constexpr std::size_t kMostFields = 500;
constexpr std::size_t kLongestText = 1 << 20;

/// Builds the tree and refuses what the library's own builder would let pass: a key twice in one
/// object. The callbacks are those that nlohmann::ordered_json::sax_parse asks for; false stops the
/// parse.
class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, std::string_view example) : text_(text), example_(example) {}

  bool null() { return put(nullptr); }
  bool boolean(bool value) { return put(value); }
  bool number_integer(Json::number_integer_t value) { return put(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return put(value); }
  bool number_float(Json::number_float_t value, const Json::string_t&) { return put(value); }
  bool string(Json::string_t& value) { return put(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }  // JSON text has none

  bool start_object(std::size_t) { return open(Json::object()); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_array() { return close(); }

  bool key(Json::string_t& name) {
    Level& top = levels_.back();
    if (top.node->contains(name)) {
      return fail(fmt::format("field {} is given twice", in_quotes(name)),
                  json_path(top.path, name), "keep one of them");
    }
    key_ = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& what) {
    return fail("not valid JSON: " + cause(what.what()), place(position),
                syntax_hint(token, what.what()));
  }

  /// "line 2, column 7" of the last character read.
  std::string place(std::size_t position) const {
    const auto read = text_.substr(0, std::min(position > 0 ? position - 1 : 0, text_.size()));
    const auto lines = std::count(read.begin(), read.end(), '\n');
    const auto newline = read.rfind('\n');
    const auto column = newline == std::string_view::npos ? read.size() + 1 : read.size() - newline;
    return fmt::format("line {}, column {}", lines + 1, column);
  }

  Json& tree() { return root_; }
  const InputError& error() const { return error_; }

 private:
  struct Level {
    Json* node;  // stays put: its parent is not touched before this level is closed
    std::string path;
  };

  bool fail(std::string problem, std::string where, std::string hint) {
    error_ = {std::move(problem), std::move(where), std::move(hint)};
    return false;
  }

  std::string path_of_next() const {
    if (levels_.empty()) return "";
    const Level& top = levels_.back();
    return top.node->is_array() ? json_path(top.path, top.node->size()) : json_path(top.path, key_);
  }

  /// Puts a value where the text has it; the place it went to is `last_`.
  bool put(Json value) {
    if (levels_.empty()) {
      root_ = std::move(value);
      last_ = &root_;
      return true;
    }
    Json& parent = *levels_.back().node;
    if (parent.size() >= kMostFields) {
      return fail(fmt::format("more than {} entries", kMostFields), levels_.back().path,
                  looks_like());
    }
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      last_ = &parent.back();
    } else {
      last_ = &(parent[key_] = std::move(value));
    }
    return true;
  }

  bool open(Json container) {
    if (levels_.size() >= kDeepest) {
      return fail("nested too deep", path_of_next(), looks_like());
    }
    std::string path = path_of_next();
    if (!put(std::move(container))) return false;
    levels_.push_back({last_, std::move(path)});
    return true;
  }

  bool close() {
    levels_.pop_back();
    return true;
  }

  /// The library's words without its own numbering and place:
  /// "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing
  /// X - Y" -> "Y".
  static std::string cause(std::string_view what) {
    for (std::string_view before : {"] ", ": ", " - "}) {
      if (const auto at = what.find(before); at != std::string_view::npos)
        what.remove_prefix(at + before.size());
    }
    return std::string(what);
  }

  std::string syntax_hint(std::string_view token, std::string_view what) const {
    const auto says = [&](std::string_view part) {
      return what.find(part) != std::string_view::npos;
    };
    if (says("unexpected end of input")) return "the text ends too early; is it complete?";
    if (token.starts_with('\'')) return "JSON wants \"double quotes\"";
    if (says("unexpected '}'") || says("unexpected ']'"))
      return "is there a comma too many before it?";
    if (token.starts_with('/') || token.starts_with('#')) return "JSON has no comments";
    if (says("parsing object key")) return "names stand in \"double quotes\"";
    return looks_like();
  }

  std::string looks_like() const { return fmt::format("it looks like {}", example_); }

  std::string_view text_, example_;
  Json root_;
  Json* last_ = nullptr;
  std::vector<Level> levels_;
  std::string key_;
  InputError error_;
};

}  // namespace

std::string in_quotes(std::string_view word) {
  constexpr std::size_t kLongest = 40;
  return fmt::format("'{}{}'", word.substr(0, kLongest), word.size() > kLongest ? "..." : "");
}

std::string json_path(std::string_view path, std::string_view key) {
  return std::string(path) + (path.empty() ? "" : ".") + (key.empty() ? "\"\"" : std::string(key));
}

std::string json_path(std::string_view path, std::size_t item) {
  return fmt::format("{}[{}]", path, item);
}

Result<Json> parse_strict(std::string_view text, std::string_view example) {
  if (text.size() > kLongestText) {
    return InputError{fmt::format("too long: {} bytes", text.size()), "line 1, column 1",
                      fmt::format("at most {} bytes", kLongestText)};
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return InputError{"there is nothing to read", "line 1, column 1",
                      fmt::format("it looks like {}", example)};
  }
  TreeBuilder builder(text, example);
  if (const auto zero = text.find('\0'); zero != std::string_view::npos)
    return InputError{"a byte 0 stands in the text", builder.place(zero + 1),
                      "JSON is plain text; is this another file?"};
  if (!Json::sax_parse(text.begin(), text.end(), &builder)) return builder.error();
  return std::move(builder.tree());
}

}  // namespace broadside
