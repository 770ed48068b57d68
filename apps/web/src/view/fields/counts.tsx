// Numbers of unit types at some place: what lands on a planet, what is aboard.

import { useState } from 'preact/hooks';
import { type Counts, type Path, type SideName, get, setCount } from '../../state/scenario.ts';
import { useHere } from '../context.ts';
import { Icon } from '../icons.tsx';
import { Picker } from '../picker.tsx';
import { useTypes } from '../rows.tsx';
import { Stepper } from '../stepper.tsx';

export function CountsEditor({ label, of, path, types, side, most = 100 }: {
  label: string;
  /** For a screen reader: whose, where. */
  of: string;
  path: Path;
  /** Types that are always shown; else those that have a number, and a list to add from. */
  types?: string[];
  side: SideName;
  most?: number;
}) {
  const { store, unitName } = useHere();
  const [picking, setPicking] = useState(false);
  const all = useTypes()[side];
  const counts = (get(store.scenario.value, path) as Counts | undefined) ?? {};
  const shown = types ?? Object.keys(counts);
  const change = (type: string, count: number) => {
    const next = setCount(store.scenario.peek(), [...path, type], count);
    store.change({ ...next, attacker: next.attacker ?? {}, defender: next.defender ?? {} });
  };
  return (
    <div class="counts" role="group" aria-label={`${of}: ${label}`}>
      {shown.map((type) => (
        <div class={`cell${counts[type] ? '' : ' empty'}`} key={type}>
          <span class="cell-name">{unitName(type)}</span>
          <Stepper value={counts[type] ?? 0} most={most} what={`${of}: one ${unitName(type)}`} onChange={(count) => change(type, count)} />
        </div>
      ))}
      {!types && (
        <button type="button" class="chip-add" onClick={() => setPicking(true)}>
          <Icon name="plus" /> {label}<span class="visually-hidden"> of {of}</span>
        </button>
      )}
      {picking && (
        <Picker
          title={`${of}: ${label.toLowerCase()}`} chosen={Object.keys(counts)} many side={side}
          offers={all.map((unit) => ({ listing: { ...unit.plain, id: unit.type, name: unitName(unit.type) }, foreign: false, missing: '' }))}
          onPick={(id) => id && change(id, counts[id] ? 0 : 1)} onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}
