// Cuts the modules in two, so that nobody waits for what he may never ask:
//
//   node split.mjs DIR      DIR/broadside-GAME.wasm -> DIR/split/broadside-GAME.wasm and DIR/split/broadside-GAME-rest.wasm
//
// The first holds every function that the questions of questions.mjs come by, and all data; the rest (searches for fleets,
// rare refusals, links of other tools) is fetched when a question calls for it. Binaryen's wasm-split does it: it counts
// calls in a copy of the module, then moves what was never called.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { here, moduleCaller } from './bundle.mjs';
import { usual } from './questions.mjs';

// What Clang was told that browsers can do (apps/wasm/toolchain.cmake); a stripped module does not say.
const features = ['bulk-memory', 'nontrapping-float-to-int', 'sign-ext', 'simd', 'mutable-globals', 'reference-types'].map((name) => `--enable-${name}`);

function wasmSplit(...args) {
  try {
    execFileSync('wasm-split', [...features, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    throw error.code === 'ENOENT' ? new Error('there is no wasm-split (Debian: binaryen)') : error;
  }
}

/** The names of a module's functions, by their numbers: those that it imports come first. */
function namesOf(module) {
  const bytes = new Uint8Array(WebAssembly.Module.customSections(module, 'name')[0]);
  let at = 0;
  const number = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  };
  const names = [];
  while (at < bytes.length) {
    const kind = bytes[at++], end = number() + at;
    if (kind === 1)
      for (let left = number(); left > 0; left--) {
        const index = number(), length = number();
        names[index] = new TextDecoder().decode(bytes.subarray(at, (at += length)));
      }
    at = end;
  }
  return names;
}

// What the kernel calls once in 2^31 dice (a tie in an alias table, core/kernel/vector.hpp) or for a handful of battles at the
// end of a chunk (core/kernel/scalar.cpp): no count of calls shows it, and a long question would lose its workers there.
const rare = /throw_again|play_lane|LaneDice/;

/** Counts what is rare as called. A profile holds eight bytes of its own, then 32 bits for every function that is not imported. */
function addRare(profile, module) {
  const imported = WebAssembly.Module.imports(module).filter(({ kind }) => kind === 'function').length;
  const counts = new DataView(profile.buffer, 8);
  const found = namesOf(module).flatMap((name, index) => (rare.test(name) ? [index - imported] : []));
  if (found.length === 0) throw new Error(`no function is called ${rare.source}`);
  for (const index of found) counts.setUint32(4 * index, 1, true);
  return profile;
}

/** Has a module, which counts calls, answer what is usually asked; the counts come back. */
function profileOf(instance, game) {
  const ask = (question) => instance.ask(JSON.stringify(question));
  instance.version();
  const schema = JSON.parse(ask({ ask: 'schema', game }).text);
  const questions = usual(schema.games[0]);
  let battle;
  for (let { value, done } = questions.next(); !done; ) {
    const answered = ask(value).status === 0;
    if (answered) battle ??= value;
    ({ value, done } = questions.next(answered));
  }
  // One that several workers share.
  for (const options of [{ engine: 'mc', battles: 40000 }, { engine: 'mc', precision: '2%' }]) {
    instance.open(JSON.stringify({ ...battle, options }));
    instance.planned();
    for (let done = 0, stop; (stop = instance.nextStop(done)) > done; done = stop) {
      instance.play(done, stop);
      instance.add(instance.handOver());
    }
    instance.report();
    instance.close();
  }
  const { room_for, __write_profile, memory } = instance.exports;
  const most = 1 << 20, at = room_for(most);
  return new Uint8Array(memory.buffer, at, __write_profile(at, most)).slice();
}

const madeBy = [fileURLToPath(import.meta.url), join(here, 'questions.mjs'), join(here, 'bundle.mjs')];

/** The games of a folder, the usual one first. */
export const gamesIn = (folder) => readFileSync(join(folder, 'games.txt'), 'utf8').trim().split('\n');
/** The modules of a game: with vector instructions, and without. */
export const formsOf = (game) => [`broadside-${game}`, `broadside-${game}-plain`];

/** Makes what is not there or older than what it is made of; the folder of the parts comes back. */
export async function split(folder) {
  const out = join(folder, 'split');
  mkdirSync(out, { recursive: true });
  let Instance;
  for (const game of gamesIn(folder))
    for (const name of formsOf(game)) {
      const whole = join(folder, `${name}.wasm`), rest = join(out, `${name}-rest.wasm`);
      const changed = Math.max(...[whole, ...madeBy].map((file) => statSync(file).mtimeMs));
      if (existsSync(rest) && statSync(rest).mtimeMs > changed) continue;
      Instance ??= await moduleCaller();
      const counting = join(out, `${name}.counting`), profile = join(out, `${name}.profile`);
      wasmSplit('--instrument', whole, '-o', counting);
      const counted = profileOf(await Instance.of(await WebAssembly.compile(readFileSync(counting))), game);
      writeFileSync(profile, addRare(counted, await WebAssembly.compile(readFileSync(whole))));
      wasmSplit('--split', whole, `--profile=${profile}`, '-o1', join(out, `${name}.wasm`), '-o2', rest);
      for (const file of [counting, profile]) rmSync(file);
    }
  return out;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.length !== 3) {
    console.error('node split.mjs DIR');
    process.exit(2);
  }
  await split(process.argv[2]);
}
