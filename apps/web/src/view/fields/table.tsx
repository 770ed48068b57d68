// Rows that a player adds: planets, slots, units of their own. Each is a card with its columns.

import { type Json, type Path, type SideName, get } from '../../state/scenario.ts';
import type { Field } from '../../state/schema.ts';
import { useHere } from '../context.ts';
import { Icon } from '../icons.tsx';
import { FieldEditor } from './field.tsx';

/** The columns of a row, those of records among them. */
function Columns({ columns, path, where, side, of }: { columns: Field[]; path: Path; where: string; side: SideName; of: string }) {
  const { layout } = useHere();
  const named = (column: Field) => `${where}.${column.name}`;
  const isRare = (column: Field) => column.kind !== 'text' && !(named(column) in (layout?.counts ?? {})) && column.kind !== 'record';
  const draw = (column: Field) => column.kind === 'record' ? (
    <Columns key={column.name} columns={column.columns ?? []} path={[...path, column.name]} where={named(column)} side={side} of={of} />
  ) : (
    <FieldEditor key={column.name} field={{ ...column, place: 'scenario' }} path={[...path, column.name]} where={named(column)} side={side} of={of} />
  );
  // Where nobody made a layout nothing is hidden.
  if (!layout?.counts) return <>{columns.filter((column) => column.kind !== 'note').map(draw)}</>;
  const first = columns.filter((column) => !isRare(column) && column.name !== 'faction' && column.kind !== 'note');
  const rest = columns.filter((column) => isRare(column) && column.kind !== 'note');
  return <>{first.map(draw)}{rest.length > 0 && <details class="more"><summary>More</summary>{rest.map(draw)}</details>}</>;
}

export function TableEditor({ field, path, where, side, first }: {
  field: Field; path: Path; where: string; side: SideName;
  /** What a new row holds. */
  first?: (index: number) => Json;
}) {
  const { store } = useHere();
  const rows = (get(store.scenario.value, path) as Json[] | undefined) ?? [];
  const entry = field.entry ?? 'row';
  const add = () => store.set([...path, rows.length], first?.(rows.length) ?? newRow(field));
  return (
    <div class="table-editor">
      {rows.map((row, i) => {
        const named = (row as { name?: string; id?: string })?.name || (row as { id?: string })?.id;
        const title = named ? String(named) : `${entry} ${i + 1}`;
        return (
          <div class="row-card" key={i} role="group" aria-label={title}>
            <div class="row-card-head">
              <h4>{title.charAt(0).toUpperCase() + title.slice(1)}</h4>
              <button
                type="button" class="icon-button" aria-label={`Take away ${title}`}
                onClick={() => store.set(path, rows.length > 1 ? rows.filter((_, at) => at !== i) : undefined)}
              ><Icon name="bin" /></button>
            </div>
            <Columns columns={field.columns ?? []} path={[...path, i]} where={where} side={side} of={title} />
          </div>
        );
      })}
      <button type="button" class="button add" onClick={add}><Icon name="plus" /> {entry.charAt(0).toUpperCase() + entry.slice(1)}</button>
    </div>
  );
}

/** What a row needs to be accepted: the example of the schema, or what its columns require. */
function newRow(field: Field): Json {
  const example = Array.isArray(field.example) ? field.example[0] : undefined;
  if (example && typeof example === 'object') return example;
  return Object.fromEntries((field.columns ?? []).filter((column) => column.required).map((column) => [column.name, '']));
}
