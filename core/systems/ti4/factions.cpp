#include "core/systems/ti4/factions.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/scenario/by.hpp"
#include "core/scenario/names.hpp"

namespace broadside::ti4 {
namespace {

// Spellings that differ only by case, blanks, hyphens or apostrophes are one, and beginnings are
// found by themselves: "jol-nar" and "arb" need no entry.
// clang-format off
constexpr std::string_view kArgent[] = {"flight"};
constexpr std::string_view kBastion[] = {"lb"};
constexpr std::string_view kCreuss[] = {"ghosts"};
constexpr std::string_view kDeepwrought[] = {"scholarate", "dws"};
constexpr std::string_view kHacan[] = {"emirates"};
constexpr std::string_view kJolnar[] = {"universities", "jn"};
constexpr std::string_view kKeleres[] = {"council", "ck"};
constexpr std::string_view kL1z1x[] = {"l1", "lizix", "l1zix", "liz1x", "mindnet"};
constexpr std::string_view kLetnev[] = {"barony"};
constexpr std::string_view kMahact[] = {"gene-sorcerers", "sorcerers"};
constexpr std::string_view kMentak[] = {"coalition"};
constexpr std::string_view kMuaat[] = {"embers"};
constexpr std::string_view kNaalu[] = {"collective"};
constexpr std::string_view kNaazRokha[] = {"naaz", "rokha", "nr", "nra"};
constexpr std::string_view kNekro[] = {"virus", "necro"};
constexpr std::string_view kRalNel[] = {"consortium", "rnc"};
constexpr std::string_view kRebellion[] = {"crimson", "rebels"};
constexpr std::string_view kSaar[] = {"clan"};
constexpr std::string_view kSardakk[] = {"n'orr"};
constexpr std::string_view kSol[] = {"federation"};
constexpr std::string_view kTitans[] = {"ul"};
constexpr std::string_view kVuilraith[] = {"cabal", "vc"};
constexpr std::string_view kXxcha[] = {"xx", "kingdom"};
constexpr std::string_view kYin[] = {"brotherhood"};
constexpr std::string_view kYssaril[] = {"tribes"};
constexpr std::string_view kNeutral[] = {"neutrals"};

constexpr Faction kFactions[] = {
    {"arborec", "The Arborec", "base", {}},
    {"argent", "The Argent Flight", "pok", kArgent},
    {"bastion", "Last Bastion", "te", kBastion},
    {"creuss", "The Ghosts of Creuss", "base", kCreuss},
    {"deepwrought", "The Deepwrought Scholarate", "te", kDeepwrought},
    {"empyrean", "The Empyrean", "pok", {}},
    {"firmament", "The Firmament", "te", {}},
    {"obsidian", "The Obsidian", "te", {}},
    {"hacan", "The Emirates of Hacan", "base", kHacan},
    {"jolnar", "The Universities of Jol-Nar", "base", kJolnar},
    {"keleres", "The Council Keleres", "codex3", kKeleres},
    {"l1z1x", "The L1Z1X Mindnet", "base", kL1z1x},
    {"letnev", "The Barony of Letnev", "base", kLetnev},
    {"mahact", "The Mahact Gene-Sorcerers", "pok", kMahact},
    {"mentak", "The Mentak Coalition", "base", kMentak},
    {"muaat", "The Embers of Muaat", "base", kMuaat},
    {"naalu", "The Naalu Collective", "base", kNaalu},
    {"naaz_rokha", "The Naaz-Rokha Alliance", "pok", kNaazRokha},
    {"nekro", "The Nekro Virus", "base", kNekro},
    {"nomad", "The Nomad", "pok", {}},
    {"ral_nel", "The Ral Nel Consortium", "te", kRalNel},
    {"rebellion", "The Crimson Rebellion", "te", kRebellion},
    {"saar", "The Clan of Saar", "base", kSaar},
    {"sardakk", "Sardakk N'orr", "base", kSardakk},
    {"sol", "The Federation of Sol", "base", kSol},
    {"titans", "The Titans of Ul", "pok", kTitans},
    {"vuilraith", "The Vuil'raith Cabal", "pok", kVuilraith},
    {"winnu", "The Winnu", "base", {}},
    {"xxcha", "The Xxcha Kingdom", "base", kXxcha},
    {"yin", "The Yin Brotherhood", "base", kYin},
    {"yssaril", "The Yssaril Tribes", "base", kYssaril},
    {"neutral", "Neutral units", "te", kNeutral},
};
// clang-format on

/// One spelling for "Jol-Nar", "jol nar" and "jolnar".
std::string squeeze(std::string_view text) {
  auto folded = fold_name(text);
  std::erase(folded, '_');
  return folded;
}

/// Everything that names a faction, squeezed.
const std::vector<std::string>& spellings(const Faction& faction) {
  static const auto kAll = [] {
    std::vector<std::vector<std::string>> all;
    for (const Faction& each : kFactions) {
      const bool the = each.name.starts_with("The ");
      all.push_back({squeeze(each.id), squeeze(each.name.substr(the ? 4 : 0))});
      for (const auto alias : each.aliases) all.back().push_back(squeeze(alias));
    }
    return all;
  }();
  return nth(kAll, &faction - kFactions);
}

}  // namespace

std::span<const Faction> all_factions() { return kFactions; }

Result<const Faction*> find_faction(std::string_view text, std::string_view where) {
  auto typed = squeeze(text);
  if (fold_name(text).starts_with("the_")) typed.erase(0, 3);
  std::vector<const Faction*> begin_so;
  for (const Faction& faction : kFactions) {
    const auto& names = spellings(faction);
    if (std::find(names.begin(), names.end(), typed) != names.end()) return &faction;
    const auto begins = [&](const std::string& name) { return name.starts_with(typed); };
    if (std::any_of(names.begin(), names.end(), begins)) begin_so.push_back(&faction);
  }
  if (typed.empty())
    return InputError{"no faction named", std::string(where), "e.g. letnev, jol-nar or neutral"};
  // One letter is too little to tell what was meant, even where only one faction has it.
  if (begin_so.size() == 1 && typed.size() > 1) return begin_so.front();
  if (begin_so.size() > 1) {
    std::string list;
    for (const auto* faction : begin_so)
      list += (list.empty() ? "" : ", ") + std::string(faction->id);
    return InputError{"'" + std::string(text) + "' may be several factions", std::string(where),
                      "one of " + list};
  }
  std::vector<std::string_view> known;
  for (const Faction& faction : kFactions) {
    known.push_back(faction.id);
    if (faction.name.starts_with("The ")) known.push_back(faction.name.substr(4));
    known.insert(known.end(), faction.aliases.begin(), faction.aliases.end());
  }
  auto hint = nearest_hint(text, known);
  if (hint.empty()) hint = "`broadside list factions` shows them all";
  return InputError{"unknown faction '" + std::string(text) + "'", std::string(where), hint};
}

}  // namespace broadside::ti4
