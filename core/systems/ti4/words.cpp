#include "core/systems/ti4/words.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/scenario/tokens.hpp"
#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/units.hpp"

namespace broadside::ti4 {
namespace {

// The type itself first: hints offer it before its short forms. Plurals are understood without
// being listed (core/scenario/notation). The two-letter codes are those that players use online.
constexpr Word kWords[] = {
    {"flagship", "flagship"},
    {"fs", "flagship"},
    {"flag", "flagship"},
    {"flag_ship", "flagship"},
    {"war_sun", "war_sun"},
    {"ws", "war_sun"},
    {"warsun", "war_sun"},
    {"sun", "war_sun"},
    {"dreadnought", "dreadnought"},
    {"dn", "dreadnought"},
    {"dread", "dreadnought"},
    {"dreadnaught", "dreadnought"},
    {"dred", "dreadnought"},
    {"drd", "dreadnought"},
    {"cruiser", "cruiser"},
    {"ca", "cruiser"},
    {"cr", "cruiser"},
    {"cru", "cruiser"},
    {"carrier", "carrier"},
    {"cv", "carrier"},
    {"car", "carrier"},
    {"carr", "carrier"},
    {"destroyer", "destroyer"},
    {"dd", "destroyer"},
    {"des", "destroyer"},
    {"dest", "destroyer"},
    {"fighter", "fighter"},
    {"ff", "fighter"},
    {"ftr", "fighter"},
    {"fig", "fighter"},
    {"infantry", "infantry"},
    {"gf", "infantry"},
    {"inf", "infantry"},
    {"troop", "infantry"},
    {"trooper", "infantry"},
    {"ground_force", "infantry"},
    {"mech", "mech"},
    {"mf", "mech"},
    {"pds", "pds"},
    {"pd", "pds"},
    {"planetary_defense_system", "pds"},
    {"planetary_defence_system", "pds"},
    {"space_dock", "space_dock"},
    {"sd", "space_dock"},
    {"spacedock", "space_dock"},
    {"dock", "space_dock"},
};

Result<std::string> faction_id(std::string_view typed, std::string_view where) {
  const auto faction = find_faction(typed, where);
  if (!faction) return faction.error();
  return std::string(faction.value()->id);
}

/// The ways to type a printed name: with and without "The", with and without parts that are no
/// words ("ZS Thunderbolt M2"). Its level is read behind it, like any other.
std::vector<std::string> printed_spellings(std::string_view printed) {
  const std::string plain = plain_text(printed);
  std::string all, words;
  for (const std::string_view part : split(plain, ' ')) {
    const bool is_level = part == "I" || part == "II" || part == "V1" || part == "V2";
    const bool is_sign = part.find_first_of("[\xCE") != std::string_view::npos;
    if (is_level || is_sign) continue;
    all += (all.empty() ? "" : " ") + std::string(part);
    if (part.find_first_of("0123456789") == std::string_view::npos)
      words += (words.empty() ? "" : " ") + std::string(part);
  }
  std::vector<std::string> spellings;
  for (const std::string& name : {all, words})
    for (const std::string& way : {name, name.starts_with("The ") ? name.substr(4) : name})
      if (const std::string key = name_key(way);
          !key.empty() && !is_digit(key.front()) &&
          std::find(spellings.begin(), spellings.end(), key) == spellings.end())
        spellings.push_back(key);
  return spellings;
}

/// What players type, then the printed names of factions' own units.
std::span<const Word> all_words() {
  using Printed = std::pair<std::string, const Unit*>;
  static const std::vector<Printed> kPrinted = [] {
    std::vector<Printed> names;
    for (const Unit& unit : all_units()) {
      // Only what a faction fields by itself: no unit of a breakthrough, no other face of a card.
      const Unit* fielded = unit_for(unit.faction, unit.type, unit.level == 2 ? 2 : 1);
      if (unit.faction == "generic" || unit.faction == "neutral" || !fielded ||
          fielded->level != unit.level || fielded->face != unit.face)
        continue;
      for (std::string& spelling : printed_spellings(unit.name))
        names.emplace_back(std::move(spelling), &unit);
    }
    return names;
  }();
  static const std::vector<Word> kAll = [] {
    std::vector<Word> words(std::begin(kWords), std::end(kWords));
    for (const auto& [alias, unit] : kPrinted)
      if (std::none_of(words.begin(), words.end(),
                       [&spelt = alias](const Word& word) { return word.alias == spelt; }))
        words.push_back({alias, name(unit->type), unit->faction});
    return words;
  }();
  return kAll;
}

/// Adds one part of a list: "cost 4, combat 5".
void add(std::string& list, const std::string& part, std::string_view separator = ", ") {
  if (part.empty()) return;
  if (!list.empty()) list += separator;
  list += part;
}

std::string spaced(std::string_view text) {
  std::string words(text);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

/// "bombardment 5 (x3)", or nothing where the unit does not have the roll.
std::string roll_text(std::string_view name, Dice roll) {
  if (!roll) return "";
  return std::string(name) + " " + std::to_string(roll.hit_on) +
         (roll.dice > 1 ? " (x" + std::to_string(roll.dice) + ")" : "");
}

/// A printed number, or nothing where the unit has none.
std::string value_text(std::string_view name, int value) {
  return value < 0 ? "" : std::string(name) + " " + std::to_string(value);
}

std::string unit_place(const Unit& unit) {
  std::string place;
  if (unit.is_ship) add(place, "space");
  if (unit.is_ground_force) add(place, "ground");
  if (unit.is_structure) add(place, "structure");
  return place;
}

/// "space, attacker, start of combat"
std::string effect_place(const EffectFact& effect) {
  std::string place = effect.stage == "both" ? "space and ground" : std::string(effect.stage);
  add(place, effect.side == "either" ? "either side" : std::string(effect.side));
  add(place, effect.timing == "afb" ? "anti-fighter barrage" : spaced(effect.timing));
  return place;
}

/// The same for what a scenario says about the rest of the map.
std::string_view input_place(std::string_view id) {
  if (id == "adjacent_pds") return "space, either side, space cannon offense";
  if (id == "third_party_pds") return "space, defender or system, space cannon offense";
  if (id == "bombards_elsewhere") return "ground, attacker, bombardment";
  return "either side";
}

std::string effect_text(const EffectFact& effect) {
  std::string terms;
  if (!effect.cost.empty()) add(terms, "cost: " + std::string(effect.cost), "; ");
  add(terms, std::string(effect.limit), "; ");
  if (!effect.superseded_by.empty())
    add(terms, "replaced by " + std::string(effect.superseded_by), "; ");
  if (!effect.replaced_in.empty())
    add(terms, "replaced in " + std::string(effect.replaced_in), "; ");
  if (effect.optional_module) add(terms, "optional module", "; ");
  if (effect.scenario) add(terms, "scenario only", "; ");
  std::string text(effect.text);
  if (!terms.empty()) text += " [" + terms + "]";
  add(text, std::string(effect.note), " ");
  if (const Inert* inert = find_inert(effect.id))
    add(text, "[no effect on odds: " + std::string(inert->reason) + "]", " ");
  else if (const Effect* rule = find_effect_rule(effect.id); rule && !rule->choice.empty())
    add(text, "[by default: " + std::string(rule->choice) + "]", " ");
  else if (!rule)
    add(text, "[not supported]", " ");
  return text;
}

// --- effects as players type them ---

/// Lower-case words of letters and digits; apostrophes and full stops vanish, everything else
/// parts words. The Greek letter of revised printings reads "omega", two of them "omega2", as in
/// the ids.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  bool gap = true;
  const auto put = [&](char c) {
    if (gap) words.emplace_back();
    gap = false;
    words.back() += c;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      put(c);
    } else if (c >= 'A' && c <= 'Z') {
      put(static_cast<char>(c - 'A' + 'a'));
    } else if (text.substr(i, 2) == "\xCE\xA9" || text.substr(i, 2) == "\xCF\x89") {
      if (!words.empty() && words.back() == "omega")
        words.back() = "omega2";
      else
        words.emplace_back("omega");
      gap = true;
      ++i;
    } else if (text.substr(i, 3) == "\xE2\x80\x98" || text.substr(i, 3) == "\xE2\x80\x99") {
      i += 2;
    } else if (c != '\'' && c != '.') {
      gap = true;
    }
  }
  if (words.size() > 1 && words.front() == "the") words.erase(words.begin());
  return words;
}

/// One way to write an effect: its words, and where each begins once they are joined.
struct Spelling {
  std::string joined;
  std::vector<std::size_t> begins;
  std::string initials;
  bool whole = true;         ///< the whole name or id; otherwise a part of it
  std::size_t at_least = 0;  ///< fewer letters say nothing: "ac" begins the id of every action card

