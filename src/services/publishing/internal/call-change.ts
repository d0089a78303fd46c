import type { ChangeError, ChangeOutcome } from '../../../domain/changes.js';
import type { ChangeCallResult, ChangeLookResult } from '../../../domain/decide-change.js';
import { errorOf, pauseMsOf } from '../../../domain/failure-answers.js';
import { deadGrant } from '../../../domain/step-errors.js';
import type { EditAnswer, RemoveAnswer } from '../../../platforms/kit/changes.js';
import type { PlatformFailure, Published } from '../../../platforms/kit/failure.js';
import { expireAccount } from '../../account-grants/expire.js';
import type { ServiceDeps } from '../../shared/context.js';
import { persist } from '../../shared/rows/persist.js';
import { publisher, recordEvents } from '../../timeline/record.js';
import { claimChange, type ClaimedChange } from './claim-change.js';
import type { LoadedChange } from './load-change.js';
import { paceWaitMs, startPace } from './pace.js';
import { entryOf, recordChangeCall, type MadeChange } from './record-change.js';

/** A change at one of its publications, while its run carries it out. */
export interface ChangeTurn {
  loaded: LoadedChange;
  workflowId: string;
  nowMs: () => number;
  /** The number of attempts that the run knows of. */
  attempts: number;
  /** How the change was made; empty until it is made. */
  made: MadeChange;
}

/**
 * Makes the one mutating call, unless the change must wait or cannot be made, and records a call that did not make it.
 */
export async function callChange(deps: ServiceDeps, on: ChangeTurn): Promise<ChangeCallResult> {
  const { loaded, workflowId } = on;
  const waitMs = await paceWaitMs(deps, loaded, on.nowMs());
  if (waitMs > 0) return { kind: 'RATE_LIMITED', waitMs, error: paced };
  const claim = await claimChange(deps, loaded, workflowId);
  if (claim === 'STALE' || claim === 'CLOSED') return { kind: claim };
  on.attempts = claim.number;
  const answer = await send(loaded, claim);
  if (answer.kind === 'removed' || answer.kind === 'edited') {
    on.made = { call: claim, ...(answer.kind === 'edited' && { published: answer.published }) };
    return { kind: 'DONE' };
  }
  const { result, outcome, error } = await read(deps, on, answer);
  await recordChangeCall(deps, loaded, claim, { outcome, error });
  return result;
}

async function send(
  { change, platform, session, publicPost, edited }: LoadedChange,
  { sendBefore }: ClaimedChange,
): Promise<RemoveAnswer | EditAnswer> {
  const { remove, edit } = platform.changes ?? {};
  if (change.kind === 'REMOVE' && remove !== undefined) return remove(session, publicPost, sendBefore);
  if (change.kind === 'EDIT' && edit !== undefined) return edit(session, publicPost, edited, sendBefore);
  const message = `${platform.label} does not let Punctual make this change.`;
  return { kind: 'not-possible', reason: 'NOT_SUPPORTED', message };
}

interface Read {
  result: ChangeCallResult;
  outcome: Exclude<ChangeOutcome, 'DONE'>;
  error: ChangeError | null;
}

