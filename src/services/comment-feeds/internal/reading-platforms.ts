import { sql, type SQL } from 'drizzle-orm';
import { socialAccounts } from '../../../db/schema/index.js';
import { pollCommentsIntervalMs } from '../../../domain/workflow-contract.js';
import type { PlatformComments } from '../../../platforms/kit/comments.js';
import type { ServiceDeps } from '../../shared/context.js';

const hourMs = 60 * 60 * 1000;
/** What one who asks may use of an hour's calls at once; the account pauses for it afterwards. */
const askedShare = 1 / 6;

type Deps = Pick<ServiceDeps, 'platforms'>;

/** How long a call takes of an account's hour. */
export const msPerCall = ({ callsPerHourMax }: PlatformComments): number => hourMs / callsPerHourMax;

/** Posts of an account that one sweep reads, so that an hour of sweeps stays within its calls. */
export function postsPerSweepMax({ callsPerHourMax }: PlatformComments): number {
  return Math.max(1, Math.floor((callsPerHourMax * pollCommentsIntervalMs) / hourMs));
}

/** The same for somebody who asks and waits. */
export function postsPerAskingMax(comments: PlatformComments): number {
  return Math.max(postsPerSweepMax(comments), Math.floor(comments.callsPerHourMax * askedShare));
}

/** By platform: how many posts of an account one claim takes, and whether reading is paid for. */
export function readingLimits({ platforms }: Deps, asked: boolean): string {
  const limits = [...platforms.values()].flatMap(({ name, comments }) => {
    if (comments === undefined) return [];
    const posts = asked ? postsPerAskingMax(comments) : postsPerSweepMax(comments);
    return [[name, { posts, paid: comments.paidReads ?? false }] as const];
  });
  return JSON.stringify(Object.fromEntries(limits));
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
