// The engine of the page: workers that hold the module, and who of them answers what. Nothing is shared
// but messages, so the page needs no special headers. A worker that dies is replaced. The module comes in two parts: the
// second is fetched when a question calls for it, which is then asked again.

import type { Answer, AskOptions, Engine, EngineOptions } from './engine.js';
import { Hand, WorkerDied, type WorkerLike } from './hand.js';
import { SharedQuestion } from './shared.js';
import { hasVectors, type Told } from './wasm.js';

/** Where the pool runs: in a browser (createEngine) or in a test. */
export interface Host {
  compile(file: string): Promise<WebAssembly.Module>;
  spawn(): WorkerLike;
  cores: number;
}

const most_workers = 8;
/** A worker that holds more memory than this after a question is replaced, since it gives none back. */
const most_memory = 384 * 1024 * 1024;

const stoppedError = () => new DOMException('the question was stopped', 'AbortError');

export class Pool implements Engine {
  readonly ready: Promise<void>;
  private readonly most: number;
  private readonly free: Hand[] = [];
  private readonly waiting: ((hand: Hand) => void)[] = [];
  private hands = 0; // workers that are alive, free or not
  private started = false;
  private said = '';
  private readonly name: string; // of the module's files
  private module!: WebAssembly.Module;
  private rest: WebAssembly.Module | undefined;
  private fetching: Promise<WebAssembly.Module> | undefined; // of the rest

  constructor(
    private readonly host: Host,
    game: string,
    options: EngineOptions = {},
  ) {
    this.most = Math.max(1, options.workers ?? Math.min(host.cores, most_workers));
    const vectors = options.simd !== false && hasVectors();
    this.name = `broadside-${game}${vectors ? '' : '-plain'}`;
    this.ready = this.start();
    this.ready.catch(() => {}); // whoever asks is told
  }

  version(): string {
    return this.said;
  }

  async ask(question: object, options: AskOptions = {}): Promise<Answer> {
    const { signal } = options;
    if (signal?.aborted) throw stoppedError();
    // A question is on its way before the page begins to draw what was tapped.
    if (!this.started) await this.ready;
    const told = await this.answered(JSON.stringify(question), options);
    if (signal?.aborted) throw stoppedError();
    return { status: told.status, json: JSON.parse(told.text) };
  }

  /** Ends all workers; for tests. */
  close(): void {
    for (const hand of this.free) hand.die('closed');
  }

  private async start(): Promise<void> {
    this.module = await this.host.compile(`${this.name}.wasm`);
    const first = this.spawn();
    this.said = await this.loaded.get(first)!;
    this.started = true;
    this.release(first);
  }

  /** Workers that begin from now on have all of the module; those that were free are replaced. */
  private async fetchRest(): Promise<void> {
    this.fetching ??= this.host.compile(`${this.name}-rest.wasm`);
    try {
      this.rest = await this.fetching;
    } catch (error) {
      this.fetching = undefined; // the next question tries again
      throw error;
    }
    for (const hand of this.free.splice(0)) {
      hand.die('another one has the rest too');
      this.hands--;
    }
  }

  /** A question whose worker dies gets another one; if that dies too, it is the question. */
  private async answered(question: string, options: AskOptions): Promise<Told> {
    for (let again = false; ; ) {
      const lead = this.taken() ?? (await this.nextFree(options.signal));
      try {
        return await this.answerBy(lead, question, options);
      } catch (error) {
        if (options.signal?.aborted) throw stoppedError();
        if (!(error instanceof WorkerDied)) throw error;
        if (error.needsRest) {
          const problem = await this.fetchRest().then(() => undefined, String);
          if (problem !== undefined) return notHere(problem);
          continue;
        }
        if (again) return gaveUp(error);
        again = true;
      } finally {
        this.settle(lead);
      }
    }
  }

