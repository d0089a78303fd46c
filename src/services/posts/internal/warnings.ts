import type { Queryable } from '../../../db/client.js';
import { readConnected } from '../../account-records/grants.js';
import type { PostRecord, TargetRow } from '../../post-records/records.js';
import type { PostView, PostWarning } from '../../post-records/types.js';

/**
 * What to say to who schedules these targets: an expired account may be reconnected in time, so the post is accepted.
 * A disconnected account is refused.
 */
export async function checkAccounts(q: Queryable, rows: readonly TargetRow[]): Promise<PostWarning[]> {
  const ids = rows.map((target) => target.socialAccountId);
  return warningsOf(rows, await readConnected(q, ids));
}

export function warningsOf(
  rows: readonly Pick<TargetRow, 'id' | 'socialAccountId'>[],
  statusById: ReadonlyMap<string, string>,
): PostWarning[] {
  return rows.flatMap(({ id, socialAccountId }) =>
    statusById.get(socialAccountId) === 'TOKEN_EXPIRED'
      ? [
          {
            code: 'ACCOUNT_TOKEN_EXPIRED' as const,
            targetId: id,
            socialAccountId,
            message: 'The account must be reconnected before the post is due.',
          },
        ]
      : [],
  );
}

/** Targets of a post that are going to be published. */
export function waitingTargets({ targets: rows }: PostRecord): TargetRow[] {
  return rows.filter(({ status }) => status !== 'PUBLISHED' && status !== 'SKIPPED');
}

export function withWarnings(view: PostView, warnings: PostWarning[]): PostView {
  return warnings.length === 0 ? view : { ...view, warnings };
}
