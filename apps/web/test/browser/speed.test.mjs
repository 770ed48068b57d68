// From a tap to the drawn answer, beside what the native program takes for the same questions: printed, not judged,
// since it is a matter of the machine. Run by test/browser.mjs --speed.

import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { launch, newContext, settled } from './page.mjs';
import { serve } from '../server.mjs';

const program = process.env.BROADSIDE_PROGRAM, site = process.env.BROADSIDE_SITE;
const times = 30;
let browser, server;

before(async () => {
  server = await serve({ folder: () => site, program, api: process.env.BROADSIDE_MODULE !== '1' });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const fleets = [
  ['2 dreadnought, 1 carrier, 4 fighter', '1 war_sun, 3 fighter'],
  ['2 dreadnought, 1 carrier, 4 fighter, 1 cruiser', '2 dreadnought, 1 carrier, 4 fighter'],
  ['1 war_sun, 2 dreadnought, 6 fighter, 1 cruiser', '3 cruiser, 4 destroyer, 4 fighter'],
];
const middle = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** Milliseconds for one question, JSON to JSON, without the start of the program. */
function native(question) {
  const run = (count) => {
    const input = Array.from({ length: count }, (_, i) => JSON.stringify({ ...question, id: `${i}` })).join('\n');
    const start = performance.now();
    spawnSync(program, ['batch', '-', '--threads', '1'], { input, encoding: 'utf8', maxBuffer: 1 << 30 });
    return performance.now() - start;
  };
  const taken = Array.from({ length: 5 }, () => (run(201) - run(1)) / 200);
  return Math.min(...taken);
}

test('from a tap to the drawn answer', async () => {
  const context = await newContext(browser, { viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  for (const [attacker, defender] of fleets) {
    await page.goto('about:blank');
    await page.goto(`${server.url}#v=1&game=ti4&battle=space&a=${attacker}&d=${defender}`);
    await settled(page);
    const taken = await page.evaluate(async (turns) => {
      const button = (name) => [...document.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === name);
      const result = document.querySelector('.result');
      const told = () => document.querySelector('.figures')?.textContent;
      const all = [];
      for (let i = 0; i < turns; ++i) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        const before = told(), start = performance.now();
        await new Promise((resolve) => {
          const watch = new MutationObserver(() => {
            if (result.classList.contains('busy') || told() === before) return;
            watch.disconnect();
            result.getBoundingClientRect(); // laid out; the next frame shows it
            resolve();
          });
          watch.observe(result, { attributes: true, childList: true, characterData: true, subtree: true });
          button(`Attacker: one Cruiser ${i % 2 ? 'less' : 'more'}`).click();
        });
        all.push(performance.now() - start);
      }
      return all;
    }, times);
    const question = { game: 'ti4', battle: 'space', attacker, defender };
    const alone = native(question), drawn = middle(taken);
    console.log(`${attacker} v ${defender}: tap to drawn ${drawn.toFixed(1)} ms (least ${Math.min(...taken).toFixed(1)}), native ${alone.toFixed(2)} ms, 3 times that + 10 ms: ${(3 * alone + 10).toFixed(1)}`);
  }
  await context.close();
});
