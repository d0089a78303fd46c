import type { PlatformName } from '../../../domain/platforms.js';
import type { AttemptOutcome } from '../../../domain/publish-attempts.js';
import type { TargetErrorCode } from '../../../domain/target-errors.js';
import type { StepInput } from '../../../domain/workflow-contract.js';
import type { Published } from '../../../platforms/kit/platform.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { TimelineEntry } from '../../timeline/record.js';

export const errorMessageCharsMax = 500;

export interface StepError {
  code: TargetErrorCode;
  message: string;
}

/** The end of a step as it was recorded: public, or failed with a code. */
export interface StepEnd {
  platform: PlatformName;
  errorCode: TargetErrorCode | null;
}

export function attemptEntry(
  { targetId, step }: Pick<StepInput, 'targetId' | 'step'>,
  detail: { attempt: number; outcome: AttemptOutcome; errorCode?: TargetErrorCode },
): TimelineEntry {
  return { kind: 'ATTEMPT_ENDED', targetId, detail: { step, ...detail } };
}

export interface AttemptEnd {
  outcome: AttemptOutcome;
  error?: StepError;
  published?: Published;
}

export function attemptEnd({ clock }: ServiceDeps, { outcome, error, published }: AttemptEnd) {
  return {
    outcome,
    finishedAt: clock.now(),
    errorCode: error?.code ?? null,
    errorMessage: error?.message.slice(0, errorMessageCharsMax) ?? null,
    externalId: published?.externalPostId ?? null,
  };
}

/** What a target's row says once the post is public, and once its first comment is. */
export function postPublished({ clock }: ServiceDeps, published: Published) {
  const now = clock.now();
  return {
    status: 'PUBLISHED' as const,
    publishedAt: now,
    externalPostId: published.externalPostId,
    externalUrl: published.externalUrl,
    externalReference: published.reference,
    errorCode: null,
    errorMessage: null,
    updatedAt: now,
  };
}

export function commentPublished({ clock }: ServiceDeps, { externalPostId }: Published) {
  return { firstCommentExternalId: externalPostId, firstCommentError: null, updatedAt: clock.now() };
}
