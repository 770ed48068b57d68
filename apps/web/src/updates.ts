// The page on this device: kept for use without a network, and replaced as a whole by a newer one.

import { type Signal, signal } from '@preact/signals';

export interface Updates {
  /** Everything is kept on this device. */
  offline: Signal<boolean>;
  /** A newer version is ready, and taken when it is asked for. */
  waiting: Signal<boolean>;
  take(): void;
}

export function watchUpdates(): Updates {
  const offline = signal(false), waiting = signal(false);
  let registration: ServiceWorkerRegistration | undefined;
  const updates: Updates = {
    offline, waiting,
    take() {
      // Whoever takes over reloads the page: old scripts never meet new files.
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      registration?.waiting?.postMessage('take over');
    },
  };
  if (!('serviceWorker' in navigator) || !document.querySelector('meta[name="broadside-offline"]')) return updates;
  const watch = (worker: ServiceWorker | null) => worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) waiting.value = true;
    if (worker.state === 'activated') offline.value = true;
  });
  navigator.serviceWorker.register('sw.js').then((done) => {
    registration = done;
    if (done.active) offline.value = true;
    if (done.waiting && navigator.serviceWorker.controller) waiting.value = true;
    watch(done.installing);
    done.addEventListener('updatefound', () => watch(done.installing));
  }).catch(() => undefined);  // not a secure page, or forbidden: it works with a network
  return updates;
}
