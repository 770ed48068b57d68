#pragma once
// Question: what was said about a side or a battle, by the names of the fields that a game
// declares (core/scenario/field.hpp)?

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace broadside {

// The most that a scenario may say, in every notation and game.
inline constexpr int kMostUnits = 100;  ///< of one type; far above any box of plastic
inline constexpr int kMostRounds = 20;  ///< the latest round in which a choice can be made
inline constexpr int kMostUses = 99;    ///< of one effect

/// So many of one unit type; the type is spelt as in the game's tables.
struct UnitCount {
  std::string type;
  int count = 0;
  friend bool operator==(const UnitCount&, const UnitCount&) = default;
};

/// An effect that a side brings, with the choices it needs.
struct EffectChoice {
  std::string id;
  std::optional<int> round;           ///< first round in which it is used
  std::optional<int> uses;            ///< how often, or how much is held
  std::optional<std::string> target;  ///< unit type it is used on
  std::optional<int> at_least = {};   ///< used when so much has happened: hits
  friend bool operator==(const EffectChoice&, const EffectChoice&) = default;
};

struct RetreatTiming {
  std::optional<int> round;     ///< announce in this round
  std::optional<double> below;  ///< announce when the chance to win falls below this
  bool free = false;            ///< announce at the best moment, of a side that plays for a goal
  friend bool operator==(const RetreatTiming&, const RetreatTiming&) = default;
};

class Values;
using Names = std::vector<std::string>;
using Rows = std::vector<Values>;

/// What one field holds; the field's kind says which. Nothing (monostate) stands where a card
/// prints no such value. A record is one row.
using Value = std::variant<std::monostate, bool, int, double, std::string, Names,
                           std::vector<UnitCount>, std::vector<EffectChoice>, RetreatTiming, Rows>;

/// Values by the names of their fields.
class Values {
 public:
  using Entry = std::pair<const std::string, Value>;

  Values() = default;
  Values(std::initializer_list<Entry> given) : held_(given) {}

  Value& operator[](std::string_view name) { return held_[std::string(name)]; }
  const Value* find(std::string_view name) const {
    const auto at = held_.find(name);
    return at == held_.end() ? nullptr : &at->second;
  }
  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// The value, where it was given and is of this type.
  template <class T>
  const T* get(std::string_view name) const {
    const Value* value = find(name);
    return value ? std::get_if<T>(value) : nullptr;
  }
  /// The list, empty where none was given.
  const Names& names(std::string_view name) const {
    static const Names kNone;
    const Names* list = get<Names>(name);
    return list ? *list : kNone;
  }
  /// The text, empty where none was given.
  const std::string& text(std::string_view name) const {
    static const std::string kNone;
    const std::string* held = get<std::string>(name);
    return held ? *held : kNone;
  }
  void erase(std::string_view name) {
    if (const auto at = held_.find(name); at != held_.end()) held_.erase(at);
  }
  bool empty() const { return held_.empty(); }
  auto begin() const { return held_.begin(); }
  auto end() const { return held_.end(); }

  friend bool operator==(const Values&, const Values&) = default;

 private:
  std::map<std::string, Value, std::less<>> held_;
};

}  // namespace broadside
