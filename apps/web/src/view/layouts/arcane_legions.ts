// Arcane Legions: a side is one unit on its base: a whole one, figures, or just dice.

import type { Layout } from './layout.ts';

export const arcaneLegions: Layout = {
  game: 'arcane_legions',
  title: 'Arcane Legions',
  short: 'Arcane',
  start: {
    version: 1, game: 'arcane_legions', battle: 'duel',
    attacker: { units: { heavy_legionary: 5, titus_petronius: 1 } },
    defender: { unit: 'D-MIX-ACHILLES' },
  },
  rows: {},
  battles: { duel: 'Duel', close: 'Close', ranged: 'Ranged', turn: 'Turn', volley: 'Volley' },
  labels: {
    units: 'Figures', unit: 'Unit', slots: 'Slots', dice: 'Dice', side: 'Side in use', abilities: 'Abilities',
    without: 'Without', casualties: 'Who is hurt first', regroup: 'Regrouping', reroll: 'Good Fortune', push: 'Pushing',
    special: 'Special order', shoots: 'Shooting', concentrates: 'Concentrated Attack', picks: 'Figure chosen',
    moved: 'Moved before', friends: 'Friends at the target', hindered: 'Hindrances', army: 'The army',
    rounds: 'Stop after turns',
  },
  rare: ['without', 'army', 'picks', 'shoots', 'concentrates', 'friends', 'hindered', 'special', 'regroup'],
  names(field, _scenario, _side, game) {
    if (field.name === 'without') return game.effects.filter((one) => !one.refused);
    return undefined;
  },
  presets: [
    {
      name: 'Four dice against three',
      scenario: { version: 1, game: 'arcane_legions', battle: 'close', attacker: { dice: 4 }, defender: { dice: 3 } },
    },
    {
      name: 'Titus against Achilles',
      scenario: {
        version: 1, game: 'arcane_legions', battle: 'duel', attacker: { unit: 'D-MIX-TITUS' }, defender: { unit: 'D-MIX-ACHILLES' },
      },
    },
  ],
};
