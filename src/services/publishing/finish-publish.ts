import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { posts } from '../../db/schema/index.js';
import { isOutcomeOpen } from '../../domain/publish-attempts.js';
import { derivePostStatus } from '../../domain/post-status.js';
import { deadGrant, giveUpError, internalError } from '../../domain/step-errors.js';
import type {
  FinishInput,
  FinishResult,
  GiveUpReason,
  PlannedTarget,
  PublishStep,
  StepInput,
} from '../../domain/workflow-contract.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import type { ServiceDeps } from '../shared/context.js';
import {
  dueOf,
  statusOf,
  statusesOf,
  lockSubject,
  readTargets,
  type PublicationRow,
  type TargetRow,
} from '../post-records/records.js';
import { withFollowing } from '../post-records/new-rows.js';
import { startDeliveries } from '../webhooks/stage.js';
import { publisher, recordEvents } from '../timeline/record.js';
import { endOpen } from '../attempts/end-open.js';
import { countEnd, followerNotSent, type EndedStep } from '../attempts/end-step.js';
import { readLastAttempts } from '../attempts/last-attempts.js';
import { windowWords } from '../attempts/late-steps.js';
import { isTargetWaiting, leftFollower } from '../attempts/followers.js';
import { lookBeforeCalls } from '../attempts/past-state.js';
import { isGrantDead } from './internal/dead-grant.js';
import { openPost, openTargets } from './internal/open-post.js';
import { failStep } from './internal/record-failure.js';
import { settlePost } from './settle-post.js';

/** Fails a step for which the workflow gives up. */
export async function giveUpStep(
  deps: ServiceDeps,
  input: StepInput & { reason: GiveUpReason },
): Promise<void> {
  await openPost(deps, { ...input, nowMs: 0 });
  const { reason } = input;
  const isDead = reason === deadGrant.code && (await isGrantDead(deps.db, input));
  await failStep(deps, input, (publication) =>
    giveUpError(reason, windowWords(publication), { isGrantDead: isDead }),
  );
}

/**
 * Ends a publish run and derives the post's status from its targets. A target that is still open, because its coroutine
 * failed in an unforeseen way, fails, so that no target stays open forever. If the run was canceled, open targets are
 * canceled, even if a restored database has lost the cancel. If the run does not know some open targets, because a
 * restored database has them again or an older version started the run, nothing ends: the run must publish them first.
 */
export async function finishPublish(
  deps: ServiceDeps,
  { postId, workflowId, plannedTargetIds, endedTargetIds = [], isCancelled = false }: FinishInput,
  { onlyIfEnded = false } = {},
): Promise<FinishResult> {
  const {
    outcome,
    starts,
    ends,
    unplanned = [],
  } = await deps.db.transaction<Finished>(async (tx) => {
    // The queries are sent together and executed in order, so the targets are read under the lock.
    const [post, read] = await Promise.all([lockSubject(tx, postId), readTargets(tx, [postId])]);
    let rows = read;
    if (post?.workflowId !== workflowId) {
      // Without this entry, the end of the run would look like an end that a restored database has lost.
      const superseded = { kind: 'RUN_SUPERSEDED', detail: { workflowId } } as const;
      if (post !== undefined) await recordEvents(tx, deps, postId, publisher, [superseded]);
      else await warnOfForeignRun(tx, deps, { postId, workflowId });
      return { outcome: 'SUPERSEDED', starts: [], ends: null };
    }
    if (onlyIfEnded && rows.some(isOpen)) return { outcome: 'PUBLISHING', starts: [], ends: null };
    const unplanned = isCancelled ? [] : unplannedOf(rows, plannedTargetIds);
    if (unplanned.length > 0) return { outcome: 'PUBLISHING', starts: [], ends: null, unplanned };
    // Either all targets ended just as the post became due, before the run opened it; or a restored database has lost
    // the cancel that the run received.
    const isEnded = isCancelled || !rows.some((target) => statusOf(target) === 'SCHEDULED');
    if (post.status === 'SCHEDULED' && isEnded)
      rows = await openTargets(tx, deps, { post, targets: rows }, workflowId);
    else if (post.status !== 'PUBLISHING') return { outcome: post.status, starts: [], ends: null };
    const known = await withForgotten(tx, rows, endedTargetIds);
    const ended = await endOpen(tx, deps, known, ({ target, publication }) => {
      if (isCancelled) return 'CANCELED';
      return publication.targetId === null ? internalError : followerNotSent(target, publication);
    });
    const settled = ended.length > 0 ? await readTargets(tx, [postId]) : rows;
    const status = derivePostStatus(statusesOf(settled), { running: false });
    const entries = ended.flatMap((step) => step.entries);
    const starts = await settlePost(tx, deps, post, { workflowId, status, by: publisher, entries });
    return { outcome: status, starts, ends: ended };
  });
  for (const { step, end } of ends ?? []) countEnd(deps, { step }, end);
  if (ends !== null && outcome !== 'SUPERSEDED') deps.metrics.runFinished(outcome);
  await startDeliveries(deps, starts);
  return { outcome, ...(unplanned.length > 0 && { unplanned }) };
}

