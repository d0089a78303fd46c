import { clampRetryAfterMs } from '../../domain/publish-ladders.js';
import type { WaitReason } from '../../domain/timeline.js';
import type { CommitInput, StepResult } from '../../domain/workflow-contract.js';
import type { PlatformFailure } from '../../platforms/kit/platform.js';
import type { ServiceDeps } from '../shared/context.js';
import { expireAccount } from '../account-records/expire.js';
import { recordWait } from '../timeline/record.js';
import { saveState } from './attempts.js';
import type { StepError } from './outcome-fields.js';
import { startPace } from './pace.js';
import { persist } from './persist.js';
import type { LoadedPublication } from './publication.js';

/** Why, and until when if that is said, the run waits after a failure; undefined where it does not. */
export function waitAfter(
  { nowMs }: CommitInput,
  failure: PlatformFailure,
): { reason: WaitReason; until?: Date } | undefined {
  if (failure.kind === 'not-sent') return { reason: 'UNREACHABLE' };
  if (failure.kind !== 'rate-limited') return undefined;
  const waitMs = clampRetryAfterMs(failure.retryAfterMs ?? undefined);
  return { reason: 'RATE_LIMITED', until: new Date(nowMs + waitMs) };
}

/** Makes a wait visible that no attempt's end tells of. */
export async function waitFor(
  deps: ServiceDeps,
  input: CommitInput,
  { platform }: LoadedPublication,
  reason: WaitReason,
  until?: Date,
): Promise<void> {
  await recordWait(deps, input, reason, until);
  deps.metrics.publishWait(platform.name, reason);
}

/** What a failure means beyond this step: the prepared object is gone, or the account's grant is. */
export async function afterFailure(
  deps: ServiceDeps,
  input: CommitInput,
  { account, target, lastNumber }: LoadedPublication,
  failure: PlatformFailure,
): Promise<void> {
  if (failure.kind === 'prepare-again') await saveState(deps, input, lastNumber, null);
  if (failure.kind === 'upload-again') await saveState(deps, input, lastNumber, 'drop-media');
  if (failure.kind === 'rate-limited') {
    const resumeMs = input.nowMs + clampRetryAfterMs(failure.retryAfterMs ?? undefined);
    await persist(deps, () => startPace(deps, { account, target }, resumeMs));
  }
  if (failure.kind === 'auth-revoked') {
    await persist(deps, () => expireAccount(deps, account.id, account.credentialsVersion));
  }
}

/** The error to store, where a failure is final for the step. */
export function errorOf(failure: PlatformFailure): StepError | undefined {
  if (failure.kind === 'rejected') return { code: failure.code, message: failure.message };
  if (failure.kind === 'auth-revoked') return { code: 'PLATFORM_AUTH_FAILED', message: failure.message };
  return undefined;
}

export function toStepResult(failure: PlatformFailure, loaded: LoadedPublication): StepResult {
  switch (failure.kind) {
    case 'rejected':
    case 'auth-revoked':
      return { kind: 'FAILED' };
    case 'auth-expired':
      return { kind: 'AUTH_EXPIRED', credentialsVersion: loaded.account.credentialsVersion };
    case 'rate-limited':
      return {
        kind: 'RATE_LIMITED',
        waitMs: clampRetryAfterMs(failure.retryAfterMs ?? undefined),
        ...(failure.code && { reason: failure.code }),
      };
    case 'not-sent':
      return { kind: 'NOT_SENT' };
    // This call made nothing public, an earlier one may have: either way the platform is asked next.
    case 'ambiguous':
    case 'duplicate':
      return { kind: 'AMBIGUOUS' };
    case 'prepare-again':
      return { kind: 'PREPARE_AGAIN' };
    case 'upload-again':
      return { kind: 'UPLOAD_AGAIN' };
  }
}
