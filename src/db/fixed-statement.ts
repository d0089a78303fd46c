import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from './client.js';

/** The values of a statement's slots, by their names. */
export type SlotValues = Readonly<Record<string, unknown>>;

interface Prepared<Rows> {
  execute: (values: Record<string, unknown>) => Promise<Rows>;
}

interface Preparable<Rows> {
  prepare: (name: string) => Prepared<Rows>;
}

export type FixedStatement<Rows> = (q: Queryable, values: SlotValues) => Promise<Rows>;

/**
 * A statement whose text is put together once in a process, and not each time it runs: where many columns are named,
 * that costs more than the database needs to run it. What differs from run to run are its slots.
 *
 * It runs on whatever is given, the pool or a transaction: `build` may use its argument for the text alone.
 */
export function fixedStatement<Rows>(
  name: string,
  build: (q: Queryable) => Preparable<Rows>,
): FixedStatement<Rows> {
  let built: Prepared<Rows> | undefined;
  return (q, values) => {
    built ??= build(q).prepare(name);
    return boundTo(q, built).execute(values);
  };
}

/** The query layer ties a prepared statement to the connection that it was built on; its text fits every other. */
function boundTo<Rows>(q: Queryable, built: Prepared<Rows>): Prepared<Rows> {
  const { client } = q._.session as unknown as { client: unknown };
  return Object.create(built, { client: { value: client } }) as Prepared<Rows>;
}

/** A value given when the statement runs, encoded for its column. It has the column's name unless told otherwise. */
export function slot(column: PgColumn, name: string = column.name): SQL {
  const encoder = {
    mapToDriverValue: (value: unknown): unknown => (value === null ? null : column.mapToDriverValue(value)),
  };
  return sql`${sql.param(sql.placeholder(name), encoder)}`;
}

/** `column = any(values)`: one statement for any number of values. */
export function anyOf(column: PgColumn, name: string): SQL {
  return sql`${column} = any(${sql.placeholder(name)})`;
}

/** Slots for these columns of one row, new or changed. */
export function rowSlots<Table extends PgTable, Key extends keyof Table['$inferSelect'] & string>(
  table: Table,
  keys: readonly Key[],
): { slots: Record<Key, SQL>; values: (row: Pick<Table['$inferSelect'], Key>) => SlotValues } {
  const columns = getTableColumns(table);
  const nameOf = (key: string): string => `new ${key}`;
  return {
    slots: Object.fromEntries(
      keys.flatMap((key) => {
        const column = columns[key];
        return column === undefined ? [] : [[key, slot(column, nameOf(key))]];
      }),
    ) as Record<Key, SQL>,
    values: (row) => Object.fromEntries(keys.map((key) => [nameOf(key), row[key]])),
  };
}
