// A text: one of a list that is searched where there is one, else typed.

import { useId, useState } from 'preact/hooks';
import type { Field, Offer } from '../../state/schema.ts';
import { Icon } from '../icons.tsx';
import { Picker } from '../picker.tsx';

export function TextPicker({ label, field, of, side, value, offers, onChange }: {
  label: string; field: Field; of: string; side: string; value: string | undefined; offers: Offer[];
  onChange: (value: string | undefined) => void;
}) {
  const [picking, setPicking] = useState(false);
  const id = useId();
  if (offers.length === 0)
    return (
      <div class="line">
        <label class="line-words" for={id}><b>{label}</b>{field.text && <small>{field.text}</small>}</label>
        <input
          id={id} type="text" value={value ?? ''} placeholder={typeof field.example === 'string' ? field.example : ''}
          onChange={(event) => onChange(event.currentTarget.value.trim() || undefined)}
        />
      </div>
    );
  const chosen = offers.find((offer) => offer.listing.id === value)?.listing;
  return (
    <div class="field-group">
      <span class="line-words"><b>{label}</b>{field.text && <small>{field.text}</small>}</span>
      <button type="button" class="picked-text" onClick={() => setPicking(true)} aria-label={`${of}: ${label}, ${chosen?.name ?? value ?? 'none'}`}>
        <span>{chosen?.name ?? value ?? 'Choose'}{chosen && <small>{chosen.text}</small>}</span>
        <Icon name="down" />
      </button>
      {picking && (
        <Picker
          title={`${of}: ${label.toLowerCase()}`} offers={offers} chosen={value ? [value] : []} none="None" side={side}
          onPick={onChange} onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}
