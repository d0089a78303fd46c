import type { ChangeError, ChangeKind, LookRules } from './changes.js';
import type { PlatformName } from './platforms.js';
import {
  absencesAtOnceMax,
  ladderDelayMs,
  lostAttemptAgeMsMin,
  unreachableDelaysMs,
} from './publish-ladders.js';
import type { RefreshResult } from './workflow-contract.js';

/** A change of one publication, with the facts from its rows and the platform's rules. */
export interface PublicChange {
  kind: ChangeKind;
  platform: PlatformName;
  /** Whether the publication is unconfirmed, so that it must be found before anything can be changed. */
  mustFind: boolean;
  /**
   * Whether the publication is a further part of a target. Those before it are removed even if an unconfirmed part is
   * not found.
   */
  isPart: boolean;
  /** How much a look-up of the publication proves. Null if the platform shows us no publications. */
  look: LookRules | null;
  /** When the run gives up. */
  deadlineMs: number;
}

/** The progress of a change with its publication. */
export interface ChangePosition {
  tries: Record<ChangeTry, number>;
  /** Whether a call may have made the change without a known outcome. */
  isInDoubt: boolean;
  /** The platform's refusal of a later call. A look-up shows whether an earlier call was accepted. */
  refusal: ChangeError | null;
  /** The command that a refresh of the token interrupts. */
  resume: Exclude<ChangeMove, { kind: 'REFRESH' }>;
}

type ChangeTry = 'unreachable' | 'refreshes' | 'repeats' | 'searches';

/** The result of a call. */
export type ChangeCallResult =
  | { kind: 'DONE' }
  | { kind: 'GONE' }
  | { kind: 'REFUSED'; error: ChangeError }
  | { kind: 'NOT_SENT'; error: ChangeError }
  | { kind: 'AMBIGUOUS' }
  /** Something has changed since the rows were read. No call was made. */
  | { kind: 'STALE' }
  /** The change belongs to another run, or is gone. */
  | { kind: 'CLOSED' }
  | Delayed;
export type ChangeLookResult =
  /** A removal compares no texts, so every publication that it finds is `THERE`. */
  { kind: 'THERE' | 'EDITED' | 'BEFORE' | 'OTHER' | 'GONE' | 'UNREACHABLE' | 'REFUSED' } | Delayed;
export type ChangeFindResult =
  { kind: 'FOUND' | 'NOT_FOUND' | 'UNREACHABLE' } | { kind: 'AUTH_EXPIRED'; credentialsVersion: number };
type Delayed =
  | { kind: 'AUTH_EXPIRED'; credentialsVersion: number }
  | { kind: 'RATE_LIMITED'; waitMs: number; error: ChangeError };

export type ChangeEvent =
  | { kind: 'BEGUN' }
  | { kind: 'SEARCHED'; result: ChangeFindResult }
  | { kind: 'CALLED'; result: ChangeCallResult }
  | { kind: 'LOOKED_UP'; result: ChangeLookResult }
  | { kind: 'REFRESHED'; result: RefreshResult };

export type ChangeMove =
  /** FIND looks up a publication whose own call is unconfirmed. */
  { kind: 'FIND' } | { kind: 'CALL' } | { kind: 'LOOK_UP' } | { kind: 'REFRESH'; seenVersion: number };
export type ChangeEnd =
  | { end: 'DONE' }
  | { end: 'CLOSED' }
  /** An unconfirmed part was not found. The removal continues with the publication before it. */
  | { end: 'PASSED' }
  /** The publication is unchanged. */
  | { end: 'FAILED'; error: ChangeError }
  | { end: 'UNCONFIRMED'; error: ChangeError };
export type ChangeCommand =
  | ChangeMove
  | { kind: 'WAIT'; waitMs: number; text: string; next: ChangeMove }
  | ({ kind: 'END' } & ChangeEnd);

/**
 * The position of a run that waits, with the move that follows the wait. It is valid only for the run that wrote it.
 */
export interface SavedChange {
  workflowId: string;
  /** The number of the change's attempts when it was written. */
  attempts: number;
  publicationId: string;
  position: ChangePosition;
  next: ChangeMove;
  wakeAtMs: number;
  text: string;
  /** The unconfirmed part that was not found, and is not looked for again. */
  passedId?: string;
}

export interface ChangeDecision {
  position: ChangePosition;
  command: ChangeCommand;
}

/** How often a change searches for an unconfirmed publication. */
export const searchesMax = 3;

export const changeBeginning = (isInDoubt = false): ChangePosition => ({
  tries: { unreachable: 0, refreshes: 0, repeats: 0, searches: 0 },
  isInDoubt,
  refusal: null,
  resume: { kind: 'CALL' },
});

/**
 * Decides what a run does next about a change. It is a pure function, like `decide` for publications. Unlike a
 * publication, a change may be repeated: after a lost response, it costs a look-up or another call, but never creates a
 * second post.
 */
