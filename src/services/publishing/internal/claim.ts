import { performance } from 'node:perf_hooks';
import { eq, sql } from 'drizzle-orm';
import { publishAttempts, targets } from '../../../db/schema/index.js';
import type { Tx } from '../../../db/client.js';
import type { JsonObject } from '../../../domain/json.js';
import { sendWindowMs } from '../../../domain/publish-ladders.js';
import type { StepError } from '../../../domain/step-errors.js';
import type { StepInput, StepResult } from '../../../domain/workflow-contract.js';
import type { SendBefore } from '../../../egress/safe-fetch.js';
import { identityOf } from '../../attempts/account-identity.js';
import { insertAssumed } from '../../attempts/assume-attempt.js';
import { attemptEntry, closeAttempt } from '../../attempts/close-attempt.js';
import { endStep, type OpenStep } from '../../attempts/end-step.js';
import { stateWithoutCalls } from '../../attempts/forgotten-calls.js';
import type { AttemptRow } from '../../attempts/last-attempts.js';
import { lockPost, type PostRow, type TargetRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { persist } from '../../shared/rows/persist.js';
import { publisher, recordEvents } from '../../timeline/record.js';
import { claimDue, type NewAttempt } from './claim-due.js';
import { answerWithoutCall, isAhead, isCancelRequested, lockOpenTarget } from './fence.js';
import { notDue, readDueClockNowMs } from './due-clock-now.js';
import { openTargets } from './open-post.js';
import type { LoadedPublication } from './publication.js';
import { isStale } from './stale.js';

/** A claimed call, whose attempt row is written. Only the caller of the claim may make the call. */
export interface ClaimedCall {
  kind: 'CALL';
  attemptId: string;
  /** The attempt's number. A try that loaded a lower number has been overtaken. */
  number: number;
  /** How late the call is, for a run's first attempt at a post. Null otherwise. */
  latenessMs: number | null;
  sendBefore: SendBefore;
}

/** The claimed call, or the result for the workflow if there is no call to make. */
export type Claim =
  ClaimedCall | Extract<StepResult, { kind: 'CLOSED' | 'PUBLISHED' | 'AMBIGUOUS' | 'NOT_DUE' }>;

/** The data of a claim that the loaded rows do not contain. */
export interface ClaimInput {
  /**
   * The state from `prepare`. It is stored with the claim, because a look-up must find what this call sends even if
   * another try has stored other state in the meantime.
   */
  prepared: JsonObject;
  /** The current time on the run's clock. */
  nowMs: number;
}

/**
 * Claims the right to make a step's one public call. The attempt row is committed before the call, so that cancel and
 * publish never both win. Its key is target, step and number, so that a Temporal retry or a reset from the Web UI finds
 * what an earlier run did. STALE means that the loaded data is out of date and must be loaded again. If the database's
 * response is lost, the claim is repeated and may find its own row.
 */
export async function claimAttempt(
  deps: ServiceDeps,
  input: StepInput,
  loaded: LoadedPublication,
  given: ClaimInput,
): Promise<Claim | { kind: 'STALE' }> {
  const own: OwnClaims = new Map();
  return persist(deps, async () => {
    const begun = beginOwn(deps, input, loaded, own);
    if (
      input.step === 'POST' &&
      (await claimDue(deps, input, loaded, { ...given, attempt: begun.attempt }))
    ) {
      return begun.call;
    }
    return claimLocked(deps, input, loaded, given, own);
  });
}

/**
 * The calls for the attempts that one claim has asked the database to write, by attempt id. Only this claim knows the
 * ids, and it has not returned yet, so none of these calls has been made.
 */
type OwnClaims = Map<string, ClaimedCall>;

function beginOwn(deps: ServiceDeps, input: StepInput, loaded: LoadedPublication, own: OwnClaims): BegunCall {
  const begun = beginCall(deps, input, loaded);
  own.set(begun.attempt.id, begun.call);
  return begun;
}

interface BegunCall {
  attempt: NewAttempt;
  call: ClaimedCall;
}

/** Builds the attempt row and the call that it permits. */
function beginCall(
  deps: ServiceDeps,
  input: StepInput,
  { post, target, account, publication, last, lastNumber }: LoadedPublication,
): BegunCall {
  const startedAt = deps.clock.now();
  const claimedMs = performance.now();
  const attempt: NewAttempt = {
    id: deps.newId('attempt'),
    targetId: input.targetId,
    step: input.step,
    generation: post.generation,
    number: lastNumber + 1,
    workflowId: input.workflowId,
    accountIdentity: identityOf(account),
    sentText: publication.text,
    startedAt,
  };
  const dueAt = last?.generation === attempt.generation ? null : target.scheduledFor;
  const latenessMs = input.step === 'POST' && dueAt !== null ? startedAt.getTime() - dueAt.getTime() : null;
  // The call compares this time with the machine's own clock, so it is converted to that clock.
  const wallMs = startedAt.getTime() + (deps.clock.aheadMs?.() ?? 0) + sendWindowMs;
  const sendBefore = { monotonicMs: claimedMs + sendWindowMs, wallMs };
  return {
    attempt,
    call: { kind: 'CALL', attemptId: attempt.id, number: attempt.number, latenessMs, sendBefore },
  };
}

/** Claims a call step by step under the post's row lock. If something prevents the call, it returns the reason. */
async function claimLocked(
  deps: ServiceDeps,
  input: StepInput,
  loaded: LoadedPublication,
  { prepared, nowMs }: ClaimInput,
  own: OwnClaims,
): Promise<Claim | { kind: 'STALE' }> {
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    if (open === undefined) return { kind: 'CLOSED' };
    const { last } = open;
    const ownCall = last?.outcome === null ? own.get(last.id) : undefined;
    if (last !== undefined && ownCall !== undefined)
      return takeUpOwn(tx, deps, input, { ...open, last }, loaded, ownCall);
    const answer = answerWithoutCall(last);
    if (answer !== undefined) return answer;
    // Another try has made a call since this one prepared, and its outcome decides what comes next.
    if ((last?.number ?? 0) !== loaded.lastNumber) return { kind: 'AMBIGUOUS' };
    // After an accepted cancel, no call is made.
    if (isCancelRequested(open, input.step)) return endCanceled(tx, deps, input, open);
    if (await isStale(tx, deps, input.step, open, loaded)) return { kind: 'STALE' };
    if (input.step === 'POST') {
      const dueMs = open.target.scheduledFor?.getTime() ?? 0;
      const dueClockMs = await readDueClockNowMs(tx, deps, nowMs);
      if (dueMs > dueClockMs) return notDue(dueMs, dueClockMs);
    }
    if (isAhead(open.post, open.target)) {
      const record = await lockPost(tx, input.postId);
      if (record !== undefined) await openTargets(tx, deps, record, input.workflowId);
    }
    const { attempt, call } = beginOwn(deps, input, loaded, own);
    await writeClaim(tx, attempt, prepared);
    return call;
  });
}

