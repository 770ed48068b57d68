// The fleets: one row a unit with both sides, a column for each side where their units differ, or only
// what was picked where there are too many to list.

import { useCallback, useState } from 'preact/hooks';
import { type SideName, sideOf, sides } from '../state/scenario.ts';
import { type Offer, type UnitType, fitsBattle, unitTypes } from '../state/schema.ts';
import { sideTitle, useHere } from './context.ts';
import { Icon } from './icons.tsx';
import { Picker } from './picker.tsx';
import { Stepper } from './stepper.tsx';
import { UnitSheet } from './unit_sheet.tsx';

const tooMany = 30;

type Open = (side: SideName, unit: UnitType) => void;

/** One type of one side, which need not have it. */
function UnitCount({ side, unit, onOpen }: { side: SideName; unit: UnitType | undefined; onOpen: Open }) {
  const { store } = useHere();
  if (!unit) return <span class="stepper absent" aria-hidden="true" />;
  const { units, upgrades, damaged } = sideOf(store.scenario.value, side);
  const hurt = Object.entries(damaged ?? {})
    .filter(([key]) => key.replace(/!\d+$/, '') === unit.type)
    .reduce((sum, [, count]) => sum + count, 0);
  return <CountOf side={side} unit={unit} count={units?.[unit.type] ?? 0} upgraded={upgrades?.includes(unit.type) ?? false} hurt={hurt} onOpen={onOpen} />;
}

/** A stepper whose number opens its sheet. Told all that it shows, so that a tap draws one of them anew and not all. */
function CountOf({ side, unit, count, upgraded, hurt, onOpen }: {
  side: SideName; unit: UnitType; count: number; upgraded: boolean; hurt: number; onOpen: Open;
}) {
  const { store, unitName } = useHere();
  const name = unitName(unit.type);
  const told = [
    `${sideTitle[side]}: ${count} ${name}`,
    upgraded ? 'upgraded' : '',
    hurt ? `${hurt} damaged` : '',
    unit.fights ? '' : 'no part in this battle',
  ].filter(Boolean).join(', ');
  return (
    <Stepper
      value={count} most={store.game.value?.most_units} what={`${sideTitle[side]}: one ${name}`}
      onChange={(next) => store.setUnits(side, unit.type, next)}
    >
      <button type="button" class="count" aria-label={`${told}. Details`} onClick={() => onOpen(side, unit)}>
        {count}
        {upgraded && <sup class="upgraded" aria-hidden="true">II</sup>}
        {hurt > 0 && <sub class="hurt" aria-hidden="true">{hurt}</sub>}
      </button>
    </Stepper>
  );
}

type Opened = { side: SideName; unit: UnitType } | undefined;

function SharedRows({ types, onOpen }: { types: Record<SideName, UnitType[]>; onOpen: Open }) {
  const { store, unitName, layout, game } = useHere();
  const scenario = store.scenario.value;
  const has = (type: string) => sides.some((side) => (sideOf(scenario, side).units?.[type] ?? 0) > 0);
  const all: UnitType[] = [];
  for (const side of sides)
    for (const unit of types[side]) if (!all.some((one) => one.type === unit.type)) all.push(unit);
  const shown = all.filter((unit) => has(unit.type) || sides.some((side) => types[side].some((one) => one.type === unit.type && one.fights)));
  // Types that only factions have stay in their place while nobody has one.
  const known = (type: string) => !all.some((one) => one.type === type) && game?.units.some((unit) => unit.type === type && fitsBattle(unit, scenario.battle));
  const order = Object.keys(layout?.rows ?? {});
  const rows = order.length
    ? [...order.filter((type) => shown.some((one) => one.type === type) || known(type)), ...shown.map((one) => one.type).filter((type) => !order.includes(type))]
    : shown.map((one) => one.type);
  return (
    <div class="rows" role="group" aria-label="Units">
      {rows.map((type) => {
        const of = (side: SideName) => types[side].find((one) => one.type === type);
        const fights = sides.some((side) => of(side)?.fights);
        const nobody = !of('attacker') && !of('defender');
        const name = unitName(type);
        return (
          <div class={`row${has(type) ? '' : ' empty'}`} key={type}>
            <UnitCount side="attacker" unit={of('attacker')} onOpen={onOpen} />
            <span class="row-name">{layout?.hyphens?.[name] ?? name}{!fights && <small>{nobody ? 'choose a faction' : 'no part in this'}</small>}</span>
            <UnitCount side="defender" unit={of('defender')} onOpen={onOpen} />
          </div>
        );
      })}
    </div>
  );
}

