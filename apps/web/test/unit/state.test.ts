// The state of the page without a browser: battles, undo, links, legality, numbers as the command line has them.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import type { Answer, Engine } from '../../src/engine/engine.ts';
import { GamesEngine } from '../../src/engine/games.ts';
import { History } from '../../src/state/history.ts';
import { amount, amountOf, cellPercent, margin, percent } from '../../src/state/numbers.ts';
import { type Report, forceInWords, orderPlayed, sentence, shares } from '../../src/state/report.ts';
import { type Scenario, bringsAnything, cleared, moved, set, setUnits, swapped } from '../../src/state/scenario.ts';
import { type GameSchema, asGiven, fleetInWords, nameOfMany, nameOfType, offers, unitTypes } from '../../src/state/schema.ts';
import { Store } from '../../src/state/store.ts';
import { layouts } from '../../src/view/layouts/index.ts';
import { ti4 } from '../../src/view/layouts/ti4.ts';

const program = process.env.BROADSIDE_PROGRAM ?? '';

function say(question: object): { status: number; json: any } {
  const run = spawnSync(program, ['ask', '-'], { input: JSON.stringify(question), encoding: 'utf8', maxBuffer: 1 << 28 });
  return { status: run.status ?? 1, json: JSON.parse(run.stdout) };
}

/** The native program behind the page's own interface. */
function nativeEngine(asked: object[] = []): Engine {
  return {
    ready: Promise.resolve(),
    version: () => 'native',
    ask: (question) => new Promise<Answer>((resolve, reject) => {
      asked.push(question);
      const child = spawn(program, ['ask', '-'], { stdio: ['pipe', 'pipe', 'ignore'] });
      let out = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
      child.on('error', reject);
      child.on('close', (status) => resolve({ status: (status ?? 1) as 0 | 1 | 2, json: JSON.parse(out) }));
      child.stdin.end(JSON.stringify(question));
    }),
  };
}

function memory() {
  const held = new Map<string, string>();
  return { getItem: (key: string) => held.get(key) ?? null, setItem: (key: string, value: string) => void held.set(key, value) };
}

async function quiet(store: Store): Promise<void> {
  for (let i = 0; i < 400; ++i) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (store.odds.progress.value === undefined && store.handedOn.value) return;
  }
  throw new Error('no answer');
}

const beginnings = layouts.map(({ game, title, start }) => ({ game, title, start }));
const start: Scenario = ti4.start;

test('a change is a new battle, and what is empty goes', () => {
  const more = setUnits(start, 'attacker', 'cruiser', 3);
  assert.equal(more.attacker.units!.cruiser, 3);
  assert.equal(start.attacker.units!.cruiser, undefined);
  assert.deepEqual(setUnits(more, 'attacker', 'cruiser', 0), start);
  assert.deepEqual(set(set(start, ['attacker', 'policy', 'sustain'], 'last'), ['attacker', 'policy', 'sustain'], undefined), start);
  assert.deepEqual(set(start, ['planets', 0], { name: 'A' }).planets, [{ name: 'A' }]);
});

test('no more are damaged than there are', () => {
  const hurt = set(setUnits(start, 'attacker', 'dreadnought', 3), ['attacker', 'damaged'], { dreadnought: 3 });
  assert.deepEqual(setUnits(hurt, 'attacker', 'dreadnought', 2).attacker.damaged, { dreadnought: 2 });
  assert.equal(setUnits(hurt, 'attacker', 'dreadnought', 0).attacker.damaged, undefined);
});

test('swap twice is the same battle; reset keeps the game', () => {
  assert.deepEqual(swapped(swapped(start)), start);
  assert.deepEqual(cleared(start), { version: 1, game: 'ti4', battle: 'space', attacker: {}, defender: {} });
});

test('an entry of a list is moved', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 0, 2), ['b', 'c', 'a']);
  assert.deepEqual(moved(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b']);
});

test('undo goes back step by step, redo forward, a change forgets what was undone', () => {
  const history = new History(1);
  for (const next of [2, 2, 3]) history.set(next);
  history.undo();
  assert.equal(history.now.value, 2);
  history.undo();
  history.undo();
  assert.equal(history.now.value, 1);
  history.redo();
  assert.equal(history.now.value, 2);
  history.set(7);
  assert.equal(history.canRedo.value, false);
  history.undo();
  assert.equal(history.now.value, 2);
});

