import type { z } from '@hono/zod-openapi';
import { findingsMax, validationFailed, type AppError, type ErrorDetail } from '../../domain/errors.js';

const pathCharsMax = 200;

type Issue = z.core.$ZodIssue;
/** What to say about a field that is not known here but is elsewhere: `scheduledAt` on create, for one. */
export type FieldHints = Readonly<Record<string, string>>;

/** As many findings as help, each at a path that is no longer than needed: both come from the request. */
export function invalidRequest(details: ErrorDetail[]): AppError<'VALIDATION_FAILED'> {
  const bounded = details
    .slice(0, findingsMax)
    .map((detail) => ({ ...detail, path: detail.path.slice(0, pathCharsMax) }));
  return validationFailed(bounded);
}

/** The failure that a schema's findings amount to, one detail per field. */
export function validationFailedBy(
  error: z.core.$ZodError,
  hints: FieldHints = {},
): AppError<'VALIDATION_FAILED'> {
  const details: ErrorDetail[] = [];
  for (const issue of error.issues) {
    details.push(...detailsOf(issue, hints, findingsMax - details.length));
    if (details.length >= findingsMax) break;
  }
  return invalidRequest(details);
}

/** Parses by a schema; throws VALIDATION_FAILED. */
export function parseWith<S extends z.ZodType>(
  schema: S,
  value: unknown,
  hints: FieldHints = {},
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationFailedBy(parsed.error, hints);
  return parsed.data;
}

function detailsOf(issue: Issue, hints: FieldHints, max: number): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, max).map((key) => ({
      path: pathOf([...issue.path, key]),
      code: 'unknown_field',
      message: Object.hasOwn(hints, key) ? `Unknown field. ${hints[key]}` : 'Unknown field.',
    }));
  }
  return [{ path: pathOf(issue.path), code: codeOf(issue), message: issue.message }];
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

function codeOf(issue: Issue): string {
  switch (issue.code) {
    case 'custom':
      return typeof issue.params?.['code'] === 'string' ? issue.params['code'] : 'invalid';
    case 'invalid_type':
      // The library tells an absent field from one of another type only in its text.
      return issue.message.endsWith('received undefined') ? 'required' : 'invalid_type';
    default:
      return issue.code;
  }
}
