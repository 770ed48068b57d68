import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type GameSchema, inWords, nameOfMany, nameOfType } from '../state/schema.ts';
import type { Store } from '../state/store.ts';
import { type Layout } from './layouts/layout.ts';
import { layoutOf } from './layouts/index.ts';

export const StoreContext = createContext<Store>(null as unknown as Store);
export const useStore = () => useContext(StoreContext);

export interface Here {
  store: Store;
  game: GameSchema | undefined;
  layout: Layout | undefined;
  /** What a unit type is called, or so many of it. */
  unitName(type: string, count?: number): string;
  /** What a field is called. */
  label(name: string, place?: string): string;
}

/** The game on the screen; whoever calls it is drawn anew when there is another one, not at every change of the battle. */
export function useHere(): Here {
  const store = useStore();
  const game = store.game.value, layout = layoutOf(store.gameId.value);
  return {
    store, game, layout,
    unitName: (type, count = 1) =>
      nameOfMany(game, type, layout?.rows[type.replace(/!\d+$/, '')] ?? nameOfType(game, type), count),
    label: (name, place) => (place && layout?.labels?.[`${place}.${name}`]) || layout?.labels?.[name] || inWords(name),
  };
}

export const sideTitle = { attacker: 'Attacker', defender: 'Defender' } as const;
