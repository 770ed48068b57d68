// Twilight Imperium 4: ships from the largest to the smallest, ground forces, structures.

import { sideOf } from '../../state/scenario.ts';
import type { Layout } from './layout.ts';

const ships = ['flagship', 'war_sun', 'dreadnought', 'carrier', 'cruiser', 'destroyer', 'fighter'];
const ground = ['infantry', 'mech'];
const garrison = [...ground, 'pds', 'space_dock'];

export const ti4: Layout = {
  game: 'ti4',
  title: 'Twilight Imperium, fourth edition',
  short: 'TI4',
  start: {
    version: 1, game: 'ti4', battle: 'space',
    attacker: { units: { dreadnought: 2, carrier: 1, fighter: 4 } },
    defender: { units: { war_sun: 1, fighter: 3 } },
  },
  rows: {
    flagship: 'Flagship', war_sun: 'War Sun', dreadnought: 'Dreadnought', carrier: 'Carrier', cruiser: 'Cruiser',
    destroyer: 'Destroyer', fighter: 'Fighter', mech: 'Mech', infantry: 'Infantry', pds: 'PDS', space_dock: 'Space Dock',
  },
  early: {
    space: [...ships, 'pds', 'space_dock'], ground: ['mech', 'infantry'],
    invasion: [...ships, 'mech', 'infantry', 'pds', 'space_dock'], conquest: [...ships, 'mech', 'infantry', 'pds', 'space_dock'],
  },
  hyphens: { Dreadnought: 'Dread\u00adnought' },
  battles: { space: 'Space', ground: 'Ground', invasion: 'Invasion', conquest: 'Conquest' },
  kinds: {
    technology: 'Technologies', action_card: 'Action cards', faction_ability: 'Faction abilities', agent: 'Agents',
    commander: 'Commanders', hero: 'Heroes', promissory_note: 'Promissory notes', relic: 'Relics',
    breakthrough: 'Breakthroughs', anomaly: 'Anomalies', law: 'Laws', agenda: 'Agendas', planet_ability: 'Planets',
    exploration_card: 'Exploration', exploration_attachment: 'Attachments', event: 'Events', plot: 'Plots',
    input: 'Nearby', rule: 'Rules', unit: 'Units',
  },
  labels: {
    losses: 'Ships given up first', ground_losses: 'Ground forces given up first',
    space_cannon_losses: 'Against space cannon', non_fighter_losses: 'Hits on non-fighter ships',
    excess: 'Beyond capacity', keep: 'Give up last', protect_capacity: 'Keep transports of troops',
    sustain: 'Sustain damage', sustain_space_cannon: 'Sustain against space cannon',
    sustain_bombardment: 'Sustain against bombardment', ability_order: 'Order of abilities', retreat: 'Retreat',
    rounds: 'Stop after rounds', planets: 'Planets', homebrew: 'Units of your own', aboard: 'Ground forces aboard',
    without: 'Leave out', 'system.effects': 'For both sides', commit: 'Lands here', bombard: 'Bombards',
  },
  rare: [
    'space_cannon_losses', 'non_fighter_losses', 'excess', 'keep', 'protect_capacity', 'sustain_space_cannon',
    'sustain_bombardment', 'ability_order', 'homebrew', 'aboard', 'without',
  ],
  some: ['keep'],
  counts: {
    aboard: ground,
    ground_losses: [...ground, 'pds', 'space_dock'],
    excess: ['fighter', ...ground],
    space_cannon_losses: ['fighter', 'destroyer', 'cruiser', 'carrier', 'dreadnought', 'flagship', 'war_sun'],
    non_fighter_losses: ['destroyer', 'cruiser', 'carrier', 'dreadnought', 'flagship', 'war_sun'],
    'planets.defender.upgrades': garrison,
    'planets.defender.units': garrison,
    'planets.defender.damaged': ['mech'],
    'planets.commit': ground,
    'planets.bombard': ['flagship', 'war_sun', 'dreadnought', 'cruiser'],
  },
  inRows: ['planets.defender.units'],
  allows(listing, own) {
    // A promissory note comes from another player's faction; Nekro may have everybody's technologies.
    if (listing.kind === 'promissory_note' && listing.faction) return listing.faction !== own.faction;
    if (listing.kind === 'technology' && own.faction === 'nekro') return true;
    return undefined;
  },
  names(field, scenario, side, game) {
    if (field.name !== 'without' && field.name !== 'ability_order') return undefined;
    const faction = sideOf(scenario, side).faction;
    if (!faction) return [];
    const abilities = game.effects.filter((one) => one.faction === faction && one.kind === 'faction_ability');
    const units = game.units.filter((one) => one.faction === faction && one.text.includes(' - '));
    return field.name === 'without' ? [...abilities, ...units] : abilities;
  },
  presets: [
    {
      name: 'Two dreadnoughts against a war sun',
      scenario: {
        version: 1, game: 'ti4', battle: 'space', attacker: { units: { dreadnought: 2, fighter: 4 } },
        defender: { units: { war_sun: 1, fighter: 3 } },
      },
    },
    {
      name: 'Conquest of a system with two planets',
      scenario: {
        version: 1, game: 'ti4', battle: 'conquest',
        attacker: { faction: 'sol', units: { dreadnought: 1, carrier: 2, fighter: 4, infantry: 6 } },
        defender: { units: { cruiser: 2, destroyer: 1 } },
        planets: [
          { name: 'Abyz', defender: { units: { infantry: 2, pds: 1 } } },
          { name: 'Fria', defender: { units: { infantry: 1 } } },
        ],
      },
    },
    {
      name: 'Landing under fire',
      scenario: {
        version: 1, game: 'ti4', battle: 'invasion',
        attacker: { units: { dreadnought: 2, infantry: 4, mech: 1 } },
        defender: { units: { infantry: 3, mech: 1, pds: 2 } },
      },
    },
  ],
};
