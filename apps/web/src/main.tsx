import { effect } from '@preact/signals';
import { render } from 'preact';
import type { GameName } from './engine/engine.ts';
import { GamesEngine } from './engine/games.ts';
import { createEngine } from './engine/pool.ts';
import { startEngine } from './engine/start.ts';
import { Saved } from './state/saved.ts';
import { gameNamedIn } from './state/scenario.ts';
import { Store } from './state/store.ts';
import { watchUpdates } from './updates.ts';
import { App } from './view/app.tsx';
import { StoreContext } from './view/context.ts';
import { layouts } from './view/layouts/index.ts';
import './style/page.css';

/** Where the modules lie beside the page, and the games that they are of; empty where the page was built without. Set by build.mjs. */
declare const MODULE_FOLDER: string;
declare const GAMES: GameName[];

const pageBase = new URL('.', location.href.replace(/[#?].*$/, '')).href;

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;  // forbidden by the browser's settings
  }
}

const asked = location.hash.length > 1 ? location.hash : location.search;
const first = gameNamedIn(asked) ?? new Saved(storage()).lastBattle()?.game ?? '';
const modules = new URL(MODULE_FOLDER, pageBase).href;
const makeModules = () => new GamesEngine(GAMES, first, (game) => createEngine(modules, game));

let shownLink = '';
const store = new Store({
  engine: startEngine(GAMES.length ? makeModules : undefined, pageBase),
  storage: storage(),
  beginnings: layouts.map(({ game, title, start }) => ({ game, title, start })),
  showLink: (link) => {
    shownLink = link;
    history.replaceState(null, '', `${location.pathname}${link}`);
  },
});

document.documentElement.dataset.theme = store.saved.theme();
const updates = watchUpdates();
render(
  <StoreContext.Provider value={store}><App updates={updates} /></StoreContext.Provider>,
  document.getElementById('app')!,
);
void store.start(asked);
effect(() => {
  if (store.game.value) updates.keep(store.game.value.id);
});

// A link that is pasted into the address of the open page.
window.addEventListener('hashchange', () => {
  if (location.hash.length > 1 && location.hash !== shownLink) void store.open(location.hash);
});
