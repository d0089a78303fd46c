import { fillPlaceholders, getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.js';
import { buildStatement, type BuiltStatement } from './deadline.js';

/** The columns of a batch statement's input rows, with their Postgres types. */
export type GivenTypes<Given> = Readonly<Record<keyof Given & string, string>>;

/**
 * Builds a statement for any number of input rows. They are passed as one parameter, which the statement reads as the
 * table `given`, so its text is built and planned once. `build` returns the part after `with given as (...)`: further
 * common tables and the statement itself.
 */
export function batchStatement<Given extends object, Row extends object>(
  types: GivenTypes<Given>,
  build: () => SQL,
): (db: Db, given: readonly Given[]) => Promise<Row[]> {
  const columns = sql.raw(
    Object.entries(types)
      .map(([name, type]) => `"${name}" ${String(type)}`)
      .join(', '),
  );
  let built: BuiltStatement | undefined;
  return async (db, given) => {
    built ??= buildStatement(
      sql`with given as (select * from jsonb_to_recordset(${sql.placeholder('given')}::jsonb) as given(${columns})), ${build()}`,
    );
    const params = fillPlaceholders(built.params, { given: JSON.stringify(given, wellFormed) });
    return [...(await db.$client.unsafe<Row[]>(built.sql, params as string[]))];
  };
}

/** Replaces half surrogate pairs, which JavaScript allows but jsonb rejects. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? Buffer.from(value, 'utf8').toString('utf8') : value;
}

/** Converts rows of a table, or some of their columns, to and from JSON. */
export interface JsonRow<Row extends object> {
  /** The row as a JSON object, by column names. */
  toJson: (row: Row) => Record<string, unknown>;
  /** The columns as a list. */
  columns: SQL;
  /** The columns as a list, qualified with the name of a table or record. */
  columnsOf: (name: string) => SQL;
  /** A record made from a JSON value. */
  record: (json: SQL) => SQL;
  /** The `set` list of an update, with values from a record. */
  setFrom: (name: string) => SQL;
}

export function jsonRow<Table extends PgTable, Key extends keyof Table['$inferSelect'] & string>(
  table: Table,
  keys: readonly Key[],
): JsonRow<Pick<Table['$inferSelect'], Key>> {
  const all: Record<string, PgColumn> = getTableColumns(table);
  const names = keys.flatMap((key) => {
    const column = all[key];
    return column === undefined ? [] : [[key, column.name] as const];
  });
  const list = (text: (name: string) => string): SQL =>
    sql.raw(names.map(([, name]) => text(`"${name}"`)).join(', '));
  return {
    toJson: (row) => Object.fromEntries(names.map(([key, name]) => [name, row[key]])),
    columns: list((name) => name),
    columnsOf: (from) => list((name) => `${from}.${name}`),
    record: (json) => sql`jsonb_populate_record(null::${sql.identifier(getTableName(table))}, ${json})`,
    setFrom: (from) => list((name) => `${name} = ${from}.${name}`),
  };
}
