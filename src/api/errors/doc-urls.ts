import type { ErrorCode } from '../../domain/errors.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';

export const errorsUrl = '/docs/errors';
export const targetErrorsUrl = '/docs/target-errors';

/** Where a code is explained; relative to the service's own address, so that it holds behind any host name. */
export function docUrlOf(code: ErrorCode): string {
  return `${errorsUrl}/${code}`;
}

/** The same of a target's code: some words are in both lists, and mean something else there. */
export function targetDocUrlOf(code: TargetErrorCode): string {
  return `${targetErrorsUrl}/${code}`;
}
