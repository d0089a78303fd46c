import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { publications } from '../../../db/schema/index.js';
import { publicationIdOf, retryFirstCommentWorkflowId } from '../../../domain/workflow-contract.js';
import type { PublishPostStart } from '../../shared/workflow-starter.js';
import type { ServiceDeps } from '../../shared/context.js';
import {
  dueTimeMs,
  lockRecord,
  readRecord,
  statusOf,
  updateSubject,
  type SubjectRecord,
  type TargetRow,
} from '../../post-records/records.js';
import { cancelRuns, enqueueCancellations, stageRun, startStagedRun } from '../../post-runs/stage-run.js';
import { readAttempted, type AttemptedTarget } from '../../attempts/last-attempts.js';
import { isTargetWaiting } from '../../attempts/followers.js';
import { reconciler, recordEvents, type TimelineEntry } from '../../timeline/record.js';
import { hasLostRun } from './lost-runs.js';
import { lacksFollower, lookFirst, type Looked } from './look-first.js';

/** Added to a post's generation. A restore can lose far fewer runs of one post. */
const generationLeap = 1_000;
const commentRunsMax = 20;
/** Calls may be missing from this long before `since`, because the clocks of two machines differ. */
const clockSlackMs = 60_000;

export type RestoredAs = 'lookedFor' | 'waiting' | 'guarded' | 'numbered' | 'comments' | 'unchanged';

export interface RestoreOptions {
  since: Date;
  dryRun: boolean;
}

/** Restores one post or reply in a transaction under its lock, as `afterRestore` describes. */
export async function restorePost(
  deps: ServiceDeps,
  postId: string,
  { since, dryRun }: RestoreOptions,
): Promise<RestoredAs> {
  const seen = await readRecord(deps.db, postId);
  if (seen === undefined) return 'unchanged';
  const lost = await askForLostRuns(deps, seen);
  const done = await deps.db.transaction(async (tx) => {
    const record = await lockRecord(tx, postId);
    if (record === undefined) return undefined;
    const attempted = await readAttempted(tx, postId);
    const plan = planOf(record, { since, now: deps.clock.now(), lost });
    if (dryRun) return { record, plan, start: null };
    const told = await lookFirst(tx, deps, record.post, pickLooked(attempted, plan), {
      since: new Date(since.getTime() - clockSlackMs),
    });
    await raiseComments(tx, lost);
    const start = await renumber(tx, deps, record, plan, told);
    return { record, plan, start };
  });
  if (done === undefined) return 'unchanged';
  if (done.start !== null) {
    await cancelRuns(deps, done.record);
    await startStagedRun(deps, done.start);
  }
  return done.plan.as;
}

interface LostRuns {
  /** Whether a run of this post has begun that the database does not know, because it was staged in the lost time. */
  post: boolean;
  /** The number of the last lost first-comment retry, by target. */
  comments: Map<string, number>;
}

async function askForLostRuns(
  { starter }: ServiceDeps,
  { post, targets: rows }: SubjectRecord,
): Promise<LostRuns> {
  const lost: LostRuns = {
    post: post.status !== 'PUBLISHED' && (await hasLostRun(starter, post)),
    comments: new Map(),
  };
  for (const { id, comment } of rows.filter(lacksFollower)) {
    const known = comment?.attemptCount ?? 0;
    let last = known;
    while (
      last < known + commentRunsMax &&
      (await starter.progressOf(retryFirstCommentWorkflowId(id, last + 1))) !== 'none'
    ) {
      last += 1;
    }
    if (last > known) lost.comments.set(id, last);
  }
  return lost;
}

interface RestorePlan {
  as: RestoredAs;
  /** The due time of the new run. Null if none is staged. */
  dueAt: Date | null;
  /** Whether a call for the target, or for what follows it, may be missing. */
  mayMiss: (target: TargetRow) => boolean;
}

function planOf(
  record: SubjectRecord,
  { since, now, lost }: { since: Date; now: Date; lost: LostRuns },
): RestorePlan {
  const { post, targets: rows } = record;
  const mayMissFollower = (target: TargetRow): boolean =>
    lacksFollower(target) &&
    (lost.comments.has(target.id) ||
      (target.comment?.runId ?? null) !== null ||
      (target.publishedAt ?? now) >= since);
  if (post.status === 'SCHEDULED' || post.status === 'PUBLISHING') {
    const dueAt = new Date(dueTimeMs(record));
    const mayMiss = post.status === 'PUBLISHING' || dueAt <= now || lost.post;
    return {
      as: mayMiss ? 'lookedFor' : 'waiting',
      dueAt,
      mayMiss: (target) => {
        if (isTargetWaiting(target)) return mayMiss;
        return lost.post || mayMissFollower(target) || (mayMiss && lacksFollower(target));
      },
    };
  }
  const wasDue = (at: Date | null): boolean => at !== null && at >= since && at <= now;
  const mayMissPost = lost.post || wasDue(post.scheduledAt) || rows.some((row) => wasDue(row.scheduledFor));
  const mayMiss = (target: TargetRow): boolean =>
    mayMissFollower(target) ||
    (mayMissPost && post.status !== 'PUBLISHED' && statusOf(target) !== 'PUBLISHED');
  const isLooked = rows.some(mayMiss);
  if (post.status === 'PUBLISHED') return { as: isLooked ? 'comments' : 'unchanged', dueAt: null, mayMiss };
  return { as: isLooked ? 'guarded' : 'numbered', dueAt: null, mayMiss };
}

function pickLooked(attempted: AttemptedTarget[], { mayMiss }: RestorePlan): Looked[] {
  return attempted
    .filter(({ target }) => mayMiss(target) && (target.status !== 'PUBLISHED' || lacksFollower(target)))
    .map((each) => ({ ...each, isOpen: isTargetWaiting(each.target) }));
}

/** Raises the number of retries, which is part of the runs' ids, so that the next run has no lost run's id. */
async function raiseComments(tx: Tx, { comments }: LostRuns): Promise<void> {
  for (const [targetId, attemptCount] of comments) {
    const id = publicationIdOf({ targetId, step: 'FIRST_COMMENT' });
    await tx.update(publications).set({ attemptCount }).where(eq(publications.id, id));
  }
}

/** Stages a new run if the post waits for one. Otherwise only the post's generation is raised beyond all lost runs. */
async function renumber(
  tx: Tx,
  deps: ServiceDeps,
  record: SubjectRecord,
  { as, dueAt }: RestorePlan,
  told: TimelineEntry[],
): Promise<PublishPostStart | null> {
  const { post } = record;
  const generation = post.generation + generationLeap;
  if (dueAt === null) {
    if (as !== 'unchanged' && as !== 'comments') {
      await updateSubject(tx, post.id, { ofPost: { generation }, ofReply: { runs: generation } });
    }
    await recordEvents(tx, deps, post.id, reconciler, told);
    return null;
  }
  if (post.status === 'PUBLISHING') await enqueueCancellations(tx, record, deps.clock.now());
  const start = await stageRun(
    tx,
    deps,
    // `stageRun` increments the generation by one.
    { ...record, post: { ...post, generation: generation - 1 } },
    { dueAt, scheduledAt: post.scheduledAt ?? dueAt, picks: isTargetWaiting, isReplacement: true },
  );
  await recordEvents(tx, deps, post.id, reconciler, [
    ...told,
    { kind: 'RUN_REPLACED', detail: { workflowId: start.workflowId } },
  ]);
  return start;
}
