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
  return driver.launch({ executablePath: chromium, args: flags, timeout: patience });
}

/** Nothing here is about how fast a machine is, and some are busy: milliseconds until a test gives up. */
const patience = 180_000;
export async function newContext(browser, options) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patience);
  return context;
}

/** The answer of the native program to a question. */
export function native(program, question) {
  const run = spawnSync(program, ['ask', '-'], { input: JSON.stringify(question), encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(run.stdout);
}

/** What the command line prints for a battle: "40.0 %" for each ending that it names. */
export function printed(program, scenario) {
  const run = spawnSync(program, ['odds', '--scenario', '-', '--engine', 'auto'], { input: JSON.stringify({ version: 1, ...scenario }), encoding: 'utf8' });
  const text = run.stdout.replace(/[\s\u00a0]+/g, ' ');
  const of = (words) => new RegExp(`${words} ([<>]?[0-9.]+ %)`).exec(text)?.[1];
  return { attacker: of('attacker wins'), draw: of('draw') ?? '0.0 %', defender: of('defender wins'), text };
}

/** As the command line writes a chance. */
export function percent(chance) {
  const away = Math.min(chance, 1 - chance < 1e-13 ? 0 : 1 - chance);
  if (!(away > 0) || away >= 0.0995e-2) return `${(100 * chance).toFixed(1)} %`;
  if (away < 1e-8) return chance < 0.5 ? '<0.000001 %' : '>99.999999 %';
  return `${(100 * chance).toFixed(Math.max(1, Math.min(6, Math.ceil(-Math.log10(100 * away)))))} %`;
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
