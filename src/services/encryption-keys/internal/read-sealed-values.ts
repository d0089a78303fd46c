import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ServiceDeps } from '../../shared/context.js';
import { keyIdIn, type SealedColumn } from '../../shared/secrets/sealed-columns.js';

const rowsAtOnceMax = 200;

export interface SealedValue {
  /** The values of the row's primary key. */
  key: string[];
  sealed: string;
}

/**
 * Describes where the value is stored. It names only the first part of the key, which is an id of ours, because the
 * others may be texts of callers.
 */
export function nameOf({ place }: SealedColumn, { key }: SealedValue): string {
  return `${place.table}.${place.column} of ${key[0] ?? ''}`;
}

/**
 * Reads the encrypted values of a column in the order of the primary key, page by page. With `exceptKeyId`, only those
 * that are encrypted with another key.
 */
export async function* readSealedValues(
  { db }: Pick<ServiceDeps, 'db'>,
  { at, rowKey }: SealedColumn,
  options: { exceptKeyId?: string } = {},
): AsyncGenerator<SealedValue[]> {
  const { exceptKeyId } = options;
  const isWanted = exceptKeyId === undefined ? sql`true` : sql`${keyIdIn(at)} <> ${exceptKeyId}`;
  let after = rowKey.map(() => '');
  for (;;) {
    const position = listOf(after.map((value) => sql`${value}::text`));
    const values = await db.execute<{ key: string[]; sealed: string }>(sql`
      select array[${sql.join([...rowKey], sql`, `)}] as key, ${at} as sealed from ${at.table}
      where ${at} is not null and ${isWanted} and ${listOf(rowKey)} > ${position}
      order by ${sql.join([...rowKey], sql`, `)} limit ${rowsAtOnceMax}`);
    const last = values.at(-1);
    if (last === undefined) return;
    yield [...values];
    after = last.key;
  }
}

const listOf = (parts: readonly (SQL | PgColumn)[]): SQL => sql`(${sql.join([...parts], sql`, `)})`;
