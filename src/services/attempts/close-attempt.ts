import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { publishAttempts } from '../../db/schema/index.js';
import type { AttemptOutcome } from '../../domain/publish-attempts.js';
import type { StepError } from '../../domain/step-errors.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import type { StepInput } from '../../domain/workflow-contract.js';
import type { Published } from '../../platforms/kit/failure.js';
import type { ServiceDeps } from '../shared/context.js';
import type { TimelineEntry } from '../timeline/record.js';

export const errorMessageCharsMax = 500;

export interface AttemptEnd {
  outcome: AttemptOutcome;
  error?: StepError;
  published?: Published;
}

/**
 * Records how an attempt ended and returns its number. Returns undefined if its end is already known: an unclear end
 * never replaces another one, and only PUBLISHED replaces a known end.
 */
export async function closeAttempt(
  tx: Tx,
  deps: ServiceDeps,
  attemptId: string,
  end: AttemptEnd,
): Promise<number | undefined> {
  const isOpen =
    end.outcome === 'AMBIGUOUS'
      ? isNull(publishAttempts.outcome)
      : or(isNull(publishAttempts.outcome), inArray(publishAttempts.outcome, ['AMBIGUOUS', 'UNCONFIRMED']));
  const [row] = await tx
    .update(publishAttempts)
    .set(attemptEnd(deps, end))
    .where(and(eq(publishAttempts.id, attemptId), end.outcome === 'PUBLISHED' ? undefined : isOpen))
    .returning({ number: publishAttempts.number });
  return row?.number;
}

/** The columns of an attempt's row that describe its end. */
export function attemptEnd({ clock }: ServiceDeps, { outcome, error, published }: AttemptEnd) {
  return {
    outcome,
    finishedAt: clock.now(),
    errorCode: error?.code ?? null,
    errorMessage: error?.message.slice(0, errorMessageCharsMax) ?? null,
    externalId: published?.externalPostId ?? null,
  };
}

/** The timeline entry for the end of an attempt. */
export function attemptEntry(
  { targetId, step }: Pick<StepInput, 'targetId' | 'step'>,
  detail: { attempt: number; outcome: AttemptOutcome; errorCode?: TargetErrorCode },
): TimelineEntry {
  return { kind: 'ATTEMPT_ENDED', targetId, detail: { step, ...detail } };
}
