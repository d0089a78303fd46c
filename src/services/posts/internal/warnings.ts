import type { Queryable } from '../../../db/client.js';
import { readConnected, type GrantState } from '../../account-grants/grants.js';
import type { PostRecord, TargetRow } from '../../post-records/records.js';
import type { PostView, PostWarning } from '../../post-records/types.js';

/**
 * Warnings for the caller who schedules these targets. A post to an expired account is accepted, because the
 * account may be reconnected in time. A disconnected account is refused.
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

/** Why an account cannot publish then, unless a person reconnects it. `at`: null if no time is set. */
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

/** The targets of a post that will be published. */
export function waitingTargets({ targets: rows }: PostRecord): TargetRow[] {
  return rows.filter(({ status }) => status !== 'PUBLISHED' && status !== 'SKIPPED');
}

export function withWarnings(view: PostView, warnings: PostWarning[]): PostView {
  return warnings.length === 0 ? view : { ...view, warnings };
}
