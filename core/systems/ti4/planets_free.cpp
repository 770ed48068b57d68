// What a player chooses in a battle for several planets: hits, as on one planet, and who of the
// attacker's units goes where. RULES 9.50, 9.60.
#include <algorithm>

#include <fmt/format.h>

#include "core/systems/ti4/planets.hpp"
#include "core/systems/ti4/words.hpp"

namespace broadside::ti4 {

using namespace battle_words;

namespace {

// Labels of moves: those in space as they are, then a span for each planet, which may have other
// groups.
constexpr unsigned kSpaceLabels = 64, kPlanetLabels = 48;
static_assert(kSpaceLabels + kMostPlanets * kPlanetLabels <= 256);

}  // namespace

// --- who goes where

/// A step for each open planet and group: how many of those that are left go there. The first edge
/// sends the most, so that of equal ways the first named planet has them.
void PlanetsRules::add_shares(Part part) {
  const bool lands = part == Part::commit_share;
  for (std::size_t p = 0; p < planets_->size(); ++p) {
    if (!is_open(part, p)) continue;
    for (std::size_t g = 0; g < attackers().groups.size(); ++g) {
      if (!(lands ? splitter_->lands(g) : splitter_->bombs(g))) continue;
      const StepHandle step = plan_.add(
          {part, p, -1, g}, {.name = (lands ? "commitment, " : "aim, ") + (*planets_)[p].name,
                             .stage = kInvasionStage});
      for (int sent = most_sent(g); sent >= 0; --sent)
        plan_.may_leave(step, Side::attacker, plan_.next());
      join_offers(plan_, step, 0);
      plan_.lead(step, kAnyStance, kAnyStance, plan_.next());
    }
  }
  if (lands || !splitter_->adds_dice()) return;
  // The die that one bombarding unit gets: at this planet, or at a later one.
  for (std::size_t p = 0; p < planets_->size(); ++p) {
    if ((*planets_)[p].bombardment < 0) continue;
    const StepHandle step = plan_.add(
        {part, p, -1, kGroups}, {.name = "aim, " + (*planets_)[p].name, .stage = kInvasionStage});
    for (int edge = 0; edge < 2; ++edge) plan_.may_leave(step, Side::attacker, plan_.next());
    join_offers(plan_, step, 0);
    plan_.lead(step, kAnyStance, kAnyStance, plan_.next());
  }
}

bool PlanetsRules::is_open(Part part, std::size_t p) const {
  const Planet& planet = (*planets_)[p];
  return part == Part::commit_share ? !planet.commit : planet.bombardment >= 0 && !planet.bombard;
}

int PlanetsRules::most_sent(std::size_t g) const {
  return std::min(attackers().groups[g].most, kMostAboard);
}

/// Of this group, how many nobody has sent anywhere yet.
int PlanetsRules::unsent(Part part, std::size_t g, const Force& force) const {
  int left = force.space.count(g);
  for (std::size_t p = 0; part == Part::bombard_share && p < planets_->size(); ++p)
    left -= force.planet[p].whole[g];
  return left;
}

bool PlanetsRules::offers_share(const PlanetsAt& where, int edge, const Force& force) const {
  if (where.group == kGroups) {
    bool free = force.planet[where.planet].whole != GroupCounts{};
    for (const ti4::Force& planet : force.planet) free &= planet.away == 0;
    return edge == 1 || free;
  }
  const int left = unsent(where.part, where.group, force);
  const int sent = most_sent(where.group) - edge;
  if (sent > left) return false;
  bool last = true;
  for (std::size_t p = where.planet + 1; p < planets_->size(); ++p) last &= !is_open(where.part, p);
  const bool may_stay = where.part == Part::commit_share && attackers().free.may_stay;
  return !last || may_stay || sent == std::min(left, kMostAboard);
}

/// While planets are bombarded, `planet` of the attacker has those that bombard it, and `away` there
/// says that one of them gets a die more.
PlanetsForce PlanetsRules::with_share(const PlanetsAt& where, int edge, Force force) const {
  ti4::Force& here = force.planet[where.planet];
  if (where.group == kGroups) {
    here.away = edge == 0;
    return force;
  }
  int sent = most_sent(where.group) - edge;
  if (sent == kMostAboard) sent = unsent(where.part, where.group, force);
  GroupCounts counts{};
  counts[where.group] = static_cast<std::uint8_t>(sent);
  if (where.part == Part::bombard_share)
    here.whole[where.group] = counts[where.group];
  else
    land(where.planet, counts, force);
  return force;
}

void PlanetsRules::land(std::size_t p, const GroupCounts& troops, Force& force) const {
  const ti4::Force party = landing_party(attackers(), troops, force.space);
  const auto add = [](std::uint8_t& to, int units) { to = static_cast<std::uint8_t>(to + units); };
  for (std::size_t g = 0; g < kGroups; ++g) {
    add(force.planet[p].whole[g], party.whole[g]);
    add(force.planet[p].damaged[g], party.damaged[g]);
    add(force.landed[p][g], party.count(g));
  }
}

/// The bombardment is over: nobody is on a planet yet but those whom the player has named for it.
PlanetsForce PlanetsRules::committed_as_named(Force force) const {
  for (std::size_t p = 0; p < planets_->size(); ++p) {
    force.planet[p].whole = force.planet[p].damaged = {};
    force.planet[p].away = 0;
  }
  const auto named = splitter_->named_troops(force.space);
  for (std::size_t p = 0; p < planets_->size(); ++p) land(p, named[p], force);
  return force;
}

// --- hits, as FreesHits asks (core/tables/free_hits.hpp)

Pending<PlanetsForce> PlanetsRules::around(Side side, int step, const Force& force,
                                           const Pending<ti4::Force>& local) const {
  return {with(side, step, force, local.force), local.hits, local.note};
}

Pending<ti4::Force> PlanetsRules::inside(Side side, int step, const Pending<Force>& pending) const {
  return {local(side, step, pending.force), pending.hits, pending.note};
}

bool PlanetsRules::frees_any() const {
  for (std::size_t s = 0; s < plan_.size(); ++s) {
    if (!plan_[s].offers.empty()) return true;
    for (const Side side : kSides)
      if (frees_hits(side, static_cast<int>(s))) return true;
  }
  return false;
}

bool PlanetsRules::frees_hits(Side side, int step) const {
  const Rules* rules = rules_of(step);
  return rules && rules->frees_hits(side, at(step).step);
}

std::vector<std::uint8_t> PlanetsRules::labels(Side side, int step) const {
  std::vector<std::uint8_t> labels = rules_of(step)->labels(side, at(step).step);
  if (at(step).part != Part::space)
    for (std::uint8_t& label : labels)
      label = static_cast<std::uint8_t>(kSpaceLabels + at(step).planet * kPlanetLabels + label);
  return labels;
}

Pending<PlanetsForce> PlanetsRules::open_hits(Side side, int step, const Force& force,
                                              Volley volley) const {
  return around(side, step, force,
                rules_of(step)->open_hits(side, at(step).step, local(side, step, force), volley));
}

std::vector<Move<PlanetsForce>> PlanetsRules::moves(Side side, int step,
                                                    const Pending<Force>& pending) const {
  const std::size_t first =
      at(step).part == Part::space ? 0 : kSpaceLabels + at(step).planet * kPlanetLabels;
  std::vector<Move<Force>> moves;
  for (const auto& move : rules_of(step)->moves(side, at(step).step, inside(side, step, pending)))
    moves.push_back({static_cast<std::uint8_t>(first + move.label),
                     around(side, step, pending.force, move.after)});
  return moves;
}

bool PlanetsRules::has_replies(Side side, int step) const {
  const Rules* rules = rules_of(step);
  return rules && rules->has_replies(side, at(step).step);
}

std::optional<Pending<PlanetsForce>> PlanetsRules::reply(Side side, int step,
                                                         const Pending<Force>& pending) const {
  const auto replied = rules_of(step)->reply(side, at(step).step, inside(side, step, pending));
  if (!replied) return std::nullopt;
  return around(side, step, pending.force, *replied);
}

Pending<PlanetsForce> PlanetsRules::let_pass(Side side, int step,
                                             const Pending<Force>& pending) const {
  return around(side, step, pending.force,
                rules_of(step)->let_pass(side, at(step).step, inside(side, step, pending)));
}

PlanetsForce PlanetsRules::close_hits(Side side, int step, const Force& force) const {
  return with(side, step, force,
              rules_of(step)->close_hits(side, at(step).step, local(side, step, force)));
}

bool PlanetsRules::offers(Side side, int step, int edge, const Force& force) const {
  const PlanetsAt& where = at(step);
  if (const Rules* rules = rules_of(step))
    return rules->offers(side, where.step, edge, local(side, step, force));
  return offers_share(where, edge, force);
}

// --- words

std::string PlanetsRules::move_words(Side side, std::uint8_t label) const {
  if (label < kSpaceLabels) return space_->move_words(side, label);
  const Planet& planet = (*planets_)[(label - kSpaceLabels) / kPlanetLabels];
  return planet.battle().move_words(
             side, static_cast<std::uint8_t>((label - kSpaceLabels) % kPlanetLabels)) +
         " on " + planet.name;
}

std::string PlanetsRules::habit_words(Side side, std::uint8_t label) const {
  if (label < kSpaceLabels) return space_->habit_words(side, label);
  const Planet& planet = (*planets_)[(label - kSpaceLabels) / kPlanetLabels];
  return planet.battle().habit_words(
             side, static_cast<std::uint8_t>((label - kSpaceLabels) % kPlanetLabels)) +
         " on " + planet.name;
}

std::string PlanetsRules::reply_words(bool given) const {
  return given ? "play Direct Hit" : "keep Direct Hit";
}

std::string PlanetsRules::offer_words(Side side, int step, int edge) const {
  const PlanetsAt& where = at(step);
  if (const Rules* rules = rules_of(step)) return rules->offer_words(side, where.step, edge);
  const std::string& planet = (*planets_)[where.planet].name;
  if (where.group == kGroups)
    return (edge == 0 ? "roll the further die at " : "keep the further die from ") + planet;
  const int sent = most_sent(where.group) - edge;
  const std::string units =
      fmt::format("{} {}", sent, printed(attackers().groups[where.group].type, sent));
  return where.part == Part::commit_share ? fmt::format("land {} on {}", units, planet)
                                          : fmt::format("bombard {} with {}", planet, units);
}

}  // namespace broadside::ti4
