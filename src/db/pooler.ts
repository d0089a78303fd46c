import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { sqlStateOf } from './errors.js';
import { serverSettings, sharesConnections } from './server-settings.js';

/** A fault of the pooler that DATABASE_URL names, and how to fix it. */
export interface PoolerFault {
  what: string;
  cure: string;
}

export const poolerText = ({ what, cure }: PoolerFault): string => `${what} ${cure}`;

const connectionsTried = 4;
const rounds = 3;
/**
 * How long the transactions that have begun wait for the next one. A pooler with fewer connections lets the rest wait
 * until the first ones end. Too short a time would miss the fault on a slow machine.
 */
const gatherMsMax = 2_000;
const tryTimeoutMs = 15_000;

const losesStatements: PoolerFault = {
  what: 'The connection pooler does not keep prepared statements.',
  cure: 'Add ?prepare=false to DATABASE_URL.',
};

const refusesSettings = (message: string): PoolerFault => ({
  what: `The connection pooler refuses a setting of the connection (${message}).`,
  cure: 'Add ?prepare=false to DATABASE_URL. If the pooler keeps prepared statements, ignore_startup_parameters does too.',
});

/** Creates a check that tries the pooler until it has worked once. Rejects while the database cannot be reached. */
export function createPoolerCheck(url: string, connectTimeoutSeconds = 5): () => Promise<PoolerFault | null> {
  let isFine = sharesConnections(url);
  let running: Promise<PoolerFault | null> | undefined;
  const open = (connection: Record<string, string | number>): postgres.Sql =>
    postgres(url, {
      max: 1,
      connect_timeout: connectTimeoutSeconds,
      fetch_types: false,
      onnotice: () => undefined,
      connection: { application_name: 'punctual', ...connection },
    });
  const check = async (): Promise<PoolerFault | null> => {
    const fault = (await trySettings(open)) ?? (await tryStatements(open));
    isFine = fault === null;
    return fault;
  };
  return async () => {
    if (isFine) return null;
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
}

type Open = (connection: Record<string, string | number>) => postgres.Sql;

async function trySettings(open: Open): Promise<PoolerFault | null> {
  const client = open(serverSettings(tryTimeoutMs));
  try {
    await client.unsafe('select 1');
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/unsupported startup parameter/i.test(message)) return refusesSettings(message);
    throw error;
  } finally {
    await client.end({ timeout: 1 });
  }
}

/**
 * Checks whether the pooler keeps prepared statements. Each connection prepares the same statement and repeats it in a
 * transaction, all at the same time. Their order changes each time, so a pooler that shares the server's connections
 * hands them out differently.
 */
async function tryStatements(open: Open): Promise<PoolerFault | null> {
  const clients = Array.from({ length: connectionsTried }, () => open({}));
  try {
    for (let round = 0; round < rounds; round += 1) {
      await together([...clients.slice(round), ...clients.slice(0, round)]);
    }
    return null;
  } catch (error) {
    // The statement is unknown to this connection of the server, or another client has already prepared it there.
    if (['26000', '42P05'].includes(sqlStateOf(error) ?? '')) return losesStatements;
    throw error;
  } finally {
    await Promise.all(clients.map((client) => client.end({ timeout: 1 })));
  }
}

async function together(clients: readonly postgres.Sql[]): Promise<void> {
  const running: Promise<unknown>[] = [];
  const all = new AbortController();
  const released = once(all.signal, 'abort');
  let isFull = false;
  for (const client of clients) {
    const begun = new AbortController();
    const work = client.begin(async (tx) => {
      begun.abort();
      await released;
      await tx`select ${'prepared'}::text`;
    });
    running.push(work);
    if (isFull) continue;
    const hasBegun = once(begun.signal, 'abort').then(() => true);
    const hasEnded = Promise.allSettled([work]).then(() => true);
    isFull = !(await Promise.race([hasBegun, hasEnded, delay(gatherMsMax, false)]));
  }
  all.abort();
  await Promise.allSettled(running);
  await Promise.all(running);
}
