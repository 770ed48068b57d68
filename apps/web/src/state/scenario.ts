// A battle as the program reads it (scenario, version 1), and small changes to it. Nothing here changes
// what it is given: every change is a new battle, so that undo is a list of battles.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type SideName = 'attacker' | 'defender';
export const sides: SideName[] = ['attacker', 'defender'];
export const enemyOf = (side: SideName): SideName => (side === 'attacker' ? 'defender' : 'attacker');

export type Counts = Record<string, number>;
export type EffectChoice = string | { id: string; round?: number; uses?: number; at_least?: number; target?: string };

export interface SideSpec {
  faction?: string;
  units?: Counts;
  upgrades?: string[];
  damaged?: Counts;
  effects?: EffectChoice[];
  policy?: Record<string, Json>;
  [field: string]: unknown;
}

export interface Scenario {
  version?: 1;
  game: string;
  battle: string;
  attacker: SideSpec;
  defender: SideSpec;
  system?: Record<string, Json>;
  rules?: Record<string, Json>;
  [field: string]: unknown;
}

/** The game that a link of this page names. */
export function gameNamedIn(text: string): string | undefined {
  return /[?#&]game=([a-z0-9_]+)/.exec(text)?.[1];
}

/** Where a value stands: "defender.units.fighter" as parts. */
export type Path = (string | number)[];

export function sideOf(scenario: Scenario, side: SideName): SideSpec {
  return scenario[side] ?? {};
}

export function get(of: unknown, path: Path): any {
  let at: any = of;
  for (const key of path) {
    if (at === null || at === undefined) return undefined;
    at = at[key];
  }
  return at;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined) return true;
  if (value === null || typeof value !== 'object') return false;
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

/**
 * With another value at a place; undefined takes it away, and what is empty then goes with it. Entries
 * of a list stay even where they are empty.
 */
export function set<T>(of: T, path: Path, value: unknown): T {
  if (path.length === 0) return value as T;
  const [key, ...rest] = path as [string | number, ...Path];
  const before: any = of ?? (typeof key === 'number' ? [] : {});
  const next = set(before[key], rest, value);
  if (Array.isArray(before) || typeof key === 'number') {
    const list = [...before];
    if (next === undefined) list.splice(key as number, 1);
    else list[key as number] = next;
    return list as T;
  }
  const object = { ...before };
  if (next === undefined || (rest.length > 0 && isEmpty(next))) delete object[key];
  else object[key] = next;
  return object as T;
}

/** A count at a place: none is not written. */
export function setCount<T>(of: T, path: Path, count: number): T {
  return set(of, path, count > 0 ? count : undefined);
}

/** The number of a type, and no more damaged, or otherwise marked, than there are. */
export function setUnits(scenario: Scenario, side: SideName, type: string, count: number): Scenario {
  let next = setCount(scenario, [side, 'units', type], count);
  const marked = next[side]?.damaged ?? {};
  let left = count;
  for (const key of Object.keys(marked)) {
    if (key.replace(/!\d+$/, '') !== type) continue;
    const now = Math.min(marked[key]!, left);
    left -= now;
    next = setCount(next, [side, 'damaged', key], now);
  }
  return next[side] ? next : { ...next, [side]: {} };
}

/** Sides change places, with all that is said of them. */
export function swapped(scenario: Scenario): Scenario {
  return { ...scenario, attacker: scenario.defender, defender: scenario.attacker };
}

/** Everything given up but the game and the kind of battle. */
export function cleared(scenario: Scenario): Scenario {
  return { version: 1, game: scenario.game, battle: scenario.battle, attacker: {}, defender: {} };
}

/** Both sides are there, whatever was read. */
export function whole(read: Partial<Scenario> & { game: string }, battle: string): Scenario {
  return {
    ...read, version: 1, battle: read.battle ?? battle,
    attacker: (read.attacker as SideSpec) ?? {}, defender: (read.defender as SideSpec) ?? {},
  };
}

export function total(counts: Counts | undefined): number {
  return Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
}

/** Fields that say what a side brings: the battle can be asked about once both sides have one. */
export interface FleetField {
  name: string;
  place: string;
  side?: SideName;
}

export function bringsAnything(scenario: Scenario, side: SideName, fields: FleetField[]): boolean {
  return fields.some((field) => {
    if (field.place === 'side') return hasAny(scenario[side]?.[field.name]);
    return field.place === 'scenario' && field.side === side && hasAny(scenario[field.name]);
  });
}

function hasAny(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (value && typeof value === 'object') return total(value as Counts) > 0;
  return value !== undefined && value !== '' && value !== 0 && value !== null;
}

export function effectId(effect: EffectChoice): string {
  return typeof effect === 'string' ? effect : effect.id;
}

/** A list with one entry moved. */
export function moved<T>(list: T[], from: number, to: number): T[] {
  const next = [...list];
  const [entry] = next.splice(from, 1);
  if (entry !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, entry);
  return next;
}