function SplitRows({ types, onOpen }: { types: Record<SideName, UnitType[]>; onOpen: Open }) {
  const { store, unitName, layout } = useHere();
  const scenario = store.scenario.value;
  return (
    <div class="columns">
      {sides.map((side) => {
        const shown = types[side].filter((unit) => unit.fights || (sideOf(scenario, side).units?.[unit.type] ?? 0) > 0);
        const places = [...new Set(shown.map((unit) => unit.where))];
        return (
          <div class={`column of-${side}`} key={side} role="group" aria-label={`${sideTitle[side]}'s units`}>
            {places.map((place) => (
              <div key={place}>
                {places.length > 1 && <h3 class="place">{place}</h3>}
                {shown.filter((unit) => unit.where === place).map((unit) => (
                  <div class={`cell${sideOf(scenario, side).units?.[unit.type] ? '' : ' empty'}`} key={unit.type}>
                    <span class="cell-name">{layout?.hyphens?.[unitName(unit.type)] ?? unitName(unit.type)}</span>
                    <UnitCount side={side} unit={unit} onOpen={onOpen} />
                  </div>
                ))}
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}

/** Only what was picked, and a list to pick from. */
export function PickedRows({ side, types, onOpen }: { side: SideName; types: UnitType[]; onOpen: Open }) {
  const { store, unitName, layout } = useHere();
  const [picking, setPicking] = useState(false);
  const units = sideOf(store.scenario.value, side).units ?? {};
  const offers: Offer[] = types.filter((unit) => unit.fights).map((unit) => ({ listing: unit.plain, foreign: false, missing: '' }));
  return (
    <div class="picked">
      {types.filter((unit) => units[unit.type]).map((unit) => (
        <div class="cell" key={unit.type}>
          <span class="cell-name">{unitName(unit.type)}</span>
          <UnitCount side={side} unit={unit} onOpen={onOpen} />
        </div>
      ))}
      <button type="button" class="button add" onClick={() => setPicking(true)}>
        <Icon name="plus" /> {layout?.labels?.units ?? 'Units'}<span class="visually-hidden"> of the {side}</span>
      </button>
      {picking && (
        <Picker
          title={`${sideTitle[side]}: ${(layout?.labels?.units ?? 'Units').toLowerCase()}`} offers={offers} side={side}
          chosen={Object.keys(units)} many
          onPick={(id) => {
            const unit = types.find((one) => one.plain.id === id);
            if (unit) store.setUnits(side, unit.type, units[unit.type] ? 0 : 1);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}

/** Before the schema is there: what the layout knows by itself. */
function earlyTypes(rows: Record<string, string>, early: string[]): UnitType[] {
  return early.map((type) => ({
    type, name: rows[type] ?? type, where: '', fights: true,
    plain: { id: type, name: rows[type] ?? type, kind: '', faction: '', expansion: '', where: '', text: '', aliases: [] },
  }));
}

export function useTypes(): Record<SideName, UnitType[]> {
  const { store, game, layout } = useHere();
  const scenario = store.scenario.value;
  const of = (side: SideName) => game
    ? unitTypes(game, scenario, side, Object.keys(layout?.rows ?? {}))
    : earlyTypes(layout?.rows ?? {}, layout?.early?.[scenario.battle] ?? []);
  return { attacker: of('attacker'), defender: of('defender') };
}

export type RowsKind = 'shared' | 'split' | 'picked';

/** Rows in common where most of the types are, a column for each side otherwise. */
export function rowsKind(types: Record<SideName, UnitType[]>): RowsKind {
  if (Math.max(types.attacker.length, types.defender.length) > tooMany) return 'picked';
  const common = types.attacker.filter((unit) => types.defender.some((one) => one.type === unit.type));
  return common.length * 2 >= types.attacker.length ? 'shared' : 'split';
}

export function Rows() {
  const types = useTypes();
  const [opened, setOpened] = useState<Opened>(undefined);
  const open = useCallback<Open>((side, unit) => setOpened({ side, unit }), []);
  const kind = rowsKind(types);
  return (
    <>
      {kind === 'shared' && <SharedRows types={types} onOpen={open} />}
      {kind === 'split' && <SplitRows types={types} onOpen={open} />}
      {opened && <UnitSheet side={opened.side} type={opened.unit.type} onClose={() => setOpened(undefined)} />}
    </>
  );
}
