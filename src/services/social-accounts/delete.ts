import { eq } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { disconnectAccounts } from '../account-records/disconnect.js';
import { revokeGrants } from '../account-records/revoke-grants.js';
import { readAccountInReach, type AccountContext } from './get.js';

/**
 * Disconnects an account: its credentials are gone at once. The row stays, because posts refer to it; what was
 * still to be published to it fails with ACCOUNT_DISCONNECTED when its time comes. Its grant is ended at the platform,
 * too, unless another account here lives by it.
 */
export async function deleteSocialAccount(
  ctx: AccountContext,
  { socialAccountId }: { socialAccountId: string },
): Promise<void> {
  await readAccountInReach(ctx.db, ctx.reach, socialAccountId, 'manageAccounts');
  const which = eq(socialAccounts.id, socialAccountId);
  const disconnected = await disconnectAccounts(ctx.db, which, ctx.clock.now());
  if (disconnected.length === 0) throw notFound();
  await revokeGrants(ctx, disconnected);
}
