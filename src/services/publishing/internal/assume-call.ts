import type { Tx } from '../../../db/client.js';
import type { JsonObject } from '../../../domain/json.js';
import type { StepInput, StepResult } from '../../../domain/workflow-contract.js';
import { identityOf } from '../../attempts/account-identity.js';
import { insertAssumed, stateWithoutCalls } from '../../attempts/assume-attempt.js';
import type { ServiceDeps } from '../../shared/context.js';
import { publisher, recordEvents } from '../../timeline/record.js';
import { answerWithoutCall, lockOpen, setPrepared, type OpenPublication } from './fence.js';
import type { LoadedPublication } from './publication.js';

/**
 * If a call may be missing in the database (`lookFirstSince`), writes an attempt of unknown outcome in its place, so
 * that the platform is asked before anything is sent. Returns whether it wrote one.
 */
export async function assumeAttempt(
  deps: ServiceDeps,
  input: StepInput,
  loaded: LoadedPublication,
): Promise<boolean> {
  if (loaded.row.lookFirstSince === null) return false;
  return deps.db.transaction(async (tx) => {
    const open = await lockOpen(tx, input);
    const startedAt = open?.publication.lookFirstSince ?? null;
    if (open === undefined || startedAt === null) return false;
    const { last, publication } = open;
    if (last !== undefined && (answerWithoutCall(last) !== undefined || last.startedAt >= startedAt))
      return false;
    const guarantee = loaded.platform.guaranteeOf(loaded.publication);
    const prepared = stateWithoutCalls(guarantee, publication.prepared);
    await assume(tx, deps, input, { open, loaded, startedAt, prepared });
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
  loaded: LoadedPublication,
  prepared: JsonObject,
): Promise<Extract<StepResult, { kind: 'CLOSED' | 'PUBLISHED' | 'AMBIGUOUS' }>> {
  return deps.db.transaction(async (tx) => {
    const open = await lockOpen(tx, input);
    if (open === undefined) return { kind: 'CLOSED' };
    const answer = answerWithoutCall(open.last);
    if (answer !== undefined) return answer;
    if ((open.last?.number ?? 0) !== loaded.lastNumber) return { kind: 'AMBIGUOUS' };
    const firstMs = deps.clock.now().getTime() - preparedLifeMs;
    const startedAt = new Date(Math.max(firstMs, open.publication.createdAt.getTime()));
    await assume(tx, deps, input, { open, loaded, startedAt, prepared });
    return { kind: 'AMBIGUOUS' };
  });
}

interface Assumed {
  open: OpenPublication;
  loaded: LoadedPublication;
  startedAt: Date;
  /** The state that the look-up needs. */
  prepared: JsonObject | null;
}

/** Writes the assumed attempt with the state that its look-up needs, and records the look-up in the timeline. */
async function assume(
  tx: Tx,
  deps: ServiceDeps,
  input: StepInput,
  { open, loaded, startedAt, prepared }: Assumed,
): Promise<void> {
  const { postId, targetId, step, workflowId } = input;
  await insertAssumed(tx, deps, open.last, {
    publicationId: open.publication.id,
    accountIdentity: identityOf(loaded.account),
    generation: open.post.generation,
    workflowId,
    sentText: loaded.publication.text,
    startedAt,
  });
  await setPrepared(tx, input, prepared);
  await recordEvents(tx, deps, postId, publisher, [{ kind: 'LOOK_FIRST', targetId, detail: { step } }]);
}
