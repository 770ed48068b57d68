#include "core/systems/ti4/effect_names.hpp"

#include <algorithm>
#include <vector>

#include "core/scenario/names.hpp"
#include "core/scenario/text.hpp"
#include "core/systems/ti4/effects/effect.hpp"
#include "core/systems/ti4/effects_table.hpp"
#include "core/systems/ti4/factions.hpp"
#include "core/systems/ti4/units.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {
namespace {

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

/// Whether it is written with nothing but what names are written with: "-fragile", "!fragile" and
/// "frag?ile" mean something else than Fragile.
bool is_like_a_name(std::string_view typed) {
  constexpr std::string_view kInNames = " \t_-'.,/()[]\"";
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  const std::size_t first = typed.find_first_not_of(" \t");
  if (first == std::string_view::npos || !(is_letter(typed[first]) || typed[first] == '['))
    return false;
  return std::all_of(typed.begin(), typed.end(), [&](char c) {
    return is_letter(c) || kInNames.find(c) != std::string_view::npos;
  });
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

/// Says what kind of thing is meant, not which.
bool is_kind_word(std::string_view typed) {
  constexpr std::string_view kWords[] = {"ability", "action",     "agenda", "anomaly", "card",
                                         "event",   "law",        "mech",   "note",    "relic",
                                         "tech",    "technology", "unit"};
  return std::find(std::begin(kWords), std::end(kWords), typed) != std::end(kWords);
}

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
  if (typed.size() < name.at_least || is_kind_word(typed)) return Fit::none;
  Fit best = typed.size() > 1 && name.initials == typed ? Fit::initials : Fit::none;
  for (std::size_t w = 0; w < name.begins.size(); ++w) {
    const std::size_t from = name.begins[w];
    if (name.joined.compare(from, typed.size(), typed) != 0) continue;
    const std::size_t to = from + typed.size();
    const bool ends_word =
        to == name.joined.size() ||
        std::find(name.begins.begin(), name.begins.end(), to) != name.begins.end();
    // Nobody means a card by "a" or "on"; the first word of a name may be as short as "L4".
    if (typed.size() < (ends_word && w == 0 ? 2U : 3U)) continue;
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

/// The letters of a unit's name; its level as a digit, as players type it: "exotrireme2".
std::string unit_letters(std::string_view text) {
  auto words = words_of(text);
  if (!words.empty() && words.back() == "ii") words.back() = "2";
  if (!words.empty() && words.back() == "i") words.back() = "1";
  return joined(words, "");
}

/// The unit of this printed name, where its text must be told something: then the words for the
/// choice begin with what its uses mean.
const Unit* unit_told(std::string_view typed) {
  const std::string letters = unit_letters(typed);
  for (const Unit& unit : all_units())
    if (const Effect* rule = find_effect_rule(unit.id);
        rule && rule->choice.starts_with("uses") && unit_letters(unit.name) == letters)
      return &unit;
  return nullptr;
}

bool is_leader(std::string_view kind) {
  return kind == "agent" || kind == "commander" || kind == "hero" || kind == "breakthrough";
}

/// "titans agent", "jol-nar commander", "hero": the one leader or breakthrough of a faction.
const EffectFact* by_faction_and_kind(std::string_view typed, std::string_view faction) {
  auto words = words_of(typed);
  if (words.empty()) return nullptr;
  const std::string kind = words.back();
  if (!is_leader(kind)) return nullptr;
  words.pop_back();
  const std::string whose = joined(words, " ");
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

}  // namespace

Naming naming_of(std::string_view typed, std::string_view faction) {
  if (!is_like_a_name(typed)) return Naming::none;
  const std::string folded = fold_name(typed);
  for (const Effect& input : input_effects())
    if (input.id == folded) return Naming::whole;
  if (find_unit(folded)) return typed == folded ? Naming::whole : Naming::none;  // "cruiser 2"
  if (unit_told(typed)) return Naming::whole;
  if (find_effect_id(typed, faction).empty()) return Naming::none;
  return best_fits(typed).fit <= Fit::part || by_faction_and_kind(typed, faction) ? Naming::whole
                                                                                  : Naming::part;
}

std::string find_effect_id(std::string_view typed, std::string_view faction) {
  if (!is_like_a_name(typed)) return {};
  std::string id = fold_name(typed);
  if (find_effect(id) || find_unit(id)) return id;
  const auto [list, fit] = best_fits(typed);
  if (const Unit* unit = unit_told(typed); unit && fit > Fit::part) return std::string{unit->id};
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

EffectChoice with_id(EffectChoice typed, std::string_view faction) {
  typed.id = find_effect_id(typed.id, faction);
  return typed;
}

InputError unknown_effect(std::string_view typed, std::string_view where) {
  const std::string word(typed);
  const std::size_t name = typed.find_first_not_of(" -!~");
  if (name != std::string_view::npos && name > 0 && typed.find_first_of("-!~") < name)
    return {
        "'" + word + "' is no effect", std::string(where),
        "'+" + std::string(typed.substr(name)) +
            "' adds one; --attacker-without, --defender-without (in JSON \"without\") take away "
            "what would apply by itself"};
  if (is_leader(fold_name(typed)))
    return {"whose " + word + "?", std::string(where),
            "name the side's faction, or the leader's: 'jol-nar commander'"};
  auto list = best_fits(typed).list;
  std::erase_if(list, [](const EffectFact* fact) { return !fact->superseded_by.empty(); });
  constexpr std::size_t kFew = 8;
  if (list.size() > 1) {
    std::string names;
    for (const EffectFact* fact : list) add_word(names, fact->name);
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

}  // namespace broadside::ti4
