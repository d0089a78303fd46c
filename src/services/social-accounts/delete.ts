import { eq } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { payPurges } from '../account-records/forget-comments.js';
import { disconnectAccounts } from '../account-records/disconnect.js';
import { revokeGrants } from '../account-records/revoke-grants.js';
import { authorizeResource } from '../shared/access.js';
import { readAccountInReach, type AccountContext } from './get.js';

/** Of a thousand rows each: what is more, the sweep deletes. */
const purgedBatchesMax = 20;

/**
 * Disconnects an account: its credentials are gone at once. The row stays, because posts refer to it; what was
 * still to be published to it fails with ACCOUNT_DISCONNECTED when its time comes. Its grant is ended at the platform,
 * too, unless another account here lives by it. `purge`: what others have written under its posts is deleted at once,
 * with the events that told of it, and not after thirty days; also of an account that is disconnected already. It is
 * owed from the disconnection on, so that a sweep goes on with what a request could not do.
 */
export async function deleteSocialAccount(
  ctx: AccountContext,
  { socialAccountId, purge = false }: { socialAccountId: string; purge?: boolean },
): Promise<void> {
  if (purge) await authorizePurge(ctx, socialAccountId);
  else await readAccountInReach(ctx.db, ctx.reach, socialAccountId, 'manageAccounts');
  const now = ctx.clock.now();
  const which = eq(socialAccounts.id, socialAccountId);
  const disconnected = await ctx.db.transaction(async (tx) => {
    const accounts = await disconnectAccounts(tx, which, now);
    if (purge) await tx.update(socialAccounts).set({ purgeRequestedAt: now }).where(which);
    return accounts;
  });
  if (disconnected.length === 0 && !purge) throw notFound();
  await Promise.all([purge && purgeNow(ctx, socialAccountId), revokeGrants(ctx, disconnected)]);
}

/** Whoever could disconnect the account may purge it, connected or not. */
async function authorizePurge({ db, reach }: AccountContext, socialAccountId: string): Promise<void> {
  const [row] = await db
    .select({ workspaceId: socialAccounts.workspaceId })
    .from(socialAccounts)
    .where(eq(socialAccounts.id, socialAccountId));
  authorizeResource(reach, row?.workspaceId, 'manageAccounts');
}

async function purgeNow(ctx: AccountContext, accountId: string): Promise<void> {
  try {
    await payPurges(ctx, { accountId, batchesMax: purgedBatchesMax });
  } catch (error) {
    ctx.log.warn({ err: error }, 'a purge is left to the sweep');
  }
}