  Spelling(std::string_view text, bool is_whole) : whole(is_whole) {
    for (const std::string& word : words_of(text)) {
      begins.push_back(joined.size());
      joined += word;
      initials += word.front();
    }
  }
};

/// How well the typed letters fit, best first.
enum class Fit {
  whole,
  part,           ///< a part of the name that stands by itself: before or in its brackets
  first_words,    ///< "plasma"
  words,          ///< "thalnos"
  first_letters,  ///< "duran"
  letters,        ///< "thaln"
  initials,       ///< "nes"
  none,
};

Fit fit(const Spelling& name, const std::string& typed) {
  if (name.joined == typed) return name.whole ? Fit::whole : Fit::part;
  if (typed.size() < name.at_least) return Fit::none;
  Fit best = typed.size() > 1 && name.initials == typed ? Fit::initials : Fit::none;
  for (std::size_t w = 0; w < name.begins.size(); ++w) {
    const std::size_t from = name.begins[w];
    if (name.joined.compare(from, typed.size(), typed) != 0) continue;
    const std::size_t to = from + typed.size();
    const bool ends_word =
        to == name.joined.size() ||
        std::find(name.begins.begin(), name.begins.end(), to) != name.begins.end();
    if (!ends_word && typed.size() < 3) continue;
    const Fit here = ends_word ? (w == 0 ? Fit::first_words : Fit::words)
                               : (w == 0 ? Fit::first_letters : Fit::letters);
    best = std::min(best, here);
  }
  return best;
}

/// "tech_plasma_scoring" -> "plasma_scoring"
std::string_view without_kind(std::string_view id) { return id.substr(id.find('_') + 1); }

/// The ways to write every effect, in the order of the table.
const std::vector<std::vector<Spelling>>& effect_spellings() {
  static const auto all = [] {
    std::vector<std::vector<Spelling>> list;
    for (const EffectFact& effect : all_effects()) {
      auto& ways = list.emplace_back();
      ways.emplace_back(effect.id, true).at_least = effect.id.find('_') + 1;
      ways.emplace_back(without_kind(effect.id), true);
      ways.emplace_back(effect.name, true);
      // "Adjudicator Ba'al (Nova Seed)", "Ta Zern / Agnlan Oln", "Ipswitch, Loose Cannon"
      for (std::string_view rest = effect.name; !rest.empty();) {
        const std::size_t end = rest.find_first_of("(),/");
        ways.emplace_back(rest.substr(0, end), false);
        rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
      }
      std::erase_if(ways, [](const Spelling& way) { return way.joined.empty(); });
    }
    return list;
  }();
  return all;
}

/// Where cards of several kinds share a name: the kind that is meant.
int kind_rank(std::string_view kind) {
  constexpr std::string_view kOrder[] = {"technology",
                                         "action_card",
                                         "faction_ability",
                                         "promissory_note",
                                         "agent",
                                         "commander",
                                         "hero",
                                         "relic",
                                         "breakthrough",
                                         "anomaly",
                                         "exploration_attachment",
                                         "law"};
  return static_cast<int>(std::find(std::begin(kOrder), std::end(kOrder), kind) - kOrder);
}

using Candidates = std::vector<const EffectFact*>;

/// Keeps those that qualify, if there are any.
template <class Condition>
void prefer(Candidates& list, Condition condition) {
  if (std::any_of(list.begin(), list.end(), condition))
    std::erase_if(list, [&](const EffectFact* fact) { return !condition(fact); });
}

const EffectFact* choose(Candidates list, std::string_view faction) {
  prefer(list,
         [](const EffectFact* f) { return f->superseded_by.empty() && f->replaced_in.empty(); });
  if (!faction.empty()) prefer(list, [&](const EffectFact* f) { return f->faction == faction; });
  prefer(list, [](const EffectFact* f) { return find_inert(f->id) == nullptr; });
  prefer(list, [](const EffectFact* f) { return !f->optional_module && !f->scenario; });
  if (list.empty()) return nullptr;
  const auto base = [](const EffectFact* f) {
    return Spelling(f->name.substr(0, f->name.find(" (")), true).joined;
  };
  const bool namesakes = std::all_of(
      list.begin(), list.end(), [&](const EffectFact* f) { return base(f) == base(list.front()); });
  if (!namesakes) return nullptr;
  return *std::min_element(list.begin(), list.end(), [](const EffectFact* a, const EffectFact* b) {
    return kind_rank(a->kind) < kind_rank(b->kind);
  });
}

struct Fits {
  Candidates list;
  Fit fit = Fit::none;
};

/// The effects that the typed letters fit best.
Fits best_fits(std::string_view typed) {
  Fits best;
  const std::string letters = Spelling(typed, true).joined;
  if (letters.empty()) return best;
  const auto facts = all_effects();
  const auto& spellings = effect_spellings();
  for (std::size_t e = 0; e < facts.size(); ++e) {
    Fit here = Fit::none;
    for (const Spelling& way : spellings[e]) here = std::min(here, fit(way, letters));
    if (here == Fit::none || here > best.fit) continue;
    if (here < best.fit) best.list.clear();
    best.fit = here;
    best.list.push_back(&facts[e]);
  }
  return best;
}

bool is_leader(std::string_view kind) {
  return kind == "agent" || kind == "commander" || kind == "hero" || kind == "breakthrough";
}

/// The list of its own that an effect stands in.
std::string_view group_of(std::string_view kind) {
  if (kind == "agent" || kind == "commander" || kind == "hero") return kEffectGroups[0];
  return kind.ends_with("card") ? kEffectGroups[1] : "";
}

/// "titans agent", "jol-nar commander", "hero": the one leader or breakthrough of a faction.
const EffectFact* by_faction_and_kind(std::string_view typed, std::string_view faction) {
  auto words = words_of(typed);
  if (words.empty()) return nullptr;
  const std::string kind = words.back();
  if (!is_leader(kind)) return nullptr;
  words.pop_back();
  std::string whose;
  for (const std::string& word : words) add(whose, word, " ");
  if (!whose.empty()) {
    const auto found = find_faction(whose, "");
    if (!found) return nullptr;
    faction = found.value()->id;
  }
  Candidates list;
  for (const EffectFact& fact : all_effects())
    if (!faction.empty() && fact.faction == faction && fact.kind == kind &&
        fact.superseded_by.empty())
      list.push_back(&fact);
  return list.size() == 1 ? list.front() : nullptr;
}

/// Whether a text without a plus names an effect.
Naming naming_of(std::string_view typed, std::string_view faction) {
  const std::string folded = fold_name(typed);
  for (const Effect& input : input_effects())
    if (input.id == folded) return Naming::whole;
  if (find_unit(folded)) return typed == folded ? Naming::whole : Naming::none;  // "cruiser 2"
  if (find_effect_id(typed, faction).empty()) return Naming::none;
  return best_fits(typed).fit <= Fit::part || by_faction_and_kind(typed, faction) ? Naming::whole
                                                                                  : Naming::part;
}

}  // namespace

