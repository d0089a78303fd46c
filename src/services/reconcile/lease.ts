import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { sweeps } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';

/** The lease of the reconciler's sweep. */
export const reconcileSweep = 'reconcile';
/** The lease of the sweep that refreshes grants before they expire. */
export const refreshAheadSweep = 'refresh-ahead';

/** After this time without a renewal, the holder of a lease counts as gone. */
const leaseMs = 30_000;
const renewEveryMs = 5_000;

type LeaseDeps = Pick<ServiceDeps, 'db' | 'clock' | 'log'>;

/** The lease uses the database's clock, which is the same for all processes. */
const leaseEnd = sql`clock_timestamp() + ${`${leaseMs} milliseconds`}::interval`;
const isHeld = (name: string, holder: string) => and(eq(sweeps.name, name), eq(sweeps.holder, holder));
const isFree = sql`(${sweeps.leaseUntil} is null or ${sweeps.leaseUntil} < clock_timestamp())`;

/**
 * Calls `work`, unless another caller holds the lease in this or another process; then it returns undefined. The lease
 * is a row and not an advisory lock, because connection poolers share sessions. The signal aborts if the lease is lost.
 */
export async function withLease<T extends { complete: boolean }>(
  deps: LeaseDeps,
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const holder = randomUUID();
  if (!(await take(deps, name, holder))) return undefined;
  const lost = new AbortController();
  const timer = setInterval(() => {
    void renew(deps, name, holder).then((kept) => {
      if (!kept) lost.abort();
    });
  }, renewEveryMs);
  let complete = false;
  try {
    const result = await work(lost.signal);
    complete = result.complete;
    return result;
  } finally {
    clearInterval(timer);
    await giveBack(deps, name, holder, complete);
  }
}

async function take({ db }: LeaseDeps, name: string, holder: string): Promise<boolean> {
  const taken = await db
    .insert(sweeps)
    .values({ name, holder, leaseUntil: leaseEnd })
    .onConflictDoUpdate({ target: sweeps.name, set: { holder, leaseUntil: leaseEnd }, setWhere: isFree })
    .returning({ holder: sweeps.holder });
  return taken.length > 0;
}

/** Extends the lease. A database that is away does not end the work, because no other process can take the lease. */
async function renew({ db, log }: LeaseDeps, name: string, holder: string): Promise<boolean> {
  try {
    const rows = await db
      .update(sweeps)
      .set({ leaseUntil: leaseEnd })
      .where(isHeld(name, holder))
      .returning({ name: sweeps.name });
    return rows.length > 0;
  } catch (error) {
    log.warn({ err: error, sweep: name }, 'the lease of a sweep could not be renewed');
    return true;
  }
}

async function giveBack(
  { db, clock, log }: LeaseDeps,
  name: string,
  holder: string,
  complete: boolean,
): Promise<void> {
  try {
    await db
      .update(sweeps)
      .set({ holder: null, leaseUntil: null, ...(complete ? { completedAt: clock.now() } : {}) })
      .where(and(eq(sweeps.name, name), eq(sweeps.holder, holder)));
  } catch (error) {
    log.warn(
      { err: error, sweep: name },
      'the lease of a sweep could not be given back; it runs out by itself',
    );
  }
}
