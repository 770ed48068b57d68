// node test/browser.mjs PROGRAM [PAGE WASM] [--shots DIR | --speed] [--only TEXT]: the page in Debian's Chromium. 77 = cannot run here.
// With --shots pictures of every game and panel, to look at; with --speed how long an answer takes.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from './browser/page.mjs';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals } = parseArgs({ allowPositionals: true, options: { shots: { type: 'string' }, speed: { type: 'boolean' }, only: { type: 'string' } } });

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}
if (!chromium) skip('there is no Chromium (Debian: chromium)');
for (const name of ['esbuild', 'preact', 'playwright-core', 'axe-core'])
  if (!existsSync(join(web, 'node_modules', name))) skip('the packages of the page are not installed (npm ci in apps/web)');

const wasm = positionals[2] && existsSync(join(positionals[2], 'games.txt')) ? positionals[2] : undefined;
const work = mkdtempSync(join(tmpdir(), 'broadside-browser-'));
try {
  const { build } = await import('../build.mjs');
  const site = join(work, 'site');
  await build({ out: site, wasm, version: 'test' });
  const env = {
    ...process.env, BROADSIDE_PROGRAM: resolve(positionals[0]), BROADSIDE_SITE: site, BROADSIDE_WORK: work, BROADSIDE_MODULE: wasm ? '1' : '',
    BROADSIDE_AXE: createRequire(import.meta.url).resolve('axe-core/axe.min.js'), BROADSIDE_SHOTS: values.shots ? resolve(values.shots) : '',
  };
  const run = (what, file, more = {}) => {
    console.log(what);
    const pattern = values.only ? ['--test-name-pattern', values.only] : [];
    const { status } = spawnSync(process.execPath, ['--test', ...pattern, join(web, 'test/browser', file)], { stdio: 'inherit', env: { ...env, ...more } });
    if (status !== 0) process.exitCode = 1;
  };
  if (values.shots) run('pictures', 'shots.test.mjs');
  else if (values.speed) run('speed', 'speed.test.mjs');
  else {
    run(wasm ? 'as static files in a subfolder' : 'no module was built: the native program answers, use without a network is skipped', 'page.test.mjs');
    if (wasm) run('over broadside serve', 'page.test.mjs', { BROADSIDE_SERVED: '1' });
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
