import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { posts, publications, publishAttempts, socialAccounts } from '../../../db/schema/index.js';
import type { JsonObject } from '../../../domain/json.js';
import type { StepError } from '../../../domain/step-errors.js';
import type { StepInput } from '../../../domain/workflow-contract.js';
import type { SendBefore } from '../../../egress/safe-fetch.js';
import { identityOf } from '../../attempts/account-identity.js';
import { attemptEntry, closeAttempt } from '../../attempts/close-attempt.js';
import { lockSubject } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { persist } from '../../shared/rows/persist.js';
import { publisher, recordEvents } from '../../timeline/record.js';
import { claimCall, type NewAttempt } from './claim-statement.js';
import type { LoadedPublication } from './publication.js';
import { isTargetRow, rowVersions, targetRows } from './row-versions.js';
import { sendBeforeOf } from './send-before.js';

/** A claimed call, whose attempt row is written. Only the caller of the claim may make the call. */
export interface ClaimedCall {
  attemptId: string;
  /** The attempt's number. A try that loaded a lower number has been overtaken. */
  number: number;
  /** How late the call is, for a run's first attempt at a target. Null otherwise. */
  latenessMs: number | null;
  sendBefore: SendBefore;
}

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
 * publish never both win. Its key is publication and number, so that a Temporal retry or a reset from the Web UI finds
 * what an earlier run did. Null means that the loaded data is out of date and must be loaded again. If the database's
 * response is lost, the claim is repeated and may find its own row.
 */
export async function claimAttempt(
  deps: ServiceDeps,
  input: StepInput,
  loaded: LoadedPublication,
  given: ClaimInput,
): Promise<ClaimedCall | null> {
  const own: OwnClaims = new Map();
  return persist(deps, async () => {
    const { attempt, call } = beginCall(deps, input, loaded);
    own.set(attempt.id, call);
    if (await claimCall(deps, input, loaded, { ...given, attempt })) return call;
    return own.size > 1 ? takeUpOwn(deps, input, loaded, own) : null;
  });
}

/**
 * The calls for the attempts that one claim has asked the database to write, by attempt id. Only this claim knows the
 * ids, and it has not returned yet, so none of these calls has been made.
 */
type OwnClaims = Map<string, ClaimedCall>;

interface BegunCall {
  attempt: NewAttempt;
  call: ClaimedCall;
}

/** Builds the attempt row and the call that it permits. */
function beginCall(
  deps: ServiceDeps,
  input: StepInput,
  { post, row, account, publication, last, lastNumber }: LoadedPublication,
): BegunCall {
  const startedAt = deps.clock.now();
  const sendBefore = sendBeforeOf(deps, startedAt);
  const attempt: NewAttempt = {
    id: deps.newId('attempt'),
    publicationId: row.id,
    generation: post.generation,
    number: lastNumber + 1,
    workflowId: input.workflowId,
    accountIdentity: identityOf(account),
    sentText: publication.text,
    startedAt,
  };
  const isFirst = row.targetId === null && last?.generation !== attempt.generation;
  const dueAt = isFirst ? row.scheduledFor : null;
  const latenessMs = dueAt === null ? null : startedAt.getTime() - dueAt.getTime();
  return {
    attempt,
    call: { attemptId: attempt.id, number: attempt.number, latenessMs, sendBefore },
  };
}

/**
 * Continues a claim of this try if the database wrote it but its response was lost. The call was not made yet, so a
 * cancel, a disconnection or a change since then still stops it. Null if there is no such claim, or if it was stopped.
 */
async function takeUpOwn(
  deps: ServiceDeps,
  input: StepInput,
  { versions }: LoadedPublication,
  own: OwnClaims,
): Promise<ClaimedCall | null> {
  return deps.db.transaction(async (tx) => {
    await lockSubject(tx, input.postId);
    const [found] = await tx
      .select({ attemptId: publishAttempts.id, number: publishAttempts.number, now: rowVersions })
      .from(publishAttempts)
      .innerJoin(publications, eq(publications.id, publishAttempts.publicationId))
      .innerJoin(targetRows, isTargetRow)
      .leftJoin(posts, eq(posts.id, targetRows.postId))
      .innerJoin(socialAccounts, eq(socialAccounts.id, publications.socialAccountId))
      .where(and(inArray(publishAttempts.id, [...own.keys()]), isNull(publishAttempts.outcome)));
    if (found === undefined) return null;
    const { attemptId, number, now } = found;
    if (isDeepStrictEqual(now, versions)) return own.get(attemptId) ?? null;
    const outcome = 'NOT_SENT';
    await closeAttempt(tx, deps, attemptId, { outcome, error: notCalled });
    const ended = { attempt: number, outcome, errorCode: notCalled.code } as const;
    await recordEvents(tx, deps, input.postId, publisher, [attemptEntry(input, ended)]);
    return null;
  });
}

const notCalled: StepError = {
  code: 'INTERNAL_ERROR',
  message: 'The call was not made: something changed while the database was away.',
};
