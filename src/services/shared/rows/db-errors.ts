import { isDbUnavailable, sqlStateOf } from '../../../db/errors.js';
import { hasChanged, isOutcomeUnknown } from '../../../db/outcome.js';
import { AppError } from '../../../domain/errors.js';

export { noticingChanges } from '../../../db/outcome.js';

/**
 * Maps Postgres errors to error codes (docs/contract.md#errors). Undefined for other errors. RETRY promises that
 * nothing was changed, so it is not used if a change may have been stored.
 */
export function appErrorOfDb(error: unknown): AppError | undefined {
  const known = byState(error);
  if (known?.code !== 'RETRY') return known;
  const isKnown = hasChanged() === undefined || (hasChanged() === false && !isOutcomeUnknown(error));
  return isKnown ? known : new AppError('INTERNAL_ERROR', unknownOutcome, {}, { cause: error });
}

/** docs/requests.md quotes this message. */
const unknownOutcome =
  'The database failed while the change was being stored, so it may have been made. Repeat a POST only with the same Idempotency-Key or clientReferenceId; if you sent neither, look first whether it was made. You can repeat other requests.';

function byState(error: unknown): AppError | undefined {
  switch (sqlStateOf(error)) {
    case '23503':
      return new AppError(
        'FK_VIOLATION',
        'Something that the request refers to no longer exists.',
        {},
        { cause: error },
      );
    case '23505':
      return new AppError('CONFLICT', 'This value is already taken.', {}, { cause: error });
    case '22021':
      return new AppError(
        'VALIDATION_FAILED',
        'The request contains text that cannot be stored.',
        { details: [] },
        { cause: error },
      );
    // The statement waited too long for a lock or a busy server.
    case '55P03':
    case '57014':
      return new AppError('RETRY', 'The database took too long. Try again.', {}, { cause: error });
    case '40001':
    case '40P01':
      return new AppError(
        'RETRY',
        'The change conflicted with another one. Try again.',
        {},
        { cause: error },
      );
    default:
      return isDbUnavailable(error)
        ? new AppError('RETRY', 'The database cannot be reached right now. Try again.', {}, { cause: error })
        : undefined;
  }
}
