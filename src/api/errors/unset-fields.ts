import { z } from '@hono/zod-openapi';

type Unset = null | '';
type Fields = Readonly<Record<string, unknown>>;

/**
 * Removes optional fields that count as absent: null in a body, an empty text in a query (docs/contract.md#errors).
 * A value that the schema accepts has a meaning and stays.
 */
export function withoutUnset(schema: unknown, sent: unknown, unset: Unset): unknown {
  const inner = unwrapped(schema, sent);
  if (inner instanceof z.ZodArray && Array.isArray(sent)) {
    return mapped(sent, (item) => withoutUnset(inner.element, item, unset));
  }
  if (!(inner instanceof z.ZodObject) || !isFields(sent)) return sent;
  const shape: Readonly<Record<string, unknown>> = inner.shape;
  const entries = Object.entries(sent);
  const kept = entries
    .filter(([name, value]) => value !== unset || !Object.hasOwn(shape, name) || means(shape[name], value))
    .map(([name, value]) => [name, withoutUnset(shape[name], value, unset)] as const);
  const isSame = kept.length === entries.length && kept.every(([name, value]) => value === sent[name]);
  return isSame ? sent : Object.fromEntries(kept);
}

/** Removes the fields that are null, at any depth. For objects in which null always means absent. */
export function withoutNulls<V>(value: V): V;
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return mapped(value, (item) => withoutNulls(item));
  if (!isFields(value)) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutNulls(inner)]));
}

/** Whether a field must be kept: its schema accepts the value, or the field is required. */
function means(field: unknown, value: unknown): boolean {
  if (!(field instanceof z.ZodType)) return true;
  return accepts(field, value) || !accepts(field, undefined);
}

/** Returns the schema within optional and nullable ones, and the member of a union that fits the value. */
export function unwrapped(schema: unknown, sent: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrapped(schema.unwrap(), sent);
  if (!(schema instanceof z.ZodDiscriminatedUnion) || !isFields(sent)) return schema;
  const name = schema.def.discriminator;
  return schema.options.find(
    (option) => option instanceof z.ZodObject && accepts(option.shape[name], sent[name]),
  );
}

const accepts = (field: unknown, value: unknown): boolean =>
  field instanceof z.ZodType && field.safeParse(value).success;

function mapped(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const changed = list.map(change);
  return changed.every((item, index) => item === list[index]) ? list : changed;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
