// Pictures of every game and every panel at 390 and 1280 px, and some at 320 px and in the dark, to look at.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, newContext, settled } from './page.mjs';
import { serve } from '../server.mjs';

const program = process.env.BROADSIDE_PROGRAM, site = process.env.BROADSIDE_SITE, shots = process.env.BROADSIDE_SHOTS;
let browser, server;

before(async () => {
  mkdirSync(shots, { recursive: true });
  server = await serve({ folder: () => site, prefix: '/sub/', program, api: process.env.BROADSIDE_MODULE !== '1' });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const battles = {
  space: '#v=1&game=ti4&battle=space&a=letnev: 2 dn2, cv, 4 ff, +munitions reserves&d=sol: ws!, 3 ff, cr, pds',
  better: '#v=1&game=ti4&battle=space&a=cv, 4 ff, 2 cr&d=dn, 2 dd',
  best: '#v=1&game=ti4&battle=space&a=2 dn, 4 ff, cv&d=3 dn, +direct hit&a.play=best',
  conquest: '#v=1&game=ti4&battle=conquest&a=sol: 2 dn, cv, 2 ff, 4 inf&d=letnev: cr, dd&planets=defender:(units:(infantry:2,pds:1)),name:Abyz;defender:(units:(infantry:1)),name:Fria&d.retreat=2',
  rebellion: '#v=1&game=rebellion&battle=combat&a=empire: 2 sd, 4 tie, 3 stormtrooper&d=rebels: mc, 5 xwing, 3 yw, 2 rebel_trooper',
  arcane: '#v=1&game=arcane_legions&battle=duel&a=5 heavy_legionary, titus_petronius&d=D-MIX-ACHILLES',
  order: '#v=1&game=arcane_legions&battle=close&a=dice 4&d=dice 3',
  risk: '#v=1&game=risk&a=6 army&d=4 army',
};
const panels = {
  compare: async (page) => {
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByRole('button', { name: /^Keep / }).click();
    await page.getByRole('button', { name: 'Attacker: one Cruiser more', exact: true }).click();
    await page.getByRole('button', { name: /^Keep .*cruiser/ }).click();
    await page.waitForSelector('.ranked b');
  },
  best: async (page) => {
    await page.getByRole('tab', { name: 'Best fleet' }).click();
    await page.getByRole('spinbutton', { name: 'Budget' }).fill('8');
    await page.getByRole('button', { name: 'Find the best' }).click();
    await page.waitForSelector('.ranked b');
  },
  need: async (page) => {
    await page.getByRole('tab', { name: 'Need' }).click();
    await page.getByRole('button', { name: 'Find what to add' }).click();
    await page.waitForSelector('.ranked b');
  },
  hits: async (page) => {
    await page.getByRole('tab', { name: 'Hits' }).click();
    await page.getByRole('button', { name: '3', exact: true }).click();
    await page.waitForSelector('.ranked b');
  },
  curve: async (page) => {
    await page.getByRole('tab', { name: 'Curve' }).click();
    await page.getByRole('button', { name: 'Draw the curve' }).click();
    await page.waitForSelector('svg.curve');
  },
  story: async (page) => {
    await page.getByRole('tab', { name: 'Story' }).click();
    await page.waitForSelector('.story .scene');
  },
};
const sheets = {
  unit: async (page) => page.getByRole('button', { name: /^Attacker: 2 Dreadnought/ }).click(),
  effects: async (page) => page.getByRole('button', { name: /Effects of Attacker/ }).click(),
  faction: async (page) => page.getByRole('button', { name: /^Attacker The Barony|^Attacker .*Letnev/ }).click(),
  paste: async (page) => {
    await page.getByRole('button', { name: 'Paste', exact: true }).click();
    await page.getByRole('textbox', { name: /Battle as a text/ }).fill('tile 18: 18+0+0B2r1yWtc3f;');
    await page.waitForSelector('.read-what');
  },
  share: async (page) => page.getByRole('button', { name: 'Share', exact: true }).click(),
  battles: async (page) => page.getByRole('button', { name: 'Battles', exact: true }).click(),
  orders: async (page) => {
    await page.getByText('How the attacker plays').click();
    await page.getByText('How the attacker plays').scrollIntoViewIfNeeded();
  },
};

async function shoot(name, hash, { act, full = true, width = 390, height = 844, colorScheme = 'light' } = {}) {
  const context = await newContext(browser, { viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  await page.goto(server.url + hash);
  await settled(page);
  await act?.(page);
  await page.waitForTimeout(400);
  const path = join(shots, `${name}-${width}${colorScheme === 'dark' ? '-dark' : ''}.png`);
  await page.screenshot({ path, fullPage: full });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is wider than ${width}`);
  await context.close();
}

for (const [width, height] of [[390, 844], [1280, 900]]) {
  test(`games at ${width}`, async () => {
    for (const [name, hash] of Object.entries(battles)) await shoot(name, hash, { width, height });
  });
  test(`panels at ${width}`, async () => {
    for (const [name, act] of Object.entries(panels)) await shoot(`panel-${name}`, battles.space, { act, width, height });
  });
  test(`sheets at ${width}`, async () => {
    for (const [name, act] of Object.entries(sheets)) await shoot(`sheet-${name}`, battles.space, { act, width, height, full: name === 'orders' });
  });
}
test('narrow and dark', async () => {
  for (const name of ['space', 'conquest', 'rebellion', 'arcane']) await shoot(name, battles[name], { width: 320, height: 640 });
  await shoot('space', battles.space, { colorScheme: 'dark' });
  await shoot('conquest', battles.conquest, { width: 1280, height: 900, colorScheme: 'dark' });
});
