#pragma once
// Question: which named choices does a game leave open, and what was chosen?
// Two places use them: the rules of a scenario (which edition, which reading) and the policy of a
// side (how a player decides). A game declares its settings; what was typed is checked against them
// in one place.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/result.hpp"

namespace broadside {

/// What a player chose: "cards" = "false", "turns" = "12".
struct Choice {
  std::string name, value;
  friend bool operator==(const Choice&, const Choice&) = default;
};

struct Setting {
  std::string_view name, text;           ///< text: what it decides, for lists and help
  std::vector<std::string_view> values;  ///< the first is the usual one; empty = a whole number
  int usual = 0, least = 0, most = 0;    ///< of a whole number
};

/// A switch: on unless said otherwise, or off.
Setting switch_on(std::string_view name, std::string_view text);
Setting switch_off(std::string_view name, std::string_view text);

/// Brings what was typed into the form of the settings ("on" is true, "Weakest first" is
/// weakest_first); an error where a name or a value is not known, or a name stands twice. `where`
/// is the place in the input.
std::optional<InputError> settle(std::vector<Choice>& chosen, std::span<const Setting> known,
                                 const std::string& where);

// What holds for a setting of settled choices: what was chosen, or the usual.
std::string_view chosen_word(std::span<const Choice> chosen, std::span<const Setting> known,
                             std::string_view name);
bool chosen_switch(std::span<const Choice> chosen, std::span<const Setting> known,
                   std::string_view name);
int chosen_number(std::span<const Choice> chosen, std::span<const Setting> known,
                  std::string_view name);

}  // namespace broadside
