export { Instance, RestMissing } from '../../apps/web/src/engine/wasm.js';
export { GamesEngine } from '../../apps/web/src/engine/games.js';
export { Pool } from '../../apps/web/src/engine/pool.js';
