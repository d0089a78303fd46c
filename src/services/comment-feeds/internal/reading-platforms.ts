import { sql, type SQL } from 'drizzle-orm';
import { anyOf } from '../../../db/any-of.js';
import { socialAccounts } from '../../../db/schema/index.js';
import { pollCommentsIntervalMs } from '../../../domain/workflow-contract.js';
import type { PlatformComments } from '../../../platforms/kit/comments.js';
import type { ServiceDeps } from '../../shared/context.js';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** The share of an hour's calls that a user's request may use at once. Sweeps wait until time has paid them off. */
const askedShare = 1 / 6;
/** The share of a day's shared calls that all accounts of a platform may use at once. */
const sharedAtOnceShare = 1 / 24;
/** The allowance for a sweep that starts early. */
const earlyMsMax = pollCommentsIntervalMs / 2;

type Deps = Pick<ServiceDeps, 'platforms'>;

/** The time in which an account earns one call. */
export const msPerCall = ({ callsPerHourMax }: PlatformComments): number => hourMs / callsPerHourMax;

/** The time in which all accounts together earn one shared call. Null if the platform has no shared limit. */
export const msPerSharedCall = ({ callsPerDayMax }: PlatformComments): number | null =>
  callsPerDayMax === undefined ? null : dayMs / callsPerDayMax.max;

/** The number of an account's posts that one sweep reads, to stay within the account's calls per hour. */
function postsPerSweepMax({ callsPerHourMax }: PlatformComments): number {
  return Math.max(1, Math.floor((callsPerHourMax * pollCommentsIntervalMs) / hourMs));
}

/** The number of an account's posts that a user's request reads. */
function postsPerAskingMax(comments: PlatformComments): number {
  return Math.max(postsPerSweepMax(comments), Math.floor(comments.callsPerHourMax * askedShare));
}

/** The limits of a platform that a claim needs. */
export interface ReadingLimits {
  /** The number of an account's posts, and of calls for them, in one sweep. */
  posts: number;
  paid: boolean;
  callMs: number;
  /** How far the account's calls may run ahead of the time in which they are earned. */
  aheadMsMax: number;
  /** The limits of the calls that all accounts share. Null if the platform has none. */
  sharedCallMs: number | null;
  sharedAheadMsMax: number | null;
}

export function readingLimits({ platforms }: Deps, asked: boolean): Record<string, ReadingLimits> {
  const limits = [...platforms.values()].flatMap(({ name, comments }) =>
    comments === undefined ? [] : [[name, limitsOf(comments, asked)] as const],
  );
  return Object.fromEntries(limits);
}

function limitsOf(comments: PlatformComments, asked: boolean): ReadingLimits {
  const posts = asked ? postsPerAskingMax(comments) : postsPerSweepMax(comments);
  const sharedCallMs = msPerSharedCall(comments);
  return {
    posts,
    paid: comments.paidReads ?? false,
    callMs: msPerCall(comments),
    aheadMsMax: posts * msPerCall(comments) + earlyMsMax,
    sharedCallMs,
    sharedAheadMsMax: sharedCallMs === null ? null : Math.max(sharedCallMs, dayMs * sharedAtOnceShare),
  };
}

/**
 * The time until an account has a call for a user's request again. `callsAt` is the time at which all its used calls
 * are paid off.
 */
export function callsPauseMs(comments: PlatformComments, callsAt: Date | null, now: Date): number {
  const { aheadMsMax, callMs } = limitsOf(comments, true);
  const aheadMs = Math.max(0, (callsAt?.getTime() ?? 0) - now.getTime());
  return Math.max(0, aheadMs + callMs - aheadMsMax);
}

/** The SQL condition that an account's comments are read. Paid reads are off unless a user has turned them on. */
export function readsComments({ platforms }: Deps): SQL {
  const named = (isPaid: boolean): string[] =>
    [...platforms.values()]
      .filter(({ comments }) => comments !== undefined && (comments.paidReads ?? false) === isPaid)
      .map(({ name }) => name);
  const { platform, readsComments: isOn } = socialAccounts;
  return sql`(${anyOf(platform, named(false))} and ${isOn} is not false
    or ${anyOf(platform, named(true))} and ${isOn} is true)`;
}
