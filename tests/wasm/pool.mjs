// Several workers give the counts of one and of the program, whatever happens to them.

import { check, difference, engine, finish, host, native } from './engine.mjs';

const many = { attacker: '2 dn, cv, 4 ff', defender: '2 dn, cv, 4 ff', options: { engine: 'mc', battles: 4000001, seed: 7 } };
const cards = {
  game: 'rebellion', attacker: 'star destroyer, 2 tie, at-st', defender: 'mon calamari, x-wing, 2 rebel trooper',
  options: { battles: 200000, seed: 3 },
};
const precise = { id: 'p', attacker: '2 dn, 4 ff', defender: 'ws, 3 ff', options: { engine: 'mc', precision: '0.1%' } };
const quick = { attacker: '2 dn, 4 ff', defender: 'ws, 3 ff' };

const expected = new Map([many, cards, precise, quick].map((asked) => [asked, native(asked)]));
const alike = (what, asked, found) => {
  const right = expected.get(asked);
  const why = found.status !== right.status ? `status ${found.status} ${JSON.stringify(found.json)}` : difference(right.json, found.json);
  check(what, !why, why);
};

for (const workers of [1, 2, 3]) {
  for (const simd of [true, false]) {
    const pool = engine(host(), { workers, simd });
    await pool.ready;
    check('the version', /^\d+\.\d+/.test(pool.version()), pool.version());
    for (const [what, asked] of Object.entries({ many, cards, precise, quick }))
      alike(`${what} by ${workers} workers, ${simd ? 'vector' : 'plain'}`, asked, await pool.ask(asked));
    pool.close();
  }
}

{ // Many questions at once on two workers.
  const pool = engine(host(), { workers: 2 });
  const asked = [many, quick, precise, quick, cards, many];
  const found = await Promise.all(asked.map((one) => pool.ask(one)));
  found.forEach((one, i) => alike(`question ${i} of several at once`, asked[i], one));

  // How far it is: never backwards, and as many as were asked for.
  const far = [];
  await pool.ask(many, { onProgress: (done, planned) => far.push([done, planned]) });
  check('progress goes on', far.length > 1 && far.every(([done], i) => i === 0 || done >= far[i - 1][0]), JSON.stringify(far));
  check('progress knows the end', far.every(([, planned]) => planned === 4000001) && far.at(-1)[0] === 4000001, JSON.stringify(far.at(-1)));

  // Stopped, while it samples and while a search works; the next question is answered.
  for (const asked of [
    { ...many, options: { engine: 'mc', battles: 4e9 } },
    { ask: 'best', budget: 30, against: '2 dn, cv, 4 ff, 2 ca', options: { engine: 'mc', battles: 1e8 } },
  ]) {
    const control = new AbortController();
    setTimeout(() => control.abort(), 150);
    const error = await pool.ask(asked, { signal: control.signal }).then(() => undefined, (why) => why);
    check('a question is stopped', error?.name === 'AbortError', String(error));
    alike('after a question was stopped', quick, await pool.ask(quick));
  }
  const wrong = await pool.ask({ attacker: '2 crusier', defender: 'dn' });
  check('a wrong question', wrong.status === 2 && wrong.json.error.hint === "did you mean 'cruiser'?", JSON.stringify(wrong));
  pool.close();
}

{ // A long question needs no rest: it would be played again from the start, in the middle of it.
  const long = {
    'ti4': { attacker: '51 ff', defender: '51 ff', options: { engine: 'mc', battles: 1e7 } }, // many dice, so many ties
    'rebellion': { ...cards, options: { battles: 1e6 } },
  };
  for (const simd of [true, false])
    for (const [game, asked] of Object.entries(long)) {
      const fetched = [];
      const pool = engine(host(undefined, (file) => fetched.push(file)), { workers: 2, simd });
      const { status } = await pool.ask(asked);
      check(`a long question, ${game}`, status === 0 && fetched.every((file) => !file.includes('-rest')), `${status} ${fetched.join()}`);
      pool.close();
    }
}

{ // The rest of the module comes when a question calls for it, once, and what cannot be had is told.
  const search = { ask: 'compare', attackers: ['2 dn, 4 ff', '5 cruiser'], against: 'ws, 3 ff' };
  expected.set(search, native(search));
  const fetched = [];
  let network = true;
  const pool = engine(host(undefined, (file) => {
    fetched.push(file);
    if (!network && file.includes('-rest')) throw new Error('no network');
  }), { workers: 2 });
  alike('a battle', quick, await pool.ask(quick));
  check('a battle needs the first part alone', fetched.length === 1 && !fetched[0].includes('-rest'), fetched.join());
  network = false;
  const { status, json } = await pool.ask(search);
  check('without the rest', status === 1 && json.error.problem.includes('not on this device') && json.error.hint.includes('network'), JSON.stringify(json));
  alike('a battle after that', many, await pool.ask(many));
  network = true;
  const found = await Promise.all([pool.ask(search), pool.ask(many), pool.ask(search)]);
  [search, many, search].forEach((asked, i) => alike(`with the rest, ${i}`, asked, found[i]));
  alike('a battle with the rest', quick, await pool.ask(quick));
  check('the rest is fetched once', fetched.filter((file) => file.includes('-rest')).length === 2, fetched.join());
  pool.close();
}

for (const victim of [0, 1, 2]) { // A worker dies in the middle: the others and one in its place play what it had.
  const threads = [];
  let plays = 0;
  const waiting = []; // so that the victim is not too late, the others wait for it after their first battles
  const pool = engine(host((thread) => {
    const number = threads.push(thread) - 1;
    const post = thread.postMessage.bind(thread);
    let played = 0;
    thread.postMessage = (call, transfer) => {
      if (call.name === 'play' && number === victim && ++plays === 3) {
        thread.terminate();
        for (const go of waiting.splice(0)) go();
      }
      if (call.name === 'play' && number !== victim && ++played > 1 && plays < 3) waiting.push(() => post(call, transfer));
      else post(call, transfer);
    };
  }), { workers: 3 });
  alike(`worker ${victim} dies`, many, await pool.ask(many));
  check(`worker ${victim} had work`, plays >= 3, `${plays} plays of ${threads.length} workers`);
  alike('after that', cards, await pool.ask(cards));
  pool.close();
}
finish('one, two and three workers count alike, also when they die; questions can be stopped; the rest comes when it is called for');
