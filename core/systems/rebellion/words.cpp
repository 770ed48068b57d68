#include "core/systems/rebellion/words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/scenario/names.hpp"
#include "core/scenario/notation.hpp"
#include "core/scenario/text.hpp"

namespace broadside::rebellion {
namespace {

Result<std::string> faction_id(std::string_view typed, std::string_view where) {
  return read_faction(typed, where).transform([](Faction faction) {
    return std::string(name(faction));
  });
}

/// By id or a word of the notation; none for a word of either faction.
const Unit* unit_of(std::string_view typed) {
  const std::string word = fold_name(typed);
  for (const Word& known : all_words())
    if (known.alias == word) return find_unit(known.type);
  return nullptr;
}

/// "leader vader" -> "vader"; empty where the item is none.
std::string_view leader_item(std::string_view item) {
  constexpr std::string_view kWord = "leader";
  const auto first = item.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  item.remove_prefix(first);
  const auto space = item.find(' ');
  if (space == std::string_view::npos || fold_name(item.substr(0, space)) != kWord) return {};
  return item.substr(space + 1);
}

bool has_word(std::string_view name, std::string_view word) {
  const std::string folded = "_" + fold_name(name) + "_";
  return folded.find("_" + std::string(word) + "_") != std::string::npos;
}

/// The id of which one word was misspelt: "vdaer" is near to none, but to a word of "darth_vader".
std::string nearest_word_hint(std::string_view word, std::span<const std::string_view> ids) {
  constexpr std::size_t kShortest = 4;  // shorter ones are near to anything
  std::vector<std::string_view> words, owners;
  for (const std::string_view id : ids)
    for (std::size_t at = 0; at < id.size();) {
      const std::size_t end = std::min(id.find('_', at), id.size());
      if (end - at >= kShortest) {
        words.push_back(id.substr(at, end - at));
        owners.push_back(id);
      }
      at = end + 1;
    }
  const std::string_view nearest = nearest_name(word, words);
  const auto found = std::find(words.begin(), words.end(), nearest);
  if (word.size() < kShortest || nearest.empty() || found == words.end() ||
      std::count(words.begin(), words.end(), nearest) > 1)  // "general" is said of many
    return {};
  return did_you_mean(owners[static_cast<std::size_t>(found - words.begin())]);
}

/// The one thing that is meant: by id, by name, or by words of its name that nothing else has.
template <class Thing, class Accept>
Result<const Thing*> find_by_words(std::span<const Thing> all, std::string_view typed,
                                   std::string_view what, const std::string& where, Accept accept) {
  const std::string word = fold_name(typed);
  std::vector<std::string_view> ids;
  for (const int exactness : {0, 1, 2}) {
    std::vector<const Thing*> found;
    for (const Thing& thing : all) {
      if (!accept(thing)) continue;
      const bool fits = exactness == 0   ? word == fold_name(thing.id)
                        : exactness == 1 ? word == fold_name(thing.name)
                                         : !word.empty() && has_word(thing.name, word);
      if (fits) found.push_back(&thing);
      if (exactness == 0) ids.push_back(thing.id);
    }
    if (found.size() == 1) return found.front();
    if (found.size() > 1) {
      std::vector<std::string_view> meant;
      for (const Thing* thing : found) meant.push_back(thing->id);
      return InputError{fmt::format("'{}' may be more than one {}", typed, what), where,
                        fmt::format("say which: {}", joined(meant))};
    }
  }
  std::string hint = nearest_hint(word, ids);
  if (hint.empty()) hint = nearest_word_hint(word, ids);
  if (hint.empty())
    hint = fmt::format("see broadside list {} --game rebellion", what == "leader"   ? "leaders"
                                                                 : what == "effect" ? "effects"
                                                                                    : "cards");
  return InputError{fmt::format("unknown {} '{}'", what, typed), where, hint};
}

/// Whether the word is the id or the name of one of them.
template <class Things>
bool names_one(const Things& all, std::string_view typed) {
  const std::string word = fold_name(typed);
  return std::any_of(all.begin(), all.end(), [&](const auto& thing) {
    return word == fold_name(thing.id) || word == fold_name(thing.name);
  });
}

std::string dice_text(Dice dice) {
  std::vector<std::string> parts;
  const auto add = [&](int count, const char* color) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, color));
  };
  add(dice.red, "red");
  add(dice.black, "black");
  add(dice.green, "green");
  return parts.empty() ? "no dice" : fmt::format("attack {}", joined(parts, " "));
}

