#include "core/systems/rebellion/leaders.hpp"

#include <algorithm>
#include <array>

namespace broadside::rebellion {
namespace {

using enum Faction;
using enum Expansion;

// tests/core/systems/rebellion/facts_test.cpp compares every field with
// tests/data/rebellion/tactic_cards.json. General Rieekan's ground value is 2 in three sources and
// 3 in one.
// clang-format off
constexpr auto kLeaderTable = std::to_array<Leader>({
    {"emperor_palpatine", "Emperor Palpatine", empire, base, true, 3, 2},
    {"darth_vader", "Darth Vader", empire, base, true, 2, 3},
    {"grand_moff_tarkin", "Grand Moff Tarkin", empire, base, true, 2, 1},
    {"general_tagge", "General Tagge", empire, base, true, 1, 2},
    {"admiral_piett", "Admiral Piett", empire, base, false, 3, 1},
    {"admiral_ozzel", "Admiral Ozzel", empire, base, false, 2, 1},
    {"soontir_fel", "Soontir Fel", empire, base, false, 2, 1},
    {"colonel_yularen", "Colonel Yularen", empire, base, false, 2, 2},
    {"general_veers", "General Veers", empire, base, false, 1, 3},
    {"moff_jerjerrod", "Moff Jerjerrod", empire, base, false, 1, 1},
    {"boba_fett", "Boba Fett", empire, base, false, 0, 0},
    {"janus_greejatus", "Janus Greejatus", empire, base, false, 0, 0},
    {"director_krennic", "Director Krennic", empire, rote, false, 2, 2},
    {"admiral_motti", "Admiral Motti", empire, rote, false, 2, 1},
    {"krennics_finest", "Krennic's Finest", empire, rote, false, 1, 3},
    {"jabba_the_hutt", "Jabba the Hutt", empire, rote, false, 0, 0},
    {"mon_mothma", "Mon Mothma", rebels, base, true, 0, 0},
    {"princess_leia", "Princess Leia", rebels, base, true, 1, 1},
    {"jan_dodonna", "Jan Dodonna", rebels, base, true, 2, 1},
    {"general_rieekan", "General Rieekan", rebels, base, true, 1, 2},
    {"admiral_ackbar", "Admiral Ackbar", rebels, base, false, 3, 1},
    {"wedge_antilles", "Wedge Antilles", rebels, base, false, 3, 1},
    {"han_solo", "Han Solo", rebels, base, false, 2, 2},
    {"lando_calrissian", "Lando Calrissian", rebels, base, false, 2, 2},
    {"luke_skywalker", "Luke Skywalker", rebels, base, false, 2, 2},
    {"luke_skywalker_jedi", "Luke Skywalker (Jedi)", rebels, base, false, 3, 3},
    {"obi_wan_kenobi", "Obi-Wan Kenobi", rebels, base, false, 1, 3},
    {"general_madine", "General Madine", rebels, base, false, 1, 3},
    {"chewbacca", "Chewbacca", rebels, base, false, 1, 2},
    {"cassian_andor", "Cassian Andor", rebels, rote, false, 2, 1},
    {"jyn_erso", "Jyn Erso", rebels, rote, false, 1, 2},
    {"chirrut_imwe", "Chirrut Imwe", rebels, rote, false, 1, 2},
    {"saw_gerrera", "Saw Gerrera", rebels, rote, false, 1, 3},
});
// clang-format on

}  // namespace

std::span<const Leader> all_leaders() { return kLeaderTable; }

const Leader* find_leader(std::string_view id) {
  const auto at = std::find_if(kLeaderTable.begin(), kLeaderTable.end(),
                               [&](const Leader& l) { return l.id == id; });
  return at == kLeaderTable.end() ? nullptr : &*at;
}

}  // namespace broadside::rebellion
