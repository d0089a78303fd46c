import { sqlStateOf } from '../../db/errors.js';
import { retryReadAt } from '../../domain/comments.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { ReadCommentsInput, ReadCommentsResult } from '../../domain/workflow-contract.js';
import type { PlatformComments } from '../../platforms/kit/comments.js';
import type { ServiceDeps } from '../shared/context.js';
import { faultOf } from '../shared/fault.js';
import { createAccountCalls, type AccountCalls } from './internal/account-calls.js';
import { announceComments, announceLeft } from './internal/announce.js';
import { claimFeeds, loadFeeds } from './internal/claim.js';
import { endOfRead, type EndOfRead } from './internal/end-of-read.js';
import type { FeedEnd, LoadedFeed } from './internal/feed.js';
import { readFeed } from './internal/read-feed.js';
import { postsPerAskingMax, postsPerSweepMax } from './internal/reading-platforms.js';
import { pauseAccounts, settleFeeds } from './internal/settle.js';
import { subscribeToPushes } from './internal/subscribe-to-pushes.js';

/** Of one platform at the same time. */
const atOnceMax = 4;
/** A platform that has not answered so many in a row is left alone until the next sweep. */
const failuresInARowMax = 5;
/** Its other posts are put off by at least this, and at most twice this. */
const laneWaitMs = 2 * 60_000;
/** No read begins later than this in a sweep; the next one goes on. */
const sweepMsMax = 50_000;

/**
 * Reads comments that are due, until none is or the time is over. Any number may run side by side, in this process and
 * in others: each has what it has claimed. Nothing is lost with one that dies: what it had is due again.
 */
export async function readDueComments(
  deps: ServiceDeps,
  input: ReadCommentsInput,
  signal: AbortSignal,
): Promise<ReadCommentsResult> {
  const endsAtMs = performance.now() + sweepMsMax;
  const sweep: Sweep = {
    deps,
    input,
    result: { read: 0, failed: 0, stored: 0, announced: 0 },
    calls: createAccountCalls(
      deps,
      input.socialAccountId === undefined ? postsPerSweepMax : postsPerAskingMax,
    ),
    pausedUntil: new Map(),
    failuresInARow: new Map(),
    platformsLeftOut: new Set(),
    accountsLeftOut: new Set(),
    mayGoOn: () => !signal.aborted && performance.now() < endsAtMs,
  };
  try {
    if (input.socialAccountId === undefined && (input.share?.index ?? 0) === 0) {
      sweep.result.announced += await announceLeft(deps, sweep.mayGoOn);
    }
    while (sweep.mayGoOn() && (await readBatch(sweep)));
    return sweep.result;
  } catch (error) {
    // A statement's fault has its texts in its words, which would be in the log and in the history.
    deps.log.error({ ...faultOf(error), sqlState: sqlStateOf(error) }, 'a sweep of comments failed');
    throw new Error('The sweep of comments failed.');
  }
}

interface Sweep {
  deps: ServiceDeps;
  input: ReadCommentsInput;
  result: ReadCommentsResult;
  calls: AccountCalls;
  /** What this sweep has learned of accounts. */
  pausedUntil: Map<string, Date>;
  failuresInARow: Map<PlatformName, number>;
  platformsLeftOut: Set<PlatformName>;
  accountsLeftOut: Set<string>;
  mayGoOn: () => boolean;
}

/** Gives whether there may be more. */
async function readBatch(sweep: Sweep): Promise<boolean> {
  const { deps, platformsLeftOut, accountsLeftOut } = sweep;
  const { looked, feeds } = await claimFeeds(deps, { ...sweep.input, platformsLeftOut, accountsLeftOut });
  if (feeds.length === 0) return looked > 0;
  const loaded = await loadFeeds(deps, feeds);
  const ends: FeedEnd[] = [];
  await Promise.all([...byPlatform(loaded)].map(([name, line]) => readLine(sweep, name, line, ends)));
  await settleFeeds(deps, ends);
  await pauseAccounts(deps, pausesOf(sweep, loaded));
  return true;
}

