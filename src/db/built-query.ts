import type { SQL } from 'drizzle-orm';
import type postgres from 'postgres';
import type { Queryable } from './client.js';
import { buildStatement } from './deadline.js';

type Values = Record<string, unknown>;

interface Prepared<Rows> {
  execute: (values: Values) => Promise<Rows>;
}

/**
 * Makes a query whose text is built once. For queries that run for each post or request: building the text of one with
 * many columns takes longer than everything else about it. Its values are placeholders, and it is sent at once.
 */
export function builtQuery<Rows>(
  build: (q: Queryable) => { prepare: (name: string) => Prepared<Rows> },
): (q: Queryable, values: Values) => Promise<Rows> {
  let built: Prepared<Rows> | undefined;
  return (q, values) => {
    built ??= build(q).prepare('built');
    // A query belongs to the pool or transaction that it was built with, so each execution gets its own copy.
    const { client } = q._.session as unknown as { client: postgres.Sql };
    const own = Object.assign(Object.create(built) as Prepared<Rows>, { client });
    return own.execute(values);
  };
}

/** Returns a built query for a statement in SQL. */
export const builtStatement = <Row extends object>(build: (q: Queryable) => SQL) =>
  builtQuery<Row[]>((q) => ({
    prepare: () =>
      q._.session.prepareQuery<{ execute: Row[]; all: unknown; values: unknown }>(
        buildStatement(build(q)),
        undefined,
        undefined,
        false,
      ),
  }));
