import { sqlStateOf } from '../../db/errors.js';
import { groupBy } from '../../domain/group-by.js';
import type { MeasureInput, MeasureResult } from '../../domain/workflow-contract.js';
import type { MeasureAnswer, PlatformMetrics } from '../../platforms/kit/metrics.js';
import { expireAccount } from '../account-grants/expire.js';
import { metricsOf } from '../account-grants/reads-metrics.js';
import { createAskAccount, type AskAccount } from '../platform-reads/ask-account.js';
import { countCalls, isSharedQuotaUsed, markSpent } from '../platform-reads/call-budget.js';
import { hostOf } from '../platform-reads/host-of.js';
import { pauseAccounts } from '../platform-reads/pause.js';
import { readBudgetOf } from '../platform-reads/read-limits.js';
import { createReadTurns, type ReadTurns } from '../platform-reads/read-turns.js';
import { faultOf } from '../shared/remote-calls/fault.js';
import type { ServiceDeps } from '../shared/context.js';
import { announceMetrics } from './internal/announce.js';
import { claimFeeds, loadFeeds } from './internal/claim.js';
import { endOfFailure, endOfReading, pauseMsAfter } from './internal/end-of-reading.js';
import type { FeedEnd, LoadedFeed } from './internal/feed.js';
import { settleFeeds } from './internal/settle.js';

/** After this many failures in a row, a server is not called again in this sweep. */
const failuresInARowMax = 3;
/** The other targets of a failing server are postponed by a random time between this and twice this. */
const hostWaitMs = 5 * 60_000;
/** After this time no reading starts in a sweep; the next one continues. */
const sweepMsMax = 50_000;

interface Sweep {
  deps: ServiceDeps;
  turnsAt: ReadTurns;
  askAccount: AskAccount;
  result: MeasureResult;
  /** When the pauses of accounts end, as this sweep has learned. */
  pausedUntil: Map<string, Date>;
  failuresInARow: Map<string, number>;
  /**
   * The calls by account that differ from the number that the claim has counted: more after a second try with a fresh
   * token, or fewer.
   */
  uncounted: Map<string, { batch: Batch; calls: number }>;
  mayGoOn: () => boolean;
}

/** Targets of one account whose numbers one call reads. */
interface Batch {
  metrics: PlatformMetrics;
  feeds: readonly [LoadedFeed, ...LoadedFeed[]];
  /** The account, with a fresh token if it had to be refreshed. */
  holder: { account: LoadedFeed['account'] };
}

/**
 * Reads due numbers until none are left or the time is up. Several calls may run at the same time, because each reads
 * only what it has claimed. If a process dies, its claims expire and the targets are due again.
 */
export async function measureDue(
  deps: ServiceDeps,
  input: MeasureInput,
  signal: AbortSignal,
  turnsAt: ReadTurns = createReadTurns(),
): Promise<MeasureResult> {
  const endsAtMs = performance.now() + sweepMsMax;
  const sweep: Sweep = {
    deps,
    turnsAt,
    askAccount: createAskAccount(deps),
    result: { read: 0, failed: 0, changed: 0, announced: 0 },
    pausedUntil: new Map(),
    failuresInARow: new Map(),
    uncounted: new Map(),
    mayGoOn: () => !signal.aborted && performance.now() < endsAtMs,
  };
  try {
    let isAll = false;
    while (!isAll && sweep.mayGoOn()) isAll = await measureNext(sweep, input);
    return sweep.result;
  } catch (error) {
    deps.log.error({ ...faultOf(error), sqlState: sqlStateOf(error) }, 'a sweep of numbers failed');
    throw new Error('The sweep of numbers failed.');
  }
}

/** Reads the next targets. Returns whether there were no others. */
async function measureNext(sweep: Sweep, input: MeasureInput): Promise<boolean> {
  const { deps, result } = sweep;
  const { isAll, feeds } = await claimFeeds(deps, input);
  if (feeds.length === 0) return isAll;
  const loaded = await loadFeeds(deps, feeds);
  const ended = await Promise.all(batchesOf(deps, loaded).map((batch) => inTurn(sweep, batch)));
  const ends = ended.flat();
  // Targets that could not be loaded belong to a deleted post: they are not read again.
  const loadedIds = new Set(loaded.map(({ feed }) => feed.targetId));
  const gone = feeds.filter(({ targetId }) => !loadedIds.has(targetId));
  await settleFeeds(deps, [...ends, ...gone.map((feed) => ({ feed, dueAt: null }))]);
  await settleCalls(sweep);
  for (const end of ends) noteOutcome(deps, end);
  const measured = ends.filter((end) => end.measured !== undefined);
  result.changed += measured.filter((end) => end.measured?.hasChanged === true).length;
  // Unchanged targets are included, because their last change may have come too soon after an event.
  result.announced += await announceMetrics(
    deps,
    measured.map(({ feed }) => feed.targetId),
  );
  return isAll;
}

function noteOutcome({ metrics }: ServiceDeps, { feed, failures, measured }: FeedEnd): void {
  if (measured !== undefined)
    metrics.targetMeasured(feed.platform, measured.hasChanged ? 'changed' : 'unchanged');
  else metrics.targetMeasured(feed.platform, failures === undefined ? 'limited' : 'failed');
}

function batchesOf({ platforms }: ServiceDeps, loaded: readonly LoadedFeed[]): Batch[] {
  const byAccount = groupBy(loaded, ({ feed }) => feed.socialAccountId);
  return [...byAccount.values()].flatMap((feeds) => {
    const [holder] = feeds;
    const metrics = holder && platforms.get(holder.feed.platform)?.metrics;
    if (metrics === undefined || holder === undefined) return [];
    return partsOf(feeds, metrics.postsPerCallMax).map((part) => ({ metrics, feeds: part, holder }));
  });
}

