import { eq } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { forgetCommentsOf } from '../account-records/forget-comments.js';
import { disconnectAccounts } from '../account-records/disconnect.js';
import { revokeGrants } from '../account-records/revoke-grants.js';
import { readAccountInReach, type AccountContext } from './get.js';

/** Of a thousand rows each. */
const purgedBatchesMax = 100;

/**
 * Disconnects an account: its credentials are gone at once. The row stays, because posts refer to it; what was
 * still to be published to it fails with ACCOUNT_DISCONNECTED when its time comes. Its grant is ended at the platform,
 * too, unless another account here lives by it. `purge`: what others have written under its posts is deleted at once,
 * with the events that told of it, and not after thirty days.
 */
export async function deleteSocialAccount(
  ctx: AccountContext,
  { socialAccountId, purge = false }: { socialAccountId: string; purge?: boolean },
): Promise<void> {
  const account = await readAccountInReach(ctx.db, ctx.reach, socialAccountId, 'manageAccounts');
  const which = eq(socialAccounts.id, socialAccountId);
  const disconnected = await disconnectAccounts(ctx.db, which, ctx.clock.now());
  if (disconnected.length === 0) throw notFound();
  // What a reader may still be storing, or what is too much for one request, the hourly sweep deletes in time.
  if (purge) await forgetCommentsOf(ctx, account, { batchesMax: purgedBatchesMax, events: true });
  await revokeGrants(ctx, disconnected);
}
