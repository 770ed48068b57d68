// The real page in a real browser, against what the native program says. Run by test/browser.mjs.

import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { figures, launch, native, newContext, percent, printed, settled } from './page.mjs';
import { serve, serveByProgram } from '../server.mjs';

const program = process.env.BROADSIDE_PROGRAM, site = process.env.BROADSIDE_SITE, work = process.env.BROADSIDE_WORK;
const viaModule = process.env.BROADSIDE_MODULE === '1';
const axe = readFileSync(process.env.BROADSIDE_AXE, 'utf8');
const byProgram = process.env.BROADSIDE_SERVED === '1';
let browser, server, folder = site;

before(async () => {
  if (byProgram) server = await serveByProgram({ folder: site, program });
  else server = await serve({ folder: () => folder, prefix: '/table/odds/', program, api: !viaModule });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A page of its own: what others left is not there. Any request that leaves the origin fails the test. */
async function open(hash = '', { width = 390, height = 844, colorScheme = 'light', ...more } = {}) {
  const context = await newContext(browser, { viewport: { width, height }, colorScheme, ...more });
  const strays = [], errors = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(server.origin) && !/^(data|blob):/.test(request.url())) strays.push(request.url());
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 400')) errors.push(message.text());
  });
  await page.goto(server.url + hash);
  await page.waitForSelector('.segmented, .rows');
  page.forgive = (what) => errors.splice(0, errors.length, ...errors.filter((error) => !what.test(error)));
  page.done = async () => {
    assert.deepEqual(strays, [], 'requests that left the origin');
    assert.deepEqual(errors, [], 'errors of the page');
    await context.close();
  };
  return page;
}

const tap = (page, name) => page.getByRole('button', { name, exact: true }).first().click();
async function taps(page, name, times) {
  for (let i = 0; i < times; ++i) await tap(page, name);
}
/** Waits until the address is the link that the native program writes for a battle. */
async function shows(page, scenario) {
  await page.waitForFunction((wanted) => location.hash === wanted, native(program, { ...scenario, ask: 'link', game: 'ti4' }).link);
}
const link = (page) => page.evaluate(() => location.hash);

async function check(page, question) {
  const told = printed(program, question);
  assert.deepEqual(await figures(page), [told.attacker, told.draw, told.defender], `${JSON.stringify(question)} ${told.text}`);
}

/** No rule of axe is broken. */
async function accessible(page, what) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  assert.deepEqual(found.violations.map((one) => `${what}: ${one.id} ${one.nodes.map((node) => node.target.join(' ')).slice(0, 3).join(', ')}`), []);
}

test('a battle entered by taps has the odds of the command line, to the last digit', async () => {
  const page = await open();
  await settled(page);
  await tap(page, 'Reset');
  assert.match(await page.textContent('.result'), /Add units to both sides/);
  await taps(page, 'Attacker: one Cruiser more', 3);
  await taps(page, 'Attacker: one Fighter more', 2);
  assert.match(await page.textContent('.result'), /The defender has no units yet/);
  await taps(page, 'Defender: one Dreadnought more', 2);
  await tap(page, 'Defender: one Dreadnought less');
  await taps(page, 'Defender: one PDS more', 1);
  await settled(page);
  await page.waitForFunction(() => location.hash.includes('pds'));
  await check(page, { battle: 'space', attacker: '3 cr, 2 ff', defender: 'dn, pds' });
  // Upgraded, damaged and an exact number, on a sheet.
  await page.getByRole('button', { name: /^Attacker: 3 Cruiser/ }).click();
  await page.getByRole('switch', { name: /Upgraded/ }).check();
  await page.getByLabel('How many').fill('5');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: /^Defender: 1 Dreadnought/ }).click();
  await page.getByRole('button', { name: 'Defender: one Dreadnought damaged more' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await shows(page, { battle: 'space', attacker: '5 cr2, 2 ff', defender: 'dn!, pds' });
  await check(page, { battle: 'space', attacker: '5 cr2, 2 ff', defender: 'dn!, pds' });
  await page.done();
});

