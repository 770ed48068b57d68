// Questions of every game, made from its schema: random ones, and those that the page usually asks.

/** Steele, Lea, Flood 2014 (32 bits of it): the same questions everywhere. */
export function dice(seed) {
  let state = BigInt(seed);
  const mask = (1n << 64n) - 1n;
  const next = () => {
    state = (state + 0x9e3779b97f4a7c15n) & mask;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    return Number((z ^ (z >> 31n)) >> 11n) / 2 ** 53;
  };
  return {
    below: (n) => Math.floor(next() * n),
    chance: (p) => next() < p,
    one: (list) => list[Math.floor(next() * list.length)],
  };
}

const belongs = (thing, faction) => !thing.faction || thing.faction === 'generic' || thing.faction === faction;
const meets = (thing, battle) => !thing.battles || thing.battles.includes(battle);

function side(game, battle, roll) {
  const made = {};
  const faction = game.factions.length && roll.chance(0.8) ? roll.one(game.factions).id : '';
  if (faction) made.faction = faction;
  const units = game.units.filter((unit) => belongs(unit, faction) && meets(unit, battle) && unit.fields?.includes('units'));
  if (units.length) {
    made.units = {};
    const types = game.units.length === 1 ? 1 : 1 + roll.below(4);
    for (let i = 0; i < types; i++) made.units[roll.one(units).type] = 1 + roll.below(game.units.length === 1 ? 12 : 3);
    const hurt = Object.keys(made.units).find((type) => units.some((unit) => unit.type === type && unit.fields.includes('damaged')));
    if (hurt && roll.chance(0.3)) made.damaged = { [hurt]: 1 };
  }
  const whole = game.units.filter((unit) => unit.fields?.includes('unit') && belongs(unit, faction));
  if (whole.length && roll.chance(0.6)) {
    delete made.units;
    made.unit = roll.one(whole).id;
  }
  const lists = game.fields.filter((field) => field.place === 'side' && (field.kind === 'effects' || field.kind === 'names')).map((field) => field.name);
  for (let i = roll.below(4); i > 0 && game.effects.length; i--) {
    const effect = roll.one(game.effects);
    const field = effect.fields?.find((name) => lists.includes(name));
    if (!field || !belongs(effect, faction) || !meets(effect, battle)) continue;
    made[field] = [...new Set([...(made[field] ?? []), effect.id])];
  }
  return made;
}

/** A random battle of any game, half of them of the usual one: factions, units, effects and cards, damage, options. */
export function question(schema, seed) {
  const roll = dice(seed);
  const [first, ...others] = schema.games;
  return battleOf(roll.chance(0.5) ? first : roll.one(others), roll);
}

function battleOf(game, roll) {
  const battle = roll.one(game.battles).id;
  const options = { seed: 1 + roll.below(1e6), battles: 20000 + roll.below(50000) };
  if (roll.chance(0.6)) options.engine = 'mc';
  return { game: game.id, battle, attacker: side(game, battle, roll), defender: side(game, battle, roll), options };
}

const most_battles = 800; // random ones are often refused: units of the wrong side, leaders without a fleet
const answered_battles = 40; // of each kind
const panel_battles = 6; // of each kind

/**
 * What is asked about a battle: battles with all that a game has, every setting, a battle told, better play, links, typing
 * errors. Searches (compare, best, need, vary) are not among it: who wants one taps for it and can wait for a file. Whoever
 * asks hands back whether it was answered, `next(status === 0)`: what comes later varies battles that were.
 */
export function* usual(game) {
  const roll = dice(1);
  const few = { engine: 'mc', battles: 1000 };
  const answered = Object.fromEntries(game.battles.map(({ id }) => [id, []]));
  for (let i = 0; i < most_battles && Object.values(answered).some((found) => found.length < answered_battles); i++) {
    const asked = battleOf(game, roll);
    asked.options.battles = 1000;
    if (answered[asked.battle].length >= answered_battles) continue;
    if (yield asked) answered[asked.battle].push(asked);
  }
  const another = (battle) => structuredClone(roll.one(answered[battle]));
  const battles = game.battles.map(({ id }) => id).filter((id) => answered[id].length > 0);

  for (const effect of game.effects)
    for (const side of ['attacker', 'defender']) {
      const asked = { ...another(battles.find((id) => effect.battles?.includes(id)) ?? roll.one(battles)), options: few };
      const field = game.fields.find(({ place, name }) => place === 'side' && effect.fields?.includes(name));
      if (field) asked[side][field.name] = [effect.id];
      if (effect.faction && effect.faction !== 'generic') asked[side].faction = effect.faction;
      yield asked;
    }
  for (const field of game.fields) {
    const values = [...(field.words ?? []), ...(field.kind === 'flag' ? [true, false] : []), ...(field.example !== undefined ? [field.example] : [])];
    for (const value of values)
      for (const id of battles.filter((one) => field.battles?.includes(one) ?? true)) {
        const asked = { ...another(id), options: few };
        const places = {
          side: () => [asked.attacker, asked.defender],
          policy: () => [(asked.attacker.policy = {}), (asked.defender.policy = {})],
          system: () => [(asked.system = {})],
          scenario: () => [asked],
        };
        for (const place of places[field.place]?.() ?? []) place[field.name] = value;
        yield asked;
      }
  }
  for (const id of battles)
    for (const both of answered[id].slice(0, panel_battles)) {
      yield { ...both, options: { battles: 1000, advice: true } };
      yield { ...both, ask: 'link' };
      yield { ...both, ask: 'replay', options: { seed: 3 } };
      yield { ...both, ask: 'advise', hits: 2, goal: 'net', may_retreat: true };
    }
  for (const unit of game.units)
    for (const word of [unit.aliases[0] ?? unit.name, unit.name.slice(1)])
      yield { ask: 'read', text: `2 ${word} vs ${unit.name}`, game: game.id };
}