function partsOf(feeds: readonly LoadedFeed[], size: number): [LoadedFeed, ...LoadedFeed[]][] {
  const parts: [LoadedFeed, ...LoadedFeed[]][] = [];
  for (let from = 0; from < feeds.length; from += size) {
    const [first, ...others] = feeds.slice(from, from + size);
    if (first !== undefined) parts.push([first, ...others]);
  }
  return parts;
}

async function inTurn(sweep: Sweep, batch: Batch): Promise<FeedEnd[]> {
  const { deps } = sweep;
  const name = batch.feeds[0].feed.platform;
  const budget = readBudgetOf(deps.platforms.get(name));
  // Targets are only claimed for platforms with a budget, so this never happens.
  if (budget === undefined) return [];
  const host = hostOf(deps, batch.holder.account);
  return sweep
    .turnsAt({ name, budget })
    .run(host, async () => leaveOut(sweep, batch, host) ?? (await measureSafely(sweep, batch, host)));
}

/** Measures a batch. Our own error, such as credentials that cannot be opened, does not stop the others. */
async function measureSafely(sweep: Sweep, batch: Batch, host: string): Promise<FeedEnd[]> {
  try {
    return await measure(sweep, batch, host);
  } catch (error) {
    const { deps, result } = sweep;
    const { id: socialAccountId, platform } = batch.holder.account;
    const about = { socialAccountId, platform, ...faultOf(error), sqlState: sqlStateOf(error) };
    deps.log.error(about, 'numbers could not be read');
    result.failed += batch.feeds.length;
    return batch.feeds.map((loaded) => endOfFailure(batch.metrics, loaded, null, deps.clock.now()));
  }
}

/** Returns the ends of claimed targets that this sweep must skip. Null if they should be read. */
function leaveOut(sweep: Sweep, batch: Batch, host: string): FeedEnd[] | null {
  const { deps, pausedUntil, failuresInARow } = sweep;
  const all = (dueAt: (loaded: LoadedFeed) => Date): FeedEnd[] => {
    addCalls(sweep, batch, -1);
    return batch.feeds.map((loaded) => ({ feed: loaded.feed, dueAt: dueAt(loaded) }));
  };
  if ((failuresInARow.get(host) ?? 0) >= failuresInARowMax) {
    return all(() => new Date(deps.clock.now().getTime() + hostWaitMs * (1 + Math.random())));
  }
  const until = pausedUntil.get(batch.holder.account.id);
  if (until !== undefined) return all(() => until);
  return sweep.mayGoOn() ? null : all(({ feed }) => feed.dueAt);
}

async function measure(sweep: Sweep, batch: Batch, host: string): Promise<FeedEnd[]> {
  const { deps, result, failuresInARow } = sweep;
  const { metrics, feeds, holder } = batch;
  const seen = { calls: 0, isOurFault: false };
  const answer = await sweep.askAccount<MeasureAnswer>({
    holder,
    ask: (session) =>
      metrics.measure(
        session,
        feeds.map(({ post }) => post),
      ),
    ...(metrics.price !== undefined && { isOn: (account) => metricsOf(deps, account).reads }),
    onCall: () => {
      seen.calls += 1;
    },
    onFault: () => {
      seen.isOurFault = true;
    },
  });
  addCalls(sweep, batch, seen.calls - 1);
  const now = deps.clock.now();
  const isAway = (answer.kind === 'not-sent' || answer.kind === 'ambiguous') && !seen.isOurFault;
  failuresInARow.set(host, isAway ? (failuresInARow.get(host) ?? 0) + 1 : 0);
  if (answer.kind !== 'measured') {
    await noteFailure(sweep, batch, answer, now);
    result.failed += feeds.length;
    return feeds.map((loaded) => endOfFailure(metrics, loaded, answer, now));
  }
  return feeds.map((loaded) => {
    const measurement = answer.byPost.get(loaded.feed.externalPostId);
    if (measurement === undefined) result.failed += 1;
    else result.read += 1;
    return measurement === undefined
      ? endOfFailure(metrics, loaded, null, now)
      : endOfReading(metrics, loaded, measurement, now);
  });
}

/** Applies a failure to the rest of the sweep: the pause of its account, and the quota that all accounts share. */
async function noteFailure(
  { deps, pausedUntil }: Sweep,
  { holder: { account } }: Batch,
  failure: Exclude<MeasureAnswer, { kind: 'measured' }>,
  now: Date,
): Promise<void> {
  const { id, platform, sandbox, credentialsVersion } = account;
  if (failure.kind === 'auth-revoked') await expireAccount(deps, id, credentialsVersion, failure.message);
  const pauseMs = pauseMsAfter(failure);
  if (pauseMs === null) return;
  const until = new Date(now.getTime() + pauseMs);
  pausedUntil.set(id, until);
  if (isSharedQuotaUsed(failure, readBudgetOf(deps.platforms.get(platform))))
    await markSpent(deps, platform, sandbox, until);
}

function addCalls({ uncounted }: Sweep, batch: Batch, calls: number): void {
  if (calls === 0) return;
  const { id } = batch.holder.account;
  uncounted.set(id, { batch, calls: (uncounted.get(id)?.calls ?? 0) + calls });
}

/** Counts the calls that differ from those that the claims have counted, and stores the pauses. */
async function settleCalls({ deps, uncounted, pausedUntil }: Sweep): Promise<void> {
  const used = [...uncounted.values()].map(({ batch, calls }) => {
    const { id, platform, sandbox } = batch.holder.account;
    return { socialAccountId: id, platform, sandbox, calls };
  });
  uncounted.clear();
  await countCalls(deps, used);
  await pauseAccounts(deps, pausedUntil);
}
