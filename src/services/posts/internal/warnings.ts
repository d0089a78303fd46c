import type { Queryable } from '../../../db/client.js';
import { readConnected, type GrantState } from '../../account-records/grants.js';
import type { PostRecord, TargetRow } from '../../post-records/records.js';
import type { PostView, PostWarning } from '../../post-records/types.js';

/**
 * What to say to who schedules these targets: an expired account may be reconnected in time, so the post is accepted.
 * A disconnected account is refused.
 */
export async function checkAccounts(
  q: Queryable,
  rows: readonly TargetRow[],
  at: Date | null,
): Promise<PostWarning[]> {
  const ids = rows.map((target) => target.socialAccountId);
  return warningsOf(rows, await readConnected(q, ids), at);
}

export function warningsOf(
  rows: readonly Pick<TargetRow, 'id' | 'socialAccountId'>[],
  grantById: ReadonlyMap<string, GrantState>,
  at: Date | null,
): PostWarning[] {
  return rows.flatMap(({ id, socialAccountId }) => {
    const grant = grantById.get(socialAccountId);
    const warning = grant === undefined ? undefined : grantWarning(grant, at);
    return warning === undefined ? [] : [{ ...warning, targetId: id, socialAccountId }];
  });
}

/** What keeps an account from publishing then unless a person connects it again. `at`: null where no time is set. */
export function grantWarning(
  { status, reconnectBy }: GrantState,
  at: Date | null,
): Pick<PostWarning, 'code' | 'message' | 'reconnectBy'> | undefined {
  if (status === 'TOKEN_EXPIRED') {
    return {
      code: 'ACCOUNT_TOKEN_EXPIRED',
      message: 'Reconnect the account before the post is due.',
    };
  }
  if (reconnectBy === null || at === null || at < reconnectBy) return undefined;
  return {
    code: 'RECONNECT_NEEDED_BEFORE',
    message: `The account’s authorization expires at ${reconnectBy.toISOString()}, before the post is due. Reconnect the account before then.`,
    reconnectBy,
  };
}

/** Targets of a post that are going to be published. */
export function waitingTargets({ targets: rows }: PostRecord): TargetRow[] {
  return rows.filter(({ status }) => status !== 'PUBLISHED' && status !== 'SKIPPED');
}

export function withWarnings(view: PostView, warnings: PostWarning[]): PostView {
  return warnings.length === 0 ? view : { ...view, warnings };
}
