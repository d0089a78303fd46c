import { sql, type SQL } from 'drizzle-orm';
import { anyOf } from '../../../db/any-of.js';
import { socialAccounts } from '../../../db/schema/index.js';
import type { DueLimits } from '../../platform-reads/judge-due.js';
import { readLimitsOf } from '../../platform-reads/read-limits.js';
import type { ServiceDeps } from '../../shared/context.js';

type Deps = Pick<ServiceDeps, 'platforms'>;

/** The limits of the platforms with comments, of which a call reads one post. */
export function readingLimits({ platforms }: Deps, asked: boolean): Record<string, DueLimits> {
  const limits = [...platforms.values()].flatMap(({ name, comments }) =>
    comments === undefined
      ? []
      : [
          [
            name,
            { ...readLimitsOf(comments, asked), perCall: 1, paid: comments.paidReads ?? false },
          ] as const,
        ],
  );
  return Object.fromEntries(limits);
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
