// Small things that everything is made of.

import { type ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Problem } from '../state/asking.ts';

export interface Choice {
  id: string;
  title: string;
  hint?: string;
}

/** One of a few, side by side: arrow keys move, as among radio buttons. */
export function Segmented({ label, choices, value, onChange, small }: {
  label: string; choices: Choice[]; value: string; onChange: (id: string) => void; small?: boolean;
}) {
  const name = useId();
  return (
    <div class={`segmented${small ? ' small' : ''}`} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.id} class={choice.id === value ? 'on' : ''} title={choice.hint}>
          <input type="radio" name={name} checked={choice.id === value} onChange={() => onChange(choice.id)} />
          <span>{choice.title}</span>
        </label>
      ))}
    </div>
  );
}

export function Switch({ label, hint, value, onChange }: {
  label: string; hint?: string; value: boolean; onChange: (value: boolean) => void;
}) {
  return (
    <label class="switch">
      <span class="switch-words"><b>{label}</b>{hint && <small>{hint}</small>}</span>
      <input type="checkbox" role="switch" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      <i aria-hidden="true" />
    </label>
  );
}

export function Select({ label, hint, value, choices, onChange }: {
  label: string; hint?: string; value: string; choices: Choice[]; onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div class="line">
      <label class="line-words" for={id}><b>{label}</b>{hint && <small>{hint}</small>}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map((choice) => <option key={choice.id} value={choice.id}>{choice.title}</option>)}
      </select>
    </div>
  );
}

/** A number that is typed; empty where nothing is said and that is allowed. */
export function NumberBox({ label, hint, value, least, most, step = 1, unit, onChange, first }: {
  label: string; hint?: string; value: number | undefined; least?: number; most?: number; step?: number | 'any';
  unit?: string; onChange: (value: number | undefined) => void; first?: boolean;
}) {
  const id = useId();
  return (
    <div class="line">
      <label class="line-words" for={id}><b>{label}</b>{hint && <small>{hint}</small>}</label>
      <span class="with-unit">
        <input
          id={id} type="number" inputMode={step === 1 ? 'numeric' : 'decimal'} min={least} max={most} step={step}
          value={value ?? ''} data-first={first || undefined}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            const text = event.currentTarget.value;
            if (text === '') return onChange(undefined);
            const typed = Number(text);
            if (!Number.isFinite(typed)) return;
            const within = Math.min(most ?? Infinity, Math.max(least ?? -Infinity, typed));
            event.currentTarget.value = String(within);
            onChange(within);
          }}
        />
        {unit && <span>{unit}</span>}
      </span>
    </div>
  );
}

/** Drawn once it is opened: what nobody sees would cost time at every tap. */
export function Section({ title, summary, children }: { title: string; summary?: string; children: ComponentChildren }) {
  const [shown, setShown] = useState(false);
  return (
    <details class="section" onToggle={(event) => event.currentTarget.open && setShown(true)}>
      <summary><span class="section-title">{title}</span>{summary && <span class="section-summary">{summary}</span>}</summary>
      <div class="section-body">{shown && children}</div>
    </details>
  );
}

export function ProblemBox({ problem }: { problem: Problem }) {
  return (
    <div class="problem" role="alert">
      <b>{problem.problem.charAt(0).toUpperCase() + problem.problem.slice(1)}</b>
      {problem.hint && <span>{problem.hint}</span>}
    </div>
  );
}

/** How far something is; moves to and fro where nobody knows. */
export function Progress({ value, label }: { value: number | undefined; label: string }) {
  if (value === undefined) return null;
  return <progress class="progress" aria-label={label} max={1} {...(value > 0 ? { value } : {})} />;
}
