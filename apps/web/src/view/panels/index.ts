import { advise } from './advise.tsx';
import { best } from './best.tsx';
import { compare } from './compare.tsx';
import { curve } from './curve.tsx';
import { need } from './need.tsx';
import { outcome } from './outcome.tsx';
import type { Panel } from './panel.ts';
import { story } from './story.tsx';

export const panels: Panel[] = [outcome, compare, need, best, advise, curve, story];
