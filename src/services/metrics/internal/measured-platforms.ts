import type { SQL } from 'drizzle-orm';
import { socialAccounts } from '../../../db/schema/index.js';
import { isRead } from '../../platform-reads/is-read.js';
import type { DueLimits } from '../../platform-reads/judge-due.js';
import { readBudgetOf, readLimitsOf, type ReadLimits } from '../../platform-reads/read-limits.js';
import type { Platform } from '../../../platforms/kit/platform.js';
import type { ReadBudget } from '../../../platforms/kit/read-budget.js';
import type { ServiceDeps } from '../../shared/context.js';

type Deps = Pick<ServiceDeps, 'platforms'>;

/** The read limits of each platform that reports numbers. */
export function measureLimits({ platforms }: Deps, asked: boolean): Record<string, DueLimits> {
  const limits = [...platforms.values()].flatMap((platform) => {
    const { name, metrics } = platform;
    const budget = readBudgetOf(platform);
    if (metrics === undefined || budget === undefined) return [];
    const { postsPerCallMax: perCall, price, scope } = metrics;
    const paid = price !== undefined;
    return [
      [
        name,
        { ...limitsBeside(platform, budget, asked), perCall, paid, ...(scope !== undefined && { scope }) },
      ] as const,
    ];
  });
  return Object.fromEntries(limits);
}

/**
 * The limits of a reader of metrics, which shares its budget with the reader of comments. It uses only calls that the
 * account has already earned back, so that comments, which may use calls in advance, come first.
 */
function limitsBeside({ comments }: Platform, budget: ReadBudget, asked: boolean): ReadLimits {
  if (comments === undefined) return readLimitsOf(budget, asked);
  const limits = readLimitsOf(budget, false);
  return { ...limits, aheadMsMax: limits.calls * limits.callMs };
}

/** The SQL condition that an account's numbers are read. */
export function readsMetrics({ platforms }: Deps): SQL {
  const paid = [...platforms.values()].flatMap(({ name, metrics }) =>
    metrics === undefined ? [] : [[name, metrics.price !== undefined] as const],
  );
  return isRead(socialAccounts.readsMetrics, new Map(paid));
}
