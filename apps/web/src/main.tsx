import { render } from 'preact';
import { createEngine } from './engine/pool.ts';
import { startEngine } from './engine/start.ts';
import { Store } from './state/store.ts';
import { watchUpdates } from './updates.ts';
import { App } from './view/app.tsx';
import { StoreContext } from './view/context.ts';
import { layouts } from './view/layouts/index.ts';
import './style/page.css';

/** Where the module lies beside the page; empty where the page was built without it. Set by build.mjs. */
declare const MODULE_FOLDER: string;

const pageBase = new URL('.', location.href.replace(/[#?].*$/, '')).href;

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;  // forbidden by the browser's settings
  }
}

let shownLink = '';
const store = new Store({
  engine: startEngine(createEngine, MODULE_FOLDER, pageBase),
  storage: storage(),
  beginnings: layouts.map(({ game, title, start }) => ({ game, title, start })),
  showLink: (link) => {
    shownLink = link;
    history.replaceState(null, '', `${location.pathname}${link}`);
  },
});

const asked = location.hash.length > 1 ? location.hash : location.search;
document.documentElement.dataset.theme = store.saved.theme();
render(
  <StoreContext.Provider value={store}><App updates={watchUpdates()} /></StoreContext.Provider>,
  document.getElementById('app')!,
);
void store.start(asked);

// A link that is pasted into the address of the open page.
window.addEventListener('hashchange', () => {
  if (location.hash.length > 1 && location.hash !== shownLink) void store.open(location.hash);
});