test('factions and effects are picked by search, and only legal ones are offered', async () => {
  const page = await open('#v=1&game=ti4&battle=space&a=2 dn, 4 ff&d=ws, 3 ff');
  await settled(page);
  await page.getByRole('button', { name: /^Attacker No faction/ }).click();
  await page.getByRole('searchbox').fill('letnev');
  await page.getByRole('button', { name: /Barony of Letnev/ }).click();
  await page.getByRole('button', { name: /Effects of Attacker/ }).click();
  await page.getByRole('searchbox').fill('munitions');
  await page.getByRole('button', { name: /Munitions Reserves/ }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForFunction(() => /munitions/i.test(decodeURIComponent(location.hash)));
  await check(page, { battle: 'space', attacker: { faction: 'letnev', units: { dreadnought: 2, fighter: 4 }, effects: ['ability_munitions_reserves'] }, defender: 'ws, 3 ff' });
  await page.getByRole('button', { name: /Effects of Defender/ }).click();
  await page.getByRole('searchbox').fill('munitions reserves');
  assert.equal(await page.locator('dialog').getByRole('button', { name: /Munitions Reserves/ }).count(), 0, "another faction's ability");
  await page.done();
});

test('the loss order by buttons, by drag, and back', async () => {
  const page = await open('#v=1&game=ti4&battle=space&a=2 dn, cr, 2 ff&d=2 dn');
  await settled(page);
  await page.getByText('How the attacker plays').click();
  const order = () => page.$$eval('.section[open] .order ol[aria-label="Ships given up first"] .order-name', (all) => all.map((one) => one.textContent));
  await page.waitForFunction(() => document.querySelectorAll('.section[open] .order ol[aria-label="Ships given up first"] li').length === 3);
  assert.deepEqual(await order(), ['Fighter', 'Cruiser', 'Dreadnought']);
  await page.getByRole('button', { name: 'Cruiser earlier' }).first().click();
  assert.deepEqual(await order(), ['Cruiser', 'Fighter', 'Dreadnought']);
  await page.waitForFunction(() => location.hash.includes('a.losses'));
  await check(page, { battle: 'space', attacker: { units: { dreadnought: 2, cruiser: 1, fighter: 2 }, policy: { losses: ['cruiser', 'fighter', 'dreadnought'] } }, defender: '2 dn' });
  const grips = page.locator('.section[open] .order ol[aria-label="Ships given up first"] .grip');
  await grips.nth(2).scrollIntoViewIfNeeded();
  const from = await grips.nth(2).boundingBox(), to = await grips.nth(0).boundingBox();
  await page.mouse.move(from.x + 10, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 6 });
  await page.mouse.up();
  assert.deepEqual(await order(), ['Dreadnought', 'Cruiser', 'Fighter']);
  await tap(page, 'Undo');
  assert.deepEqual(await order(), ['Cruiser', 'Fighter', 'Dreadnought']);
  await tap(page, 'Usual order');
  await page.waitForFunction(() => !location.hash.includes('a.losses'));
  await page.done();
});

test('a conquest with two planets', async () => {
  const page = await open('#v=1&game=ti4&battle=conquest&a=2 dn, cv, 4 inf&d=cr');
  await tap(page, 'Planet');
  await tap(page, 'A: one Infantry more');
  await tap(page, 'A: one Infantry more');
  await tap(page, 'Planet');
  await tap(page, 'B: one Infantry more');
  await page.waitForFunction(() => (decodeURIComponent(location.hash).match(/name:/g) ?? []).length === 2 && decodeURIComponent(location.hash).includes('infantry:1'));
  const question = {
    battle: 'conquest', attacker: '2 dn, cv, 4 inf', defender: 'cr',
    planets: [{ name: 'A', defender: { units: { infantry: 2 } } }, { name: 'B', defender: { units: { infantry: 1 } } }],
  };
  const told = native(program, question);
  assert.deepEqual(await figures(page), ['attacker_win', 'draw', 'defender_win'].map((key) => percent(told.exact[key])));
  assert.deepEqual(await page.$$eval('.planet-odds', (all) => all.map((one) => one.textContent)), told.planets.map((planet) => percent(planet.attacker_win.p)));
  await page.done();
});

test('retreat, rounds, policies and readings', async () => {
  const page = await open('#v=1&game=ti4&battle=space&a=2 dn, cr, 2 ff&d=2 dn');
  await settled(page);
  await page.getByText('How the attacker plays').click();
  await page.locator('.section[open]').getByRole('radio', { name: 'In round' }).check();
  await page.waitForFunction(() => location.hash.includes('a.retreat'));
  await settled(page);
  const told = native(program, { battle: 'space', attacker: { units: { dreadnought: 2, cruiser: 1, fighter: 2 }, policy: { retreat: { round: 1 } } }, defender: '2 dn' });
  const shown = await figures(page);
  assert.equal(shown[0], percent(told.exact.attacker_win));
  assert.equal(shown[1], percent(told.exact.retreat));
  assert.match(await page.textContent('.figures'), /attacker retreats/);
  await page.done();
});

