const messageDepthMax = 5;

/** The five-character SQLSTATE in an error or its causes, if Postgres raised one. */
export function sqlStateOf(error: unknown): string | undefined {
  return inChain(error, ({ code }) =>
    typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined,
  );
}

/** The name of the constraint or unique index that a statement violated. */
export function constraintOf(error: unknown): string | undefined {
  return inChain(error, (cause) =>
    'constraint_name' in cause && typeof cause.constraint_name === 'string'
      ? cause.constraint_name
      : undefined,
  );
}

/** Whether the database could not be reached at all, as opposed to refusing a statement. */
export function isDbUnavailable(error: unknown): boolean {
  const unreachable =
    /^(ECONN|ERR_STREAM|ENOTFOUND|EPIPE|CONNECT|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|57P0|08|53)/;
  return (
    inChain(error, ({ code }) => (typeof code === 'string' && unreachable.test(code) ? true : undefined)) ??
    false
  );
}

/**
 * Whether the same statement may succeed on another try: the database is unreachable, read-only during a failover
 * (25006), canceled the statement (57014), or the statement collided with another (40001, 40P01, 55P03).
 */
export function isDbPassing(error: unknown): boolean {
  const passing = ['25006', '57014', '40001', '40P01', '55P03'];
  return isDbUnavailable(error) || passing.includes(sqlStateOf(error) ?? '');
}

/** The first match in an error or its causes. */
export function inChain<T>(
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
