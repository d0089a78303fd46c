import type { ChangeError, ChangeOutcome } from '../../../domain/changes.js';
import type { ChangeCallResult, ChangeLookResult } from '../../../domain/decide-change.js';
import { errorOf, pauseMsOf } from '../../../domain/failure-answers.js';
import { deadGrant } from '../../../domain/step-errors.js';
import type { EditAnswer, RemoveAnswer } from '../../../platforms/kit/changes.js';
import type { PlatformFailure, Published } from '../../../platforms/kit/failure.js';
import type { ServiceDeps } from '../../shared/context.js';
import { persist } from '../../shared/rows/persist.js';
import { publisher, recordEvents } from '../../timeline/record.js';
import { claimChange, type ClaimedChange } from './claim-change.js';
import { expire } from './failure.js';
import type { LoadedChange } from './load-change.js';
import { paceWaitMs, startPace } from './pace.js';
import { entryOf, recordChangeCall, type MadeChange } from './record-change.js';

/** A change of one publication, while a run carries the change out. */
export interface ChangeTurn {
  loaded: LoadedChange;
  workflowId: string;
  nowMs: () => number;
  /** The number of attempts that the run knows of. */
  attempts: number;
  /** Describes how the change was made; empty until it is made. */
  made: MadeChange;
}

/**
 * Makes the one mutating call, unless the change must wait or is impossible, and records a call that did not make the
 * change.
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

const refused = (error: ChangeError, shown = error): Read => ({
  result: { kind: 'REFUSED', error: shown },
  outcome: 'REFUSED',
  error,
});

/** Reads the answer to a call that did not make the change. */
async function read(
  deps: ServiceDeps,
  on: ChangeTurn,
  answer: Exclude<RemoveAnswer | EditAnswer, { kind: 'removed' | 'edited' }>,
): Promise<Read> {
  const { account, row } = on.loaded;
  if (answer.kind === 'gone') return { result: { kind: 'GONE' }, outcome: 'GONE', error: null };
  if (answer.kind === 'not-possible') return refused({ code: answer.reason, message: answer.message });
  const error = errorOf(answer);
  switch (answer.kind) {
    case 'ambiguous':
      return { result: { kind: 'AMBIGUOUS' }, outcome: 'AMBIGUOUS', error };
    case 'auth-expired': {
      const { credentialsVersion } = account;
      return { result: { kind: 'AUTH_EXPIRED', credentialsVersion }, outcome: 'AUTH_EXPIRED', error };
    }
    case 'auth-revoked': {
      if (await expire(deps, on.loaded, answer)) return refused(error, deadGrant);
      return { result: { kind: 'STALE' }, outcome: 'AUTH_EXPIRED', error };
    }
    case 'rate-limited': {
      const waitMs = pauseMsOf(answer);
      await persist(deps, () => startPace(deps, { account, row }, on.nowMs() + waitMs));
      return { result: { kind: 'RATE_LIMITED', waitMs, error }, outcome: 'RATE_LIMITED', error };
    }
    case 'rejected':
    case 'duplicate':
      return refused(error);
    case 'not-sent':
    case 'prepare-again':
    case 'upload-again': {
      const unavailable = { ...error, code: 'PLATFORM_UNAVAILABLE' } as const;
      return { result: { kind: 'NOT_SENT', error: unavailable }, outcome: 'NOT_SENT', error: unavailable };
    }
  }
}

/** Looks up the publication after a call of unknown outcome. It only reads. */
export async function lookAtChange(deps: ServiceDeps, on: ChangeTurn): Promise<ChangeLookResult> {
  const { change, post, target, platform, session, publicPost, edited } = on.loaded;
  const isEdit = change.kind === 'EDIT';
  const answer = await platform.changes?.find(session, publicPost, isEdit ? edited : undefined);
  const result = await lookResultOf(deps, on, answer);
  if (answer?.kind === 'there' && result.kind === 'EDITED') on.made = { published: answer.published };
  if (result.kind === 'AUTH_EXPIRED') return result;
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
      return (await expire(deps, on.loaded, answer)) ? { kind: 'REFUSED' } : { kind: 'UNREACHABLE' };
    case 'rate-limited':
      return { kind: 'RATE_LIMITED', waitMs: pauseMsOf(answer), error: errorOf(answer) };
    case 'rejected':
      return { kind: 'REFUSED' };
    default:
      return { kind: 'UNREACHABLE' };
  }
}

const paced: ChangeError = {
  code: 'RATE_LIMITED',
  message:
    'The platform kept refusing requests because of a rate limit. Punctual tries for at most 24 hours.',
};