export function decideChange(
  change: PublicChange,
  position: ChangePosition,
  event: ChangeEvent,
  nowMs: number,
): ChangeDecision {
  const on: Situation = { change, position, nowMs };
  switch (event.kind) {
    case 'BEGUN':
      return go(position, { kind: change.mustFind ? 'FIND' : 'CALL' });
    case 'SEARCHED':
      return afterSearch(on, event.result);
    case 'CALLED':
      return afterCall(on, event.result);
    case 'LOOKED_UP':
      return afterLook(on, event.result);
    case 'REFRESHED':
      return afterRefresh(on, event.result);
  }
}

interface Situation {
  change: PublicChange;
  position: ChangePosition;
  nowMs: number;
}

const go = (position: ChangePosition, command: ChangeCommand): ChangeDecision => ({ position, command });
const end = ({ position }: Situation, ended: ChangeEnd): ChangeDecision =>
  go(position, { kind: 'END', ...ended });

function afterSearch(on: Situation, result: ChangeFindResult): ChangeDecision {
  switch (result.kind) {
    case 'FOUND':
      return go(on.position, { kind: 'CALL' });
    case 'NOT_FOUND': {
      const searches = on.position.tries.searches + 1;
      const position = tried(on.position, { searches });
      if (searches >= searchesMax)
        return end(
          { ...on, position },
          on.change.isPart ? { end: 'PASSED' } : { end: 'FAILED', error: notFound },
        );
      const waitMs = on.change.look?.lagMs ?? lostAttemptAgeMsMin;
      return waitFor({ ...on, position }, { kind: 'FIND' }, waitMs, 'is asked again', notFound);
    }
    case 'UNREACHABLE':
      return waitUntilReachable(on, { kind: 'FIND' });
    case 'AUTH_EXPIRED':
      return refresh(on, { kind: 'FIND' }, result.credentialsVersion);
  }
}

function afterCall(on: Situation, result: ChangeCallResult): ChangeDecision {
  const { kind } = on.change;
  const { isInDoubt } = on.position;
  switch (result.kind) {
    case 'DONE':
      return end(on, { end: 'DONE' });
    case 'CLOSED':
      return end(on, { end: 'CLOSED' });
    case 'GONE':
      if (kind === 'EDIT') return endUnseen(on);
      // After a lost response, the publication is gone because of our call. Otherwise it may only be hidden from the
      // account.
      return proves(on) || isInDoubt
        ? end(on, { end: 'DONE' })
        : look({ ...on, position: { ...on.position, refusal: notRemovable } });
    case 'REFUSED':
      if (!isInDoubt) return end(on, { end: 'FAILED', error: result.error });
      return look({ ...on, position: { ...on.position, refusal: result.error } });
    case 'AMBIGUOUS':
      return afterDoubt({ ...on, position: { ...on.position, isInDoubt: true } });
    case 'STALE':
      return repeat(on);
    case 'NOT_SENT':
      return waitUntilReachable(on, { kind: 'CALL' }, result.error);
    case 'RATE_LIMITED':
      return waitFor(on, { kind: 'CALL' }, result.waitMs, 'asked for a pause', result.error);
    case 'AUTH_EXPIRED':
      return refresh(on, { kind: 'CALL' }, result.credentialsVersion);
  }
}

/**
 * After a lost response, the publication is looked up. If no look-up can tell, the call is repeated: a second removal
 * proves that the publication is gone, and a second edit has the same text.
 */
function afterDoubt(on: Situation): ChangeDecision {
  const { kind, look: rules } = on.change;
  const isTold = rules !== null && (kind === 'EDIT' || rules.absenceProves);
  return isTold ? look(on) : waitUntilReachable(on, { kind: 'CALL' });
}

/** Whether a publication that the platform does not show is gone. */
const proves = ({ change }: Situation): boolean => change.look?.absenceProves === true;

function afterLook(on: Situation, result: ChangeLookResult): ChangeDecision {
  const { refusal } = on.position;
  switch (result.kind) {
    case 'EDITED':
      return end(on, { end: 'DONE' });
    case 'GONE':
      return endUnseen(on);
    case 'THERE':
    case 'BEFORE':
      return refusal === null ? repeat(on) : end(on, { end: 'FAILED', error: refusal });
    case 'OTHER':
    case 'REFUSED':
      return end(on, { end: 'UNCONFIRMED', error: unconfirmedChange });
    case 'UNREACHABLE':
      return waitUntilReachable(on, { kind: 'LOOK_UP' });
    case 'RATE_LIMITED':
      return waitFor(on, { kind: 'LOOK_UP' }, result.waitMs, 'asked for a pause', result.error);
    case 'AUTH_EXPIRED':
      return refresh(on, { kind: 'LOOK_UP' }, result.credentialsVersion);
  }
}

