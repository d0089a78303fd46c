import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from './client.js';

const dialect = new PgDialect();

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** A statement whose text is put together already; it may have placeholders. */
export interface BuiltStatement {
  sql: string;
  params: unknown[];
}

/** For a statement that runs in every request: to put its text together takes longer than the rest of it. */
export function buildStatement(statement: SQL): BuiltStatement {
  return dialect.sqlToQuery(statement);
}

/**
 * Runs one statement with a deadline of its own. Past it the server is asked to cancel the statement, so
 * that its connection is free again, and the caller gets a DeadlineError.
 */
export async function executeWithin<T extends object>(
  db: Db,
  { sql, params }: BuiltStatement,
  timeoutMs: number,
  values: Record<string, unknown> = {},
): Promise<T[]> {
  // The parameters are what the driver itself takes: strings, numbers, buffers and null.
  const query = db.$client.unsafe<T[]>(sql, fillPlaceholders(params, values) as never[]);
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