std::string unit_text(const Unit& unit) {
  std::string text = dice_text(unit.attack);
  text += unit.damageable()
              ? fmt::format(", health {} {}", unit.health.value, name(unit.health.color))
              : ", no health";
  if (unit.transport_capacity > 0) text += fmt::format(", carries {}", unit.transport_capacity);
  if (unit.needs_transport) text += ", needs transport";
  if (unit.immobile) text += ", immobile";
  text += fmt::format(", {}", name(unit.tier));
  if (!unit.text.empty()) text += fmt::format(". {}", unit.text);
  return text;
}

std::string_view confidence_note(Confidence confidence) {
  return confidence == Confidence::high ? "" : " [sources differ or are few]";
}

std::string spaced(std::string_view id) {
  std::string text(id);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

/// Whether a text without a plus names an action card.
Naming naming_of(std::string_view typed, std::string_view) {
  if (names_one(all_action_cards(), typed)) return Naming::whole;
  return read_action_card(typed, "") ? Naming::part : Naming::none;
}

/// "leader vader", or "vader" where that is no unit.
Result<bool> read_item(std::string_view text, bool unmarked, std::string_view where,
                       SideSpec& side) {
  const std::string_view who = unmarked ? text : leader_item(text);
  if (who.empty()) return false;
  const auto leader = read_leader(who, std::string(where));
  if (!leader) return leader.error();
  Names leaders = side.fields.names("leaders");
  leaders.emplace_back((*leader)->id);
  side.fields["leaders"] = std::move(leaders);
  return true;
}

// Made when it is first asked for: the table of words stands in another file.
const Vocabulary& vocabulary() {
  static const Vocabulary kVocabulary{.units = all_words(),
                                      .example = "empire: 2 isd, 4 tie, at-at, 3 trooper",
                                      .faction = faction_id,
                                      .effect = naming_of,
                                      .item = read_item,
                                      .points = true,
                                      .names_hold_names = true};
  return kVocabulary;
}

/// The one faction of all that have any.
class Common {
 public:
  void add(Faction faction) {
    differs_ |= found_ && *found_ != faction;
    found_ = faction;
  }
  std::optional<Faction> faction() const { return differs_ ? std::nullopt : found_; }

 private:
  std::optional<Faction> found_;
  bool differs_ = false;
};

}  // namespace

std::optional<ShownFaction> faction_of(const SideSpec& side) {
  Common units, leaders, cards;
  for (const UnitCount& each : side.units)
    if (const auto unit = unit_of(each.type)) units.add(unit->faction);
  for (const char* list : {"leaders", "pool"})
    for (const std::string& each : side.fields.names(list))
      if (const auto leader = read_leader(each, "")) leaders.add((*leader)->faction);
  for (const EffectChoice& each : side.effects)
    if (const auto card = read_action_card(each.id, "")) cards.add((*card)->faction);
  for (const std::string& each : side.fields.names("hand"))
    for (const AdvancedCard& card : all_advanced_cards())
      if (const auto word = fold_name(each);
          word == fold_name(card.id) || word == fold_name(card.name))
        cards.add(card.faction);
  if (const auto faction = units.faction()) return ShownFaction{*faction, "units"};
  if (const auto faction = leaders.faction()) return ShownFaction{*faction, "leaders"};
  if (const auto faction = cards.faction()) return ShownFaction{*faction, "cards"};
  return std::nullopt;
}

Result<Faction> read_faction(std::string_view typed, std::string_view where) {
  const std::string word = fold_name(typed);
  for (const auto empire : {"empire", "imperial", "imperials", "emp"})
    if (word == empire) return Faction::empire;
  for (const auto rebels : {"rebels", "rebel", "rebellion", "alliance", "rebel_alliance", "reb"})
    if (word == rebels) return Faction::rebels;
  static constexpr std::string_view kNames[]{"empire", "rebels"};
  return InputError{"unknown faction " + quoted(typed), std::string(where),
                    nearest_hint(word, kNames)};
}

Result<SideSpec> parse_side(std::string_view text) {
  auto side = parse_fleet(text, vocabulary());
  if (!side) return side;
  SideSpec& spec = side.value();
  std::optional<Faction> faction;
  if (const auto shown = faction_of(spec)) faction = shown->faction;
  if (!spec.faction.empty()) faction = read_faction(spec.faction, text).value();
  if (faction)
    for (UnitCount& each : spec.units)
      if (each.type == kAnyTrooper)
        each.type = *faction == Faction::empire ? "stormtrooper" : "rebel_trooper";
  return side;
}

