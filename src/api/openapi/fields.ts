import { z } from '@hono/zod-openapi';
import { countMessage } from '../../domain/count-message.js';
import type { JsonObject } from '../../domain/json.js';
import { idCharsMax } from '../../domain/ids.js';
import { listLimitDefault, listLimitMax } from '../../domain/limits.js';
import { createdAtSorts } from '../../services/shared/paging/keyset.js';
import { exampleIds } from '../examples/ids.js';
import { exampleTimes } from './examples.js';

const timezoneCharsMax = 64;
const cursorCharsMax = 1024;
/** The accepted years, 1970 to 9999, for which Postgres and JavaScript agree on every instant. */
const instantMsMin = Date.UTC(1970, 0, 1);
const instantMsMax = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A string with limits in characters, counted as in JSON Schema: an emoji is one, although its `length` is two. */
export function text(charsMax: number, charsMin = 0) {
  return z
    .string()
    .refine((value) => value.length <= charsMax || [...value].length <= charsMax, {
      error: ({ input }) => charsMessage('most', charsMax, String(input)),
      params: { code: 'too_long' },
    })
    .refine((value) => [...value.slice(0, 2 * charsMin)].length >= charsMin, {
      error: ({ input }) => charsMessage('least', charsMin, String(input)),
      params: { code: 'too_short' },
    })
    .openapi({ maxLength: charsMax, ...(charsMin > 0 ? { minLength: charsMin } : {}) });
}

/** A text with at least one character that can be seen. */
export const visibleText = (charsMax: number) =>
  text(charsMax, 1).regex(/\S/, 'Must have at least one visible character.');

const charsMessage = (which: 'least' | 'most', bound: number, value: string): string =>
  countMessage(which, bound, 'character', [...value].length);

/** Matches a date-time, in which the seconds and the colon of the offset may be left out. */
const writtenInstant = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?:(Z)|([+-])(\d\d):?(\d\d))$/;

const inFull = (written: string): string =>
  written.replace(
    writtenInstant,
    (_, minute: string, second = ':00', utc = '', sign = '', hours = '', minutes = '') =>
      `${minute}${String(second)}${utc === 'Z' ? utc : `${String(sign)}${String(hours)}:${String(minutes)}`}`,
  );

/** Restores the "+" of an offset, which arrives as a space if it was not encoded in a query. */
const withPlus = (written: string): string => written.replace(/ (?=\d\d:?\d\d$)/, '+');

const instantWritten = (read: (written: string) => string) =>
  z
    .string()
    .overwrite(read)
    .check(
      z.iso.datetime({
        offset: true,
        abort: true,
        error: ({ code }) =>
          code === 'invalid_format'
            ? 'Must be an ISO 8601 date-time with Z or an offset, of a day that exists, such as 2030-01-31T09:00:00Z or 2030-01-31T10:00:00+01:00.'
            : undefined,
      }),
    )
    .refine(
      (value) => new Date(value).getTime() >= instantMsMin && new Date(value).getTime() <= instantMsMax,
      {
        message: 'Must be in the years 1970 to 9999.',
        params: { code: 'out_of_range' },
      },
    )
    .transform((value) => new Date(value))
    .openapi({ type: 'string', format: 'date-time', example: exampleTimes.ahead });

/** A date-time with Z or an offset, read as a Date. */
export const instant = instantWritten(inFull);
export const instantInQuery = instantWritten((written) => inFull(withPlus(written)));

/** Like `instant`, for fields that may be null or absent. */
export const instantOrNull = instant.nullish().openapi({ type: ['string', 'null'] });

/** A date-time in a response. */
export const wireInstant = z.iso
  .datetime()
  .openapi({ format: 'date-time', example: '2030-01-31T09:00:00.000Z' });

export const timezone = z
  .string()
  .max(timezoneCharsMax)
  .refine(isIanaZone, {
    message: 'Must be an IANA time zone, such as Europe/Berlin.',
    params: { code: 'unknown_timezone' },
  })
  .openapi({ description: 'An IANA time zone.', example: 'Europe/Berlin' });

function isIanaZone(name: string): boolean {
  // Intl also accepts offsets such as +02:00, which are not time zones.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** An id in a body or a query. Services check whether the resource exists. */
export function idField(example: string) {
  return z.string().min(1).max(idCharsMax).openapi({ example });
}

/** Like `idField`, for a query. Rejects NUL, which Postgres cannot store. `parseJsonText` rejects it in bodies. */
export function idInQuery(example: string) {
  return idField(example).regex(/^[^\u0000]*$/, 'Must not contain a NUL character.');
}

/** Any JSON object. Its values are not checked, because JSON.parse has made them. */
export const jsonObject = z
  .custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    message: 'Must be an object.',
    params: { code: 'invalid_type' },
  })
  .openapi({ type: 'object', additionalProperties: true });

