// An order of unit types: first given up first. Moved by buttons, by the keyboard, or by dragging.

import { useRef, useState } from 'preact/hooks';
import { moved } from '../../state/scenario.ts';
import { useHere } from '../context.ts';
import { Icon } from '../icons.tsx';

export function OrderEditor({ label, hint, value, usual, onChange }: {
  label: string; hint?: string;
  /** What was said; nothing = the usual order. */
  value: string[] | undefined;
  /** Types in the order that is played where nothing is said. */
  usual: string[];
  onChange: (value: string[] | undefined) => void;
}) {
  const { unitName } = useHere();
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | undefined>(undefined);
  // Types that were not named follow in the usual order.
  const all = [...(value ?? []).filter((type) => usual.includes(type)), ...usual.filter((type) => !value?.includes(type))];
  const shown = drag ? moved(all, drag.from, drag.to) : all;
  const change = (next: string[]) => { if (next.join() !== all.join()) onChange(next); };
  const step = (from: number, to: number) => {
    change(moved(all, from, to));
    // The button that was pressed moves with its row: so does the keyboard.
    requestAnimationFrame(() => {
      const row = list.current?.children[to];
      row?.querySelector<HTMLElement>(to < from ? '.up' : '.down')?.focus();
    });
  };
  const rowAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])];
    const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
    return at < 0 ? rows.length - 1 : at;
  };
  return (
    <div class="order">
      <div class="order-head">
        <span class="line-words"><b>{label}</b>{hint && <small>{hint}</small>}</span>
        {value && <button type="button" class="button small" onClick={() => onChange(undefined)}>Usual order</button>}
      </div>
      {all.length === 0 ? <p class="quiet">No units yet.</p> : (
        <ol ref={list} class={value ? 'said' : ''} aria-label={label}>
          {shown.map((type, i) => (
            <li key={type} class={drag && drag.to === i ? 'dragged' : ''}>
              <span
                class="grip" aria-hidden="true"
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDrag({ from: i, to: i });
                }}
                onPointerMove={(event) => { if (drag) setDrag({ ...drag, to: rowAt(event.clientY) }); }}
                onPointerUp={() => {
                  if (drag) change(moved(all, drag.from, drag.to));
                  setDrag(undefined);
                }}
                onPointerCancel={() => setDrag(undefined)}
              >
                <Icon name="grip" />
              </span>
              <span class="order-place">{i + 1}</span>
              <span class="order-name">{unitName(type)}</span>
              <button
                type="button" class="icon-button up" aria-label={`${unitName(type)} earlier`} aria-disabled={i === 0 || undefined}
                onClick={() => i > 0 && step(i, i - 1)}
              ><Icon name="up" /></button>
              <button
                type="button" class="icon-button down" aria-label={`${unitName(type)} later`}
                aria-disabled={i === all.length - 1 || undefined} onClick={() => i < all.length - 1 && step(i, i + 1)}
              ><Icon name="down" /></button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Some of the types: those that are kept, those that are upgraded. */
export function SomeTypes({ label, hint, value, types, onChange }: {
  label: string; hint?: string; value: string[]; types: string[]; onChange: (value: string[] | undefined) => void;
}) {
  const { unitName } = useHere();
  const toggle = (type: string) => {
    const next = value.includes(type) ? value.filter((one) => one !== type) : [...value, type];
    onChange(next.length ? next : undefined);
  };
  return (
    <div class="field-group" role="group" aria-label={label}>
      <span class="line-words"><b>{label}</b>{hint && <small>{hint}</small>}</span>
      <div class="chips">
        {types.length === 0 && <p class="quiet">No units yet.</p>}
        {types.map((type) => (
          <button type="button" class="toggle" key={type} aria-pressed={value.includes(type)} onClick={() => toggle(type)}>{unitName(type)}</button>
        ))}
      </div>
    </div>
  );
}
