import { getTableColumns, getTableName, Placeholder, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

interface InsertJsonRows<Row> {
  (rows: readonly Row[] | Placeholder): SQL;
  /** The value of the placeholder. */
  json: (rows: readonly Row[]) => string;
}

/**
 * Inserts rows that are given as one parameter. The statement's text is the same for any number of rows, so it is
 * planned once, and with a placeholder for the rows built once. Columns not in `keys` get their defaults.
 */
export function insertJsonRows<Row extends object>(
  table: PgTable,
  keys: readonly (keyof Row & string)[],
): InsertJsonRows<Row> {
  const columns = getTableColumns(table);
  const names = keys.map((key) => {
    const column = columns[key];
    if (column === undefined) throw new Error(`There is no column for ${key}.`);
    return [key, column.name] as const;
  });
  const list = names.map(([, name]) => `"${name}"`).join(', ');
  const tableName = `"${getTableName(table)}"`;
  const before = sql.raw(
    `insert into ${tableName} (${list}) select ${list} from json_populate_recordset(null::${tableName}, `,
  );
  const json = (rows: readonly Row[]): string =>
    // Null values are left out, because Postgres reads a missing key as null.
    JSON.stringify(
      rows.map((row) => Object.fromEntries(names.map(([key, name]) => [name, row[key] ?? undefined]))),
    );
  // The driver takes the parameter's type from the statement, and sends a text for `json` unchanged.
  const insert = (rows: readonly Row[] | Placeholder): SQL =>
    sql`${before}${rows instanceof Placeholder ? rows : json(rows)}::json)`;
  return Object.assign(insert, { json });
}

/** The keys of all columns of a table. */
export function columnKeys<Row extends object>(table: PgTable): (keyof Row & string)[] {
  return Object.keys(getTableColumns(table)) as (keyof Row & string)[];
}
