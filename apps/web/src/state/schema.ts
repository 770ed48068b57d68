// What a game is, as `schema` tells it, and what of it may be offered in a battle to a side.

import { type EffectChoice, type Json, type Scenario, type SideName, type SideSpec, enemyOf, get, set, sideOf, sides } from './scenario.ts';

export interface Need {
  field: string;
  value: Json;
  /** The need holds for this word of the field only. */
  word?: string;
}

export interface Listing {
  id: string;
  name: string;
  kind: string;
  faction: string;
  expansion: string;
  where: string;
  text: string;
  aliases: string[];
  group?: string;
  type?: string;
  pieces?: number;
  fields?: string[];
  battles?: string[];
  side?: SideName;
  choices?: string[];
  needs?: Need[];
  refused?: string;
}

export interface Limits {
  least?: number;
  most?: number;
}

export type Place = 'side' | 'policy' | 'system' | 'rules' | 'scenario';

export interface Field {
  name: string;
  place: Place;
  kind: string;
  text?: string;
  usual?: Json;
  words?: string[];
  least?: number;
  most?: number;
  battles?: string[];
  side?: SideName;
  example?: Json;
  fleet?: boolean;
  entry?: string;
  columns?: Field[];
  limits?: Record<string, Limits>;
  needs?: Need[];
  brief?: string;
  required?: boolean;
}

export interface GameSchema {
  id: string;
  title: string;
  /** What the game calls things; of a unit type one and many. */
  words: { fleet: string; resources: string; round: string; units?: Record<string, [string, string]> };
  battles: { id: string; title: string; text?: string }[];
  most_units: number;
  effect_groups: string[];
  fields: Field[];
  factions: Listing[];
  units: Listing[];
  effects: Listing[];
}

/** "war_sun" -> "War sun" */
export function inWords(id: string): string {
  const text = id.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whose listings a side may have: everybody's, and those of its own faction. */
export function isOfFaction(listing: Listing, faction: string | undefined): boolean {
  return listing.faction === '' || listing.faction === 'generic' || listing.faction === faction;
}

/** Where some units are everybody's, a side without a faction has only those. */
function hasGenericUnits(game: GameSchema): boolean {
  return game.units.some((unit) => unit.fields?.includes('units') && (unit.faction === '' || unit.faction === 'generic'));
}

export function fitsBattle(of: { battles?: string[]; side?: SideName }, battle: string, side?: SideName): boolean {
  return (!of.battles || of.battles.includes(battle)) && (!of.side || !side || of.side === side);
}

/** What a need, or a field by its name in one, refers to: "rules.cinematic", "enemy.faction". */
function valueAt(scenario: Scenario, side: SideName, path: string): Json | undefined {
  if (path.startsWith('enemy.')) return valueAt(scenario, enemyOf(side), path.slice(6));
  const dot = path.indexOf('.');
  if (dot > 0) {
    const place = path.slice(0, dot), name = path.slice(dot + 1);
    if (place === 'rules' || place === 'system') return scenario[place]?.[name];
    if (place === 'policy') return sideOf(scenario, side).policy?.[name];
  }
  return sideOf(scenario, side)[path] as Json | undefined;
}

/** Whether what it needs is there. Needs about its own choices ("target") are met when it is given. */
export function isMet(need: Need, scenario: Scenario, side: SideName, choices: string[] = []): boolean {
  if (choices.includes(need.field)) return true;
  const held = valueAt(scenario, side, need.field);
  if (Array.isArray(need.value)) {
    const list = Array.isArray(held) ? held : [];
    const ids = list.map((item) => (item && typeof item === 'object' ? (item as { id?: string }).id : item));
    return need.value.every((wanted) => ids.includes(wanted as string));
  }
  return held === need.value;
}

export function needsInWords(listing: Listing): string {
  return (listing.needs ?? [])
    .map((need) => `${need.field.replace('enemy.', "the enemy's ").replaceAll('_', ' ')}: ${[need.value].flat().join(', ')}`)
    .join('; ');
}

/** The name of a field as listings have it: "system.effects". */
export function fieldKey(field: Field): string {
  return field.place === 'system' || field.place === 'rules' ? `${field.place}.${field.name}` : field.name;
}

/** What follows from a game and a few words is worked out once: pages ask for it at every tap. */
function remembered<T>(): (game: GameSchema, key: string, make: () => T) => T {
  const known = new WeakMap<GameSchema, Map<string, T>>();
  return (game, key, make) => {
    const of = known.get(game) ?? new Map<string, T>();
    known.set(game, of);
    if (!of.has(key)) of.set(key, make());
    return of.get(key)!;
  };
}

const takersOf = remembered<Listing[]>();

/** Everything that a field can be given, whoever asks. */
export function takers(game: GameSchema, field: Field): Listing[] {
  const key = fieldKey(field);
  if (field.place === 'side' && field.name === 'faction') return game.factions;
  return takersOf(game, key, () => [...game.units, ...game.effects].filter((listing) => listing.fields?.includes(key)));
}

/** Told of effects that are known and change nothing. */
export function changesNothing(listing: Listing): boolean {
  return /no (effect|influence) on (the )?odds/.test(listing.text);
}

export interface Offer {
  listing: Listing;
  /** Belongs to somebody else: offered when it is looked for. */
  foreign: boolean;
  /** Why it cannot be had now. */
  missing: string;
}

/** Whether a game lets a side have what belongs to a faction; undefined = as the faction says. */
export type Allows = (listing: Listing, own: SideSpec, enemy: SideSpec) => boolean | undefined;

/** "Munitions Reserves", "munitions_reserves" -> "munitions reserves" */
const folded = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, ' ').trim();

