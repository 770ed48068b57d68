// One battle told round by round.

import { useEffect, useState } from 'preact/hooks';
import { useHere } from '../context.ts';
import { Icon } from '../icons.tsx';
import { ProblemBox, Progress } from '../parts.tsx';
import type { Panel } from './panel.ts';
import { useAsking } from './use_asking.ts';

interface Story {
  seed: number;
  lines: string[];
}

/** Lines between empty ones belong together; the first of them is a heading where it says no more than one. */
function scenes(lines: string[]): string[][] {
  const list: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '') list.push([]);
    else list[list.length - 1]!.push(line);
  }
  return list.filter((scene) => scene.length > 0);
}

function Line({ text }: { text: string }) {
  const side = /^\s*(attacker|defender)\b/.exec(text)?.[1];
  // Dice that hit carry a star, dice that were rolled again a mark before the new number.
  const parts = text.trim().replace(/(\d)> /g, '$1→').split(/(\b\d+\*)/);
  return <li class={side ? `of-${side}` : ''}>{parts.map((part, i) => (i % 2 ? <b class="hit" key={i}>{part.slice(0, -1)}</b> : part))}</li>;
}

function View() {
  const { store } = useHere();
  const asking = useAsking<Story>();
  const [seed, setSeed] = useState(1);
  const scenario = store.scenario.value;
  const fits = store.empty.value.length === 0 && store.engineState.value === 'ready';
  useEffect(() => {
    if (fits) void asking.ask({ ...scenario, ask: 'replay', options: { seed } });
    else asking.clear();
  }, [scenario, seed, fits]);
  const answer = asking.answer.value;
  return (
    <section class="card" aria-labelledby="story-title">
      <h3 class="card-title" id="story-title">One battle, told<small>battle {seed} of many: the same number, the same dice</small></h3>
      <div class="buttons">
        <button type="button" class="button" aria-disabled={seed === 1 || undefined} onClick={() => setSeed(Math.max(1, seed - 1))}>The one before</button>
        <button type="button" class="button primary" onClick={() => setSeed(seed + 1)}><Icon name="dice" /> Another</button>
      </div>
      <Progress value={asking.progress.value} label="Telling" />
      {asking.problem.value && <ProblemBox problem={asking.problem.value} />}
      {!fits && <p class="quiet">Both sides need units first.</p>}
      {answer && (
        <div class="story">
          {scenes(answer.lines).map((scene, i) => {
            const headed = scene.length > 1 && !scene[0]!.startsWith(' ') && scene[1]!.startsWith(' ');
            return (
              <div class="scene" key={i}>
                {headed && <h4>{scene[0]}</h4>}
                <ul>{(headed ? scene.slice(1) : scene).map((line, at) => <Line key={at} text={line} />)}</ul>
              </div>
            );
          })}
        </div>
      )}
    </section>
  );
}

export const story: Panel = { id: 'story', title: 'Story', View };
