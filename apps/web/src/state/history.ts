// What was there before: undo and redo over values that never change.

import { type ReadonlySignal, type Signal, computed, signal } from '@preact/signals';

export class History<T> {
  private readonly past: Signal<T[]> = signal([]);
  private readonly future: Signal<T[]> = signal([]);
  readonly now: Signal<T>;
  readonly canUndo: ReadonlySignal<boolean> = computed(() => this.past.value.length > 0);
  readonly canRedo: ReadonlySignal<boolean> = computed(() => this.future.value.length > 0);

  constructor(first: T, private readonly most = 200) {
    this.now = signal(first);
  }

  /** A change that can be undone; the same again is none. */
  set(next: T): void {
    const now = this.now.peek();
    if (JSON.stringify(now) === JSON.stringify(next)) return;
    this.past.value = [...this.past.peek(), now].slice(-this.most);
    this.future.value = [];
    this.now.value = next;
  }

  /** Begins anew: nothing to undo. */
  begin(first: T): void {
    this.past.value = [];
    this.future.value = [];
    this.now.value = first;
  }

  undo(): void {
    this.step(this.past, this.future);
  }

  redo(): void {
    this.step(this.future, this.past);
  }

  private step(from: Signal<T[]>, to: Signal<T[]>): void {
    const list = from.peek();
    if (list.length === 0) return;
    to.value = [...to.peek(), this.now.peek()];
    this.now.value = list[list.length - 1]!;
    from.value = list.slice(0, -1);
  }
}