test('better play is told beside the odds, and goes with the battle', async () => {
  const page = await open('#v=1&game=ti4&battle=space&a=2 cr, cv, 4 ff&d=dn, 2 dd');
  const [better] = native(program, { battle: 'space', attacker: '2 cr, cv, 4 ff', defender: 'dn, 2 dd', options: { advice: true } }).advice;
  const words = better.text.replace(/^Better: /, '');
  await page.getByRole('heading', { name: 'Better play' }).waitFor();
  assert.match(await page.textContent('section[aria-labelledby="better-title"]'), new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i'));
  await taps(page, 'Attacker: one Cruiser less', 2);
  await page.getByRole('heading', { name: 'Better play' }).waitFor({ state: 'detached' });
  await page.done();
});

test('links: what the page shows is what the command line reads, and 40 of ti4battle.com', async () => {
  const names = ['Sol', 'Neutral', 'Barony of Letnev', 'Argent flight', 'L1z1x', "Sardakk N'orr", 'Nomad', 'Winnu'];
  const units = ['warsun', 'dreadnought', 'carrier', 'cruiser', 'destroyer', 'fighter'];
  let state = 7;
  const next = (below) => (state = (state * 48271) % 2147483647) % below;
  const page = await open();
  await settled(page);
  for (let i = 0; i < 40; ++i) {
    const ground = next(4) === 0;
    const query = new URLSearchParams();
    for (const side of ['attacker', 'defender']) {
      query.set(`${side}-faction`, names[next(names.length)]);
      for (const unit of ground ? (side === 'attacker' ? ['dreadnought', 'infantry', 'mech'] : ['infantry', 'pds']) : units)
        if (next(2) || unit === 'cruiser' || unit === 'infantry') query.set(`${side}-unit-${unit}`, String(1 + next(3)));
      if (!ground && next(3) === 0) query.set(`${side}-upgrade-cruiser`, 'true');
    }
    if (ground) query.set('place', 'ground');
    const foreign = `https://ti4battle.com/?${query}`;
    await tap(page, 'Paste');
    await page.getByRole('textbox', { name: /Battle as a text/ }).fill(foreign);
    await page.getByRole('button', { name: 'Use this battle' }).click();
    const read = native(program, { ask: 'read', text: foreign }).scenario;
    const ours = native(program, { ...read, ask: 'link' }).link;
    await page.waitForFunction((wanted) => location.hash === wanted, ours);
    await check(page, { ...read });
  }
  // The link alone brings the battle back, also in another browser.
  const shown = await figures(page), address = await link(page);
  const other = await open(address);
  assert.deepEqual(await figures(other), shown);
  assert.equal(await link(other), address);
  // A link of ti4battle.com is written where that site can say the battle.
  await tap(other, 'Share');
  const written = await other.getByRole('textbox', { name: 'ti4battle.com' }).inputValue();
  assert.deepEqual(native(program, { ask: 'read', text: written }).scenario.defender.units, native(program, { ask: 'read', text: address }).scenario.defender.units);
  await other.done();
  await page.done();
});

test('every kind of text can be pasted, and what could not be used is told', async () => {
  const page = await open();
  await settled(page);
  const texts = [
    '2 dn2, 4 ff vs letnev: ws, 3 ff', 'tile 18: 18+0+0B2r1yWtc3f;',
    '?v=1&af=FEDERATION_OF_SOL&df=BARONY_OF_LETNEV&m=S&au.CARRIER=2.1&du.CRUISER=1.0', '6 army vs 4 army',
    '#v=1&game=ti4&battle=space&a=3%20cr&d=2%20dd', '{"game":"ti4","battle":"space","attacker":"2 cr","defender":"dd"}',
  ];
  for (const text of texts) {
    await tap(page, 'Paste');
    await page.getByRole('textbox', { name: /Battle as a text/ }).fill(text);
    await page.getByRole('button', { name: 'Use this battle' }).click();
    const read = native(program, { ask: 'read', text });
    await page.waitForFunction((wanted) => location.hash === wanted, native(program, { ...read.scenario, ask: 'link' }).link);
    const shown = await page.textContent('body');
    for (const note of read.notes) assert.ok(shown.includes(note), note);
  }
  await tap(page, 'Paste');
  await page.getByRole('textbox', { name: /Battle as a text/ }).fill('3 gf jord, 2 cruiser');
  await page.getByRole('button', { name: 'As the defender' }).click();
  await page.waitForFunction(() => /d=2%20cruiser,%203%20infantry|d=3%20infantry,%202%20cruiser/.test(location.hash));
  await tap(page, 'Paste');
  await page.getByRole('textbox', { name: /Battle as a text/ }).fill('2 frobnicators');
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  for (let i = 0; i < texts.length + 1; ++i) await tap(page, 'Undo');
  await settled(page);
  await page.done();
});

test('panels: compare, best, need, hits, curve, story', async () => {
  const page = await open('#v=1&game=ti4&battle=space&a=2 dn&d=ws, 3 ff', { width: 1280, height: 900 });
  await settled(page);
  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.getByRole('button', { name: /^Keep 2 dreadnought/ }).click();
  await taps(page, 'Attacker: one Dreadnought less', 2);
  await taps(page, 'Attacker: one Cruiser more', 5);
  await page.getByRole('button', { name: /^Keep 5 cruiser/ }).click();
  await page.waitForSelector('.ranked b');
  const compared = native(program, { ask: 'compare', attackers: ['2 dreadnought', '5 cruiser'], against: ['ws, 3 ff'], battle: 'space' });
  assert.deepEqual(await page.$$eval('.ranked b', (all) => all.map((one) => one.textContent)), compared.fleets.map((fleet) => percent(fleet.win)));
  await page.getByRole('tab', { name: 'Best fleet' }).click();
  await page.getByRole('spinbutton', { name: 'Budget' }).fill('8');
  await page.getByRole('spinbutton', { name: 'Budget' }).press('Tab');
  await page.getByRole('button', { name: 'Find the best' }).click();
  await page.waitForSelector('.ranked b');
  const best = native(program, { ask: 'best', budget: 8, against: ['ws, 3 ff'], battle: 'space', show: 5 });
  assert.equal(await page.locator('.ranked b').first().textContent(), percent(best.fleets[0].win));
  await page.getByRole('button', { name: /^Use for attacker/ }).first().click();
  await page.waitForFunction((p) => document.querySelector('.figure dd')?.textContent === p, percent(best.fleets[0].win));
  await tap(page, 'Undo');
  await page.getByRole('tab', { name: 'Need' }).click();
  await page.getByRole('button', { name: 'Find what to add' }).click();
  await page.waitForSelector('.ranked b');
  const need = native(program, { ask: 'need', need: 0.8, attacker: '5 cruiser', defender: 'ws, 3 ff', battle: 'space' });
  assert.equal(await page.locator('.ranked b').first().textContent(), percent((need.additions[0] ?? need.nearest).attacker_win.p));
  await page.getByRole('tab', { name: 'Hits' }).click();
  await page.getByRole('button', { name: '3', exact: true }).click();
  const hits = native(program, { ask: 'advise', hits: 3, attacker: '5 cruiser', defender: 'ws, 3 ff', battle: 'space' });
  const moves = hits.ways[0].moves.join(', ');
  await page.waitForFunction((told) => document.querySelector('.ranked-name')?.textContent === told, moves.charAt(0).toUpperCase() + moves.slice(1));
  assert.equal(await page.locator('.ranked b').first().textContent(), percent(hits.ways[0].value));
  await page.getByRole('tab', { name: 'Curve' }).click();
  await page.getByRole('button', { name: 'Draw the curve' }).click();
  await page.waitForSelector('svg.curve');
  await page.getByText('As a table').click();
  const curve = native(program, { ask: 'vary', vary: ['cruiser=1..8'], attacker: '5 cruiser', defender: 'ws, 3 ff', battle: 'space' });
  assert.equal(await page.locator('.drawing tbody tr').nth(3).locator('td').first().textContent(), percent(curve.points[3].attacker_win.p));
  await page.getByRole('tab', { name: 'Story' }).click();
  await page.waitForSelector('.story .scene');
  const story = native(program, { ask: 'replay', attacker: '5 cruiser', defender: 'ws, 3 ff', battle: 'space', options: { seed: 1 } });
  assert.ok((await page.textContent('.story')).toLowerCase().includes(story.lines.at(-1).trim().toLowerCase()));
  await page.done();
});

test('keyboard alone: from the address to the odds', async () => {
  const page = await open('#v=1&game=ti4&battle=space&a=2 dn&d=ws');
  await settled(page);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
  const reach = async (name) => {
    for (let i = 0; i < 120; ++i) {
      if ((await focused())?.startsWith(name)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${name} is not reached by Tab`);
  };
  await reach('Attacker: one Fighter more');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => location.hash.includes('2%20fighter'));
  await check(page, { battle: 'space', attacker: '2 dn, 2 ff', defender: 'ws' });
  await reach('Defender: 1 War Sun');
  await page.keyboard.press('Shift+Tab');
  await reach('Defender: 1 War Sun');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  assert.match(await focused(), /^Defender: 1 War Sun/);
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => location.hash.includes('1%20fighter'));
  await reach('What happens');
  await page.keyboard.press('ArrowRight');
  assert.equal(await focused(), 'Compare');
  await page.done();
});

test('every view is accessible, light and dark; nothing is wider than 320 px; targets are large', async () => {
  const hashes = {
    ti4: '#v=1&game=ti4&battle=conquest&a=sol: 2 dn, cv, 4 inf&d=cr&planets=defender:(units:(infantry:2)),name:A',
    rebellion: '#v=1&game=rebellion&battle=space&a=empire: sd, 2 tie&d=rebels: 3 xwing',
    arcane: '#v=1&game=arcane_legions&battle=close&a=dice 4&d=dice 3',
    risk: '#v=1&game=risk&a=6 army&d=4 army',
  };
  for (const [name, hash] of Object.entries(hashes))
    for (const colorScheme of byProgram ? ['light'] : ['light', 'dark']) { // the same files either way: once is enough
      const page = await open(hash, { width: 320, height: 640, colorScheme });
      await settled(page);
      // A section is drawn once it is opened, and may hold others.
      await page.$$eval('details.section', (all) => all.forEach((one) => (one.open = true)));
      await page.waitForFunction(() => [...document.querySelectorAll('.section-body')].every((one) => one.childElementCount > 0));
      await page.$$eval('details', (all) => all.forEach((one) => (one.open = true)));
      await accessible(page, `${name} ${colorScheme}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is wider than the screen`);
      const small = await page.$$eval('.step', (all) => all.filter((one) => one.getBoundingClientRect().height < 44).length);
      assert.equal(small, 0);
      for (const tab of await page.getByRole('tab').allTextContents()) {
        await page.getByRole('tab', { name: tab, exact: true }).click();
        await accessible(page, `${name}, ${tab} ${colorScheme}`);
      }
      for (const opener of ['.chip-add', '.picked .add', 'button.faction']) {
        if (await page.locator(opener).count() === 0) continue;
        await page.locator(opener).first().click();
        await page.waitForSelector('dialog[open]');
        await page.waitForTimeout(250);
        await accessible(page, `${name}, ${opener} ${colorScheme}`);
        await page.keyboard.press('Escape');
      }
      if (name === 'ti4') {
        for (const button of ['Paste', 'Share', 'Battles']) {
          await tap(page, button);
          await page.waitForSelector('dialog[open]');
          await page.waitForTimeout(250);
          await accessible(page, `${button} ${colorScheme}`);
          await page.keyboard.press('Escape');
        }
        await page.getByRole('button', { name: /^Attacker: 2 Dreadnought/ }).click();
        await page.waitForTimeout(250);
        await accessible(page, `unit ${colorScheme}`);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: /For both sides/ }).first().click();
        await page.waitForTimeout(250);
        await accessible(page, `for both sides ${colorScheme}`);
        await page.keyboard.press('Escape');
      }
      await page.done();
    }
});

test('the shell is there before the engine, and can be used', async () => {
  const context = await newContext(browser, { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(/\.wasm$|api\/health$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Attacker: one Cruiser more', exact: true }).click();
  await page.getByRole('button', { name: 'Attacker: one Cruiser more', exact: true }).click();
  assert.match(await page.textContent('.result'), /on its way/);
  const rows = await page.$$eval('.row-name', (all) => all.length);
  const top = await page.locator('.rows').boundingBox();
  release();
  await page.waitForFunction(() => location.hash.includes('2%20cruiser'));
  await settled(page);
  assert.equal(await page.$$eval('.row-name', (all) => all.length), rows, 'rows come or go when the engine arrives');
  assert.equal((await page.locator('.rows').boundingBox()).y, top.y, 'the form moves when the engine arrives');
  await context.close();
});

test('what was last looked at comes back, battles are kept, reset and swap', async () => {
  const page = await open('#v=1&game=ti4&battle=space&a=3 cr&d=2 dn');
  await settled(page);
  await tap(page, 'Swap the sides');
  await page.waitForFunction(() => location.hash.includes('d=3%20cruiser'));
  await tap(page, 'Battles');
  await page.getByLabel('Keep this battle as').fill('Mecatol');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await page.keyboard.press('Escape');
  await tap(page, 'Reset');
  await tap(page, 'Battles');
  await page.getByRole('button', { name: /^Mecatol/ }).click();
  await page.waitForFunction(() => location.hash.includes('d=3%20cruiser'));
  await page.goto('about:blank');
  await page.goto(server.url);
  await page.waitForFunction(() => location.hash.includes('d=3%20cruiser'));
  await page.done();
});

test('without a network it works, for the games that were played', { skip: !viaModule && 'needs the module' }, async () => {
  const page = await open('#v=1&game=ti4&battle=space&a=3 cr&d=2 dn');
  const shown = await figures(page);
  await page.getByText('works without a network').waitFor();
  await page.context().setOffline(true);
  await page.reload();
  assert.deepEqual(await figures(page), shown);
  await taps(page, 'Attacker: one Cruiser more', 1);
  await page.waitForFunction(() => location.hash.includes('4%20cruiser'));
  // What the rest of the module holds was kept too.
  await page.getByRole('tab', { name: 'Need' }).click();
  await page.getByRole('button', { name: 'Find what to add' }).click();
  await page.waitForSelector('.ranked b');
  const game = page.getByRole('combobox', { name: 'Game' });
  await game.selectOption('risk');
  await page.getByText('This game could not be loaded').waitFor();
  page.forgive(/Failed to load resource|net::/);
  await page.context().setOffline(false);
  await game.selectOption('ti4');
  await game.selectOption('risk');
  await taps(page, 'Attacker: one Army more', 3);
  await tap(page, 'Defender: one Army more');
  const risk = await figures(page);
  await page.getByText('works without a network').waitFor();
  await page.context().setOffline(true);
  await page.reload();
  assert.deepEqual(await figures(page), risk);
  await page.done();
});

test('a new version is taken as a whole or not at all', { skip: viaModule ? byProgram && 'its files never change' : 'needs the module' }, async () => {
  const page = await open('#v=1&game=ti4&battle=space&a=3 cr&d=2 dn');
  await settled(page);
  await page.getByText('works without a network').waitFor();
  // A version half of whose files are of another one is not taken.
  const half = join(work, 'half'), next = join(work, 'next');
  const index = readFileSync(join(site, 'index.html'), 'utf8'), worker = readFileSync(join(site, 'sw.js'), 'utf8');
  cpSync(site, half, { recursive: true });
  writeFileSync(join(half, 'sw.js'), worker.replace(/const VERSION = '[^']*'/, "const VERSION = 'half'"));
  writeFileSync(join(half, 'index.html'), index.replace('<title>', '<title>New '));
  folder = half;
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.update().catch(() => undefined)));
  await page.waitForTimeout(800);
  assert.equal(await page.getByText('A new version is ready').count(), 0);
  await page.reload();
  assert.ok(!(await page.title()).startsWith('New'));
  // A whole one waits until it is asked for.
  cpSync(site, next, { recursive: true });
  const { createHash } = await import('node:crypto');
  const changed = index.replace('<title>', '<title>New ');
  writeFileSync(join(next, 'index.html'), changed);
  writeFileSync(join(next, 'sw.js'), worker.replace(/const VERSION = '[^']*'/, "const VERSION = 'next'")
    .replace(/"index.html":"[0-9a-f]*"/, `"index.html":"${createHash('sha256').update(changed).digest('hex')}"`));
  folder = next;
  await settled(page);
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.update()));
  await page.getByText('A new version is ready').waitFor();
  assert.ok(!(await page.title()).startsWith('New'));
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()]);
  await page.waitForFunction(() => document.title.startsWith('New'));
  await settled(page);
  folder = site;
  await page.done();
});
