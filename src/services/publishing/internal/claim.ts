import { performance } from 'node:perf_hooks';
import { eq, sql, type SQL } from 'drizzle-orm';
import { fixedStatement, rowSlots, slot, type FixedStatement } from '../../../db/fixed-statement.js';
import { publishAttempts, targets } from '../../../db/schema/index.js';
import type { Tx } from '../../../db/client.js';
import type { JsonObject } from '../../../domain/json.js';
import { sendWindowMs } from '../../../domain/publish-ladders.js';
import type { PublishStep, StepInput, StepResult } from '../../../domain/workflow-contract.js';
import type { SendBefore } from '../../../egress/safe-fetch.js';
import { identityOf } from '../../attempts/account-identity.js';
import { insertAssumed } from '../../attempts/assume-attempt.js';
import { endStep } from '../../attempts/end-step.js';
import { stateWithoutCalls } from '../../attempts/forgotten-calls.js';
import type { TargetRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { publisher, recordEvents } from '../../timeline/record.js';
import { answerWithoutCall, isCancelRequested, lockOpenTarget } from './fence.js';
import type { LoadedPublication } from './publication.js';

/** The row is written; the caller, and nobody else, may make the call. */
export interface ClaimedCall {
  kind: 'CALL';
  attemptId: string;
  /** The attempt's number: whoever has a lower one by now has been overtaken. */
  number: number;
  /** Of a run's first attempt. */
  latenessMs: number | null;
  /** When it was claimed, on the monotonic clock. */
  claimedMs: number;
  sendBefore: SendBefore;
}

/** The call, or what the workflow is answered where there is none to make. */
export type Claim = ClaimedCall | Extract<StepResult, { kind: 'CLOSED' | 'PUBLISHED' | 'AMBIGUOUS' }>;

/** What a call is about to send, and what its caller knew when it began to prepare it. */
export interface ClaimInput {
  sentText: string;
  /** Stored with the claim: a look-up must find what this call sends, whatever others have stored meanwhile. */
  prepared: JsonObject;
  accountIdentity: string;
  lastNumber: number;
}

/**
 * Claims the right to make the one public call of a step, by an attempt row that is committed before the call.
 * Under the post's row lock, so that cancel and publish never both win; keyed by target, step and generation,
 * so that a Temporal retry or a reset from the Web UI finds what an earlier run has done.
 */
export async function claimAttempt(
  deps: ServiceDeps,
  input: StepInput,
  { sentText, prepared, accountIdentity, lastNumber }: ClaimInput,
): Promise<Claim> {
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    if (open === undefined) return { kind: 'CLOSED' };
    const { last } = open;
    const answer = answerWithoutCall(last);
    if (answer !== undefined) return answer;
    // Another try has called since this one prepared: what it left behind decides what comes next.
    if ((last?.number ?? 0) !== lastNumber) return { kind: 'AMBIGUOUS' };
    // Nothing is called after a cancel that was accepted.
    if (isCancelRequested(open, input.step)) {
      const { entries } = await endStep(tx, deps, input.step, open, 'CANCELED');
      await recordEvents(tx, deps, input.postId, publisher, entries);
      return { kind: 'CLOSED' };
    }
    const startedAt = deps.clock.now();
    const claimedMs = performance.now();
    const sendBefore = {
      monotonicMs: claimedMs + sendWindowMs,
      wallMs: startedAt.getTime() + sendWindowMs,
    };
    const attempt = {
      id: deps.newId('attempt'),
      targetId: input.targetId,
      step: input.step,
      generation: open.post.generation,
      number: lastNumber + 1,
      workflowId: input.workflowId,
      accountIdentity,
      sentText,
      startedAt,
    };
    await claimStatements[input.step](tx, {
      ...attemptSlots.values(attempt),
      now: startedAt,
      state: prepared,
      id: input.targetId,
    });
    const dueAt = last?.generation === attempt.generation ? null : open.target.scheduledFor;
    const latenessMs = input.step === 'POST' && dueAt !== null ? startedAt.getTime() - dueAt.getTime() : null;
    return { kind: 'CALL', attemptId: attempt.id, number: attempt.number, claimedMs, latenessMs, sendBefore };
  });
}

/**
 * Where the rows may not tell of every call (`lookFirstSince`), puts an attempt of unknown outcome in the place of
 * the one that may be missing, once for each step: the platform is then looked at before anything is called.
 * True where it did.
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
 * The platform shows that a call has used up what was prepared, although no row tells of one that succeeded: an attempt
 * of unknown outcome is put in that call's place, so that it is looked up, and no other is made.
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

const attemptSlots = rowSlots(publishAttempts, [
  'id',
  'targetId',
  'step',
  'generation',
  'number',
  'workflowId',
  'accountIdentity',
  'sentText',
  'startedAt',
]);

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
