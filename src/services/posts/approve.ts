import { eq } from 'drizzle-orm';
import { posts } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { allowedActions } from '../../domain/post-actions.js';
import { requireSession } from '../shared/access.js';
import type { RequestContext } from '../shared/context.js';
import { callerOf, recordEvents } from '../timeline/record.js';
import { altTextsNow } from '../post-records/alt-texts.js';
import { readPostView } from './get.js';
import type { PostRecord } from '../post-records/records.js';
import { stageRun, startStagedRun } from '../post-runs/stage-run.js';
import { checkAction } from './internal/checks.js';
import { lockChecked } from './internal/lock-checked.js';
import type { PostView } from '../post-records/types.js';
import { checkAccounts, waitingTargets, withWarnings } from './internal/warnings.js';

/** Lets a post that waits for approval go out at the time that it was scheduled for: its run is started now. */
export async function approvePost(given: RequestContext, { postId }: { postId: string }): Promise<PostView> {
  const { userId } = requireSession(given);
  const isRuled = (record: PostRecord): boolean => {
    checkAction('approve', record.post);
    timeOf(record);
    return true;
  };
  const timeOf = (record: PostRecord): Date => futureTimeOf(given, record);
  const locked = { postId, permission: 'approvePosts', isRuled, timeOf } as const;
  const { start, warnings } = await lockChecked(given, locked, async (tx, ctx, record, found) => {
    const scheduledAt = futureTimeOf(ctx, record);
    const warnings = [...(await checkAccounts(tx, waitingTargets(record), scheduledAt)), ...found];
    const approvedAt = ctx.clock.now();
    // What is said of an asset may change later; what was approved may not.
    const approvedAltTexts = await altTextsNow(tx, record);
    const altTextsFixed = Object.keys(approvedAltTexts).length;
    await tx
      .update(posts)
      .set({ approvedByUserId: userId, approvedAt, approvedAltTexts, rejectionReason: null })
      .where(eq(posts.id, postId));
    const staged = await stageRun(tx, ctx, record, {
      dueAt: scheduledAt,
      scheduledAt,
      picks: (target) => target.status === 'DRAFT',
      republishUnconfirmed: false,
    });
    await recordEvents(tx, ctx, postId, callerOf(ctx), [
      {
        kind: 'APPROVED',
        detail: { status: 'SCHEDULED', ...(altTextsFixed > 0 && { altTextsFixed }) },
      },
      {
        kind: 'SCHEDULED',
        detail: { scheduledAt: scheduledAt.toISOString(), workflowId: staged.workflowId },
      },
    ]);
    return { start: staged, warnings };
  });
  await startStagedRun(given, { ...start, requestId: given.requestId });
  return withWarnings(await readPostView(given, postId), warnings);
}

/** Nobody has agreed to publish at once what was meant for a time that has passed. */
function futureTimeOf(ctx: RequestContext, { post }: PostRecord): Date {
  if (post.scheduledAt !== null && post.scheduledAt > ctx.clock.now()) return post.scheduledAt;
  throw new AppError(
    'INVALID_STATE',
    'The time of the post has passed. It needs a new one before it can be approved.',
    {
      status: post.status,
      allowed: allowedActions(post.status).filter((action) => action !== 'approve'),
    },
  );
}
