import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { posts, targets } from '../../../db/schema/index.js';
import { mayHaveBegun } from '../../../domain/ready-ahead.js';
import {
  carriesMedia,
  dueTimeMs,
  isNotPublic,
  type PostRecord,
  type TargetRow,
} from '../../post-records/records.js';
import { approvalRequested, needsApproval, stageOrHold } from '../../post-runs/approval-gate.js';
import { requestReplacement, stageRun } from '../../post-runs/stage-run.js';
import type { RequestContext } from '../../shared/context.js';
import type { PublishPostStart } from '../../shared/workflow-starter.js';
import type { TimelineEntry } from '../../timeline/record.js';
import type { UpdatePostInput } from '../types.js';
import { checkFuture } from './checks.js';
import { endOldConsents } from './consent.js';
import { changedFields, isSameContent } from './post-comparison.js';

/** The effect of an edit on the time of a post. */
export type Timing =
  | { kind: 'KEEP' }
  | { kind: 'SCHEDULE'; at: Date }
  /** The time stays, and a new run replaces the current one, which may have begun with the old content. */
  | { kind: 'RESTAGE'; at: Date; dueAt: Date }
  /** The post becomes a draft. Calendars show a draft at its draft time. */
  | { kind: 'UNSCHEDULE'; draftTime: Date | null }
  | { kind: 'MOVE_DRAFT'; draftTime: Date | null };

/** Returns how the request changes the time. `draftScheduledFor` only applies to drafts. */
export function timingOf(ctx: RequestContext, { post }: PostRecord, input: UpdatePostInput): Timing {
  const { scheduledFor, draftScheduledFor: draftTime } = input;
  if (scheduledFor instanceof Date) {
    const isWaiting = post.status === 'SCHEDULED' || post.status === 'NEEDS_APPROVAL';
    if (isWaiting && post.scheduledAt?.getTime() === scheduledFor.getTime()) return { kind: 'KEEP' };
    checkFuture(scheduledFor, ctx.clock.now(), 'scheduledFor');
    return { kind: 'SCHEDULE', at: scheduledFor };
  }
  if (scheduledFor === null && post.status !== 'DRAFT')
    return { kind: 'UNSCHEDULE', draftTime: draftTime ?? null };
  if (post.status !== 'DRAFT' || draftTime === undefined) return { kind: 'KEEP' };
  const isSame = draftTime?.getTime() === post.scheduledAt?.getTime();
  return isSame ? { kind: 'KEEP' } : { kind: 'MOVE_DRAFT', draftTime };
}

/**
 * Changes KEEP for a scheduled post whose content was changed. If the post now needs an approval, it is submitted
 * again. If its run may have begun to prepare the old content, a new run is staged.
 */
export function withContentChange(
  ctx: RequestContext,
  before: PostRecord,
  next: PostRecord,
  timing: Timing,
): Timing {
  const { scheduledAt: at } = next.post;
  if (timing.kind !== 'KEEP' || before.post.status !== 'SCHEDULED' || at === null) return timing;
  if (isSameContent(before, next)) return timing;
  if (needsApproval(ctx, next.post)) return { kind: 'SCHEDULE', at };
  // For a retry, the due time differs from the post's own time.
  const dueAt = new Date(dueTimeMs(before));
  const mayRun = [before, next].some((record) =>
    mayHaveBegun({ dueAt, carriesMedia: carriesMedia(record) }, ctx.clock.now()),
  );
  return mayRun ? { kind: 'RESTAGE', at, dueAt } : timing;
}

/** Writes the new time and stages the run for it. */
export async function applyTiming(
  tx: Tx,
  ctx: RequestContext,
  record: PostRecord,
  timing: Timing,
): Promise<PublishPostStart | null> {
  const id = record.post.id;
  switch (timing.kind) {
    case 'KEEP':
      return null;
    case 'MOVE_DRAFT':
      await tx.update(posts).set({ scheduledAt: timing.draftTime }).where(eq(posts.id, id));
      return null;
    case 'RESTAGE': {
      const picks = ({ status }: TargetRow): boolean => status === 'SCHEDULED';
      return stageRun(tx, ctx, record, {
        dueAt: timing.dueAt,
        scheduledAt: timing.at,
        picks,
        isReplacement: true,
      });
    }
    case 'SCHEDULE':
      await endOldConsents(tx, record);
      return stageOrHold(tx, ctx, record, { dueAt: timing.at, scheduledAt: timing.at, picks: () => true });
    case 'UNSCHEDULE':
      await requestReplacement(tx, record, ctx.clock.now());
      await tx
        .update(posts)
        .set({
          status: 'DRAFT',
          scheduledAt: timing.draftTime,
          workflowId: null,
          pendingWorkflowId: null,
          pendingSince: null,
        })
        .where(eq(posts.id, id));
      await tx
        .update(targets)
        .set({ status: 'DRAFT', scheduledFor: null })
        .where(and(eq(targets.postId, id), isNull(targets.removedAt), isNotPublic));
      return null;
  }
}

/** The timeline entries of an edit. */
export function editEntries(
  before: PostRecord,
  next: PostRecord,
  timing: Timing,
  staged: PublishPostStart | null,
): TimelineEntry[] {
  const changed = changedFields(before, next);
  const edited: TimelineEntry[] = changed.length > 0 ? [{ kind: 'EDITED', detail: { changed } }] : [];
  switch (timing.kind) {
    case 'KEEP':
    case 'RESTAGE':
      return edited;
    case 'MOVE_DRAFT':
      return [{ kind: 'EDITED', detail: { changed: [...changed, 'draftScheduledFor'] } }];
    case 'UNSCHEDULE':
      return [...edited, { kind: 'UNSCHEDULED', detail: { status: 'DRAFT' } }];
    case 'SCHEDULE': {
      if (staged === null) return [...edited, approvalRequested(timing.at)];
      const detail = {
        scheduledAt: timing.at.toISOString(),
        workflowId: staged.workflowId,
      };
      return [...edited, { kind: before.post.status === 'SCHEDULED' ? 'RESCHEDULED' : 'SCHEDULED', detail }];
    }
  }
}
