import { inArray } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { socialAccounts } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import type { RequestContext } from '../context.js';
import { validationFailed } from './content.js';
import { readPostView } from './get.js';
import { lockPostInReach, type PostRecord, type TargetRow } from './post-records.js';
import { checkAction, stageRun, startStagedRun } from './run-staging.js';
import type { PostView } from './types.js';

/**
 * Publishes the failed targets of a post again, at once; or those of them that `targetIds` names.
 * A target whose last attempt is unconfirmed is looked for at the platform first.
 */
export async function retryPost(
  ctx: RequestContext,
  { postId, targetIds }: { postId: string; targetIds?: string[] },
): Promise<PostView> {
  const start = await ctx.db.transaction(async (tx) => {
    const record = await lockPostInReach(tx, ctx.reach, postId, 'writePosts');
    checkAction('retry', record.post);
    const picked = pickFailed(record, targetIds);
    await checkAccounts(tx, picked);
    const now = ctx.clock.now();
    return stageRun(tx, ctx, record, {
      dueAt: now,
      scheduledAt: record.post.scheduledAt ?? now,
      picks: (target) => picked.includes(target),
    });
  });
  await startStagedRun(ctx, { ...start, requestId: ctx.requestId });
  return readPostView(ctx, postId);
}

function pickFailed(record: PostRecord, targetIds: string[] | undefined): TargetRow[] {
  const failed = record.targets.filter((target) => target.status === 'FAILED');
  if (targetIds === undefined) return failed;
  const details = targetIds.flatMap((id, index) =>
    failed.some((target) => target.id === id)
      ? []
      : [
          {
            path: `targetIds.${index}`,
            code: 'not_a_failed_target',
            message: 'The post has no failed target of this id.',
          },
        ],
  );
  if (details.length > 0) throw validationFailed(details);
  return failed.filter((target) => targetIds.includes(target.id));
}

/** A dead grant cannot publish: said at once, instead of failing the run a moment later. */
async function checkAccounts(tx: Tx, picked: TargetRow[]): Promise<void> {
  const rows = await tx
    .select({ id: socialAccounts.id, status: socialAccounts.status })
    .from(socialAccounts)
    .where(
      inArray(
        socialAccounts.id,
        picked.map((target) => target.socialAccountId),
      ),
    );
  const expired = rows.find((row) => row.status === 'TOKEN_EXPIRED');
  if (expired !== undefined) {
    throw new AppError('PLATFORM_AUTH_FAILED', 'The account must be reconnected before it can publish.', {
      accountId: expired.id,
    });
  }
}