/** The battle with the ids of the schema where a text had names as people type them. */
export function canonical(scenario: Scenario, game: GameSchema): Scenario {
  let next = scenario;
  for (const field of game.fields) {
    if ((field.kind !== 'effects' && field.kind !== 'names') || (field.place !== 'side' && field.place !== 'system')) continue;
    const known = takers(game, field);
    const idOf = (id: string) =>
      known.some((one) => one.id === id) ? id : (known.find((one) => folded(one.name) === folded(id))?.id ?? id);
    for (const path of field.place === 'system' ? [['system', field.name]] : sides.map((side) => [side, field.name])) {
      const list = get(next, path) as EffectChoice[] | undefined;
      if (!Array.isArray(list)) continue;
      next = set(next, path, list.map((one) => (typeof one === 'string' ? idOf(one) : { ...one, id: idOf(one.id) })));
    }
  }
  return next;
}

/** An effect as it is first given: with the choices that it cannot do without. */
export function asGiven(listing: Listing): EffectChoice {
  const own = (listing.needs ?? []).filter((need) => listing.choices?.includes(need.field));
  return own.length ? { id: listing.id, ...Object.fromEntries(own.map((need) => [need.field, need.value])) } : listing.id;
}

/** What may be offered for a field in this battle: legal for its kind and side, and known to matter. */
export function offers(
  game: GameSchema, field: Field, scenario: Scenario, side: SideName, allows?: Allows): Offer[] {
  const own = sideOf(scenario, side), enemy = sideOf(scenario, enemyOf(side));
  const list: Offer[] = [];
  for (const listing of takers(game, field)) {
    if (listing.refused) continue;
    if (!fitsBattle(listing, scenario.battle, field.place === 'system' ? undefined : side)) continue;
    if (changesNothing(listing)) continue;
    const allowed = allows?.(listing, own, enemy) ??
      (isOfFaction(listing, own.faction) || (!hasGenericUnits(game) && !own.faction));
    const unmet = (listing.needs ?? []).filter((need) => !isMet(need, scenario, side, listing.choices));
    list.push({ listing, foreign: !allowed, missing: unmet.length ? needsInWords({ ...listing, needs: unmet }) : '' });
  }
  return list;
}

/** One unit type as a side can field it. */
export interface UnitType {
  type: string;
  name: string;
  /** Where it stands, for headings: "space". */
  where: string;
  plain: Listing;
  /** The upgraded form, where there is one. */
  upgraded?: Listing;
  /** Takes part in this battle. */
  fights: boolean;
  pieces?: number;
}

