// How the module is called: bytes in its memory, which a call may move, so it is read anew each time.
// It comes in two parts (split.mjs); whoever calls what is in the one that is not there gets RestMissing.

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  room_for(bytes: number): number;
  ask(bytes: number): 0 | 1 | 2;
  answer(): number;
  answer_size(): number;
  open(bytes: number): number;
  close(): void;
  planned(): number;
  next_stop(done: number): number;
  play(first: number, last: number): void;
  hand_over(): number;
  counts(): number;
  add(numbers: number): number;
  report(): 0 | 1 | 2;
  version(): number;
}

/** The question needs the rest of the module. Nobody knows what is left of the memory of who was asked. */
export class RestMissing extends Error {}

export interface Told {
  status: 0 | 1 | 2;
  text: string;
}

/** Vector instructions, tried on a function of four of them: nothing, splat, popcount, end. */
export const hasVectors = (): boolean =>
  WebAssembly.validate(
    new Uint8Array([
      0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
      15, 253, 98, 11,
    ]),
  );

const bad_file = 8; // WASI's numbers of errors
const done = 0;

/** The few calls of the operating system that the C library keeps: a clock, no files, no arguments. */
function wasi(memory: () => DataView): Record<string, (...args: any[]) => number> {
  const sizes = (count: number, bytes: number) => {
    memory().setUint32(count, 0, true);
    memory().setUint32(bytes, 0, true);
    return done;
  };
  return {
    clock_time_get: (_clock: number, _precision: bigint, at: number) => {
      memory().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return done;
    },
    environ_get: () => done,
    environ_sizes_get: sizes,
    fd_close: () => bad_file,
    fd_fdstat_get: () => bad_file,
    fd_seek: () => bad_file,
    fd_write: () => bad_file,
    proc_exit: (code: number) => {
      throw new Error(`the module ended with ${code}`);
    },
  };
}

export class Instance {
  /** Told how far a question is; what comes back says whether to go on. */
  progress: (done: number, planned: number) => boolean = () => true;
  exports!: Exports;

  static async of(module: WebAssembly.Module, rest?: WebAssembly.Module): Promise<Instance> {
    const made = new Instance();
    const missing = () => {
      throw new RestMissing('the rest of the module is not there');
    };
    const imports = {
      placeholder: new Proxy({}, { get: () => missing }), // for each function of the rest, until that is there
      page: {
        progress: (far: number, all: number) => (made.progress(far, all) ? 1 : 0),
        number: (at: number, size: number) => Number(made.text(at, size)),
      },
      wasi_snapshot_preview1: wasi(() => new DataView(made.exports.memory.buffer)),
    };
    const instance = await WebAssembly.instantiate(module, imports);
    made.exports = instance.exports as unknown as Exports;
    if (rest) await WebAssembly.instantiate(rest, { primary: instance.exports });
    made.exports._initialize();
    return made;
  }

  ask(question: string): Told {
    const bytes = this.write(new TextEncoder().encode(question));
    return this.told(this.exports.ask(bytes));
  }

  /** false: the question is for one alone. */
  open(question: string): boolean {
    return this.exports.open(this.write(new TextEncoder().encode(question))) !== 0;
  }
  close(): void {
    this.exports.close();
  }
  planned(): number {
    return this.exports.planned();
  }
  nextStop(played: number): number {
    return this.exports.next_stop(played);
  }
  play(first: number, last: number): void {
    this.exports.play(first, last);
  }
  handOver(): BigUint64Array {
    const size = this.exports.hand_over();
    const at = this.exports.counts();
    return new BigUint64Array(this.exports.memory.buffer, at, size).slice();
  }
  add(counts: BigUint64Array): void {
    this.write(new Uint8Array(counts.buffer, counts.byteOffset, counts.byteLength));
    if (!this.exports.add(counts.length)) throw new Error('counts of another battle');
  }
  report(): Told {
    return this.told(this.exports.report());
  }

  version(): string {
    const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.version());
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }
  private text(at: number, size: number): string {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, size));
  }
  /** Bytes of memory that it holds; it never gives any back. */
  memory(): number {
    return this.exports.memory.buffer.byteLength;
  }

  private write(bytes: Uint8Array): number {
    const at = this.exports.room_for(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }
  private told(status: 0 | 1 | 2): Told {
    return { status, text: this.text(this.exports.answer(), this.exports.answer_size()) };
  }
}
