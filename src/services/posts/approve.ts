import { eq } from 'drizzle-orm';
import { posts } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { set } from '../audit/changes.js';
import { recordAudit } from '../audit/record.js';
import { requireReviewer } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { callerOf, recordEvents } from '../timeline/record.js';
import { altTextsNow } from '../post-records/alt-texts.js';
import { readPostView } from './get.js';
import { statusOf, type PostRecord, type TargetRow } from '../post-records/records.js';
import { stageForCaller } from '../post-runs/approval-gate.js';
import { startStagedRun } from '../post-runs/stage-run.js';
import { emitPostEvent } from '../webhooks/emit-post-event.js';
import { startDeliveries } from '../webhooks/stage.js';
import { allowedNow } from './internal/allowed.js';
import { checkAction } from './internal/checks.js';
import { checkHasTargets } from './internal/has-targets.js';
import { hasMissedItsTime } from './internal/partly-public.js';
import { lockChecked, readInReach } from './internal/lock-checked.js';
import { reviewEdits, waitingEdits } from './internal/review-edits.js';
import { awaitChanges, startChanges } from './start-change.js';
import { lockPostWithRights } from '../post-records/lock-with-rights.js';
import type { PostView } from '../post-records/types.js';
import { checkAccounts, waitingTargets, withWarnings } from './internal/warnings.js';

/**
 * Approves a post (POST /posts/{id}/approve): stages and starts its run, which publishes it at its scheduled time. A
 * retry that waits beside public targets is published immediately if the post's own time has passed.
 */
export async function approvePost(given: RequestContext, { postId }: { postId: string }): Promise<PostView> {
  const approvedByUserId = requireReviewer(given);
  if (await approveEdits(given, postId)) return readPostView(given, postId);
  const isRuled = (record: PostRecord): boolean => {
    checkAction(given, 'approve', record);
    checkHasTargets(record);
    timeOf(record);
    return true;
  };
  const timeOf = (record: PostRecord): Date => dueTimeOf(given, record);
  const locked = { postId, permission: 'approvePosts', isRuled, timeOf } as const;
  const { start, starts, checked } = await lockChecked(given, locked, async (tx, ctx, record, ofContent) => {
    const dueAt = dueTimeOf(ctx, record);
    const accountWarnings = await checkAccounts(tx, waitingTargets(record).filter(isHeld), dueAt);
    const approvedAt = ctx.clock.now();
    // The current alt texts are stored with the approval, because an asset's alt text may change later.
    const approvedAltTexts = await altTextsNow(tx, record);
    const altTextsFixed = Object.keys(approvedAltTexts).length;
    await tx
      .update(posts)
      .set({ approvedByUserId, approvedAt, approvedAltTexts, rejectionReason: null })
      .where(eq(posts.id, postId));
    const staged = await stageForCaller(tx, ctx, record, {
      dueAt,
      scheduledAt: record.post.scheduledAt ?? dueAt,
      picks: isHeld,
    });
    await recordEvents(tx, ctx, postId, callerOf(ctx), [
      {
        kind: 'APPROVED',
        detail: { status: 'SCHEDULED', ...(altTextsFixed > 0 && { altTextsFixed }) },
      },
      {
        kind: 'SCHEDULED',
        detail: { scheduledAt: dueAt.toISOString(), workflowId: staged.workflowId },
      },
    ]);
    const { workspaceId } = record.post;
    await recordAudit(tx, ctx, {
      workspaceId,
      action: 'post.approved',
      subject: { id: postId, name: null },
      changes: [set('scheduledAt', dueAt.toISOString())],
    });
    const starts = await emitPostEvent(tx, ctx, { postId, workspaceId, status: 'SCHEDULED' });
    return { start: staged, starts, checked: withWarnings(ofContent, accountWarnings) };
  });
  await startStagedRun(given, { ...start, requestId: given.requestId });
  await startDeliveries(given, starts);
  return { ...(await readPostView(given, postId)), checked };
}

/** Approves the edits of public targets that wait for it. Returns false if there are none. */
async function approveEdits(given: RequestContext, postId: string): Promise<boolean> {
  if (waitingEdits(await readInReach(given, postId, 'approvePosts')).length === 0) return false;
  const starts = await given.db.transaction(async (tx) => {
    const { ctx, record } = await lockPostWithRights(tx, given, postId, 'approvePosts');
    // The edits may have been decided in the meantime.
    return waitingEdits(record).length === 0 ? null : reviewEdits(tx, ctx, record, { isApproved: true });
  });
  if (starts === null) return false;
  await startChanges(given, starts, given.requestId);
  await awaitChanges(
    given,
    starts.map(({ changeId }) => changeId),
  );
  return true;
}

/** Whether a target waits for the approval. Other targets may already be public or are not to be tried again. */
const isHeld = (target: TargetRow): boolean => statusOf(target) === 'DRAFT';

/**
 * The time at which an approved post is due: its own time if that is in the future, otherwise now, which is the case
 * for a retry. Throws if a post that is not partly public has missed its time.
 */
function dueTimeOf(ctx: RequestContext, record: PostRecord): Date {
  const { status, scheduledAt } = record.post;
  const now = ctx.clock.now();
  if (!hasMissedItsTime(record, now)) return scheduledAt !== null && scheduledAt > now ? scheduledAt : now;
  throw new AppError(
    'INVALID_STATE',
    'The post’s publish time has passed. Set a new time before you approve it.',
    {
      status,
      allowed: allowedNow(ctx, record),
    },
  );
}
