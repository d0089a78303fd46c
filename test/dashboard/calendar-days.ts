import type { Locator, Page } from 'playwright-core';

const dayMs = 86_400_000;
const march = 2;

/** The calendar shows next year, which is in the future whenever a test runs. */
export const nextYear = new Date().getUTCFullYear() + 1;

/** The clocks of New York go forward on the second Sunday of March. */
export function secondSundayOfMarch(year: number): number {
  const first = new Date(Date.UTC(year, march, 1));
  return first.getTime() + (((7 - first.getUTCDay()) % 7) + 7) * dayMs;
}

/** The clocks of Berlin go forward on the last Sunday of March. */
export function lastSundayOfMarch(year: number): number {
  const last = new Date(Date.UTC(year, march, 31));
  return last.getTime() - last.getUTCDay() * dayMs;
}

/** Returns the date this many days after the given one, as `YYYY-MM-DD`. */
export const dayAfter = (dayStartMs: number, days: number): string =>
  new Date(dayStartMs + days * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);

export const cellOf = (page: Page, day: string): Locator => page.locator(`[data-date="${day}"]`).first();

/**
 * Drags an element to a day of the calendar with the mouse. `take` and `put` are the distances from the left, as shares
 * of the element's width and of the day's.
 */
export async function dragToDay(
  page: Page,
  what: Locator,
  day: string,
  { take = 0.5, put = 0.5 } = {},
): Promise<void> {
  const from = await what.boundingBox();
  const to = await cellOf(page, day).boundingBox();
  if (from === null || to === null) throw new Error('There is nothing to drag, or nowhere to drag it.');
  await page.mouse.move(from.x + from.width * take, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width * put, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
}
