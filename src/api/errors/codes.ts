import type { ErrorCode, ErrorExtras } from '../../domain/errors.js';
import { accessCodes } from './codes/access.js';
import { mediaCodes } from './codes/media.js';
import { planCodes } from './codes/plans.js';
import { postCodes } from './codes/posts.js';
import { requestCodes } from './codes/requests.js';
import { serviceCodes } from './codes/service.js';
import type { ErrorEntries } from './codes/entry.js';

const entries = {
  ...accessCodes,
  ...planCodes,
  ...requestCodes,
  ...mediaCodes,
  ...postCodes,
  ...serviceCodes,
} satisfies ErrorEntries;

/**
 * The description of each code. To add one, put an entry into a file of codes/ and its extras into
 * src/domain/errors.ts.
 */
export const errorEntries: ErrorEntries = entries;

export const errorCodes = Object.keys(entries) as [ErrorCode, ...ErrorCode[]];

/** The HTTP status of each code, with literal types. */
export const statusByCode = fromEntries(({ status }) => status) as {
  [C in ErrorCode]: (typeof entries)[C]['status'];
};

/** One example of each code, for the API's description and for errors without a more precise text. */
export const errorExamples = fromEntries(({ example }) => example) as {
  [C in ErrorCode]: { message: string; extras: ErrorExtras[C] };
};

function fromEntries(pick: (entry: ErrorEntries[ErrorCode]) => unknown): object {
  return Object.fromEntries(errorCodes.map((code) => [code, pick(entries[code])]));
}
