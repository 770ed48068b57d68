// A list that is searched: what may be had, with what it does in a line.

import { useMemo, useState } from 'preact/hooks';
import { type Offer, inWords } from '../state/schema.ts';
import { Icon } from './icons.tsx';
import { Sheet } from './sheet.tsx';

export interface PickerProps {
  title: string;
  offers: Offer[];
  chosen: string[];
  /** One is taken and the sheet closes, or as many as wanted. */
  many?: boolean;
  /** What may be taken as well: nobody. */
  none?: string;
  kinds?: Record<string, string>;
  side?: string;
  onPick: (id: string | undefined) => void;
  onClose: () => void;
}

/** Everything that was typed is in its name, its text or the names that people give it. */
function matches(offer: Offer, words: string[]): boolean {
  const { name, text, id, aliases, kind, faction } = offer.listing;
  const all = `${name} ${id} ${aliases.join(' ')} ${kind} ${faction} ${text}`.toLowerCase().replaceAll('_', ' ');
  return words.every((word) => all.includes(word));
}

interface Group {
  kind: string;
  title: string;
  offers: Offer[];
}

function grouped(offers: Offer[], kinds: Record<string, string>): Group[] {
  const groups = new Map<string, Offer[]>();
  for (const offer of offers) groups.set(offer.listing.kind, [...(groups.get(offer.listing.kind) ?? []), offer]);
  const order = Object.keys(kinds);
  const place = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return [...groups]
    .map(([kind, list]) => ({ kind, title: kinds[kind] ?? inWords(kind), offers: list }))
    .sort((a, b) => place(a.kind) - place(b.kind));
}

export function Picker({ title, offers, chosen, many, none, kinds = {}, side, onPick, onClose }: PickerProps) {
  const [search, setSearch] = useState('');
  const [everybody, setEverybody] = useState(false);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const hasForeign = offers.some((offer) => offer.foreign);
  const shown = useMemo(
    () => offers.filter((offer) =>
      (!offer.foreign || everybody || chosen.includes(offer.listing.id)) && matches(offer, words)),
    [offers, search, everybody, chosen.join()]);
  const foreignHits = hasForeign && !everybody && words.length > 0
    ? offers.filter((offer) => offer.foreign && matches(offer, words)).length : 0;
  // Names that begin as typed come first, each kind together.
  const groups = grouped(
    words.length
      ? [...shown].sort((a, b) => Number(b.listing.name.toLowerCase().startsWith(words[0]!)) - Number(a.listing.name.toLowerCase().startsWith(words[0]!)))
      : shown,
    kinds);
  const pick = (id: string | undefined) => {
    onPick(id);
    if (!many) onClose();
  };
  return (
    <Sheet title={title} onClose={onClose} tall side={side}>
      <div class="search">
        <Icon name="search" />
        <input
          type="search" data-first placeholder="Search" aria-label={`Search: ${title}`} value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            const first = groups[0]?.offers[0];
            if (event.key === 'Enter' && words.length && first && !first.missing) pick(first.listing.id);
          }}
        />
      </div>
      {hasForeign && (
        <label class="check">
          <input type="checkbox" checked={everybody} onChange={(event) => setEverybody(event.currentTarget.checked)} />
          Those of other factions too
        </label>
      )}
      <p class="visually-hidden" role="status">{shown.length} found</p>
      <div class="offers">
        {none && !words.length && (
          <button type="button" class="offer" aria-pressed={chosen.length === 0} onClick={() => pick(undefined)}>
            <span class="offer-name">{none}</span>
          </button>
        )}
        {groups.map((group) => (
          <section key={group.kind} aria-label={group.title}>
            {groups.length > 1 && <h3>{group.title}</h3>}
            {group.offers.map(({ listing, missing }) => {
              const on = chosen.includes(listing.id);
              return (
                <button
                  type="button" key={listing.id} class="offer" aria-pressed={on}
                  disabled={missing !== '' && !on} onClick={() => pick(listing.id)}
                >
                  <span class="offer-name">
                    {listing.name}
                    {on && <Icon name="check" />}
                  </span>
                  {listing.text && <span class="offer-text">{listing.text}</span>}
                  {missing && <span class="offer-missing">needs {missing}</span>}
                </button>
              );
            })}
          </section>
        ))}
        {shown.length === 0 && <p class="quiet">Nothing here is called that.</p>}
        {foreignHits > 0 && (
          <button type="button" class="button" onClick={() => setEverybody(true)}>
            {foreignHits} more of other factions
          </button>
        )}
      </div>
    </Sheet>
  );
}
