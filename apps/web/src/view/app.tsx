// The whole page: the answer on top, the battle below it, everything else beside or below that.

import { useSignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { BattlesSheet } from './battles.tsx';
import { useHere } from './context.ts';
import { Effects, FleetForms, Orders, PlaceTables } from './orders.tsx';
import { FactionPicker } from './effects.tsx';
import { Icon, Mark, type IconName } from './icons.tsx';
import { layouts } from './layouts/index.ts';
import { panels } from './panels/index.ts';
import { Segmented } from './parts.tsx';
import { PasteSheet } from './paste.tsx';
import { Result, Worth } from './result.tsx';
import { Rows } from './rows.tsx';
import { ShareSheet } from './share.tsx';
import type { Updates } from '../updates.ts';

type Opened = 'paste' | 'share' | 'battles' | undefined;

function Tool({ icon, label, onClick, disabled, words }: { icon: IconName; label: string; onClick: () => void; disabled?: boolean; words?: boolean }) {
  return (
    <button type="button" class="icon-button tool" aria-label={label} title={label} aria-disabled={disabled || undefined} onClick={() => !disabled && onClick()}>
      <Icon name={icon} />{words && <span class="tool-words" aria-hidden="true">{label}</span>}
    </button>
  );
}

function ThemeTool() {
  const { store } = useHere();
  const [theme, setTheme] = useState(store.saved.theme());
  const next = { auto: 'light', light: 'dark', dark: 'auto' }[theme] ?? 'auto';
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    store.saved.keepTheme(theme);
  }, [theme]);
  return <Tool icon={theme as IconName} label={`Colours: ${theme}. Change to ${next}`} onClick={() => setTheme(next)} />;
}

function Head({ open }: { open: (what: Opened) => void }) {
  const { store } = useHere();
  const games = store.gameNames.value;
  const known = layouts.map((layout) => ({ id: layout.game, title: layout.short }));
  const all = games.length ? games.map((game) => ({ id: game.id, title: layouts.find((one) => one.game === game.id)?.short ?? game.title })) : known;
  return (
    <header class="head">
      <h1><Mark /><span>Broadside</span></h1>
      <label class="game"><span class="visually-hidden">Game</span>
        <select value={store.gameId.value} disabled={!games.length} onChange={({ currentTarget: choice }) => void store.setGame(choice.value).then(() => (choice.value = store.scenario.peek().game))}>
          {all.map((game) => <option key={game.id} value={game.id}>{game.title}</option>)}
        </select>
      </label>
      <div class="tools" role="toolbar" aria-label="Battle">
        <Tool icon="undo" label="Undo" disabled={!store.history.canUndo.value} onClick={() => store.history.undo()} />
        <Tool icon="redo" label="Redo" disabled={!store.history.canRedo.value} onClick={() => store.history.redo()} />
        <Tool icon="paste" label="Paste" onClick={() => open('paste')} />
        <Tool icon="share" label="Share" onClick={() => open('share')} />
        <ThemeTool />
      </div>
    </header>
  );
}

function BattleSwitch() {
  const { store, game, layout } = useHere();
  const scenario = store.scenario.value;
  const choices = game
    ? game.battles.map((battle) => ({ id: battle.id, title: layout?.battles[battle.id] ?? battle.title, hint: battle.text }))
    : Object.entries(layout?.battles ?? {}).map(([id, title]) => ({ id, title }));
  if (choices.length < 2) return null;
  return <Segmented label="Kind of battle" choices={choices} value={scenario.battle} onChange={(id) => store.setBattle(id)} />;
}

function Sides() {
  const { store } = useHere();
  return (
    <div class="sides">
      <FactionPicker side="attacker" />
      <button type="button" class="icon-button swap" aria-label="Swap the sides" title="Swap the sides" onClick={() => store.swap()}><Icon name="swap" /></button>
      <FactionPicker side="defender" />
    </div>
  );
}

