import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { Day } from './days.js';
import { daysLaterOf } from './range.js';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const dates = '[data-new]';

export const dayOfElement = (element: Element): string =>
  element.closest<HTMLElement>('[data-date]')?.dataset['date'] ?? '';

/**
 * Returns the day whose date is in the tab order, and a handler that makes it the one that gets the focus. Arrow keys
 * reach the others.
 */
export function useReachedDay(
  offered: readonly Day[],
): [string | undefined, (event: FocusEvent<HTMLElement>) => void] {
  const [focused, setFocused] = useState<string>();
  const reached = offered.find(({ date }) => date === focused) ?? offered[0];
  return [
    reached?.date,
    ({ target }) => {
      if (target.matches(dates)) setFocused(dayOfElement(target));
    },
  ];
}

/** Moves the focus between dates with the arrow keys. */
export function stepBetweenDays(event: KeyboardEvent<HTMLElement>): void {
  const days = steps[event.key];
  if (days === undefined || !(event.target instanceof HTMLElement) || !event.target.matches(dates)) return;
  event.preventDefault();
  const wanted = daysLaterOf(dayOfElement(event.target), days);
  event.currentTarget.querySelector<HTMLElement>(`[data-date="${wanted}"] ${dates}`)?.focus();
}
