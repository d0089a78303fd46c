import { asc, desc, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Page } from './page.js';
import { decodeCursor, encodeCursor } from './pagination.js';

export const createdAtSorts = ['-createdAt', 'createdAt'] as const;
export type CreatedAtSort = (typeof createdAtSorts)[number];

export interface PageRequest {
  cursor?: string;
  limit: number;
  sort: CreatedAtSort;
}

interface CreatedAtKeyset {
  after: SQL | undefined;
  orderBy: SQL[];
  /** The number of rows to read: one more than the page has, to see whether another page follows. */
  fetchCount: number;
  toPage: <R extends { id: string; createdAt: Date }, T>(rows: R[], toView: (row: R) => T) => Page<T>;
}

/**
 * Keyset paging by (createdAt, id): rows that are added or deleted between two pages neither repeat nor hide
 * others. `scope` names the list and its filters.
 */
export function createdAtKeyset(
  key: Buffer,
  request: PageRequest,
  scope: string,
  columns: { createdAt: PgColumn; id: PgColumn },
): CreatedAtKeyset {
  const sortedScope = `${scope}|${request.sort}`;
  const descending = request.sort === '-createdAt';
  const direct = descending ? desc : asc;
  return {
    after: request.cursor === undefined ? undefined : afterCursor(request.cursor),
    orderBy: [direct(columns.createdAt), direct(columns.id)],
    fetchCount: request.limit + 1,
    toPage: (rows, toView) => {
      const shown = rows.slice(0, request.limit);
      const last = rows.length > request.limit ? shown.at(-1) : undefined;
      return { data: shown.map(toView), nextCursor: last === undefined ? null : cursorAt(last) };
    },
  };

  function afterCursor(cursor: string): SQL {
    const { value, id } = decodeCursor(key, cursor, sortedScope);
    const position = sql`(${value}::timestamptz, ${id}::text)`;
    const row = sql`(${columns.createdAt}, ${columns.id})`;
    return descending ? sql`${row} < ${position}` : sql`${row} > ${position}`;
  }

  function cursorAt(row: { id: string; createdAt: Date }): string {
    return encodeCursor(key, { scope: sortedScope, value: row.createdAt.toISOString(), id: row.id });
  }
}
