// The chance over the number of one unit, as a drawing and as a table.

import { useState } from 'preact/hooks';
import { cellPercent, percent } from '../../state/numbers.ts';
import type { SideName } from '../../state/scenario.ts';
import { sideOf, total } from '../../state/scenario.ts';
import { useHere } from '../context.ts';
import { NumberBox, ProblemBox, Progress, Segmented, Select } from '../parts.tsx';
import { useTypes } from '../rows.tsx';
import type { Panel } from './panel.ts';
import { useAsking } from './use_asking.ts';

interface Point {
  at: number[];
  attacker_win: { p: number };
  draw: { p: number };
  defender_win: { p: number };
}

interface Curve {
  axes: { side: SideName; type: string; values: number[] }[];
  points: Point[];
}

const width = 340, height = 190, left = 34, right = 10, top = 10, bottom = 26;

function Drawing({ curve, name, now }: { curve: Curve; name: string; now: number }) {
  const values = curve.axes[0]!.values;
  const x = (i: number) => left + (values.length > 1 ? (i * (width - left - right)) / (values.length - 1) : (width - left - right) / 2);
  const y = (p: number) => top + (1 - p) * (height - top - bottom);
  const line = (of: (point: Point) => number) => curve.points.map((point, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(of(point)).toFixed(1)}`).join('');
  const wins = (point: Point) => point.attacker_win.p, holds = (point: Point) => 1 - point.defender_win.p;
  const area = (upper: (point: Point) => number, lower: (point: Point) => number) =>
    `${line(upper)}${[...curve.points].reverse().map((point, i) => `L${x(curve.points.length - 1 - i).toFixed(1)} ${y(lower(point)).toFixed(1)}`).join('')}Z`;
  const every = Math.max(1, Math.ceil(values.length / 11));
  const at = values.indexOf(now);
  return (
    <svg class="curve" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Chances over the number of ${name}: ${curve.points.map((point, i) => `${values[i]}: ${percent(wins(point))}`).join(', ')}`}>
      <path class="area-attacker" d={area(wins, () => 0)} />
      <path class="area-draw" d={area(holds, wins)} />
      <path class="area-defender" d={area(() => 1, holds)} />
      {[0, 0.25, 0.5, 0.75, 1].map((p) => (
        <g key={p}><line class="grid" x1={left} x2={width - right} y1={y(p)} y2={y(p)} /><text x={left - 5} y={y(p) + 3} text-anchor="end">{p * 100}</text></g>
      ))}
      {at >= 0 && <line class="now" x1={x(at)} x2={x(at)} y1={top} y2={height - bottom} />}
      <path class="line-attacker" d={line(wins)} />
      <path class="line-defender" d={line(holds)} />
      {curve.points.map((point, i) => <circle key={i} class="dot" cx={x(i)} cy={y(wins(point))} r="2.8" />)}
      {values.map((value, i) => i % every === 0 && <text key={value} x={x(i)} y={height - 9} text-anchor="middle">{value}</text>)}
    </svg>
  );
}

function View() {
  const { store, unitName } = useHere();
  const asking = useAsking<Curve>();
  const types = useTypes();
  const scenario = store.scenario.value;
  const [side, setSide] = useState<SideName>('attacker');
  const units = sideOf(scenario, side).units ?? {};
  const offered = types[side].filter((unit) => unit.fights);
  const [picked, setPicked] = useState('');
  const most = offered.length > 40 ? offered.filter((unit) => units[unit.type]) : offered;
  const type = most.some((unit) => unit.type === picked) ? picked
    : [...most].sort((a, b) => (units[b.type] ?? 0) - (units[a.type] ?? 0))[0]?.type ?? '';
  const [to, setTo] = useState<number | undefined>(undefined);
  const last = to ?? Math.max(8, (units[type] ?? 0) + 3);
  // A side that has nothing else has at least one.
  const least = total(units) > (units[type] ?? 0) ? 0 : 1;
  const ask = () => void asking.ask({ ...scenario, ask: 'vary', vary: [`${side}:${type}=${least}..${last}`] });
  const answer = asking.answer.value;
  const axis = answer?.axes[0];
  return (
    <section class="card" aria-labelledby="curve-title">
      <h3 class="card-title" id="curve-title">One more, one less</h3>
      <Segmented small label="Whose units" value={side} onChange={(id) => setSide(id as SideName)}
        choices={[{ id: 'attacker', title: "Attacker's" }, { id: 'defender', title: "Defender's" }]} />
      <Select label="Unit" value={type} choices={most.map((unit) => ({ id: unit.type, title: unitName(unit.type) }))} onChange={setPicked} />
      <NumberBox label="Up to" value={last} least={1} most={60} onChange={setTo} />
      <div class="buttons">
        <button type="button" class="button primary" disabled={!type || store.empty.value.length > 0 || store.engineState.value !== 'ready'} onClick={ask}>Draw the curve</button>
      </div>
      <Progress value={asking.progress.value} label="Drawing" />
      {asking.problem.value && <ProblemBox problem={asking.problem.value} />}
      {answer && axis && (
        <figure class="drawing">
          <figcaption>{axis.side === 'attacker' ? "Attacker's" : "Defender's"} {unitName(axis.type)}: chance that the <b class="of-attacker">attacker wins</b>, <b>draw</b>, <b class="of-defender">defender wins</b>, %</figcaption>
          <Drawing curve={answer} name={unitName(axis.type)} now={sideOf(scenario, axis.side).units?.[axis.type] ?? 0} />
          <details class="more"><summary>As a table</summary>
            <table class="tails">
              <thead><tr><th scope="col">{unitName(axis.type)}</th><th scope="col">Attacker</th><th scope="col">Draw</th><th scope="col">Defender</th></tr></thead>
              <tbody>{answer.points.map((point, i) => (
                <tr key={i}><th scope="row">{axis.values[i]}</th><td>{cellPercent(point.attacker_win.p)}</td><td>{cellPercent(point.draw.p)}</td><td>{cellPercent(point.defender_win.p)}</td></tr>
              ))}</tbody>
            </table>
          </details>
        </figure>
      )}
    </section>
  );
}

export const curve: Panel = { id: 'curve', title: 'Curve', View };
