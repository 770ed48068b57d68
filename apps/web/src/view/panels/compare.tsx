// Fleets that were kept, ranked against the defender on the screen.

import { useEffect } from 'preact/hooks';
import { amount, percent } from '../../state/numbers.ts';
import { fleetInWords } from '../../state/schema.ts';
import { useHere } from '../context.ts';
import { Icon } from '../icons.tsx';
import { ProblemBox, Progress } from '../parts.tsx';
import type { Panel } from './panel.ts';
import { useAsking } from './use_asking.ts';

interface Compared {
  method: string;
  fleets: { fleet: string; win: number; draw: number; loss: number; own_lost: number; enemy_lost: number; net: number; worth: number }[];
  pairs: { first: string; second: string; verdict: string; difference: number }[];
}

function View() {
  const { store, game } = useHere();
  const scenario = store.scenario.value, handed = store.handedOn.value;
  const asking = useAsking<Compared>();
  const kept = store.fleets.value.filter((fleet) => fleet.game === scenario.game);
  const now = handed?.fleets.attacker ?? '';
  const isKept = kept.some((fleet) => fleet.text === now);
  const noEnemy = store.empty.value.includes('defender');
  const ask = () => {
    const { attacker: _attacker, defender, ...rest } = scenario;
    void asking.ask({ ...rest, ask: 'compare', attackers: kept.map((fleet) => fleet.text), against: [defender], defender: undefined });
  };
  useEffect(() => {
    if (kept.length >= 2 && !noEnemy) ask();
    else asking.clear();
  }, [scenario, kept.length]);
  const answer = asking.answer.value;
  const words = game?.words.resources ?? 'resources';
  return (
    <section class="card" aria-labelledby="compare-title">
      <h3 class="card-title" id="compare-title">Compare attackers<small>against {handed?.fleets.defender ? fleetInWords(handed.fleets.defender, game) : 'the defender'}</small></h3>
      <button type="button" class="button wide" disabled={!now || isKept || store.empty.value.includes('attacker')} onClick={() => store.keepFleet('attacker')}>
        <Icon name="save" /> {isKept ? 'This fleet is kept' : `Keep ${now ? fleetInWords(now, game) : 'this fleet'}`}
      </button>
      {kept.length < 2 && <p class="quiet">Keep two {game?.words.fleet ?? 'fleet'}s or more: change the attacker above and keep it again.</p>}
      <Progress value={asking.progress.value} label="Comparing" />
      {asking.problem.value && <ProblemBox problem={asking.problem.value} />}
      <ol class="ranked">
        {(answer && kept.length >= 2 ? answer.fleets : kept.map((fleet) => ({ fleet: fleet.text, win: undefined }))).map((row, i) => {
          const fleet = kept.find((one) => one.text === row.fleet);
          const next = answer?.fleets[i + 1];
          const pair = next && answer?.pairs.find((one) => (one.first === row.fleet && one.second === next.fleet) || (one.second === row.fleet && one.first === next.fleet));
          return (
            <li key={row.fleet}>
              <div class="ranked-head">
                <span class="ranked-place" aria-hidden="true">{row.win !== undefined ? i + 1 : '·'}</span>
                <span class="ranked-name">{fleetInWords(row.fleet, game)}</span>
                {row.win !== undefined && <b>{percent(row.win)}</b>}
              </div>
              {row.win !== undefined && 'loss' in row && (
                <>
                  <div class="bar slim" role="img" aria-label={`wins ${percent(row.win)}, draw ${percent(row.draw)}, loses ${percent(row.loss)}`}>
                    <span class="bar-attacker_win" style={{ flexGrow: String(row.win) }} />
                    <span class="bar-draw" style={{ flexGrow: String(row.draw) }} />
                    <span class="bar-defender_win" style={{ flexGrow: String(row.loss) }} />
                  </div>
                  <p class="ranked-line">
                    {row.worth > 0 && `worth ${amount(row.worth)} · `}loses {row.own_lost.toFixed(1)}, destroys {row.enemy_lost.toFixed(1)} {words}
                    {pair && ` · ${pair.verdict === 'equal' ? 'equal to' : pair.verdict === 'cannot tell yet' ? 'cannot tell from' : 'better than'} the next`}
                  </p>
                </>
              )}
              {fleet && (
                <div class="buttons">
                  <button type="button" class="button small" onClick={() => store.setSide('attacker', fleet.side)}>Use<span class="visually-hidden"> {fleet.text}</span></button>
                  <button type="button" class="button small" onClick={() => store.dropFleet(fleet)}>Take away<span class="visually-hidden"> {fleet.text}</span></button>
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

export const compare: Panel = { id: 'compare', title: 'Compare', View };
