// What an answer to `odds` holds (design "Report"), as far as the page looks at it, and how its
// outcome is told.

import { margin, many, percent } from './numbers.ts';
import type { Counts, Scenario, SideName } from './scenario.ts';

export interface Chance {
  p: number;
  low: number;
  high: number;
}

export interface Force {
  units: Counts;
  damaged?: Counts;
  p: number;
}

export interface Losses {
  resources: number;
  units: Record<string, number>;
}

type Both<T> = Record<SideName, T>;

export interface PlaceReport {
  name: string;
  attacker_win: Chance;
  draw: Chance;
  defender_win: Chance;
  commit?: Counts;
}

export interface Report {
  game: string;
  battle: string;
  battle_reason?: string;
  method: 'exact' | 'monte_carlo';
  battles: number;
  confidence: number;
  attacker_win: Chance;
  draw: Chance;
  defender_win: Chance;
  stalemate: Chance;
  retreat: Chance & { by: Both<number> };
  undecided?: Chance;
  rounds_played?: number;
  exact?: Record<string, number>;
  exact_skipped?: string;
  rounds: { mean?: number };
  opening?: string[];
  numbers?: Record<string, Both<{ mean: number; at_least: number[] }>>;
  survivors: Both<Force[]>;
  standing?: Both<Force[]>;
  expected_losses: Both<Losses>;
  worth?: Both<number>;
  at_least: Both<Record<string, number[]>>;
  notes?: string[];
  assumptions: string[];
  stages: { name: string; reached: number; mean_rounds: number }[];
  planets?: PlaceReport[];
  taken?: { planets: string[]; p: number }[];
  expected_planets?: number;
  splits?: { commit: Counts[]; attacker_win: number[]; expected_planets: number }[];
  played?: Both<Record<string, number>>;
  /** Choices that would be better than the usual ones. */
  advice?: { side: SideName; text: string }[];
  /** How a side plays that plays best. */
  policy?: { side: SideName; sentences: string[] }[];
  scenario: Scenario;
  [other: string]: unknown;
}

export interface Share {
  id: string;
  words: string;
  p: number;
}

/** The exact chance where there is one. */
export function chanceOf(report: Report, outcome: string): number {
  return report.exact?.[outcome] ?? (report[outcome] as Chance | undefined)?.p ?? 0;
}

/** What the bar shows: every ending that happens, in the order of the bar; they add up to one. */
export function shares(report: Report): Share[] {
  const done = report.rounds_played ? 'has won' : 'wins';
  const { by } = report.retreat;
  const retreat = chanceOf(report, 'retreat');
  const all = by.attacker + by.defender;
  const list: Share[] = [
    { id: 'attacker_win', words: `attacker ${done}`, p: chanceOf(report, 'attacker_win') },
    { id: 'defender_retreats', words: 'defender retreats', p: all > 0 ? (retreat * by.defender) / all : 0 },
    { id: 'draw', words: 'draw', p: chanceOf(report, 'draw') },
    { id: 'stalemate', words: 'stalemate', p: chanceOf(report, 'stalemate') },
    { id: 'undecided', words: 'undecided', p: chanceOf(report, 'undecided') },
    { id: 'attacker_retreats', words: 'attacker retreats', p: all > 0 ? (retreat * by.attacker) / all : 0 },
    { id: 'defender_win', words: `defender ${done}`, p: chanceOf(report, 'defender_win') },
  ];
  const always = ['attacker_win', 'draw', 'defender_win'];
  return list.filter((share) => share.p > 0 || always.includes(share.id));
}

/** A battle whose answer is a number (hits, damage) and not a winner. */
export function isAboutNumbers(report: Report): boolean {
  return report.numbers !== undefined && chanceOf(report, 'undecided') > 0.999999;
}

/** "Attacker wins 60.4 %, draw 16.9 %, defender wins 22.7 %" */
export function sentence(report: Report): string {
  if (isAboutNumbers(report)) {
    const parts = Object.entries(report.numbers!).map(
      ([what, by]) => `${what} ${by.attacker.mean.toFixed(2)} to ${by.defender.mean.toFixed(2)}`);
    return `Attacker and defender on average: ${parts.join(', ')}`;
  }
  const text = shares(report).map((share) => `${share.words} ${percent(share.p)}`).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How sure it is: "Exact", or "± 0.1 %, 1 million sampled battles". */
export function certainty(report: Report): string {
  if (report.method === 'exact') return 'Exact';
  const widest = Math.max(
    ...['attacker_win', 'draw', 'defender_win'].map((key) => {
      const chance = report[key] as Chance;
      return Math.max(chance.high - chance.p, chance.p - chance.low);
    }));
  const drawn = `${many(report.battles)} battles`;
  return widest > 0 ? `${margin(widest)} · ${drawn}` : drawn;
}

/** What a report says of the order in which a side gives units up, as types: the order played. */
export function orderPlayed(report: Report | undefined, side: SideName, field: string, types: string[]): string[] {
  const start = `${side} ${field.replaceAll('_', ' ')}: `;
  for (const line of report?.assumptions ?? []) {
    if (!line.startsWith(start)) continue;
    const words = line.slice(start.length).split(', ').map((word) => word.trim().toLowerCase());
    const order = words.map((word) => types.find((type) => type.replaceAll('_', ' ').toLowerCase() === word));
    if (order.every((type) => type !== undefined)) return order as string[];
  }
  return [];
}

/** As a sentence begins. */
export const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "2 dreadnoughts, one of them damaged" in short: "2 Dreadnoughts (1 damaged), 3 Fighters" */
export function forceInWords(force: { units: Counts; damaged?: Counts }, name: (type: string, count: number) => string): string {
  const parts = Object.entries(force.units).filter(([, count]) => count > 0).map(([type, count]) => {
    const hurt = Object.entries(force.damaged ?? {})
      .filter(([key]) => key.replace(/!\d+$/, '') === type)
      .reduce((sum, [, of]) => sum + of, 0);
    return `${count} ${name(type, count)}${hurt ? ` (${hurt} damaged)` : ''}`;
  });
  return parts.join(', ') || 'nothing';
}
