import { and, eq, isNull } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import { notFound, validationFailed } from '../../domain/errors.js';
import { commentsOf } from '../account-grants/reads-comments.js';
import type { SocialAccountView } from '../account-grants/types.js';
import { expectAccount, toSocialAccountView } from '../account-grants/view.js';
import { recordAudit } from '../audit/record.js';
import { authorizeResource } from '../shared/rights/access.js';
import type { PersonOrCommand, RequestContext, ServiceDeps } from '../shared/context.js';
import { askForComments, stopReading } from './enrol.js';

/**
 * Turns the reading of an account's comments on or off. When paid reads are turned on, older comments are stored as
 * read and send no event, because the user did not ask for them.
 */
export async function updateAccountComments(
  ctx: ServiceDeps & PersonOrCommand & Pick<RequestContext, 'expect'>,
  { socialAccountId, readsComments }: { socialAccountId: string; readsComments: boolean },
): Promise<SocialAccountView> {
  const isIt = and(eq(socialAccounts.id, socialAccountId), isNull(socialAccounts.deletedAt));
  const [row] = await ctx.db.select().from(socialAccounts).where(isIt);
  authorizeResource(ctx.reach, row?.workspaceId, 'manageAccounts');
  const { available, reads, paid } = commentsOf(ctx, row);
  if (readsComments && !available) {
    const message = 'The platform of this account has no API for comments.';
    throw validationFailed([{ path: 'readsComments', code: 'not_supported', message }]);
  }
  const now = ctx.clock.now();
  const isSwitchedOn = readsComments && !reads;
  const [updated] = await ctx.db.transaction(async (tx) => {
    await expectAccount(tx, ctx, socialAccountId);
    const changed = await tx
      .update(socialAccounts)
      .set({ readsComments, ...(isSwitchedOn && paid && { commentsSince: now }), updatedAt: now })
      .where(isIt)
      .returning();
    if (changed.length > 0 && reads !== readsComments) {
      await recordAudit(tx, ctx, {
        workspaceId: row.workspaceId,
        action: 'social_account.updated',
        subject: { id: row.id, name: row.handle },
        changes: [{ field: 'readsComments', from: reads, to: readsComments }],
      });
    }
    return changed;
  });
  if (updated === undefined) throw notFound();
  if (isSwitchedOn) await askForComments(ctx, { accountIds: [socialAccountId] });
  if (!readsComments) await stopReading(ctx, socialAccountId);
  return toSocialAccountView(ctx, updated);
}
