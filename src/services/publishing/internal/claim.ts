import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import { eq, sql, type SQL } from 'drizzle-orm';
import { fixedStatement, rowSlots, slot, type FixedStatement } from '../../../db/fixed-statement.js';
import { publishAttempts, socialAccounts, targets } from '../../../db/schema/index.js';
import type { Tx } from '../../../db/client.js';
import type { JsonObject } from '../../../domain/json.js';
import { sendWindowMs } from '../../../domain/publish-ladders.js';
import type { PublishStep, StepInput, StepResult } from '../../../domain/workflow-contract.js';
import type { SendBefore } from '../../../egress/safe-fetch.js';
import { identityOf } from '../../attempts/account-identity.js';
import { insertAssumed } from '../../attempts/assume-attempt.js';
import { endStep } from '../../attempts/end-step.js';
import { stateWithoutCalls } from '../../attempts/forgotten-calls.js';
import { lockPost, type PostRow, type TargetRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { publisher, recordEvents } from '../../timeline/record.js';
import { attemptKeys, claimDue, type NewAttempt } from './claim-due.js';
import { answerWithoutCall, isAhead, isCancelRequested, lockOpenTarget } from './fence.js';
import { readDecidingNowMs } from './deciding-now.js';
import { openTargets } from './open-post.js';
import { slotAgeMsMax } from './pace.js';
import type { LoadedPublication } from './publication.js';

/** The row is written. The caller, and nobody else, may make the call. */
export interface ClaimedCall {
  kind: 'CALL';
  attemptId: string;
  /** The attempt's number. A try with a lower number has been overtaken. */
  number: number;
  /** Of a run's first attempt. */
  latenessMs: number | null;
  /** When it was claimed, on the monotonic clock. */
  claimedMs: number;
  sendBefore: SendBefore;
}

/** The call, or what the workflow is answered where there is none to make. */
export type Claim =
  ClaimedCall | Extract<StepResult, { kind: 'CLOSED' | 'PUBLISHED' | 'AMBIGUOUS' | 'NOT_DUE' }>;

/** What a call is about to send. */
export interface ClaimInput {
  /** Stored with the claim: a look-up must find what this call sends, whatever others have stored meanwhile. */
  prepared: JsonObject;
  /** What the run takes for now. */
  nowMs: number;
}

/**
 * Claims the right to make a step's one public call. The attempt row is committed before the call, so that cancel
 * and publish never both win. It is keyed by target, step and number, so that a Temporal retry or a reset from
 * the Web UI finds what an earlier run did. STALE: what was loaded is out of date; load it again.
 */
export async function claimAttempt(
  deps: ServiceDeps,
  input: StepInput,
  loaded: LoadedPublication,
  given: ClaimInput,
): Promise<Claim | { kind: 'STALE' }> {
  const begun = beginCall(deps, input, loaded);
  if (input.step === 'POST' && (await claimDue(deps, input, loaded, { ...given, attempt: begun.attempt }))) {
    return begun.call;
  }
  return claimLocked(deps, input, loaded, given);
}

/** The attempt that is to be written, and the call that it allows. */
function beginCall(
  deps: ServiceDeps,
  input: StepInput,
  { post, target, account, publication, last, lastNumber }: LoadedPublication,
): { attempt: NewAttempt; call: ClaimedCall } {
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
  // The call compares it with the machine's own clock, whatever that says.
  const wallMs = startedAt.getTime() + (deps.clock.aheadMs?.() ?? 0) + sendWindowMs;
  const sendBefore = { monotonicMs: claimedMs + sendWindowMs, wallMs };
  return {
    attempt,
    call: { kind: 'CALL', attemptId: attempt.id, number: attempt.number, claimedMs, latenessMs, sendBefore },
  };
}

/** The same, step by step under the post's row lock. Also returns what prevents the call. */
async function claimLocked(
  deps: ServiceDeps,
  input: StepInput,
  loaded: LoadedPublication,
  { prepared, nowMs }: ClaimInput,
): Promise<Claim | { kind: 'STALE' }> {
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    if (open === undefined) return { kind: 'CLOSED' };
    const { last } = open;
    const answer = answerWithoutCall(last);
    if (answer !== undefined) return answer;
    // Another try has called since this one prepared: what it left behind decides what comes next.
    if ((last?.number ?? 0) !== loaded.lastNumber) return { kind: 'AMBIGUOUS' };
    // Nothing is called after an accepted cancel.
    if (isCancelRequested(open, input.step)) {
      const { entries } = await endStep(tx, deps, input.step, open, 'CANCELED');
      await recordEvents(tx, deps, input.postId, publisher, entries);
      return { kind: 'CLOSED' };
    }
    if (input.step === 'POST') {
      if (await isStale(tx, deps, open, loaded)) return { kind: 'STALE' };
      const dueMs = open.target.scheduledFor?.getTime() ?? 0;
      if (dueMs > (await readDecidingNowMs(tx, deps, nowMs))) return { kind: 'NOT_DUE', untilMs: dueMs };
    }
    if (isAhead(open.post, open.target)) {
      const record = await lockPost(tx, input.postId);
      if (record !== undefined) await openTargets(tx, deps, record, input.workflowId);
    }
    const { attempt, call } = beginCall(deps, input, loaded);
    await claimStatements[input.step](tx, {
      ...attemptSlots.values(attempt),
      now: attempt.startedAt,
      state: prepared,
      id: input.targetId,
    });
    return call;
  });
}