/** Reads the answer to a call that did not make the change. */
async function read(
  deps: ServiceDeps,
  on: ChangeTurn,
  answer: Exclude<RemoveAnswer | EditAnswer, { kind: 'removed' | 'edited' }>,
): Promise<Read> {
  const { account, row } = on.loaded;
  switch (answer.kind) {
    case 'gone':
      return { result: { kind: 'GONE' }, outcome: 'GONE', error: null };
    case 'not-possible': {
      const error = { code: answer.reason, message: answer.message };
      return { result: { kind: 'REFUSED', error }, outcome: 'REFUSED', error };
    }
    case 'ambiguous':
      return { result: { kind: 'AMBIGUOUS' }, outcome: 'AMBIGUOUS', error: errorOf(answer) };
    case 'auth-expired':
      return {
        result: { kind: 'AUTH_EXPIRED', credentialsVersion: account.credentialsVersion },
        outcome: 'AUTH_EXPIRED',
        error: errorOf(answer),
      };
    case 'auth-revoked': {
      const error = errorOf(answer);
      if (!(await expire(deps, on, answer)))
        return { result: { kind: 'STALE' }, outcome: 'AUTH_EXPIRED', error };
      return { result: { kind: 'REFUSED', error: deadGrant }, outcome: 'REFUSED', error };
    }
    case 'rate-limited': {
      const waitMs = pauseMsOf(answer);
      const error = errorOf(answer);
      await persist(deps, () => startPace(deps, { account, row }, on.nowMs() + waitMs));
      return { result: { kind: 'RATE_LIMITED', waitMs, error }, outcome: 'RATE_LIMITED', error };
    }
    case 'rejected':
    case 'duplicate': {
      const error = errorOf(answer);
      return { result: { kind: 'REFUSED', error }, outcome: 'REFUSED', error };
    }
    case 'not-sent':
    case 'prepare-again':
    case 'upload-again': {
      const error = { code: 'PLATFORM_UNAVAILABLE', message: answer.message } as const;
      return { result: { kind: 'NOT_SENT', error }, outcome: 'NOT_SENT', error };
    }
  }
}

/** Looks up the publication after a call of unknown outcome. Read-only. */
export async function lookAtChange(deps: ServiceDeps, on: ChangeTurn): Promise<ChangeLookResult> {
  const { change, post, target, platform, session, publicPost, edited, account } = on.loaded;
  const isEdit = change.kind === 'EDIT';
  const answer = await platform.changes?.find(session, publicPost, isEdit ? edited : undefined);
  const result = await lookResultOf(deps, on, answer);
  if (answer?.kind === 'there' && result.kind === 'EDITED') on.made = { published: answer.published };
  if (result.kind === 'AUTH_EXPIRED') return { ...result, credentialsVersion: account.credentialsVersion };
  const entry = entryOf('CHANGE_LOOKED_UP', target.id, change, {
    step: on.loaded.row.step,
    look: result.kind,
  });
  await recordEvents(deps.db, deps, post.id, publisher, [entry]);
  return result;
}

type Look = { kind: 'there'; published: Published; shows: string } | { kind: 'gone' } | PlatformFailure;

async function lookResultOf(
  deps: ServiceDeps,
  on: ChangeTurn,
  answer: Look | undefined,
): Promise<ChangeLookResult> {
  switch (answer?.kind) {
    case 'there':
      if (on.loaded.change.kind === 'REMOVE') return { kind: 'THERE' };
      return answer.shows === 'EDITED' || answer.shows === 'BEFORE'
        ? { kind: answer.shows }
        : { kind: 'OTHER' };
    case 'gone':
      return { kind: 'GONE' };
    case 'auth-expired':
      return { kind: 'AUTH_EXPIRED', credentialsVersion: on.loaded.account.credentialsVersion };
    case 'auth-revoked':
      return (await expire(deps, on, answer)) ? { kind: 'REFUSED' } : { kind: 'UNREACHABLE' };
    case 'rate-limited':
      return { kind: 'RATE_LIMITED', waitMs: pauseMsOf(answer), error: errorOf(answer) };
    case 'rejected':
      return { kind: 'REFUSED' };
    default:
      return { kind: 'UNREACHABLE' };
  }
}

/** Marks the account as TOKEN_EXPIRED. Returns false if its credentials are newer than the refused ones. */
const expire = (deps: ServiceDeps, { loaded }: ChangeTurn, { message }: PlatformFailure): Promise<boolean> =>
  persist(deps, () => expireAccount(deps, loaded.account.id, loaded.account.credentialsVersion, message));

const paced: ChangeError = {
  code: 'RATE_LIMITED',
  message:
    'The platform kept refusing requests because of a rate limit. Punctual tries for at most 24 hours.',
};
