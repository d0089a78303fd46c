import { useState, type FocusEvent, type KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Makes a row of controls one stop of the Tab key, inside which the arrow keys move. Spread `row` on the element around
 * them, and give the controls `data-item` and the `tabIndex` of their place.
 */
export function useArrowKeys(count: number) {
  const [current, setCurrent] = useState(0);
  const stop = Math.min(current, Math.max(0, count - 1));
  return {
    tabIndex: (index: number): number => (index === stop ? 0 : -1),
    row: {
      onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>): void => {
        const index = itemsOf(currentTarget).indexOf(target);
        if (index >= 0) setCurrent(index);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
        const items = itemsOf(event.currentTarget);
        const from = items.indexOf(event.target as HTMLElement);
        const step = steps[event.key];
        if (from < 0 || step === undefined) return;
        event.preventDefault();
        items.at((from + step) % items.length)?.focus();
      },
    },
  };
}

const itemsOf = (row: HTMLElement): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('[data-item]:not(:disabled)'),
];
