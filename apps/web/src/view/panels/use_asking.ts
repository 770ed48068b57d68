import { useEffect, useMemo } from 'preact/hooks';
import { Asking } from '../../state/asking.ts';
import { useStore } from '../context.ts';

/** A question of a panel's own; nobody waits for it any more when the panel goes. */
export function useAsking<T>(): Asking<T> {
  const store = useStore();
  const asking = useMemo(() => new Asking<T>(() => store.engine), []);
  useEffect(() => () => asking.stop(), []);
  return asking;
}
