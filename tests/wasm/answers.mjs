// 300 random questions of all games: the module answers as the program does, with vector instructions and without.

import { question } from '../../apps/web/questions.mjs';
import { check, counts, difference, finish, firstPart, games, instance, native, RestMissing } from './engine.mjs';

const wanted = 300;
const all = async (form) => Object.fromEntries(
  await Promise.all(games.map(async (game) => [game, await instance(`broadside-${game}${form}`)])));
const vector = await all(''), plain = await all('-plain');
const ask = (modules, asked) => {
  const { status, text } = modules[asked.game ?? games[0]].ask(JSON.stringify(asked));
  return { status, json: JSON.parse(text) };
};

// Each module tells its own game as the program does.
const schema = native({ ask: 'schema' }).json;
check('the games', games.join() === schema.games.map(({ id }) => id).join(), games.join());
for (const game of games) {
  const told = ask(vector, { ask: 'schema', game }).json;
  for (const part of ['games', 'options'])
    check(`the schema of ${game}`, !difference(native({ ask: 'schema', game }).json[part], told[part]), difference(native({ ask: 'schema', game }).json[part], told[part]));
}

// Battles of the usual game are answered by the first part alone; whoever meets what is missing begins anew.
let first = await firstPart(`broadside-${games[0]}`), byFirst = 0, ofUsual = 0;
async function answeredByFirst(asked) {
  try {
    return first.ask(JSON.stringify(asked)).status === 0;
  } catch (error) {
    check('the rest is what is missing', error instanceof RestMissing, `${error} ${JSON.stringify(asked)}`);
    first = await firstPart(`broadside-${games[0]}`);
    return false;
  }
}

const by = {};
let answered = 0, refused = 0, sampled = 0;
for (let seed = 1; answered < wanted && seed < 40 * wanted; seed++) {
  const asked = question(schema, seed);
  const expected = native(asked);
  const modules = [['vector', vector]];
  if (expected.status === 0) {
    modules.push(['plain', plain]);
    answered++;
    by[asked.game] = (by[asked.game] ?? 0) + 1;
    if (expected.json.method === 'monte_carlo') sampled++;
    if (asked.game === games[0]) {
      ofUsual++;
      if (await answeredByFirst(asked)) byFirst++;
    }
  } else refused++;
  for (const [name, module] of modules) {
    const found = ask(module, asked);
    const why = found.status !== expected.status ? `status ${found.status}` : difference(expected.json, found.json);
    check(`seed ${seed}, ${name}`, !why, `${why}\n  ${JSON.stringify(asked)}`);
    check(`counts of seed ${seed}, ${name}`, counts(expected.json) === counts(found.json), JSON.stringify(asked));
  }
}
check('enough questions', answered === wanted, `${answered}`);
check('the first part answers battles', byFirst > 0.95 * ofUsual, `${byFirst} of ${ofUsual}`);

// The other kinds of questions, one each.
for (const asked of [
  { ask: 'compare', attackers: ['2 dn, 4 ff', '5 cruiser'], against: 'ws, 3 ff' },
  { ask: 'best', budget: 6, against: '2 cruiser', show: 3 },
  { ask: 'vary', attacker: '2 dn', defender: 'ws', vary: 'ff=0..4' },
  { ask: 'need', attacker: '2 dn', defender: 'ws, 3 ff', need: 0.8 },
  { ask: 'replay', attacker: '2 dn', defender: 'ws', options: { seed: 3 } },
  { ask: 'advise', attacker: '2 dn, 4 ff', defender: 'ws, 3 ff', hits: 3, goal: 'net' },
  { ask: 'read', text: '2 dn2, 4 ff vs letnev: ws, 3 ff' },
  { ask: 'link', attacker: 'sol: 2 dn', defender: 'ws' },
  { attacker: '2 dn', defender: 'ws', options: { engine: 'mc', battles: '0.1M', antithetic: true } },
  { attacker: '2 dn', defender: 'ws', options: { engine: 'mc', precision: '0.5%' } },
  { attacker: '2 crusier', defender: 'dn' },
]) {
  const expected = native(asked), found = ask(vector, asked);
  const why = found.status !== expected.status ? `status ${found.status}` : difference(expected.json, found.json);
  check(JSON.stringify(asked), !why, why);
}
const told = Object.entries(by).map(([game, count]) => `${count} ${game}`).join(', ');
finish(`${answered} random questions (${told}; ${sampled} sampled) answered alike, ${refused} refused alike; ${byFirst} of ${ofUsual} ${games[0]} by the first part alone`);
