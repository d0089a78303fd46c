import { isDbUnavailable, sqlStateOf } from '../../db/errors.js';
import { AppError } from '../../domain/errors.js';

/** Maps Postgres errors to error codes (docs/contract.md#errors). Undefined for other errors. */
export function appErrorOfDb(error: unknown): AppError | undefined {
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
