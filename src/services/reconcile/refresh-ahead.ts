import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { RefreshAheadResult, RefreshResult } from '../../domain/workflow-contract.js';
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

interface DueAccount {
  id: string;
  platform: PlatformName;
  credentialsVersion: number;
}

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
    const lines = await readDue(deps);
    await Promise.all([...lines.values()].map((accounts) => refreshLine(run, accounts)));
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

/** Refreshes the accounts of one platform. Each platform has its own line, so that none delays the others. */
async function refreshLine(run: Run, accounts: readonly DueAccount[]): Promise<void> {
  const waiting = accounts.values();
  let failuresInARow = 0;
  const mayGoOn = (): boolean =>
    !run.signal.aborted && failuresInARow < failuresInARowMax && performance.now() < run.endsAtMs;
  const lane = async (): Promise<void> => {
    for (const account of waiting) {
      if (!mayGoOn()) return;
      const outcome = await refreshOne(run.deps, account);
      run.result[outcome] += 1;
      failuresInARow = outcome === 'unavailable' ? failuresInARow + 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnceMax, accounts.length) }, lane));
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

/** The due accounts by platform, the longest overdue first. */
async function readDue(deps: ServiceDeps): Promise<Map<PlatformName, DueAccount[]>> {
  const lines = new Map<PlatformName, DueAccount[]>();
  for (const account of [...(await readDueByTime(deps)), ...(await readUnknown(deps))]) {
    const line = lines.get(account.platform) ?? [];
    if (line.length < refreshesPerSweepMax) lines.set(account.platform, [...line, account]);
  }
  return lines;
}

const isLiving = and(
  eq(socialAccounts.status, 'ACTIVE'),
  isNotNull(socialAccounts.credentials),
  isNull(socialAccounts.deletedAt),
);

const dueColumns = {
  id: socialAccounts.id,
  platform: socialAccounts.platform,
  credentialsVersion: socialAccounts.credentialsVersion,
};

async function readDueByTime({ db, clock, platforms }: ServiceDeps): Promise<DueAccount[]> {
  const { refreshDueAt, platform } = socialAccounts;
  const due = db
    .select({
      ...dueColumns,
      place:
        sql<number>`row_number() over (partition by ${platform} order by ${refreshDueAt}, ${socialAccounts.id})`.as(
          'place',
        ),
    })
    .from(socialAccounts)
    .where(and(lte(refreshDueAt, clock.now()), inArray(platform, [...platforms.keys()]), isLiving))
    .as('due');
  return db
    .select({ id: due.id, platform: due.platform, credentialsVersion: due.credentialsVersion })
    .from(due)
    .where(lte(due.place, refreshesPerSweepMax))
    .orderBy(asc(due.place));
}

/** Accounts whose grants can expire unused, but whose lifetime is unknown until the first refresh. */
async function readUnknown({ db, platforms }: ServiceDeps): Promise<DueAccount[]> {
  const dying = [...platforms.values()].filter(({ grantsDieUnused }) => grantsDieUnused === true);
  const { refreshDueAt, lastCheckedAt, platform, id } = socialAccounts;
  const lines = dying.map(({ name }) =>
    db
      .select(dueColumns)
      .from(socialAccounts)
      .where(and(isNull(refreshDueAt), isNull(lastCheckedAt), eq(platform, name), isLiving))
      .orderBy(asc(id))
      .limit(refreshesPerSweepMax),
  );
  return (await Promise.all(lines)).flat();
}
