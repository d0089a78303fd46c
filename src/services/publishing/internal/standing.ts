import { and, eq, exists, isNull, or } from 'drizzle-orm';
import { posts, publications } from '../../../db/schema/index.js';
import type { Publication, SavedPosition } from '../../../domain/decide.js';
import { publishDeadlineMs } from '../../../domain/limits.js';
import { optionMediaIn } from '../../../domain/option-media.js';
import { lookupDelaysMs as usualLookupDelaysMs, turnWaitMsMin } from '../../../domain/publish-ladders.js';
import { aheadMs, aheadMsMax, mediaAheadMs } from '../../../domain/ready-ahead.js';
import type { AdvanceInput } from '../../../domain/workflow-contract.js';
import { publishWindowMs } from '../../attempts/late-steps.js';
import { commentableOf, followableOf, isWaiting, missingComment } from '../../attempts/followers.js';
import { dueOf, type PublicationRow, type Subject, type TargetRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { carrierOf } from './carrier.js';
import { findPublication, type FoundPublication } from './publication.js';
import { uploadBytes } from './publication-media.js';

/** The publication that a run may handle next, according to the rows. */
export interface Standing {
  post: Subject;
  target: TargetRow;
  row: PublicationRow;
  publication: Publication;
  saved: SavedPosition | null;
  /** The number of attempts at the target and its followers. */
  attempts: number;
  /** The rows as they were read, if the publication is the target itself. */
  found: FoundPublication | undefined;
}

type Reading = Pick<ServiceDeps, 'db' | 'publishing'>;
type Run = Pick<AdvanceInput, 'postId' | 'targetId' | 'workflowId'>;

/** Reads a target with all that decides what comes next. Undefined if the post or the target was removed. */
export async function readRows(
  deps: Reading,
  { postId, targetId }: Omit<Run, 'workflowId'>,
): Promise<FoundPublication | undefined> {
  const found = await findPublication(deps, targetId);
  if (found?.target.postId !== postId) return undefined;
  return found.target.removedAt === null && found.post.deletedAt === null ? found : undefined;
}

/** Returns undefined if nothing is left to do for this run: all is done or canceled, or another run has it. */
export function standingOf(
  { publishing }: Pick<ServiceDeps, 'publishing'>,
  found: FoundPublication,
  workflowId: string,
): Standing | undefined {
  const { post, target, hasPostMedia, attempts } = found;
  const row = nextOf(post, target, workflowId);
  if (row === null) return undefined;
  const isTarget = row.targetId === null;
  const carrier = carrierOf(post, target, row);
  const { position: saved } = row;
  // If a retry continues with later parts, these have their own time, which is later than the target's.
  const times = [target, ...target.parts].flatMap(({ scheduledFor }) => scheduledFor?.getTime() ?? []);
  const otherwise = post.scheduledAt ?? target.createdAt;
  const dueMs = times.length > 0 ? Math.max(...times) : otherwise.getTime();
  const isRetry = !isTarget && row.runId === workflowId;
  const beganMs = isRetry ? (row.runSince?.getTime() ?? dueMs) : dueMs;
  return {
    post,
    target,
    row,
    attempts,
    found: isTarget ? found : undefined,
    saved: saved?.workflowId === workflowId ? ofLastAttempt(saved, attempts) : null,
    publication: {
      platform: row.platform,
      carriesMedia:
        (isTarget && hasPostMedia) ||
        carrier.mediaIds.length > 0 ||
        optionMediaIn(carrier.platformOptions).length > 0,
      deadlineMs: beganMs + (isRetry ? publishDeadlineMs : publishWindowMs(row)),
      dueMs: isTarget ? dueMs : undefined,
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

/** The first publication of a target that is still to do. Null if there is none for this run. */
function nextOf(post: Subject, target: TargetRow, workflowId: string): PublicationRow | null {
  if (target.comment?.runId === workflowId) return commentableOf(target);
  const isOwn = post.workflowId === workflowId || post.pendingWorkflowId === workflowId;
  if (!isOwn || (target.comment?.runId ?? null) !== null) return null;
  const due = dueOf(target);
  // A run may have died between the post and its first follower.
  if (due?.targetId === null) return isWaiting(due) ? due : null;
  if (due !== null) return isWaiting(due) ? followableOf(target) : null;
  return missingComment(target) && commentableOf(target);
}

/**
 * The SQL condition that a publication belongs to this run: it has the id of the run, or it has none and its post has
 * the id.
 */
export function isOwned({ db }: Pick<Reading, 'db'>, postId: string, workflowId: string) {
  const isPostOfRun = or(eq(posts.workflowId, workflowId), eq(posts.pendingWorkflowId, workflowId));
  const post = db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.id, postId), isPostOfRun));
  return or(eq(publications.runId, workflowId), and(isNull(publications.runId), exists(post)));
}

/**
 * How long a run must still wait if it has begun far too early, because a restored database has lost its real time.
 * Null if the time is near enough to prepare the post, or has passed.
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

/**
 * Whether the run has begun so late that adding a part or a first comment to a public target would surprise its
 * readers.
 */
export const isFollowerTooLate = ({ row, post, publication }: Standing, nowMs: number): boolean =>
  row.targetId !== null && post.status === 'SCHEDULED' && nowMs > publication.deadlineMs;
