#pragma once
// Question: what may a question say beside its battle, and within which limits? For schema; the
// readers take the names from here.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace broadside {

struct AskField {
  std::string_view name;
  /// number, amount, amounts, chance, text, texts, word, flag, types, fleet or fleets. A fleet is a text or
  /// an object; what has an "s" is a list, or one of it.
  std::string_view kind;
  std::string_view text;
  std::string example{};  ///< as JSON, in the usual game
  bool is_required = false;
  std::vector<std::string_view> words{};   ///< that it may be, the usual one first
  std::optional<double> least{}, most{};   ///< these included
  std::optional<double> above{}, below{};  ///< these not
};

nlohmann::ordered_json ask_fields_json(std::span<const AskField> fields);

/// Of "options": whether better choices are told.
inline constexpr std::string_view kAdvice = "advice";

/// What "options" may hold; each kind of question names those that mean something to it.
std::span<const AskField> option_fields();

}  // namespace broadside
