// How the page asks the calculator: one JSON question in, one JSON answer out, as `broadside ask` has them.

/** What `broadside ask` answers: 0 answered, 1 failed while running, 2 bad input (`json.error` says what). */
export interface Answer {
  status: 0 | 1 | 2;
  json: any;
}

export interface AskOptions {
  /** Stops the question; its promise is then rejected with an AbortError. */
  signal?: AbortSignal;
  /** Called as work gets done: battles of a sampled question, fleets of a search. */
  onProgress?: (done: number, planned: number) => void;
}

/** A game as lists of games show it. */
export interface GameName {
  id: string;
  title: string;
}

export interface Engine {
  ask(question: object, options?: AskOptions): Promise<Answer>;
  /** Settled when the first question can be answered; rejected when the module cannot be loaded. */
  readonly ready: Promise<void>;
  /** The games that it answers for, the usual one first, where it is asked about each by itself; else it knows them all. */
  readonly games?: GameName[] | undefined;
  /** The version of the program that the module was made from; empty before `ready`. */
  version(): string;
}

export interface EngineOptions {
  /** Workers that share a sampled question; as many as the machine has cores, at most 8, unless told. */
  workers?: number;
  /** false takes the module without vector instructions even where the browser has them. */
  simd?: boolean;
}
