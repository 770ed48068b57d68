// One sampled question that several workers play together. Which of them plays what changes nothing:
// battles are named by their chunk, and counts are whole numbers.

import { Hand, WorkerDied } from './hand.js';
import type { Told } from './wasm.js';

type Range = [first: number, last: number];

/** Battles of a full chunk (core/kernel/counts.hpp). */
const chunk_battles = 16384;
/** A worker is asked for so many milliseconds of battles at a time: soon enough to stop. */
const slice_ms = 25;
/** From so many milliseconds of work on others are asked to help. */
const worth_help_ms = 30;

export interface Crew {
  /** Others that are free now. */
  help(): Hand[];
  giveBack(hand: Hand): void;
  stopped(): boolean;
  onProgress: ((done: number, planned: number) => void) | undefined;
}

/** A worker that helps, and the chunks that only it has counted so far. */
interface Helper {
  hand: Hand;
  open: Promise<boolean>;
  held: Range[];
}

export class SharedQuestion {
  private todo: Range[] = [];
  private chunk_ms = 0; // how long a chunk takes
  private played = 0; // chunks, by whomever
  private planned = 0; // battles; 0 = nobody knows
  private helpers: Helper[] = [];

  /** `lead` has opened the question. */
  constructor(
    private readonly question: string,
    private readonly lead: Hand,
    private readonly crew: Crew,
  ) {}

  /** Nothing where it was stopped. */
  async answer(): Promise<Told | undefined> {
    try {
      this.planned = await this.lead.call('planned');
      let done = 0;
      for (;;) {
        const stop = await this.lead.call('nextStop', done);
        if (stop <= done) return await this.lead.call('report');
        this.todo = [[done, stop]];
        await this.playAll();
        if (this.crew.stopped()) return undefined;
        done = stop;
      }
    } finally {
      for (const { hand } of this.helpers) {
        await hand.call('close').catch(() => {});
        this.crew.giveBack(hand);
      }
      await this.lead.call('close').catch(() => {});
    }
  }

  /** Plays what is to do and adds it all up; what dies with a worker is played again. */
  private async playAll(): Promise<void> {
    // How long the first chunks take says whether others are worth asking.
    if (this.helpers.length === 0) {
      await this.playSlice(this.lead);
      if (this.left() * this.chunk_ms >= worth_help_ms) this.askForHelp();
    }
    while (this.todo.length > 0 && !this.crew.stopped()) {
      // Also when one of them fails the others are waited for: who is still playing must not be given back.
      const turns = await Promise.allSettled([this.playOn(), ...this.helpers.map((helper) => this.helpOn(helper))]);
      const failed = turns.find((turn) => turn.status === 'rejected');
      if (failed) throw failed.reason;
    }
    if (!this.crew.stopped()) await this.lead.call('addOwn');
  }

  private askForHelp(): void {
    for (const hand of this.crew.help()) {
      const open = hand.call('open', this.question);
      open.catch(() => {}); // the lead may end before anybody looks at it
      this.helpers.push({ hand, open, held: [] });
    }
  }

  private async playOn(): Promise<void> {
    while (await this.playSlice(this.lead));
  }

  private async helpOn(helper: Helper): Promise<void> {
    const { hand, held } = helper;
    try {
      await helper.open;
      while (await this.playSlice(hand, held));
      if (held.length === 0 || this.crew.stopped()) return;
      await this.lead.call('add', await hand.call('handOver'));
      held.length = 0;
    } catch (error) {
      if (this.lead.dead || !(error instanceof WorkerDied)) throw error;
      this.helpers = this.helpers.filter((other) => other !== helper);
      this.crew.giveBack(hand);
      this.todo.push(...held);
      this.played -= held.reduce((sum, [first, last]) => sum + last - first, 0);
    }
  }

  /** false: nothing is left to play. */
  private async playSlice(hand: Hand, held: Range[] = []): Promise<boolean> {
    if (this.crew.stopped() || this.lead.dead) return false;
    const slice = this.next();
    if (!slice) return false;
    held.push(slice);
    const chunks = slice[1] - slice[0];
    this.played += chunks;
    this.chunk_ms = (await hand.call('play', ...slice)) / chunks;
    this.tell();
    return true;
  }

  /** The next chunks to play: one at first, then as many as take a slice of time. */
  private next(): Range | undefined {
    const range = this.todo[0];
    if (!range) return undefined;
    const fit = this.chunk_ms > 0 ? Math.floor(slice_ms / this.chunk_ms) : 1;
    // Near the end nobody takes so much that the others wait for it.
    const share = Math.ceil(this.left() / (2 * (1 + this.helpers.length)));
    const first = range[0];
    const last = Math.min(range[1], first + Math.max(1, Math.min(fit, share)));
    if (last === range[1]) this.todo.shift();
    else range[0] = last;
    return [first, last];
  }

  private left(): number {
    return this.todo.reduce((sum, [first, last]) => sum + last - first, 0);
  }

  private tell(): void {
    const battles = this.played * chunk_battles;
    this.crew.onProgress?.(this.planned ? Math.min(battles, this.planned) : battles, this.planned);
  }
}
