import type { SQL } from 'drizzle-orm';
import { socialAccounts } from '../../../db/schema/index.js';
import { isRead } from '../../platform-reads/is-read.js';
import type { DueLimits } from '../../platform-reads/judge-due.js';
import { readLimitsOf } from '../../platform-reads/read-limits.js';
import type { ServiceDeps } from '../../shared/context.js';

type Deps = Pick<ServiceDeps, 'platforms'>;

/** The read limits of each platform that has comments. One call reads the comments of one post. */
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

/** The SQL condition that an account's comments are read. */
export function readsComments({ platforms }: Deps): SQL {
  const paid = [...platforms.values()].flatMap(({ name, comments }) =>
    comments === undefined ? [] : [[name, comments.paidReads ?? false] as const],
  );
  return isRead(socialAccounts.readsComments, new Map(paid));
}
