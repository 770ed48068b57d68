// Rows that a player adds: planets, slots, units of their own. Each is a card with its columns.

import { type Json, type Path, type SideName, get } from '../../state/scenario.ts';
import type { Field } from '../../state/schema.ts';
import { useHere } from '../context.ts';
import { Icon } from '../icons.tsx';
import { FieldEditor } from './field.tsx';

interface Column {
  column: Field;
  path: Path;
  where: string;
}

/** The columns of a row, those of records among them. */
function flat(columns: Field[], path: Path, where: string): Column[] {
  return columns.flatMap((column) => {
    const here = { column, path: [...path, column.name], where: `${where}.${column.name}` };
    return column.kind === 'record' ? flat(column.columns ?? [], here.path, here.where) : column.kind === 'note' ? [] : [here];
  });
}

/** What everybody says of a row, and folded what few do; where nobody made a layout nothing is hidden. */
function Columns({ columns, path, where, side, of }: { columns: Field[]; path: Path; where: string; side: SideName; of: string }) {
  const { store, layout, label } = useHere();
  const all = flat(columns, path, where);
  const draw = ({ column, path: at, where: name }: Column) =>
    <FieldEditor key={name} field={{ ...column, place: 'scenario' }} path={at} where={name} side={side} of={of} />;
  const isFirst = (one: Column) => layout?.inRows?.includes(one.where);
  if (!all.some(isFirst)) return <>{all.map(draw)}</>;
  const rest = all.filter((one) => !isFirst(one));
  const said = rest.filter((one) => one.column.kind !== 'text' && get(store.scenario.value, one.path) !== undefined);
  return (
    <>
      {all.filter(isFirst).map(draw)}
      <details class="more">
        <summary>More{said.length > 0 && `: ${said.map((one) => label(one.column.name).toLowerCase()).join(', ')}`}<span class="visually-hidden"> of {of}</span></summary>
        {rest.map(draw)}
      </details>
    </>
  );
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
