// A number with one less and one more, large enough for a thumb; held down it goes on.

import { type ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icons.tsx';

interface HoldProps {
  label: string;
  disabled?: boolean;
  onStep: () => void;
  icon: 'plus' | 'minus';
}

function HoldButton({ label, disabled, onStep, icon }: HoldProps) {
  const timer = useRef(0);
  const repeated = useRef(false);
  const step = useRef(onStep);
  step.current = onStep;
  const stop = () => window.clearTimeout(timer.current);
  useEffect(() => stop, []);
  useEffect(() => { if (disabled) stop(); }, [disabled]);
  const again = (wait: number) => {
    timer.current = window.setTimeout(() => {
      repeated.current = true;
      step.current();
      again(110);
    }, wait);
  };
  return (
    <button
      type="button"
      class="step"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onPointerDown={(event) => {
        repeated.current = false;
        if (event.button === 0 && !disabled) again(450);
      }}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        stop();
        if (!repeated.current && !disabled) onStep();
        repeated.current = false;
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

export interface StepperProps {
  value: number;
  least?: number;
  most?: number;
  /** What is counted, for a screen reader: "Attacker: one Fighter" */
  what: string;
  onChange: (value: number) => void;
  /** What stands in the middle; the number unless told. */
  children?: ComponentChildren;
}

export function Stepper({ value, least = 0, most = 100, what, onChange, children }: StepperProps) {
  return (
    <span class={`stepper${value === 0 ? ' none' : ''}`}>
      <HoldButton icon="minus" label={`${what} less`} disabled={value <= least} onStep={() => onChange(value - 1)} />
      {children ?? <output class="count" aria-label={`${what}: ${value}`}>{value}</output>}
      <HoldButton icon="plus" label={`${what} more`} disabled={value >= most} onStep={() => onChange(value + 1)} />
    </span>
  );
}
