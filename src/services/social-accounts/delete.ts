import { and, eq, isNull, sql } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import type { RequestContext } from '../context.js';
import { readAccountInReach } from './get.js';

/**
 * Disconnects an account: its credentials are gone at once. The row stays, because posts refer to it; what was
 * still to be published to it fails with ACCOUNT_DISCONNECTED when its time comes.
 */
export async function deleteSocialAccount(
  ctx: RequestContext,
  { socialAccountId }: { socialAccountId: string },
): Promise<void> {
  await readAccountInReach(ctx.db, ctx.reach, socialAccountId, 'manageAccounts');
  const now = ctx.clock.now();
  const deleted = await ctx.db
    .update(socialAccounts)
    .set({
      credentials: null,
      // A refresh that is under way finds another version, and does not write its new tokens back.
      credentialsVersion: sql`${socialAccounts.credentialsVersion} + 1`,
      deletedAt: now,
      updatedAt: now,
    })
    .where(and(eq(socialAccounts.id, socialAccountId), isNull(socialAccounts.deletedAt)))
    .returning({ id: socialAccounts.id });
  if (deleted.length === 0) throw notFound();
}
