// Random questions of every game, made from its schema: battles, factions, units, effects and cards, damage, options.

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

export function question(schema, seed) {
  const roll = dice(seed);
  const [first, ...others] = schema.games;
  const game = roll.chance(0.5) ? first : roll.one(others);
  const battle = roll.one(game.battles).id;
  const options = { seed: 1 + roll.below(1e6), battles: 20000 + roll.below(50000) };
  if (roll.chance(0.6)) options.engine = 'mc';
  return { game: game.id, battle, attacker: side(game, battle, roll), defender: side(game, battle, roll), options };
}
