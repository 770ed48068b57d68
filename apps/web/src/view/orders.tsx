// Everything else that may be said: what sides bring in other forms, their effects, how they play, the
// planets, the readings of the rules.

import { useState } from 'preact/hooks';
import { type SideName, bringsAnything, get, sideOf, sides } from '../state/scenario.ts';
import { type Field, fieldsOf } from '../state/schema.ts';
import { sideTitle, useHere } from './context.ts';
import { EffectList } from './effects.tsx';
import { FieldEditor, pathOf } from './fields/field.tsx';
import { Icon } from './icons.tsx';
import { Section, Segmented } from './parts.tsx';
import { PickedRows, rowsKind, useTypes } from './rows.tsx';
import { TableEditor } from './fields/table.tsx';
import { UnitSheet } from './unit_sheet.tsx';

/** Fields of a side that everybody looks at: cards, leaders, effects. */
const isShownFirst = (field: Field) => (field.kind === 'effects' || field.kind === 'names') && field.place === 'side';

/** How a side is said where there is more than one way: figures, a whole unit, dice. */
export function FleetForms() {
  const { store, game, label } = useHere();
  const types = useTypes();
  const [opened, setOpened] = useState<{ side: SideName; type: string } | undefined>(undefined);
  const [form, setForm] = useState<Partial<Record<SideName, string>>>({});
  const scenario = store.scenario.value;
  if (!game) return null;
  const forms = fieldsOf(game, 'side', scenario).filter((field) => field.fleet);
  const isPicked = rowsKind(types) === 'picked';
  if (forms.length <= 1 && !isPicked) return null;
  const given = (side: SideName) => forms.find((field) => bringsAnything(scenario, side, [field]))?.name;
  return (
    <div class="columns">
      {sides.map((side) => {
        const now = form[side] ?? given(side) ?? forms[0]!.name;
        const field = forms.find((one) => one.name === now)!;
        const others = forms.filter((one) => one.name !== now && bringsAnything(scenario, side, [one]));
        return (
          <div class={`column of-${side}`} key={side}>
            {forms.length > 1 && (
              <Segmented
                small label={`${sideTitle[side]}: said by`} value={now}
                choices={forms.map((one) => ({ id: one.name, title: label(one.name), hint: one.text }))}
                onChange={(name) => {
                  setForm({ ...form, [side]: name });
                  // A side is said in one way: the others go.
                  let spec = { ...sideOf(store.scenario.peek(), side) };
                  for (const one of forms) if (one.name !== name) delete spec[one.name];
                  store.setSide(side, spec);
                }}
              />
            )}
            {others.length > 0 && <p class="quiet">Also given: {others.map((one) => label(one.name)).join(', ')}</p>}
            {field.name === 'units' && isPicked
              ? <PickedRows side={side} types={types[side]} onOpen={(of, unit) => setOpened({ side: of, type: unit.type })} />
              : <FieldEditor field={field} side={side} />}
          </div>
        );
      })}
      {opened && <UnitSheet side={opened.side} type={opened.type} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

/** Planets and the like: tables that say what a side brings. */
export function PlaceTables() {
  const { store, game, label } = useHere();
  const scenario = store.scenario.value;
  if (!game) return null;
  const tables = fieldsOf(game, 'scenario', scenario).filter((field) => field.kind === 'table' && field.fleet);
  return (
    <>
      {tables.map((field) => {
        const rows = (scenario[field.name] as unknown[] | undefined) ?? [];
        return (
          <section class="card places" key={field.name} aria-label={label(field.name)}>
            <h3 class="card-title">{label(field.name)}<small>{rows.length ? '' : `none named: what the ${field.side ?? 'defender'} has stands on one`}</small></h3>
            <TableEditor
              field={field} path={[field.name]} where={field.name} side={field.side ?? 'defender'}
              first={(i) => ({ name: String.fromCharCode(65 + i) })}
            />
          </section>
        );
      })}
    </>
  );
}

/** Cards, leaders, effects of each side, and what holds for both. */
export function Effects() {
  const { store, game, label } = useHere();
  const scenario = store.scenario.value;
  if (!game) return <EarlyEffects />;
  const fields = fieldsOf(game, 'side', scenario).filter(isShownFirst);
  const both = fieldsOf(game, 'system', scenario).filter((field) => field.kind === 'effects');
  const { layout } = { layout: useHere().layout };
  const of = (side: SideName) => fields.filter((field) =>
    (!field.side || field.side === side) && !layout?.rare?.includes(field.name) &&
    !layout?.names?.(field, scenario, side, game));
  if (!fields.length && !both.length) return null;
  return (
    <section class="card effects" aria-label="Effects">
      <div class="columns">
        {sides.map((side) => (
          <div class={`column of-${side}`} key={side}>
            {of(side).map((field) => (
              <EffectList key={field.name} field={field} path={pathOf(field, side)} side={side} title={label(field.name)} of={sideTitle[side]} />
            ))}
          </div>
        ))}
      </div>
      {both.map((field) => (
        <EffectList key={field.name} field={field} path={pathOf(field, 'attacker')} side="attacker" title={label(field.name, 'system')} of="Both sides" />
      ))}
    </section>
  );
}

function EarlyEffects() {
  return (
    <section class="card effects" aria-label="Effects">
      <div class="columns">
        {sides.map((side) => (
          <div class={`column of-${side}`} key={side}>
            <button type="button" class="chip-add" disabled><Icon name="plus" /> Effects<span class="visually-hidden"> of the {side}</span></button>
          </div>
        ))}
      </div>
    </section>
  );
}

/** What was said, in a few words, so that a closed section tells it. */
function useSummary(fields: Field[], side: SideName): string {
  const { store, label } = useHere();
  const said = fields
    .map((field) => ({ field, value: get(store.scenario.value, pathOf(field, side)) }))
    .filter(({ value }) => value !== undefined && !(Array.isArray(value) && value.length === 0));
  return said.map(({ field, value }) => {
    const name = label(field.name, field.place === 'rules' ? 'rules' : undefined);
    if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? `${name}: ${value.join(', ').replaceAll('_', ' ')}` : name;
    if (value && typeof value === 'object')
      return `${name}: ${Object.entries(value).map(([key, one]) => `${key} ${key === 'below' ? `${Math.round(100 * Number(one))} %` : one}`).join(', ')}`;
    return value === true ? name : `${name}: ${value === false ? 'no' : String(value).replaceAll('_', ' ')}`;
  }).join(' · ');
}

function SideOrders({ side, fields }: { side: SideName; fields: Field[] }) {
  const { layout } = useHere();
  const [rare, often] = [fields.filter((field) => layout?.rare?.includes(field.name)), fields.filter((field) => !layout?.rare?.includes(field.name))];
  const summary = useSummary(fields, side);
  if (!fields.length) return null;
  return (
    <Section title={`How the ${side} plays`} summary={summary || 'as usual'}>
      {often.map((field) => <FieldEditor key={field.place + field.name} field={field} side={side} />)}
      {rare.length > 0 && (
        <details class="more"><summary>More</summary>{rare.map((field) => <FieldEditor key={field.place + field.name} field={field} side={side} />)}</details>
      )}
    </Section>
  );
}

export function Orders() {
  const { store, game, layout } = useHere();
  const scenario = store.scenario.value;
  const common = !game ? [] : [
    ...fieldsOf(game, 'scenario', scenario).filter((field) => !(field.kind === 'table' && field.fleet)),
    ...fieldsOf(game, 'rules', scenario),
  ];
  const summary = useSummary(common, 'attacker');
  if (!game) return null;
  const perSide = (side: SideName) => [
    ...fieldsOf(game, 'policy', scenario, side),
    ...fieldsOf(game, 'side', scenario, side).filter((field) =>
      !field.fleet && field.name !== 'faction' && field.name !== 'upgrades' && field.name !== 'damaged' &&
      (!isShownFirst(field) || layout?.rare?.includes(field.name) || layout?.names?.(field, scenario, side, game) !== undefined)),
  ];
  return (
    <div class="sections">
      {sides.map((side) => <SideOrders key={side} side={side} fields={perSide(side)} />)}
      {common.length > 0 && (
        <Section title="The battle and its rules" summary={summary || 'as usual'}>
          {common.filter((field) => !layout?.rare?.includes(field.name)).map((field) => <FieldEditor key={field.place + field.name} field={field} side="attacker" of="Battle" />)}
          {common.some((field) => layout?.rare?.includes(field.name)) && (
            <details class="more"><summary>More</summary>
              {common.filter((field) => layout?.rare?.includes(field.name)).map((field) => <FieldEditor key={field.place + field.name} field={field} side="attacker" of="Battle" />)}
            </details>
          )}
        </Section>
      )}
    </div>
  );
}
