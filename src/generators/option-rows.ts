import type { JsonObject } from '../domain/json.js';
import { number } from './markdown.js';

/** The part of JSON Schema with which options are described. */
interface Schema {
  type?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

/**
 * Returns a row for each option except `platform`, nested options included: name, accepted values, default, required,
 * description.
 */
export function optionRows(options: JsonObject): string[][] {
  return rowsOf(options, '').filter(([name]) => name !== '`platform`');
}

/** Returns the values of a platform's `kind` option. Empty if it has none. */
export function kindsIn(options: JsonObject): string[] {
  const { properties = {} }: Schema = options;
  const { kind } = properties;
  return valuesOf(kind ?? {}).filter((value) => typeof value === 'string');
}

function valuesOf(schema: Schema): unknown[] {
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  return [
    ...(schema.enum ?? []),
    ...(schema.const === undefined ? [] : [schema.const]),
    ...choices.flatMap(valuesOf),
  ];
}

function rowsOf({ properties = {}, required = [] }: Schema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`;
    const isRequired = required.includes(name) && schema.default === undefined;
    const byDefault = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
    const { description = '' } = schema;
    const own = [`\`${path}\``, taken(schema), byDefault, isRequired ? 'yes' : '', description];
    return [own, ...innerRows(schema, path)];
  });
}

function innerRows(schema: Schema, path: string): string[][] {
  const inner = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return inner.flatMap((part) => [
    ...rowsOf(part, `${path}.`),
    ...(part.items === undefined ? [] : innerRows(part.items, `${path}[]`)),
  ]);
}

/** Describes the accepted values in words, such as "2 to 4 of: text of 1 to 25 characters". */
function taken(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(taken).join(', or ');
  const values = valuesOf(schema);
  if (values.length > 0) return values.map((value) => `\`${String(value)}\``).join(', ');
  switch (schema.type) {
    case 'array':
      return `list of ${bounds(schema.minItems, schema.maxItems) || 'any number'}: ${taken(schema.items ?? {})}`;
    case 'string': {
      const length = bounds(schema.minLength, schema.maxLength);
      return `${schema.format ?? 'text'}${length === '' ? '' : ` of ${length} character${/(^| )1$/.test(length) ? '' : 's'}`}`;
    }
    case 'integer':
      return `whole number${after(bounds(schema.minimum, schema.maximum))}`;
    case 'number':
      return `number${after(bounds(schema.minimum, schema.maximum))}`;
    case 'boolean':
      return '`true`, `false`';
    default:
      return schema.type ?? 'anything';
  }
}

const after = (text: string): string => (text === '' ? '' : `, ${text}`);

function bounds(min: number | undefined, given: number | undefined): string {
  // zod writes MAX_SAFE_INTEGER for a whole number without a limit.
  const max = given === Number.MAX_SAFE_INTEGER ? undefined : given;
  if (min === undefined && max === undefined) return '';
  if (max === undefined) return `at least ${number(min ?? 0)}`;
  if (min === undefined) return `up to ${number(max)}`;
  return min === max ? number(max) : `${number(min)} to ${number(max)}`;
}
