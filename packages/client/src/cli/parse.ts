import { InvalidArgumentError, type Command } from 'commander';

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const relative = /^\+(\d{1,6})([smhd])$/;
const instant = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/;

/** How far ahead `now` is, because the time must still be in the future when the request arrives at the server. */
const nowDelayMs = 5_000;
export const timeHelp = 'when to publish: now, +10m, 2030-01-31T09:00 or 2030-01-31T09:00:00Z';

/**
 * Parses a time: `now`, an ISO 8601 date and time, in local time unless it says otherwise, or a distance from now.
 */
export function parseTime(text: string): string {
  if (text === 'now') return new Date(Date.now() + nowDelayMs).toISOString();
  const [, count = '', unit = ''] = relative.exec(text) ?? [];
  if (isUnit(unit)) return new Date(Date.now() + Number(count) * unitMs[unit]).toISOString();
  const [, day = ''] = instant.exec(text) ?? [];
  const time = isDay(day) ? new Date(text) : null;
  if (time === null || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError(
      'Write now, or a time such as 2030-01-31T09:00, 2030-01-31T09:00:00Z or +10m.',
    );
  return time.toISOString();
}

/** Whether a day exists. Otherwise February 30 would be March 2. */
function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return text !== '' && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

const isUnit = (text: string): text is keyof typeof unitMs => Object.hasOwn(unitMs, text);

/** Makes a parser of whole numbers within these limits. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Write a whole number from ${min} to ${max}.`);
  };

/** Collects the values of an option that may be repeated, and splits each at its commas. */
export const collect = (text: string, previous: string[] | undefined): string[] => [
  ...(previous ?? []),
  ...text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
];

/** Collects the values of an option that may be repeated, as they are. */
export const collectText = (text: string, previous: string[] | undefined): string[] => [
  ...(previous ?? []),
  text,
];

/** Parses `-`, which is the only value of an argument that reads from standard input. */
export function parseDash(text: string): string {
  if (text === '-') return text;
  throw new InvalidArgumentError('Write - to read it from standard input.');
}

const listMax = 1_000;
const listDefault = 25;

export interface IdempotentOptions {
  idempotencyKey?: string;
}

export const withIdempotencyKey = (command: Command): Command =>
  command.option(
    '--idempotency-key <key>',
    'repeat the command with the same key, and it takes effect once (within 24 hours)',
  );

export interface ListOptions {
  workspace?: string;
  limit: number;
}

/** The options that all lists have. */
export const withListOptions = (command: Command): Command =>
  command
    .option('--workspace <id>', 'only of this workspace')
    .option(
      '--limit <count>',
      `how many to list at most, up to ${listMax}`,
      wholeNumber(1, listMax),
      listDefault,
    );

/** The size of a page, so that no page has more items than wanted. */
export const pageLimitOf = ({ limit }: ListOptions): number => Math.min(limit, 100);

/** Takes the first items of a list, and requests no page after them. */
export async function firstOf<T>(items: AsyncIterable<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length >= count) break;
  }
  return taken;
}
