// The engine of a program that serves the page: `broadside serve` answers POST api/ask.

import type { Answer, AskOptions, Engine } from './engine.ts';

export function createHttpEngine(base: string): Engine {
  let version = '';
  const ready = (async () => {
    const health = await fetch(`${base}api/health`);
    if (!health.ok) throw new Error(`${base}api/health: ${health.status}`);
    const told = await health.json().catch(() => ({}));
    version = String(told.version ?? '');
  })();
  ready.catch(() => undefined);  // whoever waits for it is told
  return {
    ready,
    version: () => version,
    async ask(question: object, options: AskOptions = {}): Promise<Answer> {
      const response = await fetch(`${base}api/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question),
        signal: options.signal,
      });
      const json = await response.json().catch(() => ({
        error: { problem: `the server answered ${response.status}`, where: '', hint: 'try again in a moment' },
      }));
      if (response.ok && !json.error) return { status: 0, json };
      return { status: response.status >= 500 ? 1 : 2, json };
    },
  };
}