function needsUpgrade(listing: Listing): boolean {
  return (listing.needs ?? []).some((need) => need.field === 'upgrades');
}

const typesOf = remembered<UnitType[]>();

/** The types that a side of this faction can field, in the order of the schema or of `order`; the same list for the same side. */
export function unitTypes(
  game: GameSchema, scenario: Scenario, side: SideName, order: string[] = []): UnitType[] {
  const { battle } = scenario, { faction } = sideOf(scenario, side);
  return typesOf(game, [battle, side, faction, ...order].join(), () => typesIn(game, battle, side, faction, order));
}

function typesIn(game: GameSchema, battle: string, side: SideName, faction: string | undefined, order: string[]): UnitType[] {
  const anybody = !faction && !hasGenericUnits(game);
  const byType = new Map<string, Listing[]>();
  for (const unit of game.units) {
    if (!unit.type || unit.refused || !unit.fields?.includes('units')) continue;
    if (!anybody && !isOfFaction(unit, faction)) continue;
    byType.set(unit.type, [...(byType.get(unit.type) ?? []), unit]);
  }
  const types: UnitType[] = [];
  for (const [type, all] of byType) {
    // A faction's own form takes the place of the one that everybody has.
    const own = all.filter((unit) => unit.faction !== '' && unit.faction !== 'generic');
    const pick = (test: (unit: Listing) => boolean) => own.find(test) ?? all.find(test);
    const fits = (unit: Listing) => fitsBattle(unit, battle, side);
    const plain = pick((unit) => !needsUpgrade(unit) && fits(unit)) ?? pick((unit) => !needsUpgrade(unit)) ?? all[0]!;
    const upgraded = plain.fields?.includes('upgrades') ? pick(needsUpgrade) : undefined;
    types.push({
      type, plain, upgraded, name: nameOfType(game, type), where: plain.where,
      fights: (own.length ? own.concat(all) : all).some(fits), pieces: plain.pieces,
    });
  }
  const place = (type: string) => (order.includes(type) ? order.indexOf(type) : order.length);
  return types.sort((a, b) => place(a.type) - place(b.type));
}

const nameOf = remembered<string>();

/** What a type is called whatever faction fields it: "Cruiser". */
export function nameOfType(game: GameSchema | undefined, type: string): string {
  const plain = type.replace(/!\d+$/, '');
  return game ? nameOf(game, plain, () => nameAmong(game.units, plain)) : inWords(plain);
}

function nameAmong(units: Listing[], plain: string): string {
  const all = units.filter((unit) => unit.type === plain);
  const generic = all.find((unit) => unit.faction === 'generic' || unit.faction === '') ??
    (new Set(all.map((unit) => unit.name)).size === 1 ? all[0] : undefined);
  return generic ? generic.name.replace(/ I$/, '') : inWords(plain);
}

/** The name of so many: "Dreadnoughts" of "Dreadnought", "Armies" of "Army", as the game forms it. */
export function nameOfMany(game: GameSchema | undefined, type: string, name: string, count: number): string {
  const [one, many] = game?.words.units?.[type.replace(/!\d+$/, '')] ?? [name, name];
  if (count === 1 || one === many) return name;
  if (many.startsWith(one)) return name + many.slice(one.length);
  return name.toLowerCase() === one.toLowerCase() ? inWords(many) : name;
}

export function fieldsOf(game: GameSchema, place: Place, scenario: Scenario, side?: SideName): Field[] {
  return game.fields.filter((field) => field.place === place && fitsBattle(field, scenario.battle, side));
}

/** A fleet as people type it, with the names of effects in place of their ids. */
export function fleetInWords(text: string, game: GameSchema | undefined): string {
  return text.replace(/\+([a-z0-9_]+)/g, (all, id: string) => {
    const name = game?.effects.find((effect) => effect.id === id)?.name;
    return name ? `+${name}` : all;
  });
}
