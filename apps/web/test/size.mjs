// node test/size.mjs PROGRAM PAGE: what a visitor loads before his battle of the usual game is answered, compressed, and
// what comes when he searches for a fleet. 77 = cannot run here.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const most = 450_000;
// Searches count what they cost and say what ended them, and rare rules have grown: 163,000 before that.
const most_later = 190_000;
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
const files = [...filesIn(page)].filter((path) => !/\.(br|gz)$/.test(path)).sort();
const first = files.filter((path) => !path.endsWith('.wasm') || path.endsWith('/broadside-ti4.wasm'));
const later = files.filter((path) => path.endsWith('/broadside-ti4-rest.wasm'));
if (later.length === 0) {
  console.log('skipped: the page was built without its engine');
  process.exit(77);
}
let failed = false;
for (const [what, paths, limit] of [['before the first answer', first, most], ['when a question calls for it', later, most_later]]) {
  let all = 0;
  for (const path of paths) {
    const { size } = statSync(existsSync(`${path}.br`) ? `${path}.br` : path);
    console.log(`${String(size).padStart(9)}  ${relative(page, path)}`);
    all += size;
  }
  console.log(`${String(all).padStart(9)}  ${what}, at most ${limit}`);
  failed ||= all > limit;
}
if (failed) {
  console.log('the page has grown: make something smaller, or say here why it is worth it');
  process.exit(1);
}
