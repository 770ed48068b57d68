// What is left, what is lost, how far it goes, planet by planet, and what was assumed.

import { useState } from 'preact/hooks';
import { amount, cellPercent, percent } from '../../state/numbers.ts';
import { type Force, type Report, begun, forceInWords, isAboutNumbers } from '../../state/report.ts';
import { type SideName, sides } from '../../state/scenario.ts';
import { inWords } from '../../state/schema.ts';
import { sideTitle, useHere } from '../context.ts';
import { Segmented } from '../parts.tsx';
import type { Panel } from './panel.ts';

function Meter({ p, side }: { p: number; side: string }) {
  return <i class={`meter of-${side}`} aria-hidden="true" style={{ transform: `scaleX(${p})` }} />;
}

function Survivors({ forces, side }: { forces: Force[]; side: SideName }) {
  const { unitName } = useHere();
  const [all, setAll] = useState(false);
  const shown = all ? forces : forces.slice(0, 6);
  return (
    <table class="bars">
      <caption class="visually-hidden">What the {side} has left, exactly</caption>
      <thead class="visually-hidden"><tr><th scope="col">Left</th><th scope="col">Chance</th></tr></thead>
      <tbody>
        {shown.map((force, i) => (
          <tr key={i}>
            <td><Meter p={force.p} side={side} /><span>{forceInWords(force, unitName)}</span></td>
            <td>{cellPercent(force.p)}</td>
          </tr>
        ))}
      </tbody>
      {forces.length > 6 && (
        <tfoot><tr><td colSpan={2}>
          <button type="button" class="button small" onClick={() => setAll(!all)}>{all ? 'Fewer' : `${forces.length - 6} more`}</button>
        </td></tr></tfoot>
      )}
    </table>
  );
}

