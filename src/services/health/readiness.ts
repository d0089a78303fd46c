import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { ServiceDeps } from '../context.js';

const checkTimeoutMs = 2_000;
/** `drizzle/` in the project's root, seen from src/services/health and from dist/services/health alike. */
const journalUrl = new URL('../../../drizzle/meta/_journal.json', import.meta.url);

export interface Readiness {
  ready: boolean;
  database: 'ok' | 'unreachable';
  migrations: 'ok' | 'pending' | 'unknown';
  temporal: 'ok' | 'unreachable';
  worker: 'polling' | 'missing' | 'unknown';
  /** The worker that sends webhooks, by its own task queue. */
  webhooks: 'polling' | 'missing' | 'unknown';
}

/** Whether everything is there that an accepted post needs to be published. Answers within some seconds. */
export async function checkReadiness(deps: Pick<ServiceDeps, 'db' | 'starter'>): Promise<Readiness> {
  const [applied, temporal] = await Promise.all([
    bounded(latestAppliedMigration(deps)),
    bounded(deps.starter.health()),
  ]);
  const parts = {
    database: applied === undefined ? 'unreachable' : 'ok',
    migrations:
      applied === undefined ? 'unknown' : (await latestKnownMigration()) > applied ? 'pending' : 'ok',
    temporal: temporal?.reachable === true ? 'ok' : 'unreachable',
    worker: temporal?.reachable !== true ? 'unknown' : temporal.workerPolling ? 'polling' : 'missing',
    webhooks: temporal?.reachable !== true ? 'unknown' : temporal.webhooksPolling ? 'polling' : 'missing',
  } as const;
  const ready =
    parts.database === 'ok' &&
    parts.migrations === 'ok' &&
    parts.temporal === 'ok' &&
    parts.worker === 'polling' &&
    parts.webhooks === 'polling';
  return { ready, ...parts };
}

/** The answer, or undefined when it failed or took too long. Why is the log's matter, not the caller's. */
async function bounded<T>(work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([work, delay(checkTimeoutMs, undefined, { signal: timer.signal })]);
  } catch {
    return undefined;
  } finally {
    timer.abort();
  }
}

/** When the newest migration in the database was made; 0 before the first one. */
async function latestAppliedMigration({ db }: Pick<ServiceDeps, 'db'>): Promise<number> {
  const [table] = await db.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (typeof table?.name !== 'string') return 0;
  const [row] = await db.execute<{ latest: string | null }>(
    sql`select max(created_at)::text as latest from drizzle.__drizzle_migrations`,
  );
  return Number(row?.latest ?? 0);
}

async function latestKnownMigration(): Promise<number> {
  const journal = JSON.parse(await readFile(journalUrl, 'utf8')) as { entries: { when: number }[] };
  return Math.max(0, ...journal.entries.map((entry) => entry.when));
}
