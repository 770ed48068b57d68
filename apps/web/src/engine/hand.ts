// One worker as the pool sees it: calls go in, promises come out, and it may die.

import type { Call, Calls, Reply } from './serve.js';

/** A Web Worker, or what stands for one outside a browser. */
export interface WorkerLike {
  post(call: Call, transfer: ArrayBuffer[]): void;
  onReply(take: (reply: Reply) => void): void;
  onDeath(tell: (why: string) => void): void;
  terminate(): void;
}

/** The worker is gone, and with it whatever it had not handed over. */
export class WorkerDied extends Error {
  /** `needsRest`: it was asked for what the other part of the module holds. */
  constructor(why: string, readonly needsRest = false) {
    super(`a worker of the calculator died: ${why}`);
    this.name = 'WorkerDied';
  }
}

interface Pending {
  resolve(value: any): void;
  reject(error: Error): void;
  onProgress: ((done: number, planned: number) => void) | undefined;
}

type Value<Name extends keyof Calls> = ReturnType<Calls[Name]>;

export class Hand {
  dead = false;
  /** Bytes that it held when it last answered. */
  memory = 0;
  private next = 0;
  private readonly pending = new Map<number, Pending>();

  constructor(private readonly worker: WorkerLike) {
    worker.onReply((reply) => this.take(reply));
    worker.onDeath((why) => this.die(why));
  }

  call<Name extends keyof Calls>(name: Name, ...args: Parameters<Calls[Name]>): Promise<Value<Name>> {
    return this.watch(undefined, name, ...args);
  }

  watch<Name extends keyof Calls>(
    onProgress: ((done: number, planned: number) => void) | undefined,
    name: Name,
    ...args: Parameters<Calls[Name]>
  ): Promise<Value<Name>> {
    if (this.dead) return Promise.reject(new WorkerDied('earlier'));
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.pending.set(id, { resolve, reject, onProgress });
      const [first] = args as unknown[];
      this.worker.post(
        { id, name, args },
        first instanceof BigUint64Array ? [first.buffer as ArrayBuffer] : [],
      );
    });
  }

  /** Ends the worker; calls that wait are rejected. */
  die(why: string, needsRest = false): void {
    if (this.dead) return;
    this.dead = true;
    this.worker.terminate();
    for (const { reject } of this.pending.values()) reject(new WorkerDied(why, needsRest));
    this.pending.clear();
  }

  private take(reply: Reply): void {
    const waits = this.pending.get(reply.id);
    if (!waits) return;
    if ('progress' in reply) return waits.onProgress?.(...reply.progress);
    // A call that fails leaves a module behind that nobody can trust.
    if ('error' in reply) return this.die(reply.error, reply.needsRest);
    this.pending.delete(reply.id);
    this.memory = reply.memory;
    waits.resolve(reply.value);
  }
}
