/** How many errors of a chain of causes are examined. */
const causesMax = 5;

/** The five-character SQLSTATE in an error or its causes, if Postgres raised one. */
export function sqlStateOf(error: unknown): string | undefined {
  return codeIn(error, /^[0-9A-Z]{5}$/);
}

/** The name of the constraint or unique index that a statement violated. */
export function constraintOf(error: unknown): string | undefined {
  return inChain(error, (cause) =>
    'constraint_name' in cause && typeof cause.constraint_name === 'string'
      ? cause.constraint_name
      : undefined,
  );
}

/** The codes of sockets, name resolution, Node's streams, and the driver (such as CONNECT_TIMEOUT). */
const connectionErrors =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ERR_STREAM|CONNECT)/;
/** The SQLSTATEs of a lost connection (08), of missing resources (53), and of a shutdown or start of the server (57P0). */
const serverErrors = /^(08|53|57P0)/;

/** Whether the database could not be reached, or could not work at all, as opposed to refusing a statement. */
export function isDbUnavailable(error: unknown): boolean {
  return (codeIn(error, connectionErrors) ?? codeIn(error, serverErrors)) !== undefined;
}

/**
 * Whether the same statement may succeed on another try: the database is unreachable, read-only during a failover
 * (25006), canceled the statement (57014), or the statement collided with another (40001, 40P01, 55P03).
 */
export function isTransientDbError(error: unknown): boolean {
  const transientStates = ['25006', '57014', '40001', '40P01', '55P03'];
  return isDbUnavailable(error) || transientStates.includes(sqlStateOf(error) ?? '');
}

function codeIn(error: unknown, pattern: RegExp): string | undefined {
  return inChain(error, ({ code }) => (typeof code === 'string' && pattern.test(code) ? code : undefined));
}

/** The first result of `find` for an error and its causes. */
export function inChain<T>(
  error: unknown,
  find: (cause: Error & { code?: unknown }) => T | undefined,
): T | undefined {
  let current = error;
  for (let depth = 0; depth < causesMax && current instanceof Error; depth += 1) {
    const found = find(current);
    if (found !== undefined) return found;
    current = current.cause;
  }
  return undefined;
}
