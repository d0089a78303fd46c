import { exampleTimes } from '../openapi/examples.js';

const dayMs = 24 * 60 * 60 * 1000;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;

/** The number of days from the date for which the examples were written to `now`. */
export function exampleDay(now: Date): number {
  return Math.floor((now.getTime() - Date.parse(exampleTimes.writtenOn)) / dayMs);
}

/** Moves every date-time of the description by whole days. Only examples have date-times. */
export function withTimesMoved<V>(value: V, days: number): V;
export function withTimesMoved(value: unknown, days: number): unknown {
  if (typeof value === 'string') return dateTime.test(value) ? moved(value, days) : value;
  if (Array.isArray(value)) return value.map((each) => withTimesMoved<unknown>(each, days));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withTimesMoved<unknown>(each, days)]),
  );
}

/** Moves a time by whole days and keeps its form, with or without milliseconds. */
function moved(time: string, days: number): string {
  const date = new Date(Date.parse(time) + days * dayMs).toISOString();
  return time.includes('.') ? date : date.replace(/\.\d{3}Z$/, 'Z');
}
