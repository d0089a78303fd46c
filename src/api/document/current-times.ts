import { exampleTimes } from '../openapi/examples.js';

const dayMs = 24 * 60 * 60 * 1000;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;

/** The number of days since the day for which the examples were written. */
export function exampleDay(now: Date): number {
  return Math.floor((now.getTime() - Date.parse(exampleTimes.writtenOn)) / dayMs);
}

/** Moves every date-time of the description by whole days. Only examples have date-times. */
export function withTimesMoved<V>(description: V, days: number): V {
  return JSON.parse(JSON.stringify(description), (_name, value: unknown) =>
    typeof value === 'string' && dateTime.test(value) ? moved(value, days) : value,
  ) as V;
}

/** Moves a time and keeps its form, with or without milliseconds. */
function moved(time: string, days: number): string {
  const date = new Date(Date.parse(time) + days * dayMs).toISOString();
  return time.includes('.') ? date : date.replace(/\.\d{3}Z$/, 'Z');
}
