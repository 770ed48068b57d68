// An editor for any field that a game declares, by its kind.

import { useId } from 'preact/hooks';
import { type Json, type Path, type SideName, get, sideOf } from '../../state/scenario.ts';
import { type Field, type Offer, inWords, isMet, offers, takers } from '../../state/schema.ts';
import { orderPlayed } from '../../state/report.ts';
import { sideTitle, useHere } from '../context.ts';
import { EffectList } from '../effects.tsx';
import { NumberBox, Segmented, Select, Switch } from '../parts.tsx';
import { useTypes } from '../rows.tsx';
import { CountsEditor } from './counts.tsx';
import { OrderEditor, SomeTypes } from './order.tsx';
import { RetreatEditor } from './retreat.tsx';
import { TableEditor } from './table.tsx';
import { TextPicker } from './text.tsx';

export function pathOf(field: Field, side: SideName): Path {
  switch (field.place) {
    case 'side': return [side, field.name];
    case 'policy': return [side, 'policy', field.name];
    case 'scenario': return [field.name];
    default: return [field.place, field.name];
  }
}

interface EditorProps {
  field: Field;
  side: SideName;
  path?: Path;
  /** Its place in tables: "planets.commit" */
  where?: string;
  /** Whose it is, for a screen reader. */
  of?: string;
}

function TypesEditor({ field, side, path, where, label }: { field: Field; side: SideName; path: Path; where: string; label: string }) {
  const { store, layout } = useHere();
  const scenario = store.scenario.value;
  const types = useTypes()[side];
  const said = get(scenario, path);
  const value = Array.isArray(said) ? (said as string[]) : undefined;  // the name of an order is no list
  const about = layout?.counts?.[where];
  const units = sideOf(scenario, side).units ?? {};
  const mine = types.map((unit) => unit.type).filter((type) => (units[type] ?? 0) > 0 && (!about || about.includes(type)));
  if (field.place !== 'policy' || layout?.some?.includes(field.name))
    return (
      <SomeTypes
        label={label} hint={field.text} value={value ?? []} types={field.place === 'policy' ? mine : (about ?? mine)}
        onChange={(next) => store.set(path, next)}
      />
    );
  // The order that is played where nothing is said stands in the report; before there is one, the small go first.
  const played = value ? [] : orderPlayed(store.odds.answer.value, side, field.name, mine);
  const rest = mine.filter((type) => !played.includes(type));
  const usual = [...played, ...(about ? rest.sort((a, b) => about.indexOf(a) - about.indexOf(b)) : rest.reverse())];
  if (usual.length < 2 && !value) return null;  // nothing to choose
  return <OrderEditor label={label} hint={field.text} value={value} usual={usual} onChange={(next) => store.set(path, next)} />;
}

function NamesBox({ field, path, label }: { field: Field; path: Path; label: string }) {
  const { store } = useHere();
  const id = useId();
  const value = (get(store.scenario.value, path) as Json[] | undefined) ?? [];
  return (
    <div class="line tall">
      <label class="line-words" for={id}><b>{label}</b><small>{field.text}</small></label>
      <input
        id={id} type="text" value={value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ')}
        placeholder={Array.isArray(field.example) && typeof field.example[0] === 'string' ? String(field.example[0]) : ''}
        onChange={(event) => {
          const names = event.currentTarget.value.split(',').map((one) => one.trim()).filter(Boolean);
          store.set(path, names.length ? names : undefined);
        }}
      />
    </div>
  );
}

export function FieldEditor({ field, side, path = pathOf(field, side), where = field.name, of = sideTitle[side] }: EditorProps) {
  const { store, game, layout, label: labelOf } = useHere();
  const scenario = store.scenario.value;
  if (!game) return null;
  const value = get(scenario, path) as Json | undefined;
  const label = labelOf(field.name, field.place === 'rules' || field.place === 'system' ? field.place : undefined);
  const change = (next: Json | undefined) => store.set(path, next);
  const listed = layout?.names?.(field, scenario, side, game);
  switch (field.kind) {
    case 'flag': {
      const missing = (field.needs ?? []).filter((need) => !need.word && !isMet(need, scenario, side));
      if (missing.length && value === undefined) return null;
      const usual = field.usual === true;
      return <Switch label={label} hint={field.text} value={(value ?? usual) === true} onChange={(on) => change(on === usual ? undefined : on)} />;
    }
    case 'word': {
      const words = (field.words ?? []).filter((word) => word === value ||
        (field.needs ?? []).filter((need) => need.word === word).every((need) => isMet(need, scenario, side)));
      const usual = String(field.usual ?? words[0] ?? '');
      const choices = words.map((word) => ({ id: word, title: inWords(word) }));
      const pick = (word: string) => change(word === usual ? undefined : word);
      if (words.length <= 1) return null;
      if (words.length <= 4 && words.join('').length <= 28)
        return (
          <div class="field-group">
            <span class="line-words"><b>{label}</b><small>{field.text}</small></span>
            <Segmented small label={`${of}: ${label}`} choices={choices} value={String(value ?? usual)} onChange={pick} />
          </div>
        );
      return <Select label={label} hint={field.text} choices={choices} value={String(value ?? usual)} onChange={pick} />;
    }
    case 'number':
    case 'amount':
      return (
        <NumberBox
          label={label} hint={field.text} value={(value ?? field.usual) as number | undefined} least={field.least} most={field.most}
          step={field.kind === 'number' ? 1 : 'any'} onChange={(next) => change(next === field.usual ? undefined : next)}
        />
      );
    case 'retreat':
      return <RetreatEditor label={label} field={field} value={value} onChange={change} />;
    case 'types':
      return <TypesEditor field={field} side={side} path={path} where={where} label={label} />;
    case 'counts':
      return (
        <div class="field-group">
          <span class="line-words"><b>{label}</b>{field.text && <small>{field.text}</small>}</span>
          <CountsEditor label={label} of={of} path={path} types={layout?.counts?.[where]} side={side} most={field.most} />
        </div>
      );
    case 'effects':
    case 'names':
      if (!listed && takers(game, field).length === 0) return <NamesBox field={field} path={path} label={label} />;
      if (listed?.length === 0) return null;
      return (
        <div class="field-group">
          <span class="line-words"><b>{label}</b>{field.text && <small>{field.text}</small>}</span>
          <EffectList field={field} path={path} side={side} title={label} list={listed} of={of} />
        </div>
      );
    case 'table':
      return (
        <div class="field-group">
          <span class="line-words"><b>{label}</b>{field.text && <small>{field.text}</small>}</span>
          <TableEditor field={field} path={path} where={where} side={field.side ?? side} />
        </div>
      );
    case 'text': {
      const offered: Offer[] = listed ? listed.map((listing) => ({ listing, foreign: false, missing: '' }))
        : offers(game, field, scenario, side, layout?.allows);
      if (listed?.length === 0) return null;
      return <TextPicker label={label} field={field} of={of} side={side} value={value as string | undefined} offers={offered} onChange={change} />;
    }
    default:
      return null;
  }
}