/** Whether the content to send, or the account, has changed since it was loaded. */
async function isStale(
  tx: Tx,
  { clock }: ServiceDeps,
  open: { post: PostRow; target: TargetRow },
  { post, target, account }: LoadedPublication,
): Promise<boolean> {
  if (!isDeepStrictEqual(contentOf(open), contentOf({ post, target }))) return true;
  const [now] = await tx.select().from(socialAccounts).where(eq(socialAccounts.id, account.id));
  return (
    now === undefined ||
    now.deletedAt !== null ||
    now.status !== account.status ||
    now.credentialsVersion !== account.credentialsVersion ||
    // Another post of the account was rate limited: this one takes its place in the line.
    (!hasSlot(target, clock.now()) && now.pacedUntil !== null && now.pacedUntil > clock.now())
  );
}

function hasSlot({ paceSlotAt }: TargetRow, now: Date): boolean {
  return paceSlotAt !== null && paceSlotAt.getTime() > now.getTime() - slotAgeMsMax;
}

function contentOf({ post, target }: { post: PostRow; target: TargetRow }) {
  const { captionOverride, platformOptions, mediaIds, lookFirstSince, paceSlotAt } = target;
  return { caption: post.caption, captionOverride, platformOptions, mediaIds, lookFirstSince, paceSlotAt };
}

/**
 * If a call may be missing in the database (`lookFirstSince`), writes an attempt of unknown outcome in its place,
 * once for each step. The platform is then asked before anything is sent. Returns whether it did.
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

/** Prepared objects live for a day at most: a call that has used one up is no older. */
const preparedLifeMs = 24 * 60 * 60 * 1000;

/**
 * The platform shows that a call has used up what was prepared, but no row records a success. An attempt of
 * unknown outcome takes that call's place, so that it is looked up and no other call is made.
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

/** Stores what the look-up of an assumed attempt is to ask with, and tells of it. */
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

const attemptSlots = rowSlots(publishAttempts, attemptKeys);

/** Writes the attempt and counts it at its target: one statement. */
const claimStatements: Record<PublishStep, FixedStatement<unknown>> = {
  POST: claimStatement('claim_post', () => ({
    attemptCount: sql`${targets.attemptCount} + 1`,
    lastAttemptAt: slot(targets.lastAttemptAt, 'now'),
    postState: slot(targets.postState, 'state'),
  })),
  FIRST_COMMENT: claimStatement('claim_comment', () => ({
    firstCommentAttempt: sql`${targets.firstCommentAttempt} + 1`,
    commentState: slot(targets.commentState, 'state'),
  })),
};

function claimStatement(
  name: string,
  fields: () => Partial<Record<keyof TargetRow, SQL>>,
): FixedStatement<unknown> {
  return fixedStatement(name, (q) => {
    const claimed = q
      .$with('claimed')
      .as(q.insert(publishAttempts).values(attemptSlots.slots).returning({ id: publishAttempts.id }));
    return q
      .with(claimed)
      .update(targets)
      .set({ ...fields(), updatedAt: slot(targets.updatedAt, 'now') })
      .where(eq(targets.id, slot(targets.id)));
  });
}
