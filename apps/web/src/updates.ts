// The page on this device: kept for use without a network, and replaced as a whole by a newer one.

import { type Signal, signal } from '@preact/signals';

export interface Updates {
  /** Everything that the battle on the screen needs is kept on this device. */
  offline: Signal<boolean>;
  /** Keeps a game from now on. */
  keep(game: string): void;
  /** A newer version is ready, and taken when it is asked for. */
  waiting: Signal<boolean>;
  take(): void;
}

export function watchUpdates(): Updates {
  const offline = signal(false), waiting = signal(false);
  let registration: ServiceWorkerRegistration | undefined, registered: Promise<void> | undefined;
  let wanted = '';
  const updates: Updates = {
    offline, waiting,
    keep(game) {
      wanted = game;
      offline.value = false;
      const { port1: answers, port2: port } = new MessageChannel();
      answers.onmessage = ({ data: kept }) => {
        if (game === wanted) offline.value = kept === true;
      };
      registered?.then(() => navigator.serviceWorker.ready)
        .then(({ active }) => active?.postMessage({ keep: game }, [port])).catch(() => undefined);
    },
    take() {
      // Whoever takes over reloads the page: old scripts never meet new files.
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      registration?.waiting?.postMessage('take over');
    },
  };
  if (!('serviceWorker' in navigator) || !document.querySelector('meta[name="broadside-offline"]')) return updates;
  const watch = (worker: ServiceWorker | null) => worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) waiting.value = true;
  });
  registered = navigator.serviceWorker.register('sw.js').then((done) => {
    registration = done;
    if (done.waiting && navigator.serviceWorker.controller) waiting.value = true;
    watch(done.installing);
    done.addEventListener('updatefound', () => watch(done.installing));
  });
  registered.catch(() => undefined);  // not a secure page, or forbidden: it works with a network
  return updates;
}
