// All that the page knows: the battle, what the engine says of it, and what can be done. No word about
// how it looks, so that it can be tested without a browser.

import { type ReadonlySignal, type Signal, computed, effect, signal } from '@preact/signals';
import type { Engine, GameName } from '../engine/engine.ts';
import { Asking, type Problem, problemOf } from './asking.ts';
import { History } from './history.ts';
import type { Report } from './report.ts';
import { type KeptFleet, type NamedBattle, Saved, type Storage } from './saved.ts';
import {
  type Path, type Scenario, type SideName, type SideSpec, bringsAnything, cleared, enemyOf, gameNamedIn, set, setUnits,
  sides, swapped, whole,
} from './scenario.ts';
import { type GameSchema, canonical, fitsBattle } from './schema.ts';

/** What a page may know of a game before the engine is there. */
export interface Beginning {
  game: string;
  title: string;
  start: Scenario;
}

/** What `read` answers: a battle, or one side of one. */
export interface ReadText {
  game: string;
  scenario?: Scenario;
  side?: SideSpec;
  fleet?: string;
  fleets?: Record<SideName, string>;
  battle_reason?: string;
  notes: string[];
}

/** What `link` answers. */
export interface HandedOn {
  link: string;
  others: string[];
  notes: string[];
  fleets: Record<SideName, string>;
}

export type EngineState = 'loading' | 'ready' | 'missing';

export interface StoreParts {
  engine: Engine;
  storage?: Storage;
  beginnings: Beginning[];
  /** Writes the link into the address. */
  showLink?: (link: string) => void;
}

export class Store {
  readonly saved: Saved;
  /** What is known of each game that was looked at. */
  readonly games: Signal<GameSchema[]> = signal([]);
  /** All games that there are; empty before the engine is there. */
  readonly gameNames: Signal<GameName[]> = signal([]);
  readonly engineState: Signal<EngineState> = signal('loading');
  readonly engineProblem = signal('');
  readonly history: History<Scenario>;
  readonly odds: Asking<Report>;
  /** Better play, once the odds are there: it takes longer than they do. */
  readonly better: Asking<Report>;
  readonly handedOn: Signal<HandedOn | undefined> = signal(undefined);
  /** What had to be told about how a link or a text was read. */
  readonly notes: Signal<string[]> = signal([]);
  readonly fleets: Signal<KeptFleet[]>;
  readonly battles: Signal<NamedBattle[]>;

  readonly scenario: ReadonlySignal<Scenario>;
  readonly gameId: ReadonlySignal<string>;
  readonly game: ReadonlySignal<GameSchema | undefined>;
  /** Sides that bring nothing yet. */
  readonly empty: ReadonlySignal<SideName[]>;

  private linkTurn = 0;

  constructor(private readonly parts: StoreParts) {
    this.saved = new Saved(parts.storage);
    const last = this.saved.lastBattle();
    const first = parts.beginnings[0]!.start;
    this.history = new History(last?.game && last.attacker && last.defender ? last : first);
    this.scenario = this.history.now;
    this.gameId = computed(() => this.scenario.value.game);
    this.game = computed(() => this.games.value.find((game) => game.id === this.gameId.value));
    this.empty = computed(() => {
      const scenario = this.scenario.value;
      const fields = this.game.value?.fields.filter((field) => field.fleet && fitsBattle(field, scenario.battle)) ??
        [{ name: 'units', place: 'side' as const }];
      return sides.filter((side) => !bringsAnything(scenario, side, fields));
    });
    this.odds = new Asking<Report>(() => this.parts.engine);
    this.better = new Asking<Report>(() => this.parts.engine);
    this.fleets = signal(this.saved.fleets());
    this.battles = signal(this.saved.battles());
  }

  get engine(): Engine {
    return this.parts.engine;
  }

