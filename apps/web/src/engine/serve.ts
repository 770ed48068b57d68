// What a worker does: it holds one instance of the module and answers calls, one after the other.

import { Instance, RestMissing, type Told } from './wasm.js';

/** The calls that a worker answers, by name. */
export interface Calls {
  /** `rest`: the other part of the module, where it is there. */
  load(module: WebAssembly.Module, rest?: WebAssembly.Module): string;
  /** Opens a question that may be shared, and says nothing; any other is answered. */
  begin(question: string): Told | undefined;
  open(question: string): boolean;
  close(): void;
  planned(): number;
  nextStop(played: number): number;
  play(first: number, last: number): number;
  handOver(): BigUint64Array;
  add(counts: BigUint64Array): void;
  /** Its own counts, without a detour through the page. */
  addOwn(): void;
  report(): Told;
}
export interface Call {
  id: number;
  name: keyof Calls;
  args: any[];
}
export type Reply =
  | { id: number; value: any; memory: number }
  | { id: number; error: string; needsRest: boolean }
  | { id: number; progress: [number, number] };

export interface Port {
  post(reply: Reply, transfer: ArrayBuffer[]): void;
}

/** Takes calls for one worker. A call that fails ends it: nobody knows what is left of its memory. */
export function serve(port: Port): (call: Call) => Promise<void> {
  let instance: Instance;
  const answers: { [name in keyof Calls]: (...args: any[]) => any } = {
    load: async (module: WebAssembly.Module, rest?: WebAssembly.Module) => {
      instance = await Instance.of(module, rest);
      return instance.version();
    },
    begin: (question: string) => (instance.open(question) ? undefined : instance.ask(question)),
    open: (question: string) => instance.open(question),
    close: () => instance.close(),
    planned: () => instance.planned(),
    nextStop: (played: number) => instance.nextStop(played),
    play: (first: number, last: number) => {
      const start = performance.now();
      instance.play(first, last);
      return performance.now() - start;
    },
    handOver: () => instance.handOver(),
    add: (counts: BigUint64Array) => instance.add(counts),
    addOwn: () => instance.add(instance.handOver()),
    report: () => instance.report(),
  };
  const take = async ({ id, name, args }: Call): Promise<void> => {
    if (instance!)
      instance.progress = (done, planned) => {
        port.post({ id, progress: [done, planned] }, []);
        return true;
      };
    try {
      const value = await answers[name](...args);
      port.post({ id, value, memory: instance.memory() }, value instanceof BigUint64Array ? [value.buffer as ArrayBuffer] : []);
    } catch (error) {
      port.post({ id, error: String(error), needsRest: error instanceof RestMissing }, []);
    }
  };
  let last = Promise.resolve(); // the module takes a while to be there
  return (call) => (last = last.then(() => take(call)));
}
