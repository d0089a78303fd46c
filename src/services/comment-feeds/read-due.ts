import { sqlStateOf } from '../../db/errors.js';
import { readPauseMs, retryReadAt } from '../../domain/comments.js';
import { groupBy } from '../../domain/group-by.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { ReadCommentsInput, ReadCommentsResult } from '../../domain/workflow-contract.js';
import type { PlatformComments } from '../../platforms/kit/comments.js';
import type { ServiceDeps } from '../shared/context.js';
import { faultOf } from '../shared/remote-calls/fault.js';
import { isSharedQuotaUsed, markSpent, sharedKeyOf } from '../platform-reads/call-budget.js';
import { hostOf } from '../platform-reads/host-of.js';
import { pauseAccounts } from '../platform-reads/pause.js';
import { createReadTurns, type ReadTurns } from '../platform-reads/read-turns.js';
import { createAccountCalls, type AccountCalls } from './internal/account-calls.js';
import { announceComments, announceLeft } from './internal/announce.js';
import { claimFeeds, loadFeeds } from './internal/claim.js';
import { endOfRead, type EndOfRead } from './internal/end-of-read.js';
import type { FeedEnd, LoadedFeed } from './internal/feed.js';
import { readFeed, type FeedRead } from './internal/read-feed.js';
import { settleFeeds } from './internal/settle.js';
import { subscribeToPushes } from './internal/subscribe-to-pushes.js';

/** The number of concurrent reads from one server in one sweep. */
const atOnceMax = 4;
/** After this many failures in a row, a server is not called again in this sweep. */
const failuresInARowMax = 5;
/** The other posts of a failing server are postponed by a random time between this and twice this. */
const laneWaitMs = 2 * 60_000;
/** After this time no read starts in a sweep; the next one continues. */
const sweepMsMax = 50_000;

/**
 * Reads due comments until none are left or the time is up. Several calls may run at the same time, in this process and
 * in others, because each reads only what it has claimed. If a process dies, its claims expire and the posts are due
 * again.
 */
export async function readDueComments(
  deps: ServiceDeps,
  input: ReadCommentsInput,
  signal: AbortSignal,
  turnsAt = createReadTurns(),
): Promise<ReadCommentsResult> {
  const endsAtMs = performance.now() + sweepMsMax;
  const sweep: Sweep = {
    deps,
    input,
    turnsAt,
    result: { read: 0, failed: 0, stored: 0, announced: 0 },
    calls: createAccountCalls(deps),
    pausedUntil: new Map(),
    spentUntil: new Map(),
    failuresInARow: new Map(),
    hostsLeftOut: new Set(),
    accountsLeftOut: new Set(),
    mayGoOn: () => !signal.aborted && performance.now() < endsAtMs,
  };
  try {
    if (input.socialAccountId === undefined && (input.share?.index ?? 0) === 0) {
      sweep.result.announced += await announceLeft(deps, sweep.mayGoOn);
    }
    await readAll(sweep);
    return sweep.result;
  } catch (error) {
    // The message of a failed statement contains comment texts, which must not get into the log or the history.
    deps.log.error({ ...faultOf(error), sqlState: sqlStateOf(error) }, 'a sweep of comments failed');
    throw new Error('The sweep of comments failed.');
  }
}

interface Sweep {
  deps: ServiceDeps;
  input: ReadCommentsInput;
  turnsAt: ReadTurns;
  result: ReadCommentsResult;
  calls: AccountCalls;
  /** When the pauses of accounts and of shared calls end, as this sweep has learned. */
  pausedUntil: Map<string, Date>;
  spentUntil: Map<string, Date>;
  failuresInARow: Map<string, number>;
  hostsLeftOut: Set<string>;
  accountsLeftOut: Set<string>;
  mayGoOn: () => boolean;
}

/** Reads all platforms at once. Each gets its next batch when its last one has ended, however long others take. */
async function readAll(sweep: Sweep): Promise<void> {
  const busy = new Map<PlatformName, Promise<void>>();
  const faults: unknown[] = [];
  const begin = (name: PlatformName, batch: readonly LoadedFeed[]): void => {
    const reading = readBatch(sweep, name, batch)
      .catch((error: unknown) => void faults.push(error))
      .finally(() => busy.delete(name));
    busy.set(name, reading);
  };
  try {
    while (sweep.mayGoOn() && faults.length === 0) {
      const { isAll, loaded } = await claimNext(sweep, new Set(busy.keys()));
      for (const [name, batch] of groupBy(loaded, ({ feed }) => feed.platform)) begin(name, batch);
      if (!isAll) continue;
      if (busy.size === 0) break;
      await Promise.race(busy.values());
    }
  } finally {
    await Promise.all(busy.values());
  }
  if (faults.length > 0) throw faults[0];
}

async function claimNext(
  { deps, input, calls, accountsLeftOut }: Sweep,
  platformsLeftOut: ReadonlySet<PlatformName>,
): Promise<{ isAll: boolean; loaded: LoadedFeed[] }> {
  const scope = { ...input, platformsLeftOut, accountsLeftOut };
  const { isAll, feeds, callsLeft } = await claimFeeds(deps, scope);
  if (feeds.length === 0) return { isAll, loaded: [] };
  const loaded = await loadFeeds(deps, feeds);
  for (const [id, posts] of groupBy(loaded, ({ account }) => account.id)) {
    calls.allow(id, { left: callsLeft.get(id) ?? 0, posts: posts.length });
  }
  return { isAll, loaded };
}

