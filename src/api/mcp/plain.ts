import { isSchema, type Schema } from './schemas.js';

/** Sentences of the API reference that do not hold for a tool: no tool updates posts, or offers null. */
const notOfTools = /^(In an update|Ignored in updates|Null and absent)\b/;
/** Regular expressions are a dialect of their own, and a client that does not know one refuses the tool. */
const leftOut = new Set(['anyOf', 'oneOf', 'not', 'pattern']);
const map = (fields: Schema): Schema =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, plain(field as Schema)]));

/**
 * Describes an argument without unions, exclusions, patterns and null, because some clients drop a server if one of
 * its tools has them. The server accepts more than that: null for what is absent, and a single value for a list.
 */
export function plain(schema: Schema): Schema {
  const { anyOf, oneOf, type } = schema;
  const chosen = choose((anyOf ?? oneOf ?? []) as Schema[]);
  const own = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (leftOut.has(key) || (key === 'format' && value !== 'date-time')) return [];
    if (key === 'properties') return [[key, map(value as Schema)]];
    return [[key, isSchema(value) ? plain(value) : value]];
  });
  const description = [schema['description'], chosen['description']]
    .filter((each) => typeof each === 'string')
    .flatMap((each) => each.split(/(?<=\.) /))
    .filter((sentence) => !notOfTools.test(sentence))
    .join(' ');
  return {
    ...chosen,
    ...Object.fromEntries(own),
    ...(Array.isArray(type) && { type: type.find((each) => each !== 'null') as unknown }),
    ...(description !== '' && { description }),
  };
}

/** The list, if a single value is accepted as well; otherwise the only member that is not null. */
function choose(members: readonly Schema[]): Schema {
  const offered = members.filter(({ type }) => type !== 'null');
  const chosen = offered.find(({ type }) => type === 'array') ?? offered[0];
  return chosen === undefined ? {} : plain(chosen);
}