async function endCanceled(
  tx: Tx,
  deps: ServiceDeps,
  input: StepInput,
  open: OpenStep,
): Promise<{ kind: 'CLOSED' }> {
  const { entries } = await endStep(tx, deps, input.step, open, 'CANCELED');
  await recordEvents(tx, deps, input.postId, publisher, entries);
  return { kind: 'CLOSED' };
}

/**
 * Continues a claim of this try if the database wrote it but its response was lost. The call was not made yet, so a
 * cancel, a disconnection or a change since then still stops it.
 */
async function takeUpOwn(
  tx: Tx,
  deps: ServiceDeps,
  input: StepInput,
  open: { post: PostRow; target: TargetRow; last: AttemptRow },
  loaded: LoadedPublication,
  call: ClaimedCall,
): Promise<ClaimedCall | { kind: 'CLOSED' | 'STALE' }> {
  const isCanceled = isCancelRequested(open, input.step);
  if (!isCanceled && !(await isStale(tx, deps, input.step, open, loaded))) return call;
  const outcome = 'NOT_SENT';
  await closeAttempt(tx, deps, open.last.id, { outcome, error: notCalled });
  const ended = { attempt: open.last.number, outcome, errorCode: notCalled.code } as const;
  await recordEvents(tx, deps, input.postId, publisher, [attemptEntry(input, ended)]);
  if (!isCanceled) return { kind: 'STALE' };
  return endCanceled(tx, deps, input, { ...open, last: { ...open.last, outcome } });
}