function AtLeast({ tails, side }: { tails: Record<string, number[]>; side: SideName }) {
  const { unitName } = useHere();
  const rows = Object.entries(tails).filter(([, tail]) => tail.length > 1);
  if (rows.length === 0) return <p class="quiet">Nothing to count.</p>;
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={`At least so many of the ${side}'s units are left`}>
      <table class="tails">
        <thead><tr><th scope="col"><span class="visually-hidden">Unit</span></th>{rows.reduce((most, [, tail]) => Math.max(most, tail.length - 1), 0) > 0 &&
          Array.from({ length: rows.reduce((most, [, tail]) => Math.max(most, tail.length - 1), 0) }, (_, i) => <th scope="col" key={i}>≥ {i + 1}</th>)}</tr></thead>
        <tbody>
          {rows.map(([type, tail]) => (
            <tr key={type}>
              <th scope="row">{unitName(type)}</th>
              {tail.slice(1).map((p, i) => <td key={i} style={{ '--heat': String(Math.round(p * 100)) }} class={`heat of-${side}`}>{cellPercent(p)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Left({ report }: { report: Report }) {
  const [how, setHow] = useState('exactly');
  const from = report.rounds_played && report.standing ? report.standing : report.survivors;
  return (
    <section class="card" aria-labelledby="left-title">
      <div class="card-head">
        <h3 class="card-title" id="left-title">What is left</h3>
        <Segmented small label="What is left" value={how} onChange={setHow}
          choices={[{ id: 'exactly', title: 'Exactly' }, { id: 'at_least', title: 'At least' }]} />
      </div>
      <div class="columns stacked">
        {sides.map((side) => (
          <div class={`column of-${side}`} key={side}>
            <h4>{sideTitle[side]}</h4>
            {how === 'exactly' ? <Survivors forces={from[side]} side={side} /> : <AtLeast tails={report.at_least[side]} side={side} />}
          </div>
        ))}
      </div>
    </section>
  );
}

function Losses({ report }: { report: Report }) {
  const { unitName, game } = useHere();
  const words = game?.words.resources ?? 'resources';
  return (
    <section class="card" aria-labelledby="losses-title">
      <h3 class="card-title" id="losses-title">Expected losses</h3>
      <div class="columns">
        {sides.map((side) => {
          const lost = report.expected_losses[side], all = report.worth?.[side] ?? 0;
          const units = Object.entries(lost.units).filter(([, count]) => count > 0.0005);
          return (
            <div class={`column of-${side}`} key={side}>
              <h4>{sideTitle[side]}</h4>
              {(all > 0 || lost.resources > 0) && <p class="big">{lost.resources.toFixed(1)}<small>{all > 0 ? ` of ${amount(all)} ${words}` : ` ${words}`}</small></p>}
              <ul class="plain">{units.map(([type, count]) => <li key={type}><span>{unitName(type)}</span><span>{count.toFixed(2)}</span></li>)}</ul>
              {units.length === 0 && <p class="quiet">Nothing.</p>}
            </div>
          );
        })}
      </div>
    </section>
  );
}

function Stages({ report }: { report: Report }) {
  const { game } = useHere();
  if (report.stages.length < 2) return null;
  return (
    <section class="card" aria-labelledby="stages-title">
      <h3 class="card-title" id="stages-title">How far it goes</h3>
      <table class="bars">
        <thead class="visually-hidden"><tr><th scope="col">Stage</th><th scope="col">Reached</th></tr></thead>
        <tbody>
          {report.stages.map((stage, i) => (
            <tr key={i}>
              <td><Meter p={stage.reached} side="neither" />
                <span>{inWords(stage.name)}{stage.mean_rounds > 0 && <small> {stage.mean_rounds.toFixed(1)} {game?.words.round ?? 'round'}s</small>}</span></td>
              <td>{cellPercent(stage.reached)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Planets({ report }: { report: Report }) {
  const { unitName } = useHere();
  const planets = report.planets;
  if (!planets?.length) return null;
  return (
    <section class="card" aria-labelledby="planets-title">
      <h3 class="card-title" id="planets-title">Planet by planet{report.expected_planets !== undefined && <small>{report.expected_planets.toFixed(2)} of {planets.length} fall on average</small>}</h3>
      <div class="planet-list">
        {planets.map((planet) => (
          <div class="planet" key={planet.name}>
            <span class="planet-name">{planet.name}{planet.commit && <small>lands {forceInWords({ units: planet.commit }, unitName)}</small>}</span>
            <span class="planet-odds">{percent(planet.attacker_win.p)}</span>
            <div class="bar slim" role="img" aria-label={`${planet.name}: taken ${percent(planet.attacker_win.p)}, nobody left ${percent(planet.draw.p)}, held ${percent(planet.defender_win.p)}`}>
              <span class="bar-attacker_win" style={{ flexGrow: String(planet.attacker_win.p) }} />
              <span class="bar-draw" style={{ flexGrow: String(planet.draw.p) }} />
              <span class="bar-defender_win" style={{ flexGrow: String(planet.defender_win.p) }} />
            </div>
          </div>
        ))}
      </div>
      {report.taken && (
        <table class="bars">
          <caption>Which fall together</caption>
          <thead class="visually-hidden"><tr><th scope="col">Planets</th><th scope="col">Chance</th></tr></thead>
          <tbody>{[...report.taken].sort((a, b) => b.p - a.p).map((row, i) => (
            <tr key={i}><td><Meter p={row.p} side="attacker" /><span>{row.planets.join(' and ') || 'none'}</span></td><td>{cellPercent(row.p)}</td></tr>
          ))}</tbody>
        </table>
      )}
      {report.splits && report.splits.length > 1 && (
        <details class="more"><summary>Other ways to divide the troops</summary>
          <ol class="plain">{report.splits.slice(0, 8).map((split, i) => (
            <li key={i}>
              <span>{split.commit.map((units, at) => `${planets[at]?.name ?? at + 1}: ${forceInWords({ units }, unitName)}`).join('; ')}</span>
              <span>{split.expected_planets.toFixed(2)}</span>
            </li>
          ))}</ol>
        </details>
      )}
    </section>
  );
}

/** What the program would do otherwise, and how a side plays that plays best. */
function BetterPlay() {
  const { store } = useHere();
  const { advice = [], policy = [] } = store.better.answer.value ?? {};
  if (advice.length + policy.length === 0) return null;
  // It comes a moment after the odds; what stands here until then is about the battle before.
  const old = store.odds.progress.value !== undefined || store.better.progress.value !== undefined;
  return (
    <section class={`card${old ? ' old' : ''}`} aria-labelledby="better-title" aria-busy={old}>
      <h3 class="card-title" id="better-title">{advice.length ? 'Better play' : 'Best play'}</h3>
      <ul class="notes">
        {advice.map(({ side, text }) => <li key={text}><b class={`of-${side}`}>{sideTitle[side]}:</b> {begun(text.replace(/^Better: /, ''))}</li>)}
        {policy.map(({ side, sentences }) => <li key={side}><b class={`of-${side}`}>{sideTitle[side]}:</b> {sentences.map((one) => `${begun(one)}.`).join(' ')}</li>)}
      </ul>
    </section>
  );
}

/** Numbers that are the answer: hits, damage. */
function NumbersCard({ report }: { report: Report }) {
  if (!report.numbers) return null;
  return (
    <>
      {Object.entries(report.numbers).map(([what, by]) => (
        <section class="card" key={what} aria-label={inWords(what)}>
          <h3 class="card-title">{inWords(what)}</h3>
          <div class="columns">
            {sides.map((side) => (
              <div class={`column of-${side}`} key={side}>
                <h4>{sideTitle[side]}</h4>
                <p class="big">{by[side].mean.toFixed(2)}<small> on average</small></p>
                <table class="bars"><thead class="visually-hidden"><tr><th scope="col">Number</th><th scope="col">Chance</th></tr></thead><tbody>{by[side].at_least.slice(1).map((p, i) => (
                  <tr key={i}><td><Meter p={p} side={side} /><span>at least {i + 1}</span></td><td>{cellPercent(p)}</td></tr>
                ))}</tbody></table>
              </div>
            ))}
          </div>
        </section>
      ))}
      {report.opening && <ul class="notes">{report.opening.map((line) => <li key={line}>{line}</li>)}</ul>}
    </>
  );
}

/** Other ways to cut the battles up: who won which theater. */
function Breakdowns({ report }: { report: Report }) {
  const known = new Set(['planets', 'taken', 'splits', 'stages', 'steps', 'assumptions', 'notes', 'opening', 'advice', 'policy']);
  const cuts = Object.entries(report).filter(([key, value]) =>
    !known.has(key) && !(key in (report.numbers ?? {})) && Array.isArray(value) && value.length > 0 && typeof value[0] === 'object' && 'p' in value[0]);
  return (
    <>
      {cuts.map(([name, rows]) => (
        <section class="card" key={name} aria-label={inWords(name)}>
          <h3 class="card-title">{inWords(name)}</h3>
          <table class="bars"><thead class="visually-hidden"><tr><th scope="col">What</th><th scope="col">Chance</th></tr></thead><tbody>
            {(rows as Record<string, string | number>[]).map((row, i) => {
              const words = Object.entries(row).filter(([key]) => !['p', 'low', 'high'].includes(key)).map(([key, value]) => (key === 'winner' ? (sides.includes(value as SideName) ? `${value} wins` : String(value)) : `${key} ${value}`));
              const side = row.winner === 'attacker' || row.winner === 'defender' ? row.winner : 'neither';
              return <tr key={i}><td><Meter p={Number(row.p)} side={side} /><span>{words.join(', ')}</span></td><td>{cellPercent(Number(row.p))}</td></tr>;
            })}
          </tbody></table>
        </section>
      ))}
    </>
  );
}

function Played({ report }: { report: Report }) {
  const { game } = useHere();
  if (!report.played || sides.every((side) => !Object.keys(report.played![side]).length)) return null;
  const name = (id: string) => game?.effects.find((one) => one.id === id)?.name ?? inWords(id);
  return (
    <details class="card more"><summary>Cards played, times a battle</summary>
      <div class="columns">{sides.map((side) => (
        <div class={`column of-${side}`} key={side}><h4>{sideTitle[side]}</h4>
          <ul class="plain">{Object.entries(report.played![side]).sort((a, b) => b[1] - a[1]).map(([id, mean]) => <li key={id}><span>{name(id)}</span><span>{mean.toFixed(2)}</span></li>)}</ul>
        </div>))}
      </div>
    </details>
  );
}

function Assumptions({ report }: { report: Report }) {
  const notes = report.notes ?? [];
  return (
    <section class="card" aria-labelledby="assumed-title">
      <h3 class="card-title" id="assumed-title">Good to know</h3>
      {notes.length > 0 && <ul class="notes">{notes.map((note) => <li key={note}>{note.charAt(0).toUpperCase() + note.slice(1)}.</li>)}</ul>}
      <details class="more" open={report.assumptions.length <= 6 && notes.length === 0}>
        <summary>{report.assumptions.length} assumptions</summary>
        <ul class="notes">{report.assumptions.map((line, i) => <li key={i}>{line}</li>)}</ul>
      </details>
      <p class="quiet">
        {report.method === 'exact' ? 'Every chance is exact: the battle was solved, not sampled.'
          : `Sampled: ${report.battles.toLocaleString('en-GB')} battles, ${Math.round(report.confidence * 100)} % certain within the margin${report.exact_skipped ? `; not solved, as ${report.exact_skipped}` : ''}.`}
      </p>
    </section>
  );
}

function View() {
  const { store } = useHere();
  const report = store.odds.answer.value;
  if (!report) return <p class="quiet card">What happens is told here as soon as both sides have units.</p>;
  const numbers = isAboutNumbers(report);
  return (
    <>
      <BetterPlay />
      <Planets report={report} />
      <NumbersCard report={report} />
      {!numbers && <Left report={report} />}
      {!numbers && <Losses report={report} />}
      <Breakdowns report={report} />
      <Stages report={report} />
      <Played report={report} />
      <Assumptions report={report} />
    </>
  );
}

export const outcome: Panel = { id: 'outcome', title: 'What happens', View };
