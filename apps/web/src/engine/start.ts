// Which engine answers: the module in this browser; where there is none, the program that serves the page.

import type { Answer, AskOptions, Engine } from './engine.ts';
import { createHttpEngine } from './http.ts';

/** The first of several engines that can be had answers; the others are not begun. */
function firstOf(makers: (() => Engine)[]): Engine {
  let chosen: Engine | undefined;
  const ready = (async () => {
    const failed: string[] = [];
    for (const make of makers) {
      try {
        const engine = make();
        await engine.ready;
        chosen = engine;
        return;
      } catch (error) {
        failed.push(String((error as Error)?.message ?? error));
      }
    }
    throw new Error(failed[0] ?? 'no engine');
  })();
  ready.catch(() => undefined);  // whoever waits for it is told
  return {
    ready,
    get games() {
      return chosen?.games;
    },
    version: () => chosen?.version() ?? '',
    async ask(question: object, options?: AskOptions): Promise<Answer> {
      if (!chosen) await ready;
      return chosen!.ask(question, options);
    },
  };
}

/** `makeModules` is missing where the page was built without modules. */
export function startEngine(makeModules: (() => Engine) | undefined, pageBase: string): Engine {
  const makers: (() => Engine)[] = makeModules ? [makeModules] : [];
  makers.push(() => createHttpEngine(pageBase));
  return firstOf(makers);
}
