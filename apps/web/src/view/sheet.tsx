// A sheet over the page: from below on a phone, in the middle of a wide screen. The browser's own dialog
// keeps the keyboard inside and gives it back to whoever opened it.

import { type ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icons.tsx';

export interface SheetProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Takes the whole height: lists that are searched. */
  tall?: boolean;
  side?: string;
}

export function Sheet({ title, onClose, children, tall, side }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current!;
    const before = document.activeElement as HTMLElement | null;
    shown.showModal();
    // What wants the keyboard first says so; otherwise the sheet itself, so that its title is read.
    (shown.querySelector<HTMLElement>('[data-first]') ?? shown.querySelector<HTMLElement>('h2'))?.focus();
    document.documentElement.classList.add('sheet-open');
    return () => {
      shown.close();
      if (!document.querySelector('dialog[open]')) document.documentElement.classList.remove('sheet-open');
      if (before?.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`sheet${tall ? ' tall' : ''}${side ? ` of-${side}` : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="sheet-inner">
        <header class="sheet-head">
          <h2 id={id} tabIndex={-1}>{title}</h2>
          <button type="button" class="icon-button" aria-label="Close" onClick={onClose}><Icon name="close" /></button>
        </header>
        <div class="sheet-body">{children}</div>
      </div>
    </dialog>
  );
}
