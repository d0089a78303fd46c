import type { ErrorCode } from '../../domain/errors.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';

export const errorsUrl = '/docs/errors';
export const targetErrorsUrl = '/docs/target-errors';
/** The origin of an installation, in examples. */
export const exampleOrigin = 'https://punctual.example.com';

/**
 * The path of the page that explains an error code. src/api/errors/envelope.ts adds the origin for a response's
 * `docUrl`.
 */
export function docPathOf(code: ErrorCode): string {
  return `${errorsUrl}/${code}`;
}

/** The path of the page that explains a target error code. Some codes are in both lists and have two pages. */
export function targetDocPathOf(code: TargetErrorCode): string {
  return `${targetErrorsUrl}/${code}`;
}
