#pragma once
// Question: what does a game tell the engine about one battle, and about itself?
// A game compiles a scenario into tables (Duel) plus the labels that make the counts readable. The
// engine, the statistics and the apps use only what stands here; none of them knows a rule.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/scenario/foreign.hpp"
#include "core/scenario/market.hpp"
#include "core/scenario/play_goal.hpp"
#include "core/scenario/result.hpp"
#include "core/scenario/scenario.hpp"
#include "core/tables/duel.hpp"
#include "core/tables/limits.hpp"

namespace broadside {

/// One kind of unit as a side fields it in this battle.
struct UnitLabel {
  std::string type;      ///< the scenario's word: "cruiser"
  std::string name;      ///< the printed name: "Cruiser II"
  double resources = 0;  ///< what one is worth
  int start = 0;         ///< how many the side began with
};

/// What one final force consists of: counts parallel to the side's labels.
struct Remains {
  std::vector<std::uint8_t> count;    ///< all that are left, damaged ones included
  std::vector<std::uint8_t> damaged;  ///< how many of them are damaged
  /// Units that came into the battle after its start: they can be lost as well. Empty = none did.
  std::vector<std::uint8_t> placed{};
};

/// The force of this number where final forces are not listed (Duel::digits).
Remains numbered_force(std::span<const std::uint32_t> digits, std::uint64_t number);

/// Another way to cut the battles up: who won which theater, how many hits were scored. Every
/// battle falls into one row.
struct Breakdown {
  using Field = std::pair<std::string, std::variant<int, std::string>>;
  std::string name;                      ///< in JSON: "space"
  std::string title;                     ///< in a text: "Space theater"
  std::vector<std::vector<Field>> rows;  ///< what a row stands for: {"winner", "attacker"}
  std::optional<Side> side;              ///< cut by the final force of this side, or by ending
  std::vector<std::uint32_t> row_of;     ///< by final force, or by ending number
  /// Numbers of both sides that are the answer where nobody is to win: hits, damage. Its rows are
  /// {"attacker", n}, {"defender", n}; the first lines tell their means.
  bool is_answer = false;
};

/// Places that are fought for one by one in one battle: planets.
struct Places {
  struct Place {
    std::string name;
    std::vector<UnitCount> sent;  ///< what the attacker sends there, where all of it arrives
    BySide<std::vector<UnitLabel>> labels;
    // By final force of the side: what it has there, and whether the place is its own then.
    BySide<std::vector<Remains>> remains;
    BySide<std::vector<bool>> held;
  };
  /// One way to divide the attacker's force, and the chance to take each place.
  struct Split {
    std::vector<std::vector<UnitCount>> sent;
    std::vector<double> taken;
    double expected = 0;  ///< places
  };
  std::string one, many, sent;  ///< words: planet, planets, commit
  std::vector<Place> list;
  std::vector<Split> splits;  ///< the way that is taken first; none where nothing was to choose
};

/// Something that is counted along the way: a card that was played.
struct Incident {
  Side side{};
  std::string name;
};

/// A scenario made ready: tables for the kernel and the solver, words for the report.
struct Battle {
  Duel duel;
  BySide<std::vector<UnitLabel>> labels;
  BySide<std::vector<Remains>> remains;  ///< by final force that the duel lists
  std::vector<std::string> assumptions;  ///< every choice that was made for the players
  /// What a player should hear beside the shortest answer, because it may surprise: whole sentences
  /// without a full stop.
  std::vector<std::string> notes;
  /// The choices that weigh most, in a few words each, for the shortest answer: "armies fight to the
  /// last". Empty: only how many assumptions there are is told.
  std::vector<std::string> brief;
  std::vector<Breakdown> breakdowns;
  std::vector<Incident> incidents;   ///< by number in Counts::incidents
  std::vector<std::string> opening;  ///< told before all else: the dice that are rolled
  std::optional<Places> places;      ///< where there are several
  /// What the sides play for that make every free choice for a goal; their choices are still open
  /// in the duel (sim/best_play)
  BySide<std::optional<PlayGoal>> goals;
  /// By choice of the duel: what its edges do, in words ("give up a cruiser")
  std::vector<std::vector<std::string>> choice_words;
  /// Where both sides choose: the same battle, the defender naming his losses first
  std::shared_ptr<Battle> other_order;
};

/// Battles that differ in nothing but how many units the sides begin with, as one set of tables.
struct CommonBattle {
  /// Of the largest forces of both sides. Its labels begin with none: what is lost is what a fleet
  /// was worth less what is left.
  Battle battle;
  struct Start {
    Cell cell{};
    double worth = 0;  ///< what the fleet brings, in resources
  };
  /// By side and fleet; nothing where a fleet differs in more than numbers after all.
  BySide<std::vector<std::optional<Start>>> starts;
};

/// A policy of a side that its game leaves to the solver where nothing is asked for: the ways to
/// play it.
struct OpenChoice {
  struct Way {
    std::string words;
    Value value;
  };
  Side side{};
  std::string_view policy;  ///< the field that a way is given as
  std::vector<Way> ways;    ///< the first is played where nothing tells them apart
};

/// A game's own words, for reports.
struct GameWords {
  std::string_view fleet = "fleet";  ///< what a side brings
  std::string_view resources = "resources";
  std::string_view round = "round";  ///< what the game counts: a turn, a roll
  /// How a unit type is printed, one of it and many; the plural is formed by rule where it is left
  /// empty.
  struct Noun {
    std::string_view type, one, many{};
  };
  /// Types that are not printed as they are written, with blanks for underscores.
  std::span<const Noun> nouns{};