function byPlatform(loaded: readonly LoadedFeed[]): Map<PlatformName, LoadedFeed[]> {
  const lines = new Map<PlatformName, LoadedFeed[]>();
  for (const each of loaded) {
    const line = lines.get(each.feed.platform) ?? [];
    line.push(each);
    lines.set(each.feed.platform, line);
  }
  return lines;
}

/** The posts of one platform: what is wrong with it holds up no other. */
async function readLine(
  sweep: Sweep,
  name: PlatformName,
  line: readonly LoadedFeed[],
  ends: FeedEnd[],
): Promise<void> {
  const comments = sweep.deps.platforms.get(name)?.comments;
  // A claim takes none of a platform that has no comments.
  if (comments === undefined) return;
  const waiting = line.values();
  const lane = async (): Promise<void> => {
    for (const loaded of waiting) {
      ends.push(leaveOut(sweep, loaded) ?? (await readOne(sweep, comments, loaded)));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnceMax, line.length) }, lane));
}

/** What is not read in this sweep although it was claimed; null: it is. */
function leaveOut({ deps, ...sweep }: Sweep, { feed }: LoadedFeed): FeedEnd | null {
  const now = deps.clock.now().getTime();
  if (sweep.platformsLeftOut.has(feed.platform)) {
    return { feed, dueAt: new Date(now + laneWaitMs * (1 + Math.random())) };
  }
  const pausedUntil = sweep.pausedUntil.get(feed.socialAccountId);
  if (pausedUntil !== undefined) return { feed, dueAt: pausedUntil };
  return sweep.mayGoOn() ? null : { feed, dueAt: feed.dueAt };
}

async function readOne(sweep: Sweep, comments: PlatformComments, loaded: LoadedFeed): Promise<FeedEnd> {
  const { deps, result } = sweep;
  const { feed } = loaded;
  try {
    const read = await readFeed({
      deps,
      comments,
      loaded,
      ask: (cursor) => sweep.calls.ask(comments, loaded, cursor),
      mayGoOn: sweep.mayGoOn,
    });
    result.stored += read.added + read.changed;
    const ended = await endOfRead(deps, loaded, read);
    note(sweep, loaded, ended);
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

/** What one read tells of the others. */
function note(sweep: Sweep, { feed }: LoadedFeed, { outcome, isAway = false, pauseUntil }: EndOfRead): void {
  const { deps, result, failuresInARow, platformsLeftOut } = sweep;
  const { platform, socialAccountId } = feed;
  if (outcome === 'failed' || outcome === 'limited') result.failed += 1;
  else result.read += 1;
  if (pauseUntil !== undefined) sweep.pausedUntil.set(socialAccountId, pauseUntil);
  const failures = isAway ? (failuresInARow.get(platform) ?? 0) + 1 : 0;
  failuresInARow.set(platform, failures);
  if (failures !== failuresInARowMax) return;
  platformsLeftOut.add(platform);
  deps.log.warn({ platform }, 'a platform does not answer: its comments are read later');
}

/** What accounts have used, or were told. */
function pausesOf(sweep: Sweep, loaded: readonly LoadedFeed[]): Map<string, Date> {
  const pauses = new Map<string, Date>();
  for (const { feed } of loaded) {
    const { socialAccountId: id, platform } = feed;
    const comments = sweep.deps.platforms.get(platform)?.comments;
    if (comments === undefined) continue;
    if (sweep.calls.isUsedUp(comments, id)) sweep.accountsLeftOut.add(id);
    const until = sweep.pausedUntil.get(id) ?? sweep.calls.pauseOf(comments, id);
    if (until === null) continue;
    pauses.set(id, until);
    sweep.accountsLeftOut.add(id);
  }
  return pauses;
}
