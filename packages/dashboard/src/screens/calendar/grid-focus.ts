import type { KeyboardEvent } from 'react';
import { daysLaterOf } from './range.js';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const linksOfDays = '[data-date] [role=link][aria-label]';

const dayOfLink = (link: Element): string => link.closest<HTMLElement>('[data-date]')?.dataset['date'] ?? '';

/** Removes the links from past days. Only one of the other days is in the tab order; arrow keys reach the rest. */
export function settleDayLinks(calendar: HTMLElement | null, today: string): void {
  const links = [...(calendar?.querySelectorAll<HTMLElement>(linksOfDays) ?? [])];
  const offered = links.filter((link) => dayOfLink(link) >= today);
  for (const link of links.filter((one) => !offered.includes(one))) {
    for (const name of ['role', 'tabindex', 'aria-label']) link.removeAttribute(name);
    link.style.cursor = 'default';
  }
  const [first] = offered;
  const reached = offered.find((link) => link === document.activeElement) ?? first;
  for (const link of offered) link.tabIndex = link === reached ? 0 : -1;
}

/** Moves the focus between days with the arrow keys. */
export function stepBetweenDays(event: KeyboardEvent<HTMLElement>): void {
  const days = steps[event.key];
  if (days === undefined || !(event.target instanceof HTMLElement)) return;
  if (!event.target.matches(linksOfDays)) return;
  const wanted = daysLaterOf(dayOfLink(event.target), days);
  const next = [...event.currentTarget.querySelectorAll<HTMLElement>(linksOfDays)].find(
    (link) => dayOfLink(link) === wanted,
  );
  event.preventDefault();
  if (next === undefined) return;
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/**
 * Makes the hours of the week and day views scrollable with the keyboard, also where no post takes the focus. The header
 * of the row takes it, because a table allows no focus on the scrolling element itself.
 */
export function settleHours(calendar: HTMLElement | null): void {
  const header = calendar?.querySelector<HTMLElement>('[role=rowheader]:not([tabindex])');
  if (header !== null && header !== undefined) header.tabIndex = 0;
}
