// Fleets that a search found, each with a button that puts it into the battle.

import { amountOf, percent } from '../../state/numbers.ts';
import { forceInWords } from '../../state/report.ts';
import type { Counts, SideName } from '../../state/scenario.ts';
import { useHere } from '../context.ts';

export interface FoundFleet {
  units: Counts;
  cost: number;
  win: number;
  extra?: string;
}

export function Found({ fleets, side, onUse, use }: { fleets: FoundFleet[]; side: SideName; use: string; onUse: (fleet: FoundFleet) => void }) {
  const { unitName, game } = useHere();
  return (
    <ol class="ranked">
      {fleets.map((fleet, i) => (
        <li key={i}>
          <div class="ranked-head">
            <span class="ranked-place" aria-hidden="true">{i + 1}</span>
            <span class="ranked-name">{forceInWords(fleet, unitName)}</span>
            <b>{percent(fleet.win)}</b>
          </div>
          <div class="bar slim" aria-hidden="true">
            <span class={side === 'attacker' ? 'bar-attacker_win' : 'bar-defender_win'} style={{ flexGrow: String(fleet.win) }} />
            <span class="bar-rest" style={{ flexGrow: String(1 - fleet.win) }} />
          </div>
          <div class="ranked-foot">
            <p class="ranked-line">{amountOf(fleet.cost, game?.words.resources ?? 'resources')}{fleet.extra && ` · ${fleet.extra}`}</p>
            <button type="button" class="button small" onClick={() => onUse(fleet)}>{use}<span class="visually-hidden"> {forceInWords(fleet, unitName)}</span></button>
          </div>
        </li>
      ))}
    </ol>
  );
}
