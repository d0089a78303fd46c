import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from './client.js';

const dialect = new PgDialect();

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * Runs one statement with a deadline of its own. Past it the server is asked to cancel the statement, so
 * that its connection is free again, and the caller gets a DeadlineError.
 */
export async function executeWithin<T extends object>(
  db: Db,
  statement: SQL,
  timeoutMs: number,
): Promise<T[]> {
  const { sql, params } = dialect.sqlToQuery(statement);
  // The parameters are what the driver itself takes: strings, numbers, buffers and null.
  const query = db.$client.unsafe<T[]>(sql, params as never[]);
  const clock = { isLate: false };
  const timer = setTimeout(() => {
    clock.isLate = true;
    query.cancel();
  }, timeoutMs);
  try {
    return [...(await query)];
  } catch (error) {
    if (clock.isLate) throw new DeadlineError(`No answer within ${timeoutMs} ms.`, { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
