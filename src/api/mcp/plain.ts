import { invalidRequest } from '../errors/validation.js';
import { isSchema, type Schema } from './schemas.js';

/**
 * Sentences of the API reference that do not apply to a tool that creates something, because null is not offered there.
 */
const notOfCreation = /^(In an update|Ignored in updates|Null and absent)\b/;
const notOfUpdates = /^(Ignored in updates|Null and absent)\b|\bnull\b/;
/** Regular expressions are a dialect of their own, and a client that does not know one refuses the tool. */
const leftOut = new Set(['anyOf', 'oneOf', 'not', 'pattern']);

/**
 * Describes an argument without unions, exclusions, patterns, null and fields with names that callers choose, because
 * some clients drop a server if one of its tools has them. The server accepts more than that: null for absent values, a
 * single value for a list, and objects where `fromPlain` makes them.
 */
export function plain(schema: Schema, updates = false, depth = 0): Schema {
  const { anyOf, oneOf, type } = schema;
  const chosen = choose((anyOf ?? oneOf ?? []) as Schema[], updates, depth);
  const own = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (leftOut.has(key) || (key === 'format' && value !== 'date-time')) return [];
    if (key === 'properties') return [[key, map(value as Schema, updates, depth)]];
    return [[key, isSchema(value) ? plain(value, updates, depth) : value]];
  });
  const unwanted = updates ? notOfUpdates : notOfCreation;
  const description = [schema['description'], chosen['description']]
    .filter((each) => typeof each === 'string')
    .flatMap((each) => each.split(/(?<=\.) /))
    .filter((sentence) => !unwanted.test(sentence))
    .join(' ');
  return withoutFreeForm({
    ...chosen,
    ...Object.fromEntries(own),
    ...(Array.isArray(type) && { type: type.find((each) => each !== 'null') as unknown }),
    ...(description !== '' && { description }),
  });
}

/**
 * Lists of names and values belong to the whole post: `mediaAltText` of the post also covers the media of its parts.
 */
const map = (fields: Schema, updates: boolean, depth: number): Schema =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => depth === 0 || !listed.has(name))
      .map(([name, field]) => [name, plain(field as Schema, updates, depth + 1)]),
  );

/**
 * If the union accepts a single value or a list, returns the list. Otherwise returns the only member that is not null.
 */
function choose(members: readonly Schema[], updates: boolean, depth: number): Schema {
  const offered = members.filter(({ type }) => type !== 'null');
  const chosen = offered.find(({ type }) => type === 'array') ?? offered[0];
  return chosen === undefined ? {} : plain(chosen, updates, depth);
}

const said = (description: unknown, more: string): string =>
  typeof description === 'string' ? `${description} ${more}` : more;

/** Describes an object without known fields as a list of names and values, or as JSON text if a value can be anything. */
function withoutFreeForm(schema: Schema): Schema {
  const { type, properties, additionalProperties: value, description, maxProperties } = schema;
  if (type !== 'object' || properties !== undefined || value === undefined || value === false) return schema;
  if (!isSchema(value)) return { type: 'string', description: said(description, 'A JSON object, as text.') };
  return {
    type: 'array',
    description: said(description, 'A list of names and values.'),
    ...(maxProperties !== undefined && { maxItems: maxProperties }),
    items: {
      type: 'object',
      properties: { name: { type: 'string' }, value },
      required: ['name', 'value'],
      additionalProperties: false,
    },
  };
}

/** The arguments that are lists of names and values in a tool, but objects in the API. */
const listed = new Set(['metadata', 'mediaAltText']);

/**
 * Turns arguments in the form that `plain` describes into arguments of the API. Arguments that already have the form of
 * the API are not changed.
 */
export function fromPlain(args: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(args).map(([name, value]): [string, unknown] => {
    if (listed.has(name)) return [name, toObject(value)];
    if (name !== 'platforms' || !Array.isArray(value)) return [name, value];
    return [name, value.map((entry, index) => withOptions(entry, index))];
  });
  return Object.fromEntries(entries);
}

function toObject(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  const isPair = (item: unknown): item is { name: string; value: unknown } =>
    isSchema(item) && typeof item['name'] === 'string';
  if (!list.every(isPair)) return list;
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

function withOptions(entry: unknown, index: number): unknown {
  if (!isSchema(entry)) return entry;
  const { platformOptions: text } = entry;
  return typeof text === 'string' ? { ...entry, platformOptions: parsed(text, index) } : entry;
}

function parsed(text: string, index: number): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const path = `platforms.${index}.platformOptions`;
    throw invalidRequest([{ path, code: 'invalid_json', message: 'Must be a JSON object, as text.' }]);
  }
}
