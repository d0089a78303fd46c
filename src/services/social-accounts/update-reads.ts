import { and, eq, isNull } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import { validationFailed } from '../../domain/errors.js';
import { commentsOf } from '../account-grants/reads-comments.js';
import { metricsOf } from '../account-grants/reads-metrics.js';
import type { SocialAccountView } from '../account-grants/types.js';
import { lockAccount, toSocialAccountView } from '../account-grants/view.js';
import { recordAudit } from '../audit/record.js';
import { askForComments } from '../comment-feeds/enrol.js';
import { askForMetrics } from '../metrics/enrol.js';
import { authorizeResource } from '../shared/rights/access.js';
import type { PersonOrCommand, RequestContext, ServiceDeps } from '../shared/context.js';

type Deps = ServiceDeps & PersonOrCommand & Pick<RequestContext, 'expect'>;

export interface UpdateAccountReadsInput {
  socialAccountId: string;
  readsComments?: boolean;
  readsMetrics?: boolean;
}

/**
 * Turns the reading of an account's comments, and of its posts' metrics, on or off. When paid reads of comments are
 * turned on, older comments are stored as read and send no event, because the user did not request them.
 */
export async function updateAccountReads(
  ctx: Deps,
  { socialAccountId, ...wanted }: UpdateAccountReadsInput,
): Promise<SocialAccountView> {
  const [found] = await ctx.db
    .select({ workspaceId: socialAccounts.workspaceId })
    .from(socialAccounts)
    .where(and(eq(socialAccounts.id, socialAccountId), isNull(socialAccounts.deletedAt)));
  authorizeResource(ctx.reach, found?.workspaceId, 'manageAccounts');
  const { updated, begun } = await ctx.db.transaction(async (tx) => {
    const row = await lockAccount(tx, ctx, socialAccountId);
    const comments = commentsOf(ctx, row);
    const metrics = metricsOf(ctx, row);
    refuseMissing(wanted, { readsComments: comments.available, readsMetrics: metrics.available });
    const { readsComments = comments.reads, readsMetrics = metrics.reads } = wanted;
    const begins = { comments: readsComments && !comments.reads, metrics: readsMetrics && !metrics.reads };
    const now = ctx.clock.now();
    const [changed = row] = await tx
      .update(socialAccounts)
      .set({ ...wanted, ...(begins.comments && comments.paid && { commentsSince: now }), updatedAt: now })
      .where(eq(socialAccounts.id, socialAccountId))
      .returning();
    const changes = [
      { field: 'readsComments', from: comments.reads, to: readsComments },
      { field: 'readsMetrics', from: metrics.reads, to: readsMetrics },
    ].filter(({ from, to }) => from !== to);
    if (changes.length > 0) {
      await recordAudit(tx, ctx, {
        workspaceId: row.workspaceId,
        action: 'social_account.updated',
        subject: { id: row.id, name: row.handle },
        changes,
      });
    }
    return { updated: changed, begun: begins };
  });
  // Turning off needs no step here, because the claim of a reader checks the setting.
  if (begun.comments) await askForComments(ctx, { accountIds: [socialAccountId] });
  if (begun.metrics) await askForMetrics(ctx, { accountIds: [socialAccountId] });
  return toSocialAccountView(ctx, updated);
}

function refuseMissing(
  { readsComments, readsMetrics }: Omit<UpdateAccountReadsInput, 'socialAccountId'>,
  available: { readsComments: boolean; readsMetrics: boolean },
): void {
  const missing = [
    readsComments === true && !available.readsComments
      ? { path: 'readsComments', message: 'The platform of this account has no API for comments.' }
      : null,
    readsMetrics === true && !available.readsMetrics
      ? { path: 'readsMetrics', message: 'Punctual reads no metrics on the platform of this account.' }
      : null,
  ].filter((each) => each !== null);
  if (missing.length > 0) throw validationFailed(missing.map((each) => ({ ...each, code: 'not_supported' })));
}