const notCalled: StepError = {
  code: 'INTERNAL_ERROR',
  message: 'The call was not made: something changed while the database was away.',
};

/**
 * If a call may be missing in the database (`lookFirstSince`), writes an attempt of unknown outcome in its place, once
 * for each step, so that the platform is asked before anything is sent. Returns whether it wrote one.
 */
export async function assumeAttempt(
  deps: ServiceDeps,
  input: StepInput,
  { target, platform, publication, account }: LoadedPublication,
): Promise<boolean> {
  if (target.lookFirstSince === null) return false;
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    const since = open?.target.lookFirstSince ?? null;
    if (open === undefined || since === null) return false;
    const { last, post } = open;
    if (last !== undefined && (answerWithoutCall(last) !== undefined || last.startedAt >= since))
      return false;
    const { generation } = post;
    await insertAssumed(tx, deps, last, {
      ...input,
      accountIdentity: identityOf(account),
      generation,
      sentText: publication.text,
      startedAt: since,
    });
    const { postState, commentState } = open.target;
    const guarantee = platform.guaranteeOf(publication);
    const state = stateWithoutCalls(guarantee, input.step === 'POST' ? postState : commentState);
    await tellAssumed(tx, deps, input, state);
    return true;
  });
}

/** Platforms keep a prepared object for a day at most, so the call that used it up is not older than that. */
const preparedLifeMs = 24 * 60 * 60 * 1000;

/**
 * Handles a prepared object that, according to the platform, a call has used up although no row records a success.
 * Writes an attempt of unknown outcome in place of that call, so that the platform is asked and no second call is made.
 */
export async function assumeEarlierCall(
  deps: ServiceDeps,
  input: StepInput,
  { publication, account, lastNumber }: LoadedPublication,
  prepared: JsonObject,
): Promise<Extract<StepResult, { kind: 'CLOSED' | 'PUBLISHED' | 'AMBIGUOUS' }>> {
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    if (open === undefined) return { kind: 'CLOSED' };
    const { last, post, target } = open;
    const answer = answerWithoutCall(last);
    if (answer !== undefined) return answer;
    if ((last?.number ?? 0) !== lastNumber) return { kind: 'AMBIGUOUS' };
    const firstMs = deps.clock.now().getTime() - preparedLifeMs;
    await insertAssumed(tx, deps, last, {
      ...input,
      accountIdentity: identityOf(account),
      generation: post.generation,
      sentText: publication.text,
      startedAt: new Date(Math.max(firstMs, target.createdAt.getTime())),
    });
    await tellAssumed(tx, deps, input, prepared);
    return { kind: 'AMBIGUOUS' };
  });
}

/** Stores the state that the look-up of an assumed attempt needs, and records the look-up in the timeline. */
async function tellAssumed(
  tx: Tx,
  deps: ServiceDeps,
  { postId, targetId, step }: StepInput,
  state: JsonObject | null,
): Promise<void> {
  await tx
    .update(targets)
    .set(step === 'POST' ? { postState: state } : { commentState: state })
    .where(eq(targets.id, targetId));
  await recordEvents(tx, deps, postId, publisher, [{ kind: 'LOOK_FIRST', targetId, detail: { step } }]);
}

/** Inserts the attempt and updates the target's count and state in one statement. */
async function writeClaim(tx: Tx, attempt: NewAttempt, state: JsonObject): Promise<void> {
  const { step, targetId, startedAt } = attempt;
  const claimed = tx
    .$with('claimed')
    .as(tx.insert(publishAttempts).values(attempt).returning({ id: publishAttempts.id }));
  const counted =
    step === 'POST'
      ? { attemptCount: sql`${targets.attemptCount} + 1`, lastAttemptAt: startedAt, postState: state }
      : { firstCommentAttempt: sql`${targets.firstCommentAttempt} + 1`, commentState: state };
  await tx
    .with(claimed)
    .update(targets)
    .set({ ...counted, updatedAt: startedAt })
    .where(eq(targets.id, targetId));
}
