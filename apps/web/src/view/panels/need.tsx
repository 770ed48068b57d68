// What must be added to reach a chance.

import { useState } from 'preact/hooks';
import { percent } from '../../state/numbers.ts';
import { type Counts, type SideName, sideOf } from '../../state/scenario.ts';
import { useHere } from '../context.ts';
import { NumberBox, ProblemBox, Progress, Segmented } from '../parts.tsx';
import { Found } from './found.tsx';
import type { Panel } from './panel.ts';
import { useAsking } from './use_asking.ts';

interface Addition {
  add: Counts;
  cost: number;
  attacker_win?: { p: number };
  defender_win?: { p: number };
}

interface Need {
  need: number;
  now: { p: number };
  reached: boolean;
  additions: Addition[];
  nearest?: Addition;
  examined: number;
  looked_up_to: number;
  ended_by: 'reached' | 'resources' | 'limits' | 'additions' | 'work';
}

function View() {
  const { store, game } = useHere();
  const asking = useAsking<Need>();
  const [side, setSide] = useState<SideName>('attacker');
  const [chance, setChance] = useState(80);
  const ask = () => void asking.ask({ ...store.scenario.peek(), ask: 'need', need: chance / 100, for: side });
  const answer = asking.answer.value;
  const found = answer ? (answer.reached ? answer.additions : answer.nearest ? [answer.nearest] : []) : [];
  return (
    <section class="card" aria-labelledby="need-title">
      <h3 class="card-title" id="need-title">What do I need?</h3>
      <Segmented small label="Whose chance" value={side} onChange={(id) => setSide(id as SideName)}
        choices={[{ id: 'attacker', title: 'As the attacker' }, { id: 'defender', title: 'As the defender' }]} />
      <NumberBox label="To win with a chance of" value={chance} least={1} most={99.9} step="any" unit="%" onChange={(next) => setChance(next ?? 80)} />
      <div class="quick" role="group" aria-label="Usual chances">
        {[50, 66, 75, 80, 90, 95].map((one) => <button type="button" key={one} aria-pressed={one === chance} onClick={() => setChance(one)}>{one} %</button>)}
      </div>
      <div class="buttons">
        <button type="button" class="button primary" disabled={store.empty.value.length > 0 || store.engineState.value !== 'ready'} onClick={ask}>Find what to add</button>
        {asking.progress.value !== undefined && <button type="button" class="button" onClick={() => asking.stop()}>Stop</button>}
      </div>
      <Progress value={asking.progress.value} label="Searching" />
      {asking.problem.value && <ProblemBox problem={asking.problem.value} />}
      {answer && (
        <div aria-live="polite">
          <p>{answer.reached && answer.additions.length === 0
            ? `Nothing: it is ${percent(answer.now.p)} already.`
            : answer.reached ? `Now ${percent(answer.now.p)}. The cheapest that reach ${percent(answer.need)}:`
            : `Now ${percent(answer.now.p)}. Nothing ${answer.ended_by === 'limits' ? 'that may be added' : `up to ${answer.looked_up_to} ${game?.words.resources ?? 'resources'}`} reaches ${percent(answer.need)}; the nearest:`}</p>
          <Found
            side={side} use="Add"
            fleets={found.map((one) => ({ units: one.add, cost: one.cost, win: (one.attacker_win ?? one.defender_win)?.p ?? 0 }))}
            onUse={(fleet) => {
              const own = sideOf(store.scenario.peek(), side), units = { ...own.units };
              for (const [type, count] of Object.entries(fleet.units)) units[type] = (units[type] ?? 0) + count;
              store.setSide(side, { ...own, units });
            }}
          />
        </div>
      )}
    </section>
  );
}

export const need: Panel = { id: 'need', title: 'Need', View };
