// Keeps one whole version of the page on the device. Every file is fetched before the version is used
// and checked against its hash, so what is shown is of one version, whatever the server did meanwhile.
// A new version waits until the page asks for it, or until nobody looks at the old one.

const VERSION = '%VERSION%';
const FILES = %FILES%;  // name -> SHA-256
const NAME = `broadside ${VERSION}`;

/** Does the browser have vector instructions? A module that uses one is valid then. */
const hasVectors = WebAssembly.validate(new Uint8Array(
  [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]));

/** The module for the other kind of browser is not needed here. */
function isNeeded(file) {
  if (file.endsWith('/broadside-plain.wasm')) return !hasVectors;
  if (file.endsWith('/broadside.wasm')) return hasVectors;
  return true;
}

async function keep(cache, file, hash) {
  const response = await fetch(file, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  const bytes = await response.clone().arrayBuffer();
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const found = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (found !== hash) throw new Error(`${file} is of another version`);
  await cache.put(file, response);
}

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(NAME);
    try {
      await Promise.all(Object.entries(FILES).filter(([file]) => isNeeded(file)).map(([file, hash]) => keep(cache, file, hash)));
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
  if (event.data === 'take over') self.skipWaiting();
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
