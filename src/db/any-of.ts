import { sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';

/**
 * `column = any(values)`. The values are one parameter, because each statement text is prepared and kept, so it must
 * not depend on their number. They are read by a query of their own, because Postgres would plan the statement again for
 * each number of them.
 */
export function anyOf(column: SQLWrapper, values: readonly string[] | Placeholder): SQL {
  return sql`${column} = any(array(select unnest(${sql.param(values)}::text[])))`;
}
