import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { targets } from '../../../db/schema/index.js';
import type { JsonObject } from '../../../domain/json.js';
import type { StepInput, StepResult } from '../../../domain/workflow-contract.js';
import { identityOf } from '../../attempts/account-identity.js';
import { insertAssumed } from '../../attempts/assume-attempt.js';
import { stateWithoutCalls } from '../../attempts/forgotten-calls.js';
import type { ServiceDeps } from '../../shared/context.js';
import { publisher, recordEvents } from '../../timeline/record.js';
import { answerWithoutCall, lockOpenTarget } from './fence.js';
import type { LoadedPublication } from './publication.js';

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
