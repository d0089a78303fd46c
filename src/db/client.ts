import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema/index.js';

export type Db = PostgresJsDatabase<typeof schema>;
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
  return { db: drizzle(client, { schema }), close: () => client.end({ timeout: 5 }) };
}
