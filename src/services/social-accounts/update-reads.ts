import { and, eq, isNull } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import { notFound, validationFailed } from '../../domain/errors.js';
import { commentsOf } from '../account-grants/reads-comments.js';
import { metricsOf } from '../account-grants/reads-metrics.js';
import type { SocialAccountView } from '../account-grants/types.js';
import { expectAccount, toSocialAccountView, type SocialAccountRow } from '../account-grants/view.js';
import { recordAudit } from '../audit/record.js';
import { askForComments, stopReading } from '../comment-feeds/enrol.js';
import { askForMetrics, stopMeasuring } from '../metrics/enrol.js';
import { authorizeResource } from '../shared/rights/access.js';
import type { PersonOrCommand, RequestContext, ServiceDeps } from '../shared/context.js';

type Deps = ServiceDeps & PersonOrCommand & Pick<RequestContext, 'expect'>;

export interface UpdateAccountReadsInput {
  socialAccountId: string;
  readsComments?: boolean;
  readsMetrics?: boolean;
}

/**
 * Turns the reading of an account's comments, and of its posts' numbers, on or off. When paid reads of comments are
 * turned on, older comments are stored as read and send no event, because the user did not ask for them.
 */
export async function updateAccountReads(
  ctx: Deps,
  { socialAccountId, ...wanted }: UpdateAccountReadsInput,
): Promise<SocialAccountView> {
  const isIt = and(eq(socialAccounts.id, socialAccountId), isNull(socialAccounts.deletedAt));
  const [row] = await ctx.db.select().from(socialAccounts).where(isIt);
  authorizeResource(ctx.reach, row?.workspaceId, 'manageAccounts');
  const comments = commentsOf(ctx, row);
  const metrics = metricsOf(ctx, row);
  refuseMissing(wanted, { readsComments: comments.available, readsMetrics: metrics.available });
  const { readsComments = comments.reads, readsMetrics = metrics.reads } = wanted;
  const changes = [
    { field: 'readsComments', from: comments.reads, to: readsComments },
    { field: 'readsMetrics', from: metrics.reads, to: readsMetrics },
  ].filter(({ from, to }) => from !== to);
  const now = ctx.clock.now();
  const beginsPaidReads = readsComments && !comments.reads && comments.paid;
  const [updated] = await ctx.db.transaction(async (tx) => {
    await expectAccount(tx, ctx, socialAccountId);
    const changed = await tx
      .update(socialAccounts)
      .set({ ...wanted, ...(beginsPaidReads && { commentsSince: now }), updatedAt: now })
      .where(isIt)
      .returning();
    if (changed.length > 0 && changes.length > 0) {
      await recordAudit(tx, ctx, {
        workspaceId: row.workspaceId,
        action: 'social_account.updated',
        subject: { id: row.id, name: row.handle },
        changes,
      });
    }
    return changed;
  });
  if (updated === undefined) throw notFound();
  await applyTo(ctx, row, wanted, updated);
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

/** Makes what was turned on due now, and stops what is off. */
async function applyTo(
  ctx: Deps,
  before: SocialAccountRow,
  { readsComments, readsMetrics }: Omit<UpdateAccountReadsInput, 'socialAccountId'>,
  updated: SocialAccountRow,
): Promise<void> {
  const { id } = updated;
  if (readsComments === true && !commentsOf(ctx, before).reads)
    await askForComments(ctx, { accountIds: [id] });
  if (readsComments === false) await stopReading(ctx, id);
  if (readsMetrics === true && !metricsOf(ctx, before).reads) await askForMetrics(ctx, { accountIds: [id] });
  if (readsMetrics === false) await stopMeasuring(ctx, id);
}
