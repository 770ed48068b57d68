// One type of one side: its exact number, whether it is upgraded, how many start damaged, what it does.

import { setCount, sideOf, type SideName } from '../state/scenario.ts';
import { sideTitle, useHere } from './context.ts';
import { NumberBox, Switch } from './parts.tsx';
import { useTypes } from './rows.tsx';
import { Sheet } from './sheet.tsx';
import { Stepper } from './stepper.tsx';

export function UnitSheet({ side, type, onClose }: { side: SideName; type: string; onClose: () => void }) {
  const { store, game, unitName, layout } = useHere();
  const scenario = store.scenario.value, spec = sideOf(scenario, side);
  const unit = useTypes()[side].find((one) => one.type === type);
  const name = unitName(type);
  const count = spec.units?.[type] ?? 0;
  const isUpgraded = spec.upgrades?.includes(type) ?? false;
  const form = (isUpgraded && unit?.upgraded) || unit?.plain;
  const canBeHurt = (form?.fields ?? unit?.plain.fields)?.includes('damaged') ?? false;
  const wounds = canBeHurt && form ? (layout?.wounds?.(form) ?? 1) : 0;
  const hurtKeys = Array.from({ length: wounds }, (_, i) => (i === 0 ? type : `${type}!${i + 1}`));
  const hurt = hurtKeys.reduce((sum, key) => sum + (spec.damaged?.[key] ?? 0), 0);
  const setUpgrade = (on: boolean) => {
    const others = (spec.upgrades ?? []).filter((one) => one !== type);
    store.set([side, 'upgrades'], on ? [...others, type] : others.length ? others : undefined);
  };
  return (
    <Sheet title={`${sideTitle[side]}: ${name}`} onClose={onClose} side={side}>
      {form && form.text && (
        <p class="card-text">{form.name !== name && <b>{form.name}. </b>}{form.text}</p>
      )}
      <NumberBox
        label="How many" hint={unit?.pieces ? `${unit.pieces} in the box` : undefined} value={count} least={0}
        most={game?.most_units ?? 100} onChange={(next) => store.setUnits(side, type, next ?? 0)} first
      />
      <div class="quick" role="group" aria-label="Quick numbers">
        {[0, 1, 2, 3, 4, 5, 6, 8, 10].map((n) => (
          <button type="button" key={n} aria-pressed={n === count} onClick={() => store.setUnits(side, type, n)}>{n}</button>
        ))}
      </div>
      {unit?.upgraded && (
        <Switch label="Upgraded" hint={`${unit.upgraded.name}: ${unit.upgraded.text}`} value={isUpgraded} onChange={setUpgrade} />
      )}
      {hurtKeys.map((key, i) => {
        const of = spec.damaged?.[key] ?? 0;
        return (
          <div class="line" key={key}>
            <span class="line-words"><b>{i === 0 ? 'Start damaged' : `With ${i + 1} damage each`}</b></span>
            <Stepper
              value={of} most={count - (hurt - of)} what={`${sideTitle[side]}: one ${name} damaged${i ? ` ${i + 1} times` : ''}`}
              onChange={(next) => store.change(setCount(scenario, [side, 'damaged', key], next))}
            />
          </div>
        );
      })}
      <button type="button" class="button primary wide" onClick={onClose}>Done</button>
    </Sheet>
  );
}
