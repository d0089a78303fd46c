import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { publishAttempts, targets } from '../../db/schema/index.js';
import type { AttemptOutcome } from '../../domain/publish-attempts.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import type { StepInput } from '../../domain/workflow-contract.js';
import type { Published } from '../../platforms/platform.js';
import type { ServiceDeps } from '../context.js';
import { lockOpenTarget } from './attempts.js';

const errorMessageCharsMax = 500;

export interface StepError {
  code: TargetErrorCode;
  message: string;
}

/**
 * Records how the attempt ended. Written as soon as the platform has answered, with nothing in between; the
 * attempt's own row is written even where the post has been taken from this run meanwhile.
 */
export async function recordOutcome(
  deps: ServiceDeps,
  input: StepInput,
  attemptId: string,
  result: { outcome: AttemptOutcome; error?: StepError; published?: Published },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await closeAttempt(tx, deps, attemptId, result);
    if (result.published !== undefined) await recordPublished(tx, deps, input, result.published);
    else if (result.outcome === 'REJECTED' && result.error !== undefined) {
      await recordFailed(tx, deps, input, result.error);
    }
  });
}

export async function closeAttempt(
  tx: Tx,
  deps: ServiceDeps,
  attemptId: string,
  { outcome, error, published }: { outcome: AttemptOutcome; error?: StepError; published?: Published },
): Promise<void> {
  await tx
    .update(publishAttempts)
    .set({
      outcome,
      finishedAt: deps.clock.now(),
      errorCode: error?.code ?? null,
      errorMessage: error?.message.slice(0, errorMessageCharsMax) ?? null,
      externalId: published?.externalPostId ?? null,
    })
    .where(eq(publishAttempts.id, attemptId));
}

export async function recordPublished(
  tx: Tx,
  deps: ServiceDeps,
  input: StepInput,
  published: Published,
): Promise<void> {
  const now = deps.clock.now();
  const fields =
    input.step === 'POST'
      ? {
          status: 'PUBLISHED' as const,
          publishedAt: now,
          externalPostId: published.externalPostId,
          externalUrl: published.externalUrl,
          externalReference: published.reference,
          errorCode: null,
          errorMessage: null,
        }
      : { firstCommentExternalId: published.externalPostId, firstCommentError: null };
  await tx
    .update(targets)
    .set({ ...fields, updatedAt: now })
    .where(eq(targets.id, input.targetId));
}

/** Records a step's final failure. A first comment's failure never changes the target's status (spec). */
export async function recordFailed(
  tx: Tx,
  deps: ServiceDeps,
  input: StepInput,
  error: StepError,
): Promise<void> {
  if ((await lockOpenTarget(tx, input)) === undefined) return;
  const message = error.message.slice(0, errorMessageCharsMax);
  const fields =
    input.step === 'POST'
      ? { status: 'FAILED' as const, errorCode: error.code, errorMessage: message }
      : { firstCommentError: `${error.code}: ${message}` };
  await tx
    .update(targets)
    .set({ ...fields, updatedAt: deps.clock.now() })
    .where(eq(targets.id, input.targetId));
}

/** `recordFailed` for a step that fails without a call: no account, no connector, no time left. */
export async function failStep(deps: ServiceDeps, input: StepInput, error: StepError): Promise<void> {
  await deps.db.transaction((tx) => recordFailed(tx, deps, input, error));
}
