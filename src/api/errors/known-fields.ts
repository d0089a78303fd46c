import { z } from '@hono/zod-openapi';
import { unwrapped } from './unset-fields.js';

/** Longer names are not compared: no field has such a name, and the comparison takes time. */
const comparedCharsMax = 64;
/** A name must share at least this many letters with a field that it begins, or that begins it. */
const prefixCharsMin = 4;
/** In shorter names only one letter may differ: with two, `id` would be close to `to`. */
const longNameCharsMin = 5;

/** Names for the same thing in other APIs, in the spelling of `plain`, with our fields in the order of preference. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  accounts: ['targets', 'platforms'],
  account: ['socialAccountId', 'accountId'],
  attachments: ['mediaIds'],
  body: ['text', 'captionOverride', 'caption', 'content'],
  content: ['captionOverride', 'caption', 'text'],
  date: ['scheduledFor', 'scheduledAt'],
  message: ['text', 'captionOverride', 'caption', 'content'],
  options: ['platformOptions'],
  post: ['captionOverride', 'caption', 'content'],
  profileid: ['socialAccountId', 'accountId'],
  publishat: ['scheduledFor', 'scheduledAt'],
  settings: ['platformOptions'],
  text: ['captionOverride', 'caption', 'content'],
  time: ['scheduledFor', 'scheduledAt'],
};

/** The fields that a schema knows at a path of a body or a query. Empty where it is not an object. */
export function knownFieldsAt(schema: unknown, sent: unknown, path: readonly PropertyKey[]): string[] {
  let current = unwrapped(schema, sent);
  let value = sent;
  for (const key of path) {
    value = isContainer(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    current = unwrapped(innerOf(current, key), value);
  }
  return current instanceof z.ZodObject ? Object.keys(current.shape) : [];
}

function innerOf(schema: unknown, key: PropertyKey): unknown {
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  if (!(schema instanceof z.ZodObject)) return undefined;
  const shape = schema.shape as Readonly<Record<PropertyKey, unknown>>;
  return Object.hasOwn(shape, key) ? shape[key] : undefined;
}

/** Returns the field that was probably meant by an unknown name, if there is one. */
export function meantField(name: string, known: readonly string[]): string | undefined {
  const asked = plain(name);
  if (name.length > comparedCharsMax || asked === '') return undefined;
  const distanceMax = asked.length < longNameCharsMin ? 1 : 2;
  const close = known
    .map((field) => ({ field, distance: distanceOf(asked, plain(field)) }))
    .filter(({ distance }) => distance <= distanceMax)
    .sort((a, b) => a.distance - b.distance);
  if (close[0] !== undefined) return close[0].field;
  const alias = Object.hasOwn(aliases, asked) ? aliases[asked] : undefined;
  return alias?.find((field) => known.includes(field)) ?? known.find((field) => begins(asked, plain(field)));
}

/** Whether one of two names begins the other. */
function begins(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= prefixCharsMin && (a.startsWith(b) || b.startsWith(a));
}

/** The letters and digits of a name, so that `scheduled_for` and `ScheduledFor` are the same. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The number of letters to add, remove or replace to turn one name into another. */
function distanceOf(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above[to.length] ?? 0;
}

const isContainer = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> =>
  typeof value === 'object' && value !== null;
