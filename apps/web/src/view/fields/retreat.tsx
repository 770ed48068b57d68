// When a side leaves: never, in a round, or below a chance to win.

import type { Json } from '../../state/scenario.ts';
import type { Field } from '../../state/schema.ts';
import { NumberBox, Segmented } from '../parts.tsx';

type Retreat = { round?: number; below?: number };

export function RetreatEditor({ label, field, value, onChange }: {
  label: string; field: Field; value: Json | undefined; onChange: (value: Json | undefined) => void;
}) {
  const now = value && typeof value === 'object' && !Array.isArray(value) ? (value as Retreat) : undefined;
  const mode = now?.round !== undefined ? 'round' : now?.below !== undefined ? 'below' : 'never';
  return (
    <div class="field-group">
      <span class="line-words"><b>{label}</b><small>{field.text}</small></span>
      <Segmented
        small label={label} value={mode}
        choices={[{ id: 'never', title: 'Never' }, { id: 'round', title: 'In round' }, { id: 'below', title: 'Below' }]}
        onChange={(id) => onChange(id === 'round' ? { round: 1 } : id === 'below' ? { below: 0.4 } : undefined)}
      />
      {mode === 'round' && (
        <NumberBox
          label="Round" value={now!.round} least={field.limits?.round?.least ?? 1} most={field.limits?.round?.most ?? 20}
          onChange={(round) => onChange(round ? { round } : undefined)}
        />
      )}
      {mode === 'below' && (
        <NumberBox
          label="Chance to win below" value={Math.round(1000 * now!.below!) / 10} least={0} most={100} step="any" unit="%"
          onChange={(below) => onChange(below === undefined ? undefined : { below: below / 100 })}
        />
      )}
    </div>
  );
}
