import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { socialAccounts } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { runPurges } from '../account-grants/forget-comments.js';
import { disconnectAccounts } from '../account-grants/disconnect.js';
import { lockAccount, type SocialAccountRow } from '../account-grants/view.js';
import { revokeGrants } from '../account-grants/revoke-grants.js';
import { set } from '../audit/changes.js';
import { recordAudit } from '../audit/record.js';
import { authorizeResource } from '../shared/rights/access.js';
import { readAccountInReach, type AccountContext } from './get.js';

/** The number of batches of a thousand rows that the request deletes. The sweep deletes the rest. */
const purgedBatchesMax = 20;

/**
 * Disconnects an account and deletes its credentials immediately. The row stays, because posts refer to it. Posts that
 * still wait to be published with it fail with ACCOUNT_DISCONNECTED when they are due. Its grant is also revoked at the
 * platform, unless another account here depends on it.
 *
 * `purge`: other people's comments under its posts are deleted immediately, with their events, instead of after thirty
 * days, even for an account that is already disconnected. The request for the purge is stored with the disconnection,
 * so a sweep finishes what a request could not.
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
    if (ctx.expect !== undefined) await lockAccount(tx, ctx, socialAccountId);
    const accounts = await disconnectAccounts(tx, which, now);
    const [known] = purge
      ? await tx.update(socialAccounts).set({ purgeRequestedAt: now }).where(which).returning()
      : [];
    for (const account of accounts) await tell(tx, ctx, 'social_account.disconnected', account);
    if (known !== undefined) await tell(tx, ctx, 'social_account.purged', known);
    return accounts;
  });
  if (disconnected.length === 0 && !purge) throw notFound();
  await Promise.all([purge && purgeNow(ctx, socialAccountId), revokeGrants(ctx, disconnected)]);
}

function tell(
  tx: Tx,
  ctx: AccountContext,
  action: 'social_account.disconnected' | 'social_account.purged',
  { id, workspaceId, handle: name, platform }: SocialAccountRow,
): Promise<void> {
  const changes = [set('platform', platform)];
  return recordAudit(tx, ctx, { workspaceId, action, subject: { id, name }, changes });
}

/** Throws unless the caller could disconnect the account. It may be disconnected already. */
async function authorizePurge({ db, reach }: AccountContext, socialAccountId: string): Promise<void> {
  const [row] = await db
    .select({ workspaceId: socialAccounts.workspaceId })
    .from(socialAccounts)
    .where(eq(socialAccounts.id, socialAccountId));
  authorizeResource(reach, row?.workspaceId, 'manageAccounts');
}

async function purgeNow(ctx: AccountContext, accountId: string): Promise<void> {
  try {
    await runPurges(ctx, { accountId, batchesMax: purgedBatchesMax });
  } catch (error) {
    ctx.log.warn({ err: error }, 'a purge is left to the sweep');
  }
}
