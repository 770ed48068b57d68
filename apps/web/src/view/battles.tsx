// Battles to begin with: those that were given a name here, and some that come with the page.

import { useId, useState } from 'preact/hooks';
import { layouts } from './layouts/index.ts';
import { useHere } from './context.ts';
import { Icon } from './icons.tsx';
import { Sheet } from './sheet.tsx';

export function BattlesSheet({ onClose }: { onClose: () => void }) {
  const { store, layout } = useHere();
  const [name, setName] = useState('');
  const id = useId();
  const own = store.battles.value;
  const titleOf = (game: string) => layouts.find((one) => one.game === game)?.short ?? game;
  return (
    <Sheet title="Battles" onClose={onClose}>
      <form class="copy" onSubmit={(event) => {
        event.preventDefault();
        if (!name.trim()) return;
        store.keepBattle(name.trim());
        setName('');
      }}>
        <label for={id}>Keep this battle as</label>
        <div class="copy-line">
          <input id={id} type="text" value={name} placeholder="Game 3, Mecatol" maxLength={60} onInput={(event) => setName(event.currentTarget.value)} />
          <button type="submit" class="button">Keep</button>
        </div>
      </form>
      {own.length > 0 && (
        <section aria-label="Kept here">
          <h3>Kept here</h3>
          {own.map((battle) => (
            <div class="kept" key={battle.name}>
              <button type="button" class="offer" onClick={() => { store.change(battle.scenario); onClose(); }}>
                <span class="offer-name">{battle.name}</span><span class="offer-text">{titleOf(battle.scenario.game)}, {battle.scenario.battle}</span>
              </button>
              <button type="button" class="icon-button" aria-label={`Take away ${battle.name}`} onClick={() => store.dropBattle(battle)}><Icon name="bin" /></button>
            </div>
          ))}
        </section>
      )}
      {layout && layout.presets.length > 0 && (
        <section aria-label="To begin with">
          <h3>To begin with</h3>
          {layout.presets.map((preset) => (
            <button type="button" class="offer" key={preset.name} onClick={() => { store.change(preset.scenario); onClose(); }}>
              <span class="offer-name">{preset.name}</span>
            </button>
          ))}
        </section>
      )}
    </Sheet>
  );
}
