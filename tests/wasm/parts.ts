export { Instance } from '../../apps/web/src/engine/wasm.js';
export { Pool } from '../../apps/web/src/engine/pool.js';
