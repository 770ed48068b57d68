// The hash of all counts of the benchmark, in both modules and in the program.

import { spawnSync } from 'node:child_process';

import { check, compile, finish, program } from './engine.mjs';
import { load } from './bench_module.mjs';

const said = spawnSync(program, ['bench', '--signature'], { encoding: 'utf8' }).stdout.trim();
const expected = said.split(' ').at(-1);
for (const file of ['broadside-bench.wasm', 'broadside-bench-plain.wasm']) {
  const module = await load(await compile(file));
  const found = BigInt.asUintN(64, module.signature()).toString(16).padStart(16, '0');
  check(file, found === expected, `${found}, not ${expected}`);
}
finish(`signature ${expected} in WebAssembly too, with vector instructions and without`);
