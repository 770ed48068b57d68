// Asks the engine about the battle on the screen: one question at a time, the newest; what an older one
// answers is thrown away. Where the last answer was sampled, a short look comes first.

import { type Signal, signal } from '@preact/signals';
import type { Engine } from '../engine/engine.ts';

export interface Problem {
  problem: string;
  where: string;
  hint: string;
}

export interface Asked<T> {
  /** The last answer; stays while the next one is under way. */
  answer: Signal<T | undefined>;
  problem: Signal<Problem | undefined>;
  /** undefined = nothing under way; else done / planned, 0 where nobody knows. */
  progress: Signal<number | undefined>;
}

export function problemOf(json: any): Problem {
  const error = json?.error ?? {};
  return { problem: String(error.problem ?? 'no answer'), where: String(error.where ?? ''), hint: String(error.hint ?? '') };
}

export class Asking<T> implements Asked<T> {
  readonly answer: Signal<T | undefined> = signal(undefined);
  readonly problem: Signal<Problem | undefined> = signal(undefined);
  readonly progress: Signal<number | undefined> = signal(undefined);
  private current: AbortController | undefined;

  constructor(private readonly engine: () => Engine) {}

  /** Each question's answer is shown as it comes, the last one is the answer. */
  async ask(...questions: object[]): Promise<T | undefined> {
    this.stop();
    const mine = (this.current = new AbortController());
    this.progress.value = 0;
    try {
      for (const question of questions) {
        const { status, json } = await this.engine().ask(question, {
          signal: mine.signal,
          onProgress: (done, planned) => {
            if (this.current === mine) this.progress.value = planned > 0 ? Math.min(1, done / planned) : 0;
          },
        });
        if (this.current !== mine) return undefined;
        if (status === 0) {
          this.answer.value = json as T;
          this.problem.value = undefined;
        } else {
          this.answer.value = undefined;
          this.problem.value = problemOf(json);
          break;
        }
      }
    } catch (error) {
      if (this.current !== mine) return undefined;
      this.answer.value = undefined;
      this.problem.value = { problem: 'the calculator did not answer', where: '', hint: String((error as Error)?.message ?? error) };
    }
    if (this.current === mine) {
      this.current = undefined;
      this.progress.value = undefined;
    }
    return this.answer.value;
  }

  /** Nothing is asked any more. */
  stop(): void {
    this.current?.abort();
    this.current = undefined;
    this.progress.value = undefined;
  }

  clear(): void {
    this.stop();
    this.answer.value = undefined;
    this.problem.value = undefined;
  }
}
