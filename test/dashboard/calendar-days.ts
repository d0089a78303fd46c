import type { Locator, Page } from 'playwright-core';

const dayMs = 86_400_000;
const march = 2;

/** Next year, so that it is in the future whenever a test runs. */
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

/** `YYYY-MM-DD`, so many days after this one. */
export const dayAfter = (dayStartMs: number, days: number): string =>
  new Date(dayStartMs + days * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);

export const cellOf = (page: Page, day: string): Locator => page.locator(`[data-date="${day}"]`).first();

/**
 * Drags something to a day of the calendar by the mouse. `take` and `put`: how far from the left, of its own width and
 * of the day's.
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
