import { isDbUnavailable, sqlStateOf } from '../../db/errors.js';
import { AppError } from '../../domain/errors.js';

/** Maps what Postgres says to the contract's codes (decisions table); undefined means it is none of those. */
export function appErrorOfDb(error: unknown): AppError | undefined {
  switch (sqlStateOf(error)) {
    case '23503':
      return new AppError('FK_VIOLATION', 'A referenced row no longer exists.', {}, { cause: error });
    case '23505':
      return new AppError('CONFLICT', 'The same unique key already exists.', {}, { cause: error });
    case '22021':
      return new AppError(
        'VALIDATION_FAILED',
        'The request has text that cannot be stored.',
        { details: [] },
        { cause: error },
      );
    // The statement waited longer than any may, for a lock or for a busy server.
    case '55P03':
    case '57014':
      return new AppError('RETRY', 'The database took too long. Try again.', {}, { cause: error });
    case '40001':
    case '40P01':
      return new AppError('RETRY', 'The change collided with another one. Try again.', {}, { cause: error });
    default:
      return isDbUnavailable(error)
        ? new AppError(
            'RETRY',
            'The database is not reachable at the moment. Try again.',
            {},
            { cause: error },
          )
        : undefined;
  }
}
