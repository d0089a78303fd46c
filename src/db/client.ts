import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { withPreparedStatements } from './prepared.js';
import * as schema from './schema/index.js';

/** `$client` is for what the query layer cannot do: a deadline for one statement (deadline.ts). */
export type Db = PostgresJsDatabase<typeof schema> & { $client: postgres.Sql };
/** What a query may run on: the pool, or the transaction that a verb has opened. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
export type Queryable = Db | Tx;

export interface DbOptions {
  url: string;
  connectionsMax: number;
  connectTimeoutSeconds?: number;
  statementTimeoutMs?: number;
}

/** Opens a pool lazily: nothing is connected before the first query. */
export function openDb(options: DbOptions): { db: Db; close: () => Promise<void> } {
  const client = postgres(options.url, {
    max: options.connectionsMax,
    connect_timeout: options.connectTimeoutSeconds ?? 5,
    idle_timeout: 60,
    onnotice: () => undefined,
    connection: { application_name: 'punctual', statement_timeout: options.statementTimeoutMs ?? 15_000 },
  });
  return { db: drizzle(withPreparedStatements(client), { schema }), close: () => client.end({ timeout: 5 }) };
}
