// One box for anything that says a battle: read by the engine as it is typed, taken when it is right.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../state/asking.ts';
import type { ReadText } from '../state/store.ts';
import { type SideName } from '../state/scenario.ts';
import { useHere } from './context.ts';
import { ProblemBox } from './parts.tsx';
import { Sheet } from './sheet.tsx';

export function PasteSheet({ onClose }: { onClose: () => void }) {
  const { store } = useHere();
  const [text, setText] = useState('');
  const [read, setRead] = useState<ReadText | undefined>(undefined);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const turn = useRef(0);
  const canReadClipboard = typeof navigator.clipboard?.readText === 'function';
  useEffect(() => {
    const mine = ++turn.current;
    if (!text.trim()) {
      setRead(undefined);
      setProblem(undefined);
      return;
    }
    const timer = window.setTimeout(async () => {
      const answer = await store.read(text);
      if (mine !== turn.current) return;
      setRead(answer.read);
      setProblem(answer.problem);
    }, 150);
    return () => window.clearTimeout(timer);
  }, [text]);
  const take = (side?: SideName) => {
    if (read) store.use(read, false, side);
    onClose();
  };
  const titleOf = (id: string) => store.gameNames.value.find((game) => game.id === id)?.title ?? id;
  return (
    <Sheet title="Paste a battle" onClose={onClose}>
      <p class="quiet">A fleet, two with <b>vs</b> between them, a link of this page, of ti4battle.com or of ti-combat, AsyncTI4's words, or a <b>hexSummary</b> with its tile (<b>tile 18: …</b>).</p>
      <textarea
        data-first rows={4} aria-label="Battle as a text or a link" placeholder="2 dn, 4 ff vs ws, 3 ff" value={text} spellcheck={false}
        autocapitalize="off" onInput={(event) => setText(event.currentTarget.value)}
      />
      {canReadClipboard && (
        <button type="button" class="button" onClick={() => navigator.clipboard.readText().then(setText, () => undefined)}>From the clipboard</button>
      )}
      <div class="read" aria-live="polite">
        {problem && <ProblemBox problem={problem} />}
        {read && (
          <>
            <p class="read-what">
              <b>{titleOf(read.game)}{read.scenario?.battle ? `, ${read.scenario.battle}` : ''}</b>
              {read.scenario
                ? <span><span class="of-attacker">{read.fleets?.attacker || 'nothing'}</span> against <span class="of-defender">{read.fleets?.defender || 'nothing'}</span></span>
                : <span>{read.fleet}</span>}
            </p>
            {read.notes.length > 0 && <ul class="notes">{read.notes.map((note) => <li key={note}>{note}</li>)}</ul>}
          </>
        )}
      </div>
      <div class="buttons">
        {read?.scenario && <button type="button" class="button primary" onClick={() => take()}>Use this battle</button>}
        {read && !read.scenario && <button type="button" class="button primary" onClick={() => take('attacker')}>As the attacker</button>}
        {read && !read.scenario && <button type="button" class="button primary defender" onClick={() => take('defender')}>As the defender</button>}
        {!read && <button type="button" class="button" onClick={onClose}>Cancel</button>}
      </div>
    </Sheet>
  );
}
