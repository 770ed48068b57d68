// node test/size.mjs PROGRAM PAGE: what a visitor who plays the usual game loads, compressed. 77 = cannot run here.
// 450,000 bytes are wanted. They are not reached yet, so this only keeps what was gained from being lost.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const most = 550_000;
const wanted = 450_000;
const page = process.argv[3];

function* filesIn(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* filesIn(path);
    else yield path;
  }
}

if (!page || !existsSync(join(page, 'index.html.br'))) {
  console.log('skipped: there is no page that was compressed (./broadside page builds it)');
  process.exit(77);
}
const loaded = [...filesIn(page)].filter(
  (path) => !/\.(br|gz)$/.test(path) && (!path.endsWith('.wasm') || path.endsWith('broadside-ti4.wasm')),
);
if (!loaded.some((path) => path.endsWith('.wasm'))) {
  console.log('skipped: the page was built without its engine');
  process.exit(77);
}
let all = 0;
for (const path of loaded.sort()) {
  const { size } = statSync(existsSync(`${path}.br`) ? `${path}.br` : path);
  console.log(`${String(size).padStart(9)}  ${relative(page, path)}`);
  all += size;
}
console.log(`${String(all).padStart(9)}  together, at most ${most}; wanted ${wanted}`);
if (all > most) {
  console.log('the page has grown: make something smaller, or say here why it is worth it');
  process.exit(1);
}
