// What a page made by hand for a game adds to the form that its schema draws: order, names, a battle to
// begin with. Everything here may be missing: a game without a layout has a page too.

import type { Scenario, SideName } from '../../state/scenario.ts';
import type { Allows, Field, GameSchema, Listing } from '../../state/schema.ts';

export interface Preset {
  name: string;
  scenario: Scenario;
}

export interface Layout {
  game: string;
  title: string;
  /** A short name for the switch of games. */
  short: string;
  start: Scenario;
  /** Unit types in the order of the rows, with what they are called. */
  rows: Record<string, string>;
  /** The types of the rows that can be used before the schema is there, by battle. */
  early?: Record<string, string[]>;
  /** Where long names may be parted on a narrow screen. */
  hyphens?: Record<string, string>;
  /** Short names of factions for a narrow screen, where leaving out "of the" is not enough. */
  factions?: Record<string, string>;
  /** Short titles of battles for the switch. */
  battles: Record<string, string>;
  allows?: Allows;
  /** Kinds of effects in the order in which they are offered, with what they are called. */
  kinds?: Record<string, string>;
  /** What each field is called. */
  labels?: Record<string, string>;
  /** Fields that few need. */
  rare?: string[];
  /** Policies that name some types and not an order of all. */
  some?: string[];
  /** Unit types that a field of counts or types is about, by its place: "planets.commit". */
  counts?: Record<string, string[]>;
  /** What everybody says of an entry of a table, by its place; the rest of the entry is folded. */
  inRows?: string[];
  /** What a field of names can be given, where the schema does not say. */
  names?(field: Field, scenario: Scenario, side: SideName, game: GameSchema): Listing[] | undefined;
  /** How much damage one unit can have and live, where that may be more than one. */
  wounds?(unit: Listing): number;
  presets: Preset[];
}
