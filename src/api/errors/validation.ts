import type { z } from '@hono/zod-openapi';
import { countMessage, inEnglish } from '../../domain/count-message.js';
import { findingsMax, validationFailed, type AppError, type ErrorDetail } from '../../domain/errors.js';
import { typeName } from '../../domain/type-names.js';
import { knownFieldsAt, meantField } from './known-fields.js';
import { withoutUnset } from './unset-fields.js';

const pathCharsMax = 200;

type Issue = z.core.$ZodIssue;
/**
 * Messages for unknown fields that belong elsewhere, such as `scheduledAt` on create, by the field's path. A `*` stands
 * for the place in a list: `targets.*.accountId`.
 */
export type FieldHints = Readonly<Record<string, string>>;

/** The schema of a request, from which the messages about unknown fields are made. */
interface Validated {
  input: unknown;
  schema: unknown;
  hints?: FieldHints;
}

/** Makes VALIDATION_FAILED. Limits the findings and the length of their paths, because both come from the request. */
export function invalidRequest(details: ErrorDetail[]): AppError<'VALIDATION_FAILED'> {
  const bounded = details
    .slice(0, findingsMax)
    .map((detail) => ({ ...detail, path: detail.path.slice(0, pathCharsMax) }));
  return validationFailed(bounded);
}

/** Makes VALIDATION_FAILED with a detail for each field that the schema rejects. */
export function validationFailedBy(
  error: z.core.$ZodError,
  validated: Validated,
): AppError<'VALIDATION_FAILED'> {
  return invalidRequest(detailsBy(error, validated));
}

/** Like `validationFailedBy`, for a query, whose parameters may have been sent several times. */
export function invalidQuery(
  error: z.core.$ZodError,
  sent: Readonly<Record<string, readonly string[]>>,
  schema: unknown,
): AppError<'VALIDATION_FAILED'> {
  const details = detailsBy(error, { input: sent, schema }).map((detail) => {
    if (detail.code === 'required') return { ...detail, message: requiredInQuery(detail.path) };
    const isRepeated = Object.hasOwn(sent, detail.path) && (sent[detail.path]?.length ?? 0) > 1;
    return isRepeated ? { ...detail, message: 'Send this parameter once.' } : detail;
  });
  return invalidRequest(details);
}

const requiredInQuery = (name: string): string =>
  `This query parameter is required: add ?${name}=… to the URL.`;

/** Returns hints for body fields that the request also has in its query string. */
export function queryHints(sent: Readonly<Record<string, unknown>>): FieldHints {
  return Object.fromEntries(Object.keys(sent).map((name) => [name, 'Send it in the query string only.']));
}

function detailsBy(error: z.core.$ZodError, validated: Validated): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  for (const issue of error.issues) {
    details.push(...detailsOf(issue, validated, findingsMax - details.length));
    if (details.length >= findingsMax) break;
  }
  return details;
}

/** Parses a body by a schema. Optional fields that are null count as absent. Throws VALIDATION_FAILED. */
export function parseWith<S extends z.ZodType>(
  schema: S,
  body: unknown,
  hints: FieldHints = {},
): z.output<S> {
  const value = withoutUnset(schema, body, null);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationFailedBy(parsed.error, { input: value, schema, hints });
  return parsed.data;
}

function detailsOf(issue: Issue, validated: Validated, max: number): ErrorDetail[] {
  const { input } = validated;
  if (issue.code === 'unrecognized_keys') return unknownFields(issue, validated, max);
  const path = pathOf(issue.path);
  if (isMissing(issue, input)) return [{ path, code: 'required', message: 'This field is required.' }];
  return [{ path, code: codeOf(issue), message: messageOf(issue, input) }];
}

function unknownFields(
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  { input, schema, hints = {} }: Validated,
  max: number,
): ErrorDetail[] {
  const sent = valueAt(input, path);
  const isSent = (field: string): boolean =>
    typeof sent === 'object' && sent !== null && Object.hasOwn(sent, field);
  const known = knownFieldsAt(schema, input, path).filter((field) => !isSent(field));
  const help = (key: string): string => {
    const place = [...path, key].map((part) => (typeof part === 'number' ? '*' : String(part))).join('.');
    if (Object.hasOwn(hints, place)) return ` ${hints[place]}`;
    const meant = meantField(key, known);
    return meant === undefined ? '' : ` Did you mean ${meant}?`;
  };
  return keys.slice(0, max).map((key) => ({
    path: pathOf([...path, key]),
    code: 'unknown_field',
    message: `Unknown field.${help(key)}`,
  }));
}

/** Matches zod's own messages about types, limits and closed lists, which are replaced by better ones. */
const libraryTexts = /^(Invalid (input|option): expected |Too (small|big): )/;

function messageOf(issue: Issue, input: unknown): string {
  // zod only says that a key is invalid; the issues of the key's schema say why.
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  if (!libraryTexts.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.path.length === 0
        ? 'The body must be a JSON object.'
        : `Must be ${typeName(issue.expected) ?? issue.expected}.`;
    case 'invalid_value':
      return `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return mustHave('least', issue.minimum, issue.origin, valueAt(input, issue.path));
    case 'too_big':
      return mustHave('most', issue.maximum, issue.origin, valueAt(input, issue.path));
    default:
      return issue.message;
  }
}

const units: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  object: 'field',
};

/** Returns a message such as `Must be at most 100.` or `Must have at most 50 items; it has 51.` */
function mustHave(which: 'least' | 'most', limit: number | bigint, origin: string, value: unknown): string {
  const bound = Number(limit);
  const unit = Object.hasOwn(units, origin) ? units[origin] : undefined;
  return unit === undefined
    ? `Must be at ${which} ${inEnglish(bound)}.`
    : countMessage(which, bound, unit, countOf(origin, value));
}

/** Counts a value's characters, items or fields. Undefined for other types. In a query, every parameter is a list. */
function countOf(origin: string, value: unknown): number | undefined {
  if (origin === 'string') {
    const [text]: unknown[] = [value].flat();
    return typeof text === 'string' ? [...text].length : undefined;
  }
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** Whether the field of an issue is absent, which zod does not distinguish from a wrong type or value. */
function isMissing({ code, path }: Issue, input: unknown): boolean {
  if ((code !== 'invalid_type' && code !== 'invalid_value') || path.length === 0) return false;
  let value: unknown = input;
  for (const key of path) {
    // The path does not fit if a single text was sent in place of a list.
    if (typeof value !== 'object' || value === null || Array.isArray(value) !== (typeof key === 'number'))
      return false;
    value = Object.hasOwn(value, key) ? (value as Record<PropertyKey, unknown>)[key] : undefined;
    if (value === undefined) return typeof key !== 'number';
  }
  return false;
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

function codeOf(issue: Issue): string {
  switch (issue.code) {
    case 'custom':
      return typeof issue.params?.['code'] === 'string' ? issue.params['code'] : 'invalid';
    // If an invalid union has a discriminator, the value of that field is unknown.
    case 'invalid_union':
      return issue.discriminator === undefined ? issue.code : 'invalid_value';
    default:
      return issue.code;
  }
}
