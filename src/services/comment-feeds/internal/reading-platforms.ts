import { sql, type SQL } from 'drizzle-orm';
import { socialAccounts } from '../../../db/schema/index.js';
import { pollCommentsIntervalMs } from '../../../domain/workflow-contract.js';
import type { PlatformComments } from '../../../platforms/kit/comments.js';
import type { ServiceDeps } from '../../shared/context.js';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** What one who asks may use of an hour's calls at once; sweeps wait until it is paid off. */
const askedShare = 1 / 6;
/** What all accounts of a platform may use at once of the calls of a day that they share. */
const sharedAtOnceShare = 1 / 24;
/** Sweeps are no clockwork: one that comes a little early finds its calls. */
const earlyMsMax = pollCommentsIntervalMs / 2;

type Deps = Pick<ServiceDeps, 'platforms'>;

/** How long a call takes of an account's hour. */
export const msPerCall = ({ callsPerHourMax }: PlatformComments): number => hourMs / callsPerHourMax;

/** How long a call takes of the day that all accounts share; null: they share none. */
export const msPerSharedCall = ({ callsPerDayMax }: PlatformComments): number | null =>
  callsPerDayMax === undefined ? null : dayMs / callsPerDayMax.max;

/** Posts of an account that one sweep reads, so that an hour of sweeps stays within its calls. */
function postsPerSweepMax({ callsPerHourMax }: PlatformComments): number {
  return Math.max(1, Math.floor((callsPerHourMax * pollCommentsIntervalMs) / hourMs));
}

/** The same for somebody who asks and waits. */
function postsPerAskingMax(comments: PlatformComments): number {
  return Math.max(postsPerSweepMax(comments), Math.floor(comments.callsPerHourMax * askedShare));
}

/** What a claim needs to know of a platform. */
export interface ReadingLimits {
  /** Posts of an account, and calls for them. */
  posts: number;
  paid: boolean;
  callMs: number;
  /** How far an account's calls may be ahead of their time. */
  aheadMsMax: number;
  /** The same of what all accounts share. */
  sharedCallMs: number | null;
  sharedAheadMsMax: number | null;
}

/** By platform. */
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

/** For how long an account has no call left for somebody who asks. `callsAt`: until when its calls are paid off. */
export function callsPauseMs(comments: PlatformComments, callsAt: Date | null, now: Date): number {
  const { aheadMsMax, callMs } = limitsOf(comments, true);
  const aheadMs = Math.max(0, (callsAt?.getTime() ?? 0) - now.getTime());
  return Math.max(0, aheadMs + callMs - aheadMsMax);
}

/** Whether the comments of an account are read, as SQL: paid reads are off unless they were switched on. */
export function readsComments({ platforms }: Deps): SQL {
  const named = (isPaid: boolean): string[] =>
    [...platforms.values()]
      .filter(({ comments }) => comments !== undefined && (comments.paidReads ?? false) === isPaid)
      .map(({ name }) => name);
  const { platform, readsComments: isOn } = socialAccounts;
  return sql`(${platform} = any(${sql.param(named(false))}::text[]) and ${isOn} is not false
    or ${platform} = any(${sql.param(named(true))}::text[]) and ${isOn} is true)`;
}