  /// The word for so many units of a type: "army", "armies".
  std::string of(std::string_view type, int count) const;
};

/// A side as a player may type it, and what that says: for the help.
struct FleetExample {
  std::string_view typed, meaning;
};

/// One line of `broadside list`.
struct Listing {
  std::string id{}, name{}, kind{}, faction{}, expansion{}, where{}, text{};
  std::vector<std::string> aliases{};
  std::string group{};  ///< one of Game::effect_groups, where it belongs to one

  // For a form that offers it. What is empty does not narrow it.
  std::string type{};                       ///< of a unit: what fields of unit types call it
  int pieces = 0;                           ///< of a unit: in the box; 0 = not known, or any number
  std::vector<std::string_view> fields{};   ///< declared fields that take it: "system.effects"
  std::vector<std::string_view> battles{};  ///< where it means something
  std::optional<Side> side{};               ///< who may have it; nothing = both
  std::vector<std::string_view> choices{};  ///< what may be said with it: "round", "target"
  std::vector<Need> needs{};                ///< before it can be given
  std::string refused{};                    ///< why it is known and cannot be given
};

/// The battle that a player means who names none, and why it is that one: "troops aboard, a planet
/// defended". No reason where it is the usual one. Of a battle that was named: what stands there and
/// takes no part in it.
struct MeantBattle {
  std::string battle, reason;
};

class Game {
 public:
  virtual ~Game() = default;
  virtual std::string_view id() const = 0;
  virtual std::string_view title() const = 0;
  virtual std::span<const std::string_view> battles() const = 0;  ///< the first is the usual one

  virtual GameWords words() const { return {}; }

  /// What an answer calls a battle: "Space combat".
  virtual std::string battle_title(std::string_view battle) const;
  /// What is fought in it, in a few words without a full stop, for the help.
  virtual std::string_view battle_text(std::string_view battle) const = 0;
  /// Is it about a planet that one side takes and the other one keeps?
  virtual bool takes_planet(std::string_view /*battle*/) const { return false; }
  /// How its sides are written, the plainest first; parse_side reads every one of them.
  virtual std::span<const FleetExample> fleet_examples() const = 0;

  /// The battle of a scenario in the game's own word ("Space" is space), or where it names none the
  /// one that was meant. What the game does not know stays as it is, for checked to refuse.
  MeantBattle battle_of(const Scenario& scenario) const;

  /// "2 dn, 4 ff" -> a side. Only words are checked here; the rules are checked by prepare.
  virtual Result<SideSpec> parse_side(std::string_view text) const = 0;
  /// The side as such a text, as far as the notation can say it.
  virtual std::string write_side(const SideSpec& side) const;
  /// One effect of a list: "morale boost@2". `where` only goes into the error.
  virtual Result<EffectChoice> read_effect(std::string_view text, std::string_view where) const;

