import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { createPoolerCheck, type PoolerFault } from './pooler.js';
import { withPreparedStatements } from './prepared.js';
import * as schema from './schema/index.js';
import { serverSettings, sharesConnections } from './server-settings.js';
import { withKnownOutcomes } from './outcome.js';

/** `$client` is for features that the query layer lacks, such as a deadline for one statement (deadline.ts). */
export type Db = PostgresJsDatabase<typeof schema> & {
  $client: postgres.Sql;
  /** A few separate connections, on which each statement ends after `hurriedTimeoutMs`. */
  $hurried: postgres.Sql;
  /** The reason why the pooler in front of the database is unusable. Null if it is usable or there is none. */
  $poolerFault: () => Promise<PoolerFault | null>;
};
/** Anything that can run a query: the pool, or a transaction that a service opened. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
export type Queryable = Db | Tx;

export interface DbOptions {
  url: string;
  /** The maximum number of connections in total. */
  connectionsMax: number;
  /** The part of the total for hurried statements. 0 if no requests are counted. */
  hurriedConnectionsMax?: number;
  connectTimeoutSeconds?: number;
  statementTimeoutMs?: number;
}

/** The server's time limit, including locks, for a statement that must not delay its caller. */
export const hurriedTimeoutMs = 1_000;
const hurriedConnectionsMaxDefault = 2;
const statementTimeoutMsDefault = 15_000;
const reconnectDelayMsMax = 1_000;

/** Opens a pool lazily: nothing connects before the first query. */
export function openDb(options: DbOptions): { db: Db; close: () => Promise<void> } {
  requirePatchedDriver();
  const { connectionsMax, hurriedConnectionsMax = hurriedConnectionsMaxDefault } = options;
  const { statementTimeoutMs = statementTimeoutMsDefault } = options;
  const client = openPool(options, {
    connectionsMax: Math.max(1, connectionsMax - hurriedConnectionsMax),
    statementTimeoutMs,
    watch: withKnownOutcomes,
  });
  // Each connection runs one statement at a time, because one queued behind a hanging statement could not be canceled.
  const hurried = openPool(options, {
    connectionsMax: Math.max(1, hurriedConnectionsMax),
    statementTimeoutMs: hurriedTimeoutMs,
    driver: { max_pipeline: 0 },
  });
  const $poolerFault = createPoolerCheck(options.url, options.connectTimeoutSeconds);
  return {
    db: Object.assign(drizzle(client, { schema }), { $hurried: hurried, $poolerFault }),
    close: async () => {
      await Promise.all([client.end({ timeout: 5 }), hurried.end({ timeout: 5 })]);
    },
  };
}

interface PoolOptions {
  connectionsMax: number;
  statementTimeoutMs: number;
  driver?: { max_pipeline?: number };
  watch?: (client: postgres.Sql) => postgres.Sql;
}

function openPool(
  { url, connectTimeoutSeconds = 5 }: DbOptions,
  { connectionsMax, statementTimeoutMs, driver = {}, watch = (client) => client }: PoolOptions,
): postgres.Sql {
  const settings = serverSettings(statementTimeoutMs);
  const client = postgres(url, {
    max: connectionsMax,
    connect_timeout: connectTimeoutSeconds,
    idle_timeout: 60,
    // After a failover all connections are lost at once; by default the driver would then wait for 20 s.
    backoff: (lost: number) => Math.min(10 * 2 ** lost, reconnectDelayMsMax) / 1_000,
    onnotice: () => undefined,
    ...driver,
    connection: { application_name: 'punctual', ...(sharesConnections(url) ? {} : settings) },
  });
  return withPreparedStatements(watch(client), sharesConnections(url) ? settings : {});
}

/**
 * Throws if the driver is not patched. Without the patch, one lost connection ends the process
 * (docs/decisions/database.md#65-the-postgres-driver-is-patched).
 */
function requirePatchedDriver(): void {
  if ('punctualPatch' in postgres) return;
  throw new Error('The Postgres driver in node_modules is not patched. Run npm run build, which does that.');
}
