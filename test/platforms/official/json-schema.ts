import { z } from 'zod';

export type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>;
export const jsonSchema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null);

interface Defined {
  $defs: Readonly<Record<string, JsonSchema>>;
}

/** Schemas are converted once, because a description is used for hundreds of requests. */
const made = new WeakMap<JsonSchema, z.ZodType>();

/** Returns what a schema forbids of a value, without the value itself. */
export function faultsIn({ $defs }: Defined, schema: JsonSchema, value: unknown, where: string): string[] {
  const type = made.get(schema) ?? z.fromJSONSchema({ ...schema, $defs: { ...$defs } });
  made.set(schema, type);
  const { error } = type.safeParse(value);
  return [...new Set(error?.issues.flatMap((issue) => wordsOf(issue)) ?? [])].map(
    (words) => `${where}${words}`,
  );
}

type Issue = z.core.$ZodIssue;

/** Positions in lists are left out, so that the same fault of two items is one. */
function wordsOf(issue: Issue, below = ''): string[] {
  const at = `${below}${issue.path.map((part) => (typeof part === 'number' ? '[]' : `.${String(part)}`)).join('')}`;
  // The list of possible values is too long to be read.
  if (issue.code === 'invalid_value') return [`${at}: is none of the known values`];
  if (issue.code !== 'invalid_union') return [`${at}: ${issue.message}`];
  const options = issue.errors.map((issues) => issues.flatMap((one) => wordsOf(one, at)));
  // The value was probably meant for the option of the union that has the fewest problems.
  return options.sort((one, other) => one.length - other.length)[0] ?? [`${at}: ${issue.message}`];
}

/** Converts the texts of a query or a form to the types of the schema: numbers, booleans, or lists with commas. */
export function coerced(defined: Defined, schema: JsonSchema, texts: Record<string, unknown>): unknown {
  const { properties = {} } = objectIn(defined, schema) ?? {};
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const property = properties[name];
      return [
        name,
        typeof property === 'object' && typeof text === 'string' ? valueOf(defined, property, text) : text,
      ];
    }),
  );
}

function objectIn(defined: Defined, schema: JsonSchema): JsonSchema | undefined {
  const { properties, anyOf = [] } = resolved(defined, schema);
  if (properties !== undefined) return resolved(defined, schema);
  return anyOf.filter((option) => typeof option === 'object').map((option) => objectIn(defined, option))[0];
}

function valueOf(defined: Defined, schema: JsonSchema, text: string): unknown {
  const { type, items, anyOf = [] } = resolved(defined, schema);
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if (type === 'array') {
    const item = typeof items === 'object' && !Array.isArray(items) ? items : {};
    return outermost(text).map((part) => valueOf(defined, item, part));
  }
  const values = anyOf
    .filter((option) => typeof option === 'object')
    .map((option) => valueOf(defined, option, text));
  return values.find((value) => value !== text) ?? text;
}

function resolved(defined: Defined, schema: JsonSchema): JsonSchema {
  const { $ref } = schema;
  const target = $ref === undefined ? undefined : defined.$defs[$ref.replace('#/$defs/', '')];
  return target === undefined ? schema : resolved(defined, target);
}

/** Returns the names in a list such as `id,replies.limit(9){id,text}`, without what is in parentheses and braces. */
function outermost(text: string): string[] {
  const innermost = /\{[^{}]*\}|\.\w+\([^()]*\)/g;
  const shorter = text.replaceAll(innermost, '');
  return shorter === text ? text.split(',') : outermost(shorter);
}