test('what a side brings', () => {
  const fields = [{ name: 'units', place: 'side' }, { name: 'dice', place: 'side' }, { name: 'planets', place: 'scenario', side: 'defender' as const }];
  assert.ok(bringsAnything(start, 'attacker', fields));
  assert.ok(!bringsAnything(cleared(start), 'defender', fields));
  assert.ok(bringsAnything({ ...cleared(start), planets: [{}] }, 'defender', fields));
  assert.ok(!bringsAnything({ ...cleared(start), planets: [{}] }, 'attacker', fields));
});

test('numbers have the digits of the command line', () => {
  const told: [number, string][] = [
    [0.604, '60.4 %'], [0, '0.0 %'], [1, '100.0 %'], [0.00071, '0.07 %'], [0.9986295, '99.9 %'], [0.99992, '99.992 %'], [1e-12, '<0.000001 %'],
  ];
  for (const [chance, text] of told) assert.equal(percent(chance), text);
  assert.equal(cellPercent(0.0001), '<0.1 %');
  assert.equal(cellPercent(1), '100.0 %');
  assert.equal(margin(0.00096), '± 0.1 %');
  assert.equal(margin(0.00005), '± 0.005 %');
  assert.equal(amount(13), '13');
  assert.equal(amount(13.5), '13.5');
  assert.equal(amountOf(1, 'resources'), '1 resource');
  assert.equal(amountOf(1.5, 'resources'), '1.5 resources');
});

test('shares of the bar add up to one and name what happens', () => {
  const chance = (p: number) => ({ p, low: p, high: p });
  const report = {
    attacker_win: chance(0.5), draw: chance(0.1), defender_win: chance(0.2), stalemate: chance(0), method: 'exact',
    retreat: { ...chance(0.2), by: { attacker: 0.15, defender: 0.05 } },
  } as unknown as Report;
  assert.ok(Math.abs(shares(report).reduce((sum, share) => sum + share.p, 0) - 1) < 1e-12);
  assert.equal(sentence(report), 'Attacker wins 50.0 %, defender retreats 5.0 %, draw 10.0 %, attacker retreats 15.0 %, defender wins 20.0 %');
});

test('the order that is played is read from the report', () => {
  const report = { assumptions: ['attacker losses: fighter, war sun, carrier'] } as unknown as Report;
  assert.deepEqual(orderPlayed(report, 'attacker', 'losses', ['war_sun', 'carrier', 'fighter']), ['fighter', 'war_sun', 'carrier']);
  assert.deepEqual(orderPlayed(report, 'defender', 'losses', ['carrier']), []);
});

test('layouts name only what the games have', { skip: !program && 'no program' }, () => {
  const games: GameSchema[] = say({ ask: 'schema' }).json.games;
  for (const layout of layouts) {
    const game = games.find((one) => one.id === layout.game)!;
    const types = new Set(game.units.map((unit) => unit.type));
    for (const type of Object.keys(layout.rows)) assert.ok(types.has(type), `${layout.game}: ${type}`);
    for (const list of [...Object.values(layout.early ?? {}), ...Object.values(layout.counts ?? {})])
      for (const type of list) assert.ok(types.has(type), `${layout.game}: ${type}`);
    for (const battle of Object.keys(layout.battles)) assert.ok(game.battles.some((one) => one.id === battle), battle);
    for (const name of [...(layout.rare ?? []), ...(layout.some ?? [])]) assert.ok(game.fields.some((field) => field.name === name), name);
    for (const { scenario } of [{ scenario: layout.start }, ...layout.presets]) {
      const told = say({ ...scenario, options: { battles: 4096 } });
      assert.equal(told.status, 0, `${layout.game}: ${JSON.stringify(told.json.error)}`);
    }
  }
});

