import { and, inArray, isNull } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { socialAccounts } from '../../db/schema/index.js';
import { accountDisconnected, AppError } from '../../domain/errors.js';
import type { SocialAccountStatus } from '../../domain/platforms.js';

/** The state of an account that decides whether it can publish at a given time. */
export interface GrantState {
  status: SocialAccountStatus;
  reconnectBy: Date | null;
}

/** Reads the grants of accounts, by account id. Throws (409) if an account is not connected. */
export async function readConnected(
  q: Queryable,
  socialAccountIds: string[],
): Promise<Map<string, GrantState>> {
  const rows = await q
    .select({
      id: socialAccounts.id,
      status: socialAccounts.status,
      reconnectBy: socialAccounts.reconnectBy,
    })
    .from(socialAccounts)
    .where(and(inArray(socialAccounts.id, socialAccountIds), isNull(socialAccounts.deletedAt)));
  const grantById = new Map(rows.map(({ id, ...grant }) => [id, grant]));
  const gone = socialAccountIds.find((id) => !grantById.has(id));
  if (gone === undefined) return grantById;
  throw accountDisconnected(gone);
}

/**
 * Checks that accounts can publish immediately: they must be connected (409) and have a living grant. A dead grant is
 * rejected here (503), because the run would fail on it a moment later (docs/contract.md, "Expired accounts").
 */
export async function checkGrants(q: Queryable, socialAccountIds: string[]): Promise<void> {
  const grantById = await readConnected(q, socialAccountIds);
  const expired = socialAccountIds.find((id) => grantById.get(id)?.status === 'TOKEN_EXPIRED');
  if (expired === undefined) return;
  throw new AppError('PLATFORM_AUTH_FAILED', 'Reconnect the account before you publish to it.', {
    accountId: expired,
  });
}