/** Logs a run whose post was never in this database: the database was replaced, or two of them share their names. */
async function warnOfForeignRun(
  tx: Tx,
  { log }: ServiceDeps,
  { postId, workflowId }: { postId: string; workflowId: string },
): Promise<void> {
  const rows = await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, postId));
  if (rows.length > 0) return;
  log.warn({ postId, workflowId }, 'ended the run of a post that is not in this database');
}

/**
 * Ends the run if none of its targets is open any more. Returns the outcome of the post, or null if a target is open.
 */
export async function finishIfLast(
  deps: ServiceDeps,
  { postId, workflowId }: Pick<FinishInput, 'postId' | 'workflowId'>,
): Promise<FinishResult['outcome'] | null> {
  const { outcome } = await finishPublish(deps, { postId, workflowId }, { onlyIfEnded: true });
  return outcome === 'PUBLISHING' || outcome === 'SCHEDULED' ? null : outcome;
}

const isOpen = (target: TargetRow): boolean => isTargetWaiting(target) || leftFollower(target) !== null;

function unplannedOf(
  rows: readonly TargetRow[],
  plannedTargetIds: readonly string[] | undefined,
): PlannedTarget[] {
  if (plannedTargetIds === undefined) return [];
  return rows
    .filter(isTargetWaiting)
    .filter(({ id }) => !plannedTargetIds.includes(id))
    .map(({ id, platform }) => ({ id, platform }));
}

interface Finished extends FinishResult {
  starts: DeliverWebhookStart[];
  /** The steps that had to be ended here. Null if the run had nothing to finish. */
  ends: (EndedStep & { step: PublishStep })[] | null;
}

/**
 * Marks targets that the run has finished but that the database shows as open: it was restored to an earlier state and
 * may lack the call.
 */
async function withForgotten(tx: Tx, rows: TargetRow[], endedTargetIds: string[]): Promise<TargetRow[]> {
  const open = rows.filter(
    (target) => statusOf(target) === 'PUBLISHING' && endedTargetIds.includes(target.id),
  );
  const [first] = open;
  if (first === undefined) return rows;
  const last = await readLastAttempts(tx, idsOf(open.flatMap((target) => dueOf(target) ?? [])));
  const forgotten = open.filter((target) => !isOutcomeOpen(last.get(dueOf(target)?.id ?? '')?.outcome));
  if (forgotten.length === 0) return rows;
  const ids = idsOf(withFollowing(forgotten));
  await lookBeforeCalls(tx, first.postId, first.scheduledFor ?? first.createdAt, ids);
  return readTargets(tx, [first.postId]);
}

const idsOf = (rows: readonly PublicationRow[]): string[] => rows.map(({ id }) => id);
