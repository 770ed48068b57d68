// A panel is one more thing to ask about the battle on the screen: one file, one entry in index.ts.

import type { ComponentType } from 'preact';
import type { Report } from '../../state/report.ts';
import type { GameSchema } from '../../state/schema.ts';

export interface Panel {
  id: string;
  title: string;
  View: ComponentType;
  /** Whether it can be asked at all; absent = always. */
  fits?: (game: GameSchema | undefined, report: Report | undefined) => boolean;
}
