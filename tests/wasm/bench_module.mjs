// The module that is measured (apps/wasm/bench.cpp).

export async function load(module) {
  let exports;
  const wasi = Object.fromEntries(
    WebAssembly.Module.imports(module).map(({ name }) => [name, () => 0]),
  );
  wasi.clock_time_get = (_clock, _precision, at) => {
    new DataView(exports.memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  };
  wasi.proc_exit = (code) => {
    throw new Error(`the module ended with ${code}`);
  };
  exports = (await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi })).exports;
  exports._initialize();
  const text = (at) => {
    const bytes = new Uint8Array(exports.memory.buffer, at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  };
  const matchups = [];
  for (let number = 0; ; number++) {
    const name = text(exports.matchup(number));
    if (!name) break;
    matchups.push(name);
  }
  return { matchups, play: (number, battles) => exports.play(number, battles), signature: () => exports.signature() };
}
