import type { SQL } from 'drizzle-orm';
import { socialAccounts } from '../../../db/schema/index.js';
import { isRead } from '../../platform-reads/is-read.js';
import type { DueLimits } from '../../platform-reads/judge-due.js';
import { readBudgetOf, readLimitsOf } from '../../platform-reads/read-limits.js';
import type { ServiceDeps } from '../../shared/context.js';

type Deps = Pick<ServiceDeps, 'platforms'>;

/** The limits of the platforms with numbers. */
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
        { ...readLimitsOf(budget, asked), perCall, paid, ...(scope !== undefined && { scope }) },
      ] as const,
    ];
  });
  return Object.fromEntries(limits);
}

/** The SQL condition that an account's numbers are read. */
export function readsMetrics({ platforms }: Deps): SQL {
  const paid = [...platforms.values()].flatMap(({ name, metrics }) =>
    metrics === undefined ? [] : [[name, metrics.price !== undefined] as const],
  );
  return isRead(socialAccounts.readsMetrics, new Map(paid));
}
