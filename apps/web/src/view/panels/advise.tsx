// Hits have come: what to give up now.

import { useEffect, useState } from 'preact/hooks';
import { percent } from '../../state/numbers.ts';
import { begun } from '../../state/report.ts';
import { useHere } from '../context.ts';
import { NumberBox, ProblemBox, Progress, Segmented, Switch } from '../parts.tsx';
import type { Panel } from './panel.ts';
import { useAsking } from './use_asking.ts';

interface Advised {
  hits: number;
  goal: string;
  /** The best first; `cost` is what a way is worse by. */
  ways: { moves: string[]; value: number; cost: number; best: boolean }[];
  next: string[];
  assumptions: string[];
}

const few = 6;

function Ways({ told, words }: { told: Advised; words: string }) {
  const [all, setAll] = useState(false);
  const isChance = told.goal === 'win';
  const value = (amount: number) => (isChance ? percent(amount) : `${amount.toFixed(2)} ${words}`);
  const cost = (amount: number) => (isChance ? `${(100 * amount).toFixed(1)} points` : `${amount.toFixed(2)} ${words}`);
  const shown = all ? told.ways : told.ways.slice(0, few);
  return (
    <>
      <ol class="ranked">
        {shown.map((way, i) => (
          <li key={i}>
            <div class="ranked-head">
              <span class="ranked-place" aria-hidden="true">{way.best ? '✓' : '·'}</span>
              <span class="ranked-name">{begun(way.moves.join(', ') || 'nothing to choose')}</span>
              <b>{value(way.value)}</b>
            </div>
            <p class="ranked-line">{way.best ? 'best' : `${cost(way.cost)} worse`}</p>
          </li>
        ))}
      </ol>
      {told.ways.length > few && <button type="button" class="button small" onClick={() => setAll(!all)}>{all ? 'Fewer' : `${told.ways.length - few} more`}</button>}
    </>
  );
}

function View() {
  const { store, game } = useHere();
  const asking = useAsking<Advised>();
  const [hits, setHits] = useState(1);
  const [goal, setGoal] = useState('win');
  const [mayRetreat, setMayRetreat] = useState(false);
  const scenario = store.scenario.value;
  const fits = store.empty.value.length === 0 && store.engineState.value === 'ready';
  const words = game?.words.resources ?? 'resources';
  useEffect(() => {
    if (fits) void asking.ask({ ...scenario, ask: 'advise', hits, goal, may_retreat: mayRetreat || undefined });
    else asking.clear();
  }, [scenario, fits, hits, goal, mayRetreat]);
  const told = asking.answer.value;
  return (
    <section class="card" aria-labelledby="advise-title">
      <h3 class="card-title" id="advise-title">I must take hits<small>as the attacker, in the battle as it stands; swap the sides to ask for the other</small></h3>
      <NumberBox label="Hits" value={hits} least={1} most={game?.most_units ?? 100} onChange={(next) => setHits(next ?? 1)} />
      <div class="quick" role="group" aria-label="Usual numbers of hits">
        {[1, 2, 3, 4, 5, 6].map((one) => <button type="button" key={one} aria-pressed={one === hits} onClick={() => setHits(one)}>{one}</button>)}
      </div>
      <Segmented small label="Played for" value={goal} onChange={setGoal}
        choices={[{ id: 'win', title: 'Play to win' }, { id: 'net', title: `Save ${words}` }]} />
      <Switch label="I may retreat" value={mayRetreat} onChange={setMayRetreat} />
      <Progress value={asking.progress.value} label="Thinking" />
      {asking.problem.value && <ProblemBox problem={asking.problem.value} />}
      {told && (
        <div aria-live="polite">
          <Ways key={told.hits} told={told} words={words} />
          {told.next.length > 0 && <ul class="notes">{told.next.map((line) => <li key={line}>{begun(line)}.</li>)}</ul>}
          <details class="more"><summary>{told.assumptions.length} assumptions</summary><ul class="notes">{told.assumptions.map((line, i) => <li key={i}>{line}</li>)}</ul></details>
        </div>
      )}
    </section>
  );
}

export const advise: Panel = { id: 'advise', title: 'Hits', View, fits: (game) => game?.units.some((unit) => unit.fields?.includes('units')) ?? true };