  private async answerBy(lead: Hand, question: string, options: AskOptions): Promise<Told> {
    const { signal, onProgress } = options;
    let alone = true;
    const stop = () => alone && lead.die('stopped'); // the module hears nothing while it works
    signal?.addEventListener('abort', stop);
    try {
      const answer = await lead.watch(onProgress, 'begin', question);
      if (answer) return answer;
      alone = false;
      const shared = new SharedQuestion(question, lead, {
        help: () => this.help(),
        giveBack: (hand) => this.settle(hand),
        stopped: () => signal?.aborted ?? false,
        onProgress,
      });
      const told = await shared.answer();
      if (!told) throw stoppedError();
      return told;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  private readonly loaded = new WeakMap<Hand, Promise<string>>();

  private spawn(): Hand {
    const hand = new Hand(this.host.spawn());
    this.hands++;
    const version = hand.call('load', this.module, this.rest);
    version.catch(() => {}); // the next call to it says so too
    this.loaded.set(hand, version);
    return hand;
  }

  /** A worker that is free, or a new one, unless there are enough. */
  private taken(): Hand | undefined {
    return this.free.pop() ?? (this.hands < this.most ? this.spawn() : undefined);
  }

  /** The next one that becomes free. */
  private nextFree(signal?: AbortSignal): Promise<Hand> {
    return new Promise((resolve, reject) => {
      const take = (given: Hand) => {
        signal?.removeEventListener('abort', leave);
        resolve(given);
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(take), 1);
        reject(stoppedError());
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.waiting.push(take);
    });
  }

  /** Every worker that has nothing to do, unless somebody waits for one. */
  private help(): Hand[] {
    if (this.waiting.length > 0) return [];
    const hands = this.free.splice(0);
    while (this.hands < this.most) hands.push(this.spawn());
    return hands;
  }

  /** Takes a worker back, or one in its place where it is dead or has grown too large. */
  private settle(hand: Hand): void {
    if (hand.memory > most_memory) hand.die('grown too large');
    this.release(hand);
  }

  private release(hand: Hand): void {
    if (hand.dead) {
      this.hands--;
      if (this.waiting.length === 0) return;
      hand = this.spawn();
    }
    const next = this.waiting.shift();
    if (next) next(hand);
    else this.free.push(hand);
  }
}

const failed = (problem: string, hint: string): Told => ({
  status: 1,
  text: JSON.stringify({ error: { problem, where: '', hint } }),
});
const gaveUp = (error: WorkerDied): Told =>
  failed(error.message, 'a smaller battle; on a computer the program broadside has more memory');
const notHere = (problem: string): Told =>
  failed(
    `this question needs a part of the calculator that is not on this device (${problem})`,
    'a network: with one the part is fetched, and kept',
  );

/** A module from an address, compiled while it arrives; also where a host sends it as another type. */
async function compile(address: URL): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status}`);
  if (WebAssembly.compileStreaming && response.headers.get('Content-Type') === 'application/wasm')
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function spawnFrom(address: URL): WorkerLike {
  const worker = new Worker(address);
  return {
    post: (call, transfer) => worker.postMessage(call, transfer),
    onReply: (take) => (worker.onmessage = (event) => take(event.data)),
    onDeath: (tell) => (worker.onerror = (event) => tell(event.message || 'it did not start')),
    terminate: () => worker.terminate(),
  };
}

/**
 * The engine of a game whose files lie in the folder `base`: broadside-GAME.wasm and broadside-GAME-rest.wasm,
 * broadside-GAME-plain.wasm and broadside-GAME-plain-rest.wasm, worker.js (engine/worker.ts, bundled).
 */
export function createEngine(base: string, game: string, options: EngineOptions = {}): Engine {
  const folder = new URL(base, document.baseURI);
  return new Pool(
    {
      compile: (file) => compile(new URL(file, folder)),
      spawn: () => spawnFrom(new URL('worker.js', folder)),
      cores: navigator.hardwareConcurrency ?? 1,
    },
    game,
    options,
  );
}
