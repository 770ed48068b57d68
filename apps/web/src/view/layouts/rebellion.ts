// Star Wars: Rebellion: the Empire and the Rebels have units of their own, so each side has its column.

import { sideOf } from '../../state/scenario.ts';
import type { Layout } from './layout.ts';

export const rebellion: Layout = {
  game: 'rebellion',
  title: 'Star Wars: Rebellion',
  short: 'Rebellion',
  start: {
    version: 1, game: 'rebellion', battle: 'combat',
    attacker: {
      faction: 'empire', units: { star_destroyer: 1, tie_fighter: 3, assault_carrier: 1, stormtrooper: 3, at_st: 1 },
      leaders: ['admiral_piett'],
    },
    defender: {
      faction: 'rebels', units: { corellian_corvette: 1, x_wing: 3, y_wing: 1, rebel_trooper: 3, airspeeder: 1 },
      leaders: ['wedge_antilles'],
    },
  },
  rows: {
    super_star_destroyer: 'Super Star Destroyer', star_destroyer: 'Star Destroyer', assault_carrier: 'Assault Carrier',
    interdictor: 'Interdictor', tie_fighter: 'TIE Fighter', tie_striker: 'TIE Striker', death_star: 'Death Star',
    death_star_under_construction: 'Death Star (unfinished)',
    mon_calamari_cruiser: 'Mon Calamari Cruiser', nebulon_b_frigate: 'Nebulon-B Frigate',
    corellian_corvette: 'Corellian Corvette', rebel_transport: 'Rebel Transport', x_wing: 'X-wing', y_wing: 'Y-wing',
    u_wing: 'U-wing',
    at_at: 'AT-AT', at_st: 'AT-ST', assault_tank: 'Assault Tank', stormtrooper: 'Stormtrooper', shield_bunker: 'Shield Bunker',
    airspeeder: 'Airspeeder', rebel_trooper: 'Rebel Trooper', rebel_vanguard: 'Rebel Vanguard',
    shield_generator: 'Shield Generator', ion_cannon: 'Ion Cannon', golan_arms_turret: 'Golan Arms Turret',
  },
  hyphens: {
    'Super Star Destroyer': 'Super Star De\u00adstroyer', 'Star Destroyer': 'Star De\u00adstroyer', Interdictor: 'Inter\u00addictor',
    'Death Star (unfinished)': 'Death Star (un\u00adfinished)', Stormtrooper: 'Storm\u00adtrooper', Airspeeder: 'Air\u00adspeeder',
  },
  factions: { empire: 'Empire', rebels: 'Rebels' },
  battles: { combat: 'Both theaters', space: 'Space', ground: 'Ground' },
  kinds: { 'action card': 'Action cards', 'tactic card': 'Tactic cards', 'advanced tactic card': 'Advanced tactics', leader: 'Leaders' },
  labels: {
    leaders: 'Leaders', pool: 'Leaders in the pool', hand: 'Tactic cards held', effects: 'Action cards', retreat: 'Retreat',
    added_leader: 'Leader added', targets: 'Targets', blocks: 'Block cards', specials: 'Special dice', cards: 'Tactic cards',
    rerolls: 'Rerolls', healing: 'Healing', overkill: 'Damage to spare', card_choice: 'Advanced card', no_escape: 'No Escape',
    death_star_plans: 'Death Star Plans', 'rules.cinematic': 'Cinematic combat', 'rules.cards': 'Tactic cards in play',
    'rules.structures': 'Structures left alone', rounds: 'Stop after rounds',
  },
  rare: ['pool', 'added_leader', 'specials', 'rerolls', 'healing', 'overkill', 'card_choice', 'no_escape', 'death_star_plans'],
  names(field, scenario, side, game) {
    if (field.name !== 'added_leader') return undefined;
    const pool = (sideOf(scenario, side).pool as string[] | undefined) ?? [];
    return game.effects.filter((one) => pool.includes(one.id));
  },
  wounds(unit) {
    return Math.max(1, Number(/health (\d+)/.exec(unit.text)?.[1] ?? 1) - 1);
  },
  presets: [
    {
      name: 'Fleet against fleet',
      scenario: {
        version: 1, game: 'rebellion', battle: 'space',
        attacker: { faction: 'empire', units: { star_destroyer: 2, tie_fighter: 4 }, leaders: ['admiral_piett'] },
        defender: { faction: 'rebels', units: { mon_calamari_cruiser: 1, x_wing: 5, y_wing: 3 }, leaders: ['admiral_ackbar'] },
      },
    },
    {
      name: 'Assault on a base',
      scenario: {
        version: 1, game: 'rebellion', battle: 'ground',
        attacker: { faction: 'empire', units: { at_at: 1, at_st: 2, stormtrooper: 5 }, leaders: ['general_veers'] },
        defender: { faction: 'rebels', units: { rebel_trooper: 6, airspeeder: 2, shield_generator: 1 } },
      },
    },
  ],
};
