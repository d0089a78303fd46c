import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { withPreparedStatements } from './prepared.js';
import * as schema from './schema/index.js';

/** `$client` is for what the query layer cannot do: a deadline for one statement (deadline.ts). */
export type Db = PostgresJsDatabase<typeof schema> & {
  $client: postgres.Sql;
  /** A few separate connections, on which the server ends each statement after `hurriedTimeoutMs`. */
  $hurried: postgres.Sql;
};
/** Where a query can run: the pool, or a transaction that a verb opened. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
export type Queryable = Db | Tx;

export interface DbOptions {
  url: string;
  /** In total. */
  connectionsMax: number;
  /** Part of the total. 0 if no requests are counted. */
  hurriedConnectionsMax?: number;
  connectTimeoutSeconds?: number;
  statementTimeoutMs?: number;
}

/** How long the server may take, locks included, for a statement that nobody has time to wait for. */
export const hurriedTimeoutMs = 1_000;
const hurriedConnectionsMaxDefault = 2;

/** Opens a pool lazily: nothing connects before the first query. */
export function openDb(options: DbOptions): { db: Db; close: () => Promise<void> } {
  const { connectionsMax, hurriedConnectionsMax = hurriedConnectionsMaxDefault } = options;
  const client = postgres(options.url, {
    max: Math.max(1, connectionsMax - hurriedConnectionsMax),
    connect_timeout: options.connectTimeoutSeconds ?? 5,
    idle_timeout: 60,
    onnotice: () => undefined,
    connection: { application_name: 'punctual', statement_timeout: options.statementTimeoutMs ?? 15_000 },
  });
  const hurried = openHurried(options, Math.max(1, hurriedConnectionsMax));
  return {
    db: Object.assign(drizzle(withPreparedStatements(client), { schema }), { $hurried: hurried }),
    close: async () => {
      await Promise.all([client.end({ timeout: 5 }), hurried.end({ timeout: 5 })]);
    },
  };
}

/** The deadline is a setting of the connection, so it costs a statement nothing, and the server enforces it. */
function openHurried(options: DbOptions, connectionsMax: number): postgres.Sql {
  const settings = {
    max: connectionsMax,
    connect_timeout: options.connectTimeoutSeconds ?? 5,
    idle_timeout: 60,
    onnotice: () => undefined,
    // One at a time: a statement queued behind one that hangs could not be recalled.
    max_pipeline: 0,
    connection: { application_name: 'punctual', statement_timeout: hurriedTimeoutMs },
  };
  return withPreparedStatements(postgres(options.url, settings));
}
