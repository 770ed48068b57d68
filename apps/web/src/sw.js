// Keeps one whole version of the page on the device, with the games that were played there. Every file is fetched before the version is used
// and checked against its hash, so what is shown is of one version, whatever the server did meanwhile.
// A new version waits until the page asks for it, or until nobody looks at the old one.

const VERSION = '%VERSION%';
const FILES = %FILES%;  // name -> SHA-256
const NAME = `broadside ${VERSION}`;

/** Does the browser have vector instructions? A module that uses one is valid then. */
const hasVectors = WebAssembly.validate(new Uint8Array(
  [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]));

/** The game of a module, or of its rest, that this kind of browser takes; nothing for other files. */
const gameOf = (file) => (hasVectors ? /\/broadside-([a-z0-9_]+)(-rest)?\.wasm$/ : /\/broadside-([a-z0-9_]+)-plain(-rest)?\.wasm$/).exec(file)?.[1];
const modulesOf = (game) => Object.keys(FILES).filter((file) => gameOf(file) === game);

/** Games that an earlier version kept are kept by the next one too. */
async function keptGames() {
  const games = new Set();
  for (const name of await caches.keys()) {
    if (!name.startsWith('broadside ')) continue;
    for (const { url } of await (await caches.open(name)).keys()) games.add(gameOf(url));
  }
  return games;
}

async function keep(cache, file) {
  const response = await fetch(file, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  const bytes = await response.clone().arrayBuffer();
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const found = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (found !== FILES[file]) throw new Error(`${file} is of another version`);
  await cache.put(file, response);
}

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(NAME);
    try {
      const games = await keptGames();
      const files = Object.keys(FILES).filter((file) => !file.endsWith('.wasm') || games.has(gameOf(file) ?? ''));
      await Promise.all(files.map((file) => keep(cache, file)));
    } catch (error) {
      await caches.delete(NAME);
      throw error;
    }
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys())
      if (name.startsWith('broadside ') && name !== NAME) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') return void self.skipWaiting();
  // A game that is played: its modules are kept, and whoever asked is told whether.
  if (!event.data?.keep) return;
  const files = modulesOf(event.data.keep);
  event.waitUntil((async () => {
    const cache = await caches.open(NAME);
    for (const file of files) if (!(await cache.match(file))) await keep(cache, file);
    event.ports[0]?.postMessage(files.length > 0);
  })().catch(() => event.ports[0]?.postMessage(false)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const scope = self.registration.scope;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const name = decodeURIComponent(new URL(request.url).pathname.slice(new URL(scope).pathname.length));
  const file = name === '' ? 'index.html' : name;
  if (!(file in FILES)) return;
  event.respondWith((async () => {
    const cache = await caches.open(NAME);
    return (await cache.match(file)) ?? fetch(request);
  })());
});
