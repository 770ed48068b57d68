// Writes x.br and x.gz beside every file x of a built page that gets smaller by it, for servers that
// hand them out (broadside serve; nginx with gzip_static).
//
//   node compress.mjs DIR

import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const worth = /\.(html|js|css|json|webmanifest|wasm|svg|txt)$/;

function* filesIn(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* filesIn(path);
    else if (worth.test(name)) yield path;
  }
}

for (const path of filesIn(process.argv[2])) {
  const bytes = readFileSync(path);
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  const gzip = gzipSync(bytes, { level: 9 });
  for (const [ending, form] of [['br', brotli], ['gz', gzip]])
    if (form.length < bytes.length) writeFileSync(`${path}.${ending}`, form);
  console.log(`${path}: ${bytes.length}, gzip ${gzip.length}, brotli ${brotli.length}`);
}