test('only what is legal here is offered', { skip: !program && 'no program' }, () => {
  const game: GameSchema = say({ ask: 'schema', game: 'ti4' }).json.games[0];
  const effects = game.fields.find((field) => field.name === 'effects' && field.place === 'side')!;
  const battle: Scenario = { ...start, attacker: { ...start.attacker, faction: 'letnev' } };
  const ids = (scenario: Scenario, side: 'attacker' | 'defender') =>
    offers(game, effects, scenario, side, ti4.allows).filter((offer) => !offer.foreign && !offer.missing).map((offer) => offer.listing.id);
  assert.ok(ids(battle, 'attacker').includes('tech_plasma_scoring'));
  assert.ok(!ids(battle, 'attacker').includes('pn_war_funding'), 'an own promissory note');
  assert.ok(ids(battle, 'defender').includes('pn_war_funding'));
  assert.ok(!ids({ ...battle, battle: 'ground' }, 'attacker').includes('pn_war_funding'));
  // Everything that is offered is accepted.
  const questions: object[] = [];
  for (const side of ['attacker', 'defender'] as const)
    for (const kind of ['space', 'invasion']) {
      const base: Scenario = {
        ...battle, battle: kind,
        attacker: { ...battle.attacker, units: { dreadnought: 2, cruiser: 1, infantry: 3, mech: 1 } },
        defender: { faction: 'sol', units: kind === 'space' ? { carrier: 2, fighter: 4, pds: 1 } : { infantry: 3, pds: 1, mech: 1, space_dock: 1 } },
      };
      for (const id of ids(base, side))
        questions.push({ ...base, ask: 'replay', [side]: { ...base[side], effects: [asGiven(game.effects.find((one) => one.id === id)!)] } });
    }
  const batch = spawnSync(program, ['batch', '-'], { input: questions.map((one) => JSON.stringify(one)).join('\n'), encoding: 'utf8', maxBuffer: 1 << 28 });
  const refused = batch.stdout.trim().split('\n').map((line) => JSON.parse(line)).filter((told) => told.error);
  assert.ok(questions.length > 100);
  // Some ask for what these fleets have not.
  assert.deepEqual(refused.map((told) => told.error.problem).filter((problem) => !['no unit that bombards', 'no upgrade for cruiser'].includes(problem)), []);
});

test('a faction fields its own forms, and no faction no flagship', { skip: !program && 'no program' }, () => {
  const game: GameSchema = say({ ask: 'schema', game: 'ti4' }).json.games[0];
  const of = (faction?: string) => unitTypes(game, { ...start, attacker: { faction } }, 'attacker', Object.keys(ti4.rows));
  assert.ok(!of().some((unit) => unit.type === 'flagship'));
  assert.equal(of('argent').find((unit) => unit.type === 'destroyer')!.plain.name, 'Strike Wing Alpha I');
  assert.equal(of('argent').find((unit) => unit.type === 'destroyer')!.upgraded!.name, 'Strike Wing Alpha II');
  assert.deepEqual(of('sol').map((unit) => unit.type).slice(0, 3), ['flagship', 'war_sun', 'dreadnought']);
});

test('a battle goes into its link and comes back, and texts of all kinds are read', { skip: !program && 'no program' }, async () => {
  let link = '';
  const storage = memory();
  const store = new Store({ engine: nativeEngine(), storage, beginnings, showLink: (text) => (link = text) });
  await store.start();
  store.set(['attacker', 'policy', 'losses'], ['dreadnought', 'fighter']);
  store.setFaction('attacker', 'letnev');
  await quiet(store);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.ok(link.startsWith('#v=1&game=ti4&battle=space&a=letnev:'), link);
  const other = new Store({ engine: nativeEngine(), beginnings });
  await other.start(link);
  assert.deepEqual(other.scenario.value.attacker, store.scenario.value.attacker);
  assert.deepEqual(other.scenario.value.defender, store.scenario.value.defender);

  await store.open('letnev: 2 dn, +munitions reserves vs ws');
  assert.deepEqual(store.scenario.value.attacker.effects, ['ability_munitions_reserves']);
  store.history.undo();
  await store.open('tile 18: 18+0+0B2r1yWtc3f;');
  assert.deepEqual(store.scenario.value.defender.units, { cruiser: 2, destroyer: 1 });
  assert.ok(store.notes.value.length > 0);
  store.history.undo();
  assert.equal(store.scenario.value.attacker.faction, 'letnev');
  await store.open('6 army vs 4 army');
  assert.equal(store.scenario.value.game, 'risk');
  await quiet(store);
  assert.match(sentence(store.odds.answer.value!), /^Attacker wins 63\.8 %/);
  // What was looked at last comes back.
  const again = new Store({ engine: nativeEngine(), storage, beginnings });
  assert.equal(again.scenario.value.game, 'risk');
  again.history.begin(store.scenario.value);
});

