import { z } from '@hono/zod-openapi';
import { closestName, isComparable, plain } from '../../domain/closest-name.js';
import { unwrapped } from './unset-fields.js';

/** A name must share at least this many letters with a field that it begins, or that begins it. */
const prefixCharsMin = 4;

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

/**
 * The fields that a schema defines at a path of a body or a query. The list is empty if there is no object at the path.
 */
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
  if (!isComparable(name)) return undefined;
  const close = closestName(name, known);
  if (close !== undefined) return close;
  const alias = Object.hasOwn(aliases, asked) ? aliases[asked] : undefined;
  return alias?.find((field) => known.includes(field)) ?? known.find((field) => begins(asked, plain(field)));
}

/** Whether one of two names begins the other. */
function begins(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= prefixCharsMin && (a.startsWith(b) || b.startsWith(a));
}

const isContainer = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> =>
  typeof value === 'object' && value !== null;
