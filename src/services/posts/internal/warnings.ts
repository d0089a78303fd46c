import type { Queryable } from '../../../db/client.js';
import type { Finding } from '../../../domain/findings.js';
import { readConnected, type GrantState } from '../../account-grants/grants.js';
import type { ContentCheck } from '../../post-records/types.js';
import { statusOf, type PostRecord, type TargetRow } from '../../post-records/records.js';

/**
 * Checks the accounts of targets that are being scheduled. An expired account only leads to a warning, because it may
 * be reconnected in time. A disconnected account is refused.
 */
export async function checkAccounts(
  q: Queryable,
  rows: readonly TargetRow[],
  at: Date | null,
): Promise<Finding[]> {
  const ids = rows.map((target) => target.socialAccountId);
  const grantById = await readConnected(q, ids);
  return ids.flatMap((socialAccountId) => {
    const grant = grantById.get(socialAccountId);
    return grant === undefined ? [] : grantWarnings(grant, at, { path: '', socialAccountId });
  });
}

export const withWarnings = (checked: ContentCheck, accountWarnings: readonly Finding[]): ContentCheck => ({
  ...checked,
  findings: [...accountWarnings, ...checked.findings],
});

/** Warnings about an account that must be reconnected to publish at that time. `at` is null without a time. */
export function grantWarnings(
  { status, reconnectBy }: GrantState,
  at: Date | null,
  where: Pick<Finding, 'path' | 'socialAccountId'>,
): Finding[] {
  if (status === 'TOKEN_EXPIRED') {
    const message = 'Reconnect the account before the post is due.';
    return [{ ...where, code: 'account_token_expired', message, severity: 'warning' }];
  }
  if (reconnectBy === null || at === null || at < reconnectBy) return [];
  const message = `The account’s authorization expires at ${reconnectBy.toISOString()}, before the post is due. Reconnect the account before then.`;
  return [{ ...where, code: 'reconnect_needed_before', message, severity: 'warning', reconnectBy }];
}

/** The targets of a post that are still to be published. */
export function waitingTargets({ targets: rows }: PostRecord): TargetRow[] {
  return rows.filter(isUnpublished);
}

export function isUnpublished(target: TargetRow): boolean {
  const status = statusOf(target);
  return status !== 'PUBLISHED' && status !== 'SKIPPED';
}
