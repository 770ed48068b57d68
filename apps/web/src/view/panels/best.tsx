// The best fleet for a budget against the enemy on the screen.

import { useState } from 'preact/hooks';
import type { Counts, SideName } from '../../state/scenario.ts';
import { enemyOf, sideOf } from '../../state/scenario.ts';
import { sideTitle, useHere } from '../context.ts';
import { NumberBox, ProblemBox, Progress, Segmented, Select, Switch } from '../parts.tsx';
import { Found } from './found.tsx';
import type { Panel } from './panel.ts';
import { useAsking } from './use_asking.ts';

interface Best {
  goal: string;
  budget: number;
  method: string;
  exhaustive: boolean;
  examined: number;
  fleets: { units: Counts; cost: number; win: number; value: number; net: number; own_lost: number; enemy_lost: number }[];
}

const goals = [
  { id: 'win', title: 'Win' }, { id: 'win_per_resource', title: 'Win for the price' },
  { id: 'expected_net_resources', title: 'Destroy more than is lost' },
];

function View() {
  const { store, game } = useHere();
  const scenario = store.scenario.value;
  const asking = useAsking<Best>();
  const [side, setSide] = useState<SideName>('attacker');
  const worth = store.odds.answer.value?.worth?.[side] ?? 0;
  const [typed, setTyped] = useState<number | undefined>(undefined);
  const budget = typed ?? (worth > 0 ? Math.ceil(worth) : 10);
  const [goal, setGoal] = useState('win');
  const [supply, setSupply] = useState(5);
  const [add, setAdd] = useState(false);
  const enemy = enemyOf(side);
  const ask = () => {
    const { attacker: _attacker, defender: _defender, ...rest } = scenario;
    const own = sideOf(scenario, side);
    const { units: _units, damaged: _damaged, ...conditions } = own;
    void asking.ask({
      ...rest, ask: 'best', for: side, [side]: conditions, against: [sideOf(scenario, enemy)], budget, goal,
      supply: supply > 0 ? supply : 'any', ...(add ? { have: own } : {}), show: 5,
    });
  };
  const answer = asking.answer.value;
  return (
    <section class="card" aria-labelledby="best-title">
      <h3 class="card-title" id="best-title">Best fleet for a budget<small>against {store.handedOn.value?.fleets[enemy] || `the ${enemy}`}</small></h3>
      <Segmented small label="Whose fleet" value={side} onChange={(id) => setSide(id as SideName)}
        choices={[{ id: 'attacker', title: 'For the attacker' }, { id: 'defender', title: 'For the defender' }]} />
      <NumberBox label="Budget" value={budget} least={0} most={1000} step="any" unit={game?.words.resources} onChange={setTyped} />
      <Select label="Good for" value={goal} choices={goals} onChange={setGoal} />
      <NumberBox label="Fleet supply" hint="0: any number of ships" value={supply} least={0} most={100} onChange={(next) => setSupply(next ?? 0)} />
      <Switch label={`Beside what the ${side} has`} hint="the budget is for more of them" value={add} onChange={setAdd} />
      <div class="buttons">
        <button type="button" class="button primary" disabled={store.empty.value.includes(enemy) || store.engineState.value !== 'ready'} onClick={ask}>Find the best</button>
        {asking.progress.value !== undefined && <button type="button" class="button" onClick={() => asking.stop()}>Stop</button>}
      </div>
      <Progress value={asking.progress.value} label="Searching" />
      {asking.problem.value && <ProblemBox problem={asking.problem.value} />}
      {answer && (
        <div aria-live="polite">
          <p class="quiet">{answer.examined.toLocaleString('en-GB')} fleets {answer.method === 'exact' ? 'solved' : 'tried'}{answer.exhaustive ? ': nothing better exists within these limits.' : '.'}</p>
          <Found
            side={side} use={`Use for ${sideTitle[side].toLowerCase()}`}
            fleets={answer.fleets.map((fleet) => ({ units: fleet.units, cost: fleet.cost, win: fleet.win, extra: `loses ${fleet.own_lost.toFixed(1)}, destroys ${fleet.enemy_lost.toFixed(1)}` }))}
            onUse={(fleet) => {
              const { damaged: _damaged, ...own } = sideOf(store.scenario.peek(), side);
              store.setSide(side, { ...own, units: fleet.units });
            }}
          />
        </div>
      )}
    </section>
  );
}

export const best: Panel = { id: 'best', title: 'Best fleet', View };