function Notes() {
  const { store } = useHere();
  const notes = store.notes.value;
  if (notes.length === 0) return null;
  return (
    <div class="note-box" role="status">
      <ul class="notes">{notes.map((note) => <li key={note}>{note}</li>)}</ul>
      <button type="button" class="icon-button" aria-label="Close the notes" onClick={() => (store.notes.value = [])}><Icon name="close" /></button>
    </div>
  );
}

/** One panel at a time, chosen by tabs; arrow keys move between them. */
function Panels() {
  const { store, game } = useHere();
  const current = useSignal(panels[0]!.id);
  const tabs = useRef<HTMLDivElement>(null);
  const shown = panels.filter((panel) => panel.fits?.(game, store.odds.answer.value) ?? true);
  const at = Math.max(0, shown.findIndex((panel) => panel.id === current.value));
  const { View, id } = shown[at]!;
  const go = (to: number) => {
    const next = shown[(to + shown.length) % shown.length]!;
    current.value = next.id;
    tabs.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <div class="panels">
      <h2 class="visually-hidden">More about this battle</h2>
      <div
        class="tabs" role="tablist" aria-label="More about this battle" ref={tabs}
        onKeyDown={(event) => {
          const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[event.key];
          if (to === undefined) return;
          event.preventDefault();
          go(to);
        }}
      >
        {shown.map((panel) => (
          <button
            type="button" role="tab" key={panel.id} id={`tab-${panel.id}`} aria-selected={panel.id === id}
            aria-controls="panel" tabIndex={panel.id === id ? 0 : -1} onClick={() => (current.value = panel.id)}
          >{panel.title}</button>
        ))}
      </div>
      <div class="panel" role="tabpanel" id="panel" aria-labelledby={`tab-${id}`} tabIndex={-1}><View key={`${store.gameId.value} ${id}`} /></div>
    </div>
  );
}

function Foot({ updates }: { updates: Updates }) {
  const { store } = useHere();
  const offline = updates.offline.value;
  return (
    <footer class="foot">
      <p>{offline ? 'Kept on this device: works without a network. ' : ''}Nothing that you enter leaves this page.</p>
      <p>Broadside {store.engine.version()}</p>
    </footer>
  );
}

export function App({ updates }: { updates: Updates }) {
  const { store } = useHere();
  const [opened, setOpened] = useState<Opened>(undefined);
  const close = () => setOpened(undefined);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement)?.closest?.('input, textarea, select');
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || typing) return;
      event.preventDefault();
      if (event.shiftKey) store.history.redo();
      else store.history.undo();
    };
    // Whatever is pasted anywhere but into a box is a battle.
    const onPaste = (event: ClipboardEvent) => {
      if ((event.target as HTMLElement)?.closest?.('input, textarea, dialog')) return;
      const text = event.clipboardData?.getData('text');
      if (text) void store.open(text);
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('paste', onPaste);
    };
  }, []);
  return (
    <>
      <Head open={setOpened} />
      <div class="result-place"><Result /></div>
      <main class="page">
        <div class="battle">
          <h2 class="visually-hidden">The battle</h2>
          {updates.waiting.value && (
            <div class="note-box" role="status"><p>A new version is ready.</p><button type="button" class="button small" onClick={() => updates.take()}>Reload</button></div>
          )}
          <Notes />
          <BattleSwitch />
          <Sides />
          <Rows />
          <FleetForms />
          <Worth />
          <PlaceTables />
          <Effects />
          <Orders />
          <div class="buttons end">
            <button type="button" class="button" onClick={() => setOpened('battles')}><Icon name="save" /> Battles</button>
            <button type="button" class="button" onClick={() => store.reset()}><Icon name="bin" /> Reset</button>
          </div>
        </div>
        <Panels />
      </main>
      <Foot updates={updates} />
      {opened === 'paste' && <PasteSheet onClose={close} />}
      {opened === 'share' && <ShareSheet onClose={close} />}
      {opened === 'battles' && <BattlesSheet onClose={close} />}
    </>
  );
}