std::vector<std::string_view> type_names() {
  std::vector<std::string_view> names;
  for (int t = 0; t < kUnitTypes; ++t) names.push_back(name(static_cast<UnitType>(t)));
  return names;
}

void add_word(std::string& text, std::string_view word) {
  text += (text.empty() ? "" : ", ") + std::string{word};
}

std::string unit_text(const Unit& unit) {
  std::string text;
  add(text, value_text("cost", static_cast<int>(std::lround(unit.resources))));
  if (unit.produces > 1) text += " for " + std::to_string(unit.produces);
  add(text, roll_text("combat", unit.combat));
  if (!unit.dice_rule.empty())
    add(text,
        "combat " + std::to_string(unit.combat.hit_on) + " (dice: " + spaced(unit.dice_rule) + ")");
  add(text, value_text("move", unit.move));
  add(text, value_text("capacity", unit.capacity));
  if (unit.sustain_damage) add(text, "sustain damage");
  add(text, roll_text("anti-fighter barrage", unit.anti_fighter_barrage));
  add(text, roll_text("bombardment", unit.bombardment));
  add(text, roll_text("space cannon", unit.space_cannon));
  if (unit.planetary_shield) add(text, "planetary shield");
  std::string specials;
  for (const auto& special : unit.special) add(specials, std::string(special.text), " ");
  add(text, specials, " - ");
  return text.empty() ? "does not fight" : text;
}

