#include "core/scenario/settings.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>

#include "core/scenario/names.hpp"

namespace broadside {
namespace {

constexpr std::string_view kTrue = "true", kFalse = "false";

bool is_switch(const Setting& setting) {
  return setting.values.size() == 2 &&
         std::find(setting.values.begin(), setting.values.end(), kTrue) != setting.values.end();
}

std::optional<int> as_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string all_of(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + std::string(words[i]);
  return text;
}

std::optional<InputError> settle_value(Choice& choice, const Setting& setting,
                                       const std::string& at) {
  const auto refuse = [&](const std::string& hint) {
    return InputError{"'" + choice.value + "' is no value of " + choice.name, at, hint};
  };
  if (setting.values.empty()) {
    const auto number = as_number(choice.value);
    if (number && *number >= setting.least && *number <= setting.most) return std::nullopt;
    return refuse("a whole number from " + std::to_string(setting.least) + " to " +
                  std::to_string(setting.most));
  }
  const std::string word = fold_name(choice.value);
  if (is_switch(setting)) {
    for (const auto on : {"true", "on", "yes"})
      if (word == on) return choice.value = kTrue, std::nullopt;
    for (const auto off : {"false", "off", "no"})
      if (word == off) return choice.value = kFalse, std::nullopt;
    return refuse("true or false");
  }
  for (const auto value : setting.values)
    if (word == fold_name(value)) return choice.value = value, std::nullopt;
  return refuse(all_of(setting.values));
}

const Setting& find(std::span<const Setting> known, std::string_view name) {
  const auto at = std::find_if(known.begin(), known.end(),
                               [&](const Setting& setting) { return setting.name == name; });
  assert(at != known.end());
  return *at;
}

const Choice* find(std::span<const Choice> chosen, std::string_view name) {
  const auto at = std::find_if(chosen.begin(), chosen.end(),
                               [&](const Choice& choice) { return choice.name == name; });
  return at == chosen.end() ? nullptr : &*at;
}

}  // namespace

Setting switch_on(std::string_view name, std::string_view text) {
  return {name, text, {kTrue, kFalse}};
}
Setting switch_off(std::string_view name, std::string_view text) {
  return {name, text, {kFalse, kTrue}};
}

std::optional<InputError> settle(std::vector<Choice>& chosen, std::span<const Setting> known,
                                 const std::string& where) {
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    Choice& choice = chosen[i];
    const std::string at = where + "." + choice.name, typed = fold_name(choice.name);
    const auto setting = std::find_if(known.begin(), known.end(), [&](const Setting& candidate) {
      return typed == fold_name(candidate.name);
    });
    if (setting == known.end()) {
      std::vector<std::string_view> names;
      for (const Setting& candidate : known) names.push_back(candidate.name);
      return InputError{"unknown field '" + choice.name + "'", at,
                        names.empty() ? "leave it out" : nearest_or_all(choice.name, names)};
    }
    choice.name = setting->name;
    if (find(std::span<const Choice>{chosen}.first(i), choice.name))
      return InputError{"'" + choice.name + "' is chosen twice", at, "name it once"};
    if (auto error = settle_value(choice, *setting, at)) return error;
  }
  return std::nullopt;
}

std::string_view chosen_word(std::span<const Choice> chosen, std::span<const Setting> known,
                             std::string_view name) {
  const Setting& setting = find(known, name);
  const Choice* choice = find(chosen, name);
  return choice ? std::string_view{choice->value} : setting.values.front();
}

bool chosen_switch(std::span<const Choice> chosen, std::span<const Setting> known,
                   std::string_view name) {
  return chosen_word(chosen, known, name) == kTrue;
}

int chosen_number(std::span<const Choice> chosen, std::span<const Setting> known,
                  std::string_view name) {
  const Choice* choice = find(chosen, name);
  return choice ? as_number(choice->value).value_or(0) : find(known, name).usual;
}

}  // namespace broadside
