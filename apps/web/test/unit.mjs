// node test/unit.mjs [PROGRAM]: the tests that need no browser. 77 = cannot run here.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
if (!existsSync(join(web, 'node_modules/esbuild')) || !existsSync(join(web, 'node_modules/preact'))) {
  console.log('skipped: the packages of the page are not installed (npm ci in apps/web)');
  process.exit(77);
}
const esbuild = await import('esbuild');
const out = mkdtempSync(join(tmpdir(), 'broadside-page-'));
try {
  const typescript = spawnSync(process.execPath, [join(web, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', web], { stdio: 'inherit' });
  if (typescript.status !== 0) process.exit(1);
  await esbuild.build({
    entryPoints: [join(web, 'test/unit/state.test.ts')], bundle: true, platform: 'node', format: 'esm', outfile: join(out, 'state.test.mjs'),
    jsx: 'automatic', jsxImportSource: 'preact', logLevel: 'warning', absWorkingDir: web,
  });
  const run = spawnSync(process.execPath, ['--test', join(out, 'state.test.mjs')], {
    stdio: 'inherit', env: { ...process.env, BROADSIDE_PROGRAM: process.argv[2] ?? '' },
  });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
