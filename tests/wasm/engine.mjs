// What the tests share: the page's own code around the module, and the program beside it.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

const here = dirname(fileURLToPath(import.meta.url));
export const [modules, program] = process.argv.slice(2);

/** TypeScript of the page as a file that node can run. */
async function bundled(entry, out) {
  const esbuild = await import(pathToFileURL(join(here, '../../apps/web/node_modules/esbuild/lib/main.js')));
  await esbuild.build({
    entryPoints: [join(here, entry)],
    outfile: out,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  return out;
}
const parts = pathToFileURL(await bundled('parts.ts', join(modules, 'test', 'parts.mjs')));
const worker = await bundled('worker.ts', join(modules, 'test', 'worker.mjs'));
const { GamesEngine, Instance, Pool } = await import(parts);
export const { RestMissing } = await import(parts);

const compiled = new Map();
export function compile(file) {
  if (!compiled.has(file)) compiled.set(file, WebAssembly.compile(readFileSync(join(modules, file))));
  return compiled.get(file);
}
/** A module as the page has it, cut in two, or its first part alone. */
export const instance = async (name) => Instance.of(await compile(`split/${name}.wasm`), await compile(`split/${name}-rest.wasm`));
export const firstPart = async (name) => Instance.of(await compile(`split/${name}.wasm`));

/** The games that there are modules of, the usual one first. */
export const games = readFileSync(join(modules, 'games.txt'), 'utf8').trim().split('\n');

/** A place for a pool; `spawned` sees every worker, `fetched` every file. */
export function host(spawned = () => {}, fetched = () => {}) {
  return {
    compile: async (file) => {
      fetched(file);
      return compile(`split/${file}`);
    },
    cores: availableParallelism?.() ?? 2,
    spawn: () => {
      const thread = new Worker(worker);
      thread.unref();
      spawned(thread);
      return {
        post: (call, transfer) => thread.postMessage(call, transfer),
        onReply: (take) => thread.on('message', take),
        onDeath: (tell) => {
          thread.on('error', (error) => tell(String(error)));
          thread.on('exit', () => tell('it ended'));
        },
        terminate: () => void thread.terminate(),
      };
    },
  };
}

/** The engine of the page, with the workers of a game shared by all of its questions. */
export function engine(place, options) {
  const pools = [];
  const made = new GamesEngine(games.map((id) => ({ id, title: id })), games[0], (game) => {
    pools.push(new Pool(place, game, options));
    return pools.at(-1);
  });
  return Object.assign(made, { close: () => pools.forEach((pool) => pool.close()) });
}

/** What the program answers. */
export function native(question) {
  const ran = spawnSync(program, ['ask', '-'], { input: JSON.stringify(question), encoding: 'utf8', maxBuffer: 1 << 28 });
  if (ran.error) throw ran.error;
  return { status: ran.status, json: JSON.parse(ran.stdout) };
}

const tolerance = 1e-12;
/** Where two answers differ: nothing, or the first place. Numbers may differ in what rounding leaves. */
export function difference(a, b, at = 'answer') {
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b)) ? undefined : `${at}: ${a} and ${b}`;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object')
    return a === b ? undefined : `${at}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`;
  const keys = Object.keys(a);
  if (keys.join() !== Object.keys(b).join()) return `${at}: ${keys} and ${Object.keys(b)}`;
  for (const key of keys) {
    const found = difference(a[key], b[key], `${at}.${key}`);
    if (found) return found;
  }
  return undefined;
}

/** Counts: chances of a sampled answer are counts divided by battles, so they are the same or they are not. */
export function counts(json) {
  if (json.method !== 'monte_carlo') return undefined;
  const chances = ['attacker_win', 'draw', 'defender_win', 'stalemate', 'retreat'].map((outcome) => json[outcome]?.p);
  return JSON.stringify([json.battles, ...chances, json.survivors, json.rounds]);
}

let failures = 0;
export function check(what, right, why = '') {
  if (right) return true;
  failures++;
  console.log(`FAILED: ${what}${why ? `: ${why}` : ''}`);
  return false;
}
export function finish(said) {
  console.log(failures ? `${failures} failed` : said);
  process.exit(failures ? 1 : 0);
}
