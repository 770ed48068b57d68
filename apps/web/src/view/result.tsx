// The answer: a bar, figures, one line; always in view.

import { amount, percent } from '../state/numbers.ts';
import { type Report, type Share, certainty, isAboutNumbers, sentence, shares } from '../state/report.ts';
import { useHere } from './context.ts';

function Bar({ parts, label }: { parts: Share[]; label: string }) {
  return (
    <div class="bar" role="img" aria-label={label}>
      {parts.map((part) => <span key={part.id} class={`bar-${part.id}`} style={{ flexGrow: String(part.p) }} />)}
    </div>
  );
}

function Figure({ share, side }: { share: Share; side: string }) {
  const text = percent(share.p).replace(' %', '');
  return (
    <div class={`figure ${side}${text.length > 5 ? ' long' : ''}`}>
      <dt>{share.words}</dt>
      <dd>{text}<span class="percent"> %</span></dd>
    </div>
  );
}

function Numbers({ report }: { report: Report }) {
  const [what, by] = Object.entries(report.numbers!)[0]!;
  return (
    <dl class="figures">
      <div class="figure attacker"><dt>attacker's {what}</dt><dd>{by.attacker.mean.toFixed(2)}</dd></div>
      <div class="figure defender"><dt>defender's {what}</dt><dd>{by.defender.mean.toFixed(2)}</dd></div>
    </dl>
  );
}

function line(report: Report, words: { resources: string; round: string }): string {
  const losses = report.expected_losses;
  const parts = [certainty(report)];
  if (report.rounds.mean !== undefined && !isAboutNumbers(report)) parts.push(`${report.rounds.mean.toFixed(1)} ${words.round}s`);
  if (losses.attacker.resources + losses.defender.resources > 0)
    parts.push(`lost ${losses.attacker.resources.toFixed(1)} v ${losses.defender.resources.toFixed(1)}${report.method === 'exact' ? ` ${words.resources}` : ''}`);
  return parts.join(' · ');
}

function Told({ report }: { report: Report }) {
  const { game } = useHere();
  const all = shares(report);
  const main = all.filter((share) => ['attacker_win', 'draw', 'defender_win'].includes(share.id));
  // Where something else than a draw lies between the sides, that is what the middle tells.
  const middle = all.filter((share) => !['attacker_win', 'defender_win'].includes(share.id)).sort((a, b) => b.p - a.p)[0] ?? main[1]!;
  const others = all.filter((share) => !['attacker_win', 'defender_win', middle.id].includes(share.id) && share.p > 0);
  const words = game?.words ?? { resources: 'resources', round: 'round' };
  return (
    <>
      <Bar parts={isAboutNumbers(report) ? [] : all} label={sentence(report)} />
      {isAboutNumbers(report) ? <Numbers report={report} /> : (
        <dl class="figures">
          <Figure share={main[0]!} side="attacker" />
          <Figure share={middle} side="neither" />
          <Figure share={main[main.length - 1]!} side="defender" />
        </dl>
      )}
      <p class="result-line">
        {line(report, words)}
        {others.length > 0 && <span> · {others.map((share) => `${share.words} ${percent(share.p)}`).join(', ')}</span>}
      </p>
    </>
  );
}

function Waiting({ head, text }: { head: string; text: string }) {
  return (
    <div class="waiting">
      <div class="bar idle" aria-hidden="true"><span class="bar-attacker_win" /><span class="bar-draw" /><span class="bar-defender_win" /></div>
      <p class="waiting-head">{head}</p>
      <p class="result-line">{text}</p>
    </div>
  );
}

export function Result() {
  const { store } = useHere();
  const report = store.odds.answer.value, problem = store.odds.problem.value;
  const empty = store.empty.value, state = store.engineState.value;
  const busy = store.odds.progress.value;
  let body;
  if (state === 'missing') body = <Waiting head="The calculator did not load" text={store.engineProblem.value || 'Reload the page to try again.'} />;
  else if (empty.length > 0)
    body = <Waiting head={empty.length === 2 ? 'Add units to both sides' : `The ${empty[0]} has no units yet`} text="Tap + beside a unit, or paste a battle." />;
  else if (problem)
    body = (
      <div class="waiting" role="alert">
        <div class="bar idle" aria-hidden="true" />
        <p class="waiting-head error">{problem.problem.charAt(0).toUpperCase() + problem.problem.slice(1)}</p>
        <p class="result-line">{problem.hint || problem.where}</p>
      </div>
    );
  else if (report) body = <Told report={report} />;
  else body = <Waiting head="Rolling the dice" text={state === 'loading' ? 'The calculator is on its way; the form works already.' : 'One moment.'} />;
  return (
    <section class={`result${busy !== undefined ? ' busy' : ''}`} aria-label="Odds">
      <div class="result-body" aria-live="polite" aria-atomic="true" aria-busy={busy !== undefined}>{body}</div>
      <div class="busy-line" aria-hidden="true"><i style={{ transform: `scaleX(${busy ?? 0})` }} /></div>
    </section>
  );
}

/** What the fleets are worth, below their rows. */
export function Worth() {
  const { store, game } = useHere();
  const worth = store.odds.answer.value?.worth;
  const words = game?.words.resources ?? 'resources';
  const told = worth && worth.attacker + worth.defender > 0;
  return (
    <div class="worth" aria-label={told ? `Attacker ${amount(worth.attacker)}, defender ${amount(worth.defender)} ${words}` : undefined} role={told ? 'note' : undefined}>
      <span>{told ? amount(worth.attacker) : ''}</span>
      <span>{told ? words : '\u00a0'}</span>
      <span>{told ? amount(worth.defender) : ''}</span>
    </div>
  );
}