  /** Waits for the engine, reads the link that the page was opened with, then asks whenever the battle changes. */
  async start(link = ''): Promise<void> {
    try {
      await this.engine.ready;
      await this.know(gameNamedIn(link) ?? this.scenario.peek().game);
    } catch (error) {
      this.engineState.value = 'missing';
      this.engineProblem.value = String((error as Error)?.message ?? error);
      return;
    }
    if (link.length > 1) await this.open(link, true);
    const isThere = (id: string) => this.gameNames.peek().some((game) => game.id === id);
    if (!isThere(this.scenario.peek().game)) this.history.begin(this.parts.beginnings[0]!.start);
    effect(() => {
      void this.follow(this.gameId.value);
    });
    effect(() => {
      const scenario = this.scenario.value;
      void this.askAbout(scenario);
      this.saved.keepLast(scenario);
      this.saved.keepBattleOf(scenario);
    });
  }

  /** Learns what a game is, unless that is known already. An unknown one is none to learn. */
  private async know(id: string): Promise<void> {
    const known = () => this.games.peek().some((game) => game.id === id);
    if (known()) return;
    const names = this.engine.games;
    if (names) this.gameNames.value = names;
    if (names && !names.some((game) => game.id === id)) return;
    const { status, json } = await this.engine.ask(names ? { ask: 'schema', game: id } : { ask: 'schema' });
    if (status !== 0) throw new Error(problemOf(json).problem);
    if (known()) return;
    this.games.value = [...this.games.peek(), ...(json.games as GameSchema[])];
    if (!names) this.gameNames.value = json.games;
  }

  /** The game of the battle on the screen may have to be fetched. */
  private async follow(id: string): Promise<void> {
    const isShown = () => this.scenario.peek().game === id;
    this.engineState.value = 'loading';
    try {
      await this.know(id);
      if (isShown()) this.engineState.value = 'ready';
    } catch (error) {
      if (!isShown()) return;
      this.engineState.value = 'missing';
      this.engineProblem.value = String((error as Error)?.message ?? error);
    }
  }

  // --- changes; each can be undone ---

  change(next: Scenario): void {
    this.history.set(next);
  }

  set(path: Path, value: unknown): void {
    const next = set(this.scenario.peek(), path, value);
    this.change({ ...next, attacker: next.attacker ?? {}, defender: next.defender ?? {} });
  }

  setUnits(side: SideName, type: string, count: number): void {
    const most = this.game.peek()?.most_units ?? 100;
    this.change(setUnits(this.scenario.peek(), side, type, Math.max(0, Math.min(most, count))));
  }

  setBattle(battle: string): void {
    this.change({ ...this.scenario.peek(), battle });
  }

  /** Another game, as it was left. Where nothing is known of it, it is fetched first. */
  async setGame(id: string): Promise<void> {
    if (id === this.scenario.peek().game) return;
    let battle = this.saved.battleOf(id) ?? this.parts.beginnings.find((one) => one.game === id)?.start;
    if (!battle) {
      try {
        await this.know(id);
      } catch (error) {
        this.notes.value = [`This game could not be loaded: ${String((error as Error)?.message ?? error)}`];
        return;
      }
      battle = whole({ game: id }, this.games.peek().find((one) => one.id === id)?.battles[0]?.id ?? '');
    }
    this.notes.value = [];
    this.odds.clear();
    this.change(battle);
  }

  setFaction(side: SideName, faction: string | undefined): void {
    this.set([side, 'faction'], faction);
  }

  swap(): void {
    this.change(swapped(this.scenario.peek()));
  }

  reset(): void {
    this.notes.value = [];
    this.change(cleared(this.scenario.peek()));
  }

  setSide(side: SideName, spec: SideSpec): void {
    this.change({ ...this.scenario.peek(), [side]: spec });
  }

  // --- texts and links, read and written by the engine ---

