import { and, eq, exists, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { postMedia, posts, publishAttempts, targets } from '../../../db/schema/index.js';
import type { Publication, SavedPosition } from '../../../domain/decide.js';
import { publishDeadlineMs } from '../../../domain/limits.js';
import { optionMediaIn } from '../../../domain/option-media.js';
import { lookupDelaysMs as usualLookupDelaysMs, turnWaitMsMin } from '../../../domain/publish-ladders.js';
import { aheadMs, aheadMsMax, mediaAheadMs } from '../../../domain/ready-ahead.js';
import type { AdvanceInput, PublishStep } from '../../../domain/workflow-contract.js';
import { publishWindowMs } from '../../attempts/late-steps.js';
import { isCommentable, lacksComment } from '../../attempts/pending-comment.js';
import type { PostRow, TargetRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { uploadBytes } from './publication-media.js';

/** The step that a run may take next, as the rows say. */
export interface Standing {
  step: PublishStep;
  post: PostRow;
  target: TargetRow;
  publication: Publication;
  saved: SavedPosition | null;
  /** The number of attempts at the target. */
  attempts: number;
}

type Reading = Pick<ServiceDeps, 'db' | 'publishing'>;
type Run = Pick<AdvanceInput, 'postId' | 'targetId' | 'workflowId'>;

/** A target with all that decides what comes next. */
interface Rows {
  post: PostRow;
  target: TargetRow;
  hasPostMedia: boolean;
  attempts: number;
}

/** Returns undefined if the post or the target was removed. */
export async function readRows(
  { db, publishing }: Reading,
  { postId, targetId }: Omit<Run, 'workflowId'>,
): Promise<Rows | undefined> {
  const [row] = await db
    .select({
      post: posts,
      target: targets,
      hasPostMedia: exists(
        db.select({ id: postMedia.postId }).from(postMedia).where(eq(postMedia.postId, targets.postId)),
      ).mapWith(Boolean),
      attempts: countAttempts(db, targetId),
      databaseNow: sql<Date>`clock_timestamp()`.mapWith(posts.createdAt),
    })
    .from(targets)
    .innerJoin(posts, eq(posts.id, targets.postId))
    .where(
      and(
        eq(targets.id, targetId),
        eq(targets.postId, postId),
        isNull(targets.removedAt),
        isNull(posts.deletedAt),
      ),
    );
  if (row !== undefined) publishing.dueClock.note(row.databaseNow.getTime());
  return row;
}

/** Returns undefined if nothing is left to do for this run: the target is done or canceled, or another run has it. */
export function standingOf(
  { publishing }: Pick<ServiceDeps, 'publishing'>,
  { post, target, hasPostMedia, attempts }: Rows,
  workflowId: string,
): Standing | undefined {
  const step = stepOf(post, target, workflowId);
  if (step === undefined) return undefined;
  const isPost = step === 'POST';
  const { position: saved } = target;
  const dueMs = (target.scheduledFor ?? post.scheduledAt ?? target.createdAt).getTime();
  const isRetry = target.commentRunId === workflowId;
  const beganMs = isRetry ? (target.commentRunSince?.getTime() ?? dueMs) : dueMs;
  return {
    step,
    post,
    target,
    attempts,
    saved: saved?.workflowId === workflowId && saved.step === step ? ofLastAttempt(saved, attempts) : null,
    publication: {
      step,
      platform: target.platform,
      carriesMedia:
        isPost &&
        (hasPostMedia || target.mediaIds.length > 0 || optionMediaIn(target.platformOptions).length > 0),
      deadlineMs: beganMs + (isRetry ? publishDeadlineMs : publishWindowMs(post)),
      dueMs: isPost ? dueMs : undefined,
      lookupDelaysMs: publishing.lookupDelaysMs ?? usualLookupDelaysMs,
    },
  };
}

/** A worker that was lost may have made another call since the position was saved. Earlier look-ups do not count for it. */
function ofLastAttempt(saved: SavedPosition, attempts: number): SavedPosition {
  const { position } = saved;
  if (position.lookups === null || saved.attempts === attempts) return saved;
  return { ...saved, position: { ...position, lookups: null }, next: { kind: 'CALL' }, wakeAtMs: 0 };
}

/** Counts the attempts at a target, at once or as a part of another query. */
export const countAttempts = (q: Queryable, targetId: string) =>
  q.$count(publishAttempts, eq(publishAttempts.targetId, targetId));

/** The steps of a target that are still to do, in their order. A target that is public may lack only its first comment. */
function stepsLeft(target: TargetRow): PublishStep[] {
  const commentDue = lacksComment(target);
  if (target.status === 'PUBLISHING' || target.status === 'SCHEDULED')
    return commentDue ? ['POST', 'FIRST_COMMENT'] : ['POST'];
  // Sends the missing first comment of a target whose run died between the post and its comment.
  return commentDue && isCommentable(target) ? ['FIRST_COMMENT'] : [];
}

function stepOf(post: PostRow, target: TargetRow, workflowId: string): PublishStep | undefined {
  if (target.commentRunId === workflowId) return isCommentable(target) ? 'FIRST_COMMENT' : undefined;
  const isOwn = post.workflowId === workflowId || post.pendingWorkflowId === workflowId;
  return isOwn && target.commentRunId === null ? stepsLeft(target)[0] : undefined;
}

/** The SQL condition of what `stepOf` decides from the rows: that the target is this run's to take on. */
export function isOwned({ db }: Pick<Reading, 'db'>, workflowId: string) {
  const isPostOfRun = or(eq(posts.workflowId, workflowId), eq(posts.pendingWorkflowId, workflowId));
  const post = db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.id, targets.postId), isPostOfRun));
  return or(eq(targets.commentRunId, workflowId), and(isNull(targets.commentRunId), exists(post)));
}

/**
 * How long a run still waits that has begun far too early, because a restored database has lost its real time. Null if
 * the time is near enough to prepare the post, or has passed.
 */
export async function waitUntilNearMs(
  { db, publishing }: Reading,
  { post, target, saved, publication }: Standing,
  nowMs: number,
): Promise<number | null> {
  const { dueMs, carriesMedia } = publication;
  if (post.status !== 'SCHEDULED' || dueMs === undefined || saved !== null) return null;
  const leftMs = dueMs - publishing.dueClock.nowMs(nowMs);
  if (leftMs <= aheadMsMax) return null;
  const bytes = carriesMedia ? await uploadBytes(db, target) : 0;
  const waitMs = leftMs - (bytes === 0 ? aheadMs(post.id) : mediaAheadMs(post.id, bytes));
  return waitMs <= turnWaitMsMin ? null : waitMs;
}

/** Whether the run has begun so late that a missing first comment would surprise its readers. */
export const isCommentTooLate = ({ step, post, publication }: Standing, nowMs: number): boolean =>
  step === 'FIRST_COMMENT' && post.status === 'SCHEDULED' && nowMs > publication.deadlineMs;