/**
 * A nullable field that `schema` validates and a component describes. For fields whose description is stricter than the
 * validation, because services check the rest or our responses contain less.
 */
export function describedAs<S extends z.ZodType>(
  schema: S,
  component: string,
  description: { description: string; example: null },
) {
  const anyOf = [{ $ref: componentRef(component) }, { type: 'null' as const }];
  return z
    .unknown()
    .pipe(schema)
    .openapi({ anyOf, ...description });
}

const componentRef = (component: string): string => `#/components/schemas/${component}`;

export const jsonObjectOrNull = jsonObject.nullable().openapi({ type: ['object', 'null'] });

/**
 * The path parameter of a resource. A value that cannot be an id gets the same response as an id that does
 * not exist.
 */
export function idParams(example: string) {
  return z.object({ id: idParam(example) });
}

export function idParam(example: string) {
  return z
    .string()
    .regex(/^[A-Za-z0-9_]{1,64}$/)
    .openapi({ description: `The id of the ${nounOf(example)}.`, example });
}

const nouns: Partial<Record<keyof typeof exampleIds, string>> = {
  commentNote: 'note',
  savedReply: 'saved reply',
  hashtagSet: 'hashtag set',
  socialAccount: 'social account',
  connectSession: 'connect session',
  member: 'membership',
  apiKey: 'API key',
  webhookEndpoint: 'webhook endpoint',
  webhookDelivery: 'delivery',
  media: 'media asset',
};

function nounOf(example: string): string {
  const kinds = Object.keys(exampleIds) as (keyof typeof exampleIds)[];
  const kind = kinds.find((each) => exampleIds[each] === example);
  return kind === undefined ? 'resource' : (nouns[kind] ?? kind);
}

/** A query parameter with values of a closed list, separated by commas (`a,b,c`) or in repeated parameters. */
export function commaList<const V extends readonly [string, ...string[]]>(values: V, description: string) {
  return (
    z
      .union([z.string(), z.array(z.string())])
      .transform((value) => [...new Set([value].flat().flatMap((part) => part.split(',')))])
      .pipe(z.array(z.enum(values)))
      // Sorted, so that a cursor stays valid if the caller changes the order of the list.
      .transform((list) => list.sort())
      .openapi({
        anyOf: [
          { type: 'string', pattern: commaListPattern(values) },
          { type: 'array', items: { type: 'string', enum: [...values] }, minItems: 1 },
        ],
        description: `${description} Separate several with commas, or repeat the parameter: ${values.join(', ')}.`,
        example: values[0],
      })
  );
}

function commaListPattern(values: readonly string[]): string {
  const one = `(${values.map((value) => value.replaceAll('.', '\\.')).join('|')})`;
  return `^${one}(,${one})*$`;
}

export const cursorField = z.string().min(1).max(cursorCharsMax).openapi({
  description: 'The `nextCursor` of the previous page. Keep the same filters and sort order.',
});

export const limitField = z
  .string()
  .regex(/^\d{1,4}$/, 'Must be a whole number.')
  .transform(Number)
  .pipe(z.number().int().min(1).max(listLimitMax))
  .optional()
  .openapi({
    type: 'integer',
    description: 'How many items a page has at most.',
    minimum: 1,
    maximum: listLimitMax,
    default: listLimitDefault,
    example: listLimitDefault,
  });

/** Paging of the lists that are ordered by creation. */
export const createdAtPage = {
  cursor: cursorField.optional(),
  limit: limitField,
  sort: z.enum(createdAtSorts).optional().openapi({
    description: 'The order of the list; `-createdAt` puts the newest first.',
    default: '-createdAt',
  }),
};

/**
 * A page of a list, as a component of the API's description. Without `example`, the example has one item.
 */
export function pageOf<S extends z.ZodType>(component: string, item: S, example?: object[]) {
  return z
    .object({
      data: z.array(item).openapi({ description: 'The items of this page.', ...(example && { example }) }),
      nextCursor: z.string().nullable().openapi({
        description: 'Send it as `cursor` to get the next page; null on the last page.',
        example: null,
      }),
    })
    .openapi(component, { description: 'One page of a list.' });
}

/** Removes the fields that are undefined, because services distinguish absent fields from undefined ones. */
export function omitUndefined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

/**
 * A body that components describe but that the handler gets unparsed, because our own parser explains errors better
 * than zod. The components are listed in routes/index.ts.
 */
export function documentedAs(how: 'one' | 'anyOf' | 'oneOf', components: readonly string[]) {
  const references = components.map((component) => ({ $ref: componentRef(component) }));
  const [only] = references;
  return z.unknown().openapi(how === 'one' ? { ...only } : { [how]: references });
}

/** A boolean filter in the query of a list. If it is absent, everything is listed. */
export const yesOrNo = (description: string) =>
  z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .openapi({ type: 'boolean', description });