/** Reads a batch of one platform's posts, grouped by server, so that a slow server does not delay the others. */
async function readBatch(sweep: Sweep, name: PlatformName, batch: readonly LoadedFeed[]): Promise<void> {
  const { deps } = sweep;
  const comments = deps.platforms.get(name)?.comments;
  // Posts are only claimed for platforms with comments, so this never happens.
  if (comments === undefined) return;
  const ends: FeedEnd[] = [];
  const lines = groupBy(batch, ({ account }) => hostOf(deps, account));
  await Promise.all([...lines].map(([host, line]) => readLine(sweep, { name, comments, host }, line, ends)));
  await settleFeeds(deps, ends);
  await sweep.calls.settle(batch);
  await pauseAccounts(deps, pausesOf(sweep, batch));
}

interface Place {
  name: PlatformName;
  comments: PlatformComments;
  host: string;
}

async function readLine(
  sweep: Sweep,
  place: Place,
  line: readonly LoadedFeed[],
  ends: FeedEnd[],
): Promise<void> {
  const waiting = line.values();
  const inTurn = async (loaded: LoadedFeed): Promise<FeedEnd> =>
    leaveOut(sweep, place, loaded) ?? (await readOne(sweep, place, loaded));
  const lane = async (): Promise<void> => {
    for (const loaded of waiting) {
      ends.push(
        await sweep
          .turnsAt({ name: place.name, budget: place.comments })
          .run(place.host, () => inTurn(loaded)),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnceMax, line.length) }, lane));
}

/** Returns the end of a claimed feed that this sweep must skip. Null if the feed should be read. */
function leaveOut({ deps, ...sweep }: Sweep, { host }: Place, { feed, account }: LoadedFeed): FeedEnd | null {
  const hasCall = sweep.calls.begin(account.id);
  if (sweep.hostsLeftOut.has(host)) {
    return { feed, dueAt: new Date(deps.clock.now().getTime() + laneWaitMs * (1 + Math.random())) };
  }
  const pausedUntil =
    sweep.spentUntil.get(sharedKeyOf(account.platform, account.sandbox)) ?? sweep.pausedUntil.get(account.id);
  if (pausedUntil !== undefined) return { feed, dueAt: pausedUntil };
  return hasCall && sweep.mayGoOn() ? null : { feed, dueAt: feed.dueAt };
}

async function readOne(sweep: Sweep, place: Place, loaded: LoadedFeed): Promise<FeedEnd> {
  const { deps, result, calls } = sweep;
  const { comments } = place;
  const { feed } = loaded;
  try {
    const read = await readFeed({
      deps,
      comments,
      loaded,
      ask: (cursor) => calls.ask(comments, loaded, cursor),
      mayGoOn: () => sweep.mayGoOn() && calls.hasSpare(feed.socialAccountId),
    });
    result.stored += read.added + read.changed;
    await noteSpent(sweep, place, loaded, read);
    const ended = await endOfRead(deps, loaded, read);
    note(sweep, place, loaded, ended);
    deps.metrics.commentRead(feed.platform, ended.outcome);
    const hasEnded = read.end.kind === 'complete' || read.end.kind === 'unchanged';
    if (hasEnded) await subscribeToPushes(deps, comments, loaded.account);
    if (hasEnded && (read.added > 0 || feed.cursor !== null)) {
      result.announced += await announceComments(deps, feed, sweep.mayGoOn);
    }
    return ended.end;
  } catch (error) {
    result.failed += 1;
    const { socialAccountId, platform } = feed;
    const about = { socialAccountId, platform, ...faultOf(error), sqlState: sqlStateOf(error) };
    deps.log.error(about, 'comments could not be read');
    const failures = feed.failures + 1;
    return { feed, failures, dueAt: retryReadAt(failures, deps.clock.now(), Math.random()) };
  }
}

/** Records that the shared calls of the day are used up, so that other processes need no failed call to notice it. */
async function noteSpent(
  { deps, spentUntil }: Sweep,
  { comments }: Place,
  { account: { platform, sandbox } }: LoadedFeed,
  { end }: FeedRead,
): Promise<void> {
  if (end.kind !== 'failed' || !isSharedQuotaUsed(end.failure, comments)) return;
  const until = new Date(deps.clock.now().getTime() + readPauseMs(end.failure.retryAfterMs));
  spentUntil.set(sharedKeyOf(platform, sandbox), until);
  deps.log.warn({ platform, until }, 'the calls of a platform are used up: its comments are read later');
  await markSpent(deps, platform, sandbox, until);
}

/** Applies the result of one read to the rest of the sweep: the pause of its account and the failures of its server. */
function note(
  sweep: Sweep,
  { name: platform, host }: Place,
  { feed }: LoadedFeed,
  { outcome, isAway = false, pauseUntil }: EndOfRead,
): void {
  const { deps, result, failuresInARow, hostsLeftOut } = sweep;
  if (outcome === 'failed' || outcome === 'limited') result.failed += 1;
  else result.read += 1;
  if (pauseUntil !== undefined) sweep.pausedUntil.set(feed.socialAccountId, pauseUntil);
  if (isAway && sweep.calls.isOurFault(feed)) return;
  const failures = isAway ? (failuresInARow.get(host) ?? 0) + 1 : 0;
  failuresInARow.set(host, failures);
  if (failures !== failuresInARowMax) return;
  hostsLeftOut.add(host);
  deps.log.warn({ platform }, 'a server does not answer: its comments are read later');
}

/** The pauses that platforms asked for. Those accounts, and accounts without spare calls, are not claimed again. */
function pausesOf(sweep: Sweep, batch: readonly LoadedFeed[]): Map<string, Date> {
  const pauses = new Map<string, Date>();
  for (const { account } of batch) {
    const until = sweep.pausedUntil.get(account.id);
    if (until !== undefined) pauses.set(account.id, until);
    if (until !== undefined || !sweep.calls.hasSpare(account.id)) sweep.accountsLeftOut.add(account.id);
  }
  return pauses;
}