const Vocabulary& vocabulary() {
  static const Vocabulary kVocabulary{all_words(), true, "2 dn, 4 ff", faction_id, naming_of};
  return kVocabulary;
}

Result<SideSpec> parse_side(std::string_view text) {
  // A side may have nothing but the planet's own space cannon, which is listed as an effect.
  if (text.find_first_not_of(' ') == std::string_view::npos) return SideSpec{};
  return parse_fleet(text, vocabulary());
}

std::optional<UnitType> type_named(std::string_view typed) {
  const auto side = parse_side(typed);
  if (!side || side.value().units.size() != 1) return std::nullopt;
  const SideSpec& named = side.value();
  if (named.units.front().count != 1 || !named.upgrades.empty() || !named.damaged.empty())
    return std::nullopt;
  return unit_type(named.units.front().type);
}

std::string find_effect_id(std::string_view typed, std::string_view faction) {
  const std::string id = fold_name(typed);
  if (find_effect(id) || find_unit(id)) return id;
  const auto [list, fit] = best_fits(typed);
  const EffectFact* found =
      list.empty() ? by_faction_and_kind(typed, faction) : choose(list, faction);
  if (!found) return {};
  // The name of a first printing is also that of its successor; whoever wants an older one says
  // which ("... omega"), or gives its id (RULES 9.27).
  const bool says_printing =
      fit == Fit::whole && found->id.find("_omega") != std::string_view::npos;
  return std::string(found->superseded_by.empty() || says_printing ? found->id
                                                                   : found->superseded_by);
}