/** Ends a change whose publication the platform does not show. */
function endUnseen(on: Situation): ChangeDecision {
  const { kind } = on.change;
  if (kind === 'REMOVE' && proves(on)) return end(on, { end: 'DONE' });
  // An edit has failed if the publication is gone, even if one of its calls was successful.
  const isEditLost = kind === 'EDIT' && (proves(on) || !on.position.isInDoubt);
  return end(on, isEditLost ? { end: 'FAILED', error: notFound } : { end: 'UNCONFIRMED', error: hidden });
}

/**
 * Looks up the publication after a wait, if the platform shows publications. A lost worker may still send its call, and
 * reads may lag.
 */
function look(on: Situation): ChangeDecision {
  const { look: rules } = on.change;
  if (rules === null) return end(on, { end: 'UNCONFIRMED', error: unconfirmedChange });
  const waitMs = Math.max(rules.lagMs, lostAttemptAgeMsMin);
  return waitFor(on, { kind: 'LOOK_UP' }, waitMs, 'is looked at', unconfirmedChange);
}

/**
 * Calls again: immediately the first times, because the waits before the look-ups have already passed, and later after
 * a wait.
 */
function repeat(on: Situation): ChangeDecision {
  const repeats = on.position.tries.repeats + 1;
  const position = tried(on.position, { repeats });
  if (repeats <= absencesAtOnceMax) return go(position, { kind: 'CALL' });
  const waitMs = ladderDelayMs(unreachableDelaysMs, repeats - absencesAtOnceMax - 1);
  return waitFor({ ...on, position }, { kind: 'CALL' }, waitMs, 'has not changed it yet', unconfirmedChange);
}

function waitUntilReachable(on: Situation, next: Resumed, error: ChangeError = unavailable): ChangeDecision {
  const { unreachable } = on.position.tries;
  const position = tried(on.position, { unreachable: unreachable + 1 });
  const waitMs = ladderDelayMs(unreachableDelaysMs, unreachable);
  return waitFor({ ...on, position }, next, waitMs, 'could not be reached', error);
}

type Resumed = ChangePosition['resume'];

/** Waits, or ends with the error if there is no time for it. */
function waitFor(
  on: Situation,
  next: Resumed,
  waitMs: number,
  why: string,
  error: ChangeError,
): ChangeDecision {
  if (on.nowMs + waitMs > on.change.deadlineMs) return giveUp(on, error);
  return go(on.position, { kind: 'WAIT', waitMs, text: `${on.change.platform} ${why}`, next });
}

const giveUp = (on: Situation, error: ChangeError): ChangeDecision =>
  on.position.isInDoubt || error === unconfirmedChange
    ? end(on, { end: 'UNCONFIRMED', error: unconfirmedChange })
    : end(on, { end: 'FAILED', error });

const refresh = (on: Situation, resume: Resumed, seenVersion: number): ChangeDecision =>
  go({ ...on.position, resume }, { kind: 'REFRESH', seenVersion });

/** If the token is still stale after two refreshes, the change waits as in an outage. */
function afterRefresh(on: Situation, result: RefreshResult): ChangeDecision {
  if (result === 'revoked') return giveUp(on, unauthorized);
  const { resume, tries } = on.position;
  const refreshes = tries.refreshes + 1;
  const position = tried(on.position, { refreshes });
  if (result === 'refreshed' && refreshes <= 2) return go(position, resume);
  const waitMs = ladderDelayMs(unreachableDelaysMs, tries.refreshes);
  return waitFor({ ...on, position }, resume, waitMs, 'did not renew the token', unauthorized);
}

const tried = (position: ChangePosition, tries: Partial<ChangePosition['tries']>): ChangePosition => ({
  ...position,
  tries: { ...position.tries, ...tries },
});

export const notFound: ChangeError = {
  code: 'NOT_FOUND',
  message: 'The platform does not show the post.',
};
export const partNotFound: ChangeError = {
  code: 'CHANGE_UNCONFIRMED',
  message:
    'Everything else was removed. The platform does not show the part that is unconfirmed: look there whether it is public.',
};
const notRemovable: ChangeError = {
  code: 'PERMISSION_MISSING',
  message: 'The platform shows the post, and does not let this account remove it.',
};
const hidden: ChangeError = {
  code: 'CHANGE_UNCONFIRMED',
  message: 'The platform does not show the post to this account: it is gone, or hidden from it.',
};
export const unconfirmedChange: ChangeError = {
  code: 'CHANGE_UNCONFIRMED',
  message:
    'A request was sent, but no response arrived, and the platform does not show whether it was accepted.',
};
const unavailable: ChangeError = {
  code: 'PLATFORM_UNAVAILABLE',
  message: 'The platform stayed unreachable. Punctual tries for at most 24 hours.',
};
const unauthorized: ChangeError = {
  code: 'PLATFORM_AUTH_FAILED',
  message: 'The platform no longer accepts the authorization of this account. Connect the account again.',
};
