import { arcaneLegions } from './arcane_legions.ts';
import type { Layout } from './layout.ts';
import { rebellion } from './rebellion.ts';
import { ti4 } from './ti4.ts';

export const layouts: Layout[] = [ti4, rebellion, arcaneLegions];

export function layoutOf(game: string): Layout | undefined {
  return layouts.find((layout) => layout.game === game);
}
