// The battle to hand on: our link, links of other tools, words for a chat.

import { useId, useState } from 'preact/hooks';
import { sentence } from '../state/report.ts';
import { useHere } from './context.ts';
import { Sheet } from './sheet.tsx';

export function pageLink(link: string): string {
  return `${location.origin}${location.pathname}${link}`;
}

function Copy({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false);
  const id = useId();
  const copy = async () => {
    const box = document.getElementById(id) as HTMLInputElement;
    try {
      await navigator.clipboard.writeText(text);
    } catch {  // an old browser, or a page that is not secure
      box.select();
      document.execCommand('copy');
    }
    setCopied(true);
    window.setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div class="copy">
      <label for={id}>{label}</label>
      <div class="copy-line">
        <input id={id} type="text" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" class="button" onClick={copy} aria-label={`Copy: ${label}`}>{copied ? 'Copied' : 'Copy'}</button>
      </div>
      <span class="visually-hidden" role="status">{copied ? 'Copied' : ''}</span>
    </div>
  );
}

export function ShareSheet({ onClose }: { onClose: () => void }) {
  const { store } = useHere();
  const handed = store.handedOn.value, report = store.odds.answer.value;
  if (!handed) return <Sheet title="Share this battle" onClose={onClose}><p class="quiet">The link is being made.</p></Sheet>;
  const link = pageLink(handed.link);
  const words = `${handed.fleets.attacker} vs ${handed.fleets.defender}${report ? `: ${sentence(report).toLowerCase()}` : ''}`;
  const canShare = typeof navigator.share === 'function';
  return (
    <Sheet title="Share this battle" onClose={onClose}>
      {canShare && <button type="button" class="button primary wide" data-first onClick={() => navigator.share({ title: 'Broadside', text: words, url: link }).catch(() => undefined)}>Share…</button>}
      <Copy label="Link to this page" text={link} />
      <Copy label="In words" text={words} />
      {handed.others.map((other) => <Copy key={other} label={new URL(other).hostname + (handed.others.length > 1 ? (other.includes('place=ground') ? ', on the ground' : ', in space') : '')} text={other} />)}
      {handed.notes.length > 0 && <><p class="quiet">That site cannot say:</p><ul class="notes">{handed.notes.map((note) => <li key={note}>{note}</li>)}</ul></>}
      <div class="buttons"><button type="button" class="button" onClick={() => { onClose(); window.setTimeout(() => window.print(), 50); }}>Print</button></div>
    </Sheet>
  );
}
