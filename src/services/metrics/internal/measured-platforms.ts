import { sql, type SQL } from 'drizzle-orm';
import { anyOf } from '../../../db/any-of.js';
import { socialAccounts } from '../../../db/schema/index.js';
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

/** The SQL condition that an account's numbers are read. Paid readings are off unless a user has turned them on. */
export function readsMetrics({ platforms }: Deps): SQL {
  const named = (isPaid: boolean): string[] =>
    [...platforms.values()]
      .filter(({ metrics }) => metrics !== undefined && (metrics.price !== undefined) === isPaid)
      .map(({ name }) => name);
  const { platform, readsMetrics: isOn } = socialAccounts;
  return sql`(${anyOf(platform, named(false))} and ${isOn} is not false
    or ${anyOf(platform, named(true))} and ${isOn} is true)`;
}