  async read(text: string): Promise<{ read?: ReadText; problem?: Problem }> {
    const asked = { ask: 'read', text, game: gameNamedIn(text) ?? this.scenario.peek().game };
    try {
      let { status, json } = await this.engine.ask(asked);
      // A text of another game is read by whoever knows it.
      if (status !== 0) {
        const other = await this.engine.ask({ ask: 'read', text });
        if (other.status === 0) ({ status, json } = other);
      }
      if (status !== 0) return { problem: problemOf(json) };
      await this.know(json.game);
      return { read: json as ReadText };
    } catch (error) {
      return { problem: { problem: 'the calculator did not answer', where: '', hint: String(error) } };
    }
  }

  /** Shows the battle of a link or a text. */
  async open(text: string, first = false): Promise<Problem | undefined> {
    const { read, problem } = await this.read(text);
    if (read?.scenario) this.use(read, first);
    else if (problem) this.notes.value = [`This link could not be read: ${problem.problem}. ${problem.hint}`];
    return problem;
  }

  use(read: ReadText, first = false, side: SideName = 'attacker'): void {
    const now = this.scenario.peek();
    let next: Scenario;
    if (read.scenario) next = whole(read.scenario, read.scenario.battle ?? now.battle);
    else if (read.game === now.game) next = { ...now, [side]: read.side ?? {} };
    else next = whole({ game: read.game, [side]: read.side ?? {} }, this.games.peek().find((one) => one.id === read.game)?.battles[0]?.id ?? '');
    const game = this.games.peek().find((one) => one.id === next.game);
    if (game) next = canonical(next, game);
    if (first) this.history.begin(next);
    else this.change(next);
    this.notes.value = read.notes;
  }

  // --- kept fleets and battles ---

  keepFleet(side: SideName): void {
    const scenario = this.scenario.peek(), text = this.handedOn.peek()?.fleets[side];
    if (!text || this.empty.peek().includes(side)) return;
    const others = this.fleets.peek().filter((fleet) => fleet.game !== scenario.game || fleet.text !== text);
    this.fleets.value = [...others, { game: scenario.game, text, side: scenario[side] }];
    this.saved.keepFleets(this.fleets.peek());
  }

  dropFleet(fleet: KeptFleet): void {
    this.fleets.value = this.fleets.peek().filter((one) => one !== fleet);
    this.saved.keepFleets(this.fleets.peek());
  }

  keepBattle(name: string): void {
    const others = this.battles.peek().filter((one) => one.name !== name);
    this.battles.value = [...others, { name, scenario: this.scenario.peek() }];
    this.saved.keepBattles(this.battles.peek());
  }

  dropBattle(battle: NamedBattle): void {
    this.battles.value = this.battles.peek().filter((one) => one !== battle);
    this.saved.keepBattles(this.battles.peek());
  }

  // --- what is asked by itself ---

  /** The odds first: what else there is to know waits for them, though not for long. */
  private async askAbout(scenario: Scenario): Promise<void> {
    const odds = this.askOdds(scenario);
    await Promise.race([odds, new Promise((resolve) => setTimeout(resolve, 100))]);
    if (this.scenario.peek() !== scenario) return;
    void this.askLink(scenario);
    const report = await odds;
    if (this.scenario.peek() !== scenario) return;
    if (report?.method === 'exact') await this.better.ask({ ...scenario, ask: 'odds', options: { advice: true } });
    else this.better.clear();
  }

  private async askOdds(scenario: Scenario): Promise<Report | undefined> {
    if (this.empty.peek().length > 0) {
      this.odds.clear();
      return undefined;
    }
    const last = this.odds.answer.peek();
    const sampled = last?.method === 'monte_carlo' && last.game === scenario.game;
    const question = { ...scenario, ask: 'odds' };
    return sampled ? this.odds.ask({ ...question, options: { battles: 32768 } }, question) : this.odds.ask(question);
  }

  private async askLink(scenario: Scenario): Promise<void> {
    const turn = ++this.linkTurn;
    const { status, json } = await this.engine.ask({ ...scenario, ask: 'link' }).catch(() => ({ status: 1, json: {} }));
    if (turn !== this.linkTurn || status !== 0) return;
    this.handedOn.value = json as HandedOn;
    this.parts.showLink?.(json.link);
  }
}

export { enemyOf };
