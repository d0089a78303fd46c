import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';
import { hurriedTimeoutMs, type Db } from './client.js';

const dialect = new PgDialect();

/** A statement whose text is already built. It may have placeholders. */
export interface BuiltStatement {
  sql: string;
  params: unknown[];
}

/**
 * Builds a statement's text in advance, for statements that run in every request, because building takes longer than
 * everything else about them.
 */
export function buildStatement(statement: SQL): BuiltStatement {
  return dialect.sqlToQuery(statement);
}

/** A running statement that can be canceled. If it was not sent yet, it never will be. */
export interface Cancellable<T> {
  rows: Promise<T[]>;
  cancel: () => void;
}

/**
 * Runs one statement that ends after `hurriedTimeoutMs`, with SQLSTATE 57014. The server enforces the limit, except
 * through a pooler, where this process cancels the statement.
 */
export function executeHurried<T extends object>(
  db: Db,
  { sql, params }: BuiltStatement,
  values: Record<string, unknown> = {},
): Cancellable<T> {
  const query = db.$hurried.unsafe<T[]>(sql, fillPlaceholders(params, values) as never[]);
  const rows = query.then((found) => [...found]);
  if (!db.$hurried.options.prepare) void endAfter(hurriedTimeoutMs, query, rows).catch(() => undefined);
  return {
    rows,
    cancel: () => cancelQuery(query),
  };
}

/**
 * Runs one statement with its own deadline. After the deadline, the server is asked to cancel it, so that the
 * connection becomes free again.
 */
export async function executeWithin<T extends object>(
  db: Db,
  { sql, params }: BuiltStatement,
  timeoutMs: number,
  values: Record<string, unknown> = {},
): Promise<T[]> {
  // The parameters have types that the driver accepts: strings, numbers, buffers and null.
  const query = db.$client.unsafe<T[]>(sql, fillPlaceholders(params, values) as never[]);
  return [...(await endAfter(timeoutMs, query, query))];
}

async function endAfter<T extends object, R>(
  timeoutMs: number,
  query: postgres.PendingQuery<T[]>,
  rows: Promise<R>,
): Promise<R> {
  const timer = setTimeout(() => cancelQuery(query), timeoutMs);
  try {
    return await rows;
  } finally {
    clearTimeout(timer);
  }
}

interface Canceller {
  canceller: ((query: unknown) => Promise<void>) | null;
}

/**
 * Cancels a query without the flaw of `query.cancel()`, which drops the promise of its request (postgres.js,
 * `Query.cancel`): if the server cannot be reached, that rejection would end the process.
 */
function cancelQuery<T extends object>(query: postgres.PendingQuery<T[]>): void {
  const cancellable = query as unknown as Canceller;
  const { canceller } = cancellable;
  cancellable.canceller = null;
  canceller?.(query).catch(() => undefined);
}
