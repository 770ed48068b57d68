// What the browser tests share: Debian's Chromium, a page, and what the native program says.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

const flags = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

export async function launch() {
  const { chromium: driver } = await import('playwright-core');
  return driver.launch({ executablePath: chromium, args: flags });
}

/** The answer of the native program to a question. */
export function native(program, question) {
  const run = spawnSync(program, ['ask', '-'], { input: JSON.stringify(question), encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(run.stdout);
}

/** Output of the native program, both streams. */
export function say(program, ...words) {
  const run = spawnSync(program, words, { encoding: 'utf8' });
  return run.stdout + run.stderr;
}

/** Waits until the odds on the screen are those of the battle on the screen. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const result = document.querySelector('.result');
    return result && !result.classList.contains('busy') && !document.querySelector('.result-body[aria-busy="true"]') && document.querySelector('.figures');
  });
}

export async function figures(page) {
  await settled(page);
  return page.$$eval('.figure dd', (all) => all.map((one) => one.textContent.replace(/\s+/g, ' ').trim()));
}
