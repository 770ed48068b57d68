// Effects, cards and the like of a side or of both: chips with what was chosen, a list to choose from,
// a sheet for what goes with one (round, times, target).

import { useState } from 'preact/hooks';
import { type EffectChoice, type Path, type SideName, effectId, get, sideOf } from '../state/scenario.ts';
import { type Field, type Listing, type Offer, asGiven, inWords, offers, takers } from '../state/schema.ts';
import { sideTitle, useHere } from './context.ts';
import { Icon } from './icons.tsx';
import { NumberBox, Select } from './parts.tsx';
import { Picker } from './picker.tsx';
import { useTypes } from './rows.tsx';
import { Sheet } from './sheet.tsx';

type Chosen = Exclude<EffectChoice, string>;
const choiceWords: Record<string, string> = { round: 'In round', uses: 'How often, or how many', at_least: 'At least so many hits', target: 'Which unit' };

function asObject(effect: EffectChoice): Chosen {
  return typeof effect === 'string' ? { id: effect } : effect;
}

/** As short as it can be said. */
function asChoice(effect: Chosen): EffectChoice {
  const { id, ...rest } = effect;
  return Object.values(rest).every((value) => value === undefined) ? id : effect;
}

function chipText(effect: EffectChoice): string {
  const { round, uses, at_least, target } = asObject(effect);
  return [round && `round ${round}`, uses !== undefined && `×${uses}`, at_least && `≥ ${at_least}`, target && target.replaceAll('_', ' ')]
    .filter(Boolean).join(', ');
}

function ChoiceSheet({ listing, effect, field, side, onChange, onRemove, onClose }: {
  listing: Listing; effect: EffectChoice; field: Field; side: SideName;
  onChange: (effect: EffectChoice) => void; onRemove: () => void; onClose: () => void;
}) {
  const { unitName } = useHere();
  const types = useTypes()[side];
  const now = asObject(effect);
  return (
    <Sheet title={listing.name} onClose={onClose} side={field.place === 'system' ? undefined : side}>
      <p class="card-text">{listing.text}</p>
      {(listing.choices ?? []).map((choice) => choice === 'target' ? (
        <Select
          key={choice} label={choiceWords.target!} value={now.target ?? ''}
          choices={[{ id: '', title: 'Not said' }, ...types.map((unit) => ({ id: unit.type, title: unitName(unit.type) }))]}
          onChange={(target) => onChange(asChoice({ ...now, target: target || undefined }))}
        />
      ) : (
        <NumberBox
          key={choice} label={choiceWords[choice] ?? inWords(choice)} hint="empty: as the card says"
          value={now[choice as 'uses']} least={field.limits?.[choice]?.least} most={field.limits?.[choice]?.most}
          onChange={(value) => onChange(asChoice({ ...now, [choice]: value }))}
        />
      ))}
      <div class="buttons">
        <button type="button" class="button" onClick={onRemove}><Icon name="bin" /> Take away</button>
        <button type="button" class="button primary" onClick={onClose}>Done</button>
      </div>
    </Sheet>
  );
}

/** A list of ids, plain (`names`) or with choices (`effects`), at any place of the battle. */
export function EffectList({ field, path, side, title, list, of }: {
  field: Field; path: Path; side: SideName; title: string;
  /** What can be given, where the schema does not say. */
  list?: Listing[];
  /** Whose it is, for a screen reader. */
  of: string;
}) {
  const { store, game, layout } = useHere();
  const [picking, setPicking] = useState(false);
  const [opened, setOpened] = useState<string | undefined>(undefined);
  const scenario = store.scenario.value;
  const chosen = (get(scenario, path) as EffectChoice[] | undefined) ?? [];
  const known = game ? (list ?? takers(game, field)) : [];
  const nameOf = (id: string) => known.find((one) => one.id === id)?.name ?? game?.units.find((one) => one.id === id)?.name ?? inWords(id);
  const offered: Offer[] = !game ? []
    : list ? list.map((listing) => ({ listing, foreign: false, missing: '' }))
    : offers(game, field, scenario, side, layout?.allows);
  const byId = (id: string) => known.find((one) => one.id === id);
  const change = (next: EffectChoice[]) => store.set(path, next.length ? next : undefined);
  const toggle = (id: string) => change(
    chosen.some((one) => effectId(one) === id) ? chosen.filter((one) => effectId(one) !== id) : [...chosen, field.kind === 'effects' && byId(id) ? asGiven(byId(id)!) : id]);

  const openedListing = known.find((one) => one.id === opened);
  const openedEffect = chosen.find((one) => effectId(one) === opened);
  if (game && !list && takers(game, field).length === 0) return null;
  return (
    <div class="chips" role="group" aria-label={`${of}: ${title}`}>
      {chosen.map((effect) => {
        const id = effectId(effect), extra = chipText(effect);
        const opens = (known.find((one) => one.id === id)?.text ?? '') !== '';
        return (
          <span class="chip" key={id}>
            <button type="button" class="chip-name" disabled={!opens} onClick={() => setOpened(id)}>{nameOf(id)}{extra && <small>{extra}</small>}</button>
            <button type="button" class="chip-close" aria-label={`Take away ${nameOf(id)}`} onClick={() => toggle(id)}><Icon name="close" /></button>
          </span>
        );
      })}
      <button type="button" class="chip-add" disabled={!game} onClick={() => setPicking(true)}>
        <Icon name="plus" /> {title}<span class="visually-hidden"> of {of}</span>
      </button>
      {picking && (
        <Picker
          title={`${of}: ${title.toLowerCase()}`} offers={offered} chosen={chosen.map(effectId)} many kinds={layout?.kinds}
          side={field.place === 'system' ? undefined : side}
          onPick={(id) => id && toggle(id)} onClose={() => setPicking(false)}
        />
      )}
      {openedListing && openedEffect && (
        <ChoiceSheet
          listing={openedListing} effect={openedEffect} field={field} side={side} onClose={() => setOpened(undefined)}
          onChange={(effect) => change(chosen.map((one) => (effectId(one) === opened ? (field.kind === 'effects' ? effect : effectId(effect)) : one)))}
          onRemove={() => {
            toggle(opened!);
            setOpened(undefined);
          }}
        />
      )}
    </div>
  );
}

/** Faction of a side: one of a list, or none. */
export function FactionPicker({ side }: { side: SideName }) {
  const { store, game, layout } = useHere();
  const [picking, setPicking] = useState(false);
  const faction = sideOf(store.scenario.value, side).faction;
  if (game && game.factions.length === 0)
    return <div class={`faction of-${side} fixed`}><small>{sideTitle[side]}</small></div>;
  const name = game?.factions.find((one) => one.id === faction)?.name ?? (faction ? inWords(faction) : 'No faction');
  const short = layout?.factions?.[faction ?? ''] ?? name.replace(/^The /, '').replace(/^.+ of (the )?/i, '');
  return (
    <>
      <button type="button" class={`faction of-${side}`} disabled={!game} onClick={() => setPicking(true)}>
        <small>{sideTitle[side]}</small>
        <span title={name}>
          <span class="whole-name">{name.replace(/^The /, '')}</span>
          <span class="short-name" aria-hidden="true">{short}</span>
        </span>
        <Icon name="down" />
      </button>
      {picking && game && (
        <Picker
          title={`${sideTitle[side]}: faction`} none="No faction" chosen={faction ? [faction] : []} side={side}
          offers={game.factions.map((listing) => ({ listing: { ...listing, kind: 'faction' }, foreign: false, missing: '' }))}
          onPick={(id) => store.setFaction(side, id)} onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}