std::string write_side(const SideSpec& side) {
  std::string text = write_fleet(side);
  for (const std::string& leader : side.fields.names("leaders")) {
    const bool first = text.empty() || text.ends_with(": ");
    text += (first ? "leader " : ", leader ") + leader;
  }
  return text;
}

Result<const Unit*> read_unit(std::string_view typed, Faction faction, const std::string& where) {
  std::string word = fold_name(typed);
  if (word == kAnyTrooper) word = faction == Faction::empire ? "stormtrooper" : "rebel_trooper";
  if (const Unit* unit = unit_of(word)) return unit;
  std::vector<std::string_view> types;
  for (const Word& known : all_words()) types.push_back(known.alias);
  std::string hint = nearest_hint(word, types);
  if (hint.empty()) hint = "see broadside list units --game rebellion";
  return InputError{"unknown unit " + quoted(typed), where, std::move(hint)};
}

Result<const Leader*> read_leader(std::string_view typed, const std::string& where) {
  return find_by_words(all_leaders(), typed, "leader", where, [](const Leader&) { return true; });
}

Result<const ActionCard*> read_action_card(std::string_view typed, const std::string& where) {
  auto card = find_by_words(all_action_cards(), typed, "effect", where,
                            [](const ActionCard&) { return true; });
  if (!card && (names_one(all_tactic_cards(), typed) || names_one(all_advanced_cards(), typed)))
    return InputError{quoted(typed) + " is a tactic card, not an effect", where,
                      "list it in the side's hand"};
  return card;
}

Result<std::size_t> read_tactic_card(std::string_view typed, std::optional<Theater> fought,
                                     const std::string& where) {
  const std::span<const TacticCard> all = all_tactic_cards();
  auto card = find_by_words(all, typed, "tactic card", where,
                            [&](const TacticCard& c) { return !fought || c.theater == *fought; });
  if (!card && fought)
    card = find_by_words(all, typed, "tactic card", where, [](const TacticCard&) { return true; });
  if (!card && names_one(all_advanced_cards(), typed))
    return InputError{quoted(typed) + " is an advanced tactic card", where,
                      "it is played with the rule cinematic; without it hands hold tactic cards"};
  return std::move(card).transform(
      [&](const TacticCard* found) { return static_cast<std::size_t>(found - all.data()); });
}

Result<std::size_t> read_advanced_card(std::string_view typed, Faction faction,
                                       std::optional<Theater> fought, const std::string& where) {
  const std::span<const AdvancedCard> all = all_advanced_cards();
  const auto own = [&](const AdvancedCard& c) { return c.faction == faction; };
  auto card = find_by_words(all, typed, "advanced tactic card", where, [&](const AdvancedCard& c) {
    return own(c) && (!fought || c.theater == *fought);
  });
  if (!card && fought) card = find_by_words(all, typed, "advanced tactic card", where, own);
  if (!card && names_one(all, typed))
    return InputError{quoted(typed) + " is a card of the other side", where,
                      fmt::format("a hand holds cards of the {}", name(faction))};
  if (!card && names_one(all_tactic_cards(), typed))
    return InputError{quoted(typed) + " is a tactic card of the base game", where,
                      "in cinematic combat hands hold advanced tactic cards"};
  if (!card) return card.error();
  return static_cast<std::size_t>(card.value() - all.data()) % (2 * kAdvancedDeck);
}

double resources(const Unit& unit) { return static_cast<double>(unit.tier) + 1; }

std::string_view without_effect(const AdvancedCard& card, bool top) {
  for (const Effect& effect : top ? card.top : card.bottom) {
    if (effect.op == Op::capture_leader) return "a captured leader changes no combat";
    if (effect.op == Op::reward_elsewhere) return "its reward lies outside the combat";
  }
  return "";
}

std::vector<Listing> list_units() {
  std::vector<Listing> list;
  for (const Unit& unit : all_units()) {
    Listing& line = list.emplace_back();
    line.id = unit.id;
    line.name = unit.name;
    line.kind = name(unit.unit_class);
    line.faction = name(unit.faction);
    line.expansion = name(unit.expansion);
    line.where = name(unit.theater);
    line.text = unit_text(unit);
    for (const Word& word : all_words())
      if (word.type == unit.id && word.alias != unit.id) line.aliases.emplace_back(word.alias);
    if (unit.number == UnitId::stormtrooper || unit.number == UnitId::rebel_trooper)
      line.aliases.emplace_back(kAnyTrooper);
    line.type = unit.id;
    line.pieces = unit.count;
    line.fields = {"units"};
    if (unit.health.value > 1) line.fields.push_back("damaged");
    line.battles = {"combat", name(unit.theater)};
  }
  return list;
}