  /// Whether a text is a link or a battle as another tool of this game writes it. Nothing in it is
  /// passed over silently: what cannot be used stands in the notes.
  virtual bool recognises(std::string_view /*text*/) const { return false; }
  virtual Result<ForeignBattle> read_foreign(std::string_view text) const;
  /// The battle as links of another tool, with all that it cannot say.
  virtual Result<ForeignLinks> write_foreign(const Scenario& scenario) const;

  /// What a player may say, in the order in which it is listed and written. Whatever else was
  /// given is refused.
  virtual std::span<const Field> fields() const = 0;

  /// Whether rows of a table that the game declares can be used, before there is a battle; `at` is
  /// their place in the input.
  virtual std::optional<InputError> check_rows(const Field&, const Rows&,
                                               const std::string& /*at*/) const {
    return std::nullopt;
  }

  /// One row of a table that is typed row by row; `where` only goes into the error.
  virtual Result<Values> read_row(const Field& field, std::string_view text,
                                  const std::string& where) const;

  /// The scenario in the game's own words, every field of which it reads; an error names what it
  /// does not know. Names of units, effects and factions are left to prepare.
  Result<Scenario> checked(const Scenario& scenario) const;

  /// What to say about a field that the game does not declare.
  InputError unknown_field(Place place, std::string_view typed, std::optional<Side> side) const;

  /// What a side brings instead of units, in words: "4 dice".
  std::string brought_beside_units(const SideSpec& side) const;

  /// What is decided by solving this battle (sim/choices.hpp); the scenario has been checked.
  /// Undecided, a choice is played as its first way.
  virtual std::vector<OpenChoice> open_choices(const Scenario&) const { return {}; }

  /// Tables, or the way to play without; an error where something given cannot be used, or where it
  /// would take more than the limits allow.
  Result<Battle> prepare(const Scenario& scenario, const TableLimits& limits = {}) const;

  /// What two fleets of a side must have in common, besides all that is no number of units, so that
  /// their battles may be prepared together. Nothing: each battle is prepared by itself. The scenario
  /// has been checked; the enemy in it has the most units that he has in any of these battles.
  virtual Result<std::optional<std::string>> likeness(const Scenario&, Side) const {
    return std::optional<std::string>{};
  }
  /// The battles of all these fleets against each other, which have `likeness` in common. An error
  /// where their tables would take more than the limits allow.
  virtual Result<CommonBattle> prepare_shared(const Scenario& checked,
                                              const BySide<std::vector<SideSpec>>& fleets,
                                              const TableLimits& limits) const;

  /// One battle told line by line, dice and losses, from a seed; the same rule functions as the
  /// tables.
  Result<std::vector<std::string>> replay(const Scenario& scenario, std::uint64_t seed) const;

  /// What this side of the scenario may buy for its battle: its faction and upgrades decide, not
  /// what it has. A game whose units have no prices says so.
  virtual Result<Market> market(const Scenario&, Side) const {
    return InputError{std::string(title()) + " has no prices to buy units at", "game",
                      "compare fleets of your own instead: broadside compare"};
  }

  virtual std::vector<Listing> list_units() const = 0;
  virtual std::vector<Listing> list_effects() const = 0;
  virtual std::vector<Listing> list_factions() const = 0;
  /// Groups of effects that are worth a list of their own: "cards".
  virtual std::span<const std::string_view> effect_groups() const { return {}; }

 private:
  /// The battle that was meant, from what stands on both sides; the one named where there is one.
  virtual MeantBattle meant(const Scenario&) const { return {std::string(battles().front()), ""}; }
  /// prepare and replay for a scenario whose fields and settings have been checked.
  virtual Result<Battle> make(const Scenario& scenario, const TableLimits& limits) const = 0;
  virtual Result<std::vector<std::string>> tell(const Scenario& scenario,
                                                std::uint64_t seed) const = 0;
};

}  // namespace broadside
