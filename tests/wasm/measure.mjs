// How large the modules are and how fast: tests/wasm/run.sh SOURCE_DIR PROGRAM measure.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { load } from './bench_module.mjs';
import { compile, engine, games, host, instance, modules } from './engine.mjs';

const best = (times, run) => {
  let least = Infinity;
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
};

console.log('bytes                                                raw      gzip    brotli');
const parts = games.flatMap((game) => [`broadside-${game}`, `broadside-${game}-plain`]).flatMap((name) => [`${name}.wasm`, `${name}-rest.wasm`]);
for (const file of [...parts.map((name) => `split/${name}`), 'test/worker.mjs']) {
  const bytes = readFileSync(join(modules, file));
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
  const sizes = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotli.length];
  console.log(file.padEnd(44), ...sizes.map((size) => String(size).padStart(9)));
}

const battles = 4194304;
const plain = await load(await compile('broadside-bench-plain.wasm'));
const vector = await load(await compile('broadside-bench.wasm'));
console.log(`\n${battles} battles, ms     scalar   simd128   times`);
for (const [number, name] of vector.matchups.entries()) {
  if (!['i', 'ii', 'iii', 'iv', 'invasion', 'conquest'].includes(name)) continue;
  for (const module of [plain, vector]) module.play(number, 65536); // tables, and the browser's compiler
  let scalar = Infinity, simd = Infinity;
  for (let turn = 0; turn < 5; turn++) { // in turns: the machine is shared
    scalar = Math.min(scalar, best(1, () => plain.play(number, battles)));
    simd = Math.min(simd, best(1, () => vector.play(number, battles)));
  }
  console.log(name.padEnd(22), scalar.toFixed(1).padStart(9), simd.toFixed(1).padStart(9), (scalar / simd).toFixed(2).padStart(7));
}

const module = await instance(`broadside-${games[0]}`);
console.log('\nexact, JSON to JSON, ms    module');
for (const [attacker, defender] of [['cruiser', 'dd'], ['2 dn, cv, 4 ff', '2 dn, cv, 4 ff'], ['ws, 2 dn, 6 ff', '3 ca, 4 dd, 4 ff']]) {
  const question = JSON.stringify({ attacker, defender });
  console.log(`${attacker} v ${defender}`.padEnd(26), best(20, () => module.ask(question)).toFixed(2).padStart(7));
}

const shared = { attacker: '2 dn, cv, 4 ff', defender: '2 dn, cv, 4 ff', options: { engine: 'mc', battles: 1e8 } };
const wall = [];
for (const workers of [1, 2]) {
  const pool = engine(host(), { workers });
  await pool.ready;
  await pool.ask({ ...shared, options: { engine: 'mc', battles: 1e7 } });
  const start = performance.now();
  await pool.ask(shared);
  wall.push(performance.now() - start);
  pool.close();
}
console.log(`\n1e8 battles by one worker ${wall[0].toFixed(0)} ms, by two ${wall[1].toFixed(0)} ms: ${(wall[0] / wall[1]).toFixed(2)} times`);
process.exit(0);
