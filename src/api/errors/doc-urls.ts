import type { ErrorCode } from '../../domain/errors.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';

export const errorsUrl = '/docs/errors';
export const targetErrorsUrl = '/docs/target-errors';
/** The origin of an installation, in examples. */
export const exampleOrigin = 'https://punctual.example.com';

/**
 * The path of the page that explains a code. The `docUrl` of a response has the origin in front:
 * src/api/errors/envelope.ts.
 */
export function docPathOf(code: ErrorCode): string {
  return `${errorsUrl}/${code}`;
}

/** The same for a target's code. Some codes are in both lists and have a page in each. */
export function targetDocPathOf(code: TargetErrorCode): string {
  return `${targetErrorsUrl}/${code}`;
}
