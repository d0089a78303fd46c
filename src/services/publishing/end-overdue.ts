import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { targets } from '../../db/schema/index.js';
import type { AttemptOutcome } from '../../domain/publish-attempts.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import type { StepInput } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../context.js';
import type { PostRecord, TargetRow } from '../posts/post-records.js';
import type { TimelineEntry } from '../timeline/record.js';
import { lastAttempt, type AttemptRow } from './attempts.js';
import { attemptEntry, type StepError } from './outcome-fields.js';
import { closeAttempt } from './outcomes.js';

const unconfirmed: StepError = {
  code: 'PUBLISH_UNCONFIRMED',
  message: 'The post may have been sent, but its publication did not end in time. Look at the platform.',
};
const commentUnconfirmed: StepError = {
  code: 'PUBLISH_UNCONFIRMED',
  message: 'The comment may have been sent, but its run did not end in time. Look at the platform.',
};
const neverBegun: StepError = {
  code: 'PUBLISH_WINDOW_MISSED',
  message: 'The post was not taken up within a day after its due time. Nothing was sent.',
};

/** What the last attempt says of why it took too long. */
const codeByOutcome: Partial<Record<AttemptOutcome, TargetErrorCode>> = {
  RATE_LIMITED: 'RATE_LIMITED',
  NOT_SENT: 'PLATFORM_UNAVAILABLE',
  AUTH_EXPIRED: 'PLATFORM_AUTH_FAILED',
  PREPARE_AGAIN: 'NOT_READY_IN_TIME',
};

/** Ends what is still open of a post whose row the caller has locked: targets, and first comments that were due. */
export async function endOverdueTargets(
  tx: Tx,
  deps: ServiceDeps,
  { post, targets: rows }: PostRecord,
): Promise<TimelineEntry[]> {
  const workflowId = post.workflowId ?? post.pendingWorkflowId ?? '';
  const entries: TimelineEntry[] = [];
  for (const target of rows) {
    const input = { postId: post.id, targetId: target.id, workflowId };
    if (target.status === 'SCHEDULED' || target.status === 'PUBLISHING') {
      entries.push(...(await endTarget(tx, deps, { ...input, step: 'POST' }, target)));
    } else if (isCommentDue(target)) {
      entries.push(...(await endComment(tx, deps, { ...input, step: 'FIRST_COMMENT' })));
    }
  }
  return entries;
}

function isCommentDue(target: TargetRow): boolean {
  return (
    target.status === 'PUBLISHED' &&
    target.firstComment !== null &&
    target.firstCommentExternalId === null &&
    target.firstCommentError === null &&
    // A retry of its own is at work on it.
    target.commentRunId === null
  );
}

async function endTarget(
  tx: Tx,
  deps: ServiceDeps,
  input: StepInput,
  target: TargetRow,
): Promise<TimelineEntry[]> {
  const last = await lastAttempt(tx, input.targetId, 'POST');
  const mayBePublic = mayHaveBeenSent(last) || target.lookFirstSince !== null;
  const error = mayBePublic ? unconfirmed : whyLate(target, last);
  const entries = await closeOpen(tx, deps, input, last, error);
  await tx
    .update(targets)
    .set({
      status: 'FAILED',
      errorCode: error.code,
      errorMessage: error.message,
      updatedAt: deps.clock.now(),
    })
    .where(eq(targets.id, input.targetId));
  return [
    ...entries,
    { kind: 'FAILED', targetId: target.id, detail: { step: 'POST', errorCode: error.code } },
  ];
}

/** A first comment's failure never changes the target's status. An error that is there stays, unless more is known now. */
export async function endComment(tx: Tx, deps: ServiceDeps, input: StepInput): Promise<TimelineEntry[]> {
  const last = await lastAttempt(tx, input.targetId, 'FIRST_COMMENT');
  const error = mayHaveBeenSent(last) ? commentUnconfirmed : late(last);
  const entries = await closeOpen(tx, deps, input, last, error);
  await tx
    .update(targets)
    .set({ firstCommentError: `${error.code}: ${error.message}`, updatedAt: deps.clock.now() })
    .where(eq(targets.id, input.targetId));
  const { targetId, step } = input;
  return [...entries, { kind: 'FAILED', targetId, detail: { step, errorCode: error.code } }];
}

/** As long as its outcome is open it may be public, and so it may where the outcome could not be found out. */
function mayHaveBeenSent(last: AttemptRow | undefined): boolean {
  if (last === undefined) return false;
  const { outcome } = last;
  return outcome === null || outcome === 'AMBIGUOUS' || outcome === 'UNCONFIRMED' || outcome === 'PUBLISHED';
}

function whyLate(target: TargetRow, last: AttemptRow | undefined): StepError {
  return last === undefined && target.status === 'SCHEDULED' ? neverBegun : late(last);
}

function late(last: AttemptRow | undefined): StepError {
  const code = codeByOutcome[last?.outcome ?? 'ABSENT'] ?? 'INTERNAL_ERROR';
  return { code, message: 'It did not come to an end within a day after its due time, and was stopped.' };
}

async function closeOpen(
  tx: Tx,
  deps: ServiceDeps,
  input: StepInput,
  last: AttemptRow | undefined,
  error: StepError,
): Promise<TimelineEntry[]> {
  if (last === undefined || (last.outcome !== null && last.outcome !== 'AMBIGUOUS')) return [];
  const attempt = await closeAttempt(tx, deps, last.id, { outcome: 'UNCONFIRMED', error });
  return [attemptEntry(input, { attempt, outcome: 'UNCONFIRMED' })];
}