test('each game is a module of its own, loaded when it is asked for', async () => {
  const loaded: string[] = [], fails = new Set(['c']);
  const make = (id: string): Engine => {
    loaded.push(id);
    return {
      ready: fails.has(id) ? Promise.reject(new Error('no network')) : Promise.resolve(),
      version: () => '1',
      ask: async (question) => {
        const { text } = question as { text?: string };
        if (fails.has(id)) throw new Error('no network');
        return text === undefined || text === id ? { status: 0, json: { by: id, notes: [] } } : { status: 2, json: { error: { problem: `not of ${id}` } } };
      },
    };
  };
  const engine = new GamesEngine(['a', 'b', 'c'].map((id) => ({ id, title: id.toUpperCase() })), 'b', make);
  assert.deepEqual(loaded, ['b']);
  assert.equal((await engine.ask({ ask: 'odds', game: 'b' })).json.by, 'b');
  assert.equal((await engine.ask({ ask: 'odds' })).json.by, 'a', 'the usual one');
  assert.equal((await engine.ask({ ask: 'odds', game: 'other' })).json.by, 'a', 'it refuses what nobody knows');
  assert.deepEqual((await engine.ask({ ask: 'read', text: 'b' })).json, { by: 'b', notes: ['units of B, so --game b'] });
  assert.equal((await engine.ask({ ask: 'read', text: 'x', game: 'b' })).json.error.problem, 'not of b');
  assert.deepEqual(loaded, ['b', 'a']);
  await assert.rejects(engine.ask({ ask: 'odds', game: 'c' }));
  fails.clear();
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.equal((await engine.ask({ ask: 'odds', game: 'c' })).json.by, 'c', 'tried again');
  assert.equal((await engine.ask({ ask: 'read', text: 'x' })).json.error.problem, 'not of a', 'what nobody can read, the usual one refuses');
});

test('a fleet is shown with the names of its effects', () => {
  const game = { effects: [{ id: 'tech_x', name: 'X Rays' }] } as unknown as GameSchema;
  assert.equal(fleetInWords('sol: 2 dn, +tech_x, +other', game), 'sol: 2 dn, +X Rays, +other');
});

test('so many units as the game says it', { skip: !program && 'no program' }, () => {
  const inGame = (id: string, units: Record<string, number>, damaged = {}) => {
    const game = say({ ask: 'schema' }).json.games.find((one: GameSchema) => one.id === id);
    return forceInWords({ units, damaged }, (type, count) => nameOfMany(game, type, nameOfType(game, type), count));
  };
  assert.equal(inGame('ti4', { war_sun: 2, fighter: 3, carrier: 1, infantry: 4 }, { war_sun: 1 }), '2 War Suns (1 damaged), 3 Fighters, 1 Carrier, 4 Infantry');
  assert.equal(inGame('risk', { army: 4 }), '4 Armies');
  assert.equal(inGame('risk', { army: 1 }), '1 Army');
  assert.equal(inGame('rebellion', { tie_fighter: 2, x_wing: 1 }), '2 TIE Fighters, 1 X-wing');
});

test('a side without units is not asked about', { skip: !program && 'no program' }, async () => {
  const asked: object[] = [];
  const store = new Store({ engine: nativeEngine(asked), beginnings });
  await store.start();
  await quiet(store);
  const before = asked.filter((question) => (question as { ask: string }).ask === 'odds').length;
  store.reset();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(store.empty.value, ['attacker', 'defender']);
  assert.equal(store.odds.answer.value, undefined);
  assert.equal(asked.filter((question) => (question as { ask: string }).ask === 'odds').length, before);
});
