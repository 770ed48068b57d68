// Writes the page as a static site.
//
//   node build.mjs --out DIR [--wasm DIR] [--version TEXT]
//
// --wasm names the folder with the modules of all games (games.txt, broadside-GAME.wasm and broadside-GAME-plain.wasm),
// which are cut in two (split.mjs); without it the page asks the program that serves it. Files are named by what they
// hold, so nothing old is ever taken for new.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { bundle, here, moduleCaller } from './bundle.mjs';
import { formsOf, gamesIn, split } from './split.mjs';

const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
const short = (bytes) => hash(bytes).slice(0, 10);

/** What the modules are of, with the titles that they say themselves. */
async function gamesOf(folder) {
  const Instance = await moduleCaller();
  const games = [];
  for (const game of gamesIn(folder)) {
    const module = await Instance.of(await WebAssembly.compile(readFileSync(join(folder, `broadside-${game}-plain.wasm`))));
    const [{ id, title }] = JSON.parse(module.ask(JSON.stringify({ ask: 'schema', game })).text).games;
    games.push({ id, title });
  }
  return games;
}

/** The modules, each in two parts, and their worker, in a folder named by all of them. */
async function moduleFiles(folder) {
  const files = new Map();
  if (!folder) return { base: '', games: [], files };
  const games = await gamesOf(folder);
  const parts = await split(folder);
  const names = games.flatMap(({ id }) => formsOf(id).flatMap((name) => [`${name}.wasm`, `${name}-rest.wasm`]));
  const [worker] = await bundle('engine/worker.ts', { format: 'iife' });
  const contents = [['worker.js', worker.contents], ...names.map((name) => [name, readFileSync(join(parts, name))])];
  const base = `engine-${short(Buffer.concat(contents.map(([, bytes]) => bytes)))}/`;
  for (const [name, bytes] of contents) files.set(base + name, bytes);
  return { base, games, files };
}

export async function build({ out, wasm, version = '' }) {
  const { base, games, files } = await moduleFiles(wasm);
  const outputs = await bundle('main.tsx', {
    format: 'esm',
    outdir: 'out',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { MODULE_FOLDER: JSON.stringify(base), GAMES: JSON.stringify(games) },
    metafile: false,
  });
  const script = outputs.find((file) => file.path.endsWith('.js')).contents;
  const style = outputs.find((file) => file.path.endsWith('.css')).contents;
  const names = { script: `page-${short(script)}.js`, style: `page-${short(style)}.css` };
  files.set(names.script, script);
  files.set(names.style, style);
  for (const name of readdirSync(join(here, 'static'))) files.set(name, readFileSync(join(here, 'static', name)));
  const page = readFileSync(join(here, 'index.html'), 'utf8')
    .replace('%STYLE%', names.style)
    .replace('%SCRIPT%', names.script)
    .replace('%PRELOAD%\n', '');
  files.set('index.html', Buffer.from(page));

  const listed = Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, bytes]) => [name, hash(bytes)]));
  const all = short(JSON.stringify(listed) + version);
  const worker = readFileSync(join(here, 'src/sw.js'), 'utf8')
    .replace('%VERSION%', `${version} ${all}`.trim())
    .replace('%FILES%', JSON.stringify(listed));
  files.set('sw.js', Buffer.from(worker));

  // What an older build left; nothing else in the folder is ours to touch.
  for (const name of existsSync(out) ? readdirSync(out) : [])
    if (/^(page-[0-9a-f]{10}\.(js|css)|engine-[0-9a-f]{10})$/.test(name)) rmSync(join(out, name), { recursive: true });
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    writeFileSync(join(out, name), bytes);
  }
  return { version: all, files: [...files].map(([name, bytes]) => ({ name, bytes: bytes.length })) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: 'string' }, wasm: { type: 'string' }, version: { type: 'string' } } });
  if (!values.out) {
    console.error('node build.mjs --out DIR [--wasm DIR] [--version TEXT]');
    process.exit(2);
  }
  const { files } = await build(values);
  for (const { name, bytes } of files) console.log(`${String(bytes).padStart(9)}  ${name}`);
}