std::vector<Listing> list_effects() {
  std::vector<Listing> list;
  for (const ActionCard& card : all_action_cards()) {
    Listing& line = list.emplace_back();
    line.id = card.id;
    line.name = card.name;
    line.kind = "action card";
    line.group = kEffectGroups[1];
    line.faction = name(card.faction);
    line.expansion = name(card.expansion);
    line.where = card.start_of_combat ? "start of combat" : "in combat";
    line.text = card.text;
    std::vector<std::string> leaders;
    for (const auto leader : card.leaders)
      if (!leader.empty()) leaders.push_back(spaced(leader));
    if (!leaders.empty()) line.text += fmt::format(" [needs {}]", joined(leaders, " or "));
    line.text += confidence_note(card.confidence);
    line.fields = {"effects"};
    if (!leaders.empty())
      line.needs.push_back({"leaders", fmt::format(R"(["{}"])", card.leaders[0])});
    if (card.effect.op == Op::set_dice || card.effect.op == Op::reroll)
      line.choices.push_back("round");
    if (card.effect.op == Op::add_leader || card.effect.op == Op::destroy)
      line.choices.push_back("target");
  }
  for (const TacticCard& card : all_tactic_cards()) {
    Listing& line = list.emplace_back();
    line.id = card.id;
    line.name = card.name;
    line.kind = "tactic card";
    line.group = kEffectGroups[1];
    line.expansion = name(Expansion::base);
    line.where = fmt::format("{}, {} attack", name(card.theater),
                             card.timing == Timing::own_attack ? "own" : "enemy");
    line.text = fmt::format(
        "{} [{}{}; for a side's hand]{}", card.text, counted(card.copies, "copy", "copies"),
        card.needs_special ? "; costs a special die" : "", confidence_note(card.confidence));
    line.fields = {"hand"};
    line.battles = {"combat", name(card.theater)};
    line.pieces = card.copies;
  }
  for (const AdvancedCard& card : all_advanced_cards()) {
    Listing& line = list.emplace_back();
    line.id = card.id;
    line.name = card.name;
    line.kind = "advanced tactic card";
    line.group = kEffectGroups[1];
    line.faction = name(card.faction);
    line.expansion = name(Expansion::rote);
    line.where = fmt::format("{}, cinematic combat", name(card.theater));
    std::vector<std::string_view> needs;
    for (const UnitId id : card.needs()) needs.push_back(unit(id).name);
    const auto half = [&](std::string_view text, bool top) {
      const std::string_view why = without_effect(card, top);
      return why.empty() ? std::string(text) : fmt::format("{} [no effect on odds: {}]", text, why);
    };
    line.text = fmt::format("Top{}: {} Bottom: {}",
                            needs.empty() ? "" : fmt::format(" ({})", joined(needs, " or ")),
                            half(card.top_text, true), half(card.bottom_text, false));
    line.fields = {"hand"};
    line.battles = {"combat", name(card.theater)};
    line.needs = {{"rules.cinematic", "true"}};
  }
  for (const Leader& leader : all_leaders()) {
    Listing& line = list.emplace_back();
    line.id = leader.id;
    line.name = leader.name;
    line.kind = "leader";
    line.group = kEffectGroups[0];
    line.faction = name(leader.faction);
    line.expansion = name(leader.expansion);
    line.where = fmt::format("space {}, ground {}", leader.space_tactic, leader.ground_tactic);
    line.text =
        leader.has_tactic_values()
            ? "Draws, or in cinematic combat rerolls, by the value of the theater; may lead "
              "a retreat. [for a side's leaders]"
            : "No tactic values; may lead a retreat. [for a side's leaders]";
    line.fields = {"leaders"};
    if (leader.has_tactic_values()) line.fields.push_back("pool");
  }
  return list;
}

std::vector<Listing> list_factions() {
  std::vector<Listing> list;
  for (const Faction faction : {Faction::empire, Faction::rebels}) {
    Listing& line = list.emplace_back();
    line.id = name(faction);
    line.name = faction == Faction::empire ? "Galactic Empire" : "Rebel Alliance";
    line.kind = "faction";
    line.aliases = faction == Faction::empire
                       ? std::vector<std::string>{"imperial", "imperials"}
                       : std::vector<std::string>{"rebel", "rebellion", "alliance"};
  }
  return list;
}

}  // namespace broadside::rebellion
