import { and, asc, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { someAtOnce } from '../../concurrency/some-at-once.js';
import { socialAccounts } from '../../db/schema/index.js';
import type { RefreshAheadResult, RefreshResult } from '../../domain/workflow-contract.js';
import type { Platform } from '../../platforms/kit/platform.js';
import { retryRefreshAt } from '../account-grants/grant-life.js';
import type { ServiceDeps } from '../shared/context.js';
import { refreshAheadSweep, withLease } from './lease.js';

/**
 * The number of refreshes for each platform in one sweep. A sweep runs every minute, so 10,000 accounts of one platform
 * take two and three quarter hours.
 */
const refreshesPerSweepMax = 60;
/** The number of concurrent refreshes for one platform. */
const atOnceMax = 4;
/** After this many failed refreshes in a row, a platform is skipped until the next sweep. */
const failuresInARowMax = 5;
/** After this time no refresh begins in a sweep; the next sweep continues. */
const sweepMsMax = 50_000;

type DueAccount = Pick<typeof socialAccounts.$inferSelect, 'id' | 'credentialsVersion'>;

/**
 * Refreshes grants before they expire unused. Each refresh is a run of the workflow that alone writes the account's
 * credentials. The run is started or joined here, so a post that needs a token at the same time waits for the same run.
 * Only one sweep runs at a time across all processes.
 */
export async function refreshAhead(deps: ServiceDeps, signal: AbortSignal): Promise<RefreshAheadResult> {
  const swept = await withLease(deps, refreshAheadSweep, async (lost) => {
    const run: Run = {
      deps,
      result: { refreshed: 0, revoked: 0, unavailable: 0 },
      signal: AbortSignal.any([lost, signal]),
      endsAtMs: performance.now() + sweepMsMax,
    };
    // Each platform has its own line, so that none delays the others.
    const lines = [...deps.platforms.values()].map(async (of) => refreshLine(run, await readDue(deps, of)));
    await Promise.all(lines);
    return { complete: !run.signal.aborted, result: run.result };
  });
  return swept?.result ?? { refreshed: 0, revoked: 0, unavailable: 0 };
}

interface Run {
  deps: ServiceDeps;
  result: RefreshAheadResult;
  signal: AbortSignal;
  endsAtMs: number;
}

/** Refreshes the accounts of one platform. */
async function refreshLine(run: Run, accounts: readonly DueAccount[]): Promise<void> {
  let failuresInARow = 0;
  const mayGoOn = (): boolean =>
    !run.signal.aborted && failuresInARow < failuresInARowMax && performance.now() < run.endsAtMs;
  await someAtOnce(accounts, { atOnceMax, mayGoOn }, async (account) => {
    const outcome = await refreshOne(run.deps, account);
    run.result[outcome] += 1;
    failuresInARow = outcome === 'unavailable' ? failuresInARow + 1 : 0;
  });
}

async function refreshOne(deps: ServiceDeps, account: DueAccount): Promise<RefreshResult> {
  const { id, credentialsVersion } = account;
  try {
    return await deps.starter.refreshAccount(id, credentialsVersion);
  } catch (error) {
    deps.log.warn(
      { err: error, socialAccountId: id },
      'a due refresh could not be run; it is tried again later',
    );
    await putOff(deps, account);
    return 'unavailable';
  }
}

/**
 * Postpones the account's refresh, unless a refresh has done so already, so that no failing account comes first in
 * every sweep.
 */
async function putOff({ db, clock }: ServiceDeps, { id, credentialsVersion }: DueAccount): Promise<void> {
  const now = clock.now();
  const { refreshDueAt } = socialAccounts;
  const soon = retryRefreshAt({ failures: 1, refreshBy: null, retryAfterMs: null }, now, Math.random());
  await db
    .update(socialAccounts)
    .set({ refreshDueAt: soon })
    .where(
      and(
        eq(socialAccounts.id, id),
        eq(socialAccounts.credentialsVersion, credentialsVersion),
        or(isNull(refreshDueAt), lte(refreshDueAt, now)),
        isLiving,
      ),
    );
}

const isLiving = and(
  eq(socialAccounts.status, 'ACTIVE'),
  isNotNull(socialAccounts.credentials),
  isNull(socialAccounts.deletedAt),
);

/**
 * The due accounts of a platform: the longest overdue first, and at last those whose grants can expire unused, but whose
 * lifetime is unknown until the first refresh.
 */
function readDue({ db, clock }: ServiceDeps, { name, grantsDieUnused }: Platform): Promise<DueAccount[]> {
  const { id, credentialsVersion, platform, refreshDueAt, lastCheckedAt } = socialAccounts;
  const isUnknown = grantsDieUnused === true ? and(isNull(refreshDueAt), isNull(lastCheckedAt)) : undefined;
  return db
    .select({ id, credentialsVersion })
    .from(socialAccounts)
    .where(and(eq(platform, name), or(lte(refreshDueAt, clock.now()), isUnknown), isLiving))
    .orderBy(asc(refreshDueAt), asc(id))
    .limit(refreshesPerSweepMax);
}