InputError unknown_effect(std::string_view typed, std::string_view where) {
  const std::string word(typed);
  if (is_leader(fold_name(typed)))
    return {"whose " + word + "?", std::string(where),
            "name the side's faction, or the leader's: 'jol-nar commander'"};
  auto list = best_fits(typed).list;
  std::erase_if(list, [](const EffectFact* fact) { return !fact->superseded_by.empty(); });
  constexpr std::size_t kFew = 8;
  if (list.size() > 1) {
    std::string names;
    for (const EffectFact* fact : list) add(names, std::string(fact->name));
    return {
        "'" + word + "' may be several effects", std::string(where),
        list.size() <= kFew ? "one of " + names : "see broadside list effects \"" + word + "\""};
  }
  // Whole names first; then "plazma" is near the first word of one.
  std::vector<std::string_view> names;
  for (const EffectFact& fact : all_effects())
    names.insert(names.end(), {fact.name, without_kind(fact.id), fact.id});
  for (const Effect& input : input_effects()) names.push_back(input.id);
  std::string hint = nearest_hint(typed, names);
  if (hint.empty()) {
    std::vector<std::string_view> first;
    for (const EffectFact& fact : all_effects())
      first.push_back(fact.name.substr(0, fact.name.find(' ')));
    hint = nearest_hint(typed, first);
  }
  return {"unknown effect '" + word + "'", std::string(where),
          hint.empty() ? "see broadside list effects" : hint};
}

std::vector<Listing> list_units() {
  std::vector<Listing> list;
  for (const auto& unit : all_units()) {
    Listing line{std::string(unit.id),
                 std::string(unit.name),
                 std::string(name(unit.type)),
                 std::string(unit.faction),
                 std::string(unit.expansion),
                 unit_place(unit),
                 unit_text(unit),
                 {}};
    for (const auto& word : kWords)
      if (word.type == name(unit.type) && word.alias != word.type)
        line.aliases.emplace_back(word.alias);
    list.push_back(std::move(line));
  }
  return list;
}

std::vector<Listing> list_effects() {
  std::vector<Listing> list;
  for (const auto& effect : all_effects())
    list.push_back({std::string(effect.id),
                    std::string(effect.name),
                    std::string(effect.kind),
                    std::string(effect.faction),
                    std::string(effect.expansion),
                    effect_place(effect),
                    effect_text(effect),
                    {},
                    std::string(group_of(effect.kind))});
  for (const Effect& input : input_effects())
    list.push_back({std::string(input.id),
                    spaced(input.id),
                    "input",
                    "",
                    "any",
                    std::string(input_place(input.id)),
                    std::string(input.choice),
                    {}});
  return list;
}

std::vector<Listing> list_factions() {
  std::vector<Listing> list;
  for (const auto& faction : all_factions()) {
    std::string units;
    for (const auto& unit : all_units())
      if (unit.faction == faction.id) add(units, std::string(unit.name));
    std::string abilities;
    for (const auto& effect : all_effects())
      if (effect.faction == faction.id && effect.kind == "faction_ability" &&
          effect.superseded_by.empty())
        add(abilities, std::string(effect.name));
    Listing line{std::string(faction.id),
                 std::string(faction.name),
                 "faction",
                 std::string(faction.id),
                 std::string(faction.expansion),
                 "",
                 "own units: " + units + (abilities.empty() ? "" : "; abilities: " + abilities),
                 {}};
    line.aliases.assign(faction.aliases.begin(), faction.aliases.end());
    list.push_back(std::move(line));
  }
  return list;
}

}  // namespace broadside::ti4
