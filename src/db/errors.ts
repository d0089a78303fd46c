import { AppError } from '../domain/errors.js';

const messageDepthMax = 5;

/** The five-character SQLSTATE in an error or its causes, if Postgres was the one that refused. */
export function sqlStateOf(error: unknown): string | undefined {
  return inChain(error, ({ code }) =>
    typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined,
  );
}

/** The constraint, or unique index, that a statement broke, by its name. */
export function constraintOf(error: unknown): string | undefined {
  return inChain(error, (cause) =>
    'constraint_name' in cause && typeof cause.constraint_name === 'string'
      ? cause.constraint_name
      : undefined,
  );
}

/** Whether the database could not be reached at all, as against a statement that it refused. */
export function isDbUnavailable(error: unknown): boolean {
  const unreachable =
    /^(ECONN|ENOTFOUND|EPIPE|CONNECT|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|57P0|08|53)/;
  return (
    inChain(error, ({ code }) => (typeof code === 'string' && unreachable.test(code) ? true : undefined)) ??
    false
  );
}

/**
 * Whether the same statement may succeed on another try: the database is away, is read-only because another one is
 * taking over (25006), has cut the statement off (57014), or it collided with another one (40001, 40P01, 55P03).
 */
export function isDbPassing(error: unknown): boolean {
  const passing = ['25006', '57014', '40001', '40P01', '55P03'];
  return isDbUnavailable(error) || passing.includes(sqlStateOf(error) ?? '');
}

/** The first that is found in an error or its causes. */
function inChain<T>(
  error: unknown,
  find: (cause: Error & { code?: unknown }) => T | undefined,
): T | undefined {
  let current = error;
  for (let depth = 0; depth < messageDepthMax && current instanceof Error; depth += 1) {
    const found = find(current);
    if (found !== undefined) return found;
    current = current.cause;
  }
  return undefined;
}

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
